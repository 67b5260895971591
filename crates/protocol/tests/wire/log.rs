//! Log entries, and the commands that cause them.

use bosworth_protocol::{
    AccountId, Command, Days, EndReason, Event, IdempotencyKey, LogEntry, Offer, Refusal,
    SealedDeal, Seated, SharedHands, TableSetup, TimeControl, Times,
};
use bosworth_rules::{Ruleset, Side};
use insta::assert_snapshot;

use crate::{POSITION, SECRET, game, lines};

#[test]
fn log_events() {
    let opening = TableSetup {
        game: game(1485),
        red: Seated::Account(AccountId(1)),
        white: Seated::Computer(8),
        ruleset: Ruleset::CLASSIC,
        clock: TimeControl::Live { minutes: 5, increment: 3 },
        rated: false,
        commitment: SECRET.parse().expect("a commitment"),
        after: Some(game(1)),
        tournament_slot: Some("xN000000/1.2.0".into()),
        hands: Some(SharedHands { of: game(2), start: POSITION.parse().expect("a position") }),
        seek: Some("aB3dE6gH".into()),
        sealed: None,
        handicap: None,
    };
    let sealed = TableSetup {
        hands: None,
        sealed: Some(SealedDeal { deal: "xN000000/1.2".into(), until: Some(1_700_000_000_000) }),
        ..opening.clone()
    };
    let plain = TableSetup {
        after: None,
        tournament_slot: None,
        hands: None,
        seek: None,
        ..opening.clone()
    };
    let handicap = "white:heroes=2,cards=4,roses=1,second".parse().expect("a handicap");
    let handicap = TableSetup { handicap: Some(handicap), ..plain.clone() };
    let mut events = every!(Event {
        Event::Open(_) => Event::Open(Box::new(opening)),
        Event::Ready { .. } => {
            Event::Ready { side: Side::Red, nonce: "red's".parse().expect("a nonce") }
        },
        Event::Deal { .. } => Event::Deal { position: POSITION.parse().expect("a position") },
        Event::Act { left: Some(_), .. } => Event::Act {
            ply: "N2".parse().expect("a ply"),
            left: Some(Times { red: 300_000, white: 299_000 }),
            lag: 120,
        },
        Event::Act { left: None, .. } => {
            Event::Act { ply: "+SW1".parse().expect("a ply"), left: None, lag: 0 }
        },
        Event::Offer { .. } => Event::Offer { side: Side::White, offer: Offer::Takeback },
        Event::Decline { .. } => Event::Decline { side: Side::Red, offer: Offer::Rematch },
        Event::Takeback { shuffle: Some(_), .. } => Event::Takeback { plies: 2, shuffle: Some(3) },
        Event::Takeback { shuffle: None, .. } => Event::Takeback { plies: 1, shuffle: None },
        Event::Came { .. } => Event::Came { side: Side::Red },
        Event::Left { .. } => Event::Left { side: Side::White },
        Event::Chat { .. } => Event::Chat { side: Side::Red, text: "\"Hi\" \u{2694}".into() },
        Event::Quiet { .. } => Event::Quiet { side: Side::Red, on: true },
        Event::Credit { counted: None, .. } => Event::Credit { ms: -1_500, counted: None },
        Event::Credit { counted: Some(_), .. } => {
            Event::Credit { ms: 43_200_000, counted: Some(21_600_000) }
        },
        Event::Holiday { until: Some(_), .. } => {
            Event::Holiday { side: Side::White, until: Some(1_700_000_000_000) }
        },
        Event::Holiday { until: None, .. } => Event::Holiday { side: Side::White, until: None },
        Event::End { winner: Some(_), .. } => Event::End {
            winner: Some(Side::White),
            reason: EndReason::Resigned,
            secret: Some(SECRET.parse().expect("a secret")),
        },
        Event::End { winner: None, secret: Some(_), .. } => Event::End {
            winner: None,
            reason: EndReason::Aborted,
            secret: Some(SECRET.parse().expect("a secret")),
        },
        Event::End { winner: None, secret: None, .. } => {
            Event::End { winner: None, reason: EndReason::Played, secret: None }
        },
        Event::Unseal { .. } => Event::Unseal { secret: SECRET.parse().expect("a secret") },
        Event::Next { .. } => Event::Next { game: game(2) },
    });
    events.insert(1, Event::Open(Box::new(plain)));
    events.insert(2, Event::Open(Box::new(sealed)));
    events.insert(3, Event::Open(Box::new(handicap)));
    assert_snapshot!("events", lines(&events));

    let came = Event::Came { side: Side::Red };
    let entries = [
        LogEntry { seq: 1, at: 1_700_000_000_000, by: None, key: None, events: vec![came.clone()] },
        LogEntry {
            seq: 2,
            at: 1_700_000_000_001,
            by: Some(Side::White),
            key: Some(IdempotencyKey(1 << 53)),
            events: vec![came.clone(), came],
        },
    ];
    assert_snapshot!("entries", lines(&entries));
}

