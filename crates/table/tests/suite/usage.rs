//! Everything a player can repeat is limited.

use bosworth_rules::{Action, BySide, Side};
use bosworth_table::{Command, Decision, Offer, Refusal, Seated, TableOrder};
use proptest::prelude::*;

use crate::fixture::{RED, TableFixture, WHITE};

fn chat() -> Command {
    Command::Chat { text: "hm".into() }
}

#[test]
fn switching_chat_to_its_current_state_appends_nothing() {
    let mut fixture = TableFixture::dealt("5+3", true);
    let length = fixture.log.len();
    assert_eq!(fixture.say(Side::Red, Command::Quiet(false)), Ok(Decision::Nothing));
    fixture.say(Side::Red, Command::Quiet(true)).unwrap();
    assert_eq!(fixture.say(Side::Red, Command::Quiet(true)), Ok(Decision::Nothing));
    assert_eq!(fixture.log.len(), length + 1);
}

#[test]
fn chat_messages_and_switches_share_a_limit_per_player() {
    let mut fixture = TableFixture::dealt("5+3", true);
    for n in 0..50 {
        fixture.say(Side::Red, Command::Quiet(n % 2 == 0)).unwrap();
    }
    for _ in 0..50 {
        fixture.say(Side::Red, chat()).unwrap();
    }
    assert_eq!(fixture.say(Side::Red, chat()), Err(Refusal::TooMuch));
    assert_eq!(fixture.say(Side::Red, Command::Quiet(true)), Err(Refusal::TooMuch));
    assert_eq!(fixture.say(Side::Red, Command::Quiet(false)), Ok(Decision::Nothing));
    fixture.say(Side::White, chat()).unwrap();
    // A player who has turned chat off everywhere still gets none.
    fixture.order(&TableOrder::Mute(Side::Red));
    assert!(fixture.authoritative.is_quiet(Side::Red));
    assert_eq!(serde_json::to_string(&Refusal::TooMuch).unwrap(), r#"{"why":"toomuch"}"#);
}

#[test]
fn chat_closes_a_quarter_of_an_hour_after_the_game() {
    let mut fixture = TableFixture::dealt("5+3", true);
    fixture.say(Side::Red, Command::Resign).unwrap();
    fixture.now += 15 * 60_000;
    fixture.say(Side::White, chat()).unwrap();
    fixture.say(Side::White, Command::Quiet(true)).unwrap();
    fixture.now += 1;
    assert_eq!(fixture.say(Side::Red, chat()), Err(Refusal::Over));
    assert_eq!(fixture.say(Side::White, Command::Quiet(false)), Err(Refusal::Over));
}

#[test]
fn offers_and_declines_share_a_limit_and_accepting_is_always_possible() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.act();
    for _ in 0..30 {
        fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
        fixture.say(side, Command::Decline(Offer::Takeback)).unwrap();
    }
    assert_eq!(fixture.say(side, Command::Offer(Offer::Takeback)), Err(Refusal::TooMuch));
    fixture.act();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(fixture.say(side, Command::Decline(Offer::Takeback)), Err(Refusal::TooMuch));
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(fixture.authoritative.plies(), 1, "the takeback was accepted");
    fixture.say(side, Command::Resign).unwrap();
    assert_eq!(fixture.say(side, Command::Offer(Offer::Rematch)), Err(Refusal::TooMuch));
    fixture.say(!side, Command::Offer(Offer::Rematch)).unwrap();
    fixture.say(side, Command::Offer(Offer::Rematch)).unwrap();
    assert!(fixture.authoritative.rematch().is_some());
}

#[test]
fn takebacks_against_the_computer_are_limited() {
    let mut fixture = TableFixture::against_the_computer(5);
    fixture.order(&fixture.computed());
    for _ in 0..100 {
        fixture.act();
        fixture.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    }
    fixture.act();
    let again = fixture.say(Side::White, Command::Offer(Offer::Takeback));
    assert_eq!(again, Err(Refusal::TooMuch));
}

