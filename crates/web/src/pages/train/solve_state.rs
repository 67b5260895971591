use bosworth_rules::{Action, Game, Ply};

use super::exercise::TrainingExercise;

/// The number of hints: the theme, the card, the square.
pub const HINTS: u8 = 3;

/// An exercise on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveState {
    pub exercise: TrainingExercise,
    /// The exercise's position, and what follows once it is solved.
    pub game: Game,
    /// The attempts, in order.
    pub tried: Vec<Action>,
    /// How many hints are shown.
    pub hints: u8,
    /// The action that is played on the board: the right one that was found, or the best one, which was
    /// asked for.
    pub played: Option<Action>,
    /// The rating after the first attempt, and how much it changed.
    pub rating: Option<(f64, f64)>,
}

impl SolveState {
    pub fn new(exercise: TrainingExercise) -> Self {
        Self {
            game: Game::new(exercise.position),
            exercise,
            tried: Vec::new(),
            hints: 0,
            played: None,
            rating: None,
        }
    }

    /// Whether an action is expected.
    pub fn is_open(&self) -> bool {
        self.played.is_none()
    }

    /// Whether the answer was found by an attempt, rather than asked for.
    pub fn is_found(&self) -> bool {
        self.played.is_some() && self.tried.last() == self.played.as_ref()
    }

    /// Whether the first attempt was right, without a hint. `None` before it.
    pub fn was_right(&self) -> Option<bool> {
        let first = self.tried.first();
        if first.is_none() && self.is_open() {
            return None;
        }
        Some(self.hints == 0 && first.is_some_and(|first| self.exercise.is_right(*first)))
    }

    /// The last attempt, if it was not right.
    pub fn mistaken(&self) -> Option<Action> {
        self.tried.last().copied().filter(|tried| !self.exercise.is_right(*tried))
    }

    /// Plays an action on the board, and ends the exercise. A draw leaves the board as it is, because
    /// any card may come.
    pub fn finish(&mut self, action: Action) {
        self.played = Some(action);
        self.follow(&[action]);
    }

    /// Continues the game on the board, up to the first draw.
    pub fn follow(&mut self, actions: &[Action]) {
        for action in actions {
            let ply = action.resolved(None).filter(|ply| !matches!(ply, Ply::Draw(_)));
            if ply.is_none_or(|ply| self.game.push(ply).is_err()) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::exercise::tests::exercise;
    use super::*;

    fn action(text: &str) -> Action {
        text.parse().expect("an action")
    }

    #[test]
    fn the_first_attempt_decides_and_a_hint_spoils_it() {
        let mut state = SolveState::new(exercise());
        assert_eq!(state.was_right(), None);
        state.tried.push(action("W1"));
        assert_eq!(state.was_right(), Some(true), "as good as the best");
        state.hints = 1;
        assert_eq!(state.was_right(), Some(false));
        let mut state = SolveState::new(exercise());
        state.tried.extend([action("+"), action("S1")]);
        state.finish(action("S1"));
        assert_eq!((state.was_right(), state.is_found()), (Some(false), true));
    }

    #[test]
    fn an_answer_that_is_asked_for_counts_as_not_found() {
        let mut state = SolveState::new(exercise());
        state.finish(action("S1"));
        assert_eq!(
            (state.was_right(), state.is_found(), state.is_open()),
            (Some(false), false, false)
        );
        assert_eq!(state.game.plies().len(), 1);
    }

    #[test]
    fn a_draw_leaves_the_board_as_it_is() {
        let mut state = SolveState::new(exercise());
        state.finish(Action::Draw);
        assert!(state.game.plies().is_empty() && !state.is_open());
        state.follow(&[action("S1"), Action::Draw, action("N1")]);
        assert_eq!(state.game.plies().len(), 1);
    }
}
