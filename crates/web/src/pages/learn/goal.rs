use bosworth_board::{Target, card_of, targets};
use bosworth_rules::{Action, Position, Side, Square};

/// What a learner is asked to do. What is right is found with the rules, not written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Bring the crown to this square.
    To(&'static str),
    /// Play any card.
    Play,
    /// Draw; this card comes up.
    Draw(&'static str),
    /// Pass.
    Pass,
    /// Do what changes the points most in one's favour.
    Best,
    /// Press this square.
    Tap(&'static str),
    /// Say who has won, or has more points if the game goes on.
    Count,
}

impl Goal {
    /// Whether it is reached by an action.
    pub fn is_action(self) -> bool {
        !matches!(self, Self::Tap(_) | Self::Count)
    }

    /// The actions that reach it.
    pub fn actions(self, position: &Position) -> Vec<Action> {
        let targets = targets(position);
        let most = targets.iter().map(Target::worth).max();
        let fits = |target: &&Target| match self {
            Self::To(square) => square.parse() == Ok(target.square),
            Self::Play => true,
            Self::Best => Some(target.worth()) == most,
            _ => false,
        };
        match self {
            Self::Draw(_) => vec![Action::Draw],
            Self::Pass => vec![Action::Pass],
            _ => targets.iter().filter(fits).map(|target| target.action).collect(),
        }
    }

    /// The squares that a hint points at.
    pub fn squares(self, position: &Position) -> Vec<Square> {
        if let Self::Tap(square) = self {
            return square.parse().into_iter().collect();
        }
        let cards = self.actions(position).into_iter().filter_map(card_of);
        cards.filter_map(|card| position.target(position.side(), card)).collect()
    }
}

/// Who has won; while the game goes on, who has more points.
pub fn leader(position: &Position) -> Option<Side> {
    if let Some(outcome) = position.outcome() {
        return outcome.verdict.winner();
    }
    let points = position.scores().map(|score| score.points);
    match points.red.cmp(&points.white) {
        core::cmp::Ordering::Greater => Some(Side::Red),
        core::cmp::Ordering::Less => Some(Side::White),
        core::cmp::Ordering::Equal => None,
    }
}
