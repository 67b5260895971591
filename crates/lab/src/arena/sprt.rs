use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::elo;
use super::pairs::Pairs;

/// A sequential probability ratio test (SPRT) of two hypotheses: that the first player is better by
/// at most `elo0`, or by at least `elo1`.
///
/// It is Van den Bergh's generalised SPRT on pairs. Each hypothesis fixes the mean of a pair's
/// score; the maximum-likelihood distribution with that mean represents it, and the test statistic
/// is the log-likelihood ratio of the two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis H0.
    pub elo0: f64,
    /// The alternative hypothesis H1.
    pub elo1: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum SprtDecision {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// Not enough pairs yet.
    #[serde(rename = "undecided")]
    Undecided,
}

/// The error rates α and β.
const WRONG: f64 = 0.05;
/// Regularisation: stands in for a count of 0, so that no outcome is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Wald's bound: H1 is accepted at or above it, H0 at or below its negative.
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// The log-likelihood ratio (LLR) of H1 to H0.
    pub fn ratio(self, pairs: &Pairs) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let h0 = likeliest(shares, elo::score(self.elo0));
        let h1 = likeliest(shares, elo::score(self.elo1));
        let compared = counts.iter().zip(h0.iter().zip(h1));
        compared.map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// The decision after these pairs.
    pub fn decide(self, pairs: &Pairs) -> SprtDecision {
        match self.ratio(pairs) {
            ratio if ratio >= Self::bound() => SprtDecision::H1,
            ratio if ratio <= -Self::bound() => SprtDecision::H0,
            _ => SprtDecision::Undecided,
        }
    }
}

/// The maximum-likelihood distribution with a given mean.
///
/// It is the observed frequency over 1 + x·(score - mean), with the x that makes the mean right,
/// found by bisection, since the residual is monotonically decreasing in x.
fn likeliest(shares: [f64; 5], mean: f64) -> [f64; 5] {
    let away = [0.0, 0.25, 0.5, 0.75, 1.0].map(|score| score - mean);
    let left_over = |x: f64| -> f64 {
        shares.iter().zip(away).map(|(share, away)| share * away / (1.0 + x * away)).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if left_over(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|n| shares[n] / (1.0 + x * away[n]))
}

impl fmt::Display for SprtDecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::H0 => "H0 accepted",
            Self::H1 => "H1 accepted",
            Self::Undecided => "undecided",
        })
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok();
            number.filter(|elo| elo.abs() <= 1000.0)
        };
        let both = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match both {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Self { elo0, elo1 }),
            Some(_) => Err(format!("the first number is the smaller one, such as 0,5, not {text}")),
            None => Err("two numbers of Elo from -1000 to 1000 with a comma between them are \
                         expected, such as 0,5"
                .into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 5.0 };

    fn pairs(counts: [u64; 5]) -> Pairs {
        Pairs { counts }
    }

    #[test]
    fn the_most_likely_distribution_sums_to_one_and_has_the_mean() {
        for shares in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.001, 0.001, 0.001, 0.001, 0.996]] {
            for mean in [0.2, 0.5, 0.507, 0.9] {
                let found = likeliest(shares, mean);
                assert!(found.iter().all(|&share| share > 0.0), "{found:?}");
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
                let average: f64 = (0u8..).zip(found).map(|(n, p)| f64::from(n) / 4.0 * p).sum();
                assert!((average - mean).abs() < 1e-6, "{found:?}");
            }
        }
    }

    /// Near an even score the test approximates that of a normal distribution: N (s1 - s0) (2 s -
    /// s0 - s1) / (2 variance).
    #[test]
    fn the_ratio_is_close_to_the_normal_one() {
        let pairs = pairs([500, 2000, 5000, 2200, 600]);
        let (s0, s1) = (elo::score(0.0), elo::score(5.0));
        let normal = pairs.len() as f64 * (s1 - s0) * (2.0 * pairs.score() - s0 - s1)
            / (2.0 * pairs.variance());
        let ratio = TEST.ratio(&pairs);
        assert!((ratio - normal).abs() < 0.02 * normal.abs(), "{ratio} {normal}");
    }

    #[test]
    fn the_ratio_is_symmetric() {
        let there = Sprt { elo0: -5.0, elo1: 0.0 };
        let sum = TEST.ratio(&pairs([3, 5, 20, 9, 8])) + there.ratio(&pairs([8, 9, 20, 5, 3]));
        assert!(sum.abs() < 1e-6, "{sum}");
    }

    #[test]
    fn decisions() {
        assert!((Sprt::bound() - 2.944).abs() < 1e-3);
        assert_eq!(TEST.decide(&Pairs::default()), SprtDecision::Undecided);
        assert_eq!(TEST.decide(&pairs([10, 20, 40, 20, 10])), SprtDecision::Undecided);
        assert_eq!(TEST.decide(&pairs([1000, 2000, 4000, 3000, 1500])), SprtDecision::H1);
        assert_eq!(TEST.decide(&pairs([1500, 3000, 4000, 2000, 1000])), SprtDecision::H0);
        let wide = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(wide.decide(&pairs([0, 0, 0, 0, 10])), SprtDecision::Undecided);
        assert_eq!(wide.decide(&pairs([0, 0, 0, 0, 30])), SprtDecision::H1);
    }

    /// Error rates: with players of equal strength and 50 Elo apart, the wrong hypothesis is
    /// accepted in at most about one of 20 matches.
    #[test]
    fn wrong_decisions_are_rare() {
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        for (elo, right) in [(0.0, SprtDecision::H0), (50.0, SprtDecision::H1)] {
            let mut random = bosworth_engine::Random::new(1485);
            let mut wrong = 0;
            for _ in 0..400 {
                let mut pairs = Pairs::default();
                while test.decide(&pairs) == SprtDecision::Undecided {
                    let won = |share: f64| usize::from(share < elo::score(elo));
                    pairs.add(2 * (won(random.unit()) + won(random.unit())));
                }
                wrong += u32::from(test.decide(&pairs) != right);
            }
            // 20 are expected; 34 is three standard deviations more.
            assert!(wrong < 34, "{wrong} of 400 at {elo} Elo");
        }
    }

    #[test]
    fn hypotheses_are_two_ascending_numbers() {
        assert_eq!("-5,0.5".parse(), Ok(Sprt { elo0: -5.0, elo1: 0.5 }));
        for text in ["5", "5,0", "0,0", "a,b", "0,nan", "0,inf", ""] {
            assert!(text.parse::<Sprt>().expect_err(text).contains("such as 0,5"), "{text}");
        }
    }
}
