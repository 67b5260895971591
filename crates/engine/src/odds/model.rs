use bosworth_rules::Handicap;

use super::Odds;
use crate::Level;

/// A logistic model of scores: the log-odds of the giver are the difference of the strengths, less
/// what the handicap is worth. That is a sum over its parts, and depends on how well the two play.
#[derive(Clone, PartialEq, Debug)]
pub struct OddsModel {
    /// The strengths of the levels, in logits.
    pub strengths: [f64; 8],
    /// What it costs to have 0 to 3 heroes, between players of level 4.
    pub heroes: [f64; 4],
    /// What it costs to start with 2 to 4 cards.
    pub cards: [f64; 3],
    /// What 1 to 4 roses of the opponent cost.
    pub roses: [f64; 4],
    /// What it costs to act second.
    pub second: f64,
    /// How much more each missing hero, each missing card and each rose costs for each level above 4 of
    /// the giver, and of the receiver: better players make more of a hero.
    pub slopes: [[f64; 2]; 3],
    /// The standard deviation of the true log-odds from those of the model, by the stronger of the two
    /// levels: of the strongest, fewer games were played.
    pub deviations: [f64; 8],
}

/// The number of games whose score lies in the interval of the odds.
const GAMES: f64 = 2_000.0;
/// The 97.5th percentile of the standard normal distribution.
const DEVIATIONS: f64 = 1.96;

impl OddsModel {
    /// The number of parameters besides the deviations.
    pub const PARAMETERS: usize = 8 + 4 + 3 + 4 + 1 + 6;

    /// How often each parameter counts in the log-odds of the giver, in the order of the fields.
    pub fn row(giver: Level, receiver: Level, handicap: Handicap) -> [f64; Self::PARAMETERS] {
        let mut row = [0.0; Self::PARAMETERS];
        let places = [giver, receiver].map(|level| usize::from(level.number()) - 1);
        row[places[0]] += 1.0;
        row[places[1]] -= 1.0;
        let none = Handicap::NONE;
        let missing =
            [none.heroes() - handicap.heroes(), none.cards() - handicap.cards(), handicap.roses()];
        let above = places.map(|place| place as f64 - 3.0);
        let parts = [
            (8, usize::from(handicap.heroes())),
            (12, usize::from(handicap.cards().max(2)) - 2),
            (15, usize::from(handicap.roses().max(1)) - 1),
        ];
        for (n, ((first, place), missing)) in parts.into_iter().zip(missing).enumerate() {
            if missing > 0 {
                row[first + place] = -1.0;
                for (player, above) in above.into_iter().enumerate() {
                    row[20 + 2 * n + player] = -above * f64::from(missing);
                }
            }
        }
        if handicap.is_second() {
            row[19] = -1.0;
        }
        row
    }

    /// The parameters, in the order of the fields.
    pub fn parameters(&self) -> [f64; Self::PARAMETERS] {
        let mut all = [0.0; Self::PARAMETERS];
        all[..8].copy_from_slice(&self.strengths);
        all[8..12].copy_from_slice(&self.heroes);
        all[12..15].copy_from_slice(&self.cards);
        all[15..19].copy_from_slice(&self.roses);
        all[19] = self.second;
        all[20..].copy_from_slice(self.slopes.as_flattened());
        all
    }

    /// The odds of a game.
    pub fn odds(&self, giver: Level, receiver: Level, handicap: Handicap) -> Odds {
        let row = Self::row(giver, receiver, handicap);
        let logit: f64 =
            row.iter().zip(self.parameters()).map(|(count, value)| count * value).sum();
        let mean = score(logit);
        // Of the model, and of the games.
        let chance = 1.0 / (GAMES * mean * (1.0 - mean));
        let deviation = self.deviations[usize::from(giver.max(receiver).number()) - 1];
        let reach = DEVIATIONS * (deviation.powi(2) + chance).sqrt();
        Odds { mean, low: score(logit - reach), high: score(logit + reach) }
    }
}

/// The score that belongs to log-odds. The exponential function of the library would bring its tables
/// into the pages; this power is as good to four digits.
fn score(logit: f64) -> f64 {
    const POWER: i32 = 1 << 16;
    1.0 / (1.0 + (1.0 - logit / f64::from(POWER)).powi(POWER))
}
