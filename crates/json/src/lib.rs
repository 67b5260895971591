//! Reads JSON with little code, for pages.
//!
//! `serde_json` reads from the text right into a type: for each type it compiles the names of all
//! fields, the bookkeeping of which were there, structs as arrays too, and the texts of all errors.
//! This crate first reads the text into a tree, by code that is there once, and then takes the fields
//! of a struct in their order, and variants by their place: names stay data. An error says no more
//! than where the text stopped being JSON. What it reads is what `serde_json` reads
//! (`tests/agreement.rs`) but for types that borrow from the text, and a struct is an object only;
//! unknown fields are ignored, also where a type denies them. Writing stays with that crate.
//!
//! ```
//! let pair: (u8, String) = bosworth_json::from_str(r#"[9, "ro\u0073e"]"#)?;
//! assert_eq!(pair, (9, "rose".into()));
//! assert_eq!(bosworth_json::from_str::<bool>("nought").unwrap_err().to_string(), "no JSON at byte 0");
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
    /// It is no JSON from this byte on.
    Syntax(usize),
    /// It is JSON, but not of the type that was asked for.
    Type,
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(at) => write!(f, "no JSON at byte {at}"),
            Self::Type => f.write_str("JSON of another type"),
        }
    }
}

impl std::error::Error for Error {}

/// What goes wrong inside.
#[derive(Debug)]
struct Unexpected;

impl Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unexpected")
    }
}

impl std::error::Error for Unexpected {}

/// Serde's own versions make texts of what they are given.
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

/// Reads a value.
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    T::deserialize(&read(text)?).map_err(|Unexpected| Error::Type)
}

fn read(text: &str) -> Result<Node<'_>, Error> {
    let mut reader = JsonReader::new(text);
    let node = reader.value().and_then(|node| reader.end().map(|()| node));
    node.map_err(|Unexpected| Error::Syntax(reader.at()))
}
