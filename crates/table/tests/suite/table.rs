use std::collections::HashMap;

use bosworth_fair::{Deck, Nonce, Proof};
use bosworth_rules::{Action, BySide, GameResult, Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Offer, Refusal, Seated, Stage, Table,
    TableOrder, TimeControl,
};
use proptest::prelude::*;

use crate::desk::{Desk, RED, WHITE, act, id, secret};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whoever_folds_the_log_has_the_servers_table(
        number in any::<u64>(),
        choices in prop::collection::vec((any::<u8>(), 0..40_000_i64), 300),
    ) {
        let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
        let mut desk = Desk::open("5+3", false, seats, number);
        for side in Side::ALL {
            desk.say(side, Command::Ready { nonce: format!("{number} {side}") }).unwrap();
        }
        for (choice, thought) in choices {
            desk.now += thought;
            desk.order(&TableOrder::Tick);
            let Some(turn) = desk.host.turn() else { break };
            let actions: Vec<Action> = desk.host.position().unwrap().actions().iter().collect();
            let action = actions[usize::from(choice) % actions.len()];
            let command = match choice {
                250.. => Command::Offer(Offer::Takeback),
                245..250 => Command::Chat { text: "well played".into() },
                _ => desk.answer(action),
            };
            // Offers may be refused: nothing has changed then.
            let by = if choice > 252 { !turn } else { turn };
            let _ = desk.say(by, command);
        }
        let again = AuthoritativeTable::replay(&desk.log, secret(number)).unwrap();
        for table in [&*again, &desk.client] {
            prop_assert_eq!(table.game(), desk.host.game());
            prop_assert_eq!(table.stage(), desk.host.stage());
            prop_assert_eq!(table.left(desk.now), desk.host.left(desk.now));
            prop_assert_eq!(table.deadline(), desk.host.deadline());
            prop_assert_eq!(table.length(), desk.host.length());
        }
        if desk.host.stage() == Stage::Over {
            let record = desk.client.record().unwrap();
            let proven = Proof::of(&record).unwrap().verify(&record).unwrap();
            prop_assert_eq!(proven.plies(), desk.host.game().unwrap().plies());
        }
    }
}

