//! What moderators and admins can do, to whom, and what the people concerned see.

use serde_json::{Value, json};

use super::admin::{DO, act, by_host, host, log, with_role};
use super::http_fixture::{HttpFixture, TestVisitor};

async fn names(caller: &mut TestVisitor, query: &str) -> Vec<String> {
    let found = caller.get(&format!("/api/admin/people?{query}")).await.expect(200).json();
    let found = found.as_array().expect("people").iter();
    found.map(|person| person["name"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn roles_act_only_on_lower_ranks() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    let mut anne = fixture.person("Anne").await;
    let mut mona = with_role(&fixture, "Mona", "moderator").await;
    let mut max = with_role(&fixture, "Max", "moderator").await;
    let mut ada = with_role(&fixture, "Ada", "admin").await;
    by_host(&fixture, json!({ "bot": { "owner": "Ada", "name": "adas-bot" } })).await;
    let game = fixture.begin(&mut anne, &mut mona, false).await;
    mona.command(&game, 7, json!({ "chat": { "text": "good luck" } })).await;
    let starts = fixture.app.now() + 86_400_000;
    let event = json!({
        "title": "Bosworth Open", "kind": "knockout", "clock": "5+3", "starts": starts, "seats": 16,
    });
    let event = ada.post("/api/events", event).await.expect(200).json();
    let about = |name: &str| json!({ "name": name, "reason": "play", "text": "" });
    for name in ["Mona", "Ada", "adas-bot"] {
        anne.post("/api/reports", about(name)).await.expect(204);
    }
    let report = |reports: &Value, name: &str| {
        let mut all = reports.as_array().expect("reports").iter();
        all.find(|report| report["name"] == name).map(|report| report["id"].clone())
    };
    // Nobody learns who has reported them.
    let all = host.get("/api/admin/reports").await.expect(200).json();
    let to_ada = ada.get("/api/admin/reports").await.expect(200).json();
    let to_mona = mona.get("/api/admin/reports").await.expect(200).json();
    assert_eq!((to_mona, to_ada.as_array().map(Vec::len)), (json!([]), Some(1)));

    let why = "as agreed";
    let before = log(&mut host).await.len();
    let chat = mona.get(&format!("/api/admin/games/{game}")).await.expect(200).json();
    let line = &chat["chat"][0]["line"];
    for action in [
        json!({ "mute": { "name": "Mona", "reason": why } }),
        json!({ "disable": { "name": "Max", "reason": why } }),
        json!({ "delete": { "name": "Ada", "reason": why } }),
        json!({ "rename": { "name": "adas-bot", "to": "nobodys", "reason": why } }),
        json!({ "end": { "game": game, "winner": "white", "reason": why } }),
        json!({ "void": { "game": game, "reason": why } }),
        json!({ "erase": { "chat": { "game": game }, "line": line, "reason": why } }),
        json!({ "cancel": { "event": event["event"], "reason": why } }),
        json!({ "resolve": { "report": report(&all, "Mona") } }),
        json!({ "role": { "name": "Mona", "role": "admin", "reason": why } }),
        json!({ "role": { "name": "Anne", "role": "moderator", "reason": why } }),
    ] {
        mona.post(DO, action.clone()).await.problem(403, "forbidden");
    }
    for action in [
        json!({ "mute": { "name": "Ada", "reason": why } }),
        json!({ "role": { "name": "Ada", "reason": why } }),
        json!({ "role": { "name": "Anne", "role": "admin", "reason": why } }),
        json!({ "resolve": { "report": report(&all, "adas-bot") } }),
    ] {
        ada.post(DO, action.clone()).await.problem(403, "forbidden");
    }
    assert_eq!(log(&mut host).await.len(), before);

    assert_eq!(names(&mut mona, "only=role").await, ["Ada", "Max", "Mona"]);
    act(&mut max, json!({ "mute": { "name": "Anne", "reason": why } })).await;
    assert_eq!(names(&mut mona, "only=muted").await, ["Anne"]);
    act(&mut ada, json!({ "resolve": { "report": report(&to_ada, "Mona") } })).await;
    act(&mut ada, json!({ "role": { "name": "Mona", "reason": why } })).await;
    mona.get("/api/admin/log").await.problem(403, "forbidden");
    mona.post(DO, json!({ "announce": { "text": "me again" } })).await.problem(403, "forbidden");
    // A role ends with its account.
    act(&mut host, json!({ "role": { "name": "Anne", "role": "moderator" } })).await;
    let id = anne.get("/api/me").await.expect(200).json()["person"]["id"].as_i64().expect("an id");
    let password = json!({ "password": super::http_fixture::PASSWORD });
    anne.send("DELETE", "/api/me", &password).await.expect(204);
    let closed = fixture.app.store.account(bosworth_table::AccountId(id)).await.expect("an answer");
    assert_eq!(closed.expect("a row").role, None);
}

#[tokio::test]
async fn moderators_have_to_give_a_reason() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    fixture.person("Anne").await;
    let mut mona = with_role(&fixture, "Mona", "moderator").await;
    for reason in ["", " ", "two\nlines", &"x".repeat(301)] {
        let action = json!({ "mute": { "name": "Anne", "reason": reason } });
        mona.post(DO, action).await.problem(400, "bad-request");
    }
    mona.post(DO, json!({ "mute": { "name": "Anne" } })).await.problem(400, "bad-request");
    act(&mut mona, json!({ "mute": { "name": "Anne", "reason": " insults " } })).await;
    act(&mut host, json!({ "unmute": { "name": "Anne" } })).await;
    let lines = log(&mut mona).await;
    assert_eq!((&lines[0]["reason"], &lines[1]["reason"]), (&Value::Null, &json!("insults")));
}

#[tokio::test]
async fn roles_are_for_people_with_an_account() {
    let fixture = HttpFixture::open().await;
    let mut host = host(&fixture).await;
    fixture.person("Anne").await;
    act(&mut host, json!({ "bot": { "owner": "Anne", "name": "annes-bot" } })).await;
    let mut guest = fixture.visitor();
    let guest = guest.post("/api/guest", Value::Null).await.expect(200).json();
    for name in ["annes-bot", guest["person"]["name"].as_str().expect("a name")] {
        let action = json!({ "role": { "name": name, "role": "moderator" } });
        host.post(DO, action).await.problem(409, "conflict");
    }
}

#[tokio::test]
async fn reporter_and_reported_see_what_concerns_them() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let mut mona = with_role(&fixture, "Mona", "moderator").await;
    let game = fixture.begin(&mut anne, &mut bess, false).await;
    anne.command(&game, 7, json!({ "chat": { "text": "rude" } })).await;
    bess.command(&game, 8, json!({ "chat": { "text": "please" } })).await;
    let about = json!({ "name": "Anne", "reason": "chat", "game": game, "text": "rude" });
    bess.post("/api/reports", about).await.expect(204);
    let own = bess.get("/api/me/reports").await.expect(200).json();
    assert_eq!((&own[0]["name"], own[0].get("closed")), (&json!("Anne"), None));

    let games = mona.get("/api/admin/games").await.expect(200).json();
    assert_eq!(games[0]["game"], game.as_str());
    let seen = mona.get(&format!("/api/admin/games/{game}")).await.expect(200).json();
    let line = &seen["chat"][0];
    assert_eq!((&line["by"], &line["text"]), (&json!("Anne"), &json!("rude")));
    let erase = json!({ "chat": { "game": game }, "line": line["line"], "reason": "insult" });
    act(&mut mona, json!({ "erase": erase })).await;
    mona.post(DO, json!({ "erase": erase })).await.problem(404, "not-found");
    act(&mut mona, json!({ "mute": { "name": "Anne", "reason": "insult" } })).await;
    let reports = mona.get("/api/admin/reports").await.expect(200).json();
    act(&mut mona, json!({ "resolve": { "report": reports[0]["id"] } })).await;
    assert_eq!(mona.get("/api/admin/reports").await.expect(200).json(), json!([]));

    // The line is gone for everybody, and the log has no gap.
    let seen = mona.get(&format!("/api/admin/games/{game}")).await.expect(200).json();
    assert_eq!(seen["chat"].as_array().map(Vec::len), Some(1), "{seen}");
    let export = bess.get("/api/me/export").await.expect(200);
    assert!(export.body.contains("please") && !export.body.contains("rude"), "{}", export.body);
    let me = anne.get("/api/me").await.expect(200).json();
    assert_eq!((&me["muted"], me.get("role")), (&json!(true), None));
    assert_eq!(anne.get("/api/me/reports").await.expect(200).json(), json!([]));
    let own = bess.get("/api/me/reports").await.expect(200).json();
    assert!(own[0]["closed"].is_number(), "{own}");
    assert!(!own.to_string().contains("insult"), "{own}");
    let me = mona.get("/api/me").await.expect(200).json();
    assert_eq!((me.get("muted"), &me["role"]), (None, &json!("moderator")));
}

