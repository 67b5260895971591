use bosworth_rules::Action;

/// A legal action of a puzzle and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The action.
    pub action: Action,
    // Invariant: at most `MAX_HALF_POINTS`.
    half_points: u8,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// The best action.
    Best,
    /// It costs at most one point: as good as right.
    Right,
    /// It costs at most four points.
    Close,
    /// It costs more.
    Wrong,
}

impl Grade {
    /// What an answer that costs `loss` points of win chance out of 100 is worth.
    pub fn of(loss: f64) -> Self {
        match loss {
            loss if loss <= 0.0 => Self::Best,
            loss if loss <= Answer::RIGHT => Self::Right,
            loss if loss <= Answer::CLOSE => Self::Close,
            _ => Self::Wrong,
        }
    }
}

/// A whole game, in half points.
pub(crate) const MAX_HALF_POINTS: u8 = 200;

/// Points, 0 to 100, rounded to half points.
pub(crate) fn half_points(points: f64) -> u8 {
    // Positive and at most 200, so that adding a half and cutting off rounds it.
    (points * 2.0 + 0.5).clamp(0.0, f64::from(MAX_HALF_POINTS)) as u8
}

/// Half points as points.
pub(crate) fn points(half_points: u8) -> f64 {
    f64::from(half_points) / 2.0
}

impl Answer {
    /// The largest loss of an answer that is [`Grade::Right`].
    pub const RIGHT: f64 = 1.0;
    /// The largest loss of an answer that is [`Grade::Close`].
    pub const CLOSE: f64 = 4.0;

    /// An action that costs `loss` points of win chance out of 100, rounded to half points.
    pub fn new(action: Action, loss: f64) -> Self {
        Self { action, half_points: half_points(loss) }
    }

    /// `half_points` must be at most `MAX_HALF_POINTS`.
    pub(crate) fn of_half_points(action: Action, half_points: u8) -> Self {
        debug_assert!(half_points <= MAX_HALF_POINTS, "more than a whole game");
        Self { action, half_points }
    }

    pub(crate) fn half_points(self) -> u8 {
        self.half_points
    }

    /// By how many points of win chance out of 100 it falls short of the best action; a multiple of
    /// one half.
    pub fn loss(self) -> f64 {
        points(self.half_points)
    }

    /// What it is worth.
    pub fn grade(self) -> Grade {
        Grade::of(self.loss())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_follow_the_loss_in_half_points() {
        let grade = |loss| Answer::new(Action::Draw, loss).grade();
        assert_eq!([0.0, 0.2].map(grade), [Grade::Best; 2]);
        assert_eq!([0.25, 0.5, 1.0, 1.2].map(grade), [Grade::Right; 4]);
        assert_eq!([1.25, 1.5, 4.0, 4.2].map(grade), [Grade::Close; 4]);
        assert_eq!([4.25, 4.5, 100.0, 250.0].map(grade), [Grade::Wrong; 4]);
    }

    #[test]
    fn a_loss_is_kept_within_a_whole_game() {
        let loss = |loss| Answer::new(Action::Draw, loss).loss();
        let kept = [-3.0, f64::NAN, 7.3, 1e9].map(loss).map(half_points);
        assert_eq!(kept, [0, 0, 15, 200]);
    }
}
