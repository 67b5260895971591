//! `bosworth serve` end to end: start, request, stop.
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};

use bosworth_testing::Watchdog;
use tempfile::TempDir;

fn serve(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .arg("serve")
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn failure(args: &[&str]) -> String {
    let Output { status, stdout, stderr } =
        serve(args).wait_with_output().expect("the program ends");
    assert_eq!(status.code(), Some(2), "{args:?}");
    assert!(stdout.is_empty(), "{args:?}");
    String::from_utf8(stderr).expect("UTF-8")
}

/// A folder with a page, and its path.
fn site() -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("index.html"), "<title>The Rose King</title>").expect("a file");
    let name = folder.path().to_str().expect("a plain name").to_string();
    (folder, name)
}

#[test]
fn the_server_runs_until_it_is_told_to_stop() {
    let _watchdog = Watchdog::start();
    let (folder, name) = site();
    let database = folder.path().join("rose.db").display().to_string();
    for signal in ["TERM", "INT"] {
        let mut child = serve(&["--port", "0", "--site", &name, "--database", &database]);
        let mut lines = BufReader::new(child.stdout.take().expect("standard output")).lines();
        let line = lines.next().expect("a line").expect("UTF-8");
        let rest = line.strip_prefix("Bosworth is running at http://").expect("an address");
        let (address, rest) = rest.split_once('/').expect("an address");
        assert_eq!(rest, " – Ctrl-C stops it");

        let mut stream = TcpStream::connect(address).expect("a connection");
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with("<title>The Rose King</title>"), "{answer}");

        let kill = format!("kill -{signal} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{signal}");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let said: Vec<_> = log.lines().filter_map(|line| line.split("INFO ").nth(1)).collect();
        let [starting, resumed, stopping, stopped] = said[..] else { panic!("{log}") };
        assert!(starting.starts_with("bosworth::start: starting version="), "{log}");
        assert_eq!(resumed.split(" away").next(), Some("bosworth::start: games resumed games=0"));
        assert_eq!([stopping, stopped], ["bosworth::stop: stopping", "bosworth::stop: stopped"]);
        assert!(lines.next().is_none(), "one line is enough");
    }
}

#[test]
fn a_port_in_use_is_reported() {
    let (_folder, name) = site();
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = other.local_addr().expect("an address").port().to_string();
    assert_eq!(
        failure(&["--port", &port, "--site", &name]),
        format!("bosworth: port {port} is in use; choose another with --port\n")
    );
}

#[test]
fn a_site_without_an_index_is_reported() {
    let folder = TempDir::new().expect("a folder");
    let name = folder.path().to_str().expect("a plain name");
    assert_eq!(failure(&["--site", name]), format!("bosworth: {name} contains no index.html\n"));
    let missing = format!("{name}/none");
    let error = failure(&["--site", &missing]);
    assert!(error.starts_with(&format!("bosworth: cannot read the folder {missing}: ")), "{error}");
}

#[test]
fn a_database_in_a_missing_folder_is_refused() {
    let (folder, name) = site();
    let typo = folder.path().join("mistyped/bosworth.db");
    let error = failure(&["--port", "0", "--site", &name, "--database", typo.to_str().expect("")]);
    assert_eq!(
        error,
        format!(
            "bosworth: there is no folder {name}/mistyped; create it first if the path is right\n"
        )
    );
    assert!(!folder.path().join("mistyped").exists(), "a typo makes nothing");
}

#[cfg(unix)]
#[test]
fn the_default_folder_is_created_and_its_database_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let _watchdog = Watchdog::start();
    let (folder, name) = site();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["serve", "--port", "0", "--site", &name])
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("standard output"));
    stdout.read_line(&mut line).expect("UTF-8");
    let database = folder.path().join("data/bosworth/bosworth.db");
    let mode = fs::metadata(&database).expect("a database").permissions().mode();
    child.kill().and_then(|()| child.wait()).expect("it stops");
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_database_file_has_one_server_until_that_is_killed() {
    let _watchdog = Watchdog::start();
    let (folder, name) = site();
    let database = folder.path().join("rose.db").display().to_string();
    let args = ["--port", "0", "--site", &name, "--database", &database];
    let start = || {
        let mut child = serve(&args);
        let stdout = BufReader::new(child.stdout.take().expect("standard output"));
        let line = stdout.lines().next().expect("a line").expect("UTF-8");
        assert!(line.starts_with("Bosworth is running"), "{line}");
        child
    };
    let mut first = start();
    let refused = format!("bosworth: another server is using {database}\n");
    assert_eq!(failure(&args), refused);
    first.kill().and_then(|()| first.wait()).expect("it is killed");
    let mut second = start();
    second.kill().and_then(|()| second.wait()).expect("it is killed");
}

