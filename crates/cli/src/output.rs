//! Output. A closed pipe on standard output is an error, not a panic.

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

/// Writes a note to standard error, ignoring errors. It may quote untrusted text, so all control
/// characters except line breaks are removed.
pub(crate) fn note(text: impl Display) {
    let text = text.to_string();
    let safe: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let _ = writeln!(anstream::stderr(), "bosworth: {safe}");
}

/// Writes a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> io::Result<()> {
    writeln!(io::stdout(), "{}", serde_json::to_string(value)?)
}
