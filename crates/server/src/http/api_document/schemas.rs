//! The schemas of the API document, derived from the types of the messages.

use bosworth_practice::ProgressDocument;
use bosworth_protocol::tournament::{
    CrossTable, Invitation, RoundView, Standings, TournamentAnnounced, TournamentChatLine,
    TournamentList, TournamentView,
};
use bosworth_protocol::{
    AdminAnswer, AdminGame, AdminGameChat, AdminPerson, AdminSettings, AuditLine, BotLine,
    CommandAnswer, DailyView, FromClient, FromServer, GameExport, GameSummary, HolidayView,
    HouseRules, InsightsView, LeaderboardRow, LogEntry, MailView, Me, NewBot, OpenGame, OwnReport,
    Problem, Profile, ProviderConnection, ProviderLogin, PushDevice, PushView, ReportView,
    SeekAnswer, SessionView, TableView, VisitorView, Waiting,
};
use bosworth_tournament::TournamentLogEntry;
use schemars::SchemaGenerator;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value};

use crate::http::listed_router::SchemaOf;
use crate::http::me::AccountDocument;
use crate::http::seeks::Begun;

/// What the server answers.
const ANSWERED: [SchemaOf; 46] = [
    SchemaGenerator::subschema_for::<AccountDocument>,
    SchemaGenerator::subschema_for::<AdminAnswer>,
    SchemaGenerator::subschema_for::<AdminGame>,
    SchemaGenerator::subschema_for::<AdminGameChat>,
    SchemaGenerator::subschema_for::<AdminPerson>,
    SchemaGenerator::subschema_for::<AdminSettings>,
    SchemaGenerator::subschema_for::<AuditLine>,
    SchemaGenerator::subschema_for::<Begun>,
    SchemaGenerator::subschema_for::<BotLine>,
    SchemaGenerator::subschema_for::<CommandAnswer>,
    SchemaGenerator::subschema_for::<CrossTable>,
    SchemaGenerator::subschema_for::<DailyView>,
    SchemaGenerator::subschema_for::<FromServer>,
    SchemaGenerator::subschema_for::<GameExport>,
    SchemaGenerator::subschema_for::<GameSummary>,
    SchemaGenerator::subschema_for::<HolidayView>,
    SchemaGenerator::subschema_for::<HouseRules>,
    SchemaGenerator::subschema_for::<InsightsView>,
    SchemaGenerator::subschema_for::<Invitation>,
    SchemaGenerator::subschema_for::<LeaderboardRow>,
    SchemaGenerator::subschema_for::<LogEntry>,
    SchemaGenerator::subschema_for::<MailView>,
    SchemaGenerator::subschema_for::<Me>,
    SchemaGenerator::subschema_for::<NewBot>,
    SchemaGenerator::subschema_for::<OpenGame>,
    SchemaGenerator::subschema_for::<OwnReport>,
    SchemaGenerator::subschema_for::<Problem>,
    SchemaGenerator::subschema_for::<Profile>,
    SchemaGenerator::subschema_for::<ProviderConnection>,
    SchemaGenerator::subschema_for::<ProviderLogin>,
    SchemaGenerator::subschema_for::<ProgressDocument>,
    SchemaGenerator::subschema_for::<PushDevice>,
    SchemaGenerator::subschema_for::<PushView>,
    SchemaGenerator::subschema_for::<ReportView>,
    SchemaGenerator::subschema_for::<RoundView>,
    SchemaGenerator::subschema_for::<SeekAnswer>,
    SchemaGenerator::subschema_for::<SessionView>,
    SchemaGenerator::subschema_for::<Standings>,
    SchemaGenerator::subschema_for::<TableView>,
    SchemaGenerator::subschema_for::<TournamentAnnounced>,
    SchemaGenerator::subschema_for::<TournamentChatLine>,
    SchemaGenerator::subschema_for::<TournamentList>,
    SchemaGenerator::subschema_for::<TournamentLogEntry>,
    SchemaGenerator::subschema_for::<TournamentView>,
    SchemaGenerator::subschema_for::<VisitorView>,
    SchemaGenerator::subschema_for::<Waiting>,
];

