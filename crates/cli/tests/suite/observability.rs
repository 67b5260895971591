//! What a host can observe of a running server: log, metrics, settings.
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use bosworth_client::protocol::Credentials;
use bosworth_client::{Client, ClientError};
use bosworth_testing::{OutputLines, eventually};
use tempfile::TempDir;

struct Running {
    child: Child,
    url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program(folder: &Path, args: &[&str]) -> Command {
    fs::write(folder.join("index.html"), "<title>The Rose King</title>").expect("a page");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
    command.args(["serve", "--port", "0", "--site"]).arg(folder);
    command.arg("--database").arg(folder.join("bosworth.db")).args(args);
    command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn start(folder: &Path, args: &[&str]) -> Running {
    let mut child = program(folder, args).spawn().expect("a server");
    let lines = OutputLines::of(child.stdout.take().expect("its output"));
    let line = lines.next().expect("the server says where it is");
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    let url = url.expect("an address").trim_end_matches('/').to_owned();
    Running { child, url }
}

async fn log_with(file: &Path, text: &str) -> String {
    eventually(&format!("{text:?} in the log"), async || {
        let log = fs::read_to_string(file).expect("a log");
        log.contains(text).then_some(log)
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn startup_requests_and_failed_logins_are_logged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bosworth.log");
    let name = file.to_str().expect("a plain name").to_owned();
    let server = start(folder.path(), &["--log-file", &name, "--access-log"]);
    let mut client = Client::new(&server.url).expect("an address");
    let name = "x\" address=1.1.1.1\n";
    let guess = client.login(&Credentials::new(name, "wrong password")).await;
    assert!(matches!(guess, Err(ClientError::Problem(_))), "{guess:?}");
    let log = log_with(&file, "path=\"/api/login\"").await;
    let line = |part: &str| log.lines().find(|line| line.contains(part)).unwrap_or_default();
    let started = line("bosworth::start: starting");
    for part in ["version=\"", "address=127.0.0.1:", "bosworth.db", "bus=\"in process\""] {
        assert!(started.contains(part), "{part}: {log}");
    }
    assert!(line("games resumed").contains("games=0"), "{log}");
    let failed = line("bosworth::login");
    let forged = "failed login address=127.0.0.1 name=\"x\\\" address=1.1.1.1\\n\"";
    assert!(failed.contains(forged), "{failed}");
    let request = line("bosworth::access");
    for part in ["address=127.0.0.1", "method=POST", "status=401", "ms="] {
        assert!(request.contains(part), "{part}: {request}");
    }
    let mode = fs::metadata(&file).expect("a log").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_stopped_has_not_died() {
    for (signal, message, takeovers) in [
        ("TERM", "INFO bosworth_server::failover: taking over from a node that has stopped", 0),
        ("KILL", "WARN bosworth_server::failover: taking over from a dead node", 1),
    ] {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("bosworth.log");
        let name = file.to_str().expect("a plain name").to_owned();
        let mut server = start(folder.path(), &["--log", "info"]);
        // It has a lease once it is ready.
        let client = Client::new(&server.url).expect("an address");
        eventually("a ready server", async || client.text("/ready").await.ok()).await;
        let kill = format!("kill -{signal} {}", server.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
        server.child.wait().expect("its end");
        let server = start(folder.path(), &["--log", "info", "--log-file", &name]);
        log_with(&file, message).await;
        let client = Client::new(&server.url).expect("an address");
        let metrics = client.text("/metrics").await.expect("metrics");
        let counted =
            metrics.lines().find_map(|line| line.strip_prefix("bosworth_takeovers_total "));
        assert_eq!(counted.unwrap_or("0"), takeovers.to_string(), "{signal}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_can_be_omitted_from_the_log() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bosworth.log");
    let name = file.to_str().expect("a plain name").to_owned();
    let args = ["--log-file", &name, "--access-log", "--no-log-addresses"];
    let server = start(folder.path(), &args);
    let client = Client::new(&server.url).expect("an address");
    client.seeks().await.expect("offers");
    let log = log_with(&file, "path=\"/api/seeks\"").await;
    let request = log.lines().find(|line| line.contains("bosworth::access")).expect("a line");
    assert!(request.contains("address=- ") && !request.contains("127.0.0.1"), "{request}");
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_can_have_a_separate_port() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bosworth.log");
    let name = file.to_str().expect("a plain name").to_owned();
    let server = start(folder.path(), &["--log-file", &name, "--metrics-port", "0"]);
    let client = Client::new(&server.url).expect("an address");
    assert!(client.text("/metrics").await.is_err(), "not for the public");
    let log = log_with(&file, "starting").await;
    let address = log.split("metrics=").nth(1).and_then(|rest| rest.split(' ').next());
    let metrics = Client::new(&format!("http://{}", address.expect(&log))).expect("an address");
    let page = metrics.text("/metrics").await.expect("metrics");
    for part in ["# HELP bosworth_ready", "bosworth_build_info{version=", "process_open_fds "] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(metrics.text("/api/seeks").await.is_err(), "nothing else is there");
}

fn run(folder: &Path, args: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let mut command = program(folder, args);
    command.arg("--check-config").envs(environment.iter().copied());
    let Output { status, stdout, stderr } = command.output().expect("the program ends");
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), said)
}

#[test]
fn settings_are_checked_without_starting_the_server() {
    let folder = TempDir::new().expect("a folder");
    let (good, said) = run(folder.path(), &["--trust-proxy"], &[("BOSWORTH_NO_LIMITS", "yes")]);
    assert!(good && said.contains("trust-proxy      yes"), "{said}");
    assert!(said.contains("no-limits        yes"), "{said}");
    assert!(!folder.path().join("bosworth.db").exists(), "nothing is made");
    for (value, shown) in [("1", "yes"), ("0", "no"), ("true", "yes"), ("off", "no")] {
        let (_, said) = run(folder.path(), &[], &[("BOSWORTH_TRUST_PROXY", value)]);
        assert!(said.contains(&format!("trust-proxy      {shown}")), "{value}: {said}");
    }
    // The environment overrides the file, even with a no.
    let file = folder.path().join("bosworth.toml");
    fs::write(&file, "trust-proxy = true\nlog = \"info\"\n").expect("a file");
    let config = ["--config", file.to_str().expect("a plain name")];
    let (_, said) = run(folder.path(), &config, &[("BOSWORTH_TRUST_PROXY", "0")]);
    assert!(said.contains("trust-proxy      no"), "{said}");
    assert!(said.contains("log              info"), "{said}");
    let secret = ["--database", "postgres://me:hush@host/rose"];
    let (_, said) = run(folder.path(), &[], &[]);
    assert!(said.contains("bosworth.db"), "{said}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bosworth"));
    command.args(["serve", "--check-config", "--site"]).arg(folder.path()).args(secret);
    let said = String::from_utf8(command.output().expect("an end").stdout).expect("UTF-8");
    assert!(said.contains("postgres://…@host/rose") && !said.contains("hush"), "{said}");
}

#[test]
fn invalid_settings_are_refused() {
    let folder = TempDir::new().expect("a folder");
    for (name, value, part) in [
        ("BOSWORTH_LOG", "inof", "\"inof\" is not a log level"),
        ("BOSWORTH_LOG", "bosworth=loud", "filter"),
        ("BOSWORTH_TRUST_PROXY", "perhaps", "perhaps"),
        ("BOSWORTH_METRICS_PORT", "70000", "70000"),
        ("BOSWORTH_ENGINE_THREADS", "99999", "too many"),
        ("BOSWORTH_PUSH_CONTACT", "host@example.org", "mailto:"),
        ("BOSWORTH_MAIL", "smtps://me:secret@mail.example.org", "mail-from"),
        ("BOSWORTH_MAIL", "mail.example.org", "smtps://"),
    ] {
        let (good, said) = run(folder.path(), &[], &[(name, value)]);
        assert!(!good && said.contains(part), "{name}={value}: {said}");
    }
    let file = folder.path().join("bosworth.toml");
    fs::write(&file, "log = \"inof\"\n").expect("a file");
    let (good, said) = run(folder.path(), &["--config", file.to_str().expect("a name")], &[]);
    assert!(!good && said.contains("is not a log level"), "{said}");
}
