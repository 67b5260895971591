pub use jsonschema::Validator;
use serde_json::Value;

/// A validator for a JSON schema that refuses every field that the schema does not describe.
pub fn strict_validator(mut schema: Value) -> Validator {
    forbid_other_fields(&mut schema);
    jsonschema::validator_for(&schema).expect("a schema")
}

fn forbid_other_fields(schema: &mut Value) {
    match schema {
        Value::Object(words) => {
            words.values_mut().for_each(forbid_other_fields);
            if words.get("properties").is_some_and(Value::is_object) {
                words.entry("additionalProperties").or_insert(false.into());
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(forbid_other_fields),
        _ => {}
    }
}
