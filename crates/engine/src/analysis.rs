use bosworth_rules::Action;

use crate::{Forecast, Value};

/// The result of searching a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// The value for the side to act under best play.
    pub value: Value,
    /// Every legal action, the best first. Empty when the game is over.
    pub lines: Vec<PrincipalVariation>,
    /// The depth in plies: complete for a full-width search, that of the longest line for a tree.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the win chances of all actions are exact, those under best play of both sides.
    pub exact: bool,
    /// How the game ends under best play, if that is known exactly; always if `exact` is set and
    /// the game goes on. If the best action is a proven win, it is known before all the others are.
    pub forecast: Option<Forecast>,
}

/// An action and its expected continuation.
#[derive(Clone, PartialEq, Debug)]
pub struct PrincipalVariation {
    /// The principal variation up to the next draw; never empty.
    pub actions: Vec<Action>,
    /// The value of the first action for the side to act.
    ///
    /// The margin is always an estimate.
    pub value: Value,
    /// The exact win chance of the first action, from 0 to 1, if it is known: solved to the end of
    /// the game, or proven by bounds on the final score.
    pub exact: Option<f64>,
    /// The part of the search that was spent on it: nodes, or visits in a tree.
    pub nodes: u64,
}

impl Analysis {
    /// The best action, or `None` when the game is over.
    pub fn best(&self) -> Option<Action> {
        self.lines.first().map(PrincipalVariation::action)
    }

    /// The win chance of the side to act, from 0 to 1.
    pub fn win_chance(&self) -> f64 {
        self.lines.first().map_or(self.value.win_chance(), PrincipalVariation::win_chance)
    }

    /// The win chance of an action, from 0 to 1, if it is legal.
    pub fn win_chance_of(&self, action: Action) -> Option<f64> {
        let mut lines = self.lines.iter();
        lines.find(|line| line.action() == action).map(PrincipalVariation::win_chance)
    }
}

impl PrincipalVariation {
    /// The first action.
    pub fn action(&self) -> Action {
        self.actions[0]
    }

    /// The win chance of the first action, from 0 to 1: exact if that is known, otherwise an
    /// estimate.
    pub fn win_chance(&self) -> f64 {
        self.exact.unwrap_or_else(|| self.value.win_chance())
    }
}
