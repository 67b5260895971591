//! Any text parses as a client's message or is rejected. Messages round-trip, and a table answers
//! every command without panicking and stays usable.
#![no_main]

use bosworth_protocol::{FromClient, LogEntry};
use bosworth_rules::Side;
use bosworth_table::{AuthoritativeTable, Decision, Event, GameId, Table};
use libfuzzer_sys::fuzz_target;

const LOG: &str = include_str!("../../crates/table/tests/golden/0.1/classic.ndjson");

/// A stored game, cut off somewhere.
fn table(length: usize) -> (AuthoritativeTable, Table, i64) {
    let log: Vec<LogEntry> =
        LOG.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
    let secret = log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::End { secret, .. } => secret.clone(),
        Event::Unseal { secret } => Some(secret.clone()),
        _ => None,
    });
    let log = &log[..1 + length % log.len()];
    let host = AuthoritativeTable::replay(log, secret.expect("a secret")).expect("a valid log");
    let now = log.last().map_or(0, |entry| entry.at) + 1_000;
    (host, Table::replay(log).expect("a valid log"), now)
}

fuzz_target!(|text: &str| {
    let Ok(message) = serde_json::from_str::<FromClient>(text) else { return };
    let written = serde_json::to_string(&message).expect("a text");
    assert_eq!(serde_json::from_str::<FromClient>(&written).expect("a message"), message);
    let FromClient::Do { key, command, .. } = message else { return };
    // The length of the text determines how far the game has progressed.
    let (mut host, mut table, now) = table(text.len());
    for side in Side::ALL {
        let next = GameId::from_random(1485);
        let Ok(Decision::Append(entry)) = host.decide(side, key, &command, now, 0, next) else {
            continue;
        };
        host.fold(&entry).expect("a decided entry folds");
        table.fold(&entry).expect("a decided entry folds");
        let again = host.decide(side, key, &command, now, 0, next);
        assert_eq!(again, Ok(Decision::AlreadyDone(entry.seq)));
    }
});
