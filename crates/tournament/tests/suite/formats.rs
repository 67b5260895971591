//! Each format, with known results.

use bosworth_tournament::{
    Announcement, Pace, PlayerId, Points, Series, SlotResult, TieBreak, TournamentCommand,
    TournamentFormat, TournamentOrder, TournamentRefusal, TournamentStage,
};

use crate::driver::{Driver, stronger};

#[test]
fn in_a_round_robin_everyone_meets_everyone() {
    for (players, cycles) in [(2, 1), (5, 1), (6, 2)] {
        let format = TournamentFormat::RoundRobin { cycles, pace: Pace::Rounds };
        let mut driver = Driver::with(Announcement::example(format), players);
        driver.play_out();
        assert_eq!(driver.order(), (1..=players).collect::<Vec<_>>());
        let wins = |player: i64| (players - player) as u32 * u32::from(cycles);
        for player in 1..=players {
            assert_eq!(driver.points(player), Points::of_halves(2 * wins(player)));
        }
    }
}

#[test]
fn a_correspondence_round_robin_starts_all_rounds_at_once() {
    let format = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Together };
    let mut driver = Driver::with(Announcement::example(format), 6);
    driver.tick();
    assert_eq!(driver.tournament.rounds().len(), 5);
    assert_eq!(driver.tournament.games().count(), 15);
    driver.play_out();
    assert_eq!(driver.order(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn leaving_a_round_robin_early_annuls_the_games() {
    let format = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let mut driver = Driver::with(Announcement::example(format), 6);
    driver.tick();
    driver.play(stronger);
    driver.decide(6, &TournamentCommand::Leave).unwrap();
    driver.play_out();
    assert_eq!(driver.points(6), Points::ZERO);
    let expected: Vec<_> = (1..=5).map(|player| Points::of_halves(2 * (5 - player))).collect();
    assert_eq!((1..=5).map(|player| driver.points(player)).collect::<Vec<_>>(), expected);
}

#[test]
fn leaving_a_round_robin_late_loses_the_rest_by_default() {
    let format = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    let mut driver = Driver::with(Announcement::example(format), 6);
    for _ in 0..3 {
        driver.tick();
        driver.play(stronger);
    }
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    driver.play_out();
    assert_eq!(driver.points(1), Points::of_halves(6), "three games won");
    let sum: u32 = (1..=6).map(|player| driver.points(player).halves()).sum();
    assert_eq!(sum, 30);
}

#[test]
fn a_swiss_tournament_finds_the_best_player() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Swiss { rounds: 4 }), 16);
    driver.play_out();
    assert_eq!(driver.order()[0], 1);
    assert_eq!(driver.points(1), Points::of_halves(8));
    assert_eq!(driver.pairs(1).len(), 8);
    let halves = |(red, white): (i64, i64)| (red - white).abs();
    assert!(driver.pairs(1).into_iter().all(|pair| halves(pair) == 8), "upper against lower half");
}

#[test]
fn a_knock_out_ends_with_a_winner() {
    for players in 2..=17 {
        let mut driver = Driver::with(Announcement::example(TournamentFormat::Knockout), players);
        driver.play_out();
        let bracket = driver.tournament.bracket();
        assert_eq!(bracket.left, [Some(PlayerId(1))]);
        assert_eq!(driver.order()[..2], [1, 2], "the second lost the final");
        let rounds = (players as f64).log2().ceil() as usize;
        assert_eq!(bracket.rounds.len(), rounds);
        assert_eq!(driver.join(99), Err(TournamentRefusal::Over));
    }
}

#[test]
fn a_best_of_three_ends_once_decided() {
    let announcement = Announcement {
        series: Series::BestOf(3),
        ..Announcement::example(TournamentFormat::Knockout)
    };
    let mut driver = Driver::with(announcement, 2);
    driver.tick();
    driver.play(stronger);
    let sides: Vec<_> =
        driver.tournament.games().map(|game| crate::driver::player(game.red)).collect();
    assert_ne!(sides[0].0, driver.pairs(1)[0].0, "sides are swapped");
    driver.play(stronger);
    assert_eq!(driver.tournament.games().count(), 0);
    driver.tick();
    assert_eq!(driver.tournament.stage(), TournamentStage::Over);
}

#[test]
fn a_drawn_knock_out_match_is_decided_by_margin_then_seed() {
    for (margins, winner) in [([3, 9], 0), ([9, 3], 1), ([4, 4], 2)] {
        let announcement = Announcement {
            series: Series::Two,
            ..Announcement::example(TournamentFormat::Knockout)
        };
        let mut driver = Driver::with(announcement, 2);
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
        assert_eq!(driver.tournament.bracket().left, [Some(expected)]);
    }
}

