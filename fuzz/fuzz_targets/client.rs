//! Any text is a message of a client or is refused; what was read is written so that it reads the
//! same, and whatever command arrives, a table answers it without panicking and stays usable.
#![no_main]

use bosworth_protocol::{FromClient, LogEntry};
use bosworth_rules::Side;
use bosworth_table::{Decided, Event, GameId, Host, Table};
use libfuzzer_sys::fuzz_target;

const LOG: &str = include_str!("../../crates/table/tests/golden/0.1/classic.ndjson");

/// A stored game, cut off somewhere.
fn table(length: usize) -> (Host, Table, i64) {
    let log: Vec<LogEntry> =
        LOG.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
    let secret = log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
        Event::End { secret, .. } => secret.clone(),
        Event::Unseal { secret } => Some(secret.clone()),
        _ => None,
    });
    let log = &log[..1 + length % log.len()];
    let host = Host::replay(log, secret.expect("an end")).expect("a sound log");
    let now = log.last().map_or(0, |entry| entry.at) + 1_000;
    (host, Table::replay(log).expect("a sound log"), now)
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
        let Ok(Decided::Append(entry)) = host.decide(side, key, &command, now, 0, next) else {
            continue;
        };
        host.fold(&entry).expect("what was decided follows");
        table.fold(&entry).expect("what was decided follows");
        let again = host.decide(side, key, &command, now, 0, next);
        assert_eq!(again, Ok(Decided::Before(entry.seq)));
    }
});
