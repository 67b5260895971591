//! Looking for puzzles in games, on all cores.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_analysis::StopSign;
use bosworth_engine::{
    Analysis, Engine, EngineSettings, Greedy, LadderPlayer, Random, SearchLimits,
};
use bosworth_puzzles::Tags;
use bosworth_rules::{Action, Position, Ruleset};

use super::candidates::{Candidate, CandidateFile, CandidateGame, CandidateHeader};
use super::grading::{self, Shares};
use super::ideas;
use super::judge::{JudgeSettings, Judgement, PuzzleKind, judge, may_be_puzzle};
use super::source::{PuzzleSource, SourceGame, ends};

/// Looks for puzzles, and appends them to a file of candidates.
#[derive(Clone, Debug)]
pub struct PuzzleMaker {
    /// The file.
    pub file: PathBuf,
    /// The name and version of the program.
    pub program: String,
    /// The games to look through. Those that are in the file already are skipped.
    pub sources: Vec<PuzzleSource>,
    /// The editions: games of other rulesets are skipped, and self-play takes turns.
    pub editions: Vec<Ruleset>,
    /// How sure a puzzle has to be.
    pub settings: JudgeSettings,
    /// The seed. The same seed finds the same puzzles in a game, whatever else is looked through, and
    /// on any number of threads.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
    /// No game is begun after this time.
    pub time: Option<Duration>,
}

/// How far the maker is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MakerProgress {
    /// The games that were looked through before.
    pub before: usize,
    /// The games looked through now.
    pub games: usize,
    /// The games that are to be looked through now.
    pub wanted: usize,
    /// The puzzles found, before and now.
    pub found: usize,
}

/// The maximum number of puzzles from one game.
const MAX_PUZZLES: usize = 5;
/// The maximum number of decisions of a game that are judged because a short search takes them for
/// puzzles, and of others: those are hard, if they are puzzles after all.
const MAX_LIKELY: usize = 6;
const MAX_OTHERS: usize = 16;
/// The minimum number of plies between two puzzles: their boards should differ.
const MIN_DISTANCE: usize = 6;
/// The memory of the engine that plays, in MiB.
const HASH: usize = 4;
/// The level that puzzles should be too hard for, unless their idea has a name.
const BEGINNER: usize = 3;

