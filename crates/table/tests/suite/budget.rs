//! Whatever a player can repeat without end is bounded.

use bosworth_rules::{Action, BySide, Side};
use bosworth_table::{Command, Decision, Offer, Refusal, Seated, TableOrder};
use proptest::prelude::*;

use crate::desk::{Desk, RED, WHITE};

fn chat() -> Command {
    Command::Chat { text: "hm".into() }
}

#[test]
fn a_quiet_that_changes_nothing_is_no_entry() {
    let mut desk = Desk::dealt("5+3", true);
    let length = desk.log.len();
    assert_eq!(desk.say(Side::Red, Command::Quiet(false)), Ok(Decision::Nothing));
    desk.say(Side::Red, Command::Quiet(true)).unwrap();
    assert_eq!(desk.say(Side::Red, Command::Quiet(true)), Ok(Decision::Nothing));
    assert_eq!(desk.log.len(), length + 1);
}

#[test]
fn chat_and_quiet_share_a_budget_for_each_player() {
    let mut desk = Desk::dealt("5+3", true);
    for n in 0..50 {
        desk.say(Side::Red, Command::Quiet(n % 2 == 0)).unwrap();
    }
    for _ in 0..50 {
        desk.say(Side::Red, chat()).unwrap();
    }
    assert_eq!(desk.say(Side::Red, chat()), Err(Refusal::TooMuch));
    assert_eq!(desk.say(Side::Red, Command::Quiet(true)), Err(Refusal::TooMuch));
    assert_eq!(desk.say(Side::Red, Command::Quiet(false)), Ok(Decision::Nothing));
    desk.say(Side::White, chat()).unwrap();
    // A player who has turned chat off everywhere still gets none.
    desk.order(&TableOrder::Hush(Side::Red));
    assert!(desk.host.is_quiet(Side::Red));
    assert_eq!(serde_json::to_string(&Refusal::TooMuch).unwrap(), r#"{"why":"toomuch"}"#);
}

#[test]
fn talk_ends_a_quarter_of_an_hour_after_the_game() {
    let mut desk = Desk::dealt("5+3", true);
    desk.say(Side::Red, Command::Resign).unwrap();
    desk.now += 15 * 60_000;
    desk.say(Side::White, chat()).unwrap();
    desk.say(Side::White, Command::Quiet(true)).unwrap();
    desk.now += 1;
    assert_eq!(desk.say(Side::Red, chat()), Err(Refusal::Over));
    assert_eq!(desk.say(Side::White, Command::Quiet(false)), Err(Refusal::Over));
}

#[test]
fn offers_and_declines_share_a_budget_and_an_answer_is_always_possible() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.act();
    for _ in 0..30 {
        desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
        desk.say(side, Command::Decline(Offer::Takeback)).unwrap();
    }
    assert_eq!(desk.say(side, Command::Offer(Offer::Takeback)), Err(Refusal::TooMuch));
    desk.act();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(desk.say(side, Command::Decline(Offer::Takeback)), Err(Refusal::TooMuch));
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(desk.host.plies(), 1, "it was accepted");
    desk.say(side, Command::Resign).unwrap();
    assert_eq!(desk.say(side, Command::Offer(Offer::Rematch)), Err(Refusal::TooMuch));
    desk.say(!side, Command::Offer(Offer::Rematch)).unwrap();
    desk.say(side, Command::Offer(Offer::Rematch)).unwrap();
    assert!(desk.host.next().is_some());
}

#[test]
fn takebacks_against_the_computer_have_a_budget() {
    let mut desk = Desk::against_the_computer(5);
    desk.order(&desk.computed());
    for _ in 0..100 {
        desk.act();
        desk.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    }
    desk.act();
    let again = desk.say(Side::White, Command::Offer(Offer::Takeback));
    assert_eq!(again, Err(Refusal::TooMuch));
}

