use bosworth_protocol::{AdminAction, NotificationKind, NotificationSettings};
use bosworth_server::Config;
use bosworth_server::admin::{Administrator, Authority};
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_testing::{MailServer, ReceivedMail, eventually};
use serde_json::{Value, json};

use crate::http::http_fixture::{HttpFixture, PASSWORD, TestVisitor};
use crate::notifications::push::{id, ready, taken, told_all};

const ADDRESS: &str = "anna@example.org";
const DAY: i64 = 24 * 60 * 60 * 1_000;

fn mailing(server: &MailServer) -> Config {
    Config {
        limits: false,
        mail: Some(server.url().into()),
        mail_from: Some("Bosworth <roses@example.org>".into()),
        public_url: Some("https://roses.example.org/".into()),
        ..Config::default()
    }
}

async fn mail(server: &MailServer, number: usize) -> ReceivedMail {
    eventually("a mail", async || server.received().get(number).cloned()).await
}

async fn give_address(visitor: &mut TestVisitor) {
    let request = json!({ "address": ADDRESS, "password": PASSWORD, "language": "en" });
    visitor.post("/api/me/mail", request).await.expect(202);
}

fn secret(mail: &ReceivedMail, page: &str) -> String {
    let link = format!("https://roses.example.org/#/{page}/");
    mail.after(&link).unwrap_or_else(|| panic!("{}", mail.body)).to_string()
}

/// A person with a confirmed address, who has received one mail.
async fn confirmed(fixture: &HttpFixture, server: &MailServer) -> TestVisitor {
    let mut anna = fixture.person("Anna").await;
    give_address(&mut anna).await;
    let secret = secret(&mail(server, 0).await, "mail/confirm");
    fixture.visitor().post("/api/mail/confirm", json!({ "secret": secret })).await.expect(204);
    anna
}

#[tokio::test]
async fn a_link_confirms_an_address_once() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let mut anna = fixture.person("Anna").await;
    let none = json!({ "available": true, "confirmed": false });
    assert_eq!(anna.get("/api/me/mail").await.expect(200).json(), none);
    let wrong = json!({ "address": ADDRESS, "password": "not the password" });
    anna.post("/api/me/mail", wrong).await.problem(401, "wrong-credentials");
    let no_address = json!({ "address": "anna at home", "password": PASSWORD });
    anna.post("/api/me/mail", no_address).await.problem(400, "bad-request");
    let unreachable = json!({ "address": "root@localhost", "password": PASSWORD });
    anna.post("/api/me/mail", unreachable).await.problem(400, "bad-request");
    give_address(&mut anna).await;
    let first = mail(&server, 0).await;
    assert_eq!(first.to, ADDRESS);
    assert_eq!(first.header("Subject"), Some("Confirm your email address"));
    assert_eq!(first.header("From"), Some("Bosworth <roses@example.org>"));
    assert_eq!(first.header("Auto-Submitted"), Some("auto-generated"));
    assert_eq!(first.header("List-Unsubscribe"), None, "it was asked for");
    // A new link replaces the first one.
    give_address(&mut anna).await;
    let second = mail(&server, 1).await;
    let confirm = |mail: &ReceivedMail| json!({ "secret": secret(mail, "mail/confirm") });
    let mut anybody = fixture.visitor();
    anybody.post("/api/mail/confirm", confirm(&first)).await.problem(404, "not-found");
    let view = anna.get("/api/me/mail").await.expect(200).json();
    assert_eq!(view["confirmed"], false);
    anybody.post("/api/mail/confirm", confirm(&second)).await.expect(204);
    anybody.post("/api/mail/confirm", confirm(&second)).await.problem(404, "not-found");
    let view = anna.get("/api/me/mail").await.expect(200).json();
    assert_eq!(view, json!({ "available": true, "address": ADDRESS, "confirmed": true }));
    // The secret of a link is valid for one purpose only.
    let reset = json!({ "secret": secret(&second, "mail/confirm"), "password": "another rose" });
    anybody.post("/api/password/reset", reset).await.problem(404, "not-found");
    anna.delete("/api/me/mail").await.expect(204);
    assert_eq!(anna.get("/api/me/mail").await.expect(200).json(), none);
    // The number of links is limited.
    for _ in 0..3 {
        give_address(&mut anna).await;
    }
    let request = json!({ "address": ADDRESS, "password": PASSWORD });
    anna.post("/api/me/mail", request).await.problem(429, "too-many");
}

