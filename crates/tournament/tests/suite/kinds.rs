//! Each kind of event, with results that are known.

use bosworth_tournament::{
    Announcement, Pace, PlayerId, Points, Series, SlotResult, TieBreak, TournamentCommand,
    TournamentFormat, TournamentOrder, TournamentRefusal, TournamentStage,
};

use crate::drive::{Driver, stronger};

#[test]
fn in_a_round_robin_everybody_meets_everybody() {
    for (players, cycles) in [(2, 1), (5, 1), (6, 2)] {
        let kind = TournamentFormat::RoundRobin { cycles, pace: Pace::Rounds };
        let mut driver = Driver::with(Announcement::example(kind), players);
        driver.play_out();
        assert_eq!(driver.order(), (1..=players).collect::<Vec<_>>());
        let wins = |player: i64| (players - player) as u32 * u32::from(cycles);
        for player in 1..=players {
            assert_eq!(driver.points(player), Points::of_halves(2 * wins(player)));
        }
    }
}

#[test]
fn a_round_robin_of_days_begins_all_rounds_together() {
    let kind = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Together };
    let mut driver = Driver::with(Announcement::example(kind), 6);
    driver.tick();
    assert_eq!(driver.event.rounds().len(), 5);
    assert_eq!(driver.event.games().count(), 15);
    driver.play_out();
    assert_eq!(driver.order(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn games_of_whoever_leaves_a_round_robin_early_do_not_count() {
    let kind = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let mut driver = Driver::with(Announcement::example(kind), 6);
    driver.tick();
    driver.play(stronger);
    driver.decide(6, &TournamentCommand::Leave).unwrap();
    driver.play_out();
    assert_eq!(driver.points(6), Points::ZERO);
    let expected: Vec<_> = (1..=5).map(|player| Points::of_halves(2 * (5 - player))).collect();
    assert_eq!((1..=5).map(|player| driver.points(player)).collect::<Vec<_>>(), expected);
}

#[test]
fn whoever_leaves_a_round_robin_late_loses_the_rest_by_default() {
    let kind = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let mut driver = Driver::with(Announcement::example(kind), 6);
    for _ in 0..3 {
        driver.tick();
        driver.play(stronger);
    }
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    driver.play_out();
    assert_eq!(driver.points(1), Points::of_halves(6), "three games were won");
    let sum: u32 = (1..=6).map(|player| driver.points(player).halves()).sum();
    assert_eq!(sum, 30);
}

#[test]
fn a_swiss_event_finds_the_best() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Swiss { rounds: 4 }), 16);
    driver.play_out();
    assert_eq!(driver.order()[0], 1);
    assert_eq!(driver.points(1), Points::of_halves(8));
    assert_eq!(driver.pairs(1).len(), 8);
    let halves = |(red, white): (i64, i64)| (red - white).abs();
    assert!(driver.pairs(1).into_iter().all(|pair| halves(pair) == 8), "upper against lower half");
}

#[test]
fn a_knock_out_ends_with_its_winner() {
    for players in 2..=17 {
        let mut driver = Driver::with(Announcement::example(TournamentFormat::Knockout), players);
        driver.play_out();
        let bracket = driver.event.bracket();
        assert_eq!(bracket.left, [Some(PlayerId(1))]);
        assert_eq!(driver.order()[..2], [1, 2], "the second lost the final");
        let rounds = (players as f64).log2().ceil() as usize;
        assert_eq!(bracket.rounds.len(), rounds);
        assert_eq!(driver.join(99), Err(TournamentRefusal::Over));
    }
}

#[test]
fn a_best_of_three_ends_as_soon_as_it_is_decided() {
    let opening = Announcement {
        series: Series::BestOf(3),
        ..Announcement::example(TournamentFormat::Knockout)
    };
    let mut driver = Driver::with(opening, 2);
    driver.tick();
    driver.play(stronger);
    let sides: Vec<_> = driver.event.games().map(|game| crate::drive::player(game.red)).collect();
    assert_ne!(sides[0].0, driver.pairs(1)[0].0, "sides are swapped");
    driver.play(stronger);
    assert_eq!(driver.event.games().count(), 0);
    driver.tick();
    assert_eq!(driver.event.stage(), TournamentStage::Over);
}

#[test]
fn a_drawn_match_of_a_knock_out_goes_by_margin_and_then_by_seed() {
    for (margins, winner) in [([3, 9], 0), ([9, 3], 1), ([4, 4], 2)] {
        let opening = Announcement {
            series: Series::Two,
            ..Announcement::example(TournamentFormat::Knockout)
        };
        let mut driver = Driver::with(opening, 2);
        driver.tick();
        // White wins both games, so each player wins one.
        let second = PlayerId(driver.pairs(1)[0].1);
        let first = PlayerId(driver.pairs(1)[0].0);
        for margin in margins {
            driver.play(|_, _, _| SlotResult::White { margin });
        }
        let expected = match winner {
            0 => first,
            1 => second,
            _ => PlayerId(1),
        };
        assert_eq!(driver.event.bracket().left, [Some(expected)]);
    }
}

