//! The reader agrees with `serde_json`.

use std::collections::{BTreeMap, HashMap};

use bosworth_json::from_str;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Named {
    id: u32,
    #[serde(default)]
    name: Option<String>,
    #[serde(flatten)]
    shape: Shape,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pairs: Vec<(i8, f64)>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Shape {
    Nothing,
    Square { side: u64 },
    TwoWords { a: bool, b: char },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Plain {
    Unit,
    New(String),
    Tuple(u8, i64),
    Struct { by: BTreeMap<u16, Named> },
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Fields {
    first: u8,
    /// Optional without `#[serde(default)]`.
    second: Option<bool>,
    #[serde(default)]
    third: Vec<u8>,
    #[serde(default = "seven")]
    fourth: i32,
    #[serde(skip)]
    not_read: u8,
    #[serde(rename = "5th")]
    fifth: Other,
}

fn seven() -> i32 {
    7
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct AllByDefault {
    a: u8,
    b: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Other {
    Known(AllByDefault),
    Maybe(Option<u8>),
    #[serde(other)]
    Unknown,
}

#[derive(PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "why", content = "what")]
enum Adjacent {
    Over,
    Illegal(String),
    Outdated(Option<u16>),
    At { ply: u16 },
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,12}", Just("\u{0}\u{1f}\"\\/\u{8}\u{c}\n\r\t\u{7f}\u{fffd}🌹".to_string())]
}

fn fractions() -> impl Strategy<Value = f64> {
    // Mantissas of at most 53 bits, which must be exact.
    (-(1_i64 << 52)..1 << 52, 0..20_i32)
        .prop_map(|(whole, power)| whole as f64 / 10_f64.powi(power))
}

fn named() -> impl Strategy<Value = Named> {
    let shape = prop_oneof![
        Just(Shape::Nothing),
        any::<u64>().prop_map(|side| Shape::Square { side }),
        any::<(bool, char)>().prop_map(|(a, b)| Shape::TwoWords { a, b }),
    ];
    let pairs = prop::collection::vec((any::<i8>(), -1000.0..1000.0_f64), 0..3);
    let pairs = pairs.prop_map(|pairs| {
        // Only as many digits as can be read exactly.
        pairs.into_iter().map(|(a, b): (i8, f64)| (a, (b * 1e6).round() / 1e6)).collect()
    });
    (any::<u32>(), prop::option::of(names()), shape, pairs)
        .prop_map(|(id, name, shape, pairs)| Named { id, name, shape, pairs })
}

fn plain() -> impl Strategy<Value = Plain> {
    prop_oneof![
        Just(Plain::Unit),
        names().prop_map(Plain::New),
        any::<(u8, i64)>().prop_map(|(a, b)| Plain::Tuple(a, b)),
        prop::collection::btree_map(any::<u16>(), named(), 0..3)
            .prop_map(|by| Plain::Struct { by }),
    ]
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        names().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(names(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_is_read_as_it_was_written(value in json()) {
        prop_assert_eq!(from_str::<Value>(&value.to_string()), Ok(value.clone()));
        let pretty = serde_json::to_string_pretty(&value).expect("serialisable");
        prop_assert_eq!(from_str::<Value>(&pretty), Ok(value));
    }

    #[test]
    fn types_are_read_as_they_were_written(values in prop::collection::vec(plain(), 0..4)) {
        let text = serde_json::to_string(&values).expect("serialisable");
        prop_assert_eq!(from_str::<Vec<Plain>>(&text), Ok(values));
    }

    #[test]
    fn fractions_are_exact(number in fractions()) {
        let text = serde_json::to_string(&number).expect("serialisable");
        prop_assert!((from_str::<f64>(&text).expect("a number") - number).abs() <= number.abs() * f64::EPSILON);
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        if digits <= 15 && !text.contains('e') {
            prop_assert_eq!(from_str::<f64>(&text), Ok(number));
        }
    }

    /// Damaged text is rejected by both readers or by neither, and never causes a panic.
    #[test]
    fn damaged_text_is_rejected_where_serde_json_rejects_it(
        value in json(), at in any::<prop::sample::Index>(), byte in "[\\PC\u{0}-\u{1f}]", cut in any::<bool>(),
    ) {
        let mut text: Vec<char> = value.to_string().chars().collect();
        let at = at.index(text.len());
        if cut { text.truncate(at) } else { text[at] = byte.chars().next().unwrap_or(' ') }
        let text: String = text.into_iter().collect();
        let (ours, theirs) = (from_str::<Value>(&text), serde_json::from_str::<Value>(&text));
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}", text);
        prop_assert_eq!(from_str::<Plain>(&text).is_ok(), serde_json::from_str::<Plain>(&text).is_ok());
    }
}

#[test]
fn edges_are_read_as_by_serde_json() {
    let texts = [
        "",
        " ",
        "0",
        "-0",
        "00",
        "01",
        "1.",
        ".5",
        "-",
        "+1",
        "1e5",
        "1E+5",
        "1e",
        "1e-400",
        "1e400",
        "nul",
        "nulll",
        "true false",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "\"\\ud83c\\udf39\"",
        "\"\\ud83c\"",
        "\"\\udf39\"",
        "\"\\u12\"",
        "\"\\x\"",
        "\"\t\"",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "[[[]]]",
        "{\"a\":{\"a\":[]}}",
        "\u{feff}1",
        "1\u{a0}",
        "[1 2]",
        "\"a",
    ];
    for text in texts {
        let theirs = serde_json::from_str::<Value>(text);
        assert_eq!(from_str::<Value>(text).ok(), theirs.ok(), "{text}");
    }
    assert_eq!(from_str::<HashMap<String, u8>>(r#"{"a":1}"#).expect("a map")["a"], 1);
    assert!(from_str::<u8>("256").is_err());
    assert!(from_str::<u8>("-1").is_err());
    assert!(from_str::<Named>("[1,null]").is_err(), "structs must be objects");
}

#[test]
fn fields_and_variants_are_read_as_by_serde_json() {
    let texts = [
        r#"{"first":1,"5th":"New"}"#,
        r#"{"5th":{"Known":{}},"fourth":-1,"first":1,"more":[{}],"third":[1,2]}"#,
        r#"{"first":1,"second":null,"5th":{"Known":{"a":3}}}"#,
        r#"{"first":1,"second":true,"5th":{"Known":{"b":"x"}}}"#,
        r#"{"second":true,"5th":"New"}"#,
        r#"{"first":1}"#,
        r#"{"first":1,"fourth":null,"5th":"New"}"#,
        r#"{"first":1,"third":null,"5th":"New"}"#,
        r#"{"first":1,"first":1,"5th":"New"}"#,
        r#"{"first":1,"more":1,"more":2,"5th":"New"}"#,
        r#"{"first":1,"5th":"Known"}"#,
        r#"{"first":1,"5th":"Maybe"}"#,
        r#"{"first":1,"5th":{"Maybe":null}}"#,
        r#"{"first":1,"5th":{"Maybe":4}}"#,
        r#"{"first":1,"5th":{"Maybe":4,"Known":{}}}"#,
        r#"{"first":1,"5th":{}}"#,
        r#"{"first":1,"5th":{"New":null}}"#,
        r#"{"first":1.0,"5th":"New"}"#,
        r#"{"first":-0,"5th":"New"}"#,
        r#"{"first":256,"5th":"New"}"#,
        "{}",
        "null",
    ];
    for text in texts {
        let theirs = serde_json::from_str::<Fields>(text);
        assert_eq!(from_str::<Fields>(text).ok(), theirs.ok(), "{text}");
    }
    for (text, expected) in [("[1,2]", Some((1, 2))), ("[1,2,3]", None), ("[1]", None)] {
        assert_eq!(from_str::<(u8, u8)>(text).ok(), expected, "{text}");
    }
}

#[test]
fn adjacently_tagged_enums_are_read_as_by_serde_json() {
    let texts = [
        r#"{"why":"Over"}"#,
        r#"{"why":"Over","what":null}"#,
        r#"{"why":"Over","what":1}"#,
        r#"{"why":"Illegal","what":"off the board"}"#,
        r#"{"what":"off the board","why":"Illegal"}"#,
        r#"{"why":"Illegal"}"#,
        r#"{"why":"Outdated","what":4}"#,
        r#"{"why":"Outdated","what":null}"#,
        r#"{"why":"Outdated"}"#,
        r#"{"why":"At","what":{"ply":4}}"#,
        r#"{"why":"At"}"#,
        r#"{"why":"Unknown"}"#,
        r#"{"what":1}"#,
        "{}",
    ];
    for text in texts {
        let theirs = serde_json::from_str::<Adjacent>(text);
        assert_eq!(from_str::<Adjacent>(text).ok(), theirs.ok(), "{text}");
    }
}

#[test]
fn excessive_nesting_is_rejected() {
    for open in ["[", "{\"a\":"] {
        let text = open.repeat(100_000);
        assert!(from_str::<Value>(&text).is_err());
        assert!(from_str::<serde::de::IgnoredAny>(&text).is_err());
    }
}
