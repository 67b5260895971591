/// Values of games, and what they say about their mean.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Sample {
    values: Vec<f64>,
}

/// The 97.5th percentile of the standard normal distribution: two-sided 95 %.
const DEVIATIONS: f64 = 1.959_964;
/// The squared deviation of a value that is taken to have been seen besides the others: games that
/// all went the same way leave a rest of doubt.
const UNSEEN: f64 = 0.01;
/// The standard deviation of the error that all games of an action share: both sides choose after short
/// searches, and another search values the end. It is larger where games differ more although their luck is
/// taken off, because there the searches see less. docs/lab/rollouts.md says what it was measured by.
const MIN_SHARED_ERROR: f64 = 0.005;
const SHARED_PART: f64 = 0.2;

impl Sample {
    pub(super) fn push(&mut self, value: f64) {
        self.values.push(value);
    }

    pub(super) fn len(&self) -> u32 {
        self.values.len() as u32
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// One half before the first value.
    pub(super) fn mean(&self) -> f64 {
        if self.is_empty() { 0.5 } else { self.values.iter().sum::<f64>() / self.count() }
    }

    fn count(&self) -> f64 {
        self.values.len() as f64
    }

    /// Half the width of the 95 % confidence interval of the mean of such games.
    pub(super) fn reach(&self) -> f64 {
        if self.values.len() < 2 {
            return 1.0;
        }
        student(self.count() - 1.0) * (self.variance() / self.count()).sqrt()
    }

    /// The variance of a game, for two values or more.
    fn variance(&self) -> f64 {
        let (count, mean) = (self.count(), self.mean());
        let squares: f64 = self.values.iter().map(|value| (value - mean).powi(2)).sum();
        (squares + UNSEEN) / (count - 1.0)
    }

    /// The lower and the upper bound of the 95 % confidence interval of the value that the games
    /// estimate. It is wider, and more games do not narrow it without end.
    pub(super) fn interval(&self) -> [f64; 2] {
        if self.values.len() < 2 {
            return [0.0, 1.0];
        }
        let shared = MIN_SHARED_ERROR.hypot(SHARED_PART * self.variance().sqrt());
        let reach = self.reach().hypot(DEVIATIONS * shared);
        // Luck taken off may leave more than a whole win; the value is at most that, and no more certain.
        let nearest = self.mean().clamp(0.0, 1.0);
        [nearest - reach, nearest + reach]
    }

    /// The lower bound of the interval of the mean.
    pub(super) fn low(&self) -> f64 {
        self.mean() - self.reach()
    }

    /// The differences to another sample, game by game.
    pub(super) fn less(&self, other: &Self) -> Self {
        let pairs = self.values.iter().zip(&other.values);
        Self { values: pairs.map(|(value, other)| value - other).collect() }
    }

    /// How far each value is below a number.
    pub(super) fn below(&self, number: f64) -> Self {
        Self { values: self.values.iter().map(|value| number - value).collect() }
    }
}

/// The 97.5th percentile of Student's t-distribution, by its asymptotic expansion.
fn student(freedom: f64) -> f64 {
    // The expansion is of no use for so few values.
    if freedom < 1.5 {
        return 12.706;
    }
    if freedom < 2.5 {
        return 4.303;
    }
    let z = DEVIATIONS;
    let first = (z.powi(3) + z) / (4.0 * freedom);
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * freedom.powi(2));
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z)
        / (384.0 * freedom.powi(3));
    z + first + second + third
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn sample(values: &[f64]) -> Sample {
        Sample { values: values.to_vec() }
    }

    #[test]
    fn students_distribution_is_that_of_the_tables() {
        for (freedom, expected) in
            [(1.0, 12.706), (2.0, 4.303), (3.0, 3.182), (7.0, 2.365), (31.0, 2.040), (1e6, 1.960)]
        {
            assert!((student(freedom) - expected).abs() < 0.03, "{freedom}");
        }
    }

    #[test]
    fn little_is_known_from_few_games() {
        assert_eq!((Sample::default().mean(), Sample::default().reach()), (0.5, 1.0));
        assert!(sample(&[1.0]).reach() >= 1.0);
        let same = |games| sample(&vec![1.0; games]).reach();
        assert!(same(16) > same(64) && same(64) > same(1024) && same(1024) > 0.0);
    }

    #[test]
    fn no_number_of_games_makes_the_value_certain() {
        let many = sample(&vec![0.4; 5000]);
        let [low, high] = many.interval();
        assert!(many.reach() < 0.001 && low < 0.391 && high > 0.409, "{low} {high}");
    }

    #[test]
    fn a_mean_above_a_whole_win_is_not_certain() {
        let [low, _] = sample(&[1.2, 1.1, 1.3, 1.2, 1.1, 1.3, 1.2, 1.2]).interval();
        assert!(low < 0.96, "{low}");
    }

    #[test]
    fn differences_are_taken_pile_by_pile() {
        let one = sample(&[0.1, 0.9, 0.2, 0.8]);
        let other = sample(&[0.0, 0.8, 0.1]);
        let lead = one.less(&other);
        assert_eq!(lead.len(), 3);
        assert!((lead.mean() - 0.1).abs() < 1e-12);
        assert!((other.below(0.5).mean() - 0.2).abs() < 1e-12);
    }

    /// Coverage: of the mean of a skewed distribution on few values, as win chances are.
    #[test]
    fn the_interval_covers_the_mean() {
        let mut random = Random::new(35);
        for games in [16, 64, 256] {
            let mut covered = 0;
            for _ in 0..2000 {
                // A small spread around 0.7, and one game in five that goes wrong by 0.2.
                let value = |random: &mut Random| {
                    let rare = if random.unit() < 0.2 { -0.2 } else { 0.0 };
                    0.74 + rare + 0.1 * (random.unit() - 0.5)
                };
                let values: Vec<_> = (0..games).map(|_| value(&mut random)).collect();
                let it = sample(&values);
                covered += u32::from((it.mean() - 0.7).abs() <= it.reach());
            }
            assert!((1860..=1940).contains(&covered), "{games} games: {covered} of 2000");
        }
    }
}
