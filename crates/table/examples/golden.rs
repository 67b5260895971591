//! Writes the log of a scripted game, one entry a line, with everything that a log can hold.
//!
//! `tests/golden/VERSION/EDITION.ndjson` was written by it when that version was current. Those
//! files are never written again: later versions have to replay them, and add files of their own.

#[path = "../tests/suite/desk.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod desk;

use std::process::ExitCode;

use bosworth_rules::{Action, BySide, Ruleset, Side};
use bosworth_table::{Command, Offer, Seated, Stage, TableOrder};

use desk::{Desk, RED, WHITE};

const DAY: i64 = 86_400_000;

fn main() -> ExitCode {
    let which = std::env::args().nth(1).unwrap_or_default();
    // A game with weekends off and holidays, besides one of each edition.
    let edition = if which == "days" { "classic" } else { which.as_str() };
    let Some((_, ruleset)) = Ruleset::PRESETS.into_iter().find(|(name, _)| *name == edition) else {
        eprintln!("which edition? {:?}, or days", Ruleset::PRESETS.map(|(name, _)| name));
        return ExitCode::FAILURE;
    };
    let people = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
    let computer = BySide { red: Seated::Account(RED), white: Seated::Computer(3) };
    let (clock, seats) = match which.as_str() {
        "days" => ("7d+1dw", people),
        "classic" => ("5+3", people),
        "brettspielnetz" => ("-", computer),
        _ => ("2d", people),
    };
    let mut desk = Desk::of(ruleset, clock, false, seats, 1485);
    play(&mut desk);
    for entry in &desk.log {
        println!("{}", serde_json::to_string(entry).expect("an entry"));
    }
    ExitCode::SUCCESS
}

fn play(desk: &mut Desk) {
    let white_is_a_person = matches!(desk.host.opening().white, Seated::Account(_));
    for side in Side::ALL {
        desk.order(&TableOrder::Came(side));
        if side == Side::Red || white_is_a_person {
            desk.say(side, Command::Ready { nonce: format!("{side}'s part") }).expect("ready");
        }
    }
    desk.say(Side::Red, Command::Chat { text: "Good luck! \u{2694} \"Viel Glück\"".into() })
        .expect("said");
    let mut taken_back = 0;
    while desk.host.stage() == Stage::Running {
        desk.now += 700 + desk.host.plies() as i64 * 37 % 900;
        let Some(side) = desk.host.turn() else { break };
        act(desk, side);
        let over = desk.host.stage() == Stage::Over;
        match desk.host.plies() {
            // A card is drawn and taken back, then an action without a draw.
            plies @ (9 | 17) if taken_back < plies && !over => {
                taken_back = plies;
                take_back(desk, white_is_a_person);
            }
            12 if !over => interrupt(desk, white_is_a_person),
            14 if !over && desk.host.opening().clock.to_string() == "7d+1dw" => rest(desk),
            40 if !over && desk.host.opening().clock.to_string() == "2d" => {
                desk.now += 3 * DAY;
                desk.order(&TableOrder::Tick);
            }
            _ => {}
        }
    }
    desk.now += 2_000;
    desk.say(Side::Red, Command::Chat { text: "Thank you.".into() }).expect("said");
    desk.say(Side::Red, Command::Offer(Offer::Rematch)).expect("offered");
    if white_is_a_person {
        desk.say(Side::White, Command::Offer(Offer::Rematch)).expect("agreed");
    }
}

/// Draws where that is possible, every other time, else picks an action by its number.
fn act(desk: &mut Desk, side: Side) {
    let position = *desk.host.position().expect("dealt");
    let actions = position.actions();
    let plies = desk.host.plies();
    let all: Vec<Action> = actions.iter().collect();
    let action =
        if actions.draw && plies % 3 != 2 { Action::Draw } else { all[plies * 7 % all.len()] };
    if matches!(desk.host.opening().seats()[side], Seated::Computer(_)) {
        desk.order(&TableOrder::Compute(action, desk.host.revision()));
    } else {
        desk.keys += 1;
        let (command, key) = (desk.answer(action), desk.keys);
        desk.say_again(side, key, &command, 120).expect("legal");
    }
}

/// Red takes back; before that an offer is declined, where there is somebody to do so.
fn take_back(desk: &mut Desk, white_is_a_person: bool) {
    let offer = Offer::Takeback;
    if white_is_a_person {
        desk.say(Side::Red, Command::Offer(offer)).expect("offered");
        desk.say(Side::White, Command::Decline(offer)).expect("declined");
    }
    desk.say(Side::Red, Command::Offer(offer)).expect("offered");
    if white_is_a_person {
        desk.say(Side::White, Command::Offer(offer)).expect("agreed");
    }
}

/// A holiday that is begun, shortened and ended; then the server is down over a weekend, of which
/// only the days that would have counted are credited. The first day is a Thursday.
fn rest(desk: &mut Desk) {
    let side = Side::White;
    desk.order(&TableOrder::Holiday(side, desk.now + 9 * DAY));
    desk.now += DAY;
    desk.order(&TableOrder::Holiday(side, desk.now + DAY));
    desk.now += DAY / 2;
    desk.order(&TableOrder::Holiday(side, desk.now));
    let down = desk.now;
    desk.now += 2 * DAY;
    desk.order(&TableOrder::Outage(down));
}

/// A player is gone for a while, wants to hear nothing and hears again; time is credited.
fn interrupt(desk: &mut Desk, white_is_a_person: bool) {
    let side = if white_is_a_person { Side::White } else { Side::Red };
    desk.order(&TableOrder::Left(side));
    desk.now += 5_000;
    desk.order(&TableOrder::Credit(4_000));
    desk.order(&TableOrder::Came(side));
    desk.say(side, Command::Quiet(true)).expect("quiet");
    desk.say(side, Command::Quiet(false)).expect("not quiet");
}
