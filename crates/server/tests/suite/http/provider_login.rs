//! Login with another service, a stand-in for Keycloak: what it opens, and that nobody can take
//! over an account through it.

use axum::http::HeaderName;
use bosworth_protocol::{AdminAction, NameAndReason, Registration};
use bosworth_server::Config;
use bosworth_server::admin::{Administrator, Authority};
use bosworth_server::auth::password_hashers::PasswordHashers;
use bosworth_server::store::MailAddress;
use bosworth_testing::{IdentityAtProvider, IdentityProvider, eventually};
use serde_json::{Value, json};

use super::http_fixture::{HttpFixture, PASSWORD, TestVisitor};

const BEGIN: &str = "/api/login/provider";
const PUBLIC_URL: &str = "http://rose.example/club";

fn config(provider: &IdentityProvider) -> Config {
    Config {
        limits: false,
        public_url: Some(PUBLIC_URL.into()),
        oidc_issuer: Some(provider.issuer()),
        oidc_client_id: Some("rose".into()),
        oidc_secret: Some("a secret: 100 %".into()),
        ..Config::default()
    }
}

async fn start() -> (IdentityProvider, HttpFixture) {
    let provider = IdentityProvider::start("rose", "a+secret%3A+100+%25").await;
    let fixture = HttpFixture::with(config(&provider)).await;
    (provider, fixture)
}

fn person(subject: &str, name: &str) -> IdentityAtProvider {
    IdentityAtProvider { subject: subject.into(), name: name.into(), mail: None }
}

/// Begins a login, and returns the path that the browser comes back to.
async fn way_back(
    provider: &IdentityProvider,
    visitor: &mut TestVisitor,
    person: &IdentityAtProvider,
    body: Value,
) -> String {
    let begun = visitor.post(BEGIN, body).await.expect(200).json();
    let back = provider.log_in(begun["url"].as_str().expect("a URL"), person);
    back.strip_prefix(PUBLIC_URL).expect("the way back").to_owned()
}

/// The page that a visitor ends up on.
async fn page(visitor: &mut TestVisitor, path: &str) -> String {
    let answer = visitor.get(path).await.expect(303);
    let page = answer.header("location").expect("a page");
    page.strip_prefix("../../../#/").expect("a page of this site").to_owned()
}

/// Logs in, and returns the page.
async fn log_in(
    provider: &IdentityProvider,
    visitor: &mut TestVisitor,
    person: &IdentityAtProvider,
) -> String {
    let path = way_back(provider, visitor, person, json!({})).await;
    page(visitor, &path).await
}

async fn me(visitor: &mut TestVisitor) -> Value {
    visitor.get("/api/visitor").await.expect(200).json()["me"]["person"].clone()
}

#[tokio::test]
async fn a_login_opens_an_account_and_finds_it_again() {
    let (provider, fixture) = start().await;
    let house = fixture.visitor().get("/api/house").await.expect(200).json();
    assert_eq!(house["login_provider"], "127.0.0.1");
    let mut anna = fixture.visitor();
    assert_eq!(log_in(&provider, &mut anna, &person("1", "Anna")).await, "online");
    let first = me(&mut anna).await;
    assert_eq!((first["name"].as_str(), first["kind"].as_str()), (Some("Anna"), Some("person")));
    assert_eq!(anna.pending_login, None, "the cookie was used up");
    let connection = anna.get("/api/me/provider").await.expect(200).json();
    assert_eq!(connection, json!({ "connected": true, "password": false }));
    anna.delete("/api/me/provider").await.problem(409, "conflict");
    // The name may change over there, the id does not.
    let mut again = fixture.visitor();
    assert_eq!(log_in(&provider, &mut again, &person("1", "Anne")).await, "online");
    assert_eq!(me(&mut again).await, first);
    // Another person with that name.
    let mut other = fixture.visitor();
    assert_eq!(log_in(&provider, &mut other, &person("2", "anna")).await, "online");
    assert_eq!(me(&mut other).await["name"], "anna2");
    // One whose name is not possible here.
    let mut third = fixture.visitor();
    assert_eq!(log_in(&provider, &mut third, &person("3", "?")).await, "online");
    assert_eq!(me(&mut third).await["name"], "Player");
    // Right after a login it can get a password.
    let password = json!({ "old": "", "new": PASSWORD });
    other.post("/api/me/password", password.clone()).await.expect(204);
    other.post("/api/me/password", password).await.problem(401, "wrong-credentials");
    other.delete("/api/me/provider").await.expect(204);
    // The account can be exported and deleted without a password.
    let export = anna.get("/api/me/export").await.expect(200).json();
    assert_eq!(export["identities"][0]["subject"], "1");
    anna.send("DELETE", "/api/me", &json!({})).await.expect(204);
    let mut anew = fixture.visitor();
    assert_eq!(log_in(&provider, &mut anew, &person("1", "Anna")).await, "online");
    assert_ne!(me(&mut anew).await["id"], first["id"]);
}

