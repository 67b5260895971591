//! Says what is wrong with a request, in our own words: those of a parser name types of this program.

use std::error::Error;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;

use crate::http::problem::Failure;

/// How the texts of serde begin. Every other text is of one of our own types.
const TEXTS_OF_SERDE: [&str; 8] = [
    "data did not match",
    "duplicate field",
    "expected ",
    "invalid length",
    "invalid type",
    "invalid value",
    "missing field",
    "unknown ",
];

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::JsonDataError(why) => Self::bad_request(body_fault(&why)),
            JsonRejection::JsonSyntaxError(why) => Self::bad_request(body_fault(&why)),
            JsonRejection::MissingJsonContentType(_) => Self::malformed(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be JSON, with `Content-Type: application/json`",
            ),
            rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Self::malformed(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            }
            rejection => Self::malformed(rejection.status(), "the body could not be read"),
        }
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Self {
        type Fault = serde_path_to_error::Error<serde::de::value::Error>;
        let fault = cause::<Fault>(&rejection);
        let fault = fault
            .map(|fault| field_fault(&fault.path().to_string(), None, &fault.inner().to_string()));
        Self::bad_request(match fault {
            Some(fault) => format!("in the query, {fault}"),
            None => "the query is malformed".into(),
        })
    }
}

impl From<WebSocketUpgradeRejection> for Failure {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        let status = match rejection {
            WebSocketUpgradeRejection::ConnectionNotUpgradable(why) => why.status(),
            _ => StatusCode::BAD_REQUEST,
        };
        Self::malformed(status, "this is a websocket; connect with a websocket client")
    }
}

/// The error of this type among the causes of an error.
fn cause<E: Error + 'static>(error: &dyn Error) -> Option<&E> {
    let mut next = error.source();
    while let Some(why) = next {
        if let Some(found) = why.downcast_ref() {
            return Some(found);
        }
        next = why.source();
    }
    None
}

/// What is wrong with a body.
fn body_fault(rejection: &dyn Error) -> String {
    type Fault = serde_path_to_error::Error<serde_json::Error>;
    let Some(fault) = cause::<Fault>(rejection) else {
        // Something follows the value.
        let why = cause::<serde_json::Error>(rejection);
        return why.map_or_else(|| "the body is not valid JSON".into(), syntax_fault);
    };
    let (why, path) = (fault.inner(), fault.path().to_string());
    if !why.is_data() {
        return syntax_fault(why);
    }
    let text = why.to_string();
    let place = format!(" at line {} column {}", why.line(), why.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    format!("in the body, {}", field_fault(&path, Some(text), text))
}

fn syntax_fault(why: &serde_json::Error) -> String {
    format!("the body is not valid JSON: line {}, column {}", why.line(), why.column())
}

/// What is wrong with a field. `own` is a text that may be of one of our own types.
fn field_fault(path: &str, own: Option<&str>, text: &str) -> String {
    let name = text.split('`').nth(1).unwrap_or_default();
    let field = match path {
        "." | "?" => "the value".into(),
        path => format!("`{path}`"),
    };
    match own.filter(|text| !TEXTS_OF_SERDE.iter().any(|begin| text.starts_with(begin))) {
        Some(own) => format!("{field}: {own}"),
        None if text.starts_with("missing field") => {
            format!("the field `{}` is missing", inside(path, name))
        }
        None if text.starts_with("unknown field") => {
            format!("`{}` is not a known field", inside(path, name))
        }
        None if text.starts_with("unknown variant") => {
            format!("{field}: `{name}` is not a known value; see GET /api")
        }
        None => format!("{field} does not have the documented form; see GET /api"),
    }
}

/// The path of a field in the object with this path, which may be that of the field already.
fn inside(path: &str, name: &str) -> String {
    match path {
        "." | "?" => name.into(),
        path if path == name || path.ends_with(&format!(".{name}")) => path.into(),
        path => format!("{path}.{name}"),
    }
}