#[test]
fn commands_and_refusals() {
    let action = "SW1*".parse().expect("an action");
    let commands = every!(Command {
        Command::Ready { .. } => Command::Ready { nonce: "red's".into() },
        Command::Act { revision: Some(_), .. } => {
            Command::Act { action, ply: 12, revision: Some(15) }
        },
        Command::Act { revision: None, .. } => Command::Act { action, ply: 12, revision: None },
        Command::Resign => Command::Resign,
        Command::Abort => Command::Abort,
        Command::Offer(Offer::Takeback) => Command::Offer(Offer::Takeback),
        Command::Offer(Offer::Rematch) => Command::Offer(Offer::Rematch),
        Command::Decline(_) => Command::Decline(Offer::Rematch),
        Command::Claim { draw: false } => Command::Claim { draw: false },
        Command::Claim { draw: true } => Command::Claim { draw: true },
        Command::Chat { .. } => Command::Chat { text: "Hi".into() },
        Command::Quiet(_) => Command::Quiet(true),
    });
    assert_snapshot!("commands", lines(&commands));

    let refusals = every!(Refusal {
        Refusal::Spectator => Refusal::Spectator,
        Refusal::Over => Refusal::Over,
        Refusal::NotBegun => Refusal::NotBegun,
        Refusal::NotYourTurn => Refusal::NotYourTurn,
        Refusal::Outdated(_) => Refusal::Outdated(12),
        Refusal::Illegal(_) => Refusal::Illegal("in words".into()),
        Refusal::TooLate => Refusal::TooLate,
        Refusal::NotGone => Refusal::NotGone,
        Refusal::Nothing => Refusal::Nothing,
        Refusal::Rated => Refusal::Rated,
        Refusal::Sealed => Refusal::Sealed,
        Refusal::NoOffer => Refusal::NoOffer,
        Refusal::Quiet => Refusal::Quiet,
        Refusal::BadText => Refusal::BadText,
        Refusal::BadNonce => Refusal::BadNonce,
        Refusal::TooMuch => Refusal::TooMuch,
    });
    assert_snapshot!("refusals", lines(&refusals));
}

#[test]
fn time_controls_and_reasons() {
    let clocks = every!(TimeControl {
        TimeControl::Live { .. } => TimeControl::Live { minutes: 5, increment: 3 },
        TimeControl::Days(Days { increment: None, weekends_off: false, .. }) => TimeControl::Days(Days::per_action(2)),
        TimeControl::Days(Days { weekends_off: true, .. }) => {
            TimeControl::Days(Days { weekends_off: true, ..Days::per_action(3) })
        },
        TimeControl::Days(Days { increment: Some(_), .. }) => {
            TimeControl::Days(Days { increment: Some(1), ..Days::per_action(10) })
        },
        TimeControl::Untimed => TimeControl::Untimed,
    });
    let reasons = every!(EndReason {
        EndReason::Played => EndReason::Played,
        EndReason::Resigned => EndReason::Resigned,
        EndReason::Time => EndReason::Time,
        EndReason::Gone => EndReason::Gone,
        EndReason::Aborted => EndReason::Aborted,
    });
    for reason in &reasons {
        assert_eq!(serde_json::to_value(reason).expect("a value"), reason.name());
    }
    assert_snapshot!("words", lines(&clocks) + &lines(&reasons));
}
