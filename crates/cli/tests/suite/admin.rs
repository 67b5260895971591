//! `bosworth admin` on a database, and beside a server that runs on it.
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{self, Output, Stdio};

use bosworth_client::protocol::{
    AccountRole, AdminAction, AdminAnswer, Command, CommandRequest, Credentials, FromServer,
};
use bosworth_client::{Client, ClientError, fresh_key};
use bosworth_testing::{eventually, in_time};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::server::Server;

const PASSWORD: &str = "a white rose in the hall";

fn bosworth(args: &[&str]) -> Output {
    process::Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(args)
        .env("LC_ALL", "C.UTF-8")
        .env("USER", "tester")
        .env_remove("SUDO_USER")
        .stdin(Stdio::null())
        .output()
        .expect("the program ends")
}

fn admin(folder: &Path, args: &[&str]) -> (bool, String) {
    let database = folder.join("server.db").display().to_string();
    let Output { status, stdout, stderr } =
        bosworth(&[&["admin", "--database", &database], args].concat());
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), said)
}

/// The output of a command that succeeds.
fn done(folder: &Path, args: &[&str]) -> String {
    let (good, said) = admin(folder, args);
    assert!(good, "{args:?}: {said}");
    said
}

#[test]
fn the_database_can_be_named_after_the_subcommand() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("none.db").display().to_string();
    for args in [["--database", &database, "list"], ["list", "--database", &database]] {
        let output = bosworth(&[&["admin"][..], &args].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("there is no database") && said.contains("none.db"), "{said}");
    }
}

async fn person(server: &Server, name: &str) -> Client {
    let mut client = Client::new(&server.url).expect("an address");
    client.register(&Credentials::new(name, PASSWORD)).await.expect("an account");
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_applies_admin_commands() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let anna = person(&server, "anna").await;
    let bert = person(&server, "bert").await;
    let (mut one, mut other) =
        (anna.connect().await.expect("a socket"), bert.connect().await.expect("a socket"));

    done(folder.path(), &["announce", "we move house"]);
    let heard = async {
        while other.next().await.expect("a message")
            != (FromServer::Announce { text: "we move house".into() })
        {}
    };
    in_time("the announcement", heard).await;
    // A later connection receives it, too.
    let mut later = bert.connect().await.expect("a socket");
    let heard = async { while !matches!(later.next().await, Ok(FromServer::Announce { .. })) {} };
    in_time("the announcement", heard).await;

    done(folder.path(), &["disable", "anna"]);
    let ended = async { while one.next().await.is_ok() {} };
    in_time("the end of the connection", ended).await;
    assert!(matches!(anna.me().await, Err(ClientError::Problem(_))), "she is out");
    bert.me().await.expect("he is not");
    done(folder.path(), &["enable", "anna"]);
    anna.me().await.expect("she is in again");

    let said = done(folder.path(), &["delete", "bert"]);
    assert!(said.starts_with("Recorded as line "), "{said}");
    eventually("the end of bert", async || bert.me().await.is_err().then_some(())).await;
    let log = done(folder.path(), &["log"]);
    let actions: Vec<_> = log.lines().filter_map(|line| line.split('\t').nth(3)).collect();
    assert_eq!(actions, ["ACTION", "announce", "disable", "enable", "delete"], "{log}");
    assert!(log.lines().skip(1).all(|line| line.contains("\tcli:tester\t")), "{log}");
}

