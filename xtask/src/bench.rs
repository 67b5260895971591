//! Long benchmarks. Servers are started on 127.0.0.1 and stopped at the end.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::tool::{cargo, root, target, tool};

/// A child process that is killed on drop.
struct Running(Child);

impl Running {
    /// Starts a program and waits for its first lines of output.
    fn start(command: &mut Command, lines: usize) -> Result<(Self, Vec<String>)> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("no standard output")?;
        let running = Self(child);
        let lines: Result<Vec<_>, _> = BufReader::new(output).lines().take(lines).collect();
        Ok((running, lines?))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Load-tests a server, one node on a fresh `SQLite` file or (`cluster`) two nodes on throw-away
/// `PostgreSQL` and NATS, with a bare echo server as the baseline in the same run.
pub(crate) fn server(cluster: bool, seconds: u32, sockets: u32) -> Result<()> {
    let release = build(cluster)?;
    let folder = tempfile::tempdir()?;
    let load = |words: &[&str]| tool(release.join("examples/load")).args(words).run();

    println!("\n== a bare echo");
    let port = free_port()?;
    let echo = Command::new(release.join("examples/echo")).arg(port.to_string()).spawn()?;
    let echo = Running(echo);
    thread::sleep(Duration::from_millis(500));
    load(&["echo", &format!("http://127.0.0.1:{port}"), "2000", "10"])?;
    drop(echo);

    let seconds = seconds.to_string();
    let (title, loads) = if cluster {
        ("two nodes on PostgreSQL and NATS", ["live", "top"].as_slice())
    } else {
        ("one node on SQLite", ["live", "top", "idle"].as_slice())
    };
    println!("\n== {title}");
    for name in loads {
        let services = cluster.then(|| Services::start(&release)).transpose()?;
        let own = folder.path().join(format!("{name}.db")).display().to_string();
        let database = services.as_ref().map_or(&own, |services| &services.database);
        let bus = services.as_ref().map(|services| services.bus.as_str());
        let first = Node::start(&release, database, bus)?;
        let second = cluster.then(|| Node::start(&release, database, bus)).transpose()?;
        let urls = second
            .as_ref()
            .map_or_else(|| first.url.clone(), |second| format!("{},{}", first.url, second.url));
        match *name {
            "live" => {
                println!("\n2 000 tables, 1 000 actions a second:");
                load(&["live", &urls, "2000", "1000", &seconds])?;
            }
            "top" => {
                println!("\nat full speed:");
                // The same number of connections as for the echo server.
                load(&["top", &urls, "1000", "100"])?;
            }
            _ => {
                println!("\nsilent connections:");
                let process = first.running.0.id().to_string();
                load(&["idle", &urls, &sockets.to_string(), &process])?;
            }
        }
    }
    Ok(())
}

/// Measures the latency of actions in 200 games, alone and beside hostile connections.
pub(crate) fn siege(seconds: u32, connections: u32) -> Result<()> {
    cargo(&["build", "--release", "--package", "bosworth-cli"]).run()?;
    let binary = target()?.join("release/bosworth");
    tool("python3")
        .args(["suites/chaos/siege.py".as_ref(), "--binary".as_ref(), binary.as_os_str()])
        .args(["--seconds", &seconds.to_string(), "--connections", &connections.to_string()])
        .run()
}

/// Builds the program and the load generators, and returns their folder.
fn build(cluster: bool) -> Result<PathBuf> {
    let build = |args: &[&str]| cargo(&["build", "--release", "--package"]).args(args).run();
    build(&["bosworth-cli"])?;
    build(&["bosworth-client", "--example", "load"])?;
    build(&["bosworth-server", "--example", "echo"])?;
    if cluster {
        build(&["bosworth-testing", "--example", "services"])?;
    }
    Ok(target()?.join("release"))
}

/// A server process.
struct Node {
    running: Running,
    url: String,
}

impl Node {
    fn start(release: &Path, database: &str, bus: Option<&str>) -> Result<Self> {
        let port = free_port()?.to_string();
        let mut command = Command::new(release.join("bosworth"));
        command.args(["serve", "--no-limits", "--port", &port, "--database", database]);
        command.arg("--site").arg(root().join("crates/cli/tests/site"));
        command.args(bus.map(|bus| ["--bus", bus]).into_iter().flatten());
        command.env("BOSWORTH_LOG", env::var("BOSWORTH_LOG").unwrap_or_else(|_| "warn".into()));
        let (running, _) = Running::start(&mut command, 1)?;
        Ok(Self { running, url: format!("http://127.0.0.1:{port}") })
    }
}

/// Throw-away `PostgreSQL` and NATS servers.
struct Services {
    running: Running,
    database: String,
    bus: String,
}

impl Services {
    fn start(release: &Path) -> Result<Self> {
        let mut command = Command::new(release.join("examples/services"));
        let (running, lines) = Running::start(command.stdin(Stdio::piped()), 2)?;
        let mut lines = lines.into_iter();
        let database = lines.next().context("no database")?;
        Ok(Self { running, database, bus: lines.next().context("no bus")? })
    }
}

/// Asks for a graceful shutdown by closing standard input: if killed, the program could not stop
/// its servers.
impl Drop for Services {
    fn drop(&mut self) {
        drop(self.running.0.stdin.take());
        let _ = self.running.0.wait();
    }
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
