use core::pin::Pin;
use core::task::{Context, Poll};

use bosworth_protocol::{Problem, ProblemKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

use crate::browser;
use crate::language::{fill, tr};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// Nothing responded: the network or the server is down.
    Unreachable,
    /// Something else than a Bosworth server responded: a static host or a proxy.
    NoServer,
    /// The server refused the request.
    Problem(Problem),
}

impl RequestError {
    /// The kind of problem, if the server reported one.
    pub fn kind(&self) -> Option<ProblemKind> {
        match self {
            Self::Unreachable | Self::NoServer => None,
            Self::Problem(problem) => Some(problem.problem),
        }
    }

    /// The localised error message.
    pub fn text(&self) -> String {
        let Self::Problem(problem) = self else { return tr("problem-absent") };
        let id = match problem.problem {
            ProblemKind::BadRequest | ProblemKind::Conflict => {
                return fill("problem-other", &[("message", problem.message.clone().into())]);
            }
            ProblemKind::Unauthorized => "problem-unauthorized",
            ProblemKind::Forbidden => "problem-forbidden",
            ProblemKind::NotFound => "problem-not-found",
            ProblemKind::NameTaken => "problem-name-taken",
            ProblemKind::BadName => "problem-bad-name",
            ProblemKind::BadPassword => "problem-bad-password",
            ProblemKind::WrongCredentials => "problem-wrong-credentials",
            ProblemKind::Gone => "problem-gone",
            ProblemKind::Damaged => "problem-damaged",
            ProblemKind::TooMany => "problem-too-many",
            ProblemKind::Unavailable => "problem-unavailable",
        };
        tr(id)
    }
}

/// A response that is parsed when it arrives. An async function would be compiled into four times as
/// much code for each type.
pub struct ServerAnswer<T> {
    request: Request,
    read: fn(&str) -> Result<T, RequestError>,
}

impl<T: DeserializeOwned> ServerAnswer<T> {
    fn to(method: &str, path: &str, body: Option<String>) -> Self {
        Self { request: request(method, path, body), read }
    }
}

impl<T> Future for ServerAnswer<T> {
    type Output = Result<T, RequestError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let text = self.request.as_mut().poll(context);
        text.map(|text| text.and_then(|text| (self.read)(&text)))
    }
}

/// Sends a GET request and parses the response.
pub fn get<T: DeserializeOwned>(path: &str) -> ServerAnswer<T> {
    ServerAnswer::to("GET", path, None)
}

/// Sends a GET request whose response is text.
pub async fn get_text(path: &str) -> Result<String, RequestError> {
    request("GET", path, None).await
}

/// Sends a POST request and parses the response.
pub fn post<T: DeserializeOwned>(path: &str, what: &impl Serialize) -> ServerAnswer<T> {
    ServerAnswer::to("POST", path, Some(write(what)))
}

/// Sends a PUT request and parses the response.
pub fn put<T: DeserializeOwned>(path: &str, what: &impl Serialize) -> ServerAnswer<T> {
    ServerAnswer::to("PUT", path, Some(write(what)))
}

/// Sends a request whose response has no body.
pub async fn send(
    method: &str,
    path: &str,
    what: Option<&impl Serialize>,
) -> Result<(), RequestError> {
    request(method, path, what.map(|what| write(what))).await.map(drop)
}

/// Sends a DELETE request.
pub async fn delete(path: &str) -> Result<(), RequestError> {
    request("DELETE", path, None).await.map(drop)
}

fn write(what: &impl Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, RequestError> {
    bosworth_json::from_str(text).map_err(|_| RequestError::NoServer)
}

/// One boxed future for all requests, regardless of the response type, for a smaller binary.
fn request(method: &str, path: &str, body: Option<String>) -> Request {
    Box::pin(answer(method.to_string(), path.to_string(), body))
}

type Request = Pin<Box<dyn Future<Output = Result<String, RequestError>>>>;

async fn answer(
    method: String,
    path: String,
    body: Option<String>,
) -> Result<String, RequestError> {
    let (ok, status, text) =
        fetch(&method, &path, body).await.map_err(|_| RequestError::Unreachable)?;
    if ok {
        return Ok(text);
    }
    // Static hosts and proxies respond with their own pages.
    Err(match (bosworth_json::from_str(&text), status) {
        (Ok(problem), _) => RequestError::Problem(problem),
        (Err(_), 401) => problem(ProblemKind::Unauthorized),
        (Err(_), 429) => problem(ProblemKind::TooMany),
        (Err(_), 502..=504) => problem(ProblemKind::Unavailable),
        (Err(_), _) => RequestError::NoServer,
    })
}

fn problem(problem: ProblemKind) -> RequestError {
    RequestError::Problem(Problem { problem, message: String::new(), refusal: None })
}

async fn fetch(
    method: &str,
    path: &str,
    body: Option<String>,
) -> Result<(bool, u16, String), JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        let headers = web_sys::Headers::new()?;
        headers.set("content-type", "application/json")?;
        init.set_headers(&headers);
        init.set_body(&body.into());
    }
    let address = format!("{}{path}", browser::folder());
    let answer = browser::window().fetch_with_str_and_init(&address, &init);
    let answer: Response = JsFuture::from(answer).await?.unchecked_into();
    let text = JsFuture::from(answer.text()?).await?;
    Ok((answer.ok(), answer.status(), text.as_string().unwrap_or_default()))
}

/// Percent-encodes a URL component.
pub fn part(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}
