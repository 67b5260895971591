//! Writes the log of a scripted game, one entry per line, with every kind of event.
//!
//! `tests/golden/VERSION/EDITION.ndjson` was written by it when that version was current. Those
//! files are never rewritten: later versions must replay them, and add new files.

#[path = "../tests/suite/fixture.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod fixture;

use std::process::ExitCode;

use bosworth_rules::{Action, BySide, Ruleset, Side};
use bosworth_table::{Command, Offer, Seated, Stage, TableOrder};

use fixture::{RED, TableFixture, WHITE};

const DAY: i64 = 86_400_000;

fn main() -> ExitCode {
    let which = std::env::args().nth(1).unwrap_or_default();
    // Besides one game of each edition, one with weekends off and holidays, and one with a deal that
    // other games share.
    let edition = if ["days", "sealed"].contains(&which.as_str()) { "classic" } else { &which };
    let Some((_, ruleset)) = Ruleset::PRESETS.into_iter().find(|(name, _)| *name == edition) else {
        eprintln!(
            "expected an edition of {:?}, days or sealed",
            Ruleset::PRESETS.map(|(name, _)| name)
        );
        return ExitCode::FAILURE;
    };
    let people = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let computer = BySide { red: Seated::Account(RED), white: Seated::Computer(3) };
    let (clock, seats) = match which.as_str() {
        "days" => ("7d+1dw", people),
        "classic" | "sealed" => ("5+3", people),
        "brettspielnetz" => ("-", computer),
        _ => ("2d", people),
    };
    let mut fixture = if which == "sealed" {
        TableFixture::sealed(clock, seats, 1485)
    } else {
        TableFixture::of(ruleset, clock, false, seats, 1485)
    };
    play(&mut fixture);
    for entry in &fixture.log {
        println!("{}", serde_json::to_string(entry).expect("an entry"));
    }
    ExitCode::SUCCESS
}

fn play(fixture: &mut TableFixture) {
    let white_is_a_person = matches!(fixture.authoritative.setup().white, Seated::Account(_));
    for side in Side::ALL {
        fixture.order(&TableOrder::Came(side));
        if side == Side::Red || white_is_a_person {
            fixture.say(side, Command::Ready { nonce: format!("{side}'s part") }).expect("ready");
        }
    }
    fixture
        .say(Side::Red, Command::Chat { text: "Good luck! \u{2694} \"Viel Glück\"".into() })
        .expect("said");
    let mut takeback = 0;
    while fixture.authoritative.stage() == Stage::Running {
        fixture.now += 700 + fixture.authoritative.plies() as i64 * 37 % 900;
        let Some(side) = fixture.authoritative.turn() else { break };
        act(fixture, side);
        let over = fixture.authoritative.stage() == Stage::Over;
        match fixture.authoritative.plies() {
            // A card is drawn and taken back, then an action without a draw.
            plies @ (9 | 17) if takeback < plies && !over && !fixture.client.is_sealed() => {
                takeback = plies;
                take_back(fixture, white_is_a_person);
            }
            12 if !over => interrupt(fixture, white_is_a_person),
            14 if !over && fixture.authoritative.setup().clock.to_string() == "7d+1dw" => {
                rest(fixture);
            }
            40 if !over && fixture.authoritative.setup().clock.to_string() == "2d" => {
                fixture.now += 3 * DAY;
                fixture.order(&TableOrder::Tick);
            }
            _ => {}
        }
    }
    fixture.now += 2_000;
    fixture.say(Side::Red, Command::Chat { text: "Thank you.".into() }).expect("said");
    if fixture.client.is_sealed() {
        // The other games of the deal are over, too.
        fixture.now += DAY;
        fixture.order(&TableOrder::Unseal);
        return;
    }
    fixture.say(Side::Red, Command::Offer(Offer::Rematch)).expect("offered");
    if white_is_a_person {
        fixture.say(Side::White, Command::Offer(Offer::Rematch)).expect("agreed");
    }
}

/// Draws every other time if possible, otherwise picks an action by number.
fn act(fixture: &mut TableFixture, side: Side) {
    let position = *fixture.authoritative.position().expect("dealt");
    let actions = position.actions();
    let plies = fixture.authoritative.plies();
    let all: Vec<Action> = actions.iter().collect();
    let action =
        if actions.draw && plies % 3 != 2 { Action::Draw } else { all[plies * 7 % all.len()] };
    if matches!(fixture.authoritative.setup().seats()[side], Seated::Computer(_)) {
        fixture.order(&TableOrder::Compute(action, fixture.authoritative.revision()));
    } else {
        fixture.keys += 1;
        let (command, key) = (fixture.answer(action), fixture.keys);
        fixture.say_again(side, key, &command, 120).expect("legal");
    }
}

/// Red takes back; before that an offer is declined, if the opponent is a person.
fn take_back(fixture: &mut TableFixture, white_is_a_person: bool) {
    let offer = Offer::Takeback;
    if white_is_a_person {
        fixture.say(Side::Red, Command::Offer(offer)).expect("offered");
        fixture.say(Side::White, Command::Decline(offer)).expect("declined");
    }
    fixture.say(Side::Red, Command::Offer(offer)).expect("offered");
    if white_is_a_person {
        fixture.say(Side::White, Command::Offer(offer)).expect("agreed");
    }
}

/// A holiday is started, shortened and ended; then the server is down over a weekend, of which only
/// the working days are credited. The first day is a Thursday.
fn rest(fixture: &mut TableFixture) {
    let side = Side::White;
    fixture.order(&TableOrder::Holiday(side, fixture.now + 9 * DAY));
    fixture.now += DAY;
    fixture.order(&TableOrder::Holiday(side, fixture.now + DAY));
    fixture.now += DAY / 2;
    fixture.order(&TableOrder::Holiday(side, fixture.now));
    let down = fixture.now;
    fixture.now += 2 * DAY;
    fixture.order(&TableOrder::Outage(down));
}

/// A player disconnects, turns chat off and on again; time is credited.
fn interrupt(fixture: &mut TableFixture, white_is_a_person: bool) {
    let side = if white_is_a_person { Side::White } else { Side::Red };
    fixture.order(&TableOrder::Left(side));
    fixture.now += 5_000;
    fixture.order(&TableOrder::Credit(4_000));
    fixture.order(&TableOrder::Came(side));
    fixture.say(side, Command::Quiet(true)).expect("quiet");
    fixture.say(side, Command::Quiet(false)).expect("chat is off");
}
