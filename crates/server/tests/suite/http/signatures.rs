//! The shape of every message on one line, so that no type changes without a conscious update.
//!
//! `?` marks an optional field, `!` an object whose other fields are refused, `..` a bound.

use std::fmt::Write;

use serde_json::Value;

use super::schema::DOCUMENT;

#[test]
fn the_shape_of_every_message() {
    let mut all = String::new();
    let mut schemas = DOCUMENT["components"]["schemas"].clone();
    // Another crate in the same build may have asked serde_json to keep the order of fields.
    schemas.sort_all_objects();
    for (name, schema) in schemas.as_object().expect("schemas") {
        writeln!(all, "{name} = {}", signature(schema)).expect("a line");
    }
    insta::assert_snapshot!(all);
}

fn signature(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().expect("a name").into();
    }
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    let all = |list: &Value, between: &str| {
        list.as_array().map(|list| list.iter().map(signature).collect::<Vec<_>>().join(between))
    };
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(choices) = all(&schema["oneOf"], " | ").or(all(&schema["anyOf"], " | ")) {
        return choices;
    }
    let kinds: Vec<_> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let written = kinds.iter().map(|&kind| match kind {
        "object" => object(schema),
        "array" => match all(&schema["prefixItems"], ", ") {
            Some(items) => format!("({items})"),
            None => format!(
                "[{}]{}",
                signature(&schema["items"]),
                bounds(&schema["minItems"], &schema["maxItems"])
            ),
        },
        "string" if schema["pattern"].is_string() => format!("string {}", schema["pattern"]),
        "string" => format!("string{}", bounds(&schema["minLength"], &schema["maxLength"])),
        "null" => "null".into(),
        number => format!("{number}{}", bounds(&schema["minimum"], &schema["maximum"])),
    });
    written.collect::<Vec<_>>().join(" | ")
}

fn object(schema: &Value) -> String {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema["properties"].as_object().into_iter().flatten().map(|(name, field)| {
        let mark = if required.contains(&name.as_str().into()) { "" } else { "?" };
        let default = match field.get("default") {
            Some(default) => format!(" = {default}"),
            None => String::new(),
        };
        format!("{name}{mark}: {}{default}", signature(field))
    });
    let fields = fields.collect::<Vec<_>>().join(", ");
    let closed = if schema["additionalProperties"] == false { "!" } else { "" };
    format!("{{ {fields} }}{closed}")
}

fn bounds(low: &Value, high: &Value) -> String {
    let text = |bound: &Value| if bound.is_null() { String::new() } else { bound.to_string() };
    match (low.is_null(), high.is_null()) {
        (true, true) => String::new(),
        _ => format!(" {}..{}", text(low), text(high)),
    }
}