#[test]
fn nothing_that_is_said_before_the_end_depends_on_the_cards_to_come() {
    // Among tens of thousands of secrets two deal the same hands and go on differently.
    let nonces = BySide {
        red: "Red's part".parse::<Nonce>().unwrap(),
        white: "White's part".parse::<Nonce>().unwrap(),
    };
    let game = id(7);
    let mut deals: HashMap<String, u64> = HashMap::new();
    let (one, other) = (0..400_000_u64)
        .find_map(|number| {
            let (start, _) =
                Deck::deal(&secret(number).key(game.as_str(), &nonces), Ruleset::CLASSIC);
            deals.insert(start.to_string(), number).map(|earlier| (earlier, number))
        })
        .expect("two equal deals in 400 000");
    let logs = [one, other].map(|number| {
        let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
        let mut desk = Desk::open("5+3", true, seats, number);
        // The same name for both games: the secret differs, and the commitment with it.
        let Desk { log, .. } = &desk;
        let mut first = log[0].clone();
        if let bosworth_table::Event::Open(opening) = &mut first.events[0] {
            opening.game = game;
            opening.commitment = secret(number).commit(game.as_str());
        }
        desk.log = vec![first];
        desk.host = AuthoritativeTable::replay(&desk.log, secret(number)).unwrap();
        desk.client = Table::replay(&desk.log).unwrap();
        for side in Side::ALL {
            desk.say(side, Command::Ready { nonce: format!("{side}'s part") }).unwrap();
        }
        for _ in 0..4 {
            desk.now += 900;
            let plays = desk.host.position().unwrap().actions();
            let Some(action) = plays.iter().find(|action| !matches!(action, Action::Draw)) else {
                break;
            };
            let side = desk.host.turn().unwrap();
            desk.say(side, desk.answer(action)).unwrap();
            let _ = desk.say(side, Command::Chat { text: "hm".into() });
        }
        serde_json::to_string(&desk.log[1..]).unwrap()
    });
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn a_command_sent_twice_is_done_once() {
    let mut desk = Desk::dealt("5+3", true);
    let side = desk.host.turn().unwrap();
    let action = desk.host.position().unwrap().actions().iter().next().unwrap();
    let command = desk.answer(action);
    let Ok(Decision::Append(entry)) = desk.say_again(side, 77, &command, 0) else { panic!() };
    assert_eq!(desk.say_again(side, 77, &command, 0), Ok(Decision::Before(entry.seq)));
    // The other player's numbers are the other player's.
    assert_eq!(desk.say_again(!side, 77, &command, 0), Err(Refusal::Outdated(1)));
}

#[test]
fn only_the_side_to_act_acts_and_only_in_the_position_it_saw() {
    let mut desk = Desk::dealt("5+3", true);
    let side = desk.host.turn().unwrap();
    assert_eq!(desk.say(!side, act("+", 0)), Err(Refusal::NotYourTurn));
    assert_eq!(desk.say(side, act("+", 1)), Err(Refusal::Outdated(0)));
    assert!(matches!(desk.say(side, act("+", 0)), Err(Refusal::Illegal(_))), "five cards in hand");
    assert_eq!(desk.log.len(), 3);
}

#[test]
fn the_cards_are_dealt_when_both_have_given_their_part() {
    let mut desk = Desk::people("5+3", true);
    assert_eq!(desk.say(Side::Red, act("N1", 0)), Err(Refusal::NotBegun));
    desk.say(Side::Red, Command::Ready { nonce: "a".into() }).unwrap();
    assert_eq!(desk.host.stage(), Stage::Waiting);
    let again = Command::Ready { nonce: "b".into() };
    assert_eq!(desk.say(Side::Red, again), Err(Refusal::BadNonce));
    for nonce in ["", "two\nlines", &"x".repeat(65)] {
        let bad = Command::Ready { nonce: nonce.into() };
        assert_eq!(desk.say(Side::White, bad), Err(Refusal::BadNonce));
    }
    desk.say(Side::White, Command::Ready { nonce: "b".into() }).unwrap();
    assert_eq!(desk.host.stage(), Stage::Running);
}

#[test]
fn who_never_comes_ends_the_game_without_a_result() {
    let mut desk = Desk::people("5+3", true);
    desk.now += 29_999;
    assert_eq!(desk.order(&TableOrder::Tick), Decision::Nothing);
    desk.now += 1;
    desk.order(&TableOrder::Tick);
    assert_eq!(desk.host.ending().unwrap().reason, EndReason::Aborted);
    assert_eq!(desk.host.result(), GameResult::Unfinished);
}

#[test]
fn clocks_run_from_the_third_action_on() {
    let mut desk = Desk::dealt("5+3", true);
    desk.now += 20_000;
    desk.act();
    desk.now += 20_000;
    desk.act();
    assert_eq!(desk.left(), BySide { red: 300_000, white: 300_000 });
    desk.now += 10_000;
    let side = desk.act();
    assert_eq!(desk.left()[side], 293_000, "ten seconds taken, three added");
    desk.now += 300_000 + 499;
    assert_eq!(desk.order(&TableOrder::Tick), Decision::Nothing, "an action may be on its way");
    desk.now += 1;
    desk.order(&TableOrder::Tick);
    let ending = desk.host.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(side), EndReason::Time));
}

#[test]
fn an_action_that_comes_too_late_loses_on_time() {
    let mut desk = Desk::dealt("1+0", true);
    desk.act();
    desk.act();
    desk.now += 60_001;
    let side = desk.act();
    assert_eq!(desk.host.ending().unwrap().winner, Some(!side));
    assert_eq!(desk.host.plies(), 2);
}

#[test]
fn after_resigning_the_clock_shows_what_was_left() {
    let mut desk = Desk::dealt("5+0", true);
    desk.act();
    desk.act();
    desk.now += 16_000;
    let side = desk.host.turn().unwrap();
    desk.say(side, Command::Resign).unwrap();
    desk.now += 60_000;
    assert_eq!((desk.left()[side], desk.left()[!side]), (284_000, 300_000));
}

#[test]
fn a_clock_that_ran_out_shows_nothing_left() {
    let mut desk = Desk::dealt("1+0", true);
    desk.act();
    desk.act();
    let side = desk.host.turn().unwrap();
    desk.now += 60_600;
    desk.order(&TableOrder::Tick);
    assert_eq!((desk.left()[side], desk.left()[!side]), (0, 60_000));
}

