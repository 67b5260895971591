//! The HTTP API: accounts, games, and the document that describes it.
//!
//! Bodies are JSON. An error is a `Problem` with a matching status.

mod admin;
pub mod api_document;
mod blocks;
mod bot_stream;
mod conditional;
pub mod extract;
pub mod games;
mod house_rules;
pub mod insights;
pub mod leaderboard;
pub mod listed_router;
pub mod login;
mod mail_links;
pub mod me;
pub mod problem;
pub mod profiles;
mod provider_login;
mod puzzles;
pub mod records;
pub mod registration;
mod reports;
mod request_fault;
pub mod seeks;
pub mod tournaments;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{Next, from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tracing::Instrument;

use self::listed_router::ListedRouter;
use self::problem::{Failure, InternalCause};
use crate::app::App;
use crate::limits::MAX_BODY_BYTES;

/// The whole API.
pub fn routes() -> Router<App> {
    let router = all_routes().into_router().route("/api/{*path}", any(problem::unknown));
    let router =
        router.layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).layer(from_fn(run_to_completion));
    #[cfg(debug_assertions)]
    let router = router.layer(from_fn(require_documented_status));
    router.layer(map_response(set_default_cache_policy))
}

/// Handles a request in its own task, so that it is not cancelled when the client hangs up, and a
/// panic becomes a 500.
async fn run_to_completion(request: Request, next: Next) -> Response {
    match tokio::spawn(next.run(request).in_current_span()).await {
        Ok(response) => response,
        Err(why) => Failure::internal(why).into_response(),
    }
}

/// A status that the API document does not list is a mistake, which tests find.
#[cfg(debug_assertions)]
async fn require_documented_status(request: Request, next: Next) -> Response {
    let method = request.method().as_str().to_ascii_lowercase();
    let path = request.extensions().get::<axum::extract::MatchedPath>().cloned();
    let response = next.run(request).await;
    if let Some(path) = path.as_ref().map(|path| path.as_str()) {
        let status = response.status();
        let listed = api_document::lists_status(&method, path, status.as_u16());
        assert!(listed, "the API document does not list {status} for {method} {path}");
    }
    response
}

/// The routes before they are built into a router, so that their paths can be listed.
pub fn all_routes() -> ListedRouter {
    ListedRouter::default()
        .with(registration::routes())
        .with(login::routes())
        .with(provider_login::routes())
        .with(me::routes())
        .with(profiles::routes())
        .with(records::routes())
        .with(insights::routes())
        .with(leaderboard::routes())
        .with(puzzles::routes())
        .with(games::routes())
        .with(conditional::routes())
        .with(seeks::routes())
        .with(tournaments::routes())
        .with(house_rules::routes())
        .with(reports::routes())
        .with(blocks::routes())
        .with(mail_links::routes())
        .with(admin::routes())
        .with(api_document::routes())
}

/// Responses are personal and volatile: `no-store` unless the handler set its own policy.
async fn set_default_cache_policy(mut response: Response) -> Response {
    if let Some(InternalCause(why)) = response.extensions().get() {
        tracing::error!(%why, status = response.status().as_u16(), "a request failed");
    }
    let headers = response.headers_mut();
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