#[tokio::test]
async fn a_forgotten_password_is_reset_by_a_link_that_works_once() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let mut anna = confirmed(&fixture, &server).await;
    let mut anybody = fixture.visitor();
    for who in ["Nobody", "nobody@example.org", "", "Anna"] {
        let answer = anybody.post("/api/password/forgot", json!({ "who": who })).await.expect(202);
        assert_eq!(answer.body, "", "the answer says nothing about {who}");
    }
    let link = mail(&server, 1).await;
    assert_eq!(link.header("Subject"), Some("Choose a new password"));
    let secret = secret(&link, "password");
    let reset = |password: &str| json!({ "secret": secret, "password": password });
    anybody.post("/api/password/reset", reset("short")).await.problem(422, "bad-password");
    anybody.post("/api/password/reset", reset("another rose")).await.expect(204);
    anybody.post("/api/password/reset", reset("a third rose")).await.problem(404, "not-found");
    anna.get("/api/me").await.problem(401, "unauthorized");
    let login = |password: &str| json!({ "name": "Anna", "password": password });
    let mut again = fixture.visitor();
    again.post("/api/login", login(PASSWORD)).await.problem(401, "wrong-credentials");
    again.post("/api/login", login("another rose")).await.expect(200);
    // By address as well, and silently limited to a few.
    for _ in 0..6 {
        anybody
            .post("/api/password/forgot", json!({ "who": "ANNA@example.org" }))
            .await
            .expect(202);
    }
    mail(&server, 2).await;
    told_all(&fixture, id(&mut again).await).await;
    assert!(server.received().len() <= 4, "{}", server.received().len());
}

#[tokio::test]
async fn a_person_added_by_the_host_chooses_a_password_by_mail() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let password_hashers = PasswordHashers::new(1);
    let (store, now) = (&fixture.app.store, fixture.app.now());
    let host = Administrator {
        store,
        actor: "cli:test".into(),
        authority: Authority::Host,
        now,
        password_hashers: &password_hashers,
    };
    let person = AdminAction::Person {
        name: "Anna".into(),
        mail: Some(ADDRESS.into()),
        language: Some("de".into()),
    };
    let answer = host.perform(&person).await.expect("an account");
    assert_eq!(answer.password, None, "nobody else knows it");
    let link = mail(&server, 0).await;
    assert_eq!(link.to, ADDRESS);
    assert_eq!(link.header("Subject"), Some("Dein Konto bei Bosworth"));
    let reset = json!({ "secret": secret(&link, "password"), "password": "another rose" });
    let mut anna = fixture.visitor();
    anna.post("/api/password/reset", reset.clone()).await.expect(204);
    anna.post("/api/password/reset", reset).await.problem(404, "not-found");
    let login = json!({ "name": "Anna", "password": "another rose" });
    anna.post("/api/login", login).await.expect(200);
    // The link was sent to the address, so it is hers.
    assert_eq!(anna.get("/api/me/mail").await.expect(200).json()["confirmed"], true);
}

