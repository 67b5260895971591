//! Measurements that take a while. Servers are started on 127.0.0.1 and stopped at the end.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::tool::{cargo, root, tool};

/// A program that is stopped when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How a server does under load, beside a bare echo in the same run. `database` and `bus` name
/// what is to be measured instead of a fresh SQLite file.
pub(crate) fn server(database: Option<&str>, bus: Option<&str>, seconds: u32) -> Result<()> {
    cargo(&["build", "--release", "--package", "bosworth-cli"]).run()?;
    cargo(&["build", "--release", "--package", "bosworth-client", "--example", "load"]).run()?;
    cargo(&["build", "--release", "--package", "bosworth-server", "--example", "echo"]).run()?;
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
    let target = metadata["target_directory"].as_str().context("cargo knows its folder")?;
    let release = PathBuf::from(target).join("release");
    let folder = PathBuf::from(target).join("bench-server");
    let load = |words: &[&str]| tool(release.join("examples/load")).args(words).run();

    println!("\n== a bare echo");
    let port = free_port()?;
    let echo = Command::new(release.join("examples/echo")).arg(port.to_string()).spawn()?;
    let echo = Running(echo);
    thread::sleep(Duration::from_millis(500));
    load(&["echo", &format!("http://127.0.0.1:{port}"), "1000", "10"])?;
    drop(echo);

    let start = |name: &str| -> Result<(Running, String)> {
        fs::create_dir_all(&folder)?;
        let own = folder.join(format!("{name}.db"));
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{ending}", own.display()));
        }
        let own = own.display().to_string();
        let port = free_port()?;
        let mut command = Command::new(release.join("bosworth"));
        command.args(["serve", "--no-limits", "--port", &port.to_string()]);
        command.args(["--database", database.unwrap_or(&own)]);
        command.arg("--site").arg(root().join("crates/cli/tests/site"));
        command.args(bus.map(|bus| ["--bus", bus]).into_iter().flatten());
        command.env("BOSWORTH_LOG", env::var("BOSWORTH_LOG").unwrap_or_else(|_| "warn".into()));
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("the server's output")?;
        let running = Running(child);
        BufReader::new(output).read_line(&mut String::new())?;
        Ok((running, format!("http://127.0.0.1:{port}")))
    };

    println!("\n== 2 000 tables, 1 000 actions a second");
    let (running, url) = start("live")?;
    load(&["live", &url, "2000", "1000", &seconds.to_string()])?;
    drop(running);

    println!("\n== as fast as it goes");
    let (running, url) = start("top")?;
    load(&["top", &url, "1000", "60"])?;
    drop(running);

    println!("\n== 20 000 silent connections");
    let (running, url) = start("idle")?;
    load(&["idle", &url, "20000", &running.0.id().to_string()])?;
    drop(running);
    fs::remove_dir_all(&folder)?;
    Ok(())
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
