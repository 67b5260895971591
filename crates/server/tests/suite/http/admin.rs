//! Actions of the host and of moderators over HTTP: refused to others, and recorded in the audit log.

use std::time::{Duration, SystemTime};

use bosworth_protocol::{AdminAction, AdminAnswer};
use bosworth_server::admin::{Administrator, Authority, action_name};
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_testing::eventually;
use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

pub const DO: &str = "/api/admin/do";
const DAY: Duration = Duration::from_secs(86_400);

/// An action of the host, as on the command line.
pub async fn by_host(fixture: &HttpFixture, action: Value) -> AdminAnswer {
    let action: AdminAction = serde_json::from_value(action).expect("an action");
    let password_hashers = PasswordHashers::new(1);
    let host = Administrator {
        store: &fixture.app.store,
        actor: "cli:test".into(),
        authority: Authority::Host,
        now: 1,
        password_hashers: &password_hashers,
    };
    host.perform(&action).await.expect("done")
}

/// A person with a role.
pub async fn with_role(fixture: &HttpFixture, name: &str, role: &str) -> TestVisitor {
    let person = fixture.person(name).await;
    by_host(fixture, json!({ "role": { "name": name, "role": role } })).await;
    person
}

/// A token of the host, created as on the command line.
pub async fn host(fixture: &HttpFixture) -> TestVisitor {
    fixture.person("Landlord").await;
    let token = json!({ "name": "Landlord", "label": "keys", "scopes": ["admin"] });
    let answer = by_host(fixture, json!({ "token": token })).await;
    fixture.program(&answer.token.and_then(|token| token.token).expect("the secret"))
}

pub async fn act(host: &mut TestVisitor, action: Value) -> Value {
    host.post(DO, action).await.expect(200).json()
}

pub async fn log(host: &mut TestVisitor) -> Vec<Value> {
    let log = host.get("/api/admin/log").await.expect(200).json();
    log.as_array().expect("lines").clone()
}

/// Waits until no order is pending.
async fn carried_out(host: &TestVisitor) {
    eventually("all orders to be carried out", async || {
        let lines = log(&mut host.clone()).await;
        lines.iter().all(|line| line["pending"] == false).then_some(())
    })
    .await;
}

/// Who may perform an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Moderator,
    Admin,
    Host,
}

use Rank::{Admin, Host, Moderator};

/// What the actions are about.
struct Subjects {
    game: String,
    other_game: String,
    line: u64,
    event: String,
    token: String,
    report: String,
}

/// Every action with the lowest rank that may perform it, each of them possible after those before it.
fn actions(of: &Subjects) -> Vec<(Rank, Value)> {
    let (game, why) = (&of.game, "as agreed");
    vec![
        (Host, json!({ "person": { "name": "Doris" } })),
        (Moderator, json!({ "mute": { "name": "Anne", "reason": why } })),
        (Moderator, json!({ "unmute": { "name": "Anne", "reason": why } })),
        (
            Moderator,
            json!({ "erase": { "chat": { "game": game }, "line": of.line, "reason": why } }),
        ),
        (Moderator, json!({ "end": { "game": game, "winner": "red", "reason": why } })),
        (Moderator, json!({ "void": { "game": of.other_game, "reason": why } })),
        (Moderator, json!({ "cancel": { "event": of.event, "reason": why } })),
        (Moderator, json!({ "disable": { "name": "Anne", "reason": why } })),
        (Moderator, json!({ "enable": { "name": "Anne", "reason": why } })),
        (Moderator, json!({ "logout": { "name": "Anne", "reason": why } })),
        (Host, json!({ "password": { "name": "Anne" } })),
        (Host, json!({ "token": { "name": "Anne", "label": "script", "scopes": ["read"] } })),
        (Host, json!({ "revoke": { "name": "Anne", "token": of.token } })),
        (Host, json!({ "bot": { "owner": "Anne", "name": "annes-bot" } })),
        (Moderator, json!({ "rename": { "name": "Anne", "to": "Anna", "reason": why } })),
        (Admin, json!({ "role": { "name": "Anna", "role": "moderator", "reason": why } })),
        (Admin, json!({ "role": { "name": "Anna", "reason": why } })),
        (Moderator, json!({ "announce": { "text": "we move house" } })),
        (Host, json!({ "registration": "invitation" })),
        (Host, json!({ "invite": { "uses": 1, "days": 1 } })),
        (Host, json!({ "words": { "add": ["rude"] } })),
        (Moderator, json!({ "resolve": { "report": of.report, "reason": why } })),
        (Moderator, json!({ "delete": { "name": "Anna", "reason": why } })),
        (Host, json!({ "uninvite": { "invitation": "filled in below" } })),
    ]
}