#[test]
fn nobody_goes_on_from_a_match_to_which_nobody_came() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Knockout), 4);
    driver.tick();
    driver.play(|_, red, white| {
        if red.0 + white.0 == 5 && red.0.min(white.0) == 1 {
            SlotResult::Nobody
        } else {
            stronger_of(red, white)
        }
    });
    driver.tick();
    assert_eq!(driver.event.stage(), TournamentStage::Over, "the only one left has won");
    assert_eq!(driver.order()[0], 2);
}

fn stronger_of(red: PlayerId, white: PlayerId) -> SlotResult {
    if red.0 < white.0 { SlotResult::Red { margin: 1 } } else { SlotResult::White { margin: 1 } }
}

#[test]
fn a_league_promotes_and_relegates() {
    let kind = TournamentFormat::League {
        cycles: 1,
        pace: Pace::Together,
        division: 4,
        moving: 1,
        seasons: 2,
    };
    let mut driver = Driver::with(Announcement::example(kind), 8);
    driver.tick();
    let ids = |divisions: &[Vec<PlayerId>]| -> Vec<Vec<i64>> {
        divisions.iter().map(|players| players.iter().map(|player| player.0).collect()).collect()
    };
    assert_eq!(ids(driver.event.divisions()), [[1, 2, 3, 4], [5, 6, 7, 8]]);
    // In the first season the weaker always win.
    driver.play(|_, red, white| stronger_of(white, red));
    driver.join(9).unwrap();
    driver.tick();
    assert_eq!(driver.event.season(), 2);
    assert_eq!(ids(driver.event.divisions()), [vec![4, 3, 2, 8], vec![1, 7, 6, 5, 9]]);
    driver.play_out();
    assert_eq!(driver.event.stage(), TournamentStage::Over);
}

#[test]
fn an_arena_pairs_whoever_is_free_until_it_closes() {
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Arena { minutes: 10 }), 5);
    driver.tick();
    assert_eq!(driver.event.games().count(), 2);
    // One game goes on; whoever is free plays the one who sat out.
    let first = driver.event.games().next().unwrap();
    driver.obey(&TournamentOrder::Result { slot: first.slot, result: SlotResult::Drawn });
    driver.tick();
    assert_eq!(driver.event.rounds().len(), 2);
    assert_eq!(driver.event.games().count(), 2);
    driver.join(6).unwrap();
    driver.play_out();
    assert!(driver.now >= 600_000);
    assert!(driver.event.rounds().len() > 50);
    assert_eq!(driver.join(7), Err(TournamentRefusal::Over));
}

#[test]
fn in_an_arena_nobody_meets_the_same_opponent_at_once_while_others_play() {
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Arena { minutes: 10 }), 4);
    driver.tick();
    let first = driver.event.games().next().unwrap();
    driver.obey(&TournamentOrder::Result { slot: first.slot, result: SlotResult::Drawn });
    assert!(!driver.tick(), "they wait for the other two");
    driver.play(stronger);
    assert!(driver.tick());
    assert_eq!(driver.event.games().count(), 2);
}

#[test]
fn a_field_is_ranked_by_the_win_chances_earned() {
    let kind = TournamentFormat::Field { level: 5, deals: 2, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(kind), 3);
    assert_eq!(driver.event.opening().ties, [TieBreak::Margin]);
    for _ in 0..2 {
        driver.tick();
        let games: Vec<_> = driver.event.games().collect();
        assert_eq!(games.len(), 3);
        for game in games {
            let human = crate::drive::player(game.red).0 + crate::drive::player(game.white).0;
            if human == 3 {
                continue;
            }
            let red = crate::drive::player(game.red).0 != 0;
            let result =
                if red { SlotResult::Red { margin: 1 } } else { SlotResult::White { margin: 1 } };
            driver.obey(&TournamentOrder::Result { slot: game.slot, result });
            let earned = if human == 2 { 700 } else { 600 };
            let earned = if red { earned } else { 1000 - earned };
            driver.obey(&TournamentOrder::Review { slot: game.slot, red: earned });
        }
        // Who does not play within the window has missed it.
        assert!(driver.tick());
    }
    driver.play_out();
    assert_eq!(driver.order(), [2, 1, 3]);
    assert!(!driver.event.entrant(PlayerId(3)).unwrap().is_active());
}
