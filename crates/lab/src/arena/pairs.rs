use super::elo::{elo, normal};

/// Pentanomial statistics: how many pairs of games ended with 0, ½, 1, 1½ and 2 points for the
/// first player.
///
/// Both games of a pair share their deal, so they are not independent: cards that help a player in
/// one game may hurt it in the other. The variance of pairs accounts for that correlation, whatever
/// its sign; the variance of single games would be too large or too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// The pairs, by half points.
    pub counts: [u64; 5],
}

/// An Elo estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Infinite if all games were won or lost.
    pub elo: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The 97.5th percentile of the standard normal distribution: two-sided 95 %.
pub(super) const DEVIATIONS: f64 = 1.959_964;

impl Pairs {
    /// Counts a pair with 0 to 4 half points for the first player.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether none is counted yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first player's mean score; one half before the first pair.
    pub fn score(&self) -> f64 {
        let half_points: u64 = (0..).zip(self.counts).map(|(points, count)| points * count).sum();
        if self.is_empty() { 0.5 } else { half_points as f64 / (4 * self.len()) as f64 }
    }

    /// The sample variance of a pair's score.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = (0u8..)
            .zip(self.counts)
            .map(|(points, count)| count as f64 * (f64::from(points) / 4.0 - mean).powi(2));
        squares.sum::<f64>() / self.len().max(1) as f64
    }

    /// The standard error of the score.
    pub(crate) fn error(&self) -> f64 {
        (self.variance() / self.len().max(1) as f64).sqrt()
    }

    /// Whether all pairs had the same outcome.
    fn alike(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() <= 1
    }

    /// The confidence interval of the score.
    ///
    /// If all pairs had the same outcome, their variance is 0 and the normal approximation useless.
    /// Then it is the exact bound for unseen outcomes: the largest probability with which they
    /// would not have occurred in that many pairs once in 40 times; they may all be wins or all be
    /// losses.
    fn interval(&self) -> (f64, f64) {
        let score = self.score();
        if self.alike() {
            let others = 1.0 - 0.025f64.powf(1.0 / self.len().max(1) as f64);
            let others = if self.is_empty() { 1.0 } else { others };
            return (score - others * score, score + others * (1.0 - score));
        }
        let reach = DEVIATIONS * self.error();
        ((score - reach).max(0.0), (score + reach).min(1.0))
    }

    /// The Elo difference in favour of the first player.
    pub fn estimate(&self) -> Estimate {
        let (low, high) = self.interval();
        Estimate { elo: elo(self.score()), low: elo(low), high: elo(high) }
    }

    /// The likelihood of superiority (LOS) of the first player.
    ///
    /// The normal approximation of the posterior under a symmetric Dirichlet prior that weighs as much
    /// as one pair. Few pairs, or pairs that all went the same way, have a variance of next to nothing
    /// by themselves; with the prior they give a likelihood that is neither certain nor even.
    pub fn superiority(&self) -> f64 {
        const PRIOR: f64 = 0.2;
        let weights = self.counts.map(|count| count as f64 + PRIOR);
        let total: f64 = weights.iter().sum();
        let moment = |power: i32| {
            let scores = (0u8..).map(|points| (f64::from(points) / 4.0 - 0.5).powi(power));
            weights.iter().zip(scores).map(|(weight, score)| weight * score).sum::<f64>() / total
        };
        let (lead, square) = (moment(1), moment(2));
        normal(lead / ((square - lead * lead) / total).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.05, "{found} is not {expected}");
    }

    fn pairs(counts: [u64; 5]) -> Pairs {
        Pairs { counts }
    }

    #[test]
    fn split_pairs_suggest_equal_strength_without_certainty() {
        let few = pairs([0, 0, 10, 0, 0]);
        let many = pairs([0, 0, 1000, 0, 0]);
        for pairs in [few, many] {
            let Estimate { elo, low, high } = pairs.estimate();
            near(elo, 0.0);
            near(low, -high);
            assert!(high > 0.0 && high.is_finite());
            near(pairs.variance(), 0.0);
            near(pairs.superiority(), 0.5);
        }
        assert!(many.estimate().high < few.estimate().high / 20.0);
    }

    #[test]
    fn three_quarters_are_190_elo() {
        near(pairs([0, 0, 50, 0, 50]).estimate().elo, 190.85);
        near(pairs([0, 0, 0, 100, 0]).estimate().elo, 190.85);
    }

    /// By hand: variance 0.0625, standard error 0.025, score 0.701 to 0.799.
    #[test]
    fn the_interval_follows_from_the_variance_of_pairs() {
        let Estimate { low, high, .. } = pairs([0, 0, 50, 0, 50]).estimate();
        near(low, 148.03);
        near(high, 239.75);
        // Single games with the same score would have a standard error of 0.0306 or less;
        // negatively correlated pairs have a smaller one.
        let shared = pairs([10, 0, 380, 0, 10]).estimate();
        let luck = pairs([100, 0, 200, 0, 100]).estimate();
        assert!(shared.high < luck.high / 2.0);
    }

    #[test]
    fn swapping_the_players_negates_the_result() {
        let here = pairs([3, 5, 20, 9, 8]);
        let there = pairs([8, 9, 20, 5, 3]);
        let (a, b) = (here.estimate(), there.estimate());
        near(a.elo, -b.elo);
        near(a.low, -b.high);
        near(a.high, -b.low);
        assert!((here.superiority() + there.superiority() - 1.0).abs() < 1e-6);
        assert!(here.superiority() > 0.9);
    }

    #[test]
    fn a_clean_sweep_has_a_lower_bound() {
        let Estimate { elo, low, high } = pairs([0, 0, 0, 0, 20]).estimate();
        assert_eq!((elo, high), (f64::INFINITY, f64::INFINITY));
        // Up to 16.8 % of other pairs could have gone unseen in 20.
        near(low, super::elo(0.025f64.powf(0.05)));
        assert!(low > 200.0 && low < 400.0, "{low}");
        near(pairs([20, 0, 0, 0, 0]).estimate().high, -low);
        assert!(pairs([0, 0, 0, 0, 20]).superiority() > 0.999);
    }

    /// Coverage: in matches between players of a known difference, the interval contains it as
    /// often as it claims.
    #[test]
    fn the_interval_covers_the_truth_19_times_out_of_20() {
        let mut random = bosworth_engine::Random::new(1485);
        // Of 20 pairs: the mean is 0.5625, which is 43.66 Elo.
        let bag: Vec<_> =
            (0..).zip([1, 2, 9, 7, 1]).flat_map(|(n, count)| vec![n; count]).collect();
        let truth = elo(0.5625);
        let mut held = 0;
        for _ in 0..4000 {
            let mut pairs = Pairs::default();
            for _ in 0..100 {
                pairs.add(bag[random.below(20) as usize]);
            }
            let Estimate { low, high, .. } = pairs.estimate();
            held += u32::from(low <= truth && truth <= high);
        }
        // 3800 are expected; 60 is four standard deviations.
        assert!(held.abs_diff(3800) < 60, "{held}");
    }

    /// A player that lost both games of its only pair was said to be better with 50 %.
    #[test]
    fn a_lost_pair_makes_superiority_unlikely_and_a_won_one_likely() {
        let (lost, won) = (pairs([1, 0, 0, 0, 0]), pairs([0, 0, 0, 0, 1]));
        assert!((0.05..0.25).contains(&lost.superiority()), "{}", lost.superiority());
        assert!((lost.superiority() + won.superiority() - 1.0).abs() < 1e-6);
        near(pairs([0, 0, 1, 0, 0]).superiority(), 0.5);
        // The better the result and the more pairs, the likelier.
        let rising = [
            pairs([3, 0, 0, 0, 0]),
            pairs([2, 0, 0, 0, 0]),
            lost,
            pairs([0, 1, 0, 0, 0]),
            pairs([0, 0, 1, 0, 0]),
            pairs([0, 0, 0, 1, 0]),
            won,
            pairs([0, 0, 0, 0, 2]),
            pairs([0, 0, 0, 0, 3]),
        ];
        let rising = rising.map(|pairs| pairs.superiority());
        assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
        // Two different pairs are not proof either.
        assert!(pairs([1, 1, 0, 0, 0]).superiority() > 0.02);
    }

    #[test]
    fn nothing_is_known_before_the_first_pair() {
        let none = Pairs::default();
        let Estimate { elo, low, high } = none.estimate();
        assert_eq!((elo, low, high), (0.0, f64::NEG_INFINITY, f64::INFINITY));
        near(none.superiority(), 0.5);
    }
}
