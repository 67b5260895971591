//! Authorisation: every route against every kind of caller.

use bosworth_protocol::{AccountRole, AdminAction, Scope, TokenRequest, TokenView};
use bosworth_server::Config;
use bosworth_server::admin::{Administrator, Authority};
use bosworth_server::auth::password_hashers::PasswordHashers;
use reqwest::{Method, StatusCode};

use crate::online::online_fixture::OnlineFixture;

/// Who may call a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Door {
    /// Anybody.
    Open,
    /// An account that may read, by cookie or token.
    Read,
    /// An account that may play, by cookie or token.
    Play,
    /// Only an account in person, by the cookie of a session.
    InPerson,
    /// Moderators and admins in person, and the host by a token.
    Moderator,
    /// Only the host, by a token.
    Host,
}

use Door::{Host, InPerson, Moderator, Open, Play, Read};

/// Every route with a path that matches nothing, and who may call it.
const DOORS: &[(&str, &str, &str, Door)] = &[
    ("get", "/api", "/api", Open),
    ("get", "/api/openapi.json", "/api/openapi.json", Open),
    ("get", "/api/style.css", "/api/style.css", Open),
    ("get", "/api/seeks", "/api/seeks", Open),
    ("get", "/api/seeks/{id}", "/api/seeks/none", Open),
    ("get", "/api/events", "/api/events", Open),
    ("post", "/api/events", "/api/events", Play),
    ("get", "/api/events/{id}", "/api/events/AAAAAAAA", Open),
    ("get", "/api/events/{id}/round", "/api/events/AAAAAAAA/round?number=1", Open),
    ("get", "/api/events/{id}/cross", "/api/events/AAAAAAAA/cross", Open),
    ("get", "/api/events/{id}/games", "/api/events/AAAAAAAA/games", Open),
    ("get", "/api/events/{id}/invitation", "/api/events/AAAAAAAA/invitation", Play),
    ("get", "/api/events/{id}/chat", "/api/events/AAAAAAAA/chat", Open),
    ("post", "/api/events/{id}/chat", "/api/events/AAAAAAAA/chat", Play),
    ("get", "/api/events/{id}/log", "/api/events/AAAAAAAA/log", Open),
    ("get", "/api/events/{id}/standings", "/api/events/AAAAAAAA/standings", Open),
    ("post", "/api/events/{id}/command", "/api/events/AAAAAAAA/command", Play),
    ("get", "/api/games", "/api/games?player=nobody", Open),
    ("get", "/api/games/{id}", "/api/games/AAAAAAAAAAAA", Open),
    ("get", "/api/games/{id}/record", "/api/games/AAAAAAAAAAAA/record", Open),
    ("get", "/api/games/{id}/stream", "/api/games/AAAAAAAAAAAA/stream", Open),
    ("get", "/api/leaderboard/{speed}", "/api/leaderboard/blitz", Open),
    ("get", "/api/puzzles", "/api/puzzles?level=1", Open),
    ("get", "/api/puzzles/daily", "/api/puzzles/daily", Open),
    ("post", "/api/puzzles/daily", "/api/puzzles/daily", Play),
    ("get", "/api/me/training", "/api/me/training", Read),
    ("put", "/api/me/training", "/api/me/training", Play),
    ("get", "/api/people/{name}", "/api/people/nobody", Open),
    ("get", "/api/people/{name}/insights", "/api/people/nobody/insights", Open),
    ("get", "/api/people/{name}/games", "/api/people/nobody/games", Open),
    ("get", "/api/ws", "/api/ws", Open),
    ("post", "/api/guest", "/api/guest", Open),
    ("post", "/api/login", "/api/login", Open),
    ("post", "/api/login/provider", "/api/login/provider", Open),
    ("get", "/api/login/provider/callback", "/api/login/provider/callback", Open),
    ("get", "/api/me/provider", "/api/me/provider", InPerson),
    ("delete", "/api/me/provider", "/api/me/provider", InPerson),
    ("post", "/api/register", "/api/register", Open),
    ("post", "/api/logout", "/api/logout", Open),
    ("get", "/api/visitor", "/api/visitor", Open),
    ("get", "/api/me", "/api/me", Read),
    ("get", "/api/me/challenges", "/api/me/challenges", Read),
    ("get", "/api/me/games", "/api/me/games", Read),
    ("get", "/api/me/holiday", "/api/me/holiday", Read),
    ("post", "/api/me/holiday", "/api/me/holiday", Play),
    ("delete", "/api/me/holiday", "/api/me/holiday", Play),
    ("get", "/api/me/seeks", "/api/me/seeks", Read),
    ("get", "/api/me/waiting", "/api/me/waiting", Read),
    ("get", "/api/stream", "/api/stream", Play),
    ("post", "/api/seeks", "/api/seeks", Play),
    ("delete", "/api/seeks/{id}", "/api/seeks/none", Play),
    ("post", "/api/seeks/{id}/accept", "/api/seeks/none/accept", Play),
    ("post", "/api/computer", "/api/computer", Play),
    ("get", "/api/games/{id}/conditional", "/api/games/AAAAAAAAAAAA/conditional", Play),
    ("put", "/api/games/{id}/conditional", "/api/games/AAAAAAAAAAAA/conditional", Play),
    ("delete", "/api/games/{id}/conditional", "/api/games/AAAAAAAAAAAA/conditional", Play),
    ("post", "/api/games/{id}/command", "/api/games/AAAAAAAAAAAA/command", Play),
    ("get", "/api/me/export", "/api/me/export", InPerson),
    ("get", "/api/me/sessions", "/api/me/sessions", InPerson),
    ("get", "/api/me/tokens", "/api/me/tokens", InPerson),
    ("get", "/api/me/bots", "/api/me/bots", InPerson),
    ("put", "/api/me/preferences", "/api/me/preferences", InPerson),
    ("post", "/api/me/password", "/api/me/password", InPerson),
    ("delete", "/api/me/sessions/{id}", "/api/me/sessions/none", InPerson),
    ("post", "/api/me/tokens", "/api/me/tokens", InPerson),
    ("delete", "/api/me/tokens/{id}", "/api/me/tokens/none", InPerson),
    ("post", "/api/me/bots", "/api/me/bots", InPerson),
    ("delete", "/api/me/bots/{name}", "/api/me/bots/none", InPerson),
    ("post", "/api/me/bots/{name}/token", "/api/me/bots/none/token", InPerson),
    ("delete", "/api/me", "/api/me", InPerson),
    ("get", "/api/house", "/api/house", Open),
    ("post", "/api/reports", "/api/reports", Play),
    ("get", "/api/me/reports", "/api/me/reports", InPerson),
    ("get", "/api/me/blocks", "/api/me/blocks", InPerson),
    ("put", "/api/me/blocks/{name}", "/api/me/blocks/nobody", InPerson),
    ("delete", "/api/me/blocks/{name}", "/api/me/blocks/nobody", InPerson),
    ("get", "/api/push", "/api/push", Open),
    ("get", "/api/me/push", "/api/me/push", InPerson),
    ("post", "/api/me/push", "/api/me/push", InPerson),
    ("delete", "/api/me/push/{id}", "/api/me/push/none", InPerson),
    ("get", "/api/me/notifications", "/api/me/notifications", InPerson),
    ("put", "/api/me/notifications", "/api/me/notifications", InPerson),
    ("get", "/api/me/mail", "/api/me/mail", InPerson),
    ("post", "/api/me/mail", "/api/me/mail", InPerson),
    ("delete", "/api/me/mail", "/api/me/mail", InPerson),
    ("post", "/api/mail/confirm", "/api/mail/confirm", Open),
    ("get", "/api/mail/unsubscribe/{token}", "/api/mail/unsubscribe/none", Open),
    ("post", "/api/mail/unsubscribe/{token}", "/api/mail/unsubscribe/none", Open),
    ("post", "/api/password/forgot", "/api/password/forgot", Open),
    ("post", "/api/password/reset", "/api/password/reset", Open),
    ("post", "/api/admin/do", "/api/admin/do", Moderator),
    ("get", "/api/admin/people", "/api/admin/people", Moderator),
    ("get", "/api/admin/people/{name}/tokens", "/api/admin/people/anna/tokens", Host),
    ("get", "/api/admin/games", "/api/admin/games", Moderator),
    ("get", "/api/admin/games/{id}", "/api/admin/games/AAAAAAAAAAAA", Moderator),
    ("get", "/api/admin/log", "/api/admin/log", Moderator),
    ("get", "/api/admin/reports", "/api/admin/reports", Moderator),
    ("get", "/api/admin/settings", "/api/admin/settings", Host),
];

