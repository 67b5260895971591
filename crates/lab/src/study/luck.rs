use bosworth_rules::Side;
use serde::Serialize;

use super::estimate::{Estimate, GameRatio, Observed};
use super::reader::StudiedGame;

/// Where the result of a game came from, for the side that began it: the identity of the
/// reviews. `result = mean + deal + draws + play + revision`, where the mean is that of all games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ResultParts {
    /// The result: 1, ½ or 0.
    pub(super) result: f64,
    /// The win chance after the deal.
    pub(super) dealt: f64,
    /// The luck of the draws of both sides.
    pub(super) draws: f64,
    /// What the opponent's decisions have cost less what its own have.
    pub(super) play: f64,
}

/// The shares of the variance of the result, which add up to 1: of each part, its covariance with
/// the result over the variance of the result.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct LuckShares {
    pub(super) deal: Estimate,
    pub(super) draws: Estimate,
    pub(super) play: Estimate,
    /// What the engine that judged the games saw too late: neither luck nor a known mistake.
    pub(super) revision: Estimate,
}

impl ResultParts {
    pub(super) fn of(game: &StudiedGame, result: f64, first: Side) -> Self {
        let mut parts = Self { result, dealt: game.rows[0].value, draws: 0.0, play: 0.0 };
        for (row, position) in game.rows.iter().zip(&game.positions) {
            let sign = if position.side() == first { 1.0 } else { -1.0 };
            if !row.luck.is_nan() {
                parts.draws += sign * row.luck;
            }
            if !row.loss.is_nan() {
                parts.play -= sign * row.loss;
            }
        }
        parts
    }
}

impl LuckShares {
    /// The shares over some games; none if all have the same result.
    pub(super) fn of(games: &[ResultParts]) -> Option<Self> {
        let share = |part: fn(&ResultParts) -> f64| share(games, part);
        Some(Self {
            deal: share(|game| game.dealt)?,
            draws: share(|game| game.draws)?,
            play: share(|game| game.play)?,
            revision: share(|game| game.result - game.dealt - game.draws - game.play)?,
        })
    }

    pub(super) fn named(&self) -> [(&'static str, Estimate); 4] {
        [
            ("luck-share deal", self.deal),
            ("luck-share draws", self.draws),
            ("luck-share play", self.play),
            ("luck-share revision", self.revision),
        ]
    }
}

fn share(games: &[ResultParts], part: fn(&ResultParts) -> f64) -> Option<Estimate> {
    let count = games.len() as f64;
    let mean = games.iter().map(part).sum::<f64>() / count;
    let mean_result = games.iter().map(|game| game.result).sum::<f64>() / count;
    let mut ratio = GameRatio::default();
    for game in games {
        let result = game.result - mean_result;
        let sum = (part(game) - mean) * result;
        ratio.add(Observed { sum, weight: result * result, count: 1 });
    }
    ratio.estimate()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_luck_add_up() {
        let games: Vec<_> = (0..50u32)
            .map(|n| ResultParts {
                result: [0.0, 1.0, 0.5, 1.0, 0.0, 0.0, 1.0][n as usize % 7],
                dealt: 0.5 + f64::from(n * 37 % 11) / 100.0,
                draws: f64::from(n * 53 % 17) / 20.0 - 0.4,
                play: f64::from(n * 29 % 13) / 30.0 - 0.2,
            })
            .collect();
        let shares = LuckShares::of(&games).expect("results differ");
        let sum: f64 = shares.named().iter().map(|(_, share)| share.value).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }

    #[test]
    fn a_game_of_pure_luck_has_no_other_share() {
        let games: Vec<_> = (0..10u32)
            .map(|n| {
                let result = f64::from(n % 2);
                ResultParts { result, dealt: 0.5, draws: result - 0.5, play: 0.0 }
            })
            .collect();
        let shares = LuckShares::of(&games).expect("results differ");
        assert!((shares.draws.value - 1.0).abs() < 1e-12 && shares.draws.interval < 1e-6);
        assert_eq!((shares.deal.value, shares.play.value), (0.0, 0.0));
    }
}
