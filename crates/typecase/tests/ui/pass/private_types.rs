#![deny(warnings, missing_docs)]
//! Private types in public ones, and warnings that the generated code must not raise.

/// Public.
pub mod api {
    use typecase::Record;

    #[derive(Record)]
    struct Private {
        a: u8,
    }

    /// A record.
    #[derive(Record)]
    pub struct Public {
        private: Private,
        list: Vec<Private>,
    }

    /// A union.
    #[derive(Record)]
    #[record(tag = "t")]
    pub enum Union {
        /// One.
        One {
            /// A field.
            x: u8,
        },
        /// Two.
        Two,
    }

    impl Public {
        /// A new one.
        pub fn new() -> Public {
            Public { private: Private { a: 1 }, list: Vec::new() }
        }
    }
}

fn main() {
    assert_eq!(typecase::wire::json::encode(&api::Public::new()).unwrap(), br#"{"private":{"a":1},"list":[]}"#);
}
