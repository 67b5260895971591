use std::net::IpAddr;

use axum::http::HeaderName;
use axum::http::header::{AUTHORIZATION, ORIGIN};
use bosworth_server::Config;
use bosworth_server::auth::account_name;
use bosworth_server::auth::login_throttle::LoginAttempt;
use serde_json::json;

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

async fn guess(
    visitor: &mut TestVisitor,
    name: &str,
    password: &str,
) -> super::http_fixture::Answer {
    let credentials = json!({ "name": name, "password": password });
    visitor.post("/api/login", credentials).await
}

/// Records failed logins, so that the delay is too long to end on a slow machine.
async fn guessed(fixture: &HttpFixture, address: [u8; 4], name: &str, times: i64, at: i64) {
    let guess = LoginAttempt::new(IpAddr::from(address).into(), &account_name::key(name));
    for number in 0..times {
        let noted = fixture.app.store.note_attempt(guess.subject(), at + number).await;
        noted.expect("a database");
    }
}

#[tokio::test]
async fn other_sites_cannot_use_a_visitors_cookie() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    let quiet = json!({ "chat": false });
    let path = "/api/me/preferences";
    for (origin, site) in [
        (Some("http://evil.example"), None),
        (Some("http://rose.example.evil.example"), None),
        (Some("null"), None),
        (None, None),
        (None, Some("cross-site")),
        (None, Some("same-site")),
        (None, Some("none")),
    ] {
        let mut page = anne.clone();
        page.unset(ORIGIN);
        for (name, value) in [(ORIGIN, origin), (SITE, site)] {
            if let Some(value) = value {
                page.set(name, value);
            }
        }
        page.send("PUT", path, &quiet).await.problem(403, "forbidden");
        page.send("DELETE", "/api/me", &json!({ "password": PASSWORD }))
            .await
            .problem(403, "forbidden");
        page.post("/api/logout", json!({})).await.problem(403, "forbidden");
        page.get("/api/me").await.expect(200);
    }
    assert_eq!(anne.get("/api/me").await.json()["preferences"]["chat"], true);
    anne.unset(ORIGIN);
    anne.set(SITE, "same-origin");
    anne.send("PUT", path, &quiet).await.expect(200);
}

#[tokio::test]
async fn other_sites_cannot_log_their_visitors_in() {
    let fixture = HttpFixture::open().await;
    fixture.person("Anne").await;
    let mut page = fixture.visitor();
    page.set(ORIGIN, "http://evil.example");
    let credentials = json!({ "name": "Anne", "password": PASSWORD });
    page.post("/api/login", credentials.clone()).await.problem(403, "forbidden");
    page.post("/api/guest", json!({})).await.problem(403, "forbidden");
    let other = json!({ "name": "Bess", "password": PASSWORD });
    page.post("/api/register", other).await.problem(403, "forbidden");
    assert_eq!(page.cookie, None);
    // A request without browser headers comes from a program, not from a page.
    page.unset(ORIGIN);
    page.post("/api/login", credentials).await.expect(200);
}

#[tokio::test]
async fn guessing_delays_the_attacker_but_not_the_victim() {
    let fixture = HttpFixture::open().await;
    fixture.person("Anne").await;
    fixture.person("Bess").await;
    let mut attacker = fixture.visitor_at("198.51.100.7");
    for number in 0..5 {
        let answer = guess(&mut attacker, "Anne", &format!("password {number}")).await;
        answer.problem(401, "wrong-credentials");
    }
    guessed(&fixture, [198, 51, 100, 7], "Anne", 7, fixture.app.now()).await;
    let locked = guess(&mut attacker, "anne", PASSWORD).await;
    assert_eq!(locked.header("retry-after"), Some("128"));
    locked.problem(429, "too-many");
    // An unknown name is throttled as well, so that throttling does not reveal which names exist.
    for number in 0..5 {
        let answer = guess(&mut attacker, "Nobody-1", &format!("password {number}")).await;
        answer.problem(401, "wrong-credentials");
    }
    guessed(&fixture, [198, 51, 100, 7], "Nobody-1", 7, fixture.app.now()).await;
    guess(&mut attacker, "Nobody-1", "password").await.problem(429, "too-many");
    // She can log in from elsewhere, and other accounts from the attacker's address.
    guess(&mut fixture.visitor_at("203.0.113.5"), "Anne", PASSWORD).await.expect(200);
    guess(&mut attacker, "Bess", PASSWORD).await.expect(200);
    // Her success elsewhere does not reset the attacker's delay.
    guess(&mut attacker, "Anne", "password").await.problem(429, "too-many");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_guesses_are_throttled_like_consecutive_ones() {
    let fixture = HttpFixture::open().await;
    fixture.person("Anne").await;
    let mut guesses = tokio::task::JoinSet::new();
    for number in 0..40 {
        let mut attacker = fixture.visitor_at("198.51.100.7");
        guesses.spawn(async move {
            guess(&mut attacker, "Anne", &format!("password {number}")).await.status.as_u16()
        });
    }
    let judged = guesses.join_all().await.into_iter().filter(|&status| status == 401).count();
    assert!((1..=5).contains(&judged), "{judged} were judged");
}

#[tokio::test]
async fn the_delay_ends_and_grows_with_each_failure() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    anne.post("/api/logout", json!({})).await.expect(204);
    // Long enough ago for the delay of 128 s to be over, but recent enough to be remembered.
    guessed(&fixture, [192, 0, 2, 1], "Anne", 12, fixture.app.now() - 400_000).await;
    guess(&mut anne, "Anne", "wrong password").await.problem(401, "wrong-credentials");
    let answer = guess(&mut anne, "Anne", PASSWORD).await;
    assert_eq!(answer.header("retry-after"), Some("256"));
    answer.problem(429, "too-many");
}

