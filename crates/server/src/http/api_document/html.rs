//! The API document as a page: headings, tables and links, no script.

use serde_json::Value;

const METHODS: [&str; 5] = ["get", "post", "put", "delete", "patch"];

/// Renders a document as a page.
pub(super) fn render(document: &Value) -> String {
    let title = text(&document["info"]["title"]);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title} – HTTP interface</title>\n\
         <link rel=\"stylesheet\" href=\"api/style.css\">\n</head>\n<body>\n\
         <header>\n<h1>{title}: the HTTP interface</h1>\n<p>{}</p>\n<p>{}</p>\n\
         <p><a href=\"api/openapi.json\">This document as OpenAPI {}</a> · \
         <a href=\"./\">To the game</a></p>\n</header>\n",
        text(&document["info"]["summary"]),
        prose(&document["info"]["description"]),
        text(&document["openapi"]),
    );
    let tags = list(&document["tags"]);
    page += "<nav aria-label=\"Contents\">\n<ul>\n";
    for tag in tags {
        page += &format!("<li><a href=\"#{}\">{}</a></li>\n", anchor(tag), text(&tag["name"]));
    }
    page += "<li><a href=\"#types\">Types</a></li>\n</ul>\n</nav>\n<main>\n";
    for tag in tags {
        let (name, about) = (text(&tag["name"]), prose(&tag["description"]));
        page += &format!("<h2 id=\"{}\">{name}</h2>\n<p>{about}</p>\n", anchor(tag));
        for (path, route) in members(&document["paths"]) {
            let methods = METHODS.into_iter().map(|method| (method, &route[method]));
            for (method, operation) in methods.filter(|(_, found)| found["tags"][0] == tag["name"])
            {
                page += &operation_section(document, path, method, operation);
            }
        }
    }
    page += "<h2 id=\"types\">Types</h2>\n";
    for (name, schema) in members(&document["components"]["schemas"]) {
        page += &schema_section(name, schema);
    }
    page + "</main>\n</body>\n</html>\n"
}

fn operation_section(document: &Value, path: &str, method: &str, operation: &Value) -> String {
    let mut section = format!(
        "<section>\n<h3 id=\"{}\"><span class=\"method\">{}</span> <code>{}</code></h3>\n\
         <p>{}. {}</p>\n",
        text(&operation["operationId"]),
        method.to_uppercase(),
        escape(path),
        text(&operation["summary"]),
        prose(&operation["description"]),
    );
    section +=
        &format!("<p class=\"quiet\">{}</p>\n", required_credentials(&operation["security"]));
    let parameters = list(&operation["parameters"]);
    if !parameters.is_empty() {
        section += "<h4>Parameters</h4>\n<div class=\"wide\"><table>\n";
        for parameter in parameters {
            let needed = if parameter["required"] == true { "" } else { ", optional" };
            let row = [
                format!("<code>{}</code>", text(&parameter["name"])),
                format!("{}{needed}", kind(&parameter["schema"])),
                prose(&parameter["description"]),
            ];
            section += &line(&row);
        }
        section += "</table></div>\n";
    }
    let body = &operation["requestBody"]["content"];
    if body.is_object() {
        section += &format!("<h4>Body</h4>\n<p>{}</p>\n", media(body));
    }
    section += "<h4>Answers</h4>\n<div class=\"wide\"><table>\n";
    for (status, response) in members(&operation["responses"]) {
        let response = resolve(document, response);
        let about = prose(&response["description"]);
        section += &line(&[escape(status), media(&response["content"]), about]);
    }
    section + "</table></div>\n</section>\n"
}

/// Says who may call an operation.
fn required_credentials(security: &Value) -> String {
    let ways = list(security);
    if ways.iter().any(|way| way.as_object().is_some_and(serde_json::Map::is_empty)) {
        return "Public.".into();
    }
    let token = ways.iter().find_map(|way| way["token"].as_array());
    match token {
        Some(scopes) => {
            let scopes: Vec<_> =
                scopes.iter().map(|scope| format!("<code>{}</code>", text(scope))).collect();
            format!("Requires a session, or a token with the scope {}.", scopes.join(" and "))
        }
        None => "Requires a session: no token can do this.".into(),
    }
}

fn media(content: &Value) -> String {
    let all = members(content).map(|(name, media)| {
        format!("{} <span class=\"quiet\">({})</span>", kind(&media["schema"]), escape(name))
    });
    all.collect::<Vec<_>>().join("<br>")
}

fn schema_section(name: &str, schema: &Value) -> String {
    let mut section = format!(
        "<section>\n<h3 id=\"type-{0}\">{0}</h3>\n<p>{1}</p>\n",
        escape(name),
        prose(&schema["description"])
    );
    section += &fields(schema);
    let variants = list(&schema["oneOf"]);
    if !variants.is_empty() {
        section += "<h4>One of</h4>\n<div class=\"wide\"><table>\n";
        for variant in variants {
            section += &line(&[kind(variant), prose(&variant["description"])]);
        }
        section += "</table></div>\n";
    }
    if schema["properties"].is_null() && variants.is_empty() {
        section += &format!("<p>{}</p>\n", kind(schema));
    }
    if !schema["example"].is_null() {
        let example = serde_json::to_string_pretty(&schema["example"]).unwrap_or_default();
        section += &format!(
            "<h4>Example</h4>\n<pre tabindex=\"0\"><code>{}</code></pre>\n",
            escape(&example)
        );
    }
    section + "</section>\n"
}

