use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

async fn login(fixture: &HttpFixture, name: &str, password: &str) -> TestVisitor {
    let mut visitor = fixture.visitor();
    let credentials = json!({ "name": name, "password": password });
    visitor.post("/api/login", credentials).await.expect(200);
    visitor
}

#[tokio::test]
async fn preferences_are_stored() {
    let fixture = HttpFixture::open().await;
    let mut person = fixture.person("Anne").await;
    for preferences in [json!({ "chat": false, "language": "de" }), json!({ "chat": true })] {
        let answer = person.send("PUT", "/api/me/preferences", &preferences).await.expect(200);
        assert_eq!(answer.json(), preferences);
        assert_eq!(person.get("/api/me").await.json()["preferences"], preferences);
    }
    let unknown = json!({ "chat": true, "language": "tlh" });
    person.send("PUT", "/api/me/preferences", &unknown).await.problem(400, "bad-request");
}

#[tokio::test]
async fn sessions_are_listed_and_revoked() {
    let fixture = HttpFixture::open().await;
    let mut here = fixture.person("Anne").await;
    let mut there = login(&fixture, "Anne", PASSWORD).await;
    let sessions = here.get("/api/me/sessions").await.expect(200).json();
    let sessions = sessions.as_array().expect("a list");
    assert_eq!(sessions.len(), 2);
    let other = sessions.iter().find(|session| session["current"] == false).expect("one");
    let path = format!("/api/me/sessions/{}", other["id"].as_str().expect("a name"));
    // Sessions of other accounts cannot be revoked.
    fixture.person("Bess").await.delete(&path).await.problem(404, "not-found");
    there.get("/api/me").await.expect(200);
    here.delete(&path).await.expect(204);
    there.get("/api/me").await.problem(401, "unauthorized");
    here.get("/api/me").await.expect(200);
    here.delete(&path).await.problem(404, "not-found");
}

#[tokio::test]
async fn changing_the_password_ends_all_other_sessions() {
    let fixture = HttpFixture::open().await;
    let mut here = fixture.person("Anne").await;
    let mut there = login(&fixture, "Anne", PASSWORD).await;
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let path = "/api/me/password";
    here.post(path, change("not this one", "red rose red")).await.problem(401, "wrong-credentials");
    here.post(path, change(PASSWORD, "short")).await.problem(422, "bad-password");
    there.get("/api/me").await.expect(200);
    here.post(path, change(PASSWORD, "red rose red")).await.expect(204);
    here.get("/api/me").await.expect(200);
    there.get("/api/me").await.problem(401, "unauthorized");
    let old = json!({ "name": "Anne", "password": PASSWORD });
    there.post("/api/login", old).await.problem(401, "wrong-credentials");
    login(&fixture, "Anne", "red rose red").await;
    let mut guest = fixture.visitor();
    guest.post("/api/guest", json!({})).await.expect(200);
    guest.post(path, change("", "red rose red")).await.problem(403, "forbidden");
}

#[tokio::test]
async fn deleting_an_account_keeps_its_games_for_the_opponents() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let bot = anne.post("/api/me/bots", json!({ "name": "Annes-bot" })).await.expect(201).json();
    let token = anne.post("/api/me/tokens", json!({ "name": "t", "scopes": ["read"] })).await;
    let token = token.expect(201).json()["token"].as_str().expect("the token").to_string();
    let game = fixture.play(&mut anne, &mut bess, true).await;
    let before = bess.get(&format!("/api/games/{game}/record")).await.expect(200).body;
    assert!(before.contains("[Red \"Anne\"]"), "{before}");
    let wrong = json!({ "password": "not this one" });
    anne.send("DELETE", "/api/me", &wrong).await.problem(401, "wrong-credentials");
    let mut elsewhere = login(&fixture, "Anne", PASSWORD).await;
    anne.send("DELETE", "/api/me", &json!({ "password": PASSWORD })).await.expect(204);

    anne.get("/api/me").await.problem(401, "unauthorized");
    elsewhere.get("/api/me").await.problem(401, "unauthorized");
    fixture.program(&token).get("/api/me").await.problem(401, "unauthorized");
    let bots = bot["token"]["token"].as_str().expect("the token");
    fixture.program(bots).get("/api/me").await.problem(401, "unauthorized");
    for name in ["Anne", "Annes-bot"] {
        bess.get(&format!("/api/people/{name}")).await.problem(404, "not-found");
    }
    let credentials = json!({ "name": "Anne", "password": PASSWORD });
    anne.post("/api/login", credentials).await.problem(401, "wrong-credentials");

    let games = bess.get("/api/people/Bess/games").await.expect(200).json();
    assert_eq!(games[0]["game"], game);
    let red = games[0]["players"]["red"]["account"]["name"].as_str().expect("a name");
    assert!(red.starts_with("deleted-"), "{red}");
    let after = bess.get(&format!("/api/games/{game}/record")).await.expect(200).body;
    assert_eq!(after, before.replace("[Red \"Anne\"]", &format!("[Red \"{red}\"]")));
    bess.get(&format!("/api/people/{red}")).await.problem(404, "not-found");
}

