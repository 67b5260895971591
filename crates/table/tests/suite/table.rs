use std::collections::HashMap;

use bosworth_fair::{Deck, Nonce, Proof};
use bosworth_rules::{Action, BySide, GameResult, Ruleset, Side};
use bosworth_table::{
    AuthoritativeTable, Command, Decision, EndReason, Offer, Refusal, Seated, Stage, Table,
    TableOrder, TimeControl,
};
use proptest::prelude::*;

use crate::fixture::{RED, TableFixture, WHITE, act, id, secret};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn folding_the_log_yields_the_servers_table(
        number in any::<u64>(),
        choices in prop::collection::vec((any::<u8>(), 0..40_000_i64), 300),
    ) {
        let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
        let mut fixture = TableFixture::open("5+3", false, seats, number);
        for side in Side::ALL {
            fixture.say(side, Command::Ready { nonce: format!("{number} {side}") }).unwrap();
        }
        for (choice, thought) in choices {
            fixture.now += thought;
            fixture.order(&TableOrder::Tick);
            let Some(turn) = fixture.authoritative.turn() else { break };
            let actions: Vec<Action> = fixture.authoritative.position().unwrap().actions().iter().collect();
            let action = actions[usize::from(choice) % actions.len()];
            let command = match choice {
                250.. => Command::Offer(Offer::Takeback),
                245..250 => Command::Chat { text: "well played".into() },
                _ => fixture.answer(action),
            };
            // Offers may be refused, without any effect.
            let by = if choice > 252 { !turn } else { turn };
            let _ = fixture.say(by, command);
        }
        let again = AuthoritativeTable::replay(&fixture.log, secret(number)).unwrap();
        for table in [&*again, &fixture.client] {
            prop_assert_eq!(table.game(), fixture.authoritative.game());
            prop_assert_eq!(table.stage(), fixture.authoritative.stage());
            prop_assert_eq!(table.time_left(fixture.now), fixture.authoritative.time_left(fixture.now));
            prop_assert_eq!(table.deadline(), fixture.authoritative.deadline());
            prop_assert_eq!(table.length(), fixture.authoritative.length());
        }
        if fixture.authoritative.stage() == Stage::Over {
            let record = fixture.client.record().unwrap();
            let proven = Proof::of(&record).unwrap().verify(&record).unwrap();
            prop_assert_eq!(proven.plies(), fixture.authoritative.game().unwrap().plies());
        }
    }
}

#[test]
fn events_before_the_end_do_not_depend_on_undrawn_cards() {
    // Among tens of thousands of secrets, two deal the same hands but differ later.
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
        let mut fixture = TableFixture::open("5+3", true, seats, number);
        // Both games get the same id; their secrets and commitments differ.
        let TableFixture { log, .. } = &fixture;
        let mut first = log[0].clone();
        if let bosworth_table::Event::Open(setup) = &mut first.events[0] {
            setup.game = game;
            setup.commitment = secret(number).commit(game.as_str());
        }
        fixture.log = vec![first];
        fixture.authoritative = AuthoritativeTable::replay(&fixture.log, secret(number)).unwrap();
        fixture.client = Table::replay(&fixture.log).unwrap();
        for side in Side::ALL {
            fixture.say(side, Command::Ready { nonce: format!("{side}'s part") }).unwrap();
        }
        for _ in 0..4 {
            fixture.now += 900;
            let plays = fixture.authoritative.position().unwrap().actions();
            let Some(action) = plays.iter().find(|action| !matches!(action, Action::Draw)) else {
                break;
            };
            let side = fixture.authoritative.turn().unwrap();
            fixture.say(side, fixture.answer(action)).unwrap();
            let _ = fixture.say(side, Command::Chat { text: "hm".into() });
        }
        serde_json::to_string(&fixture.log[1..]).unwrap()
    });
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn a_command_sent_twice_takes_effect_once() {
    let mut fixture = TableFixture::dealt("5+3", true);
    let side = fixture.authoritative.turn().unwrap();
    let action = fixture.authoritative.position().unwrap().actions().iter().next().unwrap();
    let command = fixture.answer(action);
    let Ok(Decision::Append(entry)) = fixture.say_again(side, 77, &command, 0) else { panic!() };
    assert_eq!(fixture.say_again(side, 77, &command, 0), Ok(Decision::AlreadyDone(entry.seq)));
    // Keys are per player.
    assert_eq!(fixture.say_again(!side, 77, &command, 0), Err(Refusal::Outdated(1)));
}