async fn subjects(fixture: &HttpFixture, anne: &mut TestVisitor) -> Subjects {
    let mut bess = fixture.person("Bess").await;
    let game = fixture.begin(anne, &mut bess, false).await;
    anne.command(&game, 7, json!({ "chat": { "text": "rude" } })).await;
    let other_game = fixture.begin(anne, &mut bess, true).await;
    let tomorrow = SystemTime::UNIX_EPOCH.elapsed().expect("after 1970") + DAY;
    let event = json!({
        "title": "Bosworth Open", "kind": { "swiss": { "rounds": 2 } }, "clock": "5+3",
        "starts": tomorrow.as_millis() as i64, "seats": 16,
    });
    let event = bess.post("/api/events", event).await.expect(200).json();
    let request = json!({ "name": "all", "scopes": ["play", "read"] });
    let token = anne.post("/api/me/tokens", request).await.expect(201).json();
    let about = json!({ "name": "Anne", "reason": "chat", "text": "rude" });
    bess.post("/api/reports", about).await.expect(204);
    let mut moderator = with_role(fixture, "Mona", "moderator").await;
    let reports = moderator.get("/api/admin/reports").await.expect(200).json();
    assert_eq!((&reports[0]["by"], &reports[0]["name"]), (&json!("Bess"), &json!("Anne")));
    let seen = moderator.get(&format!("/api/admin/games/{game}")).await.expect(200).json();
    assert_eq!(seen["chat"][0]["text"], "rude");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    Subjects {
        game,
        other_game,
        line: seen["chat"][0]["line"].as_u64().expect("a number"),
        event: text(&event["event"]),
        token: text(&token["id"]),
        report: text(&reports[0]["id"]),
    }
}

/// The command line changes the database; the node notices by polling.
#[tokio::test]
async fn registration_is_closed_when_the_command_says_so() {
    let fixture = HttpFixture::open().await;
    fixture.person("Anne").await;
    by_host(&fixture, json!({ "registration": "closed" })).await;
    let credentials = json!({ "name": "Bess", "password": PASSWORD });
    fixture.visitor().post("/api/register", credentials).await.expect(403);
}

