//! chromedriver, the `WebDriver` server that controls the browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// The number of attempts to start.
const MAX_START_ATTEMPTS: usize = 5;
/// How long chromedriver may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A chromedriver process, killed on drop.
#[derive(Debug)]
pub(crate) struct DriverProcess {
    child: Child,
    port: u16,
}

impl DriverProcess {
    /// Starts chromedriver. The browser's temporary files go into the folder.
    ///
    /// When asked for any free port, chromedriver binds one for IPv6 and then the same one for
    /// IPv4, which may be in use; then it exits, hence the attempts.
    pub(crate) fn start(folder: &Path) -> Result<Self> {
        let mut driver = Self::try_start(folder);
        for _ in 1..MAX_START_ATTEMPTS {
            if driver.is_err() {
                driver = Self::try_start(folder);
            }
        }
        driver
    }

    fn try_start(folder: &Path) -> Result<Self> {
        let mut child = Command::new(program("chromedriver", "chromium-driver")?)
            .arg("--port=0")
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start chromedriver")?;
        let output = child.stdout.take().context("chromedriver has no standard output")?;
        let mut driver = Self { child, port: 0 };
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let port = |line: String| {
            let (_, rest) = line.split_once("started successfully on port ")?;
            rest.trim_end_matches('.').parse().ok()
        };
        let (sender, ready) = mpsc::channel();
        thread::spawn(move || {
            let _ = sender.send(lines.find_map(port));
            // Drain its output, or it would block once the pipe is full.
            lines.for_each(drop);
        });
        let port =
            ready.recv_timeout(START_TIMEOUT).context("chromedriver did not become ready")?;
        driver.port = port.context("chromedriver exited before it was ready")?;
        Ok(driver)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}:{}", Ipv4Addr::LOCALHOST, self.port)
    }

    /// Closes the browser of a session and waits for its exit. Needs no async runtime, so that it
    /// works in a drop and in a panic.
    pub(crate) fn close(&self, session: &str) -> Result<()> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let patience = Duration::from_secs(10);
        let mut stream = TcpStream::connect_timeout(&address, patience)?;
        stream.set_read_timeout(Some(patience))?;
        let head = "Host: localhost\r\nContent-Length: 0";
        write!(stream, "DELETE /session/{session} HTTP/1.1\r\n{head}\r\n\r\n")?;
        // It answers once the browser has exited, and keeps the connection open.
        let read = stream.read(&mut [0; 512])?;
        ensure!(read > 0, "chromedriver has ended");
        Ok(())
    }
}

impl Drop for DriverProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The path of an installed program.
pub(crate) fn program(name: &str, package: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.into_iter().find(|place| place.is_file()).with_context(|| {
        format!("{name} is missing: install it (Debian: apt-get install {package}) and try again")
    })
}