#[test]
fn only_the_side_to_act_may_act_and_only_in_the_position_it_saw() {
    let mut fixture = TableFixture::dealt("5+3", true);
    let side = fixture.authoritative.turn().unwrap();
    assert_eq!(fixture.say(!side, act("+", 0)), Err(Refusal::NotYourTurn));
    assert_eq!(fixture.say(side, act("+", 1)), Err(Refusal::Outdated(0)));
    assert!(
        matches!(fixture.say(side, act("+", 0)), Err(Refusal::Illegal(_))),
        "five cards in hand"
    );
    assert_eq!(fixture.log.len(), 3);
}

#[test]
fn cards_are_dealt_once_both_nonces_are_given() {
    let mut fixture = TableFixture::people("5+3", true);
    assert_eq!(fixture.say(Side::Red, act("N1", 0)), Err(Refusal::NotBegun));
    fixture.say(Side::Red, Command::Ready { nonce: "a".into() }).unwrap();
    assert_eq!(fixture.authoritative.stage(), Stage::Waiting);
    let again = Command::Ready { nonce: "b".into() };
    assert_eq!(fixture.say(Side::Red, again), Err(Refusal::BadNonce));
    for nonce in ["", "two\nlines", &"x".repeat(65)] {
        let bad = Command::Ready { nonce: nonce.into() };
        assert_eq!(fixture.say(Side::White, bad), Err(Refusal::BadNonce));
    }
    fixture.say(Side::White, Command::Ready { nonce: "b".into() }).unwrap();
    assert_eq!(fixture.authoritative.stage(), Stage::Running);
}

#[test]
fn a_player_who_never_arrives_aborts_the_game() {
    let mut fixture = TableFixture::people("5+3", true);
    fixture.now += 29_999;
    assert_eq!(fixture.order(&TableOrder::Tick), Decision::Nothing);
    fixture.now += 1;
    fixture.order(&TableOrder::Tick);
    assert_eq!(fixture.authoritative.ending().unwrap().reason, EndReason::Aborted);
    assert_eq!(fixture.authoritative.result(), GameResult::Unfinished);
}

#[test]
fn clocks_run_from_the_third_action_on() {
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.now += 20_000;
    fixture.act();
    fixture.now += 20_000;
    fixture.act();
    assert_eq!(fixture.left(), BySide { red: 300_000, white: 300_000 });
    fixture.now += 10_000;
    let side = fixture.act();
    assert_eq!(fixture.left()[side], 293_000, "ten seconds taken, three added");
    fixture.now += 300_000 + 499;
    assert_eq!(fixture.order(&TableOrder::Tick), Decision::Nothing, "an action may be in flight");
    fixture.now += 1;
    fixture.order(&TableOrder::Tick);
    let ending = fixture.authoritative.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(side), EndReason::Time));
}

#[test]
fn a_late_action_loses_on_time() {
    let mut fixture = TableFixture::dealt("1+0", false);
    fixture.act();
    fixture.act();
    fixture.now += 60_001;
    let side = fixture.act();
    assert_eq!(fixture.authoritative.ending().unwrap().winner, Some(!side));
    assert_eq!(fixture.authoritative.plies(), 2);
}

#[test]
fn clocks_freeze_on_resignation() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    fixture.now += 16_000;
    let side = fixture.authoritative.turn().unwrap();
    fixture.say(side, Command::Resign).unwrap();
    fixture.now += 60_000;
    assert_eq!((fixture.left()[side], fixture.left()[!side]), (284_000, 300_000));
}

#[test]
fn an_expired_clock_shows_zero() {
    let mut fixture = TableFixture::dealt("1+0", true);
    fixture.act();
    fixture.act();
    let side = fixture.authoritative.turn().unwrap();
    fixture.now += 60_600;
    fixture.order(&TableOrder::Tick);
    assert_eq!((fixture.left()[side], fixture.left()[!side]), (0, 60_000));
}

#[test]
fn lag_is_compensated_until_the_quota_is_spent() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    let mut given = Vec::new();
    for _ in 0..6 {
        let side = fixture.authoritative.turn().unwrap();
        let before = fixture.left()[side];
        fixture.now += 1_000;
        let action = fixture.authoritative.position().unwrap().actions().iter().next().unwrap();
        fixture.keys += 1;
        fixture.say_again(side, fixture.keys, &fixture.answer(action), 800).unwrap();
        given.push(1_000 - (before - fixture.left()[side]));
    }
    assert_eq!(given, [500, 500, 500, 500, 200, 200]);
}