#[tokio::test]
async fn deleting_an_account_ends_its_games() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let fresh = fixture.begin(&mut anne, &mut bess, false).await;
    let begun = fixture.begin(&mut anne, &mut bess, false).await;
    for (side, ply) in [(&mut anne, 0), (&mut bess, 1)] {
        let action = side.get(&format!("/api/games/{begun}")).await.json()["actions"][0].clone();
        side.command(&begun, ply, json!({ "act": { "action": action, "ply": ply } })).await;
    }
    anne.send("DELETE", "/api/me", &json!({ "password": PASSWORD })).await.expect(204);
    assert_eq!(bess.get("/api/me/games").await.expect(200).json(), json!([]));
    let view = bess.get(&format!("/api/games/{fresh}")).await.expect(200).json();
    assert_eq!((&view["result"], &view["reason"]), (&json!("*"), &json!("aborted")));
    let view = bess.get(&format!("/api/games/{begun}")).await.expect(200).json();
    assert_eq!((&view["result"], &view["reason"]), (&json!("0-1"), &json!("resigned")));
}

#[tokio::test]
async fn a_guest_can_be_deleted_without_a_password() {
    let fixture = HttpFixture::open().await;
    let mut guest = fixture.visitor();
    guest.post("/api/guest", json!({})).await.expect(200);
    guest.send("DELETE", "/api/me", &json!({})).await.expect(204);
    guest.get("/api/me").await.problem(401, "unauthorized");
}

#[tokio::test]
async fn the_export_contains_everything_but_secrets() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let finished = fixture.play(&mut anne, &mut bess, true).await;
    let running = fixture.begin(&mut bess, &mut anne, false).await;
    anne.command(&running, 7, json!({ "chat": { "text": "a fine day" } })).await;
    anne.post("/api/me/tokens", json!({ "name": "script", "scopes": ["read"] })).await.expect(201);
    anne.post("/api/me/bots", json!({ "name": "Annes-bot" })).await.expect(201);
    let answer = anne.get("/api/me/export").await.expect(200);
    assert!(answer.header("content-disposition").is_some_and(|how| how.starts_with("attachment")));
    let all = answer.json();
    assert_eq!(all["person"]["name"], "Anne");
    assert_eq!(all["tokens"][0]["name"], "script");
    assert_eq!(all["bots"][0]["name"], "Annes-bot");
    assert_eq!(all["ratings"][0]["history"][0]["game"], finished);
    let games: Vec<&Value> = all["games"].as_array().expect("games").iter().collect();
    assert_eq!(games.len(), 2);
    let of = |name: &str| games.iter().find(|game| game["game"] == name).expect("the game");
    assert!(of(&running)["log"].to_string().contains("a fine day"));
    assert!(of(&finished)["log"].to_string().contains("\"secret\""));
    assert!(!of(&running)["log"].to_string().contains("\"secret\""), "the game is still open");
    let id = running.parse().expect("a game");
    let secret = fixture.app.store.secret(id).await.expect("a database").expect("a secret");
    assert!(!answer.body.contains(&secret));
    for hidden in ["argon2", "bos_", "hash"] {
        assert!(!answer.body.contains(hidden), "{hidden}");
    }
}
