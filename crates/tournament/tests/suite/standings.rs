//! Tie-breaks, cross tables and reports.

use bosworth_tournament::{
    Announcement, Pace, PlayerId, Points, Series, SlotResult, TieBreak, TournamentFormat,
    TournamentOrder, TournamentStage,
};

use bosworth_rules::Side::Red;

use crate::driver::Driver;

fn robin(ties: Vec<TieBreak>) -> Announcement {
    let format = TournamentFormat::RoundRobin { cycles: 1, pace: Pace::Rounds };
    Announcement { ties, ..Announcement::example(format) }
}

/// Plays with results given by pair, the lower number first.
fn play(driver: &mut Driver, results: &[((i64, i64), SlotResult)]) {
    for _ in 0..20 {
        driver.tick();
        driver.play(|_, red, white| {
            let key = (red.0.min(white.0), red.0.max(white.0));
            let found = results.iter().find(|(pair, _)| *pair == key).expect("a result").1;
            // In the list, Red is the lower number.
            match found {
                SlotResult::Red { margin } if red.0 == key.0 => SlotResult::Red { margin },
                SlotResult::Red { margin } => SlotResult::White { margin },
                SlotResult::White { margin } if red.0 == key.0 => SlotResult::White { margin },
                SlotResult::White { margin } => SlotResult::Red { margin },
                SlotResult::NoWhite if red.0 != key.0 => SlotResult::NoRed,
                other => other,
            }
        });
    }
}

const LOWER: SlotResult = SlotResult::Red { margin: 1 };
const HIGHER: SlotResult = SlotResult::White { margin: 1 };

