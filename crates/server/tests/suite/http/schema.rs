//! The API document, and validation of responses against it.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use bosworth_server::http::api_document::document;
use bosworth_testing::{Validator, strict_validator};
use serde_json::Value;

pub static DOCUMENT: LazyLock<&Value> = LazyLock::new(document);

/// Validates a value against a schema of the document. An undocumented field is an error.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    static VALIDATORS: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());
    let make = || {
        let mut schema = schema.clone();
        schema["components"] = DOCUMENT["components"].clone();
        Arc::new(strict_validator(schema))
    };
    let mut validators = VALIDATORS.lock().expect("validators");
    let validator = Arc::clone(validators.entry(schema.to_string()).or_insert_with(make));
    drop(validators);
    validator.validate(value).map_err(|why| format!("{why}: {value}"))
}

/// The target of a reference.
pub fn resolve(reference: &Value) -> &'static Value {
    let path = reference.as_str().and_then(|path| path.strip_prefix('#')).expect("a reference");
    DOCUMENT.pointer(path).unwrap_or_else(|| panic!("{reference} leads nowhere"))
}

/// The operation of a request.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next()?;
    let fits = |template: &str| {
        let (asked, known) = (path.split('/'), template.split('/'));
        asked.clone().count() == known.clone().count()
            && asked.zip(known).all(|(asked, known)| asked == known || known.starts_with('{'))
    };
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    // A literal path takes precedence over one with a placeholder.
    let exact = paths.get(path).filter(|route| !route[method].is_null());
    let route = exact.or_else(|| paths.iter().find(|(known, _)| fits(known)).map(|(_, r)| r))?;
    Some(&route[method]).filter(|operation| !operation.is_null())
}

/// The document does not allow less than the server.
pub fn check_accepted(method: &str, path: &str, body: &Value) {
    let operation = operation(&method.to_lowercase(), path).expect("an operation");
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_object() {
        check(schema, body).unwrap_or_else(|why| panic!("{method} {path}: {why}"));
    }
}

/// Validates a response against the document.
pub fn check_answer(method: &str, path: &str, status: u16, kind: Option<&str>, body: &str) {
    let place = format!("{method} {path} {status}");
    let Some(operation) = operation(&method.to_lowercase(), path) else {
        return assert!([404, 405].contains(&status), "{place} is not in the document");
    };
    let mut answer = &operation["responses"][status.to_string()];
    assert!(!answer.is_null(), "{place} is not in the document: {body}");
    if !answer["$ref"].is_null() {
        answer = resolve(&answer["$ref"]);
    }
    let Some(content) = answer["content"].as_object() else {
        return assert_eq!(body, "", "{place}");
    };
    let kind = kind.and_then(|kind| kind.split(';').next()).expect("a content type");
    let media = content.get(kind).unwrap_or_else(|| panic!("{place}: {kind} is not expected"));
    let lines: Vec<&str> = match kind {
        "application/json" => vec![body],
        "application/x-ndjson" => body.lines().collect(),
        _ => return,
    };
    for line in lines {
        let value = serde_json::from_str(line).expect("JSON");
        check(&media["schema"], &value).unwrap_or_else(|why| panic!("{place}: {why}"));
    }
}
