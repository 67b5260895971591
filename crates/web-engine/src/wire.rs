//! What the pages and the engine's worker say to each other, as JSON.

use bosworth_engine::{CardChance, DecisionReview, DrawLuck, PlyReview, ReviewDepth};
use bosworth_rules::{Action, Card, Ply, Side};
use serde::{Deserialize, Serialize};

/// What a page asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// What would a player of this level do?
    Choose {
        /// Where.
        position: String,
        /// From 1 to 8.
        level: u8,
        /// Tells games apart.
        game: u64,
    },
    /// What is best, and how good is it?
    Analyse {
        /// Where.
        position: String,
        /// For how long at most, in milliseconds.
        milliseconds: Option<u32>,
        /// How many nodes at most.
        nodes: Option<u64>,
    },
    /// How well was this game played?
    Review {
        /// The record.
        record: String,
        /// How thoroughly.
        #[serde(with = "by_name")]
        depth: ReviewDepth,
    },
}

/// What the worker answers. Several answers may come to one question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The action a level chose.
    Chosen(String),
    /// What is known so far.
    Analysis(Findings),
    /// A review begins: Red's chance on average before the deal, and after it.
    Begun {
        /// Before the deal.
        start: f64,
        /// In the first position.
        first: f64,
        /// How many plies there are.
        plies: usize,
    },
    /// One ply of a review.
    Ply(PlyFindings),
    /// A review is done; whether the game was at its end.
    Done(bool),
    /// Something cannot be done, and why.
    Failed(String),
}

/// An analysis.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The position it is of.
    pub position: String,
    /// Every action, the best first.
    pub lines: Vec<LineFindings>,
    /// How deep it went.
    pub depth: u32,
    /// How many positions were valued.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub milliseconds: f64,
    /// Whether it is certain.
    pub exact: bool,
    /// Whether nothing more will come.
    pub done: bool,
}

/// An action and what it leads to, with the eyes of the side to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineFindings {
    /// The actions, as far as they do not depend on chance.
    pub actions: Vec<String>,
    /// The win chance, from 0 to 1.
    pub chance: f64,
    /// By how many points it is expected to win.
    pub margin: f64,
}

impl LineFindings {
    /// The first action.
    pub fn action(&self) -> Option<Action> {
        self.actions.first()?.parse().ok()
    }
}

impl Findings {
    /// The best action.
    pub fn best(&self) -> Option<Action> {
        self.lines.first()?.action()
    }
}

/// Things by their names, each with a win chance of Red.
type Chances = Vec<(String, f64)>;

/// One ply of a review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyFindings {
    number: usize,
    red: bool,
    ply: String,
    before: f64,
    after: f64,
    margin: f64,
    /// The best action, the loss, and every action.
    decision: Option<(String, f64, Chances)>,
    /// The mean, what it brought Red, and every card.
    draw: Option<(f64, f64, Chances)>,
}

impl From<&PlyReview> for PlyFindings {
    fn from(ply: &PlyReview) -> Self {
        let decision = ply.decision.as_ref().map(|decision| {
            let actions =
                decision.actions.iter().map(|(action, chance)| (action.to_string(), *chance));
            (decision.best.to_string(), decision.loss, actions.collect())
        });
        let draw = ply.draw.as_ref().map(|draw| {
            let cards = draw.cards.iter().map(|card| (card.card.to_string(), card.win_chance));
            (draw.mean, draw.red, cards.collect())
        });
        Self {
            number: ply.number,
            red: ply.side == Side::Red,
            ply: ply.ply.to_string(),
            before: ply.before,
            after: ply.after,
            margin: ply.margin,
            decision,
            draw,
        }
    }
}

impl PlyFindings {
    /// The review's own type again; none if a text in it is broken.
    pub fn review(&self) -> Option<PlyReview> {
        let action = |text: &String| text.parse::<Action>().ok();
        let decision = match &self.decision {
            None => None,
            Some((best, loss, actions)) => {
                let actions = actions
                    .iter()
                    .map(|(text, chance)| action(text).map(|action| (action, *chance)));
                Some(DecisionReview {
                    best: action(best)?,
                    loss: *loss,
                    actions: actions.collect::<Option<_>>()?,
                })
            }
        };
        let draw = match &self.draw {
            None => None,
            Some((mean, red, cards)) => {
                let cards = cards.iter().map(|(text, win_chance)| {
                    let card = text.parse::<Card>().ok()?;
                    Some(CardChance { card, win_chance: *win_chance })
                });
                Some(DrawLuck { mean: *mean, red: *red, cards: cards.collect::<Option<_>>()? })
            }
        };
        Some(PlyReview {
            number: self.number,
            side: if self.red { Side::Red } else { Side::White },
            ply: self.ply.parse::<Ply>().ok()?,
            before: self.before,
            after: self.after,
            margin: self.margin,
            decision,
            draw,
        })
    }
}

/// A depth as its name.
mod by_name {
    use bosworth_engine::ReviewDepth;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(depth: &ReviewDepth, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(depth.name())
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<ReviewDepth, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use bosworth_engine::{Engine, Limits, Random, Review};
    use bosworth_rules::{Game, PendingDraw, Ruleset};

    use super::*;

    #[test]
    fn a_review_is_asked_for_by_the_name_of_its_depth() {
        let ask = Ask::Review { record: "*".into(), depth: ReviewDepth::Deep };
        let text = serde_json::to_string(&ask).expect("plain");
        assert_eq!(text, r#"{"Review":{"record":"*","depth":"deep"}}"#);
        assert_eq!(serde_json::from_str::<Ask>(&text).expect("it comes back"), ask);
        assert!(serde_json::from_str::<Ask>(&text.replace("deep", "10")).is_err());
    }

    #[test]
    fn a_review_survives_the_wire() {
        let mut random = Random::new(5);
        let mut game = Game::new(random.deal(Ruleset::CLASSIC));
        for ply in 0..12 {
            let choices: Vec<_> = game.position().actions().iter().collect();
            let action = choices[ply % choices.len()];
            let draw = |pending: &PendingDraw| pending.outcomes().pick(0).expect("a card");
            game.act_with(action, draw).expect("legal");
        }
        let review = Review::of(&game, &Engine::default(), Limits::nodes(50));
        for ply in &review.plies {
            let text = serde_json::to_string(&PlyFindings::from(ply)).expect("plain");
            let read: PlyFindings = serde_json::from_str(&text).expect("it comes back");
            assert_eq!(read.review().as_ref(), Some(ply));
        }
    }
}
