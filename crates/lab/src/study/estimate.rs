use serde::{Deserialize, Serialize};

/// A figure with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Estimate {
    pub(super) value: f64,
    /// Half the length of the interval.
    pub(super) interval: f64,
    /// The number of games with an observation.
    pub(super) games: u64,
    /// The number of observations.
    pub(super) observations: u64,
}

/// What one game adds to a figure: its numerator, its denominator, and how often it was observed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Observed {
    pub(super) sum: f64,
    pub(super) weight: f64,
    pub(super) count: u64,
}

/// A ratio of two sums over games, such as a mean or the slope of a line.
///
/// What happens within a game is related, while games are independent. So the interval is computed
/// from the differences between games (the linearised variance of a ratio), not between
/// observations, which would make it too short.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct GameRatio {
    games: u64,
    count: u64,
    sum: f64,
    weight: f64,
    sum_sum: f64,
    sum_weight: f64,
    weight_weight: f64,
}

/// The 97.5 % quantile of the normal distribution.
const QUANTILE: f64 = 1.96;

impl Observed {
    /// Adds an observation.
    pub(super) fn add(&mut self, value: f64) {
        self.add_point(value, 1.0);
    }

    /// Adds a point of a line through the origin.
    pub(super) fn add_slope(&mut self, x: f64, y: f64) {
        self.add_point(x * y, x * x);
    }

    fn add_point(&mut self, sum: f64, weight: f64) {
        self.sum += sum;
        self.weight += weight;
        self.count += 1;
    }
}

impl GameRatio {
    /// Adds a game.
    pub(super) fn add(&mut self, game: Observed) {
        let Observed { sum, weight, count } = game;
        self.games += 1;
        self.count += count;
        self.sum += sum;
        self.weight += weight;
        self.sum_sum += sum * sum;
        self.sum_weight += sum * weight;
        self.weight_weight += weight * weight;
    }

    /// Adds other games.
    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.count += other.count;
        self.sum += other.sum;
        self.weight += other.weight;
        self.sum_sum += other.sum_sum;
        self.sum_weight += other.sum_weight;
        self.weight_weight += other.weight_weight;
    }

    /// The ratio. Nothing can be said with fewer than two games.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        if self.games < 2 || self.weight <= 0.0 {
            return None;
        }
        let value = self.sum / self.weight;
        let squares =
            self.sum_sum - 2.0 * value * self.sum_weight + value * value * self.weight_weight;
        let games = self.games as f64;
        let variance = squares.max(0.0) / (self.weight * self.weight) * games / (games - 1.0);
        let interval = QUANTILE * variance.sqrt();
        Some(Estimate { value, interval, games: self.games, observations: self.count })
    }
}

impl Estimate {
    /// The same without digits that mean nothing.
    pub(super) fn rounded(self) -> Self {
        let rounded = |number: f64| (number * 1e5).round() / 1e5 + 0.0;
        Self { value: rounded(self.value), interval: rounded(self.interval), ..self }
    }

    /// The sum of two figures of the same games. How they depend on each other is not known, so the
    /// interval is that of the worst case.
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            interval: self.interval + other.interval,
            games: self.games.max(other.games),
            observations: self.observations.max(other.observations),
        }
    }

    /// Whether two estimates from different games differ by no more than chance explains.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        (self.value - other.value).abs() <= self.interval.hypot(other.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(games: &[&[f64]]) -> Estimate {
        let mut ratio = GameRatio::default();
        for game in games {
            let mut observed = Observed::default();
            game.iter().for_each(|value| observed.add(*value));
            ratio.add(observed);
        }
        ratio.estimate().expect("several games")
    }

    #[test]
    fn interval_of_a_mean_is_that_of_the_textbook() {
        let estimate = of(&[&[1.0], &[2.0], &[3.0], &[6.0]]);
        assert!((estimate.value - 3.0).abs() < 1e-12);
        // The standard deviation is √(14/3), and the standard error half of it.
        assert!((estimate.interval - 1.96 * (14.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
        assert_eq!((estimate.games, estimate.observations), (4, 4));
    }

    #[test]
    fn repeating_an_observation_within_its_game_adds_no_certainty() {
        let once = of(&[&[1.0], &[2.0], &[3.0], &[6.0]]);
        let twice = of(&[&[1.0, 1.0], &[2.0, 2.0], &[3.0, 3.0], &[6.0, 6.0]]);
        assert!((once.interval - twice.interval).abs() < 1e-12);
        assert_eq!(twice.observations, 8);
    }

    #[test]
    fn merged_games_count_as_if_they_had_been_added_one_by_one() {
        let observed = |sum| Observed { sum, weight: 1.0, count: 1 };
        let (mut all, mut first, mut second) = Default::default();
        for (n, sum) in [2.0, 3.0, 5.0, 7.0].into_iter().enumerate() {
            GameRatio::add(&mut all, observed(sum));
            GameRatio::add(if n < 2 { &mut first } else { &mut second }, observed(sum));
        }
        first.merge(&second);
        assert_eq!(first, all);
    }
}
