//! What others say about a set: an independent judge, and the eight levels.

use std::array;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bosworth_engine::{
    Engine, EngineSettings, Judge, Level, Random, Rollout, RolloutSettings, SearchLimits,
};
use bosworth_puzzles::{Puzzle, PuzzleSet};
use bosworth_rules::Action;
use serde::Serialize;

use super::grading::share_of;

/// How often a judge agrees with a set.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    puzzles: usize,
    /// The share of puzzles of which the judge finds the best action.
    agreed: f64,
    /// By how many points of win chance the judge's choice is worse than the best, in its own opinion of
    /// both, on average.
    regret: f64,
    /// The mean gap, as the set has it and as the judge has it.
    gap: f64,
    judged_gap: f64,
    /// The ids of the puzzles on which it does not agree.
    others: Vec<u32>,
}

/// How often the levels solve the puzzles of a level.
#[derive(Clone, Debug, Serialize)]
pub struct LevelShares {
    /// The level of the puzzles.
    level: u8,
    puzzles: usize,
    /// The mean rating.
    rating: f64,
    /// By level of the player, from 1 to 8, in per cent.
    solved: [f64; 8],
}

/// The nodes of the search that begins a rollout.
const ROLLOUT_FIRST_NODES: u64 = 2_000;
/// The games with which levels are asked begin at this number: other ones than those of the maker.
const FIRST_GAME: u64 = 1_000_000;

/// Puzzles of a set, chosen at random.
fn chosen(set: &PuzzleSet, count: usize, seed: u64) -> Vec<Puzzle> {
    let mut places: Vec<_> = (0..set.len()).collect();
    let mut random = Random::new(seed);
    for place in (1..places.len()).rev() {
        places.swap(place, random.below(place as u32 + 1) as usize);
    }
    places.into_iter().take(count).filter_map(|place| set.get(place)).collect()
}

/// Does something for each of some puzzles on several threads; the answers are in their order.
fn for_each<T: Send>(
    puzzles: &[Puzzle],
    threads: usize,
    on_puzzle: &(dyn Fn(usize) + Sync),
    work: &(dyn Fn(&Puzzle) -> T + Sync),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(place) else { return };
                    let answer = work(puzzle);
                    if let Ok(mut done) = done.lock() {
                        done.push((place, answer));
                        on_puzzle(done.len());
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, answer)| answer).collect()
}

/// An independent judge of puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PuzzleJudge {
    /// A search with this number of nodes and another seed.
    Search(u64),
    /// The same with the hand-made evaluation, which shares nothing with the network.
    HandMade(u64),
    /// Rollouts with this number of games for each action.
    Rollouts(u32),
}

impl PuzzleJudge {
    /// What the judge thinks of each action, in points of 100, the best first.
    fn chances(self, puzzle: &Puzzle, seed: u64) -> Vec<(Action, f64)> {
        let position = puzzle.position();
        let engine = |judge| {
            Engine::new(EngineSettings { seed, judge, hash: 64, ..EngineSettings::default() })
        };
        let search = |judge, nodes| engine(judge).analyse(position, SearchLimits::nodes(nodes));
        let mut chances: Vec<_> = match self {
            Self::Search(nodes) => by_search(&search(Judge::Network, nodes)),
            Self::HandMade(nodes) => by_search(&search(Judge::HandMade, nodes)),
            Self::Rollouts(games) => {
                let settings =
                    RolloutSettings { games, seed, precision: 0.0, ..RolloutSettings::default() };
                let searched = search(Judge::Network, ROLLOUT_FIRST_NODES);
                let rollout = Rollout::new(position, &searched, settings);
                let rollout = rollout.run(&engine(Judge::Network));
                rollout.actions().iter().map(|it| (it.action, 100.0 * it.win)).collect()
            }
        };
        chances.sort_by(|one, other| other.1.total_cmp(&one.1));
        chances
    }
}

fn by_search(analysis: &bosworth_engine::Analysis) -> Vec<(Action, f64)> {
    let mut chances: Vec<_> =
        analysis.lines.iter().map(|line| (line.action(), 100.0 * line.win_chance())).collect();
    // What the engine would play comes first, whatever is said of actions that it hardly looked at.
    if let Some(((_, most), others)) = chances.split_first_mut() {
        for (_, chance) in others {
            *chance = chance.min(*most);
        }
    }
    chances
}

