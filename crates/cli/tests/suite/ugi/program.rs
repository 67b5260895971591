//! The engine process behind two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

pub const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// White 8 + 2 + 1, Red 5 + 2 + 2 + 1, and neither side can act.
pub const OVER: &str = "8r/9/rr7/9/rrrrr1rr1/9/ww1w5/9/wwwwwwww1 i9 r N1,N2,N3,NE1,E1 \
                    NE2,NE3,E2,E3,NW1 4 4 - classic";
/// Red can play none of three cards, and draws.
pub const FORCED: &str = "8r/9/9/9/9/9/9/9/9 i9 r N1,NE1,E1 S1,S2 4 4 - classic";
/// A timeout longer than any answer takes, even on a busy machine.
pub const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// The process and its output, line by line.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    pub fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(&[line, b"\n"].concat()).expect("the program listens");
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub fn line(&self) -> String {
        self.lines.recv_timeout(WAIT_TIMEOUT).expect("the program says something")
    }

    /// All lines up to and including one with this prefix.
    pub fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends a line and returns the output before the `readyok` of an `isready` after it.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.said()
    }

    pub fn said(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The action after `bestmove`, which follows at least one `info` line.
    pub fn best(&self) -> String {
        let lines = self.until("bestmove");
        let (last, before) = lines.split_last().expect("never empty");
        assert!(before.iter().any(|line| line.starts_with("info depth ")), "{lines:?}");
        last.strip_prefix("bestmove ").expect("an action").to_string()
    }

    /// Closes the input and returns the remaining output.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(WAIT_TIMEOUT) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end: {lines:?}"),
            }
        }
        assert!(self.child.wait().expect("it ends").success());
        lines
    }
}

/// No process outlives its test.
impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The one line of an answer, which must be an error.
pub fn error(lines: &[String]) -> &str {
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].strip_prefix("info error ").unwrap_or_else(|| panic!("no error: {lines:?}"))
}
