//! The messages between pages and the engine worker, as JSON.

use bosworth_engine::{CardChance, DecisionReview, DrawLuck, Forecast, PlyReview, ReviewDepth};
use bosworth_rules::{Action, Card, Cards, Ply, Side};
use serde::{Deserialize, Serialize};

/// A request from a page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum EngineRequest {
    /// Choose an action at a level.
    Choose {
        /// The position, in the text format.
        position: String,
        /// The level, from 1 to 8.
        level: u8,
        /// The seed of the level's noise in this game.
        game: u64,
    },
    /// Analyse a position.
    Analyse {
        /// The position, in the text format.
        position: String,
        /// The time limit, in milliseconds.
        milliseconds: Option<u32>,
        /// The node limit.
        nodes: Option<u64>,
    },
    /// Review a game.
    Review {
        /// The record.
        record: String,
        /// The search effort per ply.
        #[serde(with = "by_name")]
        depth: ReviewDepth,
    },
    /// Play more games on from a position, with those that the worker has played before.
    RollOut {
        /// The position, in the text format.
        position: String,
    },
    /// Say why actions are good or bad.
    Explain {
        /// The position, in the text format.
        position: String,
        /// The actions: the first is compared with the second, all others with the first.
        actions: Vec<String>,
        /// The code of the language.
        language: String,
        /// Whether White is called blue.
        blue: bool,
    },
}

/// A response of the worker. One request may have several.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum EngineResponse {
    /// The chosen action.
    Chosen(String),
    /// The analysis so far.
    Analysis(Findings),
    /// A review starts: Red's win chance before and after the deal.
    Begun {
        /// The average before the deal.
        start: f64,
        /// In the first position.
        first: f64,
        /// The number of plies.
        plies: usize,
    },
    /// One ply of a review.
    Ply(PlyFindings),
    /// A review is complete; whether the game was finished.
    Done(bool),
    /// Why actions are good or bad.
    Explained(Vec<ExplainedFindings>),
    /// What the games so far say.
    RolledOut(RolloutFindings),
    /// The request failed, with the reason.
    Failed(String),
}

/// Games that were played on from a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RolloutFindings {
    /// Each action with its win chance for the side to act, the bounds of the 95 % interval, and the
    /// number of games; the best first.
    pub actions: Vec<(String, f64, f64, f64, u32)>,
    /// For each square, in percent, how often it ends up red, and how often white.
    pub owners: Vec<(u8, u8)>,
    /// Whether enough is known.
    pub done: bool,
}

/// Why an action is good or bad.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExplainedFindings {
    /// The action.
    pub action: String,
    /// Sentences, the most important first.
    pub reasons: Vec<ReasonFindings>,
}

/// A sentence with its marks on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReasonFindings {
    /// The sentence.
    pub text: String,
    /// Whether it is about the explained action, rather than the one that it is compared with.
    pub is_own: bool,
    /// The win chance that the action gains by it, negative if it is a price.
    pub weight: f64,
    /// The marks, in the text form of [`BoardMark`](bosworth_reasons::BoardMark).
    pub marks: Vec<String>,
}

/// An analysis.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Findings {
    /// The analysed position.
    pub position: String,
    /// One line per legal action, best first.
    pub lines: Vec<LineFindings>,
    /// The search depth.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The elapsed time, in milliseconds.
    pub milliseconds: f64,
    /// Whether all win chances are exact rather than estimated.
    pub exact: bool,
    /// How the game ends, if that is known exactly.
    pub(crate) forecast: String,
    /// Whether this is the final report.
    pub done: bool,
}

/// A forecast in a few letters, of which a page reads more cheaply than of a structure: `r` or `w`
/// wins, `d` is a draw, `r N2,S1 E3` lists the cards with which Red wins and the others, and `e` says
/// that the win chance is exact. Empty if nothing is known.
pub(crate) fn letters(forecast: Option<Forecast>) -> String {
    match forecast {
        None => String::new(),
        Some(Forecast::Certain(None)) => "d".into(),
        Some(Forecast::Certain(Some(side))) => side.letter().into(),
        Some(Forecast::Card { side, wins, others }) => {
            format!("{} {wins} {others}", side.letter())
        }
        Some(Forecast::Chance { .. }) => "e".into(),
    }
}