#[tokio::test]
async fn chosen_notifications_are_mailed_until_unsubscribed() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let mut anna = confirmed(&fixture, &server).await;
    let mut bert = fixture.person("Bert").await;
    let settings = json!({ "push": [], "mail": NotificationKind::ALL, "digest": true });
    anna.send("PUT", "/api/me/notifications", &settings).await.expect(200);
    let game = taken(&mut anna, &mut bert).await;
    let begun = mail(&server, 1).await;
    assert_eq!(begun.header("Subject"), Some("Your game against Bert has begun"));
    assert_eq!(secret(&begun, "game"), game);
    let link = begun.header("List-Unsubscribe").expect("a link").to_string();
    let post = begun.header("List-Unsubscribe-Post");
    assert_eq!(post, Some("List-Unsubscribe=One-Click"));
    let path = link.trim_matches(['<', '>']).strip_prefix("https://roses.example.org");
    let path = path.expect("a link to this server").to_string();
    let mut program = fixture.visitor();
    let page = program.get(&path).await.expect(303);
    assert!(page.header("location").is_some_and(|to| to.starts_with("/#/mail/unsubscribe/")));
    let forged = format!("{}0", &path[..path.len() - 1]);
    let forged = if forged == path { format!("{}1", &path[..path.len() - 1]) } else { forged };
    program.post(&forged, Value::Null).await.problem(404, "not-found");
    let kept = anna.get("/api/me/notifications").await.expect(200).json();
    assert_eq!(kept, settings, "looking at the link and guessing end nothing");
    program.post(&path, Value::Null).await.expect(204);
    let ended = json!({ "push": [], "mail": [], "digest": false });
    assert_eq!(anna.get("/api/me/notifications").await.expect(200).json(), ended);
    ready(&game, [&mut anna, &mut bert]).await;
    told_all(&fixture, id(&mut anna).await).await;
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn the_daily_digest_lists_the_waiting_games() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let mut anna = confirmed(&fixture, &server).await;
    let mut bert = fixture.person("Bert").await;
    let account = id(&mut anna).await;
    let store = &fixture.app.store;
    // The first digest is sent a day after it was enabled, then one every day.
    let ask = async |digest| {
        let settings = NotificationSettings { push: vec![], mail: vec![], digest };
        store.set_notifications(account, &settings, fixture.app.now() - DAY).await.expect("stored");
        store.begin_digests(fixture.app.now(), 10).await.expect("a database");
    };
    ask(true).await;
    told_all(&fixture, account).await;
    assert_eq!(server.received().len(), 1, "no game waits, so there is nothing to say");
    let game = taken(&mut anna, &mut bert).await;
    ready(&game, [&mut anna, &mut bert]).await;
    let other = taken(&mut bert, &mut anna).await;
    ready(&other, [&mut bert, &mut anna]).await;
    store.begin_digests(fixture.app.now(), 10).await.expect("a database");
    told_all(&fixture, account).await;
    assert_eq!(server.received().len(), 1, "there was one today");
    ask(false).await;
    ask(true).await;
    let digest = mail(&server, 1).await;
    assert_eq!(digest.header("Subject"), Some("A game is waiting for you"));
    assert!(digest.body.contains("against Bert: 47 hours left"), "{}", digest.body);
    assert!(digest.body.contains(&game) && !digest.body.contains(&other), "{}", digest.body);
    assert!(digest.header("List-Unsubscribe").is_some());
}

#[tokio::test]
async fn closing_an_account_deletes_its_notifications() {
    let server = MailServer::start().await;
    let fixture = HttpFixture::with(mailing(&server)).await;
    let mut anna = confirmed(&fixture, &server).await;
    let account = id(&mut anna).await;
    let export = anna.get("/api/me/export").await.expect(200).json();
    assert_eq!(export["mail"]["address"], ADDRESS);
    anna.send("DELETE", "/api/me", &json!({ "password": PASSWORD })).await.expect(204);
    let store = &fixture.app.store;
    assert_eq!(store.mail_address(account).await.expect("a database"), None);
    assert_eq!(store.notifications_of(account).await.expect("a database"), []);
    assert_eq!(store.devices_of(account).await.expect("a database"), []);
}
