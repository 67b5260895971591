use anyhow::{Context, Result, ensure};
use bosworth_engine::OddsModel;

use super::HandicapResult;

const COUNT: usize = OddsModel::PARAMETERS;

/// Fits the model to measured matches by weighted least squares on their log-odds. A match weighs as
/// much as its standard error allows; what the model cannot explain is estimated from the residuals,
/// and added to the variance of every match, so that long ones do not dominate. Matches in which one
/// player hardly scored are left out: their log-odds are too uncertain.
pub fn fit(results: &[HandicapResult]) -> Result<OddsModel> {
    let rows = results.iter().filter(|result| result.is_open()).map(Row::of);
    let rows: Vec<Row> = rows.collect::<Result<_>>()?;
    ensure!(rows.len() > COUNT, "{COUNT} parameters need more matches than {}", rows.len());
    // The variance between matches is that with which the weighted squares of the residuals are as
    // large as their number: the estimate of Paule and Mandel, by bisection.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = f64::midpoint(low, high);
        let (values, _) = solve(&rows, middle)?;
        let squares =
            rows.iter().map(|row| row.residual(&values).powi(2) / (row.variance + middle));
        if squares.sum::<f64>() > (rows.len() - COUNT) as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let between = low;
    let (values, covariance) = solve(&rows, between)?;
    let deviations = core::array::from_fn(|place| {
        let spreads = rows.iter().filter(|row| row.strongest == place);
        let (count, sum) = spreads
            .fold((0.0, 0.0), |(count, sum), row| (count + 1.0, sum + row.spread(&covariance)));
        (between + sum / f64::max(count, 1.0)).sqrt()
    });
    Ok(model(&values, deviations))
}

/// A match: how often each parameter counts, the log-odds of the giver's score and their variance.
struct Row {
    counts: [f64; COUNT],
    logit: f64,
    variance: f64,
    /// The place of the stronger level.
    strongest: usize,
}

impl Row {
    fn of(result: &HandicapResult) -> Result<Self> {
        let [giver, receiver] = result.levels()?;
        let (score, error) = result.score();
        // A few pairs may all end alike.
        let error = error.max(0.25 / (result.games() as f64).sqrt());
        Ok(Self {
            counts: OddsModel::row(giver, receiver, result.handicap()?),
            logit: (score / (1.0 - score)).ln(),
            variance: (error / (score * (1.0 - score))).powi(2),
            strongest: usize::from(giver.max(receiver).number()) - 1,
        })
    }

    fn residual(&self, values: &[f64; COUNT]) -> f64 {
        self.logit - self.counts.iter().zip(values).map(|(count, value)| count * value).sum::<f64>()
    }

    /// The variance of the fitted log-odds.
    fn spread(&self, covariance: &[[f64; COUNT]; COUNT]) -> f64 {
        let product = |row: &[f64; COUNT]| {
            row.iter().zip(self.counts).map(|(one, other)| one * other).sum::<f64>()
        };
        covariance.iter().zip(self.counts).map(|(row, count)| count * product(row)).sum()
    }
}

/// The weighted least-squares solution and its covariance.
fn solve(rows: &[Row], between: f64) -> Result<([f64; COUNT], [[f64; COUNT]; COUNT])> {
    let mut normal = [[0.0; COUNT]; COUNT];
    let mut right = [0.0; COUNT];
    for row in rows {
        let weight = 1.0 / (row.variance + between);
        for (one, line) in normal.iter_mut().enumerate() {
            right[one] += weight * row.counts[one] * row.logit;
            for (other, sum) in line.iter_mut().enumerate() {
                *sum += weight * row.counts[one] * row.counts[other];
            }
        }
    }
    // Only differences of strengths matter: level 3 has strength 0.
    normal[2][2] += 1e6;
    let inverse = inverse(normal).context("some parameter was not measured")?;
    let values = inverse.map(|row| row.iter().zip(right).map(|(one, other)| one * other).sum());
    Ok((values, inverse))
}

/// The inverse by Gauss and Jordan, with pivots from the diagonal: the matrix is positive definite.
fn inverse(mut matrix: [[f64; COUNT]; COUNT]) -> Option<[[f64; COUNT]; COUNT]> {
    for place in 0..COUNT {
        let pivot = matrix[place][place];
        if pivot < 1e-9 {
            return None;
        }
        matrix[place][place] = 1.0;
        matrix[place] = matrix[place].map(|value| value / pivot);
        let line = matrix[place];
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[place];
            row[place] = 0.0;
            for (value, above) in row.iter_mut().zip(line) {
                *value -= factor * above;
            }
        }
    }
    Some(matrix)
}

/// The parameters in hundredths: more digits say nothing.
fn model(values: &[f64; COUNT], deviations: [f64; 8]) -> OddsModel {
    let round = |value: f64| (value * 100.0).round() / 100.0 + 0.0;
    let mut rest = values.iter().map(|&value| round(value));
    let mut next = || rest.next().unwrap_or_default();
    OddsModel {
        strengths: core::array::from_fn(|_| next()),
        heroes: core::array::from_fn(|_| next()),
        cards: core::array::from_fn(|_| next()),
        roses: core::array::from_fn(|_| next()),
        second: next(),
        slopes: core::array::from_fn(|_| [next(), next()]),
        deviations: deviations.map(|deviation| (deviation * 100.0).ceil() / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_of_a_matrix_times_it_is_one() {
        let matrix: [[f64; COUNT]; COUNT] = core::array::from_fn(|row| {
            core::array::from_fn(
                |column| if row == column { 9.0 } else { 1.0 / (1 + row + column) as f64 },
            )
        });
        let inverted = inverse(matrix).expect("regular");
        for (number, row) in matrix.iter().enumerate() {
            for column in 0..COUNT {
                let sum: f64 = row.iter().zip(&inverted).map(|(it, of)| it * of[column]).sum();
                let expected = f64::from(u8::from(number == column));
                assert!((sum - expected).abs() < 1e-9, "{number} {column} {sum}");
            }
        }
    }
}
