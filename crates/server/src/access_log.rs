//! Traces of requests: a span for each, an access log line if enabled, and a warning for each
//! failed login.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::app::App;
use crate::auth::client_address;
use crate::trace;

/// The maximum length of a name in a log line, in characters.
const MAX_LOGGED_NAME_CHARS: usize = 40;

/// Attached to the response to a failed login: the name that was tried.
#[derive(Clone, Debug)]
pub(crate) struct FailedLogin(String);

impl FailedLogin {
    pub(crate) fn new(name: &str) -> Self {
        Self(name.chars().take(MAX_LOGGED_NAME_CHARS).collect())
    }
}

/// Middleware around all routes.
pub(crate) async fn log(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let log_address = app.config.log_addresses;
    let address = log_address
        .then(|| client_address::of(request.headers(), request.extensions(), &app.config));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let span = trace::request(&request);
    let response = next.run(request).instrument(span.clone()).await;
    trace::responded(&span, response.status());
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    metrics::histogram!("bosworth_request_seconds", "status" => status.to_string())
        .record(time.as_secs_f64());
    if let Some(FailedLogin(name)) = response.extensions().get() {
        metrics::counter!("bosworth_failed_logins_total").increment(1);
        // The address comes first, so that text from the client cannot imitate it.
        let address = shown(address);
        tracing::warn!(target: "bosworth::login", %address, ?name, "failed login");
    }
    let (address, ms) = (shown(address), time.as_millis() as u64);
    tracing::info!(target: "bosworth::access", %address, %method, ?path, status, ms, "request");
    response
}

fn shown(address: Option<IpAddr>) -> String {
    address.map_or_else(|| "-".into(), |address| address.to_string())
}