#[test]
fn frequent_departures_are_recorded_less_often_and_arrivals_always() {
    let mut fixture = TableFixture::dealt("5+3", true);
    for _ in 0..100 {
        fixture.order(&TableOrder::Came(Side::Red));
        fixture.order(&TableOrder::Left(Side::Red));
    }
    let length = fixture.log.len();
    assert!(matches!(fixture.order(&TableOrder::Came(Side::Red)), Decision::Append(_)));
    assert!(fixture.authoritative.is_connected(Side::Red));
    assert_eq!(fixture.order(&TableOrder::Left(Side::Red)), Decision::Nothing);
    assert_eq!(fixture.authoritative.departures_recorded_from(Side::Red), fixture.now + 60_000);
    assert!(fixture.authoritative.claimable_at(Side::White).is_none());
    fixture.now += 59_999;
    assert_eq!(fixture.order(&TableOrder::Left(Side::Red)), Decision::Nothing);
    fixture.now += 1;
    assert!(matches!(fixture.order(&TableOrder::Left(Side::Red)), Decision::Append(_)));
    assert!(matches!(fixture.order(&TableOrder::Came(Side::Red)), Decision::Append(_)));
    assert!(fixture.authoritative.claimable_at(Side::White).is_none());
    assert_eq!(fixture.log.len(), length + 3);
    // The other player's presence is recorded as usual.
    fixture.order(&TableOrder::Came(Side::White));
    assert!(matches!(fixture.order(&TableOrder::Left(Side::White)), Decision::Append(_)));
}

/// What one player can do at a table.
#[derive(Clone, Debug)]
enum PlayerAction {
    Say(Command),
    Act(u8),
    Come,
    Leave,
}

fn player_actions() -> impl Strategy<Value = PlayerAction> {
    let offers = prop_oneof![Just(Offer::Takeback), Just(Offer::Rematch)];
    prop_oneof![
        4 => any::<u8>().prop_map(PlayerAction::Act),
        2 => Just(PlayerAction::Say(chat())),
        2 => any::<bool>().prop_map(|on| PlayerAction::Say(Command::Quiet(on))),
        3 => offers.clone().prop_map(|offer| PlayerAction::Say(Command::Offer(offer))),
        2 => offers.prop_map(|offer| PlayerAction::Say(Command::Decline(offer))),
        1 => Just(PlayerAction::Say(Command::Claim { draw: true })),
        1 => Just(PlayerAction::Say(Command::Ready { nonce: "x".into() })),
        2 => Just(PlayerAction::Come),
        2 => Just(PlayerAction::Leave),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_player_cannot_grow_a_log_without_bound(
        number in any::<u64>(),
        computer in any::<bool>(),
        player_actions in prop::collection::vec((player_actions(), 0..200_i64), 3_000),
    ) {
        let other = if computer { Seated::Computer(1) } else { Seated::Account(RED) };
        let seats = BySide { red: other, white: Seated::Account(WHITE) };
        let mut fixture = TableFixture::open("-", false, seats, number);
        for side in Side::ALL {
            let _ = fixture.say(side, Command::Ready { nonce: format!("{side}") });
        }
        let begun = fixture.now;
        let mut others = 0;
        for (player_action, pause) in player_actions {
            fixture.now += pause;
            match player_action {
                PlayerAction::Say(command) => drop(fixture.say(Side::White, command)),
                PlayerAction::Come => drop(fixture.order(&TableOrder::Came(Side::White))),
                PlayerAction::Leave => drop(fixture.order(&TableOrder::Left(Side::White))),
                PlayerAction::Act(choice) => {
                    let Some(turn) = fixture.authoritative.turn() else { continue };
                    let position = *fixture.authoritative.position().unwrap();
                    let actions: Vec<Action> = position.actions().iter().collect();
                    let action = actions[usize::from(choice) % actions.len()];
                    // The other side only answers.
                    others += usize::from(turn == Side::Red);
                    if turn == Side::Red && computer {
                        fixture.order(&TableOrder::Compute(action, fixture.authoritative.revision()));
                    } else {
                        let _ = fixture.say(turn, fixture.answer(action));
                    }
                }
            }
        }
        let minutes = ((fixture.now - begun) / 60_000) as usize;
        // Chat, offers, takebacks, presence; each action of the opponent allows one more.
        let bound = 100 + 60 + 100 + 202 + 2 * minutes + 2 * (others + 1) + 5 + 101;
        prop_assert!(fixture.log.len() <= bound, "{} entries, {bound} allowed", fixture.log.len());
    }
}
