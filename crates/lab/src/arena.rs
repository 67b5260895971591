//! Matches between two computer players, in pairs of games with the same cards.

mod archive;
mod arena_game;
mod elo;
mod pairs;
mod report;
mod sprt;
mod standing;
mod tally;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_fair::{Proof, Secret};
use bosworth_rules::{BySide, Ruleset, Side};

use self::archive::MatchArchive;
use crate::player::PlayerSpec;

pub use arena_game::ThinkingTime;
pub(crate) use arena_game::{ArenaGame, SeededPlayer};
pub use pairs::{Estimate, Pairs};
pub use report::ArenaReport;
pub use sprt::{Sprt, SprtDecision};
pub use standing::ArenaStanding;
pub use tally::{Bin, Ends, ForfeitNote, Margins, PairTally, Spread, Winners};

/// A match to be played.
///
/// Both games of a pair have the same deal and the same shuffles, and the players change sides.
/// With players that count nodes or depths, the same seed gives the same match on any number of
/// threads.
#[derive(Clone, Debug)]
pub struct ArenaMatch {
    /// The player whose score is counted, Red in the first game of each pair; and its opponent.
    pub players: [PlayerSpec; 2],
    /// The maximum number of pairs of games.
    pub pairs: u64,
    /// The edition.
    pub rules: Ruleset,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the players' random choices.
    pub seed: u64,
    /// The file to which game records are appended, pair by pair.
    pub save: Option<PathBuf>,
    /// The sequential test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// A finished pair. Pairs are numbered from 1.
struct FinishedPair {
    pair: u64,
    bouts: [ArenaGame; 2],
}

impl ArenaMatch {
    /// Plays the match: worker threads play, this one counts and reports the standing after each
    /// pair.
    pub fn play(&self, on_pair: &mut dyn FnMut(&ArenaStanding)) -> Result<ArenaStanding> {
        for player in &self.players {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let archive = self.save.as_deref().map(MatchArchive::open).transpose()?;
        let next = AtomicU64::new(1);
        let stop = StopSign::default();
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..(self.threads as u64).min(self.pairs) {
                let sender = sender.clone();
                let (next, stop) = (&next, &stop);
                scope.spawn(move || self.play_pairs(next, stop, &sender));
            }
            drop(sender);
            let standing = self.count(archive, &finished, on_pair);
            // Games in flight are abandoned.
            stop.stop();
            standing
        })
    }

    /// Plays pairs until none is left.
    fn play_pairs(&self, next: &AtomicU64, stop: &StopSign, finished: &Sender<FinishedPair>) {
        let seat = |player: &PlayerSpec| SeededPlayer { player: player.contestant(stop), seed: 0 };
        let [one, other] = &self.players;
        let mut seats = BySide { red: seat(one), white: seat(other) };
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair > self.pairs {
                return;
            }
            let proof = shuffle(self.seed, pair);
            [seats.red.seed, seats.white.seed] = seeds(self.seed, pair);
            let first = ArenaGame::play(&proof, self.rules, &mut seats, Side::Red, stop);
            seats = seats.swapped();
            let second = ArenaGame::play(&proof, self.rules, &mut seats, Side::White, stop);
            seats = seats.swapped();
            let (Some(first), Some(second)) = (first, second) else { return };
            if finished.send(FinishedPair { pair, bouts: [first, second] }).is_err() {
                return;
            }
        }
    }

    /// Counts pairs in their numbered order, not in completion order, until all are in or the test
    /// is decided. So the result depends neither on scheduling nor on the length of games.
    fn count(
        &self,
        mut archive: Option<MatchArchive>,
        finished: &Receiver<FinishedPair>,
        on_pair: &mut dyn FnMut(&ArenaStanding),
    ) -> Result<ArenaStanding> {
        let names = self.players.each_ref().map(ToString::to_string);
        let names = names.each_ref().map(String::as_str);
        let mut standing = ArenaStanding::default();
        let mut waiting = BTreeMap::new();
        for done in finished {
            if let Some(archive) = &mut archive {
                archive.add(&done, names, &shuffle(self.seed, done.pair))?;
            }
            waiting.insert(done.pair, done.bouts);
            while let Some(bouts) = waiting.remove(&(standing.pairs.len() + 1)) {
                let pair = standing.pairs.len() + 1;
                standing.add(pair, &bouts, names);
                on_pair(&standing);
                let decided = self.sprt.map(|test| test.decide(&standing.pairs));
                if decided.is_some_and(|decision| decision != SprtDecision::Undecided) {
                    return Ok(standing);
                }
            }
        }
        let counted = standing.pairs.len();
        ensure!(counted == self.pairs, "only {counted} of {} pairs were played", self.pairs);
        Ok(standing)
    }
}

/// The shuffles of a pair. The dealer's secret is the seed and the pair's number, zero-padded.
fn shuffle(seed: u64, pair: u64) -> Proof {
    let mut bytes = [0; 32];
    bytes[16..24].copy_from_slice(&seed.to_be_bytes());
    bytes[24..].copy_from_slice(&pair.to_be_bytes());
    Proof::of_dealer(Secret::new(bytes), "arena")
}

/// The players' random seeds: the same in both games of a pair.
fn seeds(seed: u64, pair: u64) -> [u64; 2] {
    let mut random = Random::new(Random::new(seed).next() ^ Random::new(!pair).next());
    [random.next(), random.next()]
}
