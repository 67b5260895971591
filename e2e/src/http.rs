use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use thirtyfour::error::{WebDriverError, WebDriverResult};
use thirtyfour::session::http::{Body, HttpClient};

/// The HTTP client of the sessions: the workspace's version of reqwest, since the driver library
/// would pull in another one.
pub(crate) struct Http(pub(crate) reqwest::Client);

fn failed(why: impl std::fmt::Display) -> WebDriverError {
    WebDriverError::HttpError(why.to_string())
}

#[async_trait]
impl HttpClient for Http {
    async fn send(&self, request: Request<Body<'_>>) -> WebDriverResult<Response<Bytes>> {
        let (head, body) = request.into_parts();
        let mut request = self.0.request(head.method, head.uri.to_string()).headers(head.headers);
        if let Body::Json(json) = body {
            request = request.json(json);
        }
        let answer = request.send().await.map_err(failed)?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        response.body(answer.bytes().await.map_err(failed)?).map_err(failed)
    }

    async fn new(&self) -> Arc<dyn HttpClient> {
        Arc::new(Self(self.0.clone()))
    }
}
