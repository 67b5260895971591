use bosworth_rules::Action;

use crate::Value;

/// What a search found out about a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// The value for the side to act, if it does the best it can.
    pub value: Value,
    /// Every legal action, the best first. Empty when the game is over.
    pub lines: Vec<Variation>,
    /// How many plies ahead it looked: all of them for a full-width search, the longest line
    /// for a tree.
    pub depth: u32,
    /// How many positions were valued.
    pub nodes: u64,
    /// Whether the values are certain and no estimates.
    pub exact: bool,
}

/// An action and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// The actions, as far as they do not depend on chance; never empty.
    pub actions: Vec<Action>,
    /// The value of the first action for the side to act.
    pub value: Value,
    /// How much of the search went into it.
    pub nodes: u64,
}

impl Analysis {
    /// The best action; none when the game is over.
    pub fn best(&self) -> Option<Action> {
        self.lines.first().map(Variation::action)
    }

    /// The value of an action, if it is legal.
    pub fn value_of(&self, action: Action) -> Option<Value> {
        self.lines.iter().find(|line| line.action() == action).map(|line| line.value)
    }
}

impl Variation {
    /// The action itself.
    pub fn action(&self) -> Action {
        self.actions[0]
    }
}
