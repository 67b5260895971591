use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use bosworth_server::Config;
use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, PASSWORD};

#[tokio::test]
async fn a_guest_is_created_once_per_browser() {
    let fixture = HttpFixture::open().await;
    let mut guest = fixture.visitor();
    guest.get("/api/me").await.problem(401, "unauthorized");
    let answer = guest.post("/api/guest", json!({})).await.expect(200);
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("bosworth=") && cookie.contains("; HttpOnly; SameSite=Lax"));
    assert!(cookie.contains("; Path=/; ") && !cookie.contains("Secure"), "{cookie}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let me = answer.json();
    assert_eq!(me["person"]["kind"], "guest");
    assert!(me["person"]["name"].as_str().is_some_and(|name| name.starts_with("guest-")));
    assert_eq!(guest.post("/api/guest", json!({})).await.expect(200).json(), me);
    assert_eq!(guest.get("/api/me").await.expect(200).json(), me);
}

#[tokio::test]
async fn a_guest_who_registers_keeps_the_account_and_its_games() {
    let fixture = HttpFixture::open().await;
    let (mut guest, mut other) = (fixture.visitor(), fixture.visitor());
    let before = guest.post("/api/guest", json!({})).await.expect(200).json();
    other.post("/api/guest", json!({})).await.expect(200);
    let game = fixture.play(&mut guest, &mut other, false).await;
    let old = guest.clone();
    let credentials = json!({ "name": "Elizabeth", "password": PASSWORD });
    let after = guest.post("/api/register", credentials.clone()).await.expect(200).json();
    assert_eq!(after["person"]["id"], before["person"]["id"]);
    assert_eq!(
        (&after["person"]["name"], &after["person"]["kind"]),
        (&json!("Elizabeth"), &json!("person"))
    );
    assert_eq!(guest.get("/api/me").await.expect(200).json(), after);
    let games = guest.get("/api/people/elizabeth/games").await.expect(200).json();
    assert_eq!(games[0]["game"], game);
    let mut old = old;
    old.get("/api/me").await.problem(401, "unauthorized");
    guest.post("/api/register", credentials).await.problem(409, "conflict");
}

#[tokio::test]
async fn a_name_has_the_letters_of_its_language() {
    let fixture = HttpFixture::open().await;
    let mut rene = fixture.person("Rene\u{301}").await;
    let me = rene.get("/api/me").await.expect(200).json();
    assert_eq!(me["person"]["name"], "René");
    for path in ["/api/people/Ren%C3%A9", "/api/people/RENE%CC%81"] {
        let profile = rene.get(path).await.expect(200).json();
        assert_eq!(profile["person"], me["person"], "{path}");
    }
    let mut visitor = fixture.visitor();
    let credentials = |name: &str| json!({ "name": name, "password": PASSWORD });
    visitor.post("/api/login", credentials("RENÉ")).await.expect(200);
    let mut visitor = fixture.visitor();
    visitor.post("/api/register", credentials("RENÉ")).await.problem(409, "name-taken");
    // A Cyrillic letter that looks like a Latin one.
    let mixed = credentials("Ann\u{430}");
    visitor.post("/api/register", mixed).await.problem(422, "bad-name");
    visitor.post("/api/register", credentials("Emma")).await.expect(200);
    let mut visitor = fixture.visitor();
    visitor.post("/api/register", credentials("Ernrna")).await.problem(409, "name-taken");
}

#[tokio::test]
async fn invalid_names_and_passwords_are_refused() {
    let fixture = HttpFixture::open().await;
    fixture.person("Lancaster").await;
    let mut visitor = fixture.visitor();
    for name in ["Lancaster", "lancaster", "Iancaster", "LANCA5TER"] {
        let credentials = json!({ "name": name, "password": PASSWORD });
        let answer = visitor.clone().post("/api/register", credentials).await;
        match name {
            "LANCA5TER" => drop(answer.expect(200)),
            _ => answer.problem(409, "name-taken"),
        }
    }
    for name in ["", "ab", "a b c", "admin", "guest-12345", "<b>bold</b>", "-ann"] {
        let credentials = json!({ "name": name, "password": PASSWORD });
        visitor.post("/api/register", credentials).await.problem(422, "bad-name");
    }
    for password in ["", "short", "Margaret", &"x".repeat(257)] {
        let credentials = json!({ "name": "Margaret", "password": password });
        visitor.post("/api/register", credentials).await.problem(422, "bad-password");
    }
}

#[tokio::test]
async fn logging_in_and_out_works() {
    let fixture = HttpFixture::open().await;
    let mut person = fixture.person("Henry").await;
    let me = person.get("/api/me").await.expect(200).json();
    person.post("/api/logout", json!({})).await.expect(204);
    assert_eq!(person.cookie, None);
    person.get("/api/me").await.problem(401, "unauthorized");
    person.post("/api/logout", json!({})).await.expect(204);
    let credentials = json!({ "name": "HENRY", "password": PASSWORD });
    assert_eq!(person.post("/api/login", credentials).await.expect(200).json(), me);
    // Logging in again replaces the session of this browser.
    let mut before = person.clone();
    let credentials = json!({ "name": "Henry", "password": PASSWORD });
    person.post("/api/login", credentials).await.expect(200);
    before.get("/api/me").await.problem(401, "unauthorized");
    assert_eq!(
        person.get("/api/me/sessions").await.expect(200).json().as_array().map(Vec::len),
        Some(1)
    );
}

