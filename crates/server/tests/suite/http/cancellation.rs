//! Clients that hang up: every handler's future is cancelled at every await, and the server stays
//! healthy.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use bosworth_server::{Config, http};
use bosworth_testing::{Postgres, is_ready_within};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

/// More polls than any handler needs.
const POLLS: usize = 200;

fn body(path: &str, number: usize) -> Value {
    let terms = json!({ "ruleset": "classic", "clock": "5+3" });
    match path {
        "/api/login/provider" => json!({}),
        "/api/login" => json!({ "name": "Anne", "password": PASSWORD }),
        "/api/register" => json!({ "name": format!("New-{number}"), "password": PASSWORD }),
        "/api/seeks" => json!({ "terms": terms, "public": false }),
        "/api/computer" => json!({ "level": 1, "terms": terms }),
        "/api/games/{id}/command" => json!({ "key": number, "command": { "quiet": true } }),
        "/api/me/preferences" => json!({ "chat": true }),
        "/api/me/password" => json!({ "old": PASSWORD, "new": PASSWORD }),
        "/api/me/tokens" => json!({ "name": "again", "scopes": ["read"] }),
        "/api/me/bots" => json!({ "name": format!("Bot-{number}") }),
        "/api/me" => json!({ "password": PASSWORD }),
        _ => Value::Null,
    }
}

/// Cancels the handlers themselves, without the task that would run them to completion.
async fn drop_every_handler(database: Option<String>) {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("bosworth.db").display().to_string();
    let database = database.unwrap_or(file);
    let fixture =
        HttpFixture::over(Config { database, limits: false, ..Config::default() }, folder).await;
    let raw = http::all_routes().into_router().with_state(fixture.app.clone());
    let mut anne = fixture.person("Anne").await;
    let game = fixture.begin(&mut anne, &mut fixture.person("Bess").await, false).await;
    let routes = http::all_routes();
    let mut number = 1_000;
    for (method, path) in routes.paths() {
        let mut finished = false;
        for polls in 1..POLLS {
            number += 1;
            // A new account each time: the request may be to delete it.
            let mut caller = fixture.visitor();
            caller.post("/api/guest", json!({})).await.expect(200);
            let asked = asked(&fixture, &mut caller, path, &game).await;
            let (verb, sent) = (method.to_uppercase(), body(path, number).to_string());
            let own = !matches!(path, "/api/me/password" | "/api/login" | "/api/me/bots");
            let sender = if own { &caller } else { &anne };
            let mut request = sender.request(&verb, &asked, Body::from(sent));
            request.headers_mut().insert(CONTENT_TYPE, "application/json".parse().expect("json"));
            if is_ready_within(polls, raw.clone().oneshot(request)).await {
                finished = true;
                break;
            }
        }
        assert!(finished, "{method} {path} never comes to its end");
        is_well(&fixture, &game).await;
    }
    // More at once than there are database connections.
    for polls in (1..6).cycle().take(100) {
        let mut guest = fixture.visitor();
        guest.post("/api/guest", json!({})).await.expect(200);
        let mut request = guest.request("DELETE", "/api/me", Body::from("{\"password\":\"\"}"));
        request.headers_mut().insert(CONTENT_TYPE, "application/json".parse().expect("json"));
        is_ready_within(polls, raw.clone().oneshot(request)).await;
    }
    is_well(&fixture, &game).await;
}

/// The path with its placeholder filled in by an existing id.
async fn asked(fixture: &HttpFixture, caller: &mut TestVisitor, path: &str, game: &str) -> String {
    let id = match path {
        "/api/seeks/{id}" | "/api/seeks/{id}/accept" => {
            let terms = json!({ "ruleset": "classic", "clock": "5+3" });
            let offer = json!({ "terms": terms, "public": false });
            let owner = if path.ends_with("accept") { &mut fixture.visitor() } else { caller };
            owner.post("/api/guest", json!({})).await.expect(200);
            let seek = owner.post("/api/seeks", offer).await.expect(200).json();
            seek["seek"]["id"].as_str().expect("an offer").to_owned()
        }
        "/api/me/bots/{name}" | "/api/me/bots/{name}/token" => "none".into(),
        "/api/people/{name}" | "/api/people/{name}/games" | "/api/people/{name}/insights" => {
            "Anne".into()
        }
        "/api/leaderboard/{speed}" => "blitz".into(),
        _ => game.to_owned(),
    };
    path.replace("{id}", &id).replace("{name}", &id).replace("{speed}", &id)
}

/// Checks that reads, writes and transactions work for a new visitor.
async fn is_well(fixture: &HttpFixture, game: &str) {
    fixture.app.store.alive(fixture.app.now()).await.expect("the database takes changes");
    let mut guest = fixture.visitor();
    guest.post("/api/guest", json!({})).await.expect(200);
    guest.get(&format!("/api/games/{game}")).await.expect(200);
    let deletion = json!({ "password": "" });
    guest.send("DELETE", "/api/me", &deletion).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_requests_leave_no_transaction_open_on_sqlite() {
    drop_every_handler(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_requests_leave_no_transaction_open_on_postgres() {
    let server = Postgres::start().await;
    drop_every_handler(Some(server.url())).await;
}
