//! The API document, as JSON and as a page.
//!
//! Paths, prose and examples are written by hand. What follows from the code is added to them:
//! the schemas of the messages, the bodies that handlers read, and the failures that their arguments
//! can cause.

mod html;
mod schemas;

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

pub(in crate::http) use html::escape;

use crate::http::all_routes;
use crate::http::listed_router::ListedRouter;

const WRITTEN: &str = include_str!("../../api/openapi.json");
const EXAMPLES: &str = include_str!("../../api/examples.json");
const STYLE: &str = include_str!("../../api/style.css");

/// Made once, because it is the same for every visitor.
static DOCUMENT: LazyLock<Value> = LazyLock::new(make);
static TEXT: LazyLock<String> = LazyLock::new(|| DOCUMENT.to_string());
static PAGE: LazyLock<String> = LazyLock::new(|| html::render(&DOCUMENT));

/// The document, in `OpenAPI` 3.1.
pub fn document() -> &'static Value {
    &DOCUMENT
}

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api", async || answer("text/html; charset=utf-8", &PAGE))
        .get("/api/style.css", async || answer("text/css; charset=utf-8", STYLE))
        .get("/api/openapi.json", async || answer("application/json", &TEXT))
}

/// Whether an operation can answer with a status. Anything can be answered where there is none.
#[cfg(debug_assertions)]
pub(super) fn lists_status(method: &str, path: &str, status: u16) -> bool {
    let operation = &DOCUMENT["paths"][path][method];
    operation.is_null() || !operation["responses"][status.to_string()].is_null()
}

fn answer(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}

fn make() -> Value {
    let mut document: Value = serde_json::from_str(WRITTEN).expect("the document is JSON");
    let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).expect("examples are JSON");
    let mut schemas = schemas::answered();
    let mut sent = schemas::Sent::default();
    for route in all_routes().routes() {
        let path = document["paths"].get_mut(route.path);
        let Some(operation) = path.and_then(|path| path.get_mut(route.method)) else { continue };
        for status in &route.failures {
            if let Some(answers) = operation["responses"].as_object_mut() {
                let problem = json!({ "$ref": format!("#/components/responses/Problem{status}") });
                answers.entry(status.to_string()).or_insert(problem);
            }
        }
        if let Some(body) = route.body {
            let media = json!({ "application/json": { "schema": sent.reference(body) } });
            operation["requestBody"] = json!({ "required": true, "content": media });
        }
    }
    schemas.extend(sent.into_schemas());
    for (name, example) in examples {
        schemas[&name]["example"] = example;
    }
    if let Some(written) = document["components"]["schemas"].as_object_mut() {
        written.extend(schemas);
    }
    document
}
