//! Matches between computer players, in pairs of games with the same cards.

mod archive;
mod arena_game;
mod crosstable;
mod elo;
mod openings;
mod pairs;
mod ratings;
mod report;
mod schedule;
mod sprt;
mod standing;
mod standings;
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::Random;
use bosworth_fair::{Deck, Proof, Secret};
use bosworth_rules::{BySide, Position, Ruleset, Side};

use self::archive::{records, saved_pairs};
use self::schedule::Schedule;
use crate::player::{Contestant, PlayerSpec};
use crate::record_archive::RecordArchive;

pub use arena_game::ThinkingTime;
pub(crate) use arena_game::{ArenaGame, RecordTags, SeededPlayer};
pub use crosstable::{ArenaRating, Crosstable, CrosstableCell};
pub use openings::read_openings;
pub use pairs::{Estimate, Pairs};
pub use report::{ArenaReport, CrosstableReport};
pub use sprt::{Sprt, SprtDecision};
pub use standing::ArenaStanding;
pub use standings::{ArenaStandings, PairingStanding};
pub use tally::{Bin, Ends, ForfeitNote, Margins, PairTally, Spread, Winners};

/// A match to be played, in which everybody meets everybody else.
///
/// Both games of a pair have the same deal and the same shuffles, and the players change sides. All
/// pairings have the same cards in the same round. With players that count nodes or depths, the same
/// seed gives the same match on any number of threads.
#[derive(Clone, Debug)]
pub struct ArenaMatch {
    /// The players, at least two. The first of a pairing is Red in the first game of each pair.
    pub players: Vec<PlayerSpec>,
    /// The maximum number of pairs of games in each pairing.
    pub pairs: u64,
    /// The edition.
    pub rules: Ruleset,
    /// Positions to begin games from, one after the other; deals if there are none.
    pub openings: Vec<Position>,
    /// The number of games played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the players' random choices.
    pub seed: u64,
    /// The file to which game records are appended, pair by pair.
    pub save: Option<PathBuf>,
    /// Whether the games in that file are counted instead of being played again.
    pub resume: bool,
    /// The sequential test that may end a match of two players early.
    pub sprt: Option<Sprt>,
}

/// A finished pair. Pairs are numbered from 1.
struct FinishedPair {
    pair: u64,
    bouts: [ArenaGame; 2],
}

/// How often an interruption is looked for.
pub(crate) const INTERRUPT_INTERVAL: Duration = Duration::from_millis(50);