#[test]
fn lag_is_given_back_until_the_quota_is_spent() {
    let mut desk = Desk::dealt("5+0", true);
    desk.act();
    desk.act();
    let mut given = Vec::new();
    for _ in 0..6 {
        let side = desk.host.turn().unwrap();
        let before = desk.left()[side];
        desk.now += 1_000;
        let action = desk.host.position().unwrap().actions().iter().next().unwrap();
        desk.keys += 1;
        desk.say_again(side, desk.keys, &desk.answer(action), 800).unwrap();
        given.push(1_000 - (before - desk.left()[side]));
    }
    assert_eq!(given, [500, 500, 500, 500, 200, 200]);
}

#[test]
fn an_outage_costs_nobody_time() {
    let mut desk = Desk::dealt("5+0", true);
    desk.act();
    desk.act();
    desk.now += 90_000;
    desk.order(&TableOrder::Outage(desk.now - 80_000));
    let side = desk.host.turn().unwrap();
    assert_eq!(desk.left()[side], 290_000);
    // Told twice, by whoever noticed it, it counts once; and what was before the turn not at all.
    desk.order(&TableOrder::Outage(desk.now - 80_000));
    assert_eq!(desk.left()[side], 290_000);
}

#[test]
fn an_outage_during_which_the_clock_was_put_back_costs_nobody_time() {
    let mut desk = Desk::dealt("5+0", true);
    desk.act();
    desk.act();
    let side = desk.host.turn().unwrap();
    desk.now += 30_000;
    desk.order(&TableOrder::Credit(-3_600_000));
    desk.now -= 3_600_000;
    desk.order(&TableOrder::Outage(desk.now - 20_000));
    assert_eq!(desk.left()[side], 290_000);
}

#[test]
fn before_both_have_acted_a_game_can_be_called_off() {
    let mut desk = Desk::dealt("5+3", true);
    desk.act();
    desk.say(Side::Red, Command::Abort).unwrap();
    assert_eq!(desk.host.ending().unwrap().reason, EndReason::Aborted);
    let mut desk = Desk::dealt("5+3", true);
    desk.act();
    desk.act();
    assert_eq!(desk.say(Side::Red, Command::Abort), Err(Refusal::TooLate));
    desk.say(Side::Red, Command::Resign).unwrap();
    assert_eq!(desk.host.result(), GameResult::Won(Side::White));
    assert_eq!(desk.say(Side::White, Command::Resign), Err(Refusal::Over));
}

#[test]
fn an_opponent_who_is_gone_long_enough_has_lost_if_the_other_says_so() {
    let mut desk = Desk::dealt("5+3", true);
    desk.order(&TableOrder::Came(Side::White));
    assert_eq!(desk.order(&TableOrder::Came(Side::White)), Decision::Nothing);
    desk.act();
    assert_eq!(desk.say(Side::Red, Command::Claim { draw: false }), Err(Refusal::NotGone));
    desk.order(&TableOrder::Left(Side::White));
    desk.now += 29_999;
    assert_eq!(desk.say(Side::Red, Command::Claim { draw: false }), Err(Refusal::NotGone));
    desk.now += 1;
    assert_eq!(desk.say(Side::White, Command::Claim { draw: false }), Err(Refusal::NotGone));
    desk.say(Side::Red, Command::Claim { draw: false }).unwrap();
    assert_eq!(desk.host.ending().unwrap().reason, EndReason::Gone);
    assert_eq!(desk.host.result(), GameResult::Won(Side::Red));
}

#[test]
fn a_takeback_needs_both() {
    let mut desk = Desk::dealt("5+3", false);
    let side = desk.draw();
    let plies = desk.host.plies();
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    assert!(desk.host.offers(side, Offer::Takeback));
    let decline = Command::Decline(Offer::Takeback);
    desk.say(!side, decline.clone()).unwrap();
    assert_eq!(desk.say(!side, decline), Err(Refusal::NoOffer));
    desk.say(side, Command::Offer(Offer::Takeback)).unwrap();
    desk.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(desk.host.plies(), plies - 1);
    assert_eq!(
        Desk::dealt("5+3", true).say(side, Command::Offer(Offer::Takeback)),
        Err(Refusal::Rated)
    );
}

#[test]
fn a_second_ready_changes_nothing_and_is_no_end() {
    let mut desk = Desk::people("5+3", true);
    let ready = |nonce: &str| Command::Ready { nonce: nonce.into() };
    desk.say(Side::Red, ready("york")).unwrap();
    // The same again, under another key, before and after the deal.
    assert_eq!(desk.say(Side::Red, ready("york")), Ok(Decision::Nothing));
    assert_eq!(desk.say(Side::Red, ready("lancaster")), Err(Refusal::BadNonce));
    desk.say(Side::White, ready("tudor")).unwrap();
    assert_eq!(desk.say(Side::Red, ready("york")), Ok(Decision::Nothing));
    assert_eq!(desk.say(Side::Red, ready("lancaster")), Err(Refusal::BadNonce));
    desk.say(Side::Red, Command::Resign).unwrap();
    assert_eq!(desk.say(Side::Red, ready("york")), Err(Refusal::Over));
}

