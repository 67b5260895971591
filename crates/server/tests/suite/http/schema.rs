//! The API document, and validation of responses against it.

use std::sync::LazyLock;

use bosworth_server::http::api_document::document;
use serde_json::Value;

pub static DOCUMENT: LazyLock<&Value> = LazyLock::new(document);

/// Annotation keywords, which do not constrain.
const SILENT: [&str; 6] =
    ["description", "example", "pattern", "default", "format", "additionalProperties"];

/// Validates a value. Objects are closed: an undocumented field is an error.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    let fault = |why: String| Err(format!("{why}: {value}"));
    for (word, rule) in schema.as_object().expect("a schema is an object") {
        match word.as_str() {
            silent if SILENT.contains(&silent) => {}
            "$ref" => check(resolve(rule), value)?,
            "type" => {
                let names: Vec<&str> = match rule {
                    Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
                    name => name.as_str().into_iter().collect(),
                };
                if !names.iter().any(|name| is(name, value)) {
                    return fault(format!("not {rule}"));
                }
            }
            "enum" if !rule.as_array().is_some_and(|all| all.contains(value)) => {
                return fault(format!("none of {rule}"));
            }
            "const" if rule != value => return fault(format!("not {rule}")),
            "oneOf" | "anyOf" => {
                let tried = rule.as_array().expect("a list").iter();
                let fits = tried.filter(|schema| check(schema, value).is_ok()).count();
                if fits != 1 {
                    return fault(format!("fits {fits} of the choices"));
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(rule, item)?;
                }
            }
            "prefixItems" => {
                let rules = rule.as_array().expect("a list").iter();
                for (rule, item) in rules.zip(value.as_array().into_iter().flatten()) {
                    check(rule, item)?;
                }
            }
            "properties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    match rule.get(name) {
                        Some(rule) => check(rule, field).map_err(|why| format!("{name}: {why}"))?,
                        None => return fault(format!("the document has no field {name}")),
                    }
                }
            }
            "required" => {
                for name in rule.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    if value.get(name).is_none() {
                        return fault(format!("the field {name} is missing"));
                    }
                }
            }
            "minimum" if value.as_f64() < rule.as_f64() => return fault(format!("below {rule}")),
            "maximum" if value.as_f64() > rule.as_f64() => return fault(format!("above {rule}")),
            "minItems" | "minLength" if length(value) < rule.as_u64() => {
                return fault(format!("shorter than {rule}"));
            }
            "maxItems" | "maxLength" if length(value) > rule.as_u64() => {
                return fault(format!("longer than {rule}"));
            }
            "enum" | "const" | "minimum" | "maximum" | "minItems" | "minLength" | "maxItems"
            | "maxLength" => {}
            other => panic!("this check does not know the word {other}"),
        }
    }
    Ok(())
}

fn length(value: &Value) -> Option<u64> {
    match value {
        Value::Array(items) => Some(items.len() as u64),
        Value::String(text) => Some(text.chars().count() as u64),
        _ => None,
    }
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
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
