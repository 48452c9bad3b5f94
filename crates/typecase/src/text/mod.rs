//! JSON text, which the JSON and the positional wire share: tokens in, tokens out.

pub(crate) mod date;
pub(crate) mod lexer;
pub(crate) mod number;
pub(crate) mod print;
pub(crate) mod scan;
pub(crate) mod spare;
pub(crate) mod tree;
pub(crate) mod utf8;
