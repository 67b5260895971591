//! Elo ratings of any number of players from the pairs of games between them.

use super::crosstable::CrosstableCell;
use super::elo::score;
use super::pairs::{DEVIATIONS, Estimate, Pairs};

/// One drawn pair is added to each pairing, so that a player who won or lost everything has a finite
/// rating.
const DRAWN_PAIRS: f64 = 1.0;
/// The variance of the score of two independent games at even strength. The drawn pair has it, so that a
/// few pairs with the same result do not leave a rating without doubt.
const INDEPENDENT_GAMES: f64 = 0.125;
/// Newton's method stops once no rating changes by more than this.
const CLOSE: f64 = 1e-9;

/// The ratings of `players`, with their mean at 0, and 95 % confidence intervals.
///
/// Ratings maximise the likelihood of the Bradley–Terry model, a pair of games being one
/// observation. The intervals use the observed variance of pairs (the sandwich estimator): both games of a
/// pair have the same cards, so pairs vary less or more than two games that are independent.
pub(super) fn ratings(players: usize, cells: &[CrosstableCell]) -> Vec<Estimate> {
    let met: Vec<_> = cells.iter().filter(|cell| !cell.pairs.is_empty()).collect();
    let mut elo = vec![0.0; players];
    for _ in 0..100 {
        let (slope, curve) = derivatives(&elo, &met);
        let inverse = inverted(anchored(curve));
        let step = product(&inverse, &slope);
        // Full steps may overshoot far from the solution.
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += step.clamp(-400.0, 400.0);
        }
        if step.iter().all(|step| step.abs() < CLOSE) {
            break;
        }
    }
    let inverse = inverted(anchored(derivatives(&elo, &met).1));
    let spread = spread(players, &met);
    (0..players)
        .map(|player| {
            let row = &inverse[player];
            let variance: f64 = product(&spread, row).iter().zip(row).map(|(a, b)| a * b).sum();
            let reach = DEVIATIONS * variance.max(0.0).sqrt();
            let played = met.iter().any(|cell| cell.players.contains(&player));
            let reach = if played { reach } else { f64::INFINITY };
            let elo = elo[player] + 0.0;
            Estimate { elo, low: elo - reach, high: elo + reach }
        })
        .collect()
}

type Matrix = Vec<Vec<f64>>;
type Met<'c> = [&'c CrosstableCell];

/// d score / d Elo at an even score is a quarter of this.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

/// The number of pairs and their mean score, with the drawn pair.
fn with_prior(pairs: &Pairs) -> (f64, f64) {
    let count = pairs.len() as f64;
    let all = count + DRAWN_PAIRS;
    (all, (count * pairs.score() + 0.5 * DRAWN_PAIRS) / all)
}

/// The gradient of the log-likelihood, and its negative second derivatives.
fn derivatives(elo: &[f64], met: &Met<'_>) -> (Vec<f64>, Matrix) {
    let mut slope = vec![0.0; elo.len()];
    let mut curve = vec![vec![0.0; elo.len()]; elo.len()];
    for CrosstableCell { players: [one, other], pairs, .. } in met {
        let (count, mean) = with_prior(pairs);
        let expected = score(elo[*one] - elo[*other]);
        let lead = count * SCALE * (mean - expected);
        slope[*one] += lead;
        slope[*other] -= lead;
        add_pairing(
            &mut curve,
            [*one, *other],
            count * SCALE.powi(2) * expected * (1.0 - expected),
        );
    }
    (slope, curve)
}

/// The covariance of the gradient.
fn spread(count: usize, met: &Met<'_>) -> Matrix {
    let mut spread = vec![vec![0.0; count]; count];
    for CrosstableCell { players, pairs, .. } in met {
        let (count, mean) = with_prior(pairs);
        let own = pairs.variance() + (pairs.score() - mean).powi(2);
        let drawn = (0.5 - mean).powi(2) + INDEPENDENT_GAMES;
        let squares = pairs.len() as f64 * own + DRAWN_PAIRS * drawn;
        // The variance of one pair, times the number of pairs.
        let variance = squares / count;
        add_pairing(&mut spread, *players, count * SCALE.powi(2) * variance);
    }
    spread
}

/// Adds a term that depends on the difference of two ratings.
fn add_pairing(matrix: &mut Matrix, [one, other]: [usize; 2], weight: f64) {
    matrix[one][one] += weight;
    matrix[other][other] += weight;
    matrix[one][other] -= weight;
    matrix[other][one] -= weight;
}