impl PuzzleMaker {
    /// Looks through the games, reporting after each one, until `stop`.
    pub fn run(
        &self,
        stop: &StopSign,
        on_game: &mut dyn FnMut(MakerProgress),
    ) -> Result<MakerProgress> {
        let header = CandidateHeader::new(
            &self.program,
            self.seed,
            self.editions.iter().map(ToString::to_string).collect(),
            &self.settings,
        );
        let (mut file, done, found) = CandidateFile::open(&self.file, &header)?;
        let wanted: Vec<_> =
            self.sources.iter().filter(|source| !done.contains(&source.name())).collect();
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let next = AtomicUsize::new(0);
        let mut progress =
            MakerProgress { before: done.len(), games: 0, wanted: wanted.len(), found };
        on_game(progress);
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..self.threads.max(1) {
                let (sender, next, wanted) = (sender.clone(), &next, &wanted);
                scope.spawn(move || {
                    let engine = engine();
                    while deadline.is_none_or(|deadline| Instant::now() < deadline)
                        && !stop.is_stopped()
                    {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(source) = wanted.get(place) else { return };
                        if sender.send(self.look_through(&engine, source)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for game in finished {
                file.add(&game)?;
                progress.games += 1;
                progress.found += game.puzzles.len();
                on_game(progress);
            }
            Ok(progress)
        })
    }

    /// The puzzles of a game.
    fn look_through(&self, engine: &Engine, source: &PuzzleSource) -> CandidateGame {
        let mut random = source.random(self.seed);
        let nodes = self.settings.game_nodes;
        let mut found: Vec<Candidate> = Vec::new();
        let game = source.game(engine, nodes, &self.editions, &mut random);
        if let Some(game) = &game {
            for after in self.decisions(game, &mut random) {
                if found.len() == MAX_PUZZLES {
                    break;
                }
                if found.iter().all(|other| other.after.abs_diff(after) >= MIN_DISTANCE) {
                    found.extend(self.candidate(engine, game.position(after), after));
                }
            }
        }
        found.sort_by_key(|candidate| candidate.after);
        let last = found.last().map_or(0, |candidate| candidate.after);
        let game = game.filter(|_| !found.is_empty());
        let plies = game.iter().flat_map(|game| &game.game.plies()[..last]);
        CandidateGame {
            source: source.name(),
            start: game.as_ref().map(|game| game.game.start().to_string()),
            plies: plies.map(ToString::to_string).collect::<Vec<_>>().join(" "),
            puzzles: found,
        }
    }

    /// The puzzle in a position, if there is one.
    fn candidate(&self, engine: &Engine, position: &Position, after: usize) -> Option<Candidate> {
        let judgement = judge(position, &self.settings)?;
        let tags = ideas::reasoned(engine, position, &judgement);
        let shares = grading::shares(position, &judgement.chances, 0);
        let is_wanted = match self.settings.kind {
            PuzzleKind::Hard => grading::is_hard(&shares),
            _ => is_worth_solving(position, &judgement, tags, &shares),
        };
        is_wanted.then(|| Candidate::new(after, &judgement, tags, shares))
    }

    /// The numbers of plies before the decisions that are to be judged, in random order.
    fn decisions(&self, game: &SourceGame, random: &mut Random) -> Vec<usize> {
        let end = game.plies_without_pass();
        let mut all: Vec<_> = game.decisions.iter().filter(|(plies, _)| *plies <= end).collect();
        for place in (1..all.len()).rev() {
            all.swap(place, random.below(place as u32 + 1) as usize);
        }
        let is_good = |(_, found): &&(usize, Analysis)| may_be_puzzle(found);
        let chosen: Vec<_> = match self.settings.kind {
            PuzzleKind::Any => {
                // Those that a short search does not take for puzzles, then rare ones.
                let (mut likely, mut chosen): (Vec<_>, Vec<_>) = all.into_iter().partition(is_good);
                likely.sort_by_key(|(_, found)| {
                    !(found.exact || matches!(found.best(), Some(Action::Hero(_))))
                });
                chosen.truncate(MAX_OTHERS);
                chosen.extend(likely.into_iter().take(MAX_LIKELY));
                chosen
            }
            PuzzleKind::Endings => {
                let ends_now = |(plies, found): &&(usize, Analysis)| {
                    found.best().is_some_and(|best| ends(game.position(*plies), best))
                };
                all.retain(|decision| {
                    is_good(decision) && (decision.1.exact || ends_now(decision))
                });
                all.sort_by_key(|decision| !ends_now(decision));
                all
            }
            PuzzleKind::Hard => all,
        };
        chosen.into_iter().map(|(plies, _)| *plies).collect()
    }
}

fn engine() -> Engine {
    Engine::new(EngineSettings { hash: HASH, ..EngineSettings::default() })
}

/// Whether greed and a beginner get it wrong, or the idea has a name.
fn is_worth_solving(
    position: &Position,
    judgement: &Judgement,
    tags: Tags,
    shares: &Shares,
) -> bool {
    let greedy = Greedy.choose(position, SearchLimits::default(), &mut ());
    let is_hard = greedy != judgement.best().0 && shares[BEGINNER - 1] < 0.5;
    let seen = ideas::seen(position, &judgement.answers());
    is_hard || ideas::NAMED.into_iter().any(|tag| tags.contains(tag) || seen.contains(tag))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use bosworth_rules::{GameResult, Record, RecordedPly};
    use tempfile::TempDir;

    use super::*;
    use crate::puzzles::{PackSettings, check, pack};

    const QUICK: JudgeSettings = JudgeSettings {
        kind: PuzzleKind::Any,
        game_nodes: 12,
        first_nodes: 60,
        nodes: 120,
        seeds: 2,
    };

    fn maker(file: &Path, sources: Vec<PuzzleSource>, threads: usize) -> PuzzleMaker {
        PuzzleMaker {
            file: file.into(),
            program: "test".into(),
            sources,
            editions: Ruleset::PRESETS.map(|(_, edition)| edition).to_vec(),
            settings: QUICK,
            seed: 36,
            threads,
            time: None,
        }
    }

    fn run(maker: &PuzzleMaker) -> MakerProgress {
        maker.run(&StopSign::default(), &mut |_| ()).expect("candidates")
    }

    fn self_play(games: u32) -> Vec<PuzzleSource> {
        (0..games).map(PuzzleSource::SelfPlay).collect()
    }

    fn sorted_lines(file: &Path) -> Vec<String> {
        let text = fs::read_to_string(file).expect("text");
        let mut lines: Vec<_> = text.lines().map(ToString::to_string).collect();
        lines.sort();
        lines
    }

    #[test]
    fn the_same_seed_finds_the_same_puzzles_on_any_number_of_threads_and_after_a_crash() {
        let folder = TempDir::new().expect("a folder");
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        let done = run(&maker(&one, self_play(4), 1));
        assert!(done.games == 4 && done.found > 0, "{done:?}");
        let lines = sorted_lines(&one);
        assert_eq!(run(&maker(&other, self_play(2), 3)).games, 2);
        // A crash cuts off the last line.
        let bytes = fs::read(&other).expect("a file");
        fs::write(&other, &bytes[..bytes.len() - 3]).expect("written");
        let again = run(&maker(&other, self_play(4), 3));
        assert_eq!((again.before, again.games, again.found), (1, 3, done.found));
        assert_eq!(sorted_lines(&other), lines);
        let mut different = maker(&other, self_play(5), 1);
        different.seed += 1;
        let refused = different.run(&StopSign::default(), &mut |_| ()).expect_err("refused");
        assert!(refused.to_string().contains("different settings"), "{refused}");
        assert_eq!(sorted_lines(&other), lines);

        // What is made of them stands every check, whatever the order of the files.
        let settings = PackSettings { most: 100 };
        let packed = pack(&[&one], settings).expect("a set");
        assert!(!packed.set.is_empty());
        assert_eq!(check(&packed.set, true, &mut |_| ()), []);
        let twice = pack(&[&one, &other], settings).expect("a set");
        assert_eq!(twice.set, packed.set, "the same puzzles count once");
        assert_eq!(pack(&[&one], PackSettings { most: 1 }).expect("a set").set.len(), 1);
    }

    #[test]
    fn puzzles_are_found_in_records() {
        let mut random = Random::new(7);
        let played = PuzzleSource::SelfPlay(2).game(
            &engine(),
            QUICK.game_nodes,
            &[Ruleset::KINGOFROSES],
            &mut random,
        );
        let game = played.expect("a game").game;
        let step = |ply: &bosworth_rules::Ply| RecordedPly { ply: *ply, comments: Vec::new() };
        let record = Record {
            steps: game.plies().iter().map(step).collect(),
            result: GameResult::of(game.position()),
            ..Record::of(&game)
        };
        let mut broken = record.clone();
        broken.steps.remove(0);
        let sources = [("a.rose 1", record), ("a.rose 2", broken)];
        let sources =
            sources.map(|(name, record)| PuzzleSource::Record(name.into(), record.into()));
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("candidates");
        let done = run(&maker(&file, sources.to_vec(), 1));
        assert!(done.games == 2 && done.found > 0, "{done:?}");
        let packed = pack(&[&file], PackSettings { most: 100 }).expect("a set");
        let positions: Vec<_> = packed.set.iter().map(|puzzle| *puzzle.position()).collect();
        assert!(positions.iter().all(|position| game.positions().contains(position)));
    }
}
