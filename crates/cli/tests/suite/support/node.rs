#![allow(dead_code, reason = "every test uses a part of it")]

use std::process::{Child, Command as Process, Stdio};

use bosworth_client::Client;
use bosworth_testing::{OutputLines, Watchdog};

/// Attempts to start a server until its port is free.
const ATTEMPTS: usize = 50;

/// A server process that can be killed.
pub(crate) struct Node {
    port: u16,
    arguments: Vec<String>,
    variables: &'static [(&'static str, &'static str)],
    child: Child,
    _watchdog: Watchdog,
}

impl Node {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_with(&[], arguments)
    }

    /// Starts with variables in its environment.
    pub(crate) fn start_with(
        variables: &'static [(&'static str, &'static str)],
        arguments: &[&str],
    ) -> Self {
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        let spawned = Self::spawn(0, variables, &arguments);
        let (child, port) = spawned.expect("a server starts on any port");
        Self { port, arguments, variables, child, _watchdog: Watchdog::start() }
    }

    /// Starts a server, which prints its address once it has its port and its database. None if it
    /// exits before that.
    fn spawn(port: u16, variables: &[(&str, &str)], arguments: &[String]) -> Option<(Child, u16)> {
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site");
        let mut child = Process::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["serve", "--no-limits", "--site", site, "--port", &port.to_string()])
            .args(arguments)
            .env("BOSWORTH_LOG", "error")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        let lines = OutputLines::of(child.stdout.take().expect("its output"));
        let Some(line) = lines.next() else {
            let _ = child.kill();
            child.wait().expect("its end");
            return None;
        };
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let port = url.and_then(|url| url.trim_end_matches('/').rsplit(':').next()?.parse().ok());
        Some((child, port.unwrap_or_else(|| panic!("the server says {line:?}"))))
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("its end");
    }

    /// Sends a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        let sent = Process::new("sh").args(["-c", &kill]).status().expect("a shell");
        assert!(sent.success(), "{kill}");
    }

    /// Whether it has exited.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a state").is_some()
    }

    /// Starts on the same port as before.
    pub(crate) fn start_again(&mut self) {
        // The port may be in use for a moment: an outgoing connection gets any free one.
        let attempt = |_| Self::spawn(self.port, self.variables, &self.arguments);
        let started = (0..ATTEMPTS).find_map(attempt);
        let (child, port) = started.expect("the server starts again");
        assert_eq!(port, self.port);
        self.child = child;
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&format!("http://127.0.0.1:{}", self.port)).expect("an address")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
