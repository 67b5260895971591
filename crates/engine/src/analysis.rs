use bosworth_rules::Action;

use crate::Value;

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
    /// Whether the values are proven rather than estimated.
    pub exact: bool,
}

/// An action and its expected continuation.
#[derive(Clone, PartialEq, Debug)]
pub struct PrincipalVariation {
    /// The principal variation up to the next draw; never empty.
    pub actions: Vec<Action>,
    /// The value of the first action for the side to act.
    pub value: Value,
    /// The part of the search that was spent on it: nodes, or visits in a tree.
    pub nodes: u64,
}

impl Analysis {
    /// The best action, or `None` when the game is over.
    pub fn best(&self) -> Option<Action> {
        self.lines.first().map(PrincipalVariation::action)
    }

    /// The value of an action, if it is legal.
    pub fn value_of(&self, action: Action) -> Option<Value> {
        self.lines.iter().find(|line| line.action() == action).map(|line| line.value)
    }
}

impl PrincipalVariation {
    /// The first action.
    pub fn action(&self) -> Action {
        self.actions[0]
    }
}
