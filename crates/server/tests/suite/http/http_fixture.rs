//! A server for one test, and its clients.

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode};
use bosworth_server::http;
use bosworth_server::{App, Config};
use bosworth_table::MIN_RATED_PLIES;
use bosworth_testing::eventually;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use super::schema::{check_accepted, check_answer};

pub const PASSWORD: &str = "a white rose in the hall";

/// A server over a database in a temporary folder, stopped at the end of the test.
pub struct HttpFixture {
    pub app: App,
    router: Router,
    tasks: Vec<JoinHandle<()>>,
    _stop: watch::Sender<bool>,
    _folder: TempDir,
}

impl Drop for HttpFixture {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl HttpFixture {
    pub async fn open() -> Self {
        Self::with(Config::default()).await
    }

    pub async fn with(config: Config) -> Self {
        let folder = TempDir::new().expect("a folder");
        let database = folder.path().join("bosworth.db").display().to_string();
        Self::over(Config { database, ..config }, folder).await
    }

    /// A server over the configured database; the folder is deleted with the fixture.
    pub async fn over(config: Config, folder: TempDir) -> Self {
        let (stop, stopping) = watch::channel(false);
        let opened = App::open(config, stopping).await;
        let (app, engines) = opened.expect("a server");
        let tasks = app.start(engines).await.expect("it starts");
        let router = http::routes().with_state(app.clone());
        Self { app, router, tasks, _stop: stop, _folder: folder }
    }

    /// A browser at a default address.
    pub fn visitor(&self) -> TestVisitor {
        self.visitor_at("192.0.2.1")
    }

    pub fn visitor_at(&self, address: &str) -> TestVisitor {
        let address = format!("{address}:40000").parse().expect("an address");
        let headers = HeaderMap::from_iter([
            (HOST, HeaderValue::from_static("rose.example")),
            (ORIGIN, HeaderValue::from_static("http://rose.example")),
        ]);
        TestVisitor {
            router: self.router.clone(),
            address,
            headers,
            cookie: None,
            pending_login: None,
        }
    }

    /// A visitor who has registered.
    pub async fn person(&self, name: &str) -> TestVisitor {
        let mut visitor = self.visitor();
        let credentials = json!({ "name": name, "password": PASSWORD });
        visitor.post("/api/register", credentials).await.expect(200);
        visitor
    }

    /// A program with a token.
    pub fn program(&self, token: &str) -> TestVisitor {
        let mut program = self.visitor();
        program.headers.remove(ORIGIN);
        program.set(AUTHORIZATION, &format!("Bearer {token}"));
        program
    }

    /// Plays a game: Red wins when White resigns after four actions each.
    pub async fn play(
        &self,
        red: &mut TestVisitor,
        white: &mut TestVisitor,
        rated: bool,
    ) -> String {
        let game = self.begin(red, white, rated).await;
        for ply in 0..MIN_RATED_PLIES as u64 {
            let side = if ply % 2 == 0 { &mut *red } else { &mut *white };
            let view = side.get(&format!("/api/games/{game}")).await.json();
            let action = &view["actions"][0];
            side.command(&game, ply, json!({ "act": { "action": action, "ply": ply } })).await;
        }
        white.command(&game, 99, json!("resign")).await;
        if rated {
            self.settled(&game).await;
        }
        game
    }

    /// A game that is dealt and in progress.
    pub async fn begin(
        &self,
        red: &mut TestVisitor,
        white: &mut TestVisitor,
        rated: bool,
    ) -> String {
        let terms = json!({ "ruleset": "classic", "clock": "5+3", "rated": rated, "side": "red" });
        let offer = json!({ "terms": terms, "public": false });
        let seek = red.post("/api/seeks", offer).await.expect(200).json();
        let id = seek["seek"]["id"].as_str().expect("an open offer").to_string();
        let begun = white.post(&format!("/api/seeks/{id}/accept"), Value::Null).await.expect(200);
        let game = begun.json()["game"].as_str().expect("a game").to_string();
        for side in [red, white] {
            side.command(&game, 1_000, json!({ "ready": { "nonce": "york" } })).await;
        }
        game
    }

    /// Waits for the settlement of ratings, which is asynchronous.
    async fn settled(&self, game: &str) {
        let id = game.parse().expect("a game");
        eventually("the ratings", async || {
            let row = self.app.store.game(id).await.expect("a database").expect("a row");
            row.ratings.map(drop)
        })
        .await;
    }
}

/// A client with a cookie jar.
#[derive(Clone)]
pub struct TestVisitor {
    router: Router,
    address: SocketAddr,
    headers: HeaderMap,
    pub cookie: Option<String>,
    /// The cookie of a login with another service that has begun.
    pub pending_login: Option<String>,
}

impl TestVisitor {
    /// Adds a header to all further requests.
    pub fn set(&mut self, name: HeaderName, value: &str) {
        self.headers.insert(name, value.parse().expect("a header"));
    }

    /// Removes a header from all further requests.
    pub fn unset(&mut self, name: HeaderName) {
        self.headers.remove(name);
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, Body::empty()).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &body).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.ask("DELETE", path, Body::empty()).await
    }

    /// Sends JSON.
    pub async fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        self.set(CONTENT_TYPE, "application/json");
        let answer = self.ask(method, path, Body::from(body.to_string())).await;
        self.unset(CONTENT_TYPE);
        if answer.status.is_success() {
            check_accepted(method, path, body);
        }
        answer
    }

    pub async fn command(&mut self, game: &str, key: u64, command: Value) {
        let body = json!({ "key": key, "command": command });
        let answer = self.post(&format!("/api/games/{game}/command"), body).await.expect(200);
        assert!(answer.json()["done"].is_number(), "{command}: {}", answer.body);
    }

    /// A request of this visitor, as the router receives it.
    pub fn request(&self, method: &str, path: &str, body: Body) -> Request<Body> {
        let mut request = Request::builder().method(method).uri(path).body(body).expect("good");
        request.extensions_mut().insert(ConnectInfo(self.address));
        *request.headers_mut() = self.headers.clone();
        for cookie in [&self.cookie, &self.pending_login].into_iter().flatten() {
            let value = cookie.parse().expect("a header");
            request.headers_mut().append(COOKIE, value);
        }
        request
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Body) -> Answer {
        let request = self.request(method, path, body);
        let Ok(response) = self.router.clone().oneshot(request).await;
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        let body = String::from_utf8(body.to_vec()).expect("text");
        let answer = Answer { status: head.status, headers: head.headers, body };
        let kind = answer.header("content-type");
        check_answer(method, path, answer.status.as_u16(), kind, &answer.body);
        for cookie in answer.headers.get_all(SET_COOKIE) {
            let pair = cookie.to_str().expect("text").split(';').next().expect("a pair");
            let is_login = pair.starts_with("bosworth_login=");
            let jar = if is_login { &mut self.pending_login } else { &mut self.cookie };
            *jar = (!pair.ends_with('=')).then(|| pair.to_string());
        }
        answer
    }
}

/// A response.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    /// The response, if it has this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    /// Asserts that it is a problem of this kind.
    #[track_caller]
    pub fn problem(self, status: u16, kind: &str) {
        let answer = self.expect(status);
        assert_eq!(answer.json()["problem"], kind, "{}", answer.body);
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
