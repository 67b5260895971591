use std::env;
use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::PATIENCE;

/// A server process, killed when dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null());
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Self { child }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has exited on its own.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Waits until a starting server is ready. Fails with its log if it exits before that, as it
    /// does when its port is taken; panics with the log on timeout.
    pub(crate) async fn until(
        &mut self,
        log: &Path,
        mut ready: impl FnMut() -> bool,
    ) -> Result<(), String> {
        let since = Instant::now();
        while !ready() {
            let log = || fs::read_to_string(log).unwrap_or_default();
            if self.has_ended() {
                return Err(log());
            }
            assert!(since.elapsed() < PATIENCE, "the server does not start:\n{}", log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Sends a signal and waits until the process has exited.
    pub(crate) async fn end(&mut self, signal: &str) {
        signal_to(self.id(), signal);
        let since = Instant::now();
        while !self.has_ended() {
            assert!(since.elapsed() < PATIENCE, "the server does not stop");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to one process.
pub(crate) fn signal_to(id: u32, signal: &str) {
    let kill = format!("kill -{signal} {id}");
    let _ = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status();
}

/// Whether something listens on a port.
pub(crate) fn listens(port: u16) -> bool {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok()
}

/// A port that is currently free. It may be taken before it is used, so callers must retry with
/// another one.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Finds a program on the PATH or in its usual folders.
pub(crate) fn find(program: &str, elsewhere: &[PathBuf], package: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain(elsewhere.iter().cloned());
    let mut files = folders.map(|folder| folder.join(program));
    files.find(|file| file.is_file()).unwrap_or_else(|| {
        panic!("{program} is missing: install it (Debian: apt-get install {package}) and try again")
    })
}
