//! Snapshots of everything on the wire and in logs. Changing one changes the format, which must
//! remain compatible with programs and logs of other versions.

use std::fmt::Debug;

use bosworth_protocol::GameId;
use bosworth_testing::strict_validator;
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A sample of every variant of an enum. Does not compile if a variant has none.
macro_rules! every {
    ($type:ty { $($pattern:pat => $sample:expr),+ $(,)? }) => {{
        #[allow(clippy::match_same_arms, reason = "only whether it is exhaustive matters")]
        let _exhaustive = |value: &$type| match value { $($pattern => ()),+ };
        let samples: Vec<$type> = vec![$({
            let sample: $type = $sample;
            assert!(matches!(&sample, $pattern), "{sample:?}");
            sample
        }),+];
        samples
    }};
}

mod admin;
mod http;
mod log;
mod messages;
mod notification;
mod tournament;

const POSITION: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// Secrets and commitments have the same form: 32 bytes.
const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn game(number: u128) -> GameId {
    GameId::from_random(number)
}

/// Samples as JSON, one per line; each must round-trip, in the reader of the pages as well, and fit
/// its schemas.
fn lines<T>(samples: &[T]) -> String
where
    T: Serialize + DeserializeOwned + JsonSchema + PartialEq + Debug,
{
    // As it is written and as it is read.
    let schemas = [Contract::Serialize, Contract::Deserialize].map(|contract| {
        let mut settings = SchemaSettings::draft2020_12();
        settings.contract = contract;
        strict_validator(settings.into_generator().into_root_schema_for::<T>().to_value())
    });
    let line = |sample: &T| {
        let text = serde_json::to_string(sample).expect("a text");
        let value = serde_json::from_str(&text).expect("JSON");
        for schema in &schemas {
            schema.validate(&value).unwrap_or_else(|why| panic!("{why}: {text}"));
        }
        assert_eq!(serde_json::from_str::<T>(&text).expect("a value"), *sample);
        assert_eq!(bosworth_json::from_str::<T>(&text).as_ref(), Ok(sample), "{text}");
        for text in without_one_field(&value) {
            let text = text.to_string();
            let theirs = serde_json::from_str::<T>(&text).ok();
            assert_eq!(bosworth_json::from_str::<T>(&text).ok(), theirs, "{text}");
        }
        text + "\n"
    };
    samples.iter().map(line).collect()
}

/// The value without each of its fields, those of inner objects included.
fn without_one_field(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let mut less = fields.clone();
                less.remove(name);
                all.push(less.into());
                for inner in without_one_field(inner) {
                    let mut changed = fields.clone();
                    changed.insert(name.clone(), inner);
                    all.push(changed.into());
                }
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                for item in without_one_field(item) {
                    let mut changed = items.clone();
                    changed[place] = item;
                    all.push(changed.into());
                }
            }
        }
        _ => {}
    }
    all
}