#[test]
fn direct_encounter_breaks_a_two_way_tie() {
    let results = [
        ((1, 2), HIGHER),
        ((1, 3), LOWER),
        ((1, 4), LOWER),
        ((2, 3), HIGHER),
        ((2, 4), LOWER),
        ((3, 4), HIGHER),
    ];
    let mut driver = Driver::with(robin(vec![TieBreak::Direct]), 4);
    play(&mut driver, &results);
    assert_eq!(driver.order(), [2, 1, 4, 3]);
    let rows = &driver.tournament.standings()[0].rows;
    assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn sonneborn_berger_counts_beaten_opponents() {
    // 1 and 2 have one win and one draw each; 1 beat the better opponent.
    let results = [
        ((1, 2), SlotResult::Drawn),
        ((1, 3), LOWER),
        ((1, 4), HIGHER),
        ((2, 3), HIGHER),
        ((2, 4), LOWER),
        ((3, 4), LOWER),
    ];
    let mut driver = Driver::with(robin(vec![TieBreak::SonnebornBerger]), 4);
    play(&mut driver, &results);
    let rows = &driver.tournament.standings()[0].rows;
    let row = |player: i64| rows.iter().find(|row| row.player == PlayerId(player)).unwrap();
    // 1: a draw with 2 (1½) and a win against 3 (2); 2: a draw with 1 (1½) and a win against 4 (1).
    assert_eq!(row(1).ties, [3 + 2 * 4]);
    assert_eq!(row(2).ties, [3 + 2 * 2]);
    assert_eq!(driver.order(), [3, 1, 2, 4]);
}

#[test]
fn complete_ties_share_a_rank() {
    let mut driver = Driver::with(robin(vec![TieBreak::Wins]), 4);
    for _ in 0..5 {
        driver.tick();
        driver.play(|_, _, _| SlotResult::Drawn);
    }
    let rows = &driver.tournament.standings()[0].rows;
    assert!(rows.iter().all(|row| row.rank == 1));
    assert_eq!(driver.order(), [1, 2, 3, 4], "shown by rating");
}

#[test]
fn a_cross_table_is_symmetric() {
    let mut driver = Driver::with(robin(vec![TieBreak::Direct]), 5);
    driver.play_out();
    let table = driver.tournament.cross_tables().remove(0);
    for (one, row) in table.cells.iter().enumerate() {
        for (other, cells) in row.iter().enumerate() {
            assert_eq!(cells.len(), usize::from(one != other));
            for (cell, back) in cells.iter().zip(&table.cells[other][one]) {
                assert_eq!((cell.round, cell.board), (back.round, back.board));
                let sum = cell.points.unwrap() + back.points.unwrap();
                assert_eq!(sum.halves(), 2);
            }
        }
    }
}

#[test]
fn the_trf_report_has_the_standard_columns() {
    let mut driver = Driver::with(Announcement::example(TournamentFormat::Swiss { rounds: 3 }), 5);
    driver.play_out();
    let report = driver.tournament.trf(|player| format!("Player {player}")).unwrap();
    let lines: Vec<_> = report.lines().filter(|line| line.starts_with("001")).collect();
    assert_eq!(lines.len(), 5);
    let line = lines[0];
    assert_eq!(&line[4..8], "   1");
    assert_eq!(line[14..47].trim(), "Player 1");
    assert_eq!(&line[48..52], "1999");
    assert_eq!(&line[80..84], " 3.0");
    assert_eq!(&line[85..89], "   1");
    assert_eq!(&line[91..99], "   3 w 1");
    assert!(report.contains("0000 - U"), "one player had a bye");
    let arena = Driver::with(Announcement::example(TournamentFormat::Arena { minutes: 5 }), 2);
    assert_eq!(arena.tournament.trf(|_| String::new()), None);
}

#[test]
fn buchholz_counts_opponents() {
    let announcement = Announcement {
        ties: vec![TieBreak::Buchholz],
        ..Announcement::example(TournamentFormat::Swiss { rounds: 2 })
    };
    let mut driver = Driver::with(announcement, 4);
    driver.play_out();
    for row in &driver.tournament.standings()[0].rows {
        let met = driver.tournament.rounds().iter().flat_map(|round| &round.pairings);
        let opponents = met.filter_map(|pairing| pairing.opponent(row.player));
        let sum: u32 = opponents.map(|player| driver.points(player.0).halves()).sum();
        assert_eq!(row.ties, [i64::from(sum)]);
    }
}

#[test]
fn adjusted_points_are_on_the_scale_of_points() {
    let format = TournamentFormat::Swiss { rounds: 1 };
    let mut driver =
        Driver::with(Announcement { series: Series::Two, ..Announcement::example(format) }, 3);
    driver.tick();
    let row = |driver: &Driver, player| {
        let mut rows = driver.tournament.standings().remove(0).rows.into_iter();
        rows.find(|row| row.player == PlayerId(player)).expect("a participant")
    };
    let &(red, white) = &driver.pairs(1)[0];
    let bye = driver.tournament.rounds()[0].byes[0].0;
    let mut slots = Vec::new();
    for game in 0..2 {
        slots.extend(driver.tournament.games().map(|plan| plan.slot));
        let result = SlotResult::won(driver.tournament.rounds()[0].pairings[0].side(game, Red), 3);
        driver.decide_order(&TournamentOrder::Result { slot: slots[game], result });
    }
    assert_eq!(driver.tournament.stage(), TournamentStage::Running);
    assert_eq!((row(&driver, red).points, row(&driver, bye).points), (Points::ONE, Points::ONE));
    // Without reviews the points are used, including the bye's.
    let adjusted = |driver: &Driver| [red, white, bye].map(|player| row(driver, player).adjusted);
    assert_eq!(adjusted(&driver), [1000, 0, 1000]);
    // In both games the winner earned a win chance of three in five.
    driver.decide_order(&TournamentOrder::Review { slot: slots[0], red: 600 });
    assert_eq!((row(&driver, red).reviewed, adjusted(&driver)), (0, [1000, 0, 1000]));
    driver.decide_order(&TournamentOrder::Review { slot: slots[1], red: 400 });
    assert_eq!((row(&driver, red).reviewed, adjusted(&driver)), (1, [600, 400, 1000]));
}

#[test]
fn winners_need_points_or_the_final_of_a_knockout() {
    let winners = |driver: &Driver| -> Vec<_> {
        let tables = driver.tournament.standings();
        let rows = tables.iter().flat_map(|table| &table.rows);
        rows.filter(|row| row.winner).map(|row| row.player.0).collect()
    };
    for format in [TournamentFormat::Swiss { rounds: 2 }, TournamentFormat::Knockout] {
        let mut driver = Driver::with(Announcement::example(format), 4);
        driver.tick();
        driver.play(crate::driver::stronger);
        assert!(winners(&driver).is_empty(), "not yet over");
        driver.play_out();
        assert_eq!(winners(&driver), [1], "{format:?}");
    }
    let mut missed = Driver::with(Announcement::example(TournamentFormat::Swiss { rounds: 1 }), 2);
    missed.tick();
    missed.play(|_, _, _| SlotResult::Nobody);
    missed.tick();
    assert_eq!(missed.tournament.stage(), TournamentStage::Over);
    assert!(winners(&missed).is_empty(), "nobody has points");
    let mut cancelled = Driver::with(robin(vec![]), 4);
    cancelled.tick();
    cancelled.play(crate::driver::stronger);
    cancelled.decide_order(&TournamentOrder::Cancel);
    assert!(winners(&cancelled).is_empty(), "it was cancelled");
}

/// A player's tie-break values.
fn ties(driver: &Driver, player: i64) -> Vec<i64> {
    let tables = driver.tournament.standings();
    let mut rows = tables.iter().flat_map(|table| &table.rows);
    rows.find(|row| row.player == PlayerId(player)).expect("a participant").ties.clone()
}

/// FIDE C.07, unplayed rounds in a round robin: a forfeited game counts as a game against the
/// opponent of the schedule.
#[test]
fn a_forfeit_in_a_round_robin_counts_against_the_scheduled_opponent() {
    // 1 beats 3 and 4, and 2 does not come; 2 beats 3 and 4; 3 beats 4.
    let results = [
        ((1, 2), SlotResult::NoWhite),
        ((1, 3), LOWER),
        ((1, 4), LOWER),
        ((2, 3), LOWER),
        ((2, 4), LOWER),
        ((3, 4), LOWER),
    ];
    let mut driver = Driver::with(robin(vec![TieBreak::SonnebornBerger]), 4);
    play(&mut driver, &results);
    let points: Vec<_> = (1..=4).map(|player| driver.points(player).halves()).collect();
    assert_eq!(points, [6, 4, 2, 0], "in halves");
    // In quarters. 1: beat 2 (2 points), 3 (1) and 4 (0), which makes 3; with an imagined opponent
    // of 1's own 3 points instead of 2, it would be 4.
    assert_eq!(ties(&driver, 1), [4 * 3]);
    // 2: beat 3 (1) and 4 (0).
    assert_eq!(ties(&driver, 2), [4]);
    assert_eq!(ties(&driver, 3), [0]);
}

/// FIDE C.07, unplayed rounds in a Swiss: an imagined opponent has as many points as the player.
#[test]
fn an_unplayed_round_of_a_swiss_counts_against_an_opponent_with_equal_points() {
    let announcement = Announcement {
        ties: vec![TieBreak::Buchholz, TieBreak::SonnebornBerger],
        ..Announcement::example(TournamentFormat::Swiss { rounds: 2 })
    };
    let mut driver = Driver::with(announcement, 3);
    driver.play_out();
    // Round 1: 1 beats 2, and 3 has the bye. Round 2: 1 beats 3, and 2 has the bye.
    let byes: Vec<_> = driver.tournament.rounds().iter().map(|round| round.byes[0].0).collect();
    assert_eq!(byes, [3, 2]);
    let points: Vec<_> = (1..=3).map(|player| driver.points(player).halves()).collect();
    assert_eq!(points, [4, 2, 2], "in halves");
    // In halves and in quarters. 1: two opponents with a point each, both beaten.
    assert_eq!(ties(&driver, 1), [4, 8]);
    // 2 and 3: lost to 1 (2 points), and a bye: one point against an opponent with one point.
    assert_eq!(ties(&driver, 2), [4 + 2, 4]);
    assert_eq!(ties(&driver, 3), [4 + 2, 4]);
}
