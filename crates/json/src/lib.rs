//! A JSON reader with a small code size, for pages.
//!
//! `serde_json` parses text directly into a type: for each type it compiles the names of all
//! fields, the bookkeeping of which ones were present, structs as arrays, and all error messages.
//! This crate first parses the text into a tree, with code that exists only once, and then takes
//! the fields of a struct in order and variants by index, so that names stay data. An error reports
//! only where the text stopped being JSON. It accepts what `serde_json` accepts
//! (`tests/agreement.rs`), with these exceptions: types cannot borrow from the text, structs must
//! be objects, unknown fields are ignored even where a type denies them, and a missing field of a
//! type that reads anything, such as a tree of JSON, reads as null. For writing, use `serde_json`.
//!
//! Fields are taken by their place among the names that serde lists, so some attributes of serde
//! would give a field the value of another one, or none: an `alias`, and the default of an optional
//! field that is not `None`. `cargo xtask tidy` refuses them on types that pages read.
//!
//! ```
//! let pair: (u8, String) = bosworth_json::from_str(r#"[9, "ro\u0073e"]"#)?;
//! assert_eq!(pair, (9, "rose".into()));
//! assert_eq!(bosworth_json::from_str::<bool>("nought").unwrap_err().to_string(), "invalid JSON at byte 0");
//! # Ok::<(), bosworth_json::Error>(())
//! ```

mod access;
mod deserializer;
mod node;
mod number;
mod reader;

use core::fmt::{self, Display};

use serde::Deserialize;
use serde::de;

use self::node::Node;
use self::reader::JsonReader;

/// Why a text could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is not JSON from this byte on.
    Syntax(usize),
    /// The text is JSON, but does not match the type.
    Type,
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(at) => write!(f, "invalid JSON at byte {at}"),
            Self::Type => f.write_str("JSON of the wrong type"),
        }
    }
}

impl std::error::Error for Error {}

/// The internal error.
#[derive(Debug)]
struct Unexpected;

impl Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unexpected")
    }
}

impl std::error::Error for Unexpected {}

/// The default implementations format messages, which takes code.
impl de::Error for Unexpected {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// Parses a value.
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    T::deserialize(&read(text)?).map_err(|Unexpected| Error::Type)
}

fn read(text: &str) -> Result<Node<'_>, Error> {
    let mut reader = JsonReader::new(text);
    let node = reader.value().and_then(|node| reader.end().map(|()| node));
    node.map_err(|Unexpected| Error::Syntax(reader.at()))
}
