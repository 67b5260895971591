use bosworth_rules::{Action, Card, Ply, Side};

/// What one ply did.
///
/// Win chances are Red's; losses and luck are told with the eyes of the side that acted.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyReview {
    /// The place in the game, from 1.
    pub number: usize,
    /// Who acted.
    pub side: Side,
    /// What was done.
    pub ply: Ply,
    /// The win chance of Red before it.
    pub before: f64,
    /// The win chance of Red after it.
    pub after: f64,
    /// By how many points Red is expected to win after it.
    pub margin: f64,
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
    /// How much worse the action was that was done, in win chance; 0 or more.
    pub loss: f64,
    /// The win chance of Red after every legal action, the best for the side to act first.
    pub actions: Vec<(Action, f64)>,
}

/// A draw and what else it could have brought.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawLuck {
    /// The mean win chance of Red over all cards.
    pub mean: f64,
    /// How much the card that came up brought Red beyond the mean.
    pub red: f64,
    /// What every card would have done, in the canonical order.
    pub cards: Vec<CardChance>,
}

/// A card that might have come up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CardChance {
    /// The card.
    pub card: Card,
    /// The win chance of Red after it.
    pub win_chance: f64,
}

impl DrawLuck {
    /// The luck of a card among all that might have come up.
    pub(super) fn new(drawn: Card, cards: Vec<CardChance>) -> Self {
        let mean = mean(&cards);
        let drawn = cards.iter().find(|card| card.card == drawn);
        Self { mean, red: drawn.map_or(0.0, |drawn| drawn.win_chance - mean), cards }
    }
}

/// The mean over all cards, each as likely as any other.
pub(super) fn mean(cards: &[CardChance]) -> f64 {
    cards.iter().map(|card| card.win_chance).sum::<f64>() / cards.len() as f64
}

impl PlyReview {
    /// How much win chance the side that acted gave away; none if it had no choice.
    pub fn loss(&self) -> Option<f64> {
        self.decision.as_ref().map(|decision| decision.loss)
    }

    /// How bad the decision was, if it was.
    pub fn mark(&self) -> Option<Mark> {
        self.loss().and_then(Mark::of)
    }

    /// A better action than the one that was done.
    pub fn better(&self) -> Option<Action> {
        let decision = self.decision.as_ref()?;
        (decision.best != self.ply.action() && decision.loss > 0.0).then_some(decision.best)
    }

    /// How lucky the side was that drew; none if no card was drawn.
    pub fn luck(&self) -> Option<f64> {
        self.draw.as_ref().map(|draw| seen_by(self.side, draw.red))
    }

    /// How the win chance of the side that acted changed.
    pub fn change(&self) -> f64 {
        seen_by(self.side, self.after - self.before)
    }

    /// Red's gain by skill: what the opponent gave away, or less what Red did.
    pub fn red_skill(&self) -> f64 {
        seen_by(self.side, -self.loss().unwrap_or(0.0))
    }

    /// Red's gain by luck.
    pub fn red_luck(&self) -> f64 {
        self.draw.as_ref().map_or(0.0, |draw| draw.red)
    }

    /// What neither skill nor luck explains: the engine thinks better of Red than before.
    pub fn revision(&self) -> f64 {
        self.after - self.before - self.red_skill() - self.red_luck()
    }
}

/// A gain of Red with the eyes of a side, and the other way round.
pub(super) fn seen_by(side: Side, gain: f64) -> f64 {
    match side {
        Side::Red => gain,
        Side::White => 0.0 - gain,
    }
}

/// How bad a decision was, by the win chance it lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// Five in a hundred games or more: `?!`
    Inaccuracy,
    /// Ten in a hundred games or more: `?`
    Mistake,
    /// Fifteen in a hundred games or more: `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The mark that a loss deserves, if any.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.least())
    }

    /// The least loss that deserves it.
    pub const fn least(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.15,
        }
    }

    /// The sign that annotators write.
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
    fn marks_begin_at_their_least_loss() {
        let signs = [0.0, 0.049, 0.05, 0.099, 0.10, 0.149, 0.15, 1.0]
            .map(|loss| Mark::of(loss).map_or("", Mark::sign));
        assert_eq!(signs, ["", "", "?!", "?!", "?", "?", "??", "??"]);
    }
}