#[test]
fn the_audit_log_falls_back_to_the_user_id() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    let database = folder.path().join("server.db").display().to_string();
    let announced = process::Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["admin", "--database", &database, "announce", "we move house"])
        .env_clear()
        .output()
        .expect("the program ends");
    assert!(announced.status.success(), "{announced:?}");
    let owner = fs::metadata(&database).expect("the database").uid();
    let log = done(folder.path(), &["log"]);
    assert!(log.contains(&format!("\tcli:uid {owner}\tannounce\t")), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pending_actions_are_performed_by_the_next_server() {
    let folder = TempDir::new().expect("a folder");
    let mut server = Server::start(folder.path());
    let anna = person(&server, "anna").await;
    let terms = bosworth_client::protocol::OfferTerms {
        ruleset: "classic".into(),
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        side: None,
    };
    let game = anna.computer(1, &terms).await.expect("a game");
    server.kill();
    let said = done(folder.path(), &["void", &game.to_string()]);
    assert!(said.starts_with("Recorded as line "), "{said}");
    assert!(done(folder.path(), &["log"]).contains("\tpending\t"));
    server.start_again();
    eventually("the end of the game", async || {
        let view = anna.look(game).await.ok()?;
        (view.stage == "over").then_some(())
    })
    .await;
    let (good, said) = admin(folder.path(), &["void", &game.to_string()]);
    assert!(!good && said.contains("already over"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_tokens_and_bots_are_created_without_a_browser() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let anna = person(&server, "anna").await;
    let answer = done(folder.path(), &["--json", "password", "anna"]);
    let answer: AdminAnswer = serde_json::from_str(&answer).expect("JSON");
    let password = answer.password.expect("told once");
    assert!(anna.me().await.is_err(), "she is logged out");
    let mut again = Client::new(&server.url).expect("an address");
    again.login(&Credentials::new("anna", &password)).await.expect("the new password");

    let answer = done(folder.path(), &["--json", "token", "anna", "--scope", "admin"]);
    let answer: AdminAnswer = serde_json::from_str(&answer).expect("JSON");
    let token = answer.token.and_then(|token| token.token).expect("told once");
    let host = Client::new(&server.url).expect("an address").with_token(&token);
    let announce = AdminAction::Announce { text: "by the host".into(), reason: String::new() };
    let _: AdminAnswer = host.post("/api/admin/do", &announce).await.expect("done");

    // A bot by the host, and one by its owner.
    let answer = done(folder.path(), &["--json", "bot", "anna", "annas-bot"]);
    let answer: AdminAnswer = serde_json::from_str(&answer).expect("JSON");
    let token = answer.token.and_then(|token| token.token).expect("told once");
    let bot = Client::new(&server.url).expect("an address").with_token(&token);
    assert_eq!(bot.me().await.expect("a bot").person.name, "annas-bot");
    let (secret, file) = (folder.path().join("password"), folder.path().join("token"));
    fs::write(&secret, format!("{password}\n")).expect("a file");
    let (secret, name) = (secret.to_str().expect("a name"), file.to_str().expect("a name"));
    let args = ["bot", "new", "second-bot", "--server", &server.url, "--login", "anna"];
    let rest = ["--password-file", secret, "--token-file", name];
    let output = bosworth(&[&args[..], &rest[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let mode = fs::metadata(&file).expect("a token").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let token = fs::read_to_string(&file).expect("a token");
    let second = Client::new(&server.url).expect("an address").with_token(token.trim());
    assert_eq!(second.me().await.expect("a bot").person.name, "second-bot");

    let people = done(folder.path(), &["list", "bot"]);
    let names: Vec<_> = people.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(names, ["NAME", "annas-bot", "second-bot"], "{people}");
    let (good, said) = admin(folder.path(), &["disable", "nobody"]);
    assert!(!good && said.contains("there is nobody called nobody"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_and_chat_lines_are_changed_with_a_reason() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let (anna, bert) = (person(&server, "anna").await, person(&server, "bert").await);
    let why = "helps on Fridays";
    done(folder.path(), &["role", "anna", "moderator", "--reason", why]);
    assert_eq!(anna.me().await.expect("an account").role, Some(AccountRole::Moderator));
    let people = done(folder.path(), &["list", "anna"]);
    assert!(people.lines().nth(1).is_some_and(|line| line.contains("\tmoderator\t")), "{people}");
    assert!(done(folder.path(), &["log"]).ends_with(&format!("anna: moderator\t{why}\n")));

    let terms = json!({ "ruleset": "classic", "clock": "5+3" });
    let seek: Value = anna.post("/api/seeks", &json!({ "terms": terms })).await.expect("an offer");
    let accept = format!("/api/seeks/{}/accept", seek["seek"]["id"].as_str().expect("an id"));
    let begun: Value = bert.post(&accept, &()).await.expect("a game");
    let game = begun["game"].as_str().expect("a game");
    let command = json!({ "key": 7, "command": { "chat": { "text": "you toad" } } });
    let said: Value =
        bert.post(&format!("/api/games/{game}/command"), &command).await.expect("a line");
    let line = said["done"].to_string();
    let chat = done(folder.path(), &["chat", game]);
    assert!(chat.lines().nth(1).is_some_and(|row| row.starts_with(&format!("{line}\t"))), "{chat}");
    done(folder.path(), &["erase", game, &line, "--reason", "insult"]);
    let chat = done(folder.path(), &["chat", game]);
    assert_eq!(chat, "LINE\tTIME\tBY\tTEXT\n", "only the heading");
    let (good, said) = admin(folder.path(), &["erase", game, &line]);
    assert!(!good && said.contains("may have been removed already"), "{said}");

    done(folder.path(), &["role", "anna", "none"]);
    assert_eq!(anna.me().await.expect("an account").role, None);
    let (good, said) = admin(folder.path(), &["chat", "nothing"]);
    assert!(!good && said.contains("not the id of a game or a tournament"), "{said}");
}

#[test]
fn a_missing_database_is_not_created() {
    let folder = TempDir::new().expect("a folder");
    let (good, said) = admin(folder.path(), &["list"]);
    assert!(!good && said.contains("there is no database"), "{said}");
    assert!(!folder.path().join("server.db").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_exported_without_names() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let anna = person(&server, "anna").await;
    let terms = bosworth_client::protocol::OfferTerms {
        ruleset: "classic".into(),
        clock: "5+3".parse().expect("a clock"),
        rated: false,
        side: None,
    };
    let games = [anna.computer(1, &terms).await, anna.computer(3, &terms).await];
    let [won, aborted] = games.map(|game| game.expect("a game"));
    let ready = Command::Ready { nonce: "york".into() };
    let ready = CommandRequest { key: fresh_key(), command: ready };
    anna.command(won, &ready).await.expect("an answer");
    done(folder.path(), &["end", &won.to_string(), "red"]);
    done(folder.path(), &["void", &aborted.to_string()]);
    for game in [won, aborted] {
        eventually("the end of the game", async || {
            let view = anna.look(game).await.ok()?;
            (view.stage == "over").then_some(())
        })
        .await;
    }
    let file = folder.path().join("games.rose").display().to_string();
    let said = done(folder.path(), &["export", &file]);
    assert_eq!(said, format!("{file}: 1 game\n"));
    let text = fs::read_to_string(&file).expect("a file");
    // Neither a file nor a device is replaced.
    for taken in [file.as_str(), "/dev/null"] {
        let (good, said) = admin(folder.path(), &["export", taken]);
        assert!(!good && said.contains(&format!("{taken} already exists")), "{said}");
    }
    assert_eq!(fs::read_to_string(&file).expect("a file"), text);
    for (tag, count) in [
        ("\"person\"", 1),
        ("\"Computer, level 1\"", 1),
        ("[Deal ", 1),
        ("anna", 0),
        ("[Game ", 0),
        ("[Secret ", 0),
        ("[UTCTime ", 0),
        (&won.to_string(), 0),
    ] {
        assert_eq!(text.matches(tag).count(), count, "{tag}: {text}");
    }
    let named = done(folder.path(), &["export", "-", "--names"]);
    for part in ["\"anna\"", "[Secret ", &format!("[Game \"{won}\"]")] {
        assert!(named.contains(part), "{part}: {named}");
    }
    let rows = bosworth(&["replay", &file, "--positions", "--json"]);
    assert!(rows.status.success() && !rows.stdout.is_empty(), "{rows:?}");
}
