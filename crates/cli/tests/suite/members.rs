//! People whom the host adds, and the text for a bug report.
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use bosworth_client::Client;
use bosworth_client::protocol::{AdminAnswer, Credentials};
use tempfile::TempDir;

use crate::support::server::Server;

fn admin(folder: &Path, args: &[&str]) -> (bool, String) {
    let database = folder.join("server.db").display().to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
        .args(["admin", "--database", &database])
        .args(args)
        .env("LC_ALL", "C.UTF-8")
        .env("BOSWORTH_MAIL", "smtps://me:secret@mail.example.org")
        .stdin(Stdio::null())
        .output();
    let Output { status, stdout, stderr } = output.expect("the program ends");
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), said)
}

#[test]
fn links_that_no_server_with_these_settings_would_send_are_announced() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    let database = folder.path().join("server.db").display().to_string();
    for (args, warns) in [(&["--mail", "b@example.org"][..], true), (&[], false)] {
        let output = Command::new(env!("CARGO_BIN_EXE_bosworth"))
            .args(["admin", "--database", &database, "person", &format!("bert{warns}")])
            .args(args)
            .env_remove("BOSWORTH_MAIL")
            .output()
            .expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(said.contains("warning: these settings have no mail"), warns, "{said}");
    }
}

fn done(folder: &Path, args: &[&str]) -> String {
    let (good, said) = admin(folder, args);
    assert!(good, "{args:?}: {said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_gets_an_account_from_the_host() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    done(folder.path(), &["registration", "closed"]);
    let answer = done(folder.path(), &["--json", "person", "anna"]);
    let answer: AdminAnswer = serde_json::from_str(&answer).expect("JSON");
    let password = answer.password.expect("told once");
    let mut anna = Client::new(&server.url).expect("an address");
    anna.login(&Credentials::new("anna", &password)).await.expect("a session");
    for (args, part) in [
        (&["person", "Anna"][..], "the name is taken"),
        (&["person", "bert", "--mail", "nowhere"], "not an email address that mail can reach"),
        (&["person", "b"], "name"),
    ] {
        let (good, said) = admin(folder.path(), args);
        assert!(!good && said.contains(part), "{args:?}: {said}");
    }
    assert!(done(folder.path(), &["log"]).contains("\tperson\tdone\t"));
}

#[test]
fn members_are_imported_after_a_trial() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    let file = folder.path().join("members.csv");
    let path = file.to_str().expect("a name").to_owned();
    let lines: String = (1..=500).map(|n| format!("member{n},m{n}@example.org\n")).collect();
    fs::write(&file, format!("name,mail\n{lines}")).expect("a file");
    let people = || done(folder.path(), &["list"]).lines().count() - 1;

    let said = done(folder.path(), &["import", &path]);
    assert!(said.starts_with("500 accounts would be created"), "{said}");
    assert_eq!(people(), 0, "a trial changes nothing");
    let said = done(folder.path(), &["import", "--create", &path]);
    assert!(said.starts_with("500 accounts created"), "{said}");
    assert_eq!(people(), 500);
    let said = diagnostics(folder.path());
    assert!(said.contains(&"rows in outbox 500".to_string()), "a link for each: {said:?}");

    // One fault, and nothing is created.
    let lines = "new1,n@example.org\nnew2,nowhere\nmember1,m@example.org\nnew3\n";
    fs::write(&file, lines).expect("a file");
    let (good, said) = admin(folder.path(), &["import", "--create", &path]);
    assert!(!good, "{said}");
    for part in [
        "line 4: a line is NAME,MAIL",
        "line 2: new2: not an email address",
        "line 3: member1: the name is taken",
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(people(), 500);
}

#[test]
fn diagnostics_contain_no_secrets() {
    let folder = TempDir::new().expect("a folder");
    let _server = Server::start(folder.path());
    done(folder.path(), &["person", "anna"]);
    let said = diagnostics(folder.path());
    assert!(said.iter().any(|line| line.starts_with("program ")), "{said:?}");
    for line in ["database kind SQLite", "rows in accounts 1", "mail set (BOSWORTH_MAIL)"] {
        assert!(said.contains(&line.to_string()), "{line}: {said:?}");
    }
    for secret in ["anna", "smtps", "mail.example.org", &folder.path().display().to_string()] {
        assert!(!said.iter().any(|line| line.contains(secret)), "{secret}: {said:?}");
    }
}

/// The lines of the diagnostics, with single spaces.
fn diagnostics(folder: &Path) -> Vec<String> {
    let said = done(folder, &["diagnostics"]);
    said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
