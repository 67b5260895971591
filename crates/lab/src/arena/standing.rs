use std::time::Duration;

use bosworth_rules::Side;

use super::bout::{Bout, Thinking};
use super::pairs::Pairs;
use super::tally::Tally;

/// How a match stands: everything that is known of the pairs so far.
#[derive(Default)]
pub struct Standing {
    /// The pairs by their points.
    pub pairs: Pairs,
    /// The first player's games.
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) tally: Tally,
    /// What the first and the second player thought.
    pub(super) thinking: [Thinking; 2],
}

impl Standing {
    /// Adds a pair, numbered from 1.
    pub(super) fn add(&mut self, pair: u64, bouts: &[Bout; 2], names: [&str; 2]) {
        self.pairs.add(bouts.iter().map(Bout::half_points).sum());
        for (game, bout) in (1..).zip(bouts) {
            match bout.half_points() {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
            self.tally.add(bout, pair, game, names);
            for side in Side::ALL {
                let thinking = &mut self.thinking[usize::from(side != bout.first)];
                thinking.time += bout.thinking[side].time;
                thinking.choices += bout.thinking[side].choices;
            }
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Thinking {
    /// The mean time for a choice.
    pub(super) fn mean(self) -> Duration {
        self.time / self.choices.max(1)
    }
}