#[test]
fn the_host_ends_a_game_once() {
    for (order, winner, reason) in [
        (TableOrder::Adjudicate(Some(Side::White)), Some(Side::White), EndReason::Gone),
        (TableOrder::Adjudicate(None), None, EndReason::Gone),
        (TableOrder::Void, None, EndReason::Aborted),
    ] {
        for mut desk in [Desk::people("5+3", true), Desk::dealt("5+3", true)] {
            desk.order(&order);
            let end = desk.client.ending().expect("an end");
            assert_eq!((end.winner, end.reason), (winner, reason));
            assert_eq!(desk.order(&order), Decision::Nothing);
            assert_eq!(desk.order(&TableOrder::Void), Decision::Nothing);
        }
    }
}

#[test]
fn a_rematch_begins_when_both_want_it() {
    let mut desk = Desk::dealt("5+3", true);
    assert!(desk.say(Side::Red, Command::Offer(Offer::Rematch)).is_err());
    desk.say(Side::Red, Command::Resign).unwrap();
    desk.say(Side::Red, Command::Offer(Offer::Rematch)).unwrap();
    assert_eq!(desk.host.next(), None);
    desk.say(Side::White, Command::Offer(Offer::Rematch)).unwrap();
    assert_eq!(desk.client.next(), Some(id(99)));
}

#[test]
fn who_wants_to_hear_nothing_hears_nothing() {
    let mut desk = Desk::dealt("5+3", true);
    let hello = Command::Chat { text: " hello ".into() };
    desk.say(Side::Red, hello.clone()).unwrap();
    for text in ["", " ", "a\nb", &"x".repeat(201)] {
        let bad = Command::Chat { text: text.into() };
        assert_eq!(desk.say(Side::Red, bad), Err(Refusal::BadText));
    }
    desk.say(Side::White, Command::Quiet(true)).unwrap();
    assert_eq!(desk.say(Side::Red, hello.clone()), Err(Refusal::Quiet));
    desk.say(Side::White, Command::Quiet(false)).unwrap();
    desk.say(Side::Red, hello).unwrap();
}

#[test]
fn a_clock_that_was_put_back_costs_nobody_time() {
    let mut desk = Desk::dealt("5+0", true);
    desk.act();
    desk.act();
    desk.now += 10_000;
    // An hour back: thinking began an hour earlier, too.
    desk.order(&TableOrder::Credit(-3_600_000));
    desk.now -= 3_600_000;
    let side = desk.host.turn().unwrap();
    assert_eq!(desk.left()[side], 290_000);
}

#[test]
fn the_computer_never_leaves() {
    let mut desk = Desk::against_the_computer(5);
    let nothing = Ok(bosworth_table::Decision::Nothing);
    assert_eq!(desk.host.obey(&TableOrder::Left(Side::Red), desk.now), nothing);
    desk.order(&TableOrder::Came(Side::White));
    desk.order(&TableOrder::Left(Side::White));
    assert!(desk.host.is_here(Side::Red) && !desk.host.is_here(Side::White));
}

#[test]
fn the_computer_is_ready_at_once_and_gives_everything_back() {
    let mut desk = Desk::against_the_computer(5);
    assert_eq!(desk.host.stage(), Stage::Running);
    desk.order(&desk.computed());
    desk.act();
    desk.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(desk.host.plies(), 1);
    assert_eq!(desk.host.obey(&desk.computed(), 0), Err(Refusal::NotYourTurn));
    assert_eq!(desk.host.deadline(), None);
}

#[test]
fn a_damaged_log_is_refused() {
    let mut desk = Desk::dealt("5+3", true);
    for _ in 0..6 {
        desk.act();
    }
    assert!(AuthoritativeTable::replay(&desk.log, secret(1)).is_err(), "another secret");
    let mut log = desk.log.clone();
    log.remove(4);
    assert!(AuthoritativeTable::replay(&log, secret(1485)).is_err(), "a gap");
    assert!(Table::replay(&log[1..]).is_err(), "no opening");
    let _: TimeControl = desk.host.opening().clock;
}
