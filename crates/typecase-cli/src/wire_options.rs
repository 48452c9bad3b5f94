//! `--wire-option KEY=VALUE`: what each wire offers, and how it is set.

use crate::failure::{Failure, Result};
use std::path::PathBuf;
use std::str::FromStr;
use typecase::codec::Options;
use typecase::schema::model::Layout;
use typecase::wire::avro::container::Compression;
use typecase::wire::bson::extended_json::Form;
use typecase::wire::json::Duplicates;
use typecase::wire::msgpack::{Records, Style};
use typecase::wire::{Wire, bson, cbor, protobuf};

/// One option of a wire.
pub struct WireOption {
    pub wire: Wire,
    pub key: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// The values, with what each sets; the first is the default. There are none where the value is the name of a
    /// file, which is [`STRUCTURES`] alone.
    pub values: &'static [(&'static str, SetOption)],
}

/// Sets an option to one of its values.
type SetOption = fn(&mut Options);

/// Says that Avro data are in a container file, with this codec when one is written.
macro_rules! containers {
    ($(($name:literal, $codec:ident)),*) => {
        &[
            ("no", |options| options.avro.container = None),
            $(($name, |options| options.avro.container = Some(Compression::$codec)),)*
        ]
    };
}

/// The key of the file with the table of shared records.
const STRUCTURES: &str = "structures";
const ABOUT_STRUCTURES: &str = "with records=shared: the file of the keys, which encoding creates or extends";

