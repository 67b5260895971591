//! Where the settings of a server come from, and what is checked before it starts.
use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use bosworth_testing::{OutputLines, Watchdog, eventually};
use tempfile::TempDir;

/// The server's command in a folder that is its site, with no settings but these.
fn serve(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> Command {
    fs::write(folder.join("index.html"), "<title>The Rose King</title>").expect("a page");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
    command.args(["serve", "--site"]).arg(folder).args(args);
    command.env_remove("BOSWORTH_DATABASE").env("LC_ALL", "C.UTF-8");
    command.env("XDG_DATA_HOME", folder).envs(environment.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Whether the settings are good, and what is said about them.
fn check(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let mut command = serve(folder, args, environment);
    let Output { status, stdout, stderr } =
        command.arg("--check-config").output().expect("the program ends");
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), said)
}

/// The line of a setting, without the spaces between its columns.
fn row(said: &str, name: &str) -> String {
    let line = said.lines().find(|line| line.split_whitespace().next() == Some(name));
    line.unwrap_or_else(|| panic!("no {name} in {said}"))
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_settings_file_overrides_the_defaults_of_the_unit_and_the_image() {
    let folder = TempDir::new().expect("a folder");
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    for file in ["systemd/bosworth.service", "container/Containerfile"] {
        let text = fs::read_to_string(units.join(file)).expect("a file");
        for variable in ["BOSWORTH_DATABASE=", "BOSWORTH_ADDRESS="] {
            assert!(!text.contains(&format!("Environment={variable}")), "{file}");
            assert!(!text.contains(&format!("ENV {variable}")), "{file}");
        }
    }
    let file = folder.path().join("b.toml");
    fs::write(&file, "database = \"postgres://me:hush@host/rose\"\n").expect("a file");
    let config = file.to_str().expect("a name");
    let defaults = "address = '0.0.0.0', database = 'sqlite:/var/lib/bosworth/bosworth.db'";
    let environment = [("BOSWORTH_DEFAULTS", defaults), ("BOSWORTH_CONFIG", config)];
    let (good, said) = check(folder.path(), &[], &environment);
    assert!(good, "{said}");
    let expected = format!("database postgres://…@host/rose (database in {config})");
    assert_eq!(row(&said, "database"), expected);
    assert_eq!(row(&said, "address"), "address 0.0.0.0 (address in BOSWORTH_DEFAULTS)");
    assert!(!said.contains("warning") && !said.contains("hush"), "{said}");
}

#[test]
fn every_setting_says_where_it_comes_from() {
    let folder = TempDir::new().expect("a folder");
    let secret = folder.path().join("url");
    fs::write(&secret, "postgres://me:hush@host/rose\n").expect("a file");
    let secret = secret.to_str().expect("a name");
    let file = folder.path().join("b.toml");
    fs::write(&file, "log-json = true\nport = 80\n").expect("a file");
    let config = file.to_str().expect("a name");
    let environment = [("BOSWORTH_DATABASE", "sqlite:/nowhere/b.db"), ("BOSWORTH_PORT", "81")];
    let args = ["--config", config, "--database-file", secret];
    let (good, said) = check(folder.path(), &args, &environment);
    assert!(good, "{said}");
    // A flag beats a variable, also when it names a file with the value.
    assert_eq!(row(&said, "database"), "database postgres://…@host/rose (--database-file)");
    assert_eq!(row(&said, "log-json"), format!("log-json yes (log-json in {config})"));
    assert_eq!(row(&said, "port"), "port 81 (BOSWORTH_PORT)");
    assert_eq!(row(&said, "bus"), "bus none (default)");
    for warning in [
        "--database-file overrides BOSWORTH_DATABASE",
        &format!("BOSWORTH_PORT overrides port in {config}"),
    ] {
        assert!(said.contains(&format!("warning: {warning}")), "{said}");
    }
}

#[test]
fn settings_that_cannot_work_are_refused_before_the_start() {
    let folder = TempDir::new().expect("a folder");
    for (args, environment, part) in [
        (&["--port", "8080", "--metrics-port", "8080"][..], &[][..], "port and metrics-port"),
        (&["--log-file", "/missing/b.log"], &[], "log-file /missing/b.log: cannot write"),
        (&["--database", "/missing/b.db"], &[], "there is no folder /missing"),
        (&["--address", "no-such-host.invalid"], &[], "address no-such-host.invalid: "),
        (&["--address", "unix:/missing/http"], &[], "cannot write to the folder /missing"),
        (&[], &[("BOSWORTH_DATABSE", "x")], "unknown variable BOSWORTH_DATABSE"),
        (&[], &[("BOSWORTH_DEFAULTS", "prot = 1")], "BOSWORTH_DEFAULTS: unknown setting \"prot\""),
    ] {
        let (good, said) = check(folder.path(), args, environment);
        assert!(!good && said.contains(part), "{args:?}: {said}");
        let output = serve(folder.path(), args, environment).output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(part), "{args:?}: {said}");
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once_below_the_settings() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("b.toml");
    let text = "log = 'blub'\nport = 70000\nmetrics-port = 1485\nlog-file = '/missing/b.log'\n\
                database = '/missing/b.db'\npush-contact = 'me'\nmail-file = '/missing/mail'\n";
    fs::write(&file, text).expect("a file");
    let args = ["--config", file.to_str().expect("a name")];
    let environment = [("BOSWORTH_PROT", "3")];
    let (good, said) = check(folder.path(), &args, &environment);
    let output = serve(folder.path(), &args, &environment).output().expect("the program ends");
    assert!(!good && !output.status.success());
    let started = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(row(&said, "log-file").starts_with("log-file /missing/b.log"), "{said}");
    for said in [said, started] {
        for part in [
            "\"blub\" is not a log level",
            "port: the highest port is 65535\n",
            "port and metrics-port are both 1485",
            "log-file /missing/b.log: cannot write",
            "there is no folder /missing",
            "mailto:",
            "cannot read /missing/mail",
            "unknown variable BOSWORTH_PROT",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

#[test]
fn commands_on_the_database_read_the_settings_file() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("b.toml");
    let database = folder.path().join("missing.db");
    fs::write(&file, format!("database = '{}'\nport = 80\n", database.display())).expect("a file");
    for command in [&["db", "check"][..], &["admin", "list"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(command)
            .env("BOSWORTH_CONFIG", &file)
            .env_remove("BOSWORTH_DATABASE")
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(&format!("there is no database {}", database.display())), "{said}");
    }
}

struct Running(Child, OutputLines);

impl Running {
    fn start(mut command: Command) -> Self {
        let mut child = command.spawn().expect("a server");
        let lines = OutputLines::of(child.stdout.take().expect("its output"));
        Self(child, lines)
    }

    fn hang_up(&self) {
        let kill = format!("kill -HUP {}", self.0.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A log once it contains a text.
async fn log_with(file: &Path, text: &str) -> String {
    eventually(&format!("{text:?} in {}", file.display()), async || {
        let log = fs::read_to_string(file).unwrap_or_default();
        log.contains(text).then_some(log)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hangup_opens_the_log_again_and_reads_its_settings() {
    let folder = TempDir::new().expect("a folder");
    let (log, old) = (folder.path().join("b.log"), folder.path().join("b.log.1"));
    let config = folder.path().join("b.toml");
    let write = |rest: &str| {
        let text = format!("port = 0\nlog-file = '{}'\nlog = 'info'\n{rest}", log.display());
        fs::write(&config, text).expect("a file");
    };
    write("");
    let server =
        Running::start(serve(folder.path(), &["--config", config.to_str().expect("a name")], &[]));
    let line = server.1.next().expect("an address");
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).expect(&line);
    let client = bosworth_client::Client::new(url).expect("an address");
    client.text("/health").await.expect("an answer");

    fs::rename(&log, &old).expect("rotated");
    write("access-log = true\ntrust-proxy = true\n");
    server.hang_up();
    let said = log_with(&log, "setting=\"trust-proxy\"").await;
    assert!(said.contains("changed; restart to apply it"), "{said}");
    client.text("/health").await.expect("an answer");
    let said = log_with(&log, "path=\"/health\"").await;
    assert!(!said.contains("setting=\"access-log\""), "{said}");
    let before = fs::read_to_string(&old).expect("the old log");
    assert!(before.contains("starting") && !before.contains("/health"), "{before}");

    // Invalid settings change nothing.
    write("prot = 1\n");
    server.hang_up();
    log_with(&log, "cannot read the settings again").await;
    client.text("/health").await.expect("an answer");
}

#[test]
fn a_server_listens_on_a_host_name_or_a_unix_socket() {
    let _watchdog = Watchdog::start();
    let folder = TempDir::new().expect("a folder");
    let named =
        Running::start(serve(folder.path(), &["--address", "localhost", "--port", "0"], &[]));
    let line = named.1.next().expect("an address");
    assert!(line.contains("http://127.0.0.1:") || line.contains("http://[::1]:"), "{line}");
    drop(named);

    let path = folder.path().join("http");
    let address = format!("unix:{}", path.display());
    // The second server replaces the socket that the first one left when it was killed.
    for _ in 0..2 {
        let server = Running::start(serve(folder.path(), &["--address", &address], &[]));
        let line = server.1.next().expect("an address");
        assert!(line.contains(&address), "{line}");
        let mut stream = UnixStream::connect(&path).expect("a connection");
        write!(stream, "GET /ready HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.ends_with("ready"), "{answer}");
        let probe = |name: &str, value: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
            command.arg("healthcheck").env(name, value).env("LC_ALL", "C.UTF-8");
            let output = command.output().expect("the program ends");
            (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        for name in ["BOSWORTH_ADDRESS", "BOSWORTH_SERVER"] {
            assert_eq!(probe(name, &address), (Some(0), "ready\n".into()), "{name}");
        }
        let (code, said) = probe("BOSWORTH_ADDRESS", &format!("{address}2"));
        assert!(code == Some(1) && said.starts_with("the server cannot be reached: "), "{said}");
    }
}
