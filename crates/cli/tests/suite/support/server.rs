use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use bosworth_testing::OutputLines;

/// A server with its database in a folder. It is killed when the test ends.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    pub(crate) url: String,
}

impl Server {
    /// Starts on any free port.
    pub(crate) fn start(folder: &Path) -> Self {
        fs::write(folder.join("index.html"), "<title>The Rose King</title>").expect("a page");
        let (child, url) = spawn(folder, "0");
        Self { child, folder: folder.into(), url }
    }

    /// Kills it with SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("it is killed");
    }

    /// Starts on the same port and with the same database as before.
    pub(crate) fn start_again(&mut self) {
        let port = self.url.rsplit(':').next().expect("a port");
        let (child, url) = spawn(&self.folder, port);
        assert_eq!(url, self.url);
        self.child = child;
    }
}

fn spawn(folder: &Path, port: &str) -> (Child, String) {
    let database = format!("sqlite:{}", folder.join("server.db").display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["serve", "--port", port, "--database", &database, "--no-limits", "--site"])
        .arg(folder)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server starts");
    let lines = OutputLines::of(child.stdout.take().expect("its output"));
    let line = lines.next().expect("the server says where it is");
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    let url = url.unwrap_or_else(|| panic!("no address in {line:?}"));
    (child, url.trim_end_matches('/').into())
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