/// Every option of every wire.
pub const ALL: &[WireOption] = &[
    WireOption {
        wire: Wire::Json,
        key: "duplicates",
        about: "what to do with a key that occurs twice in a record",
        values: &[
            ("error", |options| options.json.duplicates = Duplicates::Error),
            ("first", |options| options.json.duplicates = Duplicates::First),
            ("last", |options| options.json.duplicates = Duplicates::Last),
        ],
    },
    WireOption {
        wire: Wire::Json,
        key: "nulls",
        about: "whether missing optional fields are written as null",
        values: &[("omit", |options| options.json.nulls = false), ("write", |options| options.json.nulls = true)],
    },
    WireOption {
        wire: Wire::Positional,
        key: "layout",
        about: "how a list at the root is laid out; the default is what the schema says, or rows",
        values: &[
            ("rows", |options| options.layout = Some(Layout::Rows)),
            ("flat", |options| options.layout = Some(Layout::Flat)),
            ("columns", |options| options.layout = Some(Layout::Columns)),
        ],
    },
    WireOption {
        wire: Wire::Positional,
        key: "lenient",
        about: "whether a number that is not finite, or a value outside its enum, is written as null",
        values: &[
            ("no", |options| options.positional.lenient = false),
            ("yes", |options| options.positional.lenient = true),
        ],
    },
    WireOption {
        wire: Wire::Msgpack,
        key: "records",
        about: "how records are written: as maps, as arrays, or as msgpackr's records",
        values: &[
            ("off", |options| options.msgpack.records = Records::Off),
            ("array", |options| options.msgpack.records = Records::Array),
            ("inline", |options| options.msgpack.records = Records::Inline),
            ("shared", |options| options.msgpack.records = Records::Shared),
            ("stream", |options| options.msgpack.records = Records::Stream),
        ],
    },
    WireOption { wire: Wire::Msgpack, key: STRUCTURES, about: ABOUT_STRUCTURES, values: &[] },
    WireOption {
        wire: Wire::Msgpack,
        key: "style",
        about: "which of several forms values take: the smallest, or those of the JavaScript library msgpackr",
        values: &[
            ("smallest", |options| options.msgpack.style = Style::Smallest),
            ("msgpackr", |options| options.msgpack.style = Style::MSGPACKR),
            ("msgpackr-small-maps", |options| {
                options.msgpack.style = Style::Msgpackr { variable_map_size: true, more_types: false };
            }),
            ("msgpackr-more-types", |options| {
                options.msgpack.style = Style::Msgpackr { variable_map_size: false, more_types: true };
            }),
        ],
    },
    WireOption {
        wire: Wire::Msgpack,
        key: "nulls",
        about: "whether missing optional fields are written as nil",
        values: &[("omit", |options| options.msgpack.nulls = false), ("write", |options| options.msgpack.nulls = true)],
    },
    WireOption {
        wire: Wire::Msgpack,
        key: "duplicates",
        about: "what to do with a key that occurs twice in a record",
        values: &[
            ("error", |options| options.msgpack.duplicates = Duplicates::Error),
            ("first", |options| options.msgpack.duplicates = Duplicates::First),
            ("last", |options| options.msgpack.duplicates = Duplicates::Last),
        ],
    },
    WireOption {
        wire: Wire::Avro,
        key: "container",
        about: "whether the data are in a container file; its codec when one is written",
        values: containers![
            ("null", Null),
            ("deflate", Deflate),
            ("snappy", Snappy),
            ("zstandard", Zstandard),
            ("bzip2", Bzip2),
            ("xz", Xz)
        ],
    },
    WireOption {
        wire: Wire::Avro,
        key: "single-object",
        about: "whether each message begins with the fingerprint of its schema (single-object encoding)",
        values: &[
            ("no", |options| options.avro.single_object = false),
            ("yes", |options| options.avro.single_object = true),
        ],
    },
    WireOption {
        wire: Wire::Cbor,
        key: "records",
        about: "what records are: maps (off), lists of their values, or records of cbor-x",
        values: &[
            ("off", |options| options.cbor.records = cbor::Records::Maps),
            ("array", |options| options.cbor.records = cbor::Records::Lists),
            ("inline", |options| options.cbor.records = cbor::Records::Inline),
            ("shared", |options| options.cbor.records = cbor::Records::Shared),
            ("stream", |options| options.cbor.records = cbor::Records::Stream),
        ],
    },
    WireOption { wire: Wire::Cbor, key: STRUCTURES, about: ABOUT_STRUCTURES, values: &[] },
    WireOption {
        wire: Wire::Cbor,
        key: "style",
        about: "as RFC 8949 prefers, or bit for bit as cbor-x; the default is that of the records",
        values: &[
            ("auto", |options| options.cbor.style = None),
            ("preferred", |options| options.cbor.style = Some(cbor::Style::Preferred)),
            ("cbor-x", |options| options.cbor.style = Some(cbor::Style::CborX)),
        ],
    },
    WireOption {
        wire: Wire::Cbor,
        key: "floats",
        about: "whether floats take the fewest bytes that hold their value",
        values: &[
            ("double", |options| options.cbor.shortest_floats = false),
            ("shortest", |options| options.cbor.shortest_floats = true),
        ],
    },
    WireOption {
        wire: Wire::Cbor,
        key: "deterministic",
        about: "the core deterministic encoding: sorted keys, shortest forms",
        values: &[
            ("no", |options| options.cbor.deterministic = false),
            ("yes", |options| options.cbor.deterministic = true),
        ],
    },
    WireOption {
        wire: Wire::Cbor,
        key: "duplicates",
        about: "what to do with a key that occurs twice in a record",
        values: &[
            ("error", |options| options.cbor.duplicates = Duplicates::Error),
            ("first", |options| options.cbor.duplicates = Duplicates::First),
            ("last", |options| options.cbor.duplicates = Duplicates::Last),
        ],
    },
    WireOption {
        wire: Wire::Cbor,
        key: "nulls",
        about: "whether missing optional fields are written as null",
        values: &[("omit", |options| options.cbor.nulls = false), ("write", |options| options.cbor.nulls = true)],
    },
    WireOption {
        wire: Wire::Protobuf,
        key: "json",
        about: "the JSON on the other side is that of the wire json, or ProtoJSON; the next options mean ProtoJSON",
        values: &[("plain", |options| options.protobuf.json = None), ("proto", |options| _ = proto_json(options))],
    },
    WireOption {
        wire: Wire::Protobuf,
        key: "json-names",
        about: "whether fields are written in lower camel case, or with the names of the schema",
        values: &[
            ("camel", |options| proto_json(options).original_names = false),
            ("original", |options| proto_json(options).original_names = true),
        ],
    },
    WireOption {
        wire: Wire::Protobuf,
        key: "json-implicit",
        about: "whether fields without presence are written when they are zero or empty",
        values: &[
            ("omit", |options| proto_json(options).implicit = false),
            ("write", |options| proto_json(options).implicit = true),
        ],
    },
    WireOption {
        wire: Wire::Protobuf,
        key: "json-enums",
        about: "whether values of enums are written by name or by number",
        values: &[
            ("names", |options| proto_json(options).enum_numbers = false),
            ("numbers", |options| proto_json(options).enum_numbers = true),
        ],
    },
    WireOption {
        wire: Wire::Protobuf,
        key: "json-unknown",
        about: "what to do with fields, and names of enums, that the schema does not know",
        values: &[
            ("error", |options| proto_json(options).ignore_unknown = false),
            ("ignore", |options| proto_json(options).ignore_unknown = true),
        ],
    },
    WireOption {
        wire: Wire::Bson,
        key: "json",
        about: "without a schema: the JSON on the other side is plain, or MongoDB's Extended JSON",
        values: &[
            ("plain", |options| options.bson.json = None),
            ("relaxed", |options| options.bson.json = Some(Form::Relaxed)),
            ("canonical", |options| options.bson.json = Some(Form::Canonical)),
        ],
    },
    WireOption {
        wire: Wire::Bson,
        key: "style",
        about: "without a schema: every type as it is, or as the JavaScript library bson writes values",
        values: &[
            ("exact", |options| options.bson.style = bson::Style::Exact),
            ("javascript", |options| options.bson.style = bson::Style::JavaScript),
        ],
    },
    WireOption {
        wire: Wire::Bson,
        key: "bigints",
        about: "what a bigint is, unless the settings of its field say it",
        values: &[
            ("string", |options| options.bson.decimal_bigints = false),
            ("decimal128", |options| options.bson.decimal_bigints = true),
        ],
    },
    WireOption {
        wire: Wire::Bson,
        key: "duplicates",
        about: "what to do with a key that occurs twice in a record",
        values: &[
            ("error", |options| options.bson.duplicates = Duplicates::Error),
            ("first", |options| options.bson.duplicates = Duplicates::First),
            ("last", |options| options.bson.duplicates = Duplicates::Last),
        ],
    },
    WireOption {
        wire: Wire::Bson,
        key: "nulls",
        about: "whether missing optional fields are written as null",
        values: &[("omit", |options| options.bson.nulls = false), ("write", |options| options.bson.nulls = true)],
    },
    WireOption {
        wire: Wire::Columnar,
        key: "readable",
        about: "whether numbers and dates are written as people write them, and never as base-64 digits",
        values: &[
            ("no", |options| options.columnar.readable = false),
            ("yes", |options| options.columnar.readable = true),
        ],
    },
    WireOption {
        wire: Wire::Packed,
        key: "framed",
        about: "whether each message begins with the fingerprint of its schema",
        values: &[("no", |options| options.packed.framed = false), ("yes", |options| options.packed.framed = true)],
    },
];