#[test]
fn an_outage_costs_nobody_time() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    fixture.now += 90_000;
    fixture.order(&TableOrder::Outage(fixture.now - 80_000));
    let side = fixture.authoritative.turn().unwrap();
    assert_eq!(fixture.left()[side], 290_000);
    // A repeated outage counts once, and only from the start of the turn.
    fixture.order(&TableOrder::Outage(fixture.now - 80_000));
    assert_eq!(fixture.left()[side], 290_000);
}

/// Another node may credit the outage while this one still waits for the database.
#[test]
fn an_outage_costs_nobody_time_even_if_an_action_from_before_it_is_decided_after_it() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    let side = fixture.authoritative.turn().unwrap();
    fixture.now += 10_000;
    let arrived = fixture.now;
    fixture.now += 7_000;
    fixture.order(&TableOrder::Outage(arrived));
    let credited = fixture.now;
    fixture.now = arrived;
    fixture.act();
    fixture.now = credited;
    assert_eq!(fixture.left()[side], 290_000);
    assert_eq!(fixture.left()[!side], 300_000);
}

#[test]
fn an_outage_with_the_service_clock_set_back_costs_nobody_time() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    let side = fixture.authoritative.turn().unwrap();
    fixture.now += 30_000;
    fixture.order(&TableOrder::Credit(-3_600_000));
    fixture.now -= 3_600_000;
    fixture.order(&TableOrder::Outage(fixture.now - 20_000));
    assert_eq!(fixture.left()[side], 290_000);
}

#[test]
fn a_game_can_be_aborted_until_both_have_acted() {
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.act();
    fixture.say(Side::Red, Command::Abort).unwrap();
    assert_eq!(fixture.authoritative.ending().unwrap().reason, EndReason::Aborted);
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.act();
    fixture.act();
    assert_eq!(fixture.say(Side::Red, Command::Abort), Err(Refusal::TooLate));
    fixture.say(Side::Red, Command::Resign).unwrap();
    assert_eq!(fixture.authoritative.result(), GameResult::Won(Side::White));
    assert_eq!(fixture.say(Side::White, Command::Resign), Err(Refusal::Over));
}

/// A rated game with this number of actions.
fn rated_after(actions: usize, tournament_slot: Option<&str>) -> TableFixture {
    let mut fixture = TableFixture::in_tournament("5+3", true, tournament_slot);
    for _ in 0..actions {
        fixture.act();
    }
    fixture
}

#[test]
fn a_rated_game_is_called_off_until_each_side_has_acted_four_times() {
    let called_off = (None, EndReason::Aborted);
    for (actions, resigned, late) in [
        (2, called_off, called_off),
        (7, called_off, called_off),
        (8, (Some(Side::White), EndReason::Resigned), (Some(Side::White), EndReason::Time)),
    ] {
        let ending = |fixture: &TableFixture| {
            let ending = fixture.client.ending().expect("an end");
            (ending.winner, ending.reason)
        };
        let mut fixture = rated_after(actions, None);
        assert_eq!(fixture.client.can_be_aborted(), actions < 8);
        fixture.say(Side::Red, Command::Resign).unwrap();
        assert_eq!(ending(&fixture), resigned, "resigned after {actions}");

        let mut fixture = rated_after(actions, None);
        let loser = fixture.authoritative.turn().unwrap();
        fixture.now = fixture.authoritative.deadline().unwrap();
        fixture.order(&TableOrder::Tick);
        let late = (late.0.map(|_| !loser), late.1);
        assert_eq!(ending(&fixture), late, "out of time after {actions}");

        let mut fixture = rated_after(actions, None);
        for order in [TableOrder::Came(Side::Red), TableOrder::Left(Side::Red)] {
            fixture.order(&order);
        }
        fixture.now += 30_000;
        fixture.say(Side::White, Command::Claim { draw: false }).unwrap();
        assert_eq!(ending(&fixture).1 == EndReason::Aborted, actions < 8, "left after {actions}");
    }
}

#[test]
fn leaving_a_tournament_game_early_loses_it() {
    let mut fixture = rated_after(3, Some("abc/1.1.0"));
    assert_eq!(fixture.say(Side::Red, Command::Abort), Err(Refusal::TooLate));
    fixture.say(Side::Red, Command::Resign).unwrap();
    assert_eq!(fixture.authoritative.result(), GameResult::Won(Side::White));
}

