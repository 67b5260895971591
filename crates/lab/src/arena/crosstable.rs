use super::pairs::{Estimate, Pairs};
use super::ratings::ratings;

/// The scores of players against each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    /// The number of players.
    pub players: usize,
    /// Every two players that meet.
    pub cells: Vec<CrosstableCell>,
}

/// What two players scored against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrosstableCell {
    /// The players, by their places in the list of players.
    pub players: [usize; 2],
    /// The pairs of games, from the first one's point of view.
    pub pairs: Pairs,
    /// The number of games.
    pub games: u64,
}

/// The rating of a player against all others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArenaRating {
    /// The player's place in the list of players.
    pub player: usize,
    /// The rating, with the mean of all players at 0.
    pub estimate: Estimate,
    /// The number of games.
    pub games: u64,
    /// The mean score.
    pub score: f64,
}

impl CrosstableCell {
    /// A player's score against the other; none if these are not the players, or have not met.
    fn score(&self, player: usize, other: usize) -> Option<f64> {
        let score = match self.players {
            _ if self.pairs.is_empty() => return None,
            players if players == [player, other] => self.pairs.score(),
            players if players == [other, player] => 1.0 - self.pairs.score(),
            _ => return None,
        };
        Some(score)
    }
}

impl Crosstable {
    /// The ratings, the best first.
    pub fn ratings(&self) -> Vec<ArenaRating> {
        let estimates = ratings(self.players, &self.cells);
        let mut ratings: Vec<_> = (0..).zip(estimates).map(|it| self.rating(it)).collect();
        ratings.sort_by(|a, b| b.estimate.elo.total_cmp(&a.estimate.elo));
        ratings
    }

    fn rating(&self, (player, estimate): (usize, Estimate)) -> ArenaRating {
        let (mut games, mut points) = (0, 0.0);
        for cell in &self.cells {
            let other = cell.players[usize::from(cell.players[0] == player)];
            if let Some(score) = cell.score(player, other) {
                games += cell.games;
                points += cell.games as f64 * score;
            }
        }
        let score = if games == 0 { 0.5 } else { points / games as f64 };
        ArenaRating { player, estimate, games, score }
    }

    /// A player's score against another; none before they have met.
    pub fn between(&self, player: usize, other: usize) -> Option<f64> {
        self.cells.iter().find_map(|cell| cell.score(player, other))
    }
}