/// A well-formed body for each route.
fn body(path: &str) -> &'static str {
    match path {
        "/api/login" | "/api/register" => r#"{"name":"x","password":"y"}"#,
        "/api/login/provider" | "/api/me/training" => "{}",
        "/api/seeks" => r#"{"terms":{"ruleset":"none","clock":"5+3"}}"#,
        "/api/events" => r#"{"title":"","kind":"knockout","clock":"5+3","starts":0}"#,
        "/api/events/{id}/chat" => r#"{"text":"hello"}"#,
        "/api/events/{id}/command" => r#""leave""#,
        "/api/computer" => r#"{"level":0,"terms":{"ruleset":"classic","clock":"5+3"}}"#,
        "/api/games/{id}/command" => r#"{"key":1,"command":"resign"}"#,
        "/api/games/{id}/conditional" => r#"{"revision":1,"lines":[]}"#,
        "/api/puzzles/daily" => r#"{"date":"x","action":"+"}"#,
        "/api/me/holiday" => r#"{"days":0}"#,
        "/api/me/push" => r#"{"endpoint":"x","keys":{"p256dh":"x","auth":"x"}}"#,
        "/api/me/notifications" => r#"{"push":[],"mail":[],"digest":false}"#,
        "/api/me/mail" => r#"{"address":"x","password":"y"}"#,
        "/api/mail/confirm" => r#"{"secret":"x"}"#,
        "/api/password/forgot" => r#"{"who":"x"}"#,
        "/api/password/reset" => r#"{"secret":"x","password":"y"}"#,
        "/api/me/preferences" => r#"{"chat":true}"#,
        "/api/me/password" => r#"{"old":"wrong","new":"also wrong"}"#,
        "/api/me/tokens" => r#"{"name":"again","scopes":["read"]}"#,
        "/api/me/bots" => r#"{"name":"x"}"#,
        "/api/me" => r#"{"password":"wrong"}"#,
        "/api/reports" => r#"{"name":"nobody","reason":"name"}"#,
        "/api/admin/do" => r#"{"unmute":{"name":"nobody","reason":"x"}}"#,
        _ => "null",
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_admits_exactly_the_right_callers() {
    let routes = bosworth_server::http::all_routes();
    for (method, path) in routes.paths() {
        let listed = DOORS.iter().any(|door| (door.0, door.1) == (method, path));
        assert!(listed, "{method} {path} has no row: who is admitted?");
    }
    for door in DOORS {
        assert!(routes.paths().contains(&(door.0, door.1)), "{door:?} is not a route");
    }

    let fixture = OnlineFixture::open(Config { limits: false, ..Config::default() }).await;
    let (anna, _) = fixture.person("anna").await;
    let token = async |scope| {
        let request = TokenRequest { name: "test".into(), scopes: vec![scope] };
        let made: TokenView = anna.post("/api/me/tokens", &request).await.expect("a token");
        format!("Bearer {}", made.token.expect("shown once"))
    };
    let (read, play) = (token(Scope::Read).await, token(Scope::Play).await);
    let cookie = anna.cookie().expect("a cookie").to_owned();
    let http = reqwest::Client::new();
    let foreign = "https://elsewhere.example";
    for &(method, path, asked, door) in DOORS {
        let send = async |headers: &[(&str, &str)]| {
            let verb = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let mut request = http.request(verb, format!("{}{asked}", fixture.url));
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            if method != "get" {
                request = request.header("content-type", "application/json").body(body(path));
            }
            request.send().await.expect("an answer").status()
        };
        let what = format!("{method} {path} ({door:?})");
        let nobody = send(&[]).await;
        assert_eq!(
            nobody == StatusCode::UNAUTHORIZED,
            door != Open || path == "/api/login",
            "{what}: nobody gets {nobody}"
        );
        let unknown = send(&[("authorization", "Bearer bos_unknown")]).await;
        if door != Open {
            assert_eq!(unknown, StatusCode::UNAUTHORIZED, "{what}: an unknown token");
        }
        let reader = send(&[("authorization", &read)]).await;
        assert_eq!(
            reader == StatusCode::FORBIDDEN,
            matches!(door, Play | InPerson | Moderator | Host),
            "{what}: a token to read gets {reader}"
        );
        let player = send(&[("authorization", &play)]).await;
        assert_eq!(
            player == StatusCode::FORBIDDEN,
            matches!(door, Read | InPerson | Moderator | Host),
            "{what}: a token to play gets {player}"
        );
        if matches!(door, Moderator | Host) {
            // A person without a role is refused even on a page of this server.
            let person = send(&[("cookie", &cookie), ("origin", &fixture.url)]).await;
            assert_eq!(person, StatusCode::FORBIDDEN, "{what}: a person");
        }
        if method != "get" && door != Open {
            let elsewhere = send(&[("cookie", &cookie), ("origin", foreign)]).await;
            assert_eq!(elsewhere, StatusCode::FORBIDDEN, "{what}: a page of another site");
            let without = send(&[("cookie", &cookie)]).await;
            assert_eq!(without, StatusCode::FORBIDDEN, "{what}: a cookie without a page");
        }
    }
    // After all that, the account still exists and its name is unchanged.
    assert_eq!(anna.me().await.expect("still there").person.name, "anna");
    fixture.stop().await;
}

/// A role opens the doors of moderators and no other.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_admits_to_the_routes_of_moderators_only() {
    let fixture = OnlineFixture::open(Config { limits: false, ..Config::default() }).await;
    let password_hashers = PasswordHashers::new(1);
    let host = Administrator {
        store: &fixture.app.store,
        actor: "cli:test".into(),
        authority: Authority::Host,
        now: 1,
        password_hashers: &password_hashers,
    };
    let (guest, _) = fixture.guest().await;
    let mut callers = vec![("a guest", None, guest)];
    for (name, role) in
        [("Anne", None), ("Mona", Some(AccountRole::Moderator)), ("Ada", Some(AccountRole::Admin))]
    {
        let (client, _) = fixture.person(name).await;
        let action = AdminAction::Role { name: name.into(), role, reason: String::new() };
        host.perform(&action).await.expect("a role");
        callers.push((name, role, client));
    }
    let request = TokenRequest { name: "all".into(), scopes: vec![Scope::Play, Scope::Read] };
    let (_, _, moderator) = &callers[2];
    let made: TokenView = moderator.post("/api/me/tokens", &request).await.expect("a token");
    let program = format!("Bearer {}", made.token.expect("shown once"));
    let admin =
        AdminAction::Token { name: "Ada".into(), label: "all".into(), scopes: vec![Scope::Admin] };
    let made = host.perform(&admin).await.expect("a token").token.expect("a token");
    let host = format!("Bearer {}", made.token.expect("shown once"));

    let http = reqwest::Client::new();
    // All but the routes that end the session or delete a guest.
    let lasts = |door: &&(_, &str, _, _)| !["/api/logout", "/api/me"].contains(&door.1);
    for &(method, path, asked, door) in DOORS.iter().filter(lasts) {
        let send = async |headers: &[(&str, &str)]| {
            let verb = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let mut request = http.request(verb, format!("{}{asked}", fixture.url));
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            if method != "get" {
                request = request.header("content-type", "application/json").body(body(path));
            }
            request.send().await.expect("an answer").status()
        };
        let mut statuses = Vec::new();
        for (who, role, client) in &callers {
            let cookie = client.cookie().expect("a cookie");
            let status = send(&[("cookie", cookie), ("origin", &fixture.url)]).await;
            if matches!(door, Moderator | Host) {
                let admitted = door == Moderator && role.is_some();
                let refused = status == StatusCode::FORBIDDEN;
                assert_eq!(refused, !admitted, "{method} {path}: {who} gets {status}");
            }
            statuses.push(status);
        }
        // Everywhere else a role makes no difference.
        if !matches!(door, Moderator | Host) {
            assert_eq!(statuses[1..], [statuses[1]; 3], "{method} {path}");
        }
        if matches!(door, Moderator | Host) {
            let status = send(&[("authorization", &program)]).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{method} {path}: a moderator's program");
            let status = send(&[("authorization", &host)]).await;
            assert_ne!(status, StatusCode::FORBIDDEN, "{method} {path}: the host");
        }
    }
    fixture.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_with_a_cookie_requires_a_page_of_this_server() {
    let fixture = OnlineFixture::in_memory().await;
    let (anna, _) = fixture.guest().await;
    let upgrade = reqwest::Client::new()
        .get(format!("{}/api/ws", fixture.url))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
        .header("cookie", anna.cookie().expect("a cookie"))
        .header("origin", "https://elsewhere.example");
    let status = upgrade.send().await.expect("an answer").status();
    assert_eq!(status, StatusCode::FORBIDDEN);
    fixture.stop().await;
}
