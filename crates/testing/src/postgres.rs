use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use crate::process::{Process, find, free_port, listens};

/// The user PostgreSQL runs as when the tests run as root, since it refuses to run as root.
const USER: &str = "postgres";
/// The number of ports to try.
const PORTS: usize = 5;

/// A throw-away PostgreSQL server.
///
/// In tests it runs with `fsync=off`, since these cover restarts of the server but not crashes of
/// the machine.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    waits_for_disk: bool,
    databases: AtomicU32,
    folder: TempDir,
}

/// The process, its port and its programs.
#[derive(Debug)]
struct Server {
    process: Process,
    port: u16,
    programs: PathBuf,
}

impl Postgres {
    /// Starts a server and waits until it answers.
    pub async fn start() -> Self {
        Self::launched(false).await
    }

    /// Starts a server with durable commits, for measurements.
    pub async fn start_durable() -> Self {
        Self::launched(true).await
    }

    async fn launched(waits_for_disk: bool) -> Self {
        let programs = programs();
        let folder = TempDir::new().expect("a temporary folder");
        if is_root() {
            run(Command::new("chown").arg(USER).arg(folder.path()));
        }
        let data = folder.path().join("data");
        let mut init = as_user(&programs.join("initdb"));
        init.args(["--username", "bosworth", "--auth", "trust", "--encoding", "UTF8"]);
        init.args(["--locale", "C", "--no-sync", "--pgdata"]).arg(&data);
        run(init.stdout(Stdio::null()));
        let mut fault = String::new();
        for _ in 0..PORTS {
            let port = free_port();
            let process = launch(&programs, folder.path(), port, waits_for_disk);
            let (databases, programs) = (AtomicU32::new(0), programs.clone());
            let mut server = Server { process, port, programs };
            match server.wait(folder.path()).await {
                Ok(()) => return Self { server, waits_for_disk, databases, folder },
                Err(log) => fault = log,
            }
        }
        panic!("PostgreSQL does not start:\n{fault}");
    }

    /// Creates an empty database and returns its URL.
    pub fn url(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        format!("postgres://bosworth@127.0.0.1:{}/{name}", self.server.port)
    }

    /// Runs a statement in a database as its administrator.
    pub fn sql(&self, database: &str, sql: &str) {
        run(self.server.psql(database).args(["--command", sql]).stdout(Stdio::null()));
    }

    /// Restarts the server, aborting whatever it is doing.
    pub async fn restart(&mut self) {
        self.stop().await;
        let Server { port, programs, .. } = &self.server;
        let process = launch(programs, self.folder.path(), *port, self.waits_for_disk);
        self.server.process = process;
        let started = self.server.wait(self.folder.path()).await;
        started.unwrap_or_else(|log| panic!("PostgreSQL does not restart:\n{log}"));
    }

    /// Stops the server: connections break, and uncommitted transactions are lost.
    pub async fn stop(&mut self) {
        // What PostgreSQL calls a fast shutdown.
        self.server.process.end("INT").await;
    }
}

impl Server {
    fn psql(&self, database: &str) -> Command {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--host", "127.0.0.1", "--username", "bosworth", "--quiet", "--no-psqlrc"]);
        psql.args(["--port", &self.port.to_string(), "--dbname", database]);
        psql
    }

    async fn wait(&mut self, folder: &Path) -> Result<(), String> {
        let mut ping = self.psql("postgres");
        ping.args(["--command", "SELECT 1"]).stdout(Stdio::null()).stderr(Stdio::null());
        // A foreign server may answer on this port while this one is about to give up: it is ready
        // once it says so itself.
        let (port, id) = (self.port, self.process.id().to_string());
        let status = folder.join("data/postmaster.pid");
        let is_ready = move || {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let mut lines = status.lines().map(str::trim);
            lines.next() == Some(id.as_str()) && lines.next_back() == Some("ready")
        };
        let answers =
            || is_ready() && listens(port) && ping.status().is_ok_and(|status| status.success());
        self.process.until(&folder.join("log"), answers).await
    }
}

/// Backends exit when the postmaster is gone, and this signal stops it immediately, even while a
/// test panics.
impl Drop for Postgres {
    fn drop(&mut self) {
        // What PostgreSQL calls an immediate shutdown.
        crate::process::signal_to(self.server.process.id(), "QUIT");
        for _ in 0..200 {
            if self.server.process.has_ended() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
}

fn launch(programs: &Path, folder: &Path, port: u16, waits_for_disk: bool) -> Process {
    let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log");
    let mut server = as_user(&programs.join("postgres"));
    server.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
    server.args(["-h", "127.0.0.1", "-p", &port.to_string()]);
    server.args(["-c", "max_connections=200"]);
    if !waits_for_disk {
        server.args(["-c", "fsync=off"]);
    }
    server.stdout(Stdio::null()).stderr(log);
    Process::start(&mut server)
}

/// A command that runs as an unprivileged user. `setpriv` execs it, so that the process id is that
/// of the server.
fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", USER, "--regid", USER, "--clear-groups", "--"]).arg(program);
    command.current_dir("/");
    command
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("the program id");
    id.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{said}");
}

/// The folder of the newest version's programs, which Debian keeps off the PATH.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> =
        versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()).collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    let folder = |version| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin"));
    let elsewhere: Vec<_> = versions.into_iter().map(folder).collect();
    let initdb = find("initdb", &elsewhere, "postgresql");
    // If PATH has a link, the other programs are next to its target.
    let initdb = fs::canonicalize(&initdb).unwrap_or(initdb);
    initdb.parent().map(Path::to_path_buf).unwrap_or_default()
}
