//! The enum of the payloads `single`, `records` and `typed`.

use serde::{Deserialize, Serialize};

use super::text::{AsText, musli_as_text};

/// A closed enum of strings, an index on the binary wires.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, typecase::Record)]
#[serde(rename_all = "lowercase")]
#[record(rename_all = "lowercase")]
pub enum Role {
    Admin,
    Editor,
    Viewer,
    Owner,
}

impl AsText for Role {
    const EXPECTED: &'static str = "a role";

    #[inline]
    fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> R {
        f(match self {
            Role::Admin => "admin",
            Role::Editor => "editor",
            Role::Viewer => "viewer",
            Role::Owner => "owner",
        })
    }

    #[inline]
    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "admin" => Role::Admin,
            "editor" => Role::Editor,
            "viewer" => Role::Viewer,
            "owner" => Role::Owner,
            _ => return None,
        })
    }
}

musli_as_text!(Role);