#[test]
fn whoever_calls_off_a_tournament_game_or_does_not_come_forfeits_it() {
    let slot = Some("abc/1.1.0");
    let mut called_off = TableFixture::in_tournament("5+3", false, slot);
    called_off.say(Side::White, Command::Abort).unwrap();
    assert_eq!(called_off.client.forfeits(), BySide { red: false, white: true });

    let mut passive = TableFixture::in_tournament("5+3", false, slot);
    passive.now = passive.authoritative.deadline().unwrap();
    passive.order(&TableOrder::Tick);
    assert_eq!(passive.client.forfeits(), BySide { red: true, white: false });

    let mut by_host = rated_after(2, slot);
    by_host.order(&TableOrder::Void);
    assert_eq!(by_host.client.forfeits(), BySide::default());
    let mut casual = TableFixture::dealt("5+3", false);
    casual.say(Side::White, Command::Abort).unwrap();
    assert_eq!(casual.client.forfeits(), BySide::default());
}

#[test]
fn an_agreed_rematch_leaves_no_offer_open() {
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.say(Side::Red, Command::Resign).unwrap();
    for side in Side::ALL {
        fixture.say(side, Command::Offer(Offer::Rematch)).unwrap();
    }
    assert_eq!(fixture.client.rematch(), Some(id(99)));
    let reloaded = Table::replay(&fixture.log).expect("a log");
    for table in [&fixture.client, &reloaded] {
        for side in Side::ALL {
            assert!(!table.offers(side, Offer::Rematch), "{side}");
        }
    }
    for side in Side::ALL {
        let answers = [Command::Offer(Offer::Rematch), Command::Decline(Offer::Rematch)];
        for answer in answers {
            assert_eq!(fixture.say(side, answer), Err(Refusal::NoOffer));
        }
    }
}

#[test]
fn a_game_can_be_claimed_once_the_opponent_is_gone_long_enough() {
    let mut fixture = TableFixture::dealt("5+3", false);
    fixture.order(&TableOrder::Came(Side::White));
    assert_eq!(fixture.order(&TableOrder::Came(Side::White)), Decision::Nothing);
    fixture.act();
    assert_eq!(fixture.say(Side::Red, Command::Claim { draw: false }), Err(Refusal::NotGone));
    fixture.order(&TableOrder::Left(Side::White));
    fixture.now += 29_999;
    assert_eq!(fixture.say(Side::Red, Command::Claim { draw: false }), Err(Refusal::NotGone));
    fixture.now += 1;
    assert_eq!(fixture.say(Side::White, Command::Claim { draw: false }), Err(Refusal::NotGone));
    fixture.say(Side::Red, Command::Claim { draw: false }).unwrap();
    assert_eq!(fixture.authoritative.ending().unwrap().reason, EndReason::Gone);
    assert_eq!(fixture.authoritative.result(), GameResult::Won(Side::Red));
}