/// Renders the fields of an object, one per row.
fn fields(schema: &Value) -> String {
    if schema["properties"].is_null() {
        return String::new();
    }
    let required = list(&schema["required"]);
    let mut table = String::from("<div class=\"wide\"><table>\n");
    for (name, field) in members(&schema["properties"]) {
        let needed = if required.iter().any(|one| one == name) { "" } else { ", optional" };
        let about = prose(&field["description"]);
        let name = format!("<code>{}</code>", escape(name));
        table += &line(&[name, format!("{}{needed}", kind(field)), about]);
    }
    table + "</table></div>\n"
}

/// Summarises a type, with links to the types it contains.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#type-{0}\">{0}</a>", escape(name));
    }
    if !schema["const"].is_null() {
        return format!("<code>{}</code>", escape(&schema["const"].to_string()));
    }
    if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().map(|word| format!("<code>{}</code>", text(word)));
        return words.collect::<Vec<_>>().join(" · ");
    }
    if let Some(items) = schema["prefixItems"].as_array() {
        return format!("[{}]", items.iter().map(kind).collect::<Vec<_>>().join(", "));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match schema["type"].as_str() {
        Some("array") => {
            let items = kind(&schema["items"]);
            format!("list of {items}{}", bounds(&schema["minItems"], &schema["maxItems"], " items"))
        }
        Some("object") => {
            let fields = members(&schema["properties"])
                .map(|(name, field)| format!("<code>{}</code>: {}", escape(name), kind(field)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Some("string") => {
            let length = bounds(&schema["minLength"], &schema["maxLength"], " characters");
            format!("string{length}")
        }
        Some(name) => {
            format!("{}{}", escape(name), bounds(&schema["minimum"], &schema["maximum"], ""))
        }
        None => {
            let names = list(&schema["type"]).iter().map(text);
            names.collect::<Vec<_>>().join(" or ")
        }
    }
}

/// Renders the bounds of a number, or of the length of a text or list, but not those of an integer
/// type.
fn bounds(low: &Value, high: &Value, unit: &str) -> String {
    let natural = [u64::from(u8::MAX), u64::from(u16::MAX), u64::from(u32::MAX)];
    let high = high.as_u64().filter(|high| !natural.contains(high));
    match (low.as_u64().filter(|&low| low > 0), high) {
        (None, None) => String::new(),
        (Some(low), None) => format!(", at least {low}{unit}"),
        (None, Some(high)) => format!(", at most {high}{unit}"),
        (Some(low), Some(high)) => format!(", {low} to {high}{unit}"),
    }
}

fn line(cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr>{cells}</tr>\n")
}

/// Resolves a reference within the document.
fn resolve<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let path = value["$ref"].as_str().and_then(|path| path.strip_prefix('#'));
    path.and_then(|path| document.pointer(path)).unwrap_or(value)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn anchor(tag: &Value) -> String {
    text(&tag["name"]).to_lowercase().replace(' ', "-")
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

/// Renders text, with words between backticks as code.
fn prose(value: &Value) -> String {
    let text = text(value);
    let parts = text.split('`').enumerate();
    parts
        .map(
            |(index, part)| {
                if index % 2 == 1 { format!("<code>{part}</code>") } else { part.into() }
            },
        )
        .collect()
}

/// Escapes text for HTML.
pub(in crate::http) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn document_text_is_escaped() {
        assert_eq!(prose(&json!("`<b>` & \"x\"")), "<code>&lt;b&gt;</code> &amp; &quot;x&quot;");
        let page = render(&json!({ "info": { "title": "<script>" } }));
        assert!(!page.contains("<script"), "{page}");
    }

    #[test]
    fn types_are_summarised() {
        for (schema, expected) in [
            (json!({ "$ref": "#/components/schemas/Me" }), "<a href=\"#type-Me\">Me</a>"),
            (json!({ "type": "array", "items": { "type": "string" } }), "list of string"),
            (json!({ "type": ["integer", "null"] }), "integer or null"),
            (json!({ "anyOf": [{ "type": "string" }, { "type": "null" }] }), "string or null"),
            (json!({ "type": "string", "maxLength": 9 }), "string, at most 9 characters"),
            (json!({ "type": "integer", "minimum": 1, "maximum": 8 }), "integer, 1 to 8"),
            (json!({ "enum": ["a", "b"] }), "<code>a</code> · <code>b</code>"),
            (json!({ "const": "x" }), "<code>&quot;x&quot;</code>"),
            (
                json!({ "type": "object", "properties": { "n": { "type": "integer" } } }),
                "{ <code>n</code>: integer }",
            ),
        ] {
            assert_eq!(kind(&schema), expected);
        }
    }
}
