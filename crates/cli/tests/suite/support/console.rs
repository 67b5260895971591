//! A program on its own pseudo-terminal: keys in, a screen out.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The timeout of every wait.
pub const WAIT_TIMEOUT: Duration = Duration::from_mins(1);

/// A program on its own pseudo-terminal.
pub struct Console {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The emulated screen, and whether the program has closed the terminal.
    pub screen: Arc<(Mutex<(vt100::Parser, bool)>, Condvar)>,
    /// Everything that the program has written.
    raw: Arc<Mutex<Vec<u8>>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn some(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a terminal has rows and columns")
}

impl Console {
    pub fn start(data: &Path, args: &[&str]) -> Self {
        Self::start_with(data, args, ("BOSWORTH", "1485"))
    }

    /// With an additional environment variable.
    pub fn start_with(data: &Path, args: &[&str], variable: (&str, &str)) -> Self {
        Self::run(data, env!("CARGO_BIN_EXE_bosworth"), args, variable)
    }

    /// Another program, on a terminal with 256 colours unless the variable says otherwise.
    pub fn run(data: &Path, program: &str, args: &[&str], variable: (&str, &str)) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(data);
        command.env("XDG_DATA_HOME", data);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        for unwanted in ["NO_COLOR", "COLORTERM", "COLORFGBG", "BOSWORTH_THEME"] {
            command.env_remove(unwanted);
        }
        command.env(variable.0, variable.1);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let keys = pair.master.take_writer().expect("its input");
        let parser = vt100::Parser::new(some(24), some(80), 0);
        let screen = Arc::new((Mutex::new((parser, false)), Condvar::new()));
        let shared = Arc::clone(&screen);
        let raw = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&raw);
        thread::spawn(move || {
            let mut bytes = [0; 8192];
            loop {
                let read = reader.read(&mut bytes).unwrap_or(0);
                log.lock().expect("nobody panicked").extend(&bytes[..read]);
                let mut state = shared.0.lock().expect("nobody panicked");
                state.0.process(&bytes[..read]);
                state.1 = read == 0;
                shared.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
        Self { master: pair.master, keys, child, screen, raw }
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are typed");
        self.keys.flush().expect("keys are typed");
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.screen.0.lock().expect("a screen").0.screen_mut().set_size(some(rows), some(columns));
        self.master.resize(size(columns, rows)).expect("another size");
    }

    /// Waits until the screen satisfies a predicate.
    pub fn wait(&self, what: &str, is: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + WAIT_TIMEOUT;
        let mut state = self.screen.0.lock().expect("a screen");
        loop {
            let text = state.0.screen().contents();
            if is(&text) {
                return text;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {what} on\n{text}");
            assert!(!state.1, "the program ended without {what}:\n{text}");
            state = self.screen.1.wait_timeout(state, left).expect("a screen").0;
        }
    }

    /// Waits until the program has written some bytes, `times` times.
    pub fn wait_raw(&self, bytes: &str, times: usize) {
        let end = Instant::now() + WAIT_TIMEOUT;
        loop {
            let raw = String::from_utf8_lossy(&self.raw.lock().expect("bytes")).into_owned();
            if raw.matches(bytes).count() >= times {
                return;
            }
            assert!(Instant::now() < end, "no {bytes:?} in {raw:?}");
            let state = self.screen.0.lock().expect("a screen");
            let _ = self.screen.1.wait_timeout(state, Duration::from_millis(20));
        }
    }

    /// Everything that the program has written so far.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw.lock().expect("bytes")).into_owned()
    }

    /// The background of a cell.
    pub fn background(&self, row: u16, column: u16) -> vt100::Color {
        let state = self.screen.0.lock().expect("a screen");
        state.0.screen().cell(row, column).expect("a cell").bgcolor()
    }

    /// Waits for the program to exit; returns its exit code and what is left on the terminal.
    pub fn end(&mut self) -> (u32, String, bool) {
        let code = self.child.wait().expect("it ends").exit_code();
        let end = Instant::now() + WAIT_TIMEOUT;
        let mut state = self.screen.0.lock().expect("a screen");
        while !state.1 && Instant::now() < end {
            state = self.screen.1.wait_timeout(state, WAIT_TIMEOUT).expect("a screen").0;
        }
        let screen = state.0.screen();
        (code, screen.contents(), screen.alternate_screen())
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let killed = Command::new("kill").args([name, &id]).status().expect("kill is there");
        assert!(killed.success());
    }
}
