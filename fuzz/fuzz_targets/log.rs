//! Any text parses as a log, one entry per line, or is rejected. Entries round-trip; folding any log
//! yields a table or an error; and no query of the table panics.
#![no_main]

use bosworth_rules::Side;
use bosworth_table::{AuthoritativeTable, Event, LogEntry, Table};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut log: Vec<LogEntry> = Vec::new();
    for line in text.lines() {
        let Ok(entry) = serde_json::from_str::<LogEntry>(line) else { break };
        let written = serde_json::to_string(&entry).expect("a text");
        assert_eq!(serde_json::from_str::<LogEntry>(&written).expect("an entry"), entry);
        log.push(entry);
    }
    let Ok(table) = Table::replay(&log) else { return };
    for now in [i64::MIN, 0, 1_700_000_000_000, i64::MAX] {
        let _ = (table.time_left(now), table.is_chat_open(now), table.deadline(), table.turn());
        for side in Side::ALL {
            let _ = (table.claimable_at(side), table.departures_recorded_from(side));
        }
    }
    let _ = (table.record().map(|record| record.to_string()), table.result());
    let secret = log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::End { secret, .. } => secret.clone(),
        Event::Unseal { secret } => Some(secret.clone()),
        _ => None,
    });
    if let Some(secret) = secret {
        let _ = AuthoritativeTable::replay(&log, secret);
    }
});
