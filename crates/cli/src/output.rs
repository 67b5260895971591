//! Output. A closed pipe on standard output is an error, not a panic.

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Write};

/// Standard output takes no more, for instance because a disk is full.
#[derive(Debug)]
pub(crate) struct OutputError(io::Error);

impl Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write the output: {}", self.0)
    }
}

impl Error for OutputError {}

/// Standard output, whose errors say that it is the output that failed.
pub(crate) struct Output<W>(W);

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(why: io::Error) -> io::Error {
    match why.kind() {
        // It is not a failure, and retried.
        io::ErrorKind::Interrupted => why,
        kind => io::Error::new(kind, OutputError(why)),
    }
}

/// Standard output, byte by byte.
pub(crate) fn stdout() -> Output<io::Stdout> {
    Output(io::stdout())
}

/// Writes a line. Styles are stripped unless it is a terminal.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    writeln!(Output(anstream::stdout()), "{text}")
}

/// Writes a text verbatim and flushes.
pub(crate) fn text(text: impl Display) -> io::Result<()> {
    let mut out = Output(anstream::stdout());
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
    writeln!(stdout(), "{}", serde_json::to_string(value)?)
}