#[tokio::test]
async fn a_correct_password_clears_the_failures() {
    let fixture = HttpFixture::open().await;
    let mut anne = fixture.person("Anne").await;
    for _ in 0..3 {
        for _ in 0..4 {
            guess(&mut anne, "Anne", "wrong password").await.problem(401, "wrong-credentials");
        }
        guess(&mut anne, "Anne", PASSWORD).await.expect(200);
    }
}

#[tokio::test]
async fn passwords_cannot_be_guessed_with_a_session() {
    let fixture = HttpFixture::open().await;
    let mut thief = fixture.person("Anne").await;
    let change = json!({ "old": "a guess", "new": "red rose red" });
    for _ in 0..5 {
        thief.post("/api/me/password", change.clone()).await.problem(401, "wrong-credentials");
    }
    guessed(&fixture, [192, 0, 2, 1], "Anne", 7, fixture.app.now()).await;
    thief.post("/api/me/password", change).await.problem(429, "too-many");
    let deletion = json!({ "password": "a guess" });
    thief.send("DELETE", "/api/me", &deletion).await.problem(429, "too-many");
}

#[tokio::test]
async fn a_flood_of_requests_is_limited_by_address() {
    let fixture = HttpFixture::open().await;
    let mut refused = None;
    for _ in 0..40 {
        let answer = fixture.visitor_at("198.51.100.7").post("/api/guest", json!({})).await;
        if answer.status != 200 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("too many");
    let wait: u32 = refused.header("retry-after").expect("when").parse().expect("a number");
    assert!((1..=20).contains(&wait), "{wait}");
    refused.problem(429, "too-many");
    fixture.visitor_at("203.0.113.5").post("/api/guest", json!({})).await.expect(200);
}

#[tokio::test]
async fn behind_a_proxy_the_forwarded_address_counts() {
    let header = HeaderName::from_static("x-forwarded-for");
    let fixture = HttpFixture::with(Config { trust_proxy: true, ..Config::default() }).await;
    fixture.person("Anne").await;
    let mut attacker = fixture.visitor();
    attacker.set(header.clone(), "203.0.113.5, 198.51.100.7");
    for _ in 0..5 {
        guess(&mut attacker, "Anne", "wrong password").await.problem(401, "wrong-credentials");
    }
    guessed(&fixture, [198, 51, 100, 7], "Anne", 7, fixture.app.now()).await;
    // Entries that the attacker prepends do not change the address.
    attacker.set(header.clone(), "203.0.113.9, 198.51.100.7");
    guess(&mut attacker, "Anne", "wrong password").await.problem(429, "too-many");
    let mut anne = fixture.visitor();
    anne.set(header.clone(), "203.0.113.5");
    guess(&mut anne, "Anne", PASSWORD).await.expect(200);

    let open = HttpFixture::open().await;
    open.person("Anne").await;
    let mut attacker = open.visitor();
    for number in 0..5 {
        attacker.set(header.clone(), &format!("203.0.113.{number}"));
        guess(&mut attacker, "Anne", "wrong password").await.problem(401, "wrong-credentials");
    }
    guessed(&open, [192, 0, 2, 1], "Anne", 7, open.app.now()).await;
    guess(&mut attacker, "Anne", "wrong password").await.problem(429, "too-many");
}

#[tokio::test]
async fn malformed_keys_authenticate_nobody() {
    let fixture = HttpFixture::open().await;
    let mut visitor = fixture.person("Anne").await;
    let key = visitor.cookie.clone().expect("a cookie");
    let stored =
        fixture.app.store.account_by_name("anne").await.expect("a database").expect("Anne");
    let hash = fixture.app.store.sessions_of(stored.id).await.expect("a database")[0].hash.clone();
    let mut wrong = vec![format!("bosworth={hash}"), "bosworth=".into(), "bosworth=%00".into()];
    wrong.push(key.to_uppercase());
    wrong.push(key[..key.len() - 1].to_string());
    for cookie in wrong {
        visitor.cookie = Some(cookie);
        visitor.get("/api/me").await.problem(401, "unauthorized");
    }
    visitor.cookie = None;
    for header in ["Bearer bos_x", "Basic QW5uZTo=", "Bearer", &format!("Bearer bos_{hash}")] {
        visitor.set(AUTHORIZATION, header);
        visitor.get("/api/me").await.problem(401, "unauthorized");
    }
}