#[tokio::test]
async fn a_guest_who_logs_in_keeps_their_account() {
    let (provider, fixture) = start().await;
    let mut guest = fixture.visitor();
    guest.post("/api/guest", json!({})).await.expect(200);
    let (before, cookie) = (me(&mut guest).await, guest.cookie.clone());
    assert_eq!(log_in(&provider, &mut guest, &person("1", "Anna")).await, "online");
    let after = me(&mut guest).await;
    assert_eq!((&after["id"], &after["kind"]), (&before["id"], &json!("person")));
    guest.cookie = cookie;
    assert_eq!(me(&mut guest).await, Value::Null, "the guest's session has ended");
}

#[tokio::test]
async fn a_mail_address_connects_no_account_but_its_owner_can() {
    let (provider, fixture) = start().await;
    let mut anna = fixture.person("Anna").await;
    let own = me(&mut anna).await;
    let id = own["id"].as_i64().expect("an id");
    let mail = MailAddress {
        account: bosworth_table::AccountId(id),
        address: "Anna@example.org".into(),
        language: None,
        created: 1,
        confirmed: None,
    };
    fixture.app.store.put_mail_address(&mail).await.expect("an address");
    let hash = "0a".repeat(32);
    let store = &fixture.app.store;
    let purpose = bosworth_server::store::LinkPurpose::Confirm;
    store.put_link(mail.account, purpose, &hash, &mail.address, i64::MAX).await.expect("a link");
    assert!(store.confirm_mail_address(&hash, 1).await.expect("confirmed"));

    let mut known = person("1", "Anna");
    known.mail = Some(("anna@example.org".into(), true));
    let mut somebody = fixture.visitor();
    let page_of = log_in(&provider, &mut somebody, &known).await;
    assert_eq!(page_of, "account?login=known-mail");
    assert_eq!(me(&mut somebody).await, Value::Null);
    // An address that the provider has not verified says nothing.
    let mut unverified = person("2", "Mallory");
    unverified.mail = Some(("anna@example.org".into(), false));
    let mut mallory = fixture.visitor();
    assert_eq!(log_in(&provider, &mut mallory, &unverified).await, "online");
    assert_eq!(me(&mut mallory).await["name"], "Mallory");

    let wrong = json!({ "password": "not the password" });
    anna.post(BEGIN, wrong).await.problem(401, "wrong-credentials");
    let password = json!({ "password": PASSWORD });
    let path = way_back(&provider, &mut anna, &known, password.clone()).await;
    assert_eq!(page(&mut anna, &path).await, "account?login=connected");
    assert_eq!(log_in(&provider, &mut somebody, &known).await, "online");
    assert_eq!(me(&mut somebody).await, own);
    // An identity belongs to one account only.
    let mut bert = fixture.person("Bert").await;
    let path = way_back(&provider, &mut bert, &known, password).await;
    assert_eq!(page(&mut bert, &path).await, "account?login=taken");
    anna.delete("/api/me/provider").await.expect(204);
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &known).await, "account?login=known-mail");
}

