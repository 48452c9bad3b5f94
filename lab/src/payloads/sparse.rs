//! `sparse`: twenty optional fields, three of them present.

use musli::{Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Payload, reference};

/// The payload `sparse`.
pub struct SparsePayload;

impl Payload for SparsePayload {
    const NAME: &'static str = "sparse";
    const FILE: &'static str = reference!("sparse.json");
    type Owned = Sparse;
    type Borrowed<'a> = SparseRef<'a>;
}

/// A struct whose fields are all optional and left out when they are `None`.
macro_rules! sparse_struct {
    ($(#[$meta:meta])* $name:ident [$($lifetime:tt)*] { $($field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[record(sparse)]
        pub struct $name $($lifetime)* {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                #[musli(default, skip_encoding_if = Option::is_none)]
                pub $field: Option<$type>,
            )*
        }
    };
}

/// The fields: string, integer and boolean in turn.
macro_rules! sparse_fields {
    ($(#[$meta:meta])* $name:ident [$($lifetime:tt)*] $text:ty) => {
        sparse_struct! {
            $(#[$meta])* $name [$($lifetime)*] {
                f0: $text, f1: i32, f2: bool,
                f3: $text, f4: i32, f5: bool,
                f6: $text, f7: i32, f8: bool,
                f9: $text, f10: i32, f11: bool,
                f12: $text, f13: i32, f14: bool,
                f15: $text, f16: i32, f17: bool,
                f18: $text, f19: i32,
            }
        }
    };
}

sparse_fields! {
    #[derive(Debug, PartialEq, Serialize, Deserialize, Encode, Decode, typecase::Record)]
    Sparse [] String
}

sparse_fields! {
    #[derive(Serialize, Deserialize, Encode, Decode, typecase::Record)]
    SparseRef [<'a>] &'a str
}
