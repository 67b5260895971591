//! Chapters 8 to 10: score, ties, editions.

use bosworth_rules::{BySide, GameResult, ReplayError, Ruleset, Setup, Side, Square, Verdict};

use crate::scene::{claim, finished, position, scene, sizes};

#[test]
fn rule_8_1_holds_edges_join() {
    assert_eq!(sizes(scene("a1 b1 b2 c2", "a2", "a1"), Side::Red), [4]);
}

#[test]
fn rule_8_1_fails_an_opponents_rose_or_a_gap_or_the_edge_parts() {
    assert_eq!(sizes(scene("a1 c1", "b1", "a1"), Side::Red), [1, 1]);
    assert_eq!(sizes(scene("a1 c1", "", "a1"), Side::Red), [1, 1]);
    // i1 and a2 are neighbours in memory, not on the board.
    assert_eq!(sizes(scene("i1 a2", "", "i1"), Side::Red), [1, 1]);
}

#[test]
fn rule_8_2_holds_corners_do_not_join() {
    assert_eq!(sizes(scene("a1 b2 c3", "", "a1"), Side::Red), [1, 1, 1]);
}

#[test]
fn rule_8_2_fails_a_score_that_joins_corners() {
    let diagonal = finished("a1 b2 c3 i9", "");
    let won = GameResult::Won(Side::Red);
    assert_eq!(claim(diagonal, won, (4, 0)), Ok(()));
    let wrong = claim(diagonal, won, (10, 0));
    assert!(matches!(wrong, Err(ReplayError::WrongScore { .. })));
}

#[test]
fn rule_8_3_holds_a_territory_is_worth_its_size_squared() {
    for size in 1..=50u32 {
        let names: Vec<_> =
            Square::all().take(size as usize).map(|square| square.to_string()).collect();
        let scores = position(scene(&names.join(" "), "", "a1")).scores();
        assert_eq!((scores.red.points, scores.red.largest), (size * size, size));
    }
}

#[test]
fn rule_8_3_fails_a_score_that_only_counts_roses() {
    let wrong = claim(finished("a1 a2 a3 i9", ""), GameResult::Won(Side::Red), (4, 0));
    assert!(matches!(wrong, Err(ReplayError::WrongScore { .. })));
}

/// White 8, 2 and 1; Red 5, 2, 2 and 1.
fn worked_example() -> Setup {
    finished("a5 b5 c5 d5 e5 g5 h5 a7 b7 i9", "a1 b1 c1 d1 e1 f1 g1 h1 a3 b3 d3")
}

#[test]
fn rule_8_4_holds_the_worked_example_69_to_34() {
    assert_eq!(sizes(worked_example(), Side::White), [8, 2, 1]);
    assert_eq!(sizes(worked_example(), Side::Red), [5, 2, 2, 1]);
    let outcome = position(worked_example()).outcome().expect("it is over");
    assert_eq!((outcome.scores.white.points, outcome.scores.red.points), (69, 34));
    assert_eq!(outcome.verdict, Verdict::Points(Side::White));
}

#[test]
fn rule_8_4_fails_a_result_for_the_side_with_fewer_points() {
    assert_eq!(claim(worked_example(), GameResult::Won(Side::White), (34, 69)), Ok(()));
    let wrong = claim(worked_example(), GameResult::Won(Side::Red), (34, 69));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

/// 25 + 1 against 16 + 9 + 1: Red's largest is 5 of 6 roses, White's is 4 of 8.
fn equal_points() -> Setup {
    finished("a5 b5 c5 d5 e5 i9", "a1 b1 c1 d1 f1 g1 h1 a3")
}

#[test]
fn rule_9_1_holds_the_larger_largest_territory_wins() {
    let outcome = position(equal_points()).outcome().expect("it is over");
    assert_eq!(outcome.scores.map(|score| score.points), BySide { red: 26, white: 26 });
    assert_eq!(outcome.verdict, Verdict::Largest(Side::Red));
}

#[test]
fn rule_9_1_fails_a_result_for_more_roses_in_smaller_territories() {
    let wrong = claim(equal_points(), GameResult::Won(Side::White), (26, 26));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

/// 9 + 4 + 1 against 9 + 1 + 1 + 1 + 1 + 1: six roses against eight.
fn equal_largest() -> Setup {
    finished("a5 b5 c5 a7 b7 i9", "a1 b1 c1 e1 g1 a3 c3 e3")
}

#[test]
fn rule_9_2_holds_more_roses_win() {
    let outcome = position(equal_largest()).outcome().expect("it is over");
    assert_eq!(outcome.scores.map(|score| score.points), BySide { red: 14, white: 14 });
    assert_eq!(outcome.verdict, Verdict::Roses(Side::White));
}

#[test]
fn rule_9_2_fails_a_draw_with_unequal_roses() {
    let wrong = claim(equal_largest(), GameResult::Drawn, (14, 14));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

#[test]
fn rule_9_3_holds_equal_in_everything_is_drawn() {
    let outcome = position(finished("a1 b1 i9", "a3 b3 d3")).outcome().expect("it is over");
    assert_eq!(outcome.verdict, Verdict::Drawn);
    assert_eq!(outcome.winner(), None);
}

#[test]
fn rule_9_3_fails_a_winner_where_all_is_equal_or_a_draw_before_the_end() {
    let wrong = claim(finished("a1 b1 i9", "a3 b3 d3"), GameResult::Won(Side::Red), (5, 5));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
    let early = claim(scene("a1", "a3", "a1"), GameResult::Drawn, (1, 1));
    assert_eq!(early, Err(ReplayError::NotOver));
}

#[test]
fn rule_9_4_holds_roses_decide_at_once() {
    let setup = Setup { ruleset: Ruleset::KINGOFROSES, ..equal_points() };
    let outcome = position(setup).outcome().expect("it is over");
    assert_eq!(outcome.verdict, Verdict::Roses(Side::White));
}

#[test]
fn rule_9_4_fails_a_result_for_the_largest_territory() {
    let setup = Setup { ruleset: Ruleset::KINGOFROSES, ..equal_points() };
    let wrong = claim(setup, GameResult::Won(Side::Red), (26, 26));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

#[test]
fn rule_10_1_holds_every_combination_has_a_text_of_its_own() {
    let all = crate::walk::all_rulesets();
    let mut texts: Vec<_> = all.iter().map(|ruleset| ruleset.to_string()).collect();
    for (ruleset, text) in all.iter().zip(&texts) {
        assert_eq!(text.parse().as_ref(), Ok(ruleset));
    }
    assert!(texts.contains(&"kingofroses".to_string()));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 64);
}

#[test]
fn rule_10_1_fails_an_unknown_edition_point_or_value() {
    for text in
        ["Classic", "", "chess", "classic:", "classic:x=y", "classic:ending=none", "classic:ending"]
    {
        assert!(text.parse::<Ruleset>().is_err(), "{text}");
    }
}
