use std::time::Duration;

use bosworth_rules::Side;

use super::arena_game::{ArenaGame, ThinkingTime};
use super::pairs::Pairs;
use super::tally::PairTally;

/// The standing of a match after the pairs so far.
#[derive(Default)]
pub struct ArenaStanding {
    /// The pentanomial counts.
    pub pairs: Pairs,
    /// The first player's wins.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// The first player's losses.
    pub losses: u64,
    /// How the games went.
    pub tally: PairTally,
    /// The thinking time of the first and the second player.
    pub thinking: [ThinkingTime; 2],
}

impl ArenaStanding {
    /// Adds a pair, numbered from 1.
    pub(super) fn add(&mut self, pair: u64, bouts: &[ArenaGame; 2], names: [&str; 2]) {
        self.pairs.add(bouts.iter().map(ArenaGame::half_points).sum());
        for (game, game_played) in (1..).zip(bouts) {
            match game_played.half_points() {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
            self.tally.add(game_played, pair, game, names);
            for side in Side::ALL {
                let thinking = &mut self.thinking[usize::from(side != game_played.first)];
                thinking.time += game_played.thinking[side].time;
                thinking.choices += game_played.thinking[side].choices;
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl ThinkingTime {
    /// The mean thinking time of a decision.
    pub fn mean(self) -> Duration {
        self.time / self.choices.max(1)
    }
}
