//! Spans for an OpenTelemetry collector (`bosworth serve --otlp`): few, and without personal data
//! such as paths, query strings, names or texts.
//!
//! They share a target that tells them from log events. Without a subscriber they are disabled, and
//! creating one costs a check of a cached flag.

use axum::extract::{MatchedPath, Request};
use axum::http::{Method, StatusCode};
use bosworth_table::Command;
use tracing::field::Empty;
use tracing::{Span, info_span};

/// The target of all spans.
pub const TARGET: &str = "bosworth::trace";

/// A request, until the head of its response. Requests outside of the API have no route.
pub(crate) fn request(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let method = method(request.method());
    info_span!(
        target: TARGET,
        "request",
        otel.name = route.map_or_else(|| method.into(), |route| format!("{method} {route}")),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
    )
}

/// Completes the span of a request.
pub(crate) fn responded(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// A player's command.
pub(crate) fn command(command: &Command) -> Span {
    info_span!(target: TARGET, "command", kind = kind(command))
}

/// A transaction of the group commit.
pub(crate) fn commit(entries: usize) -> Span {
    info_span!(target: TARGET, "commit", entries)
}

/// A search of the engine.
pub(crate) fn search(level: u8) -> Span {
    info_span!(target: TARGET, "search", level)
}

/// An attempt to deliver a notification.
pub(crate) fn delivery(kind: &str, tries: i64) -> Span {
    info_span!(target: TARGET, "delivery", kind, tries)
}

/// A method can be any word; unusual ones are grouped.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "_OTHER",
    }
}

fn kind(command: &Command) -> &'static str {
    match command {
        Command::Ready { .. } => "ready",
        Command::Act { .. } => "act",
        Command::Resign => "resign",
        Command::Abort => "abort",
        Command::Offer(_) => "offer",
        Command::Decline(_) => "decline",
        Command::Claim { .. } => "claim",
        Command::Chat { .. } => "chat",
        Command::Quiet(_) => "quiet",
    }
}
