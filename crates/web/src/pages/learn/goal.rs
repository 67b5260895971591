use bosworth_board::{Target, card_of, targets};
use bosworth_rules::{Action, Position, Side, Square};

/// The task of a step. Its solutions are derived from the rules, not hard-coded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Move the crown to this square.
    To(&'static str),
    /// Play any card.
    Play,
    /// Draw; this card is drawn.
    Draw(&'static str),
    /// Pass.
    Pass,
    /// Find the action with the greatest gain.
    Best,
    /// Press this square.
    Tap(&'static str),
    /// Tell who has won, or who is ahead if the game is not over.
    Count,
}

impl Goal {
    /// Whether it is solved by an action.
    pub fn is_action(self) -> bool {
        !matches!(self, Self::Tap(_) | Self::Count)
    }

    /// Whether a draw solves it, and nothing else.
    pub fn wants_draw(self) -> bool {
        matches!(self, Self::Draw(_))
    }

    /// The actions that solve it.
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

    /// The squares that a hint highlights.
    pub fn squares(self, position: &Position) -> Vec<Square> {
        if let Self::Tap(square) = self {
            return square.parse().into_iter().collect();
        }
        let cards = self.actions(position).into_iter().filter_map(card_of);
        cards.filter_map(|card| position.target(position.side(), card)).collect()
    }
}

/// The winner; if the game is not over, the side with more points.
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
