use std::io::{self, BufRead};

use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, ExternalPrinter};

/// A source of input lines.
pub trait LineSource {
    /// The next line; none at the end.
    fn next_line(&mut self) -> io::Result<Option<String>>;
}

impl<L: LineSource + ?Sized> LineSource for &mut L {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        (**self).next_line()
    }
}

/// Lines of a pipe or a file, without a prompt.
pub struct PipedLines<I>(pub I);

impl<I: BufRead> LineSource for PipedLines<I> {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.0.read_until(b'\n', &mut line)?;
        // Invalid UTF-8 must not end the game.
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}

/// Lines of a person at a terminal, who can edit them and find earlier ones with the arrow keys.
pub struct EditedLines {
    editor: DefaultEditor,
}

impl EditedLines {
    /// An editor with an empty history, which is kept in memory only.
    pub fn new() -> io::Result<Self> {
        Ok(Self { editor: DefaultEditor::new().map_err(failure)? })
    }

    /// Prints above the line that is being edited, from another thread.
    pub(crate) fn printer(&mut self) -> io::Result<impl ExternalPrinter + use<>> {
        self.editor.create_external_printer().map_err(failure)
    }
}

impl LineSource for EditedLines {
    fn next_line(&mut self) -> io::Result<Option<String>> {
        match self.editor.readline("> ") {
            Ok(line) => {
                if !line.trim().is_empty() {
                    self.editor.add_history_entry(&line).map_err(failure)?;
                }
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }
}

fn failure(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_does_not_end_the_input() {
        let mut lines = PipedLines(&b"d\xe9j\xe0 vu\nnext"[..]);
        let line = lines.next_line().expect("a line").expect("not the end");
        assert!(line.ends_with(" vu\n"), "{line:?}");
        assert_eq!(lines.next_line().expect("a line").as_deref(), Some("next"));
        assert_eq!(lines.next_line().expect("the end"), None);
    }
}