#[tokio::test]
async fn every_action_is_refused_to_others_and_audited() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let mut anne = fixture.person("Anne").await;
    let subjects = subjects(&fixture, &mut anne).await;
    let (mut guest, mut carl) = (fixture.visitor(), fixture.person("Carl").await);
    guest.post("/api/guest", Value::Null).await.expect(200);
    let mut moderator = with_role(&fixture, "Max", "moderator").await;
    let admin = with_role(&fixture, "Ada", "admin").await;
    let request = json!({ "name": "all", "scopes": ["play", "read"] });
    let key = moderator.post("/api/me/tokens", request).await.expect(201).json();
    let program = fixture.program(key["token"].as_str().expect("the secret"));

    let mut before = log(&mut host).await.len();
    let mut seen = Vec::new();
    for (rank, mut action) in actions(&subjects) {
        let name = action.as_object().expect("one").keys().next().expect("a name").clone();
        if name == "uninvite" {
            let settings = host.get("/api/admin/settings").await.expect(200).json();
            action["uninvite"]["invitation"] = settings["invitations"][0]["id"].clone();
        }
        // It is refused to everyone of a lower rank, without a line in the log.
        fixture.visitor().post(DO, action.clone()).await.problem(401, "unauthorized");
        let ranks = [(Moderator, &moderator), (Admin, &admin), (Host, &host)];
        let lower = ranks.into_iter().filter(|(other, _)| *other < rank).map(|(_, caller)| caller);
        for caller in [&guest, &carl, &program].into_iter().chain(lower) {
            caller.clone().post(DO, action.clone()).await.problem(403, "forbidden");
        }
        assert_eq!(log(&mut host.clone()).await.len(), before, "{action}");
        let (_, actor) = ranks.into_iter().find(|(other, _)| *other == rank).expect("somebody");
        let answer = act(&mut actor.clone(), action.clone()).await;
        let lines = log(&mut host).await;
        before += 1;
        assert_eq!(lines.len(), before, "{action}");
        let line = &lines[0];
        assert_eq!((&line["seq"], line["action"].as_str()), (&answer["audit"], Some(&*name)));
        let actor = match rank {
            Moderator => "Max",
            Admin => "Ada",
            Host => "Landlord",
        };
        assert_eq!((&line["actor"], &line["reason"]), (&json!(actor), &action[&name]["reason"]));
        assert!(!line.to_string().contains("bos_"), "no secret is written down: {action}");
        let known: AdminAction = serde_json::from_value(action).expect("an action");
        assert_eq!(action_name(&known), name);
        seen.push(name);
    }
    seen.dedup();
    assert_eq!(seen.len(), 23, "a new action belongs into this test: {seen:?}");
    // Everybody with a role reads the log, and nobody can change it.
    let mut admin = admin;
    for reader in [&mut moderator, &mut admin] {
        assert_eq!(log(reader).await.len(), before);
        for method in ["POST", "PUT", "DELETE"] {
            let refused = reader.send(method, "/api/admin/log", &Value::Null).await.status;
            assert_eq!(refused.as_u16(), 405, "{method}");
        }
    }
    carl.get("/api/admin/log").await.problem(403, "forbidden");

    carried_out(&host).await;
    let end = |game: &str| format!("/api/games/{game}");
    let view = carl.get(&end(&subjects.game)).await.expect(200).json();
    assert_eq!((&view["result"], &view["reason"]), (&json!("1-0"), &json!("gone")));
    let view = carl.get(&end(&subjects.other_game)).await.expect(200).json();
    assert_eq!((&view["result"], &view["reason"]), (&json!("*"), &json!("aborted")));
    let view = carl.get(&format!("/api/events/{}", subjects.event)).await.expect(200).json();
    assert_eq!((&view["stage"], &view["cancelled"]), (&json!("over"), &json!(true)));
    host.post(DO, json!({ "cancel": { "event": subjects.event } })).await.problem(409, "conflict");
    carl.get("/api/people/Anna").await.problem(404, "not-found");
    carl.get("/api/people/annes-bot").await.problem(404, "not-found");
}

#[tokio::test]
async fn a_disabled_person_is_logged_out_immediately() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let mut anne = fixture.person("Anne").await;
    let request = json!({ "name": "all", "scopes": ["play", "read"] });
    let key = anne.post("/api/me/tokens", request).await.expect(201).json();
    let mut program = fixture.program(key["token"].as_str().expect("the secret"));
    act(&mut host, json!({ "disable": { "name": "anne" } })).await;
    anne.get("/api/me").await.problem(401, "unauthorized");
    program.get("/api/me").await.problem(401, "unauthorized");
    let right = json!({ "name": "Anne", "password": PASSWORD });
    fixture.visitor().post("/api/login", right.clone()).await.problem(403, "forbidden");
    let wrong = json!({ "name": "Anne", "password": "not this one" });
    fixture.visitor().post("/api/login", wrong).await.problem(401, "wrong-credentials");
    let found = host.get("/api/admin/people?find=ann").await.expect(200).json();
    assert!(found[0]["disabled"].is_number(), "{found}");
    act(&mut host, json!({ "enable": { "name": "Anne" } })).await;
    fixture.visitor().post("/api/login", right).await.expect(200);
    anne.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn the_admin_scope_cannot_be_obtained_over_http() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let request = json!({ "name": "keys", "scopes": ["read", "admin"] });
    anne.post("/api/me/tokens", request).await.problem(403, "forbidden");
    assert_eq!(anne.get("/api/me/tokens").await.expect(200).json(), json!([]));
}

