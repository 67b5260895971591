//! Encodes and decodes log entries.

use bosworth_table::{FoldError, LogEntry};

use crate::tables::LogDamage;

/// Serialises an entry.
pub(crate) fn encode(entry: &LogEntry) -> String {
    match serde_json::to_string(entry) {
        Ok(text) => text,
        Err(why) => unreachable!("every entry can be serialised: {why}"),
    }
}

/// Deserialises entries, each with its sequence number.
pub(crate) fn decode(texts: Vec<(u32, String)>) -> Result<Vec<LogEntry>, LogDamage> {
    let decode = |(seq, text): (u32, String)| match serde_json::from_str::<LogEntry>(&text) {
        Ok(entry) if entry.seq == seq => Ok(entry),
        Ok(entry) => Err(FoldError::Gap { expected: seq, found: entry.seq }.into()),
        Err(why) => Err(LogDamage::Unreadable { seq, why: why.to_string() }),
    };
    texts.into_iter().map(decode).collect()
}
