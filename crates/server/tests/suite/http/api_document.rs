use std::collections::BTreeSet;

use bosworth_rules::Ruleset;
use serde_json::{Value, json};

use super::http_fixture::HttpFixture;
use super::schema::{DOCUMENT, check, resolve};

/// Operational routes, which are outside of the API's router.
const OPERATION: [&str; 3] = ["/health", "/ready", "/metrics"];

#[test]
fn the_document_lists_exactly_the_existing_routes() {
    let routes = bosworth_server::http::all_routes();
    let known: BTreeSet<_> = routes.paths().into_iter().collect();
    let mut written = BTreeSet::new();
    for (path, methods) in DOCUMENT["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            written.insert((method.as_str(), path.as_str()));
        }
    }
    let operation = OPERATION.into_iter().map(|path| ("get", path)).collect();
    assert_eq!(written, &known | &operation);
}

#[test]
fn every_ruleset_matches_its_pattern() {
    let schema = &DOCUMENT["components"]["schemas"]["Terms"];
    let all = ["cards=holder", "first=lot", "reshuffle=emptied", "ending=either", "ties=roses"];
    let own = format!("classic:{},colours=blue", all.join(","));
    let own: Ruleset = own.parse().expect("a ruleset");
    for ruleset in Ruleset::PRESETS.map(|(_, ruleset)| ruleset).into_iter().chain([own]) {
        let terms = json!({ "ruleset": ruleset.to_string(), "clock": "5+3", "rated": false });
        check(schema, &terms).unwrap_or_else(|why| panic!("{why}"));
    }
    for wrong in ["", "chess", "classic:", "classic:ties"] {
        assert!(check(schema, &json!({ "ruleset": wrong, "clock": "5+3" })).is_err(), "{wrong}");
    }
}

#[test]
fn examples_match_their_schemas() {
    let schemas = DOCUMENT["components"]["schemas"].as_object().expect("schemas");
    let mut examples = 0;
    for (name, schema) in schemas {
        assert!(schema["description"].is_string(), "{name} is not described");
        if let Some(example) = schema.get("example") {
            examples += 1;
            check(schema, example).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }
    assert!(examples > 40, "{examples}");
}

/// They come from the comments of the types, which are also read by people who do not know Rust.
#[test]
fn descriptions_do_not_mention_the_code() {
    fn read(value: &Value) {
        let text = value["description"].as_str().unwrap_or_default();
        for word in ["`None`", "`Some", "[`", "::", "MAX_"] {
            assert!(!text.contains(word), "{text}");
        }
        match value {
            Value::Object(members) => members.values().for_each(read),
            Value::Array(items) => items.iter().for_each(read),
            _ => {}
        }
    }
    read(&DOCUMENT);
}

#[test]
fn every_reference_resolves_and_every_type_is_used() {
    let mut used = BTreeSet::new();
    references(&DOCUMENT, &mut used);
    for name in DOCUMENT["components"]["schemas"].as_object().expect("schemas").keys() {
        // The websocket's messages are described in prose, by name.
        let socket = ["FromClient", "FromServer"].contains(&name.as_str());
        assert!(socket || used.contains(&format!("#/components/schemas/{name}")), "{name}");
    }
}

fn references(value: &Value, used: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref") {
                resolve(reference);
                used.insert(reference.as_str().expect("text").into());
            }
            members.values().for_each(|member| references(member, used));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, used)),
        _ => {}
    }
}

#[test]
fn operations_declare_security_and_unique_names() {
    let mut names = BTreeSet::new();
    for (path, methods) in DOCUMENT["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let name = operation["operationId"].as_str().expect("a name");
            assert!(names.insert(name), "{name} is there twice");
            assert!(operation["security"].is_array(), "{method} {path}");
            assert!(operation["summary"].is_string(), "{method} {path}");
            let places = path.split('/').filter(|part| part.starts_with('{')).count();
            let given = operation["parameters"].as_array().into_iter().flatten();
            let given = given.filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(places, given, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn an_offer_that_does_not_exist_is_gone() {
    let fixture = HttpFixture::open().await;
    fixture.visitor().get("/api/seeks/none").await.problem(410, "gone");
}

#[tokio::test]
async fn the_page_shows_every_route_without_scripts() {
    let fixture = HttpFixture::open().await;
    let mut visitor = fixture.visitor();
    let page = visitor.get("/api").await.expect(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    for (method, path) in bosworth_server::http::all_routes().paths() {
        let heading = format!("{}</span> <code>{path}</code>", method.to_uppercase());
        assert!(page.body.contains(&heading), "{heading}");
    }
    for forbidden in ["<script", "<style", " style=", " onclick", "javascript:"] {
        assert!(!page.body.contains(forbidden), "{forbidden}");
    }
    let anchors = page.body.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    for anchor in anchors {
        assert!(page.body.contains(&format!("id=\"{anchor}\"")), "{anchor} leads nowhere");
    }
    let style = visitor.get("/api/style.css").await.expect(200);
    assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
    let document = visitor.get("/api/openapi.json").await.expect(200);
    assert_eq!(document.json(), **DOCUMENT);
    assert_eq!(document.json()["openapi"], "3.1.0");
}
