use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::PATIENCE;

/// The lines that a program says. A thread reads them all, so that the program never blocks on a
/// full pipe and no test waits for a line without a limit.
#[derive(Debug)]
pub struct Lines(Receiver<String>);

impl Lines {
    /// Reads what a program writes.
    pub fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // Whoever has heard enough has dropped the other end; the pipe is still emptied.
                let _ = sender.send(line);
            }
        });
        Self(lines)
    }

    /// The next line; none if the program has ended, or has said nothing for as long as
    /// [`PATIENCE`].
    pub fn next(&self) -> Option<String> {
        self.0.recv_timeout(PATIENCE).ok()
    }
}
