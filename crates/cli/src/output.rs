//! Standard output that reports a closed pipe as an error instead of panicking.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line. Styles are stripped unless it is a terminal.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    writeln!(anstream::stdout(), "{text}")
}

/// Writes a text verbatim and flushes.
pub(crate) fn text(text: impl Display) -> io::Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{text}")?;
    out.flush()
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> io::Result<()> {
    writeln!(io::stdout(), "{}", serde_json::to_string(value)?)
}
