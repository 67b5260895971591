//! Entries that no server writes, but that a damaged log or a hostile server may hold.

use bosworth_rules::Side;
use bosworth_table::{EndReason, Event, LogEntry, Table, Times};

use crate::desk::{Desk, secret};

const EXTREMES: [i64; 3] = [i64::MIN, 0, i64::MAX];

/// Asks a table for everything that is computed from times.
fn ask(table: &Table) {
    for now in EXTREMES {
        let _ = (table.left(now), table.may_talk(now), table.deadline());
        for side in Side::ALL {
            let _ = (table.claimable(side), table.leaves_from(side));
        }
    }
}

#[test]
fn times_beyond_all_measure_do_not_overflow() {
    for at in EXTREMES {
        for ms in EXTREMES {
            let mut desk = Desk::dealt("5+3", false);
            desk.act();
            desk.act();
            let position = *desk.host.position().expect("dealt");
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
                let seq = desk.client.length();
                let entry = LogEntry { seq, at, by: None, key: None, events: vec![event] };
                desk.client.fold(&entry).expect("an entry that follows");
                ask(&desk.client);
            }
        }
    }
}

#[test]
fn a_player_who_comes_and_goes_at_the_end_of_time_does_not_overflow() {
    let mut table = Desk::dealt("5+3", false).client;
    for _ in 0..120 {
        let side = Side::Red;
        let events = vec![Event::Left { side }, Event::Came { side }];
        let entry = LogEntry { seq: table.length(), at: i64::MAX, by: None, key: None, events };
        table.fold(&entry).expect("an entry that follows");
        ask(&table);
    }
}
