//! The API document, as JSON and as a page.

mod html;

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde_json::Value;

pub(in crate::http) use html::escape;

use crate::http::listed_router::ListedRouter;

/// The hand-written document, in `OpenAPI` 3.1.
pub const OPENAPI: &str = include_str!("../../api/openapi.json");

const STYLE: &str = include_str!("../../api/style.css");

/// Rendered once, because it is the same for every visitor.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let document: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    html::render(&document)
});

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api", async || answer("text/html; charset=utf-8", &PAGE))
        .get("/api/style.css", async || answer("text/css; charset=utf-8", STYLE))
        .get("/api/openapi.json", async || answer("application/json", OPENAPI))
}

fn answer(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}