#[test]
fn who_comes_and_goes_all_the_time_is_noted_more_seldom_and_never_gone_while_there() {
    let mut desk = Desk::dealt("5+3", true);
    for _ in 0..100 {
        desk.order(&TableOrder::Came(Side::Red));
        desk.order(&TableOrder::Left(Side::Red));
    }
    let length = desk.log.len();
    assert!(matches!(desk.order(&TableOrder::Came(Side::Red)), Decision::Append(_)));
    assert!(desk.host.is_here(Side::Red));
    assert_eq!(desk.order(&TableOrder::Left(Side::Red)), Decision::Nothing);
    assert_eq!(desk.host.leaves_from(Side::Red), desk.now + 60_000);
    assert!(desk.host.claimable(Side::White).is_none());
    desk.now += 59_999;
    assert_eq!(desk.order(&TableOrder::Left(Side::Red)), Decision::Nothing);
    desk.now += 1;
    assert!(matches!(desk.order(&TableOrder::Left(Side::Red)), Decision::Append(_)));
    assert!(matches!(desk.order(&TableOrder::Came(Side::Red)), Decision::Append(_)));
    assert!(desk.host.claimable(Side::White).is_none());
    assert_eq!(desk.log.len(), length + 3);
    // The other player's presence is recorded as ever.
    desk.order(&TableOrder::Came(Side::White));
    assert!(matches!(desk.order(&TableOrder::Left(Side::White)), Decision::Append(_)));
}

/// What one player and its connections can do at a table.
#[derive(Clone, Debug)]
enum Deed {
    Say(Command),
    Act(u8),
    Come,
    Leave,
}

fn deeds() -> impl Strategy<Value = Deed> {
    let offers = prop_oneof![Just(Offer::Takeback), Just(Offer::Rematch)];
    prop_oneof![
        4 => any::<u8>().prop_map(Deed::Act),
        2 => Just(Deed::Say(chat())),
        2 => any::<bool>().prop_map(|on| Deed::Say(Command::Quiet(on))),
        3 => offers.clone().prop_map(|offer| Deed::Say(Command::Offer(offer))),
        2 => offers.prop_map(|offer| Deed::Say(Command::Decline(offer))),
        1 => Just(Deed::Say(Command::Claim { draw: true })),
        1 => Just(Deed::Say(Command::Ready { nonce: "x".into() })),
        2 => Just(Deed::Come),
        2 => Just(Deed::Leave),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_player_alone_cannot_make_a_log_grow_without_end(
        number in any::<u64>(),
        computer in any::<bool>(),
        deeds in prop::collection::vec((deeds(), 0..200_i64), 3_000),
    ) {
        let other = if computer { Seated::Computer(1) } else { Seated::Account(RED) };
        let seats = BySide { red: other, white: Seated::Account(WHITE) };
        let mut desk = Desk::open("-", false, seats, number);
        for side in Side::ALL {
            let _ = desk.say(side, Command::Ready { nonce: format!("{side}") });
        }
        let begun = desk.now;
        let mut others = 0;
        for (deed, pause) in deeds {
            desk.now += pause;
            match deed {
                Deed::Say(command) => drop(desk.say(Side::White, command)),
                Deed::Come => drop(desk.order(&TableOrder::Came(Side::White))),
                Deed::Leave => drop(desk.order(&TableOrder::Left(Side::White))),
                Deed::Act(choice) => {
                    let Some(turn) = desk.host.turn() else { continue };
                    let position = *desk.host.position().unwrap();
                    let actions: Vec<Action> = position.actions().iter().collect();
                    let action = actions[usize::from(choice) % actions.len()];
                    // The other side does nothing but answer.
                    others += usize::from(turn == Side::Red);
                    if turn == Side::Red && computer {
                        desk.order(&TableOrder::Compute(action, desk.host.revision()));
                    } else {
                        let _ = desk.say(turn, desk.answer(action));
                    }
                }
            }
        }
        let minutes = ((desk.now - begun) / 60_000) as usize;
        // Talk, offers, takebacks, presence; each of the other's actions allows one of one's own.
        let bound = 100 + 60 + 100 + 202 + 2 * minutes + 2 * (others + 1) + 5 + 101;
        prop_assert!(desk.log.len() <= bound, "{} entries, {bound} allowed", desk.log.len());
    }
}
