use bosworth_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{Event, IdempotencyKey, text_serde};

/// Events that happened together, appended to the log atomically.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Entry"))]
pub struct LogEntry {
    /// The sequence number, from 0.
    pub seq: u32,
    /// The time by the service clock, in milliseconds since 1970.
    pub at: i64,
    /// The player whose command caused it; missing if the server did.
    #[serde(default, with = "text_serde::side::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::SideName>"))]
    pub by: Option<Side>,
    /// That player's idempotency key for the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<IdempotencyKey>,
    /// The events.
    pub events: Vec<Event>,
}
