use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::PATIENCE;

/// The lines that a program prints. A thread reads them all, so that the program never blocks on a
/// full pipe and every wait for a line has a timeout.
#[derive(Debug)]
pub struct OutputLines(Receiver<String>);

impl OutputLines {
    /// Reads a program's output.
    pub fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                // The receiver may have been dropped; the pipe is still drained.
                let _ = sender.send(line);
            }
        });
        Self(lines)
    }

    /// The next line; `None` if the program has exited, or has printed nothing for [`PATIENCE`].
    pub fn next(&self) -> Option<String> {
        self.0.recv_timeout(PATIENCE).ok()
    }
}