/// The options of ProtoJSON, which is then what JSON is.
fn proto_json(options: &mut Options) -> &mut protobuf::json::Options {
    options.protobuf.json.get_or_insert_default()
}

/// Whether a wire is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    From,
    To,
}

/// An option as it was typed: `layout=columns`, or `to.layout=columns` for one side of a conversion.
#[derive(Clone, Debug)]
pub struct Given {
    side: Option<Side>,
    key: String,
    value: String,
}

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Given, String> {
        let Some((key, value)) = text.split_once('=') else {
            return Err("expected KEY=VALUE, such as layout=columns".to_owned());
        };
        let (side, key) = match key.split_once('.') {
            Some(("from", key)) => (Some(Side::From), key),
            Some(("to", key)) => (Some(Side::To), key),
            _ => (None, key),
        };
        Ok(Given { side, key: key.to_owned(), value: value.to_owned() })
    }
}

/// What was set for one side.
#[derive(Clone, Debug)]
pub struct Settings {
    pub options: Options,
    /// The file with the table of shared records.
    pub structures: Option<PathBuf>,
}

/// The settings of each wire: `base`, and what was given for it.
///
/// An option that none of the wires has, or has not with this value, is wrong usage.
pub fn apply(base: Options, given: &[Given], wires: &[(Side, Wire)]) -> Result<Vec<Settings>> {
    let mut all = vec![Settings { options: base, structures: None }; wires.len()];
    for given in given {
        let mut known = false;
        for (settings, &(side, wire)) in all.iter_mut().zip(wires) {
            let on_this_side = given.side.is_none_or(|only| only == side);
            if let Some(option) = ALL.iter().find(|option| option.wire == wire && option.key == given.key)
                && on_this_side
            {
                match option.key {
                    STRUCTURES => settings.structures = Some(PathBuf::from(&given.value)),
                    _ => option.set(&given.value, &mut settings.options)?,
                }
                known = true;
            }
        }
        if !known {
            return Err(unknown(&given.key, wires));
        }
    }
    Ok(all)
}

impl WireOption {
    fn set(&self, value: &str, options: &mut Options) -> Result<()> {
        let Some((_, set)) = self.values.iter().find(|(known, _)| *known == value) else {
            let values: Vec<&str> = self.values.iter().map(|(value, _)| *value).collect();
            return Err(Failure::Usage(format!(
                "the option {} of the wire {} is one of {}, not `{value}`",
                self.key,
                self.wire,
                values.join(", "),
            )));
        };
        set(options);
        Ok(())
    }
}

fn unknown(key: &str, wires: &[(Side, Wire)]) -> Failure {
    let mut names: Vec<&str> = wires.iter().map(|(_, wire)| wire.name()).collect();
    names.dedup();
    Failure::Usage(format!("{} has no option `{key}`; see `typecase wires`", names.join(" or ")))
}
