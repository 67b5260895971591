/// What was solved since the page was opened.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TrainingSession {
    /// For each exercise, whether the first attempt was right, and what it lost.
    pub answers: Vec<(bool, f64)>,
    /// How much the rating changed.
    pub rating_change: f64,
}

impl TrainingSession {
    /// The number of right answers.
    pub fn right(&self) -> usize {
        self.answers.iter().filter(|(right, _)| *right).count()
    }

    /// The right answers in a row, up to the last one.
    pub fn streak(&self) -> usize {
        self.answers.iter().rev().take_while(|(right, _)| *right).count()
    }

    /// The longest row of right answers.
    pub fn longest_streak(&self) -> usize {
        let rows = self.answers.split(|(right, _)| !right);
        rows.map(<[_]>::len).max().unwrap_or_default()
    }

    /// What an answer lost on average, in points of win chance out of 100.
    pub fn mean_loss(&self) -> f64 {
        let total: f64 = self.answers.iter().map(|(_, loss)| loss).sum();
        total / self.answers.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_counts_rows_of_right_answers() {
        let answers = [true, true, false, true, true, true, false, true];
        let session = TrainingSession {
            answers: answers.map(|right| (right, if right { 0.0 } else { 6.0 })).into(),
            rating_change: 0.0,
        };
        assert_eq!((session.right(), session.streak(), session.longest_streak()), (6, 1, 3));
        assert!((session.mean_loss() - 1.5).abs() < 1e-9);
        let nothing = TrainingSession::default();
        assert_eq!((nothing.right(), nothing.longest_streak()), (0, 0));
        assert!(nothing.mean_loss().abs() < 1e-9);
    }
}