#[tokio::test]
async fn nobody_can_take_over_an_account_through_a_login() {
    let (provider, fixture) = start().await;
    let mut anna = fixture.person("Anna").await;
    let own = me(&mut anna).await;
    let mallory = person("666", "Mallory");
    let expired = "account?login=expired";

    // Another site cannot begin a login.
    let mut lured = anna.clone();
    lured.set(HeaderName::from_static("sec-fetch-site"), "cross-site");
    lured.post(BEGIN, json!({})).await.problem(403, "forbidden");

    // The attacker's way back does not work in another browser.
    let mut attacker = fixture.visitor();
    let path = way_back(&provider, &mut attacker, &mallory, json!({})).await;
    assert_eq!(page(&mut anna, &path).await, expired);
    assert_eq!(me(&mut anna).await, own);
    // Even with the attacker's cookie it connects nothing with the account.
    anna.pending_login = attacker.pending_login.clone();
    assert_eq!(page(&mut anna, &path).await, expired);
    assert_eq!(me(&mut anna).await, own);
    let connection = anna.get("/api/me/provider").await.expect(200).json();
    assert_eq!(connection["connected"], false);

    // A cookie that connects the attacker's account connects no other one.
    let mut attacker = fixture.person("Richard").await;
    let password = json!({ "password": PASSWORD });
    let path = way_back(&provider, &mut attacker, &mallory, password).await;
    anna.pending_login = attacker.pending_login.clone();
    assert_eq!(page(&mut anna, &path).await, expired);
    // Nor does one with another account in it.
    let cookie = attacker.pending_login.clone().expect("a cookie");
    let id = own["id"].as_i64().expect("an id");
    let mut parts: Vec<_> = cookie.split('.').map(str::to_owned).collect();
    parts[2] = format!("{id:x}");
    let mut forger = attacker.clone();
    forger.pending_login = Some(parts.join("."));
    assert_eq!(page(&mut forger, &path).await, expired);
    let connection = anna.get("/api/me/provider").await.expect(200).json();
    assert_eq!(connection["connected"], false);

    // A code works once, and only with the verifier of its own login.
    let mut victim = fixture.visitor();
    let path = way_back(&provider, &mut victim, &person("1", "Bess"), json!({})).await;
    let code = path.split("code=").nth(1).expect("a code").to_owned();
    let mut thief = fixture.visitor();
    let other = way_back(&provider, &mut thief, &mallory, json!({})).await;
    let stolen = format!("{}code={code}", other.split("code=").next().expect("the rest"));
    assert_eq!(page(&mut thief, &stolen).await, "account?login=failed");
    assert_eq!(me(&mut thief).await, Value::Null);
    let foreign = format!("{path}&iss=https%3A%2F%2Fevil.example");
    assert_eq!(page(&mut victim.clone(), &foreign).await, "account?login=failed");
}

#[tokio::test]
async fn invalid_tokens_are_refused() {
    let (provider, fixture) = start().await;
    for changes in [
        json!({ "iss": "https://evil.example" }),
        json!({ "aud": "other" }),
        json!({ "aud": ["rose", "other"] }),
        json!({ "azp": "other" }),
        json!({ "nonce": "0a" }),
        json!({ "nonce": null }),
        json!({ "exp": 1_000_000_000 }),
        json!({ "iat": 9_000_000_000_i64 }),
        json!({ "sub": "" }),
        json!({ "email_verified": "true" }),
    ] {
        provider.change_claims(changes.clone());
        let mut visitor = fixture.visitor();
        let page = log_in(&provider, &mut visitor, &person("1", "Anna")).await;
        assert_eq!(page, "account?login=failed", "{changes}");
        assert_eq!(me(&mut visitor).await, Value::Null);
    }
    provider.change_claims(json!({ "aud": ["rose", "other"], "azp": "rose" }));
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &person("1", "Anna")).await, "online");
    // Without a code, as when somebody declines.
    let mut visitor = fixture.visitor();
    let path = way_back(&provider, &mut visitor, &person("1", "Anna"), json!({})).await;
    let declined = path.split("&code=").next().expect("the state").to_owned();
    let page = page(&mut visitor, &format!("{declined}&error=access_denied")).await;
    assert_eq!(page, "account?login=failed");
}

#[tokio::test]
async fn the_host_decides_who_may_log_in() {
    let (provider, fixture) = start().await;
    let (anna, bert) = (person("1", "Anna"), person("2", "Bert"));
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &anna).await, "online");
    let password_hashers = PasswordHashers::new(1);
    let act = async |action: AdminAction| {
        let (store, now) = (&fixture.app.store, fixture.app.now());
        let host = Administrator {
            store,
            actor: "cli:test".into(),
            authority: Authority::Host,
            now,
            password_hashers: &password_hashers,
        };
        host.perform(&action).await.expect("done");
    };
    act(AdminAction::Registration(Registration::Closed)).await;
    eventually("the setting", async || {
        let house = fixture.visitor().get("/api/house").await.expect(200).json();
        (house["registration"] == "closed").then_some(())
    })
    .await;
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &bert).await, "account?login=closed");
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &anna).await, "online", "she has one");
    act(AdminAction::Disable(NameAndReason { name: "Anna".into(), reason: String::new() })).await;
    assert_eq!(log_in(&provider, &mut fixture.visitor(), &anna).await, "account?login=disabled");
}

#[tokio::test]
async fn servers_without_a_provider_say_so() {
    let fixture = HttpFixture::open().await;
    fixture.visitor().post(BEGIN, json!({})).await.problem(404, "not-found");
    let house = fixture.visitor().get("/api/house").await.expect(200).json();
    assert_eq!(house["login_provider"], Value::Null);
}
