use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::process::{Process, find, listens};

/// A throw-away NATS server with JetStream.
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
        let log = folder.path().join("log");
        // NATS picks a free port and logs it.
        let mut process = launch(folder.path(), "-1");
        let mut port = None;
        let said = process.until(&log, || {
            port = listening_port(&log);
            port.is_some_and(listens)
        });
        let said = said.await;
        let port = said.ok().and(port);
        let port = port.unwrap_or_else(|| {
            panic!("NATS does not start:\n{}", fs::read_to_string(&log).unwrap_or_default())
        });
        Self { process, port, folder }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Restarts the server with the same streams.
    pub async fn restart(&mut self) {
        self.stop().await;
        let (port, log) = (self.port, self.folder.path().join("log"));
        self.process = launch(self.folder.path(), &port.to_string());
        let started = self.process.until(&log, || listens(port)).await;
        started.unwrap_or_else(|log| panic!("NATS does not restart:\n{log}"));
    }

    /// Restarts the server without its streams, as after the loss of its storage.
    pub async fn restart_empty(&mut self) {
        self.stop().await;
        fs::remove_dir_all(self.folder.path().join("streams")).expect("the streams");
        self.restart().await;
    }

    /// Stops the server.
    pub async fn stop(&mut self) {
        self.process.end("TERM").await;
    }
}

/// The port that a server listens on, according to its log.
fn listening_port(log: &Path) -> Option<u16> {
    let log = fs::read_to_string(log).ok()?;
    let (_, rest) = log.split_once("Listening for client connections on 127.0.0.1:")?;
    let digits = rest.split_once(|letter: char| !letter.is_ascii_digit())?.0;
    digits.parse().ok()
}

fn launch(folder: &Path, port: &str) -> Process {
    let program = find("nats-server", &[PathBuf::from("/usr/sbin")], "nats-server");
    let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log");
    let mut server = Command::new(program);
    server.args(["--addr", "127.0.0.1", "--port", port, "--jetstream"]);
    server.arg("--store_dir").arg(folder.join("streams"));
    server.stdout(Stdio::null()).stderr(log);
    Process::start(&mut server)
}
