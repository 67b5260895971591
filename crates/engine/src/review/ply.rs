use bosworth_rules::{Action, Card, Ply, Side};

use crate::{Forecast, RolloutAction};

/// The review of one ply.
///
/// Win chances are Red's; losses and luck are from the point of view of the side that acted.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyReview {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The side that acted.
    pub side: Side,
    /// The ply itself.
    pub ply: Ply,
    /// Red's win chance before it.
    pub before: f64,
    /// Red's win chance after it.
    pub after: f64,
    /// Red's expected margin in points after it.
    pub margin: f64,
    /// How the game ends after it, if that is known exactly.
    pub forecast: Option<Forecast>,
    /// What could have been done; none if there was no choice.
    pub decision: Option<DecisionReview>,
    /// What came up; none if no card was drawn.
    pub draw: Option<DrawLuck>,
}

/// A choice between actions, and what became of it.
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionReview {
    /// The best action.
    pub best: Action,
    /// The win chance lost by the action that was played; never negative.
    pub loss: f64,
    /// Whether the loss is exact: nothing about it is estimated.
    pub exact: bool,
    /// Red's win chance after every legal action, in order of preference of the side to act.
    pub actions: Vec<(Action, f64)>,
    /// What rollouts say, if they judged the decision again; the best first.
    pub rollout: Vec<RolloutAction>,
}

impl DecisionReview {
    /// Whether it is worth judging again: it was costly, and its loss is an estimate.
    pub fn is_doubtful(&self) -> bool {
        self.loss >= SECOND_LOOK && !self.exact
    }

    /// The actions that rollouts have to compare: the one that was played, and the best of those that
    /// the search prefers to it.
    pub fn rivals(&self, played: Action) -> impl Iterator<Item = Action> {
        let before = move |it: &Action| *it != played;
        let better = self.actions.iter().map(|(action, _)| *action).take_while(before);
        [self.best]
            .into_iter()
            .chain(better.filter(|it| *it != self.best))
            .take(MAX_RIVALS)
            .chain([played])
    }

    /// Judges the decision by rollouts of its [rivals](Self::rivals).
    pub fn judge_again(&mut self, played: Action, rollout: Vec<RolloutAction>) {
        let own = rollout.iter().find(|it| it.action == played);
        if let (Some(best), Some(own)) = (rollout.first(), own) {
            self.best = best.action;
            self.loss = best.win - own.win;
            self.exact = best.exact && own.exact;
        }
        self.rollout = rollout;
    }
}

/// The smallest loss that deserves a closer look, by a separate search or by rollouts.
pub(super) const SECOND_LOOK: f64 = 0.025;
/// The maximum number of actions that rollouts compare with the one that was played.
const MAX_RIVALS: usize = 4;

/// The luck of a draw.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawLuck {
    /// Red's mean win chance over all cards.
    pub mean: f64,
    /// Red's luck: the win chance after the card that came up less the mean.
    pub red: f64,
    /// Every card that might have come up, in canonical order.
    pub cards: Vec<CardChance>,
}

/// A card that might have come up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CardChance {
    /// The card.
    pub card: Card,
    /// Red's win chance after it.
    pub win_chance: f64,
}

impl DrawLuck {
    /// The luck of drawing a card among all that might have come up.
    pub(super) fn new(drawn: Card, cards: Vec<CardChance>) -> Self {
        let mean = mean(&cards);
        let drawn = cards.iter().find(|card| card.card == drawn);
        Self { mean, red: drawn.map_or(0.0, |drawn| drawn.win_chance - mean), cards }
    }
}

/// The mean over all cards, which are equally likely.
pub(super) fn mean(cards: &[CardChance]) -> f64 {
    cards.iter().map(|card| card.win_chance).sum::<f64>() / cards.len() as f64
}

impl PlyReview {
    /// The win chance that the side lost by its action; `None` if it was forced.
    pub fn loss(&self) -> Option<f64> {
        self.decision.as_ref().map(|decision| decision.loss)
    }

    /// The mark of the decision, if it was bad enough for one.
    pub fn mark(&self) -> Option<Mark> {
        self.loss().and_then(Mark::of)
    }

    /// A better action than the one that was played.
    pub fn better(&self) -> Option<Action> {
        let decision = self.decision.as_ref()?;
        (decision.best != self.ply.action() && decision.loss > 0.0).then_some(decision.best)
    }

    /// The luck of the side that drew; `None` if no card was drawn.
    pub fn luck(&self) -> Option<f64> {
        self.draw.as_ref().map(|draw| seen_by(self.side, draw.red))
    }

    /// The change of the win chance of the side that acted.
    pub fn change(&self) -> f64 {
        seen_by(self.side, self.after - self.before)
    }

    /// Red's gain by skill: White's loss, or Red's own loss negated.
    pub fn red_skill(&self) -> f64 {
        seen_by(self.side, -self.loss().unwrap_or(0.0))
    }

    /// Red's gain by luck.
    pub fn red_luck(&self) -> f64 {
        self.draw.as_ref().map_or(0.0, |draw| draw.red)
    }

    /// The residual of skill and luck: how far the engine revised its estimate in Red's favour.
    pub fn revision(&self) -> f64 {
        self.after - self.before - self.red_skill() - self.red_luck()
    }
}

/// Converts a gain between Red's and `side`'s point of view, an involution.
pub(super) fn seen_by(side: Side, gain: f64) -> f64 {
    match side {
        Side::Red => gain,
        Side::White => 0.0 - gain,
    }
}

/// The mark of a bad decision, by the win chance it lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A loss of at least 5 percentage points: `?!`
    Inaccuracy,
    /// A loss of at least 10 percentage points: `?`
    Mistake,
    /// A loss of at least 15 percentage points: `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark for a loss, if any.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.least())
    }

    /// The threshold of the mark.
    pub const fn least(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// The conventional annotation symbol.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl core::fmt::Display for Mark {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::Mark;

    #[test]
    fn marks_begin_at_their_thresholds() {
        let signs = [0.0, 0.049, 0.05, 0.099, 0.10, 0.149, 0.15, 1.0]
            .map(|loss| Mark::of(loss).map_or("", Mark::sign));
        assert_eq!(signs, ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }
}
