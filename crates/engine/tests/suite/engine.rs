//! The engine through its public API: deterministic, and correct where that can be checked.

use core::ops::ControlFlow;

use bosworth_engine::{
    Engine, EngineSettings, Evaluation, Greedy, HandMade, LadderPlayer, Level, SearchKind,
    SearchLimits, Value, Watch,
};
use bosworth_rules::{Action, BySide, Card, Next, Position, Ruleset, Side, Symmetry, Verdict};
use fastrand::Rng;
use proptest::prelude::*;

/// The first position of a random game, within `plies` plies, that is `enough`.
fn walk(seed: u64, ruleset: Ruleset, plies: usize, enough: impl Fn(&Position) -> bool) -> Position {
    let mut rng = Rng::with_seed(seed);
    loop {
        let mut cards = Card::ALL;
        rng.shuffle(&mut cards);
        let hand = |cards: &[Card]| cards.iter().copied().collect();
        let hands = BySide { red: hand(&cards[..5]), white: hand(&cards[5..10]) };
        let mut position = Position::deal(hands, Side::Red, ruleset).expect("a deal");
        for _ in 0..plies {
            let Some(next) = random_next(&mut rng, &position).filter(|next| !next.is_over()) else {
                break;
            };
            position = next;
            if enough(&position) {
                return position;
            }
        }
        if enough(&position) {
            return position;
        }
    }
}

fn random_next(rng: &mut Rng, position: &Position) -> Option<Position> {
    let choices = position.choices();
    let choice = choices.pick(rng.u32(..choices.len().max(1)))?;
    Some(match choice.take() {
        Next::Position(next) => next,
        Next::Draw(pending) => pending.pick(rng.u32(..pending.outcomes().len()))?,
    })
}

fn editions() -> impl Strategy<Value = Ruleset> {
    proptest::sample::select(Ruleset::PRESETS.map(|(_, ruleset)| ruleset).to_vec())
}

fn engine(search: SearchKind) -> Engine {
    Engine::new(EngineSettings { search, hash: 4, ..EngineSettings::default() })
}

/// Reference expectimax, without pruning or transposition table.
fn plain(position: &Position, depth: u32, evaluation: &HandMade) -> Value {
    if position.is_over() {
        return result(position);
    }
    if depth == 0 {
        return evaluation.evaluate(position);
    }
    let mut best: Option<Value> = None;
    for choice in position.choices().iter() {
        let value = match choice.take() {
            Next::Position(next) => -plain(&next, depth - 1, evaluation),
            Next::Draw(pending) if depth == 1 => evaluation.evaluate_draw(&pending),
            Next::Draw(pending) => {
                let share = 1.0 / pending.outcomes().len() as f32;
                pending
                    .each()
                    .map(|(_, next)| -plain(&next, depth - 1, evaluation) * share)
                    .fold(Value::default(), |sum, value| sum + value)
            }
        };
        if best.is_none_or(|best| value.worth() > best.worth()) {
            best = Some(value);
        }
    }
    best.expect("an action")
}

