//! What is compared: the data as a value and as JSON text, and the codecs of every wire and setting.

use crate::failure::{Failure, Lines, Result};
use typecase::codec::{Codec, Options};
use typecase::schema::Schema;
use typecase::schema::graph::Kind;
use typecase::schema::model::Layout;
use typecase::value::Value;
use typecase::wire::Wire;

/// The data, read once.
pub struct Data {
    pub name: String,
    pub json: Codec,
    pub value: Value<'static>,
    /// The value as the JSON wire writes it.
    pub text: Vec<u8>,
    /// Whether that is the input, white space around it aside.
    pub identical: bool,
    pub records: usize,
}

impl Data {
    /// Reads JSON under a schema.
    pub fn read(name: &str, input: &[u8], schema: &Schema, options: &Options) -> Result<Data> {
        let json = Codec::new(schema, Wire::Json, options).map_err(|error| Failure::plan("json", &error))?;
        let value = json.decode_owned(input).map_err(|error| Failure::in_text(name, input, &error))?;
        let text = json.encode(&value).map_err(|error| Failure::data(name, &error, Lines::default()))?;
        let records = value.as_list().map_or(1, <[_]>::len);
        let identical = input.trim_ascii() == text;
        Ok(Data { name: name.to_owned(), json, value, text, identical, records })
    }
}

/// One wire in one setting.
pub struct Contender {
    pub name: String,
    pub codec: Codec,
    pub encoded: Vec<u8>,
}

impl Contender {
    /// Every wire that the schema can go on, each in every layout; JSON comes first.
    ///
    /// None is left out for losing something: that is an error.
    pub fn all(data: &Data, schema: &Schema, options: &Options) -> Result<Vec<Contender>> {
        let mut all = Vec::new();
        for (wire, name, _) in Wire::ALL {
            let settings: &[(Option<Layout>, &str)] = match wire {
                Wire::Positional if has_rows(schema) => {
                    &[(Some(Layout::Rows), ""), (Some(Layout::Flat), " flat"), (Some(Layout::Columns), " columns")]
                }
                _ => &[(None, "")],
            };
            for &(layout, setting) in settings {
                let options = Options { layout, ..*options };
                // The schema may be one that the setting cannot carry.
                let Ok(codec) = Codec::new(schema, wire, &options) else { continue };
                all.push(Contender::new(format!("{name}{setting}"), codec, data)?);
            }
        }
        Ok(all)
    }

    /// Encodes the data, and checks that it comes back in every way that is measured.
    fn new(name: String, codec: Codec, data: &Data) -> Result<Contender> {
        let failed = |what: &str| Failure::Data(format!("{}: {name}: {what}", data.name));
        let encoded = codec.encode(&data.value).map_err(|error| failed(&error.to_string()))?;
        if codec.decode(&encoded).map_err(|error| failed(&error.to_string()))? != data.value {
            return Err(failed("the data does not come back as it was"));
        }
        let mut converted = Vec::new();
        data.json.convert(&codec, &data.text, &mut converted).map_err(|error| failed(&error.to_string()))?;
        if converted != encoded {
            return Err(failed("the data is converted to something else than it is encoded to"));
        }
        converted.clear();
        codec.convert(&data.json, &encoded, &mut converted).map_err(|error| failed(&error.to_string()))?;
        if converted != data.text {
            return Err(failed("the data does not come back as the same JSON"));
        }
        Ok(Contender { name, codec, encoded })
    }
}

/// Whether the root is a list of records, which has several layouts.
fn has_rows(schema: &Schema) -> bool {
    let graph = schema.graph();
    match graph.node(graph.root()).kind {
        Kind::List(item) => matches!(graph.node(item).kind, Kind::Record(_)),
        _ => false,
    }
}
