//! The JSON wire: records are objects, keys in any order.

use crate::error::Result;
use crate::limits::Limits;
use crate::text::lexer::Lexer;
use crate::value::Value;

pub use crate::text::tree::Duplicates;

/// Reads JSON text without a schema, keeping every entry of an object in order, even repeated keys.
///
/// ```
/// use typecase::value::Value;
/// let value = typecase::wire::json::parse(r#"{"id": 7}"#)?;
/// assert_eq!(value.get("id"), Some(&Value::Int(7)));
/// # Ok::<(), typecase::error::Error>(())
/// ```
///
/// # Errors
/// `json` with the byte offset where the text is not JSON, `limit` where it nests too deep.
pub fn parse(text: &str) -> Result<Value<'_>> {
    let mut lexer = Lexer::new(text, &Limits::default())?;
    let value = lexer.tree(None)?;
    lexer.finish()?;
    Ok(value)
}
