use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

async fn token(person: &mut TestVisitor, scopes: &[&str]) -> (String, String) {
    let made = person.post("/api/me/tokens", json!({ "name": "program", "scopes": scopes })).await;
    let made = made.expect(201).json();
    let text = |name: &str| made[name].as_str().expect("a text").to_string();
    (text("id"), text("token"))
}

#[tokio::test]
async fn a_token_is_shown_once_and_invalid_after_revocation() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let (id, secret) = token(&mut anne, &["read", "read"]).await;
    assert!(secret.starts_with("bos_"));
    let list = anne.get("/api/me/tokens").await.expect(200).json();
    assert_eq!(list[0]["scopes"], json!(["read"]));
    assert!(list[0]["token"].is_null() && list[0]["seen"].is_null());
    let mut program = fixture.program(&secret);
    assert_eq!(program.get("/api/me").await.expect(200).json()["person"]["name"], "Anne");
    let list = anne.get("/api/me/tokens").await.expect(200).json();
    assert!(list[0]["seen"].is_number());
    let path = format!("/api/me/tokens/{id}");
    fixture.person("Bess").await.delete(&path).await.problem(404, "not-found");
    anne.delete(&path).await.expect(204);
    program.get("/api/me").await.problem(401, "unauthorized");
    anne.delete(&path).await.problem(404, "not-found");
    // Invalid credentials are an error even on public routes.
    program.get("/api/people/Anne").await.problem(401, "unauthorized");
}

#[tokio::test]
async fn scopes_are_enforced_and_tokens_cannot_change_the_account() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let (_, both) = token(&mut anne, &["play", "read"]).await;
    let (_, play) = token(&mut anne, &["play"]).await;
    let (_, read) = token(&mut anne, &["read"]).await;
    let terms = json!({ "ruleset": "classic", "clock": "-" });
    for path in ["/api/me", "/api/me/games"] {
        fixture.program(&read).get(path).await.expect(200);
        fixture.program(&play).get(path).await.problem(403, "forbidden");
    }
    for path in ["/api/me/sessions", "/api/me/tokens", "/api/me/bots", "/api/me/export"] {
        fixture.program(&both).get(path).await.problem(403, "forbidden");
    }
    let seek = json!({ "terms": terms });
    fixture.program(&play).post("/api/seeks", seek.clone()).await.expect(200);
    fixture.program(&read).post("/api/seeks", seek).await.problem(403, "forbidden");
    let changes: [(&str, &str, Value); 9] = [
        ("PUT", "/api/me/preferences", json!({ "chat": false })),
        ("POST", "/api/me/password", json!({ "old": PASSWORD, "new": "red rose red" })),
        ("POST", "/api/me/tokens", json!({ "name": "more", "scopes": ["play"] })),
        ("POST", "/api/me/bots", json!({ "name": "Robot" })),
        ("POST", "/api/me/bots/Robot/token", Value::Null),
        ("DELETE", "/api/me/bots/Robot", Value::Null),
        ("DELETE", "/api/me/tokens/0", Value::Null),
        ("DELETE", "/api/me/sessions/0", Value::Null),
        ("DELETE", "/api/me", json!({ "password": PASSWORD })),
    ];
    for (method, path, body) in changes {
        fixture.program(&both).send(method, path, &body).await.problem(403, "forbidden");
    }
    fixture.program(&both).post("/api/logout", Value::Null).await.expect(204);
    anne.get("/api/me").await.expect(200);
    fixture.program(&both).get("/api/me").await.expect(200);
}

#[tokio::test]
async fn a_visitor_without_an_account_is_not_an_error() {
    let fixture = HttpFixture::open().await;
    let mut nobody = fixture.visitor();
    assert_eq!(nobody.get("/api/visitor").await.expect(200).json(), json!({}));
    // An expired cookie counts as none.
    nobody.cookie = Some("bosworth=expired".into());
    assert_eq!(nobody.get("/api/visitor").await.expect(200).json(), json!({}));
    let mut anne = fixture.person("Anne").await;
    let visit = anne.get("/api/visitor").await.expect(200).json();
    assert_eq!(visit["me"], anne.get("/api/me").await.expect(200).json());
    fixture.program("bos_unknown").get("/api/visitor").await.problem(401, "unauthorized");
}