/// The schemas of what the server answers, as it is written.
pub(super) fn answered() -> Map<String, Value> {
    let mut generator = generator(Contract::Serialize);
    for schema in ANSWERED {
        schema(&mut generator);
    }
    let mut schemas = generator.take_definitions(true);
    schemas.values_mut().for_each(describe_answer);
    schemas.values_mut().for_each(simplify);
    schemas
}

/// The schemas of what clients send, as it is read. They also describe the same types in answers.
pub(super) struct Sent(SchemaGenerator);

impl Default for Sent {
    fn default() -> Self {
        let mut generator = generator(Contract::Deserialize);
        generator.subschema_for::<FromClient>();
        Self(generator)
    }
}

impl Sent {
    /// A reference to the schema of a type.
    pub(super) fn reference(&mut self, schema: SchemaOf) -> Value {
        schema(&mut self.0).into()
    }

    pub(super) fn into_schemas(mut self) -> Map<String, Value> {
        let mut schemas = self.0.take_definitions(true);
        schemas.values_mut().for_each(simplify);
        schemas
    }
}

fn generator(contract: Contract) -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.contract = contract;
    settings.into_generator()
}

/// Describes a type as readers of answers need it. A field without a value is left out, so it is
/// never null; fields that a reader does not know may be added.
fn describe_answer(schema: &mut Value) {
    each_part(schema, describe_answer);
    let Some(schema) = schema.as_object_mut() else { return };
    schema.remove("additionalProperties");
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, field) in fields.filter(|(name, _)| !required.contains(&name.as_str().into())) {
        remove_null(field);
    }
}

fn remove_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if kinds.len() == 1 {
            let kind = kinds.remove(0);
            field.insert("type".into(), kind);
        }
    }
    if let Some(Value::Array(choices)) = field.remove("anyOf") {
        let choice = choices.into_iter().find(|choice| choice["type"] != "null");
        if let Some(Value::Object(choice)) = choice {
            field.extend(choice);
        }
    }
}

/// Simplifies what is derived.
fn simplify(schema: &mut Value) {
    each_part(schema, simplify);
    let Some(schema) = schema.as_object_mut() else { return };
    if let Some(Value::String(about)) = schema.get_mut("description") {
        let text = about.split("```").next().unwrap_or_default();
        *about = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    let nullable = schema.get("type").and_then(Value::as_array);
    let nullable = nullable.is_some_and(|kinds| kinds.contains(&"null".into()));
    if let Some(Value::Array(words)) = schema.get_mut("enum").filter(|_| nullable) {
        words.push(Value::Null);
    }
    if schema.get("format").is_some_and(|format| format == "uint32") {
        schema.entry("maximum").or_insert(u32::MAX.into());
    }
    list_words(schema);
}

/// Turns a choice of words, each with its description, into an enumeration with one description.
fn list_words(schema: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = schema.get("oneOf") else { return };
    let words: Option<Vec<_>> = choices.iter().map(|choice| choice.get("const").cloned()).collect();
    let Some(words) = words else { return };
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let mut about = about.to_string();
    for choice in choices {
        let (word, text) = (choice["const"].as_str(), choice["description"].as_str());
        if let (Some(word), Some(text)) = (word, text) {
            about += &format!(" `{word}`: {text}");
        }
    }
    schema.remove("oneOf");
    schema.insert("type".into(), "string".into());
    schema.insert("enum".into(), words.into());
    schema.insert("description".into(), about.trim_start().into());
}

/// Calls a function for each schema inside a schema.
fn each_part(schema: &mut Value, change: fn(&mut Value)) {
    for (word, value) in schema.as_object_mut().into_iter().flatten() {
        match (word.as_str(), value) {
            ("properties", Value::Object(fields)) => fields.values_mut().for_each(change),
            ("oneOf" | "anyOf" | "prefixItems", Value::Array(parts)) => {
                parts.iter_mut().for_each(change);
            }
            ("items", part) => change(part),
            _ => {}
        }
    }
}