impl ArenaMatch {
    /// Plays the match: worker threads play, this one counts and reports the standings after each
    /// pair. An interruption ends it with the standings so far.
    pub fn play(
        &self,
        interrupt: &StopSign,
        on_pair: &mut dyn FnMut(&ArenaStandings),
    ) -> Result<ArenaStandings> {
        for player in &self.players {
            player.check().with_context(|| format!("{player} cannot play"))?;
        }
        let saved = match &self.save {
            Some(path) if self.resume => saved_pairs(path, self)?,
            _ => BTreeMap::new(),
        };
        let done: BTreeSet<_> = saved.keys().copied().collect();
        let archive = self.save.as_deref().map(RecordArchive::open).transpose()?;
        let next = AtomicU64::new(1);
        let stop = StopSign::default();
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..(self.threads as u64).min(self.schedule().pairs()) {
                let sender = sender.clone();
                let (next, done, stop) = (&next, &done, &stop);
                scope.spawn(move || self.play_pairs(next, done, stop, &sender));
            }
            drop(sender);
            let standings = self.count(saved, archive, &finished, interrupt, on_pair);
            // Games in flight are abandoned.
            stop.stop();
            standings
        })
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(self.players.len(), self.pairs)
    }

    /// The names of the players of a pair.
    fn names(&self, pair: u64) -> [String; 2] {
        let schedule = self.schedule();
        schedule.pairings[schedule.pairing(pair)].map(|player| self.players[player].to_string())
    }

    /// The shuffles of a pair.
    fn proof(&self, pair: u64) -> Proof {
        shuffle(self.seed, self.schedule().round(pair))
    }

    /// Where the games of a pair begin, and their pile.
    fn deal(&self, pair: u64) -> (Position, Deck) {
        let proof = self.proof(pair);
        if self.openings.is_empty() {
            return proof.deal(self.rules);
        }
        let round = self.schedule().round(pair) - 1;
        let opening = self.openings[(round % self.openings.len() as u64) as usize];
        (opening, Deck::of_pile(&proof.key(), &opening))
    }

    /// Plays pairs until none is left.
    fn play_pairs(
        &self,
        next: &AtomicU64,
        done: &BTreeSet<u64>,
        stop: &StopSign,
        finished: &Sender<FinishedPair>,
    ) {
        let schedule = self.schedule();
        // A player is created when it first plays: a program has to be started.
        let mut idle: Vec<Option<Box<dyn Contestant>>> =
            self.players.iter().map(|_| None).collect();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair > schedule.pairs() {
                return;
            }
            if done.contains(&pair) {
                continue;
            }
            let [one, other] = schedule.pairings[schedule.pairing(pair)];
            let [first_seed, second_seed] = seeds(self.seed, schedule.round(pair));
            let mut seat = |player: usize, seed| SeededPlayer {
                player: idle[player]
                    .take()
                    .unwrap_or_else(|| self.players[player].contestant(stop)),
                seed,
            };
            let mut seats = BySide { red: seat(one, first_seed), white: seat(other, second_seed) };
            let first = ArenaGame::play_dealt(self.deal(pair), &mut seats, Side::Red, stop);
            seats = seats.swapped();
            let second = ArenaGame::play_dealt(self.deal(pair), &mut seats, Side::White, stop);
            idle[one] = Some(seats.white.player);
            idle[other] = Some(seats.red.player);
            let (Some(first), Some(second)) = (first, second) else { return };
            if finished.send(FinishedPair { pair, bouts: [first, second] }).is_err() {
                return;
            }
        }
    }

    /// Counts pairs in their numbered order, not in completion order, until all are in, the test
    /// is decided or the match is interrupted. So the result depends neither on scheduling nor on
    /// the length of games.
    fn count(
        &self,
        saved: BTreeMap<u64, [ArenaGame; 2]>,
        mut archive: Option<RecordArchive>,
        finished: &Receiver<FinishedPair>,
        interrupt: &StopSign,
        on_pair: &mut dyn FnMut(&ArenaStandings),
    ) -> Result<ArenaStandings> {
        let all = self.schedule().pairs();
        let mut standings = ArenaStandings::new(self);
        let mut waiting = saved;
        loop {
            while let Some(bouts) = waiting.remove(&(standings.pairs() + 1)) {
                standings.add(&bouts);
                on_pair(&standings);
                if self.is_decided(&standings) {
                    return Ok(standings);
                }
            }
            if interrupt.is_stopped() || standings.pairs() == all {
                return Ok(standings);
            }
            match finished.recv_timeout(INTERRUPT_INTERVAL) {
                Ok(done) => {
                    if let Some(archive) = &mut archive {
                        archive.append(&records(self, done.pair, &done.bouts))?;
                    }
                    waiting.insert(done.pair, done.bouts);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let counted = standings.pairs();
                    ensure!(counted == all, "only {counted} of {all} pairs were played");
                }
            }
        }
    }

    fn is_decided(&self, standings: &ArenaStandings) -> bool {
        let standing = standings.pairings.first().map(|pairing| &pairing.standing);
        let decision = self.sprt.zip(standing).map(|(test, it)| test.decide(&it.pairs));
        decision.is_some_and(|decision| decision != SprtDecision::Undecided)
    }
}

/// The shuffles of a round. The dealer's secret is the seed and the round's number, zero-padded.
fn shuffle(seed: u64, round: u64) -> Proof {
    let mut bytes = [0; 32];
    bytes[16..24].copy_from_slice(&seed.to_be_bytes());
    bytes[24..].copy_from_slice(&round.to_be_bytes());
    Proof::of_dealer(Secret::new(bytes), "arena")
}

/// The players' random seeds: the same in both games of a pair.
fn seeds(seed: u64, round: u64) -> [u64; 2] {
    let mut random = Random::new(Random::new(seed).next() ^ Random::new(!round).next());
    [random.next(), random.next()]
}