#[tokio::test]
async fn registration_follows_the_settings_of_the_host() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let register = async |name: &str, code: Option<&str>| {
        let mut body = json!({ "name": name, "password": PASSWORD });
        if let Some(code) = code {
            body["invitation"] = code.into();
        }
        fixture.visitor().post("/api/register", body).await
    };
    let keys = host.clone();
    let mode = async |mode: &str| {
        act(&mut keys.clone(), json!({ "registration": mode })).await;
        eventually("the new rules", async || {
            let rules = fixture.visitor().get("/api/house").await.expect(200).json();
            (rules["registration"] == mode).then_some(())
        })
        .await;
    };
    mode("closed").await;
    register("Anne", None).await.problem(403, "forbidden");
    mode("invitation").await;
    register("Anne", None).await.problem(403, "forbidden");
    let made = act(&mut host, json!({ "invite": { "uses": 1, "days": 7 } })).await;
    let code = made["invitation"].as_str().expect("the secret");
    register("Anne", Some("abcd-abcd-abcd-abcd")).await.problem(403, "forbidden");
    // A failed registration does not use it up.
    register("Landlord", Some(code)).await.problem(409, "name-taken");
    register("Anne", Some(code)).await.expect(200);
    register("Bess", Some(code)).await.problem(403, "forbidden");
    mode("open").await;
    register("Bess", None).await.expect(200);
}

#[tokio::test]
async fn forbidden_words_are_refused_in_names_and_chat() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let game = fixture.begin(&mut anne, &mut bess, false).await;
    act(&mut host, json!({ "words": { "add": ["Knave", "toad"] } })).await;
    let credentials = json!({ "name": "x-Kn4ve".replace('4', "a"), "password": PASSWORD });
    eventually("the new words", async || {
        let answer = fixture.visitor().post("/api/register", credentials.clone()).await;
        (answer.status == 422).then_some(())
    })
    .await;
    let chat = async |text: &str, key: u64| {
        let body = json!({ "key": key, "command": { "chat": { "text": text } } });
        anne.clone().post(&format!("/api/games/{game}/command"), body).await
    };
    let refused = chat("you TOAD!", 1).await.expect(422).json();
    assert_eq!(refused["refused"]["why"], "badtext");
    assert!(chat("toadstool", 2).await.expect(200).json()["done"].is_number());
    // The list is in the settings, but not in the log.
    let settings = host.get("/api/admin/settings").await.expect(200).json();
    assert_eq!(settings["words"].as_array().map(Vec::len), Some(2), "{settings}");
    assert!(!json!(log(&mut host).await).to_string().contains("toad"));
}

