//! Logs stored by earlier versions must always replay to the same state and round-trip. They were
//! written by `examples/golden.rs`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bosworth_rules::{Ply, Side};
use bosworth_table::{AuthoritativeTable, Event, LogEntry, Offer, Seated, Table};
use insta::assert_snapshot;

const GOLDEN: [(&str, &str); 5] = [
    ("classic", include_str!("../golden/0.1/classic.ndjson")),
    ("brettspielnetz", include_str!("../golden/0.1/brettspielnetz.ndjson")),
    ("kingofroses", include_str!("../golden/0.1/kingofroses.ndjson")),
    ("days", include_str!("../golden/0.1/days.ndjson")),
    ("sealed", include_str!("../golden/0.1/sealed.ndjson")),
];

fn read(text: &str) -> Vec<LogEntry> {
    text.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect()
}

#[test]
fn stored_entries_round_trip() {
    for (edition, text) in GOLDEN {
        for line in text.lines() {
            let entry: LogEntry = serde_json::from_str(line).expect("an entry");
            assert_eq!(serde_json::to_string(&entry).expect("a text"), line, "{edition}");
        }
    }
}

#[test]
fn a_stored_log_folds_to_the_same_state() {
    for (edition, text) in GOLDEN {
        let log = read(text);
        let table = Table::replay(&log).expect("a valid log");
        let secret = table.ending().expect("an end").secret.clone().expect("a secret");
        // The authoritative table draws every card again and compares it with the log.
        let authoritative =
            AuthoritativeTable::replay(&log, secret).expect("a log that matches its secret");
        assert_eq!(state(&authoritative), state(&table), "{edition}");
        assert_snapshot!(edition, state(&table));
    }
}

#[test]
fn every_prefix_of_a_stored_log_folds() {
    for (edition, text) in GOLDEN {
        let log = read(text);
        let told = log.iter().flat_map(|entry| &entry.events).find_map(|event| match event {
            Event::End { secret: Some(secret), .. } | Event::Unseal { secret } => Some(secret),
            _ => None,
        });
        let secret = told.unwrap_or_else(|| panic!("{edition} never reveals its secret"));
        let mut authoritative =
            AuthoritativeTable::replay(&log[..1], secret.clone()).expect("a first entry");
        let mut table = Table::replay(&log[..1]).expect("a first entry");
        for entry in &log[1..] {
            authoritative.fold(entry).expect("a valid entry");
            table.fold(entry).expect("a valid entry");
            assert_eq!(authoritative.deadline(), table.deadline(), "{edition}: {}", entry.seq);
            if let (Some(by), Some(key)) = (entry.by, entry.key) {
                assert_eq!(table.seq_of_command(by, key), Some(entry.seq));
            }
        }
    }
}

/// The public state of a table as text.
fn state(table: &Table) -> String {
    let mut text = String::new();
    let end = table.ending().expect("an end");
    let (length, revision) = (table.length(), table.revision());
    let _ = writeln!(text, "{length} entries, revision {revision}, credited {}", table.credited());
    let _ = writeln!(text, "since {}, left {:?}", table.turn_started_at(), table.time_left(end.at));
    let _ = writeln!(text, "won by {:?}, {}, at {}", end.winner, end.reason.name(), end.at);
    let _ = writeln!(text, "reshuffles {}, next {:?}", table.reshuffles(), table.rematch());
    for side in Side::ALL {
        let offers = [Offer::Takeback, Offer::Rematch].map(|offer| table.offers(side, offer));
        let (here, quiet) = (table.is_connected(side), table.is_quiet(side));
        let _ = writeln!(text, "{side}: here {here}, quiet {quiet}, offers {offers:?}");
    }
    let record = table.record().expect("a record");
    let _ = write!(text, "{record}");
    text
}

/// A name for every kind of event. Does not compile if one is missing; the next version's golden
/// logs must contain it.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::Open(_) => "open",
        Event::Ready { .. } => "ready",
        Event::Deal { .. } => "deal",
        Event::Act { ply: Ply::Draw(_), .. } => "draw",
        Event::Act { .. } => "act",
        Event::Offer { .. } => "offer",
        Event::Decline { .. } => "decline",
        Event::Takeback { shuffle: Some(_), .. } => "takeback of a draw",
        Event::Takeback { shuffle: None, .. } => "takeback",
        Event::Came { .. } => "came",
        Event::Left { .. } => "left",
        Event::Chat { .. } => "chat",
        Event::Quiet { .. } => "quiet",
        Event::Credit { counted: Some(_), .. } => "partial credit",
        Event::Credit { counted: None, .. } => "credit",
        Event::Holiday { .. } => "holiday",
        Event::End { .. } => "end",
        Event::Unseal { .. } => "unseal",
        Event::Next { .. } => "next",
    }
}

#[test]
fn the_golden_logs_cover_every_kind_of_event() {
    let mut kinds = BTreeSet::new();
    for (edition, text) in GOLDEN {
        let log = read(text);
        let of_this: BTreeSet<_> = log.iter().flat_map(|entry| &entry.events).map(kind).collect();
        let needed = ["draw", "chat", "came", "left", "end"].into_iter();
        // While others play the same deal, nothing is taken back.
        let rest =
            if edition == "sealed" { &["unseal"][..] } else { &["takeback of a draw", "next"] };
        for needed in needed.chain(rest.iter().copied()) {
            assert!(of_this.contains(needed), "{edition} lacks {needed}");
        }
        let table = Table::replay(&log).expect("a valid log");
        let game = table.game().expect("dealt");
        let draws = game.plies().iter().filter(|ply| matches!(ply, Ply::Draw(_))).count();
        let pile = game.start().pile().len() as usize;
        let reshuffled = draws > pile || !table.reshuffles().is_empty();
        assert!(reshuffled, "{edition} shuffles once only: {draws} draws");
        kinds.extend(of_this);
    }
    let seats = GOLDEN.map(|(_, text)| read(text)[0].clone()).map(|first| {
        let Event::Open(setup) = &first.events[0] else { panic!("a first entry") };
        setup.white
    });
    assert!(seats.iter().any(|seat| matches!(seat, Seated::Computer(_))));
    assert_eq!(kinds.len(), 19, "{kinds:?}");
}
