//! Entries that no server writes, but that a corrupt log or a hostile server may contain.

use bosworth_rules::Side;
use bosworth_table::{EndReason, Event, LogEntry, Table, Times};

use crate::fixture::{TableFixture, secret};

const EXTREMES: [i64; 3] = [i64::MIN, 0, i64::MAX];

/// Evaluates everything that is computed from times.
fn ask(table: &Table) {
    for now in EXTREMES {
        let _ = (table.time_left(now), table.is_chat_open(now), table.deadline());
        for side in Side::ALL {
            let _ = (table.claimable_at(side), table.departures_recorded_from(side));
        }
    }
}

#[test]
fn extreme_times_do_not_overflow() {
    for at in EXTREMES {
        for ms in EXTREMES {
            let mut fixture = TableFixture::dealt("5+3", false);
            fixture.act();
            fixture.act();
            let position = *fixture.authoritative.position().expect("dealt");
            let ply = position.choices().iter().find_map(|choice| {
                let text = choice.action().to_string();
                text.parse().ok()
            });
            let act = Event::Act {
                ply: ply.expect("a play"),
                left: Some(Times { red: ms, white: ms }),
                lag: u16::MAX,
            };
            let (red, white) = (Side::Red, Side::White);
            let end =
                Event::End { winner: None, reason: EndReason::Time, secret: Some(secret(1485)) };
            let events = [
                Event::Left { side: red },
                Event::Left { side: white },
                Event::Credit { ms, counted: None },
                Event::Credit { ms, counted: None },
                act,
                Event::Credit { ms, counted: None },
                end,
            ];
            for event in events {
                let seq = fixture.client.length();
                let entry = LogEntry { seq, at, by: None, key: None, events: vec![event] };
                fixture.client.fold(&entry).expect("a valid entry");
                ask(&fixture.client);
            }
        }
    }
}

#[test]
fn presence_at_extreme_times_does_not_overflow() {
    let mut table = TableFixture::dealt("5+3", false).client;
    for _ in 0..120 {
        let side = Side::Red;
        let events = vec![Event::Left { side }, Event::Came { side }];
        let entry = LogEntry { seq: table.length(), at: i64::MAX, by: None, key: None, events };
        table.fold(&entry).expect("a valid entry");
        ask(&table);
    }
}