#[tokio::test]
async fn muted_and_blocked_people_cannot_chat() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let game = fixture.begin(&mut anne, &mut bess, false).await;
    let chat = async |who: &TestVisitor, key: u64| {
        let body = json!({ "key": key, "command": { "chat": { "text": "good game" } } });
        who.clone().post(&format!("/api/games/{game}/command"), body).await
    };
    act(&mut host, json!({ "mute": { "name": "Anne" } })).await;
    assert_eq!(chat(&anne, 1).await.expect(409).json()["refused"]["why"], "quiet");
    chat(&bess, 2).await.expect(200);
    act(&mut host, json!({ "unmute": { "name": "Anne" } })).await;
    chat(&anne, 3).await.expect(200);

    bess.send("PUT", "/api/me/blocks/Anne", &Value::Null).await.expect(204);
    bess.send("PUT", "/api/me/blocks/anne", &Value::Null).await.expect(204);
    bess.send("PUT", "/api/me/blocks/Bess", &Value::Null).await.problem(409, "conflict");
    assert_eq!(bess.get("/api/me/blocks").await.expect(200).json(), json!(["Anne"]));
    assert_eq!(chat(&anne, 4).await.expect(409).json()["refused"]["why"], "quiet");
    let terms = json!({ "ruleset": "classic", "clock": "5+3" });
    let offer = |public: bool| json!({ "terms": terms, "public": public });
    let seek = bess.post("/api/seeks", offer(false)).await.expect(200).json();
    let id = seek["seek"]["id"].as_str().expect("an open offer");
    anne.post(&format!("/api/seeks/{id}/accept"), Value::Null).await.problem(403, "forbidden");
    // Matching offers are not paired either.
    assert!(bess.post("/api/seeks", offer(true)).await.expect(200).json()["seek"].is_object());
    assert!(anne.post("/api/seeks", offer(true)).await.expect(200).json()["seek"].is_object());
    bess.delete("/api/me/blocks/Anne").await.expect(204);
    bess.delete("/api/me/blocks/Anne").await.problem(404, "not-found");
    chat(&anne, 5).await.expect(200);
    anne.post(&format!("/api/seeks/{id}/accept"), Value::Null).await.expect(200);
}

#[tokio::test]
async fn reports_are_bounded() {
    let fixture =
        HttpFixture::with(bosworth_server::Config { limits: false, ..Default::default() }).await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let about = |name: &str| json!({ "name": name, "reason": "name" });
    for _ in 0..20 {
        anne.post("/api/reports", about("Bess")).await.expect(204);
    }
    anne.post("/api/reports", about("Bess")).await.problem(409, "conflict");
    bess.post("/api/reports", about("Anne")).await.expect(204);
    bess.post("/api/reports", about("Bess")).await.problem(409, "conflict");
    bess.post("/api/reports", about("nobody")).await.problem(404, "not-found");
    let long = json!({ "name": "Anne", "reason": "play", "text": "x".repeat(501) });
    bess.post("/api/reports", long).await.problem(400, "bad-request");
}

#[tokio::test]
async fn invalid_actions_are_refused_and_not_audited() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let mut guest = fixture.visitor();
    let me = guest.post("/api/guest", Value::Null).await.expect(200).json();
    let guest = me["person"]["name"].as_str().expect("a name");
    let before = log(&mut host).await.len();
    for (action, status, kind) in [
        (json!({ "disable": { "name": "nobody" } }), 404, "not-found"),
        (json!({ "rename": { "name": "Landlord", "to": "x" } }), 422, "bad-name"),
        (json!({ "rename": { "name": guest, "to": "Landlord" } }), 409, "name-taken"),
        (json!({ "password": { "name": guest } }), 409, "conflict"),
        (json!({ "password": { "name": "Landlord", "password": "short" } }), 422, "bad-password"),
        (json!({ "void": { "game": "AAAAAAAAAAAA" } }), 404, "not-found"),
        (json!({ "cancel": { "event": "AAAAAAAA" } }), 404, "not-found"),
        (json!({ "revoke": { "name": "Landlord", "token": "none" } }), 404, "not-found"),
        (json!({ "bot": { "owner": guest, "name": "a-bot" } }), 409, "conflict"),
        (json!({ "bot": { "owner": "Landlord", "name": "landlord" } }), 409, "name-taken"),
        (json!({ "invite": { "uses": 0, "days": 1 } }), 400, "bad-request"),
        (json!({ "uninvite": { "invitation": "none" } }), 404, "not-found"),
        (json!({ "resolve": { "report": "none" } }), 404, "not-found"),
        (json!({ "announce": { "text": "x".repeat(301) } }), 400, "bad-request"),
        (json!({ "words": { "add": ["two words"] } }), 400, "bad-request"),
        (json!({ "explode": {} }), 400, "bad-request"),
    ] {
        host.post(DO, action).await.problem(status, kind);
    }
    assert_eq!(log(&mut host).await.len(), before);
}
