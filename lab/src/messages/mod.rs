//! The payloads as messages of Protocol Buffers. The code is what each library's generator wrote from
//! `generate/messages.proto` (`generate/src/main.rs` says with which options), so that building the lab needs neither
//! the generators nor protoc.

use ::buffa::{MessageView, ViewEncode};
use ::micropb::{MessageDecode, MessageEncode};
use ::quick_protobuf::{MessageRead, MessageWrite};
use serde::Serialize;
use serde::de::DeserializeOwned;
use typecase::wire::protobuf;

use crate::payloads::Payload;

/// Declares a module of generated code, which nobody formats or lints.
macro_rules! generated {
    ($($module:ident)*) => {
        $(
            #[rustfmt::skip]
            #[allow(warnings, clippy::all, clippy::pedantic)]
            mod $module;
        )*
    };
}

generated! { buffa micropb prost quick quick_owned }

/// The descriptors of all messages, for the library that works without generated code.
pub const DESCRIPTORS: &[u8] = include_bytes!("messages.binpb");

/// One message, as a type of every library.
pub trait Messages: 'static {
    /// Its full name.
    const NAME: &'static str;
    /// prost's struct, which serde reads and writes too.
    type Prost: ::prost::Message + Default + PartialEq + Serialize + DeserializeOwned;
    /// buffa's struct with its own strings.
    type Buffa: ::buffa::Message + PartialEq;
    /// buffa's struct whose strings point into the input.
    type BuffaView<'a>: MessageView<'a> + ViewEncode<'a>;
    /// micropb's struct.
    type Micropb: MessageEncode + MessageDecode + Default + PartialEq;
    /// quick-protobuf's struct with its own strings.
    type QuickOwned: MessageWrite + for<'a> MessageRead<'a> + PartialEq;
    /// quick-protobuf's struct whose strings point into the input.
    type Quick<'a>: MessageWrite + MessageRead<'a>;
}

/// Names the types of a message.
macro_rules! messages {
    ($($name:ident $full:literal $message:ident $view:ident $quick:ty;)*) => {
        $(
            pub struct $name;

            impl Messages for $name {
                const NAME: &'static str = $full;
                type Prost = prost::$message;
                type Buffa = buffa::$message;
                type BuffaView<'a> = buffa::$view<'a>;
                type Micropb = micropb::lab_::$message;
                type QuickOwned = quick_owned::$message;
                type Quick<'a> = $quick;
            }
        )*
    };
}

messages! {
    UserMessages "lab.User" User UserView quick::User<'a>;
    UsersMessages "lab.Users" Users UsersView quick::Users<'a>;
    SparseMessages "lab.Sparse" Sparse SparseView quick::Sparse<'a>;
    TypedMessages "lab.Typed" Typed TypedView quick::Typed;
    StringsMessages "lab.Strings" Strings StringsView quick::Strings<'a>;
    PacketsMessages "lab.Packets" Packets PacketsView quick::Packets<'a>;
    NumericMessages "lab.Numeric" Numeric NumericView quick::Numeric;
}

/// The message of a value, as typecase writes it: what the libraries read their structs from.
pub fn bytes<P: Payload>(owned: &P::Owned) -> Vec<u8> {
    protobuf::encode(owned).expect("a payload is a message")
}