#[tokio::test]
async fn every_route_of_the_callers_account_requires_authentication() {
    let fixture = HttpFixture::open().await;
    let mut nobody = fixture.visitor();
    for (method, path) in bosworth_server::http::all_routes().paths() {
        if !path.starts_with("/api/me") {
            continue;
        }
        let path = path.replace("{id}", "0").replace("{name}", "Anne");
        let body = match path.as_str() {
            "/api/me/preferences" => json!({ "chat": true }),
            "/api/me/password" => json!({ "old": "", "new": "" }),
            "/api/me/tokens" => json!({ "name": "", "scopes": [] }),
            "/api/me/bots" => json!({ "name": "" }),
            _ => json!({}),
        };
        let answer = nobody.send(&method.to_uppercase(), &path, &body).await;
        answer.problem(401, "unauthorized");
    }
}

#[tokio::test]
async fn invalid_token_requests_are_refused() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    for (name, scopes) in [
        ("", json!(["read"])),
        ("  ", json!(["read"])),
        ("two\nlines", json!(["read"])),
        (&"x".repeat(61), json!(["read"])),
        ("none", json!([])),
        ("other", json!(["king"])),
    ] {
        let wish = json!({ "name": name, "scopes": scopes });
        anne.post("/api/me/tokens", wish).await.problem(400, "bad-request");
    }
    let of_the_host = json!({ "name": "other", "scopes": ["admin"] });
    anne.post("/api/me/tokens", of_the_host).await.problem(403, "forbidden");
    let mut guest = fixture.visitor();
    guest.post("/api/guest", json!({})).await.expect(200);
    for (path, body) in [
        ("/api/me/tokens", json!({ "name": "t", "scopes": ["play"] })),
        ("/api/me/bots", json!({ "name": "Robot" })),
    ] {
        guest.post(path, body).await.problem(403, "forbidden");
    }
    for _ in 0..20 {
        token(&mut anne, &["read"]).await;
    }
    let one_more = json!({ "name": "t", "scopes": ["read"] });
    anne.post("/api/me/tokens", one_more).await.problem(409, "conflict");
}

#[tokio::test]
async fn bots_are_created_with_a_token_and_an_owner() {
    let fixture = HttpFixture::open().await;
    let (mut anne, mut bess) = (fixture.person("Anne").await, fixture.person("Bess").await);
    let made = anne.post("/api/me/bots", json!({ "name": "Catesby" })).await.expect(201).json();
    assert_eq!(made["person"]["kind"], "bot");
    let secret = made["token"]["token"].as_str().expect("the token").to_string();
    let mut bot = fixture.program(&secret);
    assert_eq!(bot.get("/api/me").await.expect(200).json()["person"], made["person"]);
    assert_eq!(anne.get("/api/me/bots").await.expect(200).json(), json!([made["person"]]));
    assert_eq!(bess.get("/api/me/bots").await.expect(200).json(), json!([]));
    assert_eq!(bess.get("/api/people/catesby").await.expect(200).json()["person"], made["person"]);
    // A bot cannot log in, and its name is taken.
    let credentials = json!({ "name": "Catesby", "password": PASSWORD });
    fixture.visitor().post("/api/login", credentials).await.problem(401, "wrong-credentials");
    bess.post("/api/me/bots", json!({ "name": "catesby" })).await.problem(409, "name-taken");
    bess.post("/api/me/bots", json!({ "name": "x" })).await.problem(422, "bad-name");
    bess.delete("/api/me/bots/Catesby").await.problem(404, "not-found");
    bess.post("/api/me/bots/Catesby/token", Value::Null).await.problem(404, "not-found");

    let renewed = anne.post("/api/me/bots/Catesby/token", Value::Null).await.expect(201).json();
    bot.get("/api/me").await.problem(401, "unauthorized");
    let mut bot = fixture.program(renewed["token"].as_str().expect("the token"));
    let game = fixture.play(&mut bot, &mut bess, true).await;
    anne.delete("/api/me/bots/catesby").await.expect(204);
    bot.get("/api/me").await.problem(401, "unauthorized");
    assert_eq!(anne.get("/api/me/bots").await.expect(200).json(), json!([]));
    let games = bess.get("/api/people/Bess/games").await.expect(200).json();
    assert_eq!(games[0]["game"], game);
    for number in 0..10 {
        let name = format!("bot-{number}x");
        anne.post("/api/me/bots", json!({ "name": name })).await.expect(201);
    }
    anne.post("/api/me/bots", json!({ "name": "one-more" })).await.problem(409, "conflict");
}
