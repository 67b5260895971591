//! Games with a handicap between two levels of the computer: what they score, and what a handicap is
//! worth.

mod fit;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use anyhow::{Context, Result, ensure};
use bosworth_analysis::StopSign;
use bosworth_engine::{Level, Odds, Random};
use bosworth_fair::{Deck, Secret};
use bosworth_rules::{BySide, Handicap, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::arena::{ArenaGame, INTERRUPT_INTERVAL, Pairs, SeededPlayer};
use crate::player::PlayerSpec;

pub use fit::fit;

/// Games between two levels, in which the stronger one gives a handicap.
///
/// They are played in pairs with the same shuffle: the giver is Red in the first game and White in
/// the second. The same seed gives the same games on any number of threads.
#[derive(Clone, Debug)]
pub struct HandicapMatch {
    /// Who gives the handicap.
    pub giver: Level,
    /// Who receives it.
    pub receiver: Level,
    /// The handicap.
    pub handicap: Handicap,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The edition.
    pub rules: Ruleset,
    /// The number of pairs played concurrently.
    pub threads: usize,
    /// The seed of the deals and of the levels' noise.
    pub seed: u64,
}

/// What the giver scored in the pairs that were played: one line of a file of measurements.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandicapResult {
    /// The level that gave the handicap.
    pub giver: u8,
    /// The level that received it.
    pub receiver: u8,
    /// The handicap as text; empty in even games.
    pub handicap: String,
    /// The edition.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// How many pairs ended with 0, ½, 1, 1½ and 2 points for the giver.
    pub pairs: [u64; 5],
}

/// A measured score beside the odds.
#[derive(Clone, Debug, Serialize)]
pub struct HandicapCheck {
    giver: u8,
    receiver: u8,
    handicap: String,
    games: u64,
    /// The giver's score and its standard error.
    score: f64,
    error: f64,
    /// What the odds say.
    mean: f64,
    low: f64,
    high: f64,
    /// Whether the score is in their interval.
    pub inside: bool,
}

impl HandicapResult {
    /// The giver's mean score and its standard error.
    pub fn score(&self) -> (f64, f64) {
        let pairs = Pairs { counts: self.pairs };
        (pairs.score(), pairs.error())
    }

    /// Reads a file of measurements, one a line.
    pub fn read_all(path: &Path) -> Result<Vec<Self>> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = |(line, text): (usize, &str)| {
            let place = || format!("{}, line {line}", path.display());
            serde_json::from_str(text).with_context(place)
        };
        (1..).zip(text.lines()).map(read).collect()
    }

    /// Compares the score with the odds.
    pub fn check(&self) -> Result<HandicapCheck> {
        let [giver, receiver] = self.levels()?;
        let rules = self.rules.parse()?;
        let odds = Odds::of(giver, receiver, self.handicap()?, rules);
        let Odds { mean, low, high } = odds.context("no odds for these rules")?;
        let (score, error) = self.score();
        Ok(HandicapCheck {
            giver: self.giver,
            receiver: self.receiver,
            handicap: self.handicap.clone(),
            games: self.games(),
            score,
            error,
            mean,
            low,
            high,
            inside: low <= score && score <= high,
        })
    }

    /// Whether both players scored a tenth of the points or more.
    fn is_open(&self) -> bool {
        (0.1..=0.9).contains(&self.score().0)
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    /// The handicap.
    pub fn handicap(&self) -> Result<Handicap> {
        let even = self.handicap.is_empty();
        Ok(if even { Handicap::NONE } else { self.handicap.parse()? })
    }

    /// The levels of the giver and the receiver.
    pub fn levels(&self) -> Result<[Level; 2]> {
        let level = |number| Level::new(number).with_context(|| format!("no level {number}"));
        Ok([level(self.giver)?, level(self.receiver)?])
    }
}

