//! Any text is read by `bosworth-json` as `serde_json` reads it: as a tree, and as a message of a
//! server.
#![no_main]

use bosworth_protocol::FromServer;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Above this, one of the readers may round a fraction beyond the range, and refuse it.
const MAX_CERTAIN_FRACTION: f64 = 1.79e308;
/// Below this, fractions have fewer bits.
const MIN_CERTAIN_FRACTION: f64 = 1e-290;

/// Whether two trees are equal but for the last bits of fractions.
fn is_close(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            let (a, b) = (a.as_f64().unwrap_or(0.0), b.as_f64().unwrap_or(0.0));
            let is_tiny = a.abs().max(b.abs()) < MIN_CERTAIN_FRACTION;
            is_tiny || (a - b).abs() <= b.abs() * 32.0 * f64::EPSILON
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_close(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, a)| b.get(key).is_some_and(|b| is_close(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => ours == theirs,
    }
}

fn has_huge_fraction(tree: &Value) -> bool {
    match tree {
        Value::Number(number) => number.as_f64().is_some_and(|n| n.abs() > MAX_CERTAIN_FRACTION),
        Value::Array(items) => items.iter().any(has_huge_fraction),
        Value::Object(fields) => fields.values().any(has_huge_fraction),
        _ => false,
    }
}

fuzz_target!(|text: &str| {
    let ours = bosworth_json::from_str::<Value>(text);
    let theirs = serde_json::from_str::<Value>(text);
    match (&ours, &theirs) {
        (Ok(ours), Ok(theirs)) => assert!(is_close(ours, theirs), "{ours} is not {theirs}"),
        (Err(_), Err(_)) => {}
        (Ok(tree), Err(_)) | (Err(_), Ok(tree)) => {
            assert!(has_huge_fraction(tree), "{ours:?}, but serde_json says {theirs:?}");
        }
    }
    // What a server wrote is read in the same way. A text of any other form may not be: structs as
    // arrays are refused, and unknown fields are ignored everywhere.
    let ours = bosworth_json::from_str::<FromServer>(text);
    match (ours, serde_json::from_str::<FromServer>(text)) {
        (_, Ok(theirs)) => {
            let written = serde_json::to_string(&theirs).expect("a text");
            assert_eq!(bosworth_json::from_str(&written), Ok(theirs));
        }
        (Ok(ours), Err(why)) => {
            assert!(why.to_string().contains("unknown field"), "{why}: {ours:?}");
        }
        (Err(_), Err(_)) => {}
    }
});