fn result(position: &Position) -> Value {
    let (scores, side) = (position.scores(), position.side());
    let win = match Verdict::of(scores, position.ruleset()).winner() {
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    };
    Value { win, margin: scores[side].points as f32 - scores[!side].points as f32 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_evaluation_is_invariant_under_symmetries_and_side_swap(
        seed in any::<u64>(), ruleset in editions(), plies in 0..100usize,
    ) {
        let position = walk(seed, ruleset, plies, |position| !position.is_over());
        let evaluation = HandMade::new();
        let value = evaluation.evaluate(&position);
        let close = |other: Value| {
            (other.win - value.win).abs() < 1e-4 && (other.margin - value.margin).abs() < 1e-2
        };
        for symmetry in Symmetry::all() {
            prop_assert!(close(evaluation.evaluate(&symmetry.position(&position))));
        }
        prop_assert!(close(evaluation.evaluate(&position.with_sides_swapped())));
        prop_assert!(value.win.abs() <= 1.0);
    }

    #[test]
    fn pruning_changes_no_value(seed in any::<u64>(), ruleset in editions(), plies in 0..90usize) {
        let position = walk(seed, ruleset, plies, |position| !position.is_over());
        let evaluation = HandMade::new();
        for depth in 1..=3 {
            let star = EngineSettings { search: SearchKind::Star, hash: 4, ..EngineSettings::default() };
            let found = Engine::with(HandMade::new(), star).analyse(&position, SearchLimits::depth(depth));
            let expected = plain(&position, depth, &evaluation);
            prop_assert!(
                (found.value.worth() - expected.worth()).abs() < 1e-3,
                "{position} at {depth}: {:?} for {expected:?}", found.value
            );
        }
    }

    #[test]
    fn search_is_deterministic(
        seed in any::<u64>(), ruleset in editions(), plies in 0..100usize, shake in 0..3u64,
    ) {
        let position = walk(seed, ruleset, plies, |position| !position.is_over());
        for search in [SearchKind::Tree, SearchKind::Star] {
            let engine = || Engine::new(EngineSettings { search, hash: 4, seed: shake, ..EngineSettings::default() });
            let used = engine();
            let other = walk(seed ^ 1, ruleset, plies, |position| !position.is_over());
            used.analyse(&other, SearchLimits::nodes(300));
            let (one, two) = (engine().analyse(&position, SearchLimits::nodes(500)), used.analyse(&position, SearchLimits::nodes(500)));
            prop_assert_eq!(&one, &two, "an engine that has searched before");
            prop_assert!(one.nodes <= 500 + 24);
            prop_assert_eq!(one.lines.len(), position.actions().len() as usize);
        }
    }

    #[test]
    fn levels_play_legally_and_deterministically(
        seed in any::<u64>(), ruleset in editions(), plies in 0..100usize, level in 1..=7u8,
    ) {
        let position = walk(seed, ruleset, plies, |position| !position.is_over());
        let level = Level::new(level).expect("a level");
        let action = level.choose(&position, seed);
        prop_assert!(position.actions().contains(action));
        prop_assert_eq!(level.choose(&position, seed), action);
    }
}

/// A proven win is realised against random play.
#[test]
fn a_proven_winner_wins() {
    let mut proven = 0;
    for seed in 0..4_000 {
        let ruleset = Ruleset::PRESETS[seed as usize % 3].1;
        let mut rng = Rng::with_seed(seed + 77);
        // Games of `kingofroses` end long before the supply does.
        let short = ruleset == Ruleset::KINGOFROSES;
        let late = |position: &Position| position.supply() <= if short { 30 } else { 2 };
        let mut position = walk(seed, ruleset, 200, late);
        let found = engine(SearchKind::Tree).analyse(&position, SearchLimits::nodes(60));
        let certain = found.lines.first().and_then(|line| line.exact);
        if !certain.is_some_and(|chance| [0.0, 1.0].contains(&chance)) {
            continue;
        }
        proven += 1;
        let winner = if found.value.win > 0.0 { position.side() } else { !position.side() };
        // The winner plays by search, the loser at random.
        while !position.is_over() {
            position = if position.side() == winner {
                let best =
                    engine(SearchKind::Tree).analyse(&position, SearchLimits::nodes(60)).best();
                match position.act(best.expect("an action")).expect("legal") {
                    Next::Position(next) => next,
                    Next::Draw(pending) => {
                        pending.pick(rng.u32(..pending.outcomes().len())).expect("a card")
                    }
                }
            } else {
                random_next(&mut rng, &position).expect("an action")
            };
        }
        let outcome = position.outcome().expect("it is over");
        assert_eq!(outcome.winner(), Some(winner), "seed {seed}: {position}");
    }
    assert!(proven > 50, "only {proven} positions were proven");
}

#[test]
fn the_best_action_gets_the_most_visits() {
    let position = walk(5, Ruleset::CLASSIC, 20, |position| position.actions().len() >= 4);
    let found = engine(SearchKind::Tree).analyse(&position, SearchLimits::nodes(20_000));
    assert!(found.lines[0].nodes > found.lines[found.lines.len() - 1].nodes);
    assert!(found.depth > 4);
}

/// The half points of the weakest level in 200 games against a player, out of 400.
fn score_of_the_weakest_level(mut other: impl FnMut(&mut Rng, &Position) -> Action) -> u32 {
    let level = Level::new(1).expect("a level");
    let mut score = 0;
    for game in 0..200_u64 {
        let mut rng = Rng::with_seed(game / 2);
        let mut position = walk(game / 2, Ruleset::CLASSIC, 0, |_| true);
        let side = if game % 2 == 0 { Side::Red } else { Side::White };
        while !position.is_over() {
            let action = if position.side() == side {
                level.choose(&position, game)
            } else {
                other(&mut rng, &position)
            };
            position = match position.act(action).expect("legal") {
                Next::Position(next) => next,
                Next::Draw(pending) => {
                    pending.pick(rng.u32(..pending.outcomes().len())).expect("a card")
                }
            };
        }
        score += match position.outcome().expect("over").winner() {
            Some(winner) => 2 * u32::from(winner == side),
            None => 1,
        };
    }
    score
}

/// A first game should be won by a child who looks for points.
#[test]
fn the_weakest_level_loses_to_a_player_who_takes_points() {
    struct Unwatched;
    impl Watch for Unwatched {
        fn keep_on(&mut self, _: u64) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let score = score_of_the_weakest_level(|_, position| {
        Greedy.choose(position, SearchLimits::default(), &mut Unwatched)
    });
    assert!(score <= 120, "{score} of 400 half points");
}

/// It is not one against a player who wins whatever one does.
#[test]
fn the_weakest_level_is_a_match_for_chance() {
    let score = score_of_the_weakest_level(|rng, position| {
        let choices = position.choices();
        choices.pick(rng.u32(..choices.len())).expect("the game goes on").action()
    });
    assert!((170..=230).contains(&score), "{score} of 400 half points");
}