impl HandicapMatch {
    /// Plays the match, calling `on_pair` with the number of pairs played. An interruption ends it
    /// with the pairs so far.
    pub fn play(
        &self,
        interrupt: &StopSign,
        on_pair: &mut dyn FnMut(u64),
    ) -> Result<HandicapResult> {
        let next = AtomicU64::new(0);
        let stop = StopSign::default();
        let mut counted = Pairs::default();
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..(self.threads as u64).min(self.pairs) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= self.pairs {
                            return;
                        }
                        let Some(half_points) = self.play_pair(pair, stop) else { return };
                        if sender.send(half_points).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            while counted.len() < self.pairs && !interrupt.is_stopped() {
                if let Ok(half_points) = finished.recv_timeout(INTERRUPT_INTERVAL) {
                    counted.add(half_points);
                    on_pair(counted.len());
                }
            }
            stop.stop();
        });
        ensure!(!counted.is_empty(), "no pair was played");
        Ok(HandicapResult {
            giver: self.giver.number(),
            receiver: self.receiver.number(),
            handicap: self.handicap.to_string(),
            rules: self.rules.to_string(),
            seed: self.seed,
            pairs: counted.counts,
        })
    }

    /// The giver's half points in a pair; `None` if it was stopped.
    fn play_pair(&self, pair: u64, stop: &StopSign) -> Option<usize> {
        let mut random = Random::new(self.seed ^ Random::new(!pair).next());
        let [giver_seed, receiver_seed] = [random.next(), random.next()];
        let mut bytes = [0; 32];
        bytes[16..24].copy_from_slice(&self.seed.to_be_bytes());
        bytes[24..].copy_from_slice(&pair.to_be_bytes());
        let key = Secret::new(bytes).key("handicap", &BySide::default());
        let mut half_points = 0;
        for by in Side::ALL {
            let given = (!self.handicap.is_none()).then(|| self.handicap.given_by(by));
            let mut seats = BySide::from_fn(|side| {
                let (level, seed) = if side == by {
                    (self.giver, giver_seed)
                } else {
                    (self.receiver, receiver_seed)
                };
                SeededPlayer { player: PlayerSpec::level(level).contestant(stop), seed }
            });
            let dealt = Deck::deal_with(&key, self.rules, given);
            half_points += ArenaGame::play_dealt(dealt, &mut seats, by, stop)?.half_points();
        }
        Some(half_points)
    }
}

#[cfg(test)]
mod tests {
    use bosworth_engine::OddsModel;

    use super::*;

    fn measured() -> Vec<HandicapResult> {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/handicaps.jsonl");
        HandicapResult::read_all(Path::new(file)).expect("measurements")
    }

    #[test]
    fn the_shipped_odds_are_those_of_the_measured_games() {
        assert_eq!(fit(&measured()).expect("a fit"), OddsModel::SHIPPED);
    }

    #[test]
    fn nineteen_of_twenty_measured_scores_are_in_their_intervals() {
        // Shorter matches vary more than the 2 000 games of the interval.
        let all = measured();
        let (mut near, mut long) = (0, 0);
        for result in all.iter().filter(|result| result.games() >= 400) {
            let check = result.check().expect("odds");
            long += 1;
            near += u32::from(
                check.score > check.low - 1.96 * check.error
                    && check.score < check.high + 1.96 * check.error,
            );
        }
        assert!(20 * near >= 19 * long, "{near} of {long}");
    }

    #[test]
    fn a_seed_gives_the_same_score_on_any_number_of_threads() {
        let [giver, receiver] = [3, 1].map(|level| Level::new(level).expect("a level"));
        let game = |threads| HandicapMatch {
            giver,
            receiver,
            handicap: "heroes=2,roses=1".parse().expect("a handicap"),
            pairs: 6,
            rules: Ruleset::CLASSIC,
            threads,
            seed: 7,
        };
        let play = |threads| game(threads).play(&StopSign::default(), &mut |_| ()).expect("games");
        assert_eq!(play(1), play(3));
        assert_eq!(play(1).games(), 12);
    }
}
