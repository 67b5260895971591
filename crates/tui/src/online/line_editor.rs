//! A line editor on a terminal, while server messages can arrive at any time.

use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::thread;

use rustyline::ExternalPrinter;

use super::plain::PlainInput;
use crate::plain::{EditedLines, LineSource};

/// A terminal on which lines are edited. Dropping it restores the terminal's modes: the session can
/// end in the middle of a line.
pub(super) struct LineEditor {
    /// Each message allows the next line to be read.
    next: Sender<()>,
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

impl LineEditor {
    /// Reads lines on a separate thread. Output appears above the line being edited.
    pub(super) fn start(sender: Sender<PlainInput>) -> io::Result<(Self, impl Write)> {
        #[cfg(unix)]
        let before = rustix::termios::tcgetattr(io::stdin()).ok();
        let mut lines = EditedLines::new()?;
        let printer = lines.printer()?;
        let (next, wanted) = mpsc::channel();
        thread::spawn(move || {
            // One line at a time, so that the terminal is not left in raw mode after the last one.
            while wanted.recv().is_ok() {
                let heard = match lines.next_line() {
                    Ok(Some(line)) => PlainInput::Line(line),
                    Ok(None) | Err(_) => PlainInput::End,
                };
                if sender.send(heard).is_err() {
                    return;
                }
            }
        });
        let typed = Self {
            next,
            #[cfg(unix)]
            before,
        };
        typed.next();
        Ok((typed, OutputAboveLine { printer, said: Vec::new() }))
    }

    /// Allows the next line, after the last one was handled.
    pub(super) fn next(&self) {
        // The thread has ended if there is no more input.
        let _ = self.next.send(());
    }
}

#[cfg(unix)]
impl Drop for LineEditor {
    fn drop(&mut self) {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

        let Some(before) = &self.before else { return };
        let raw =
            tcgetattr(io::stdin()).is_ok_and(|now| !now.local_modes.contains(LocalModes::ICANON));
        if raw && tcsetattr(io::stdin(), OptionalActions::Now, before).is_ok() {
            let _ = writeln!(io::stdout());
        }
    }
}

/// Output that appears above the line being edited.
struct OutputAboveLine<P> {
    printer: P,
    said: Vec<u8>,
}

impl<P: ExternalPrinter> Write for OutputAboveLine<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.said.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.said.is_empty() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&self.said).into_owned();
        self.said.clear();
        self.printer.print(said).map_err(io::Error::other)
    }
}