/// Reads a forecast, given the side to act and its win chance.
fn forecast(text: &str, side: Side, win_chance: f64) -> Option<Forecast> {
    let letter = text.chars().next()?;
    let winner = Side::from_letter(letter);
    // Part 0 names the side.
    let mut parts = [Cards::EMPTY; 3];
    for (cards, part) in parts.iter_mut().zip(text.split(' ')) {
        for card in part.split(',').filter_map(|name| name.parse().ok()) {
            cards.insert(card);
        }
    }
    let [_, wins, others] = parts;
    Some(match winner {
        None if letter == 'e' => Forecast::Chance { side, win_chance },
        Some(side) if !wins.is_empty() => Forecast::Card { side, wins, others },
        winner => Forecast::Certain(winner),
    })
}

/// A line of play with its value, from the perspective of the side to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LineFindings {
    /// The principal variation, up to the first chance event.
    pub actions: Vec<String>,
    /// The win chance, from 0 to 1.
    pub chance: f64,
    /// Whether the win chance is exact rather than estimated.
    pub exact: bool,
    /// The expected margin, in points; always an estimate.
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

    /// The forecast, given the side to act.
    pub fn forecast(&self, side: Side) -> Option<Forecast> {
        forecast(&self.forecast, side, self.lines.first()?.chance)
    }
}

/// Actions or cards in notation, each with Red's win chance.
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
    forecast: String,
    /// The best action, the loss of the one played and whether it is exact, and all actions.
    decision: Option<(String, f64, bool, Chances)>,
    /// Red's mean win chance, Red's luck, and all cards.
    draw: Option<(f64, f64, Chances)>,
}

impl From<&PlyReview> for PlyFindings {
    fn from(ply: &PlyReview) -> Self {
        let decision = ply.decision.as_ref().map(|decision| {
            let actions =
                decision.actions.iter().map(|(action, chance)| (action.to_string(), *chance));
            (decision.best.to_string(), decision.loss, decision.exact, actions.collect())
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
            forecast: letters(ply.forecast),
            decision,
            draw,
        }
    }
}

impl PlyFindings {
    /// Converts to the engine's type; `None` if a field is invalid.
    pub fn review(&self) -> Option<PlyReview> {
        let action = |text: &String| text.parse::<Action>().ok();
        let decision = match &self.decision {
            None => None,
            Some((best, loss, exact, actions)) => {
                let actions = actions
                    .iter()
                    .map(|(text, chance)| action(text).map(|action| (action, *chance)));
                Some(DecisionReview {
                    best: action(best)?,
                    loss: *loss,
                    exact: *exact,
                    actions: actions.collect::<Option<_>>()?,
                    rollout: Vec::new(),
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
        let side = if self.red { Side::Red } else { Side::White };
        // The opponent is to act after it.
        let win_chance = if self.red { 1.0 - self.after } else { self.after };
        Some(PlyReview {
            number: self.number,
            side,
            ply: self.ply.parse::<Ply>().ok()?,
            before: self.before,
            after: self.after,
            margin: self.margin,
            forecast: forecast(&self.forecast, !side, win_chance),
            decision,
            draw,
        })
    }
}

/// Serialises a depth as its name.
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
    use bosworth_engine::{Engine, Random, Review, SearchLimits};
    use bosworth_rules::{Game, PendingDraw, Ruleset};

    use super::*;

    #[test]
    fn a_review_request_names_its_depth() {
        let ask = EngineRequest::Review { record: "*".into(), depth: ReviewDepth::Deep };
        let text = serde_json::to_string(&ask).expect("serialisable");
        assert_eq!(text, r#"{"Review":{"record":"*","depth":"deep"}}"#);
        assert_eq!(serde_json::from_str::<EngineRequest>(&text).expect("valid JSON"), ask);
        assert!(serde_json::from_str::<EngineRequest>(&text.replace("deep", "10")).is_err());
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
        let mut review = Review::of(&game, &Engine::default(), SearchLimits::nodes(50));
        let cards = |range: std::ops::Range<usize>| Card::ALL[range].iter().copied().collect();
        let chance = review.plies[4].after;
        let (side, win_chance) = match review.plies[4].side {
            Side::Red => (Side::White, 1.0 - chance),
            Side::White => (Side::Red, chance),
        };
        let forecasts = [
            None,
            Some(Forecast::Certain(None)),
            Some(Forecast::Certain(Some(Side::White))),
            Some(Forecast::Card { side: Side::Red, wins: cards(0..3), others: cards(3..9) }),
            Some(Forecast::Chance { side, win_chance }),
        ];
        for (ply, forecast) in review.plies.iter_mut().zip(forecasts) {
            ply.forecast = forecast;
        }
        for ply in &review.plies {
            let text = serde_json::to_string(&PlyFindings::from(ply)).expect("serialisable");
            let read: PlyFindings = serde_json::from_str(&text).expect("valid JSON");
            assert_eq!(read.review().as_ref(), Some(ply));
        }
    }
}