#[test]
fn a_server_without_engine_threads_needs_workers() {
    let (_folder, name) = site();
    let args = ["--port", "0", "--site", &name, "--database", "sqlite::memory:"];
    let needed = "bosworth: without engine threads, the computer's turns are left to workers, which \
                  need --bus\n";
    for check in [&[][..], &["--check-config"]] {
        assert_eq!(failure(&[&args[..], &["--engine-threads", "0"], check].concat()), needed);
    }
}

#[test]
fn too_many_engine_threads_are_refused() {
    let (_folder, name) = site();
    let error = failure(&["--port", "0", "--site", &name, "--engine-threads", "100000"]);
    assert!(error.contains("100000 engine threads are too many"), "{error}");
}

#[cfg(not(feature = "otlp"))]
#[test]
fn builds_without_tracing_refuse_a_collector() {
    let (_folder, name) = site();
    let error = failure(&["--port", "0", "--site", &name, "--otlp", "http://localhost:4318"]);
    assert_eq!(
        error,
        "bosworth: otlp: this program was built without tracing (cargo feature `otlp`)\n"
    );
}

/// Either is correct: the web app may or may not have been built before this program.
#[test]
fn the_web_app_is_served_or_reported_missing() {
    let _watchdog = Watchdog::start();
    let mut child = serve(&["--port", "0", "--database", "sqlite::memory:"]);
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("standard output"));
    stdout.read_line(&mut line).expect("UTF-8");
    if line.is_empty() {
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "bosworth: this build has no web app; run `cargo xtask web` first, then build again, \
             or give --site DIR\n"
        );
    } else {
        assert!(line.starts_with("Bosworth is running at http://127.0.0.1:"), "{line}");
        child.kill().and_then(|()| child.wait()).expect("it stops");
    }
}

#[test]
fn the_health_check_reports_whether_a_server_is_ready() {
    let _watchdog = Watchdog::start();
    let (_folder, name) = site();
    let check = |port: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["healthcheck", "--port", port])
            .env_remove("BOSWORTH_SERVER")
            .output()
            .expect("the program ends");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    };
    let mut child = serve(&["--port", "0", "--site", &name, "--database", "sqlite::memory:"]);
    let mut lines = BufReader::new(child.stdout.take().expect("standard output")).lines();
    let line = lines.next().expect("a line").expect("UTF-8");
    let port = line.split(':').nth(2).and_then(|rest| rest.split('/').next()).expect("a port");
    assert_eq!(check(port), (Some(0), "ready\n".into()));
    child.kill().expect("killed");
    child.wait().expect("its end");
    assert_eq!(check(port).0, Some(1), "nobody is there");
}

/// A service manager opens the port, and the program that it starts serves on it.
#[cfg(unix)]
#[test]
fn sockets_of_the_service_manager_are_used() {
    let _watchdog = Watchdog::start();
    let (_folder, name) = site();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    // Descriptor 3 is the first one that is handed over.
    let script =
        format!("exec {} serve --site {name} 3<&0 </dev/null", env!("CARGO_BIN_EXE_bosworth"));
    let folder = TempDir::new().expect("a folder");
    let mut child = Command::new("sh")
        .args(["-c", &format!("export LISTEN_PID=$$ LISTEN_FDS=1; {script}")])
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(listener)))
        .env("XDG_DATA_HOME", folder.path())
        .env_remove("BOSWORTH_DATABASE")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("standard output")).lines();
    let line = lines.next().expect("a line").expect("UTF-8");
    assert!(line.contains(&address.to_string()), "{line}");
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET /ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.ends_with("ready"), "{answer}");
    child.kill().expect("killed");
    child.wait().expect("its end");
}
