use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::process::{Process, find, free_port, listens};

/// A NATS server of its own, with JetStream.
#[derive(Debug)]
pub struct Nats {
    process: Process,
    port: u16,
    folder: TempDir,
}

impl Nats {
    /// Starts a server and waits until it listens.
    pub async fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let port = free_port();
        let process = launch(folder.path(), port);
        let mut server = Self { process, port, folder };
        server.wait().await;
        server
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Stops the server, and starts it again with the streams that it had.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.process = launch(self.folder.path(), self.port);
        self.wait().await;
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        self.process.end("TERM").await;
    }

    async fn wait(&mut self) {
        let (port, log) = (self.port, self.folder.path().join("log"));
        self.process.until(&log, || listens(port)).await;
    }
}

fn launch(folder: &Path, port: u16) -> Process {
    let program = find("nats-server", &[PathBuf::from("/usr/sbin")], "nats-server");
    let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log");
    let mut server = Command::new(program);
    server.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream"]);
    server.arg("--store_dir").arg(folder.join("streams"));
    server.stdout(Stdio::null()).stderr(log);
    Process::start(&mut server)
}
