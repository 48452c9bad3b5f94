//! What comes back of a value from a flat or columns list of the positional wire, where a null record is a run of nulls.

use typecase::schema::Schema;
use typecase::schema::model::{Layout, Type};
use typecase::value::Value;

/// The value as it comes back: where such a list takes nulls, a record of nulls alone is a null.
pub fn as_read_by_position(schema: &Schema, value: &Value<'_>) -> Value<'static> {
    let document = schema.document();
    match (&document.root, value) {
        (Type::List(item), Value::List(rows)) if !item.required && document.layout != Layout::Rows => {
            let is_null = |row: &Value<'_>| row.as_record().is_some_and(|values| values.iter().all(Value::is_null));
            let read = |row: &Value<'_>| if is_null(row) { Value::Null } else { row.clone().into_owned() };
            Value::List(rows.iter().map(read).collect())
        }
        _ => value.clone().into_owned(),
    }
}