#[tokio::test]
async fn wrong_names_and_wrong_passwords_are_indistinguishable() {
    let fixture = HttpFixture::open().await;
    fixture.person("Cecily").await;
    let mut visitor = fixture.visitor();
    let mut answers = Vec::new();
    // The last two are a confusable of her name and an invalid name.
    for (name, password) in [
        ("Cecily", "wrong password"),
        ("Nobody-here", PASSWORD),
        ("Cecl1y", PASSWORD),
        ("no name at all", PASSWORD),
    ] {
        let credentials = json!({ "name": name, "password": password });
        answers.push(visitor.post("/api/login", credentials).await.expect(401).body);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn malformed_requests_are_explained_in_our_own_words() {
    let fixture = HttpFixture::open().await;
    let mut anna = fixture.person("Anna").await;
    let terms = |clock: Value| json!({ "ruleset": "classic", "clock": clock, "rated": false });
    for (body, message) in [
        ("{".into(), "the body is not valid JSON: line 1, column 1"),
        ("{} {}".into(), "in the body, the field `terms` is missing"),
        (
            json!({ "terms": terms(json!(5)) }).to_string(),
            "in the body, `terms.clock` does not have the documented form; see GET /api",
        ),
        (
            json!({ "terms": terms(json!("5h")) }).to_string(),
            "in the body, `terms.clock`: \"5h\" is not a time control",
        ),
        (
            json!({ "terms": terms(json!("5+3")), "publik": true }).to_string(),
            "in the body, `publik` is not a known field",
        ),
        (
            json!({ "terms": { "ruleset": "classic", "clock": "5+3", "publik": true } })
                .to_string(),
            "in the body, `terms.publik` is not a known field",
        ),
        (json!({ "terms": {} }).to_string(), "in the body, the field `terms.ruleset` is missing"),
    ] {
        anna.set(CONTENT_TYPE, "application/json");
        let answer = anna.ask("POST", "/api/seeks", Body::from(body)).await.expect(400).json();
        let said = answer["message"].as_str().expect("a message");
        assert!(said.starts_with(message), "{said}");
    }
    for (query, message) in [
        ("limit=many", "in the query, `limit` does not have the documented form; see GET /api"),
        ("result=fair", "in the query, `result`: `fair` is not a known value; see GET /api"),
    ] {
        let answer = anna.get(&format!("/api/games?{query}")).await.expect(400).json();
        assert_eq!(answer["message"], message);
    }
    let answer = anna.get("/api/ws").await.expect(400).json();
    assert_eq!(answer["message"], "this is a websocket; connect with a websocket client");
    anna.set(CONTENT_TYPE, "text/plain");
    let answer = anna.ask("POST", "/api/seeks", Body::from("{}")).await.expect(415).json();
    let message = "the body must be JSON, with `Content-Type: application/json`";
    assert_eq!(answer["message"], message);
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let fixture = HttpFixture::open().await;
    let mut visitor = fixture.visitor();
    for body in ["", "{", "[]", "{}", r#"{"name":"Anne"}"#, r#"{"name":1,"password":"x"}"#] {
        visitor.set(CONTENT_TYPE, "application/json");
        let answer = visitor.ask("POST", "/api/login", Body::from(body)).await;
        answer.problem(400, "bad-request");
    }
    let more = json!({ "name": "Anne", "password": PASSWORD, "admin": true });
    visitor.post("/api/register", more).await.problem(400, "bad-request");
    let long = json!({ "name": "Anne", "password": "x".repeat(17 * 1024) });
    visitor.post("/api/register", long).await.problem(413, "bad-request");
    visitor.set(CONTENT_TYPE, "text/plain");
    let form = Body::from(json!({ "name": "Anne", "password": PASSWORD }).to_string());
    visitor.ask("POST", "/api/register", form).await.problem(415, "bad-request");
    visitor.get("/api/login").await.problem(405, "bad-request");
    visitor.delete("/api/people/Anne").await.problem(405, "bad-request");
    visitor.get("/api/nothing/here").await.problem(404, "not-found");
}

#[tokio::test]
async fn cookies_are_secure_over_https() {
    let secure = |answer: &super::http_fixture::Answer| {
        answer.header("set-cookie").is_some_and(|cookie| cookie.ends_with("; Secure"))
    };
    let always = HttpFixture::with(Config { secure_cookies: true, ..Config::default() }).await;
    assert!(secure(&always.visitor().post("/api/guest", json!({})).await));
    let fixture = HttpFixture::open().await;
    let mut visitor = fixture.visitor();
    visitor.set(ORIGIN, "https://rose.example");
    assert!(secure(&visitor.post("/api/guest", json!({})).await));
}
