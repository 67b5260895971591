#![allow(dead_code, reason = "every test uses a part of it")]

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command as Process, Stdio};

use bosworth_client::Client;

/// A server in a process of its own, which can be killed.
pub(crate) struct Node {
    port: u16,
    arguments: Vec<String>,
    child: Child,
}

impl Node {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        let child = Self::spawn(port, &arguments);
        Self { port, arguments, child }
    }

    fn spawn(port: u16, arguments: &[String]) -> Child {
        let site = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site");
        let mut child = Process::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["serve", "--no-limits", "--site", site, "--port", &port.to_string()])
            .args(arguments)
            .env("BOSWORTH_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server");
        // It says where it is once it has its port and its database.
        let output = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("a line");
        assert!(line.contains("http"), "the server says {line:?}");
        child
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

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a state").is_some()
    }

    pub(crate) fn start_again(&mut self) {
        self.child = Self::spawn(self.port, &self.arguments);
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
