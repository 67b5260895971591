use bosworth_puzzles::{Answer, Grade, Puzzle, PuzzleId, Tags};
use bosworth_rules::{Action, Position, Square};

use crate::language::{fill, texts};

/// A decision to find: a puzzle of the set, or a mistake of one's own.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingExercise {
    /// The position.
    pub position: Position,
    /// Every legal action with its loss, the best first.
    pub answers: Vec<Answer>,
    /// The ideas in it, if they are known.
    pub tags: Tags,
    /// The puzzle, unless it is a mistake of one's own.
    pub puzzle: Option<PuzzleId>,
}

impl TrainingExercise {
    /// A puzzle of the set.
    pub fn of(puzzle: &Puzzle) -> Self {
        Self {
            position: *puzzle.position(),
            answers: puzzle.answers().to_vec(),
            tags: puzzle.tags(),
            puzzle: Some(puzzle.id()),
        }
    }

    /// The best action.
    pub fn best(&self) -> Action {
        self.answers.first().map_or(Action::Pass, |answer| answer.action)
    }

    /// By how many points of win chance out of 100 the best action is better than the next one.
    pub fn gap(&self) -> f64 {
        self.answers.get(1).map_or(0.0, |answer| answer.loss())
    }

    /// A legal action with its loss.
    pub fn answer(&self, action: Action) -> Option<Answer> {
        self.answers.iter().copied().find(|answer| answer.action == action)
    }

    /// Whether an action is as good as right.
    pub fn is_right(&self, action: Action) -> bool {
        let grade = self.answer(action).map(Answer::grade);
        matches!(grade, Some(Grade::Best | Grade::Right))
    }

    /// What an action is worth, in words.
    pub fn verdict(&self, action: Action) -> String {
        let Some(answer) = self.answer(action) else { return String::new() };
        let (id, points) = match answer.grade() {
            Grade::Best => ("train-right", self.gap()),
            Grade::Right => ("train-as-good", answer.loss()),
            Grade::Close => ("train-close", answer.loss()),
            Grade::Wrong => ("train-wrong", answer.loss()),
        };
        fill(id, &[("points", points_text(points).into())])
    }

    /// The square to which an action leads.
    pub fn target(&self, action: Action) -> Option<Square> {
        let card = bosworth_board::card_of(action)?;
        self.position.target(self.position.side(), card)
    }
}

/// Points of win chance out of 100: multiples of one half.
pub fn points_text(points: f64) -> String {
    let digits = u32::from(points.fract().abs() > 0.01);
    texts().number(points, digits)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// `S1` joins two roses and is the best by 6.5 points.
    pub fn exercise() -> TrainingExercise {
        let position = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1,W1 N1,N2 4 4 - classic";
        let losses = [("S1", 0.0), ("W1", 1.0), ("E1", 3.5), ("+", 6.5)];
        TrainingExercise {
            position: position.parse().expect("a position"),
            answers: losses
                .map(|(action, loss)| Answer::new(action.parse().expect("an action"), loss))
                .into(),
            tags: Tags::EMPTY,
            puzzle: None,
        }
    }

    #[test]
    fn every_action_is_answered_with_what_it_costs() {
        let exercise = exercise();
        let verdict = |action: &str| exercise.verdict(action.parse().expect("an action"));
        assert_eq!(verdict("S1"), "Right: best by 1 of 100 games.");
        assert_eq!(verdict("W1"), "Right: costs only 1 of 100 games.");
        assert_eq!(verdict("E1"), "Close: costs 3.5 of 100 games.");
        assert_eq!(verdict("+"), "Not this one: costs 6.5 of 100 games.");
    }

    #[test]
    fn what_costs_at_most_a_point_is_right() {
        let exercise = exercise();
        let right = |action: &str| exercise.is_right(action.parse().expect("an action"));
        assert_eq!(["S1", "W1", "E1", "+", "pass"].map(right), [true, true, false, false, false]);
    }
}