#[test]
fn a_takeback_needs_both_players() {
    let mut fixture = TableFixture::dealt("5+3", false);
    let side = fixture.draw();
    let plies = fixture.authoritative.plies();
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    assert!(fixture.authoritative.offers(side, Offer::Takeback));
    let decline = Command::Decline(Offer::Takeback);
    fixture.say(!side, decline.clone()).unwrap();
    assert_eq!(fixture.say(!side, decline), Err(Refusal::NoOffer));
    fixture.say(side, Command::Offer(Offer::Takeback)).unwrap();
    fixture.say(!side, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(fixture.authoritative.plies(), plies - 1);
    assert_eq!(
        TableFixture::dealt("5+3", true).say(side, Command::Offer(Offer::Takeback)),
        Err(Refusal::Rated)
    );
}

#[test]
fn a_repeated_ready_has_no_effect() {
    let mut fixture = TableFixture::people("5+3", true);
    let ready = |nonce: &str| Command::Ready { nonce: nonce.into() };
    fixture.say(Side::Red, ready("york")).unwrap();
    // The same command under another key, before and after the deal.
    assert_eq!(fixture.say(Side::Red, ready("york")), Ok(Decision::Nothing));
    assert_eq!(fixture.say(Side::Red, ready("lancaster")), Err(Refusal::BadNonce));
    fixture.say(Side::White, ready("tudor")).unwrap();
    assert_eq!(fixture.say(Side::Red, ready("york")), Ok(Decision::Nothing));
    assert_eq!(fixture.say(Side::Red, ready("lancaster")), Err(Refusal::BadNonce));
    fixture.say(Side::Red, Command::Resign).unwrap();
    assert_eq!(fixture.say(Side::Red, ready("york")), Err(Refusal::Over));
}

#[test]
fn the_host_ends_a_game_once() {
    for (order, winner, reason) in [
        (TableOrder::Adjudicate(Some(Side::White)), Some(Side::White), EndReason::Gone),
        (TableOrder::Adjudicate(None), None, EndReason::Gone),
        (TableOrder::Void, None, EndReason::Aborted),
    ] {
        for mut fixture in [TableFixture::people("5+3", true), TableFixture::dealt("5+3", true)] {
            fixture.order(&order);
            let end = fixture.client.ending().expect("an end");
            assert_eq!((end.winner, end.reason), (winner, reason));
            assert_eq!(fixture.order(&order), Decision::Nothing);
            assert_eq!(fixture.order(&TableOrder::Void), Decision::Nothing);
        }
    }
}

#[test]
fn a_rematch_needs_both_players() {
    let mut fixture = TableFixture::dealt("5+3", true);
    assert!(fixture.say(Side::Red, Command::Offer(Offer::Rematch)).is_err());
    fixture.say(Side::Red, Command::Resign).unwrap();
    fixture.say(Side::Red, Command::Offer(Offer::Rematch)).unwrap();
    assert_eq!(fixture.authoritative.rematch(), None);
    fixture.say(Side::White, Command::Offer(Offer::Rematch)).unwrap();
    assert_eq!(fixture.client.rematch(), Some(id(99)));
}

#[test]
fn chat_is_refused_while_a_player_has_it_off() {
    let mut fixture = TableFixture::dealt("5+3", true);
    let hello = Command::Chat { text: " hello ".into() };
    fixture.say(Side::Red, hello.clone()).unwrap();
    for text in ["", " ", "a\nb", &"x".repeat(201)] {
        let bad = Command::Chat { text: text.into() };
        assert_eq!(fixture.say(Side::Red, bad), Err(Refusal::BadText));
    }
    fixture.say(Side::White, Command::Quiet(true)).unwrap();
    assert_eq!(fixture.say(Side::Red, hello.clone()), Err(Refusal::Quiet));
    fixture.say(Side::White, Command::Quiet(false)).unwrap();
    fixture.say(Side::Red, hello).unwrap();
}

#[test]
fn setting_the_service_clock_back_costs_nobody_time() {
    let mut fixture = TableFixture::dealt("5+0", true);
    fixture.act();
    fixture.act();
    fixture.now += 10_000;
    // Set back by an hour: the start of the turn moves back, too.
    fixture.order(&TableOrder::Credit(-3_600_000));
    fixture.now -= 3_600_000;
    let side = fixture.authoritative.turn().unwrap();
    assert_eq!(fixture.left()[side], 290_000);
}

#[test]
fn the_computer_is_always_connected() {
    let mut fixture = TableFixture::against_the_computer(5);
    let nothing = Ok(bosworth_table::Decision::Nothing);
    assert_eq!(
        fixture.authoritative.decide_order(&TableOrder::Left(Side::Red), fixture.now),
        nothing
    );
    fixture.order(&TableOrder::Came(Side::White));
    fixture.order(&TableOrder::Left(Side::White));
    assert!(
        fixture.authoritative.is_connected(Side::Red)
            && !fixture.authoritative.is_connected(Side::White)
    );
}

#[test]
fn the_computer_is_ready_at_once_and_grants_every_takeback() {
    let mut fixture = TableFixture::against_the_computer(5);
    assert_eq!(fixture.authoritative.stage(), Stage::Running);
    fixture.order(&fixture.computed());
    fixture.act();
    fixture.say(Side::White, Command::Offer(Offer::Takeback)).unwrap();
    assert_eq!(fixture.authoritative.plies(), 1);
    assert_eq!(
        fixture.authoritative.decide_order(&fixture.computed(), 0),
        Err(Refusal::NotYourTurn)
    );
    assert_eq!(fixture.authoritative.deadline(), None);
}

#[test]
fn a_corrupt_log_is_rejected() {
    let mut fixture = TableFixture::dealt("5+3", true);
    for _ in 0..6 {
        fixture.act();
    }
    assert!(AuthoritativeTable::replay(&fixture.log, secret(1)).is_err(), "another secret");
    let mut log = fixture.log.clone();
    log.remove(4);
    assert!(AuthoritativeTable::replay(&log, secret(1485)).is_err(), "a gap");
    assert!(Table::replay(&log[1..]).is_err(), "no first entry");
    let _: TimeControl = fixture.authoritative.setup().clock;
}
