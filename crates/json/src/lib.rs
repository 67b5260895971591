//! Reads JSON with little code, for pages.
//!
//! `serde_json` accepts a struct as an array too and explains every error, so each type that is read
//! is compiled twice, with all texts of its errors. A page only asks whether a message can be read.
//! This reader takes a struct as an object only, and an error says no more than where it was: half
//! of the code. What it reads is what `serde_json` reads (`tests/agreement.rs`); writing stays with
//! that crate.
//!
//! ```
//! let pair: (u8, String) = bosworth_json::from_str(r#"[9, "ro\u0073e"]"#)?;
//! assert_eq!(pair, (9, "rose".into()));
//! assert_eq!(bosworth_json::from_str::<bool>("nought").unwrap_err().to_string(), "unexpected JSON at byte 0");
//! # Ok::<(), bosworth_json::Error>(())
//! ```

mod access;
mod deserializer;
mod number;
mod reader;

use core::fmt::{self, Display};

use serde::Deserialize;
use serde::de;

use self::reader::Reader;

/// Why a text could not be read: it is no JSON, or not of the type that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Error {
    /// How far it was read.
    at: usize,
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected JSON at byte {}", self.at)
    }
}

impl std::error::Error for Error {}

/// What goes wrong inside; [`from_str`] knows where.
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
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|Unexpected| Error { at: reader.at() })
}