#[tokio::test]
async fn a_removed_line_is_gone_from_the_chat_of_a_tournament() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let mut mona = with_role(&fixture, "Mona", "moderator").await;
    let starts = fixture.app.now() + 86_400_000;
    let event = json!({
        "title": "Bosworth Open", "kind": "knockout", "clock": "5+3", "starts": starts, "seats": 16,
    });
    let event = anne.post("/api/events", event).await.expect(200).json();
    let chat = format!("/api/events/{}/chat", event["event"].as_str().expect("an id"));
    for text in ["rude", "hello"] {
        anne.post(&chat, json!({ "text": text })).await.expect(200);
    }
    let erase = json!({ "chat": { "event": event["event"] }, "line": 0, "reason": "insult" });
    act(&mut mona, json!({ "erase": erase })).await;
    mona.post(DO, json!({ "erase": erase })).await.problem(404, "not-found");
    let lines = anne.get(&chat).await.expect(200).json();
    assert_eq!((lines.as_array().map(Vec::len), &lines[0]["seq"]), (Some(1), &json!(1)));
    let line = &log(&mut mona).await[0];
    assert!(line["account"].is_number() && !line.to_string().contains("rude"), "{line}");
}

#[tokio::test]
async fn logging_out_ends_sessions_and_keeps_tokens() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let request = json!({ "name": "all", "scopes": ["play", "read"] });
    let key = anne.post("/api/me/tokens", request).await.expect(201).json();
    let mut program = fixture.program(key["token"].as_str().expect("the secret"));
    let mut mona = with_role(&fixture, "Mona", "moderator").await;
    act(&mut mona, json!({ "logout": { "name": "Anne", "reason": "shared computer" } })).await;
    anne.get("/api/me").await.problem(401, "unauthorized");
    program.get("/api/me").await.expect(200);
}