#[test]
fn nobody_advances_if_neither_player_shows_up() {
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
    assert_eq!(
        driver.tournament.stage(),
        TournamentStage::Over,
        "the last remaining player has won"
    );
    assert_eq!(driver.order()[0], 2);
    let bracket = driver.tournament.bracket();
    assert_eq!(bracket.left, [Some(PlayerId(2))]);
    assert_eq!(bracket.rounds.len(), 2, "the final was won without a match");
    let tables = driver.tournament.standings();
    assert!(tables[0].rows[0].winner);
}

#[test]
fn a_finalist_wins_if_the_other_one_leaves() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Knockout), 4);
    driver.tick();
    driver.play(stronger);
    driver.decide(1, &TournamentCommand::Leave).unwrap();
    driver.tick();
    assert_eq!(driver.tournament.stage(), TournamentStage::Over);
    assert_eq!(driver.tournament.bracket().left, [Some(PlayerId(2))]);
    assert_eq!(driver.order()[..2], [2, 1]);
}

fn stronger_of(red: PlayerId, white: PlayerId) -> SlotResult {
    if red.0 < white.0 { SlotResult::Red { margin: 1 } } else { SlotResult::White { margin: 1 } }
}

#[test]
fn a_league_promotes_and_relegates() {
    let format = TournamentFormat::League {
        cycles: 1,
        pace: Pace::Together,
        division: 4,
        moving: 1,
        seasons: 2,
    };
    let mut driver = Driver::with(Announcement::example(format), 8);
    driver.tick();
    let ids = |divisions: &[Vec<PlayerId>]| -> Vec<Vec<i64>> {
        divisions.iter().map(|players| players.iter().map(|player| player.0).collect()).collect()
    };
    assert_eq!(ids(driver.tournament.divisions()), [[1, 2, 3, 4], [5, 6, 7, 8]]);
    // In the first season the weaker player always wins.
    driver.play(|_, red, white| stronger_of(white, red));
    driver.join(9).unwrap();
    driver.tick();
    assert_eq!(driver.tournament.season(), 2);
    assert_eq!(ids(driver.tournament.divisions()), [vec![4, 3, 2, 8], vec![1, 7, 6, 5, 9]]);
    driver.play_out();
    assert_eq!(driver.tournament.stage(), TournamentStage::Over);
}

#[test]
fn an_arena_pairs_free_players_until_it_closes() {
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Arena { minutes: 10 }), 5);
    driver.tick();
    assert_eq!(driver.tournament.games().count(), 2);
    // One game is still in progress; the free players play the one who sat out.
    let first = driver.tournament.games().next().unwrap();
    driver.decide_order(&TournamentOrder::Result { slot: first.slot, result: SlotResult::Drawn });
    driver.tick();
    assert_eq!(driver.tournament.rounds().len(), 2);
    assert_eq!(driver.tournament.games().count(), 2);
    driver.join(6).unwrap();
    driver.play_out();
    assert!(driver.now >= 600_000);
    assert!(driver.tournament.rounds().len() > 50);
    assert_eq!(driver.join(7), Err(TournamentRefusal::Over));
}

#[test]
fn an_arena_avoids_immediate_rematches_while_others_play() {
    let mut driver =
        Driver::with(Announcement::example(TournamentFormat::Arena { minutes: 10 }), 4);
    driver.tick();
    let first = driver.tournament.games().next().unwrap();
    driver.decide_order(&TournamentOrder::Result { slot: first.slot, result: SlotResult::Drawn });
    assert!(!driver.tick(), "free players wait for the other two");
    driver.play(stronger);
    assert!(driver.tick());
    assert_eq!(driver.tournament.games().count(), 2);
}

#[test]
fn a_field_is_ranked_by_the_win_chances_earned() {
    let format = TournamentFormat::Field { level: 5, deals: 2, minutes: 60 };
    let mut driver = Driver::with(Announcement::example(format), 3);
    assert_eq!(driver.tournament.announcement().ties, [TieBreak::Margin]);
    for _ in 0..2 {
        driver.tick();
        let games: Vec<_> = driver.tournament.games().collect();
        assert_eq!(games.len(), 3);
        for game in games {
            let human = crate::driver::player(game.red).0 + crate::driver::player(game.white).0;
            if human == 3 {
                continue;
            }
            let red = crate::driver::player(game.red).0 != 0;
            let result =
                if red { SlotResult::Red { margin: 1 } } else { SlotResult::White { margin: 1 } };
            driver.decide_order(&TournamentOrder::Result { slot: game.slot, result });
            let earned = if human == 2 { 700 } else { 600 };
            let earned = if red { earned } else { 1000 - earned };
            driver.decide_order(&TournamentOrder::Review { slot: game.slot, red: earned });
        }
        // A player who does not play within the window misses the deal.
        assert!(driver.tick());
    }
    driver.play_out();
    assert_eq!(driver.order(), [2, 1, 3]);
    assert!(!driver.tournament.entrant(PlayerId(3)).unwrap().is_active());
}