/// Asks a judge about some puzzles of a set, chosen at random.
pub fn agreement(
    set: &PuzzleSet,
    count: usize,
    judge: PuzzleJudge,
    seed: u64,
    threads: usize,
    on_puzzle: &(dyn Fn(usize) + Sync),
) -> Agreement {
    let puzzles = chosen(set, count, seed);
    let opinions = for_each(&puzzles, threads, on_puzzle, &|puzzle| judge.chances(puzzle, seed));
    let mut agreement = Agreement {
        puzzles: puzzles.len(),
        agreed: 0.0,
        regret: 0.0,
        gap: 0.0,
        judged_gap: 0.0,
        others: Vec::new(),
    };
    let share = 1.0 / puzzles.len().max(1) as f64;
    for (puzzle, chances) in puzzles.iter().zip(&opinions) {
        let best = puzzle.best().action;
        let of =
            |wanted| chances.iter().find(|(action, _)| *action == wanted).map_or(0.0, |it| it.1);
        let next = chances.iter().filter(|(action, _)| *action != best);
        let next = next.map(|(_, chance)| *chance).fold(0.0, f64::max);
        agreement.gap += share * puzzle.gap();
        agreement.judged_gap += share * (of(best) - next);
        if chances.first().is_some_and(|(action, _)| *action == best) {
            agreement.agreed += share;
        } else {
            agreement.regret += share * (next - of(best));
            agreement.others.push(puzzle.id().0);
        }
    }
    agreement
}

/// Asks all eight levels about some puzzles of a set, chosen at random: how often they solve those of
/// each level.
pub fn level_shares(
    set: &PuzzleSet,
    count: usize,
    seed: u64,
    threads: usize,
    on_puzzle: &(dyn Fn(usize) + Sync),
) -> Vec<LevelShares> {
    let puzzles = chosen(set, count, seed);
    let shares: Vec<[f64; 8]> = for_each(&puzzles, threads, on_puzzle, &|puzzle| {
        let answers = puzzle.answers().iter();
        let chances: Vec<_> =
            answers.map(|answer| (answer.action, 100.0 - answer.loss())).collect();
        let share = |level| share_of(level, puzzle.position(), &chances, FIRST_GAME);
        array::from_fn(|place| Level::new(place as u8 + 1).map_or(0.0, share))
    });
    let band = |level: u8| {
        let of_level = puzzles.iter().zip(&shares).filter(|(puzzle, _)| puzzle.level() == level);
        let (of_level, shares): (Vec<&Puzzle>, Vec<&[f64; 8]>) = of_level.unzip();
        let count = of_level.len();
        (count > 0).then(|| {
            let mean = |values: Vec<f64>| values.iter().sum::<f64>() / count as f64;
            LevelShares {
                level,
                puzzles: count,
                rating: mean(of_level.iter().map(|puzzle| f64::from(puzzle.rating())).collect()),
                solved: array::from_fn(|place| {
                    100.0 * mean(shares.iter().map(|shares| shares[place]).collect())
                }),
            }
        })
    };
    (1..=Puzzle::NO_LEVEL).filter_map(band).collect()
}

#[cfg(test)]
mod tests {
    use bosworth_puzzles::{Answer, Tags};

    use super::*;

    /// S1 joins two roses, E1 leaves one of them alone.
    fn set() -> PuzzleSet {
        let position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic";
        let losses = [("S1", 0.0), ("E1", 9.0), ("+", 6.5)];
        let answers = losses.map(|(action, loss)| Answer::new(action.parse().unwrap(), loss));
        let position = position.parse().expect("a position");
        let puzzle = Puzzle::new(position, 58.0, answers.to_vec(), Tags::EMPTY, 3, 1300);
        PuzzleSet::new(&[puzzle.expect("a puzzle")]).expect("a set")
    }

    #[test]
    fn every_judge_is_asked_about_every_puzzle() {
        for judge in
            [PuzzleJudge::Search(400), PuzzleJudge::HandMade(400), PuzzleJudge::Rollouts(16)]
        {
            let found = agreement(&set(), 5, judge, 36, 2, &|_| ());
            assert_eq!((found.puzzles, found.others.len()), (1, usize::from(found.agreed < 0.5)));
            assert!((found.gap - 6.5).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn levels_are_counted_by_the_level_of_the_puzzle() {
        let found = level_shares(&set(), 5, 36, 1, &|_| ());
        assert_eq!((found.len(), found[0].level, found[0].puzzles), (1, 3, 1));
        assert!(found[0].solved.iter().all(|share| (0.0..=100.0).contains(share)), "{found:?}");
    }
}
