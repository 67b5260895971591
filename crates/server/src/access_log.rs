//! What requests leave behind: a span each, a line in the log each if the host wants it, and a
//! warning for each failed login.

use std::net::IpAddr;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::app::App;
use crate::auth::client_address;
use crate::trace;

/// The longest name in a log line, in characters.
const MAX_LOGGED_NAME_CHARS: usize = 40;

/// Attached to the answer to a wrong name or password: the name that was tried.
#[derive(Clone, Debug)]
pub(crate) struct FailedLogin(String);

impl FailedLogin {
    pub(crate) fn new(name: &str) -> Self {
        Self(name.chars().take(MAX_LOGGED_NAME_CHARS).collect())
    }
}

/// A middleware around everything that is answered.
pub(crate) async fn log(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let told = app.config.log_addresses;
    let address =
        told.then(|| client_address::of(request.headers(), request.extensions(), &app.config));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let span = trace::request(&request);
    let response = next.run(request).instrument(span.clone()).await;
    trace::responded(&span, response.status());
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    metrics::histogram!("bosworth_request_seconds", "status" => status.to_string())
        .record(time.as_secs_f64());
    if let Some(FailedLogin(name)) = response.extensions().get() {
        metrics::counter!("bosworth_failed_logins_total").increment(1);
        // The address comes first: nothing that was sent can stand before it.
        let address = shown(address);
        tracing::warn!(target: "bosworth::login", %address, ?name, "failed login");
    }
    if app.config.access_log {
        let (address, ms) = (shown(address), time.as_millis() as u64);
        tracing::info!(target: "bosworth::access", %address, %method, ?path, status, ms, "request");
    }
    response
}

fn shown(address: Option<IpAddr>) -> String {
    address.map_or_else(|| "-".into(), |address| address.to_string())
}