/// Fixes the mean: differences determine ratings only up to a constant.
fn anchored(mut curve: Matrix) -> Matrix {
    let weight = (0..curve.len()).map(|n| curve[n][n]).fold(SCALE.powi(2), f64::max);
    for row in &mut curve {
        for cell in row {
            *cell += weight;
        }
    }
    curve
}

fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination. A player who
/// has met nobody has a row without information, which stays 0.
fn inverted(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|n| f64::from(u8::from(n == row))).collect();
    let mut inverse: Matrix = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        if scale.abs() < f64::MIN_POSITIVE {
            continue;
        }
        for cell in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *cell /= scale;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for n in 0..size {
                matrix[row][n] -= factor * matrix[pivot][n];
                inverse[row][n] -= factor * inverse[pivot][n];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use bosworth_engine::Random;

    use super::super::elo::elo;
    use super::*;

    fn cell(players: [usize; 2], counts: [u64; 5]) -> CrosstableCell {
        let games = 2 * counts.iter().sum::<u64>();
        CrosstableCell { players, pairs: Pairs { counts }, games }
    }

    fn near(found: f64, expected: f64, off: f64) {
        assert!((found - expected).abs() < off, "{found} is not {expected}");
    }

    /// Half the difference each, and nearly the interval of the match between the two.
    #[test]
    fn two_players_are_rated_as_in_a_match() {
        let counts = [20, 40, 300, 80, 60];
        let found = ratings(2, &[cell([0, 1], counts)]);
        let expected = Pairs { counts }.estimate();
        near(found[0].elo - found[1].elo, expected.elo, 0.5);
        near(found[0].high - found[0].low, (expected.high - expected.low) / 2.0, 0.3);
    }

    #[test]
    fn ratings_add_up_along_a_chain() {
        // 0 beats 1 and 1 beats 2 by 100 each; 0 and 2 have not met.
        let won = [0, 0, 7200, 0, 2800];
        let found = ratings(3, &[cell([0, 1], won), cell([1, 2], won)]);
        near(found[0].elo, elo(0.64), 0.2);
        near(found[1].elo, 0.0, 1e-6);
        near(found[2].elo, -elo(0.64), 0.2);
    }

    #[test]
    fn winning_everything_is_a_finite_rating() {
        let sweep = [0, 0, 0, 0, 30];
        let even = cell([1, 2], [0, 0, 9, 0, 0]);
        let found = ratings(3, &[cell([0, 1], sweep), cell([0, 2], sweep), even]);
        assert!(found.iter().all(|rating| rating.elo.is_finite()), "{found:?}");
        assert!(found[0].low > found[1].high, "{found:?}");
    }

    #[test]
    fn two_drawn_pairs_are_no_proof_of_equal_strength() {
        let found = ratings(2, &[cell([0, 1], [0, 0, 2, 0, 0])]);
        assert!(found[0].high - found[0].elo > 20.0, "{found:?}");
    }

    #[test]
    fn nothing_is_known_before_the_first_pair() {
        let found = ratings(2, &[cell([0, 1], [0; 5])]);
        assert!(found.iter().all(|it| it.elo == 0.0 && it.high == f64::INFINITY), "{found:?}");
    }

    /// Four players of known strength: the intervals contain the truth as often as they claim.
    #[test]
    fn the_intervals_cover_the_truth_19_times_out_of_20() {
        let mut random = Random::new(1485);
        let truth: [f64; 4] = [120.0, 30.0, -40.0, -110.0];
        let mut held = 0;
        for _ in 0..500 {
            let mut met = Vec::new();
            for one in 0..4 {
                for other in one + 1..4 {
                    let mut counts = [0; 5];
                    for _ in 0..60 {
                        // Two games of a pair: independent given the strengths.
                        let wins = |_| u64::from(random.unit() < score(truth[one] - truth[other]));
                        let won: u64 = (0..2).map(wins).sum();
                        counts[2 * won as usize] += 1;
                    }
                    met.push(cell([one, other], counts));
                }
            }
            let found = ratings(4, &met);
            let covered = |(it, truth): (&Estimate, f64)| it.low <= truth && truth <= it.high;
            held += found.iter().zip(truth).filter(|&it| covered(it)).count();
        }
        // 1900 are expected; 50 is more than four standard deviations.
        assert!(held.abs_diff(1900) < 50, "{held}");
    }
}
