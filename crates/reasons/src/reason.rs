use core::fmt;

use bosworth_rules::{Action, Card, Position, Side, Square, Squares};

use crate::{Aspect, Fact, Landing, RoseEffect};

/// Why an action is better or worse than another.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The action that the fact is about: the one that is explained, or the one that it is compared
    /// with.
    pub about: Action,
    /// The other one of the two.
    pub other: Action,
    /// Whether it is about the action that is explained.
    pub is_own: bool,
    /// What it is about.
    pub aspect: Aspect,
    /// The win chance that the explained action gains by this aspect over the other one; negative if
    /// it is a price.
    pub weight: f64,
    /// The fact.
    pub fact: Fact,
}

/// A mark on the board that shows what a reason talks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardMark {
    /// A way of the crown.
    Arrow(Square, Square),
    /// Some squares.
    Outline(Squares),
    /// A card in a hand.
    Card(Side, Card),
}

/// `e5-c6`, `c5,c6` or `w:NE2`.
impl fmt::Display for BoardMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arrow(from, to) => write!(f, "{from}-{to}"),
            Self::Card(side, card) => write!(f, "{}:{card}", side.letter()),
            Self::Outline(squares) => {
                for (place, square) in squares.iter().enumerate() {
                    write!(f, "{}{square}", if place > 0 { "," } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

impl BoardMark {
    /// Parses the text form of a mark.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((side, card)) = text.split_once(':') {
            let side = Side::from_letter(side.chars().next()?)?;
            return Some(Self::Card(side, card.parse().ok()?));
        }
        if let Some((from, to)) = text.split_once('-') {
            return Some(Self::Arrow(from.parse().ok()?, to.parse().ok()?));
        }
        let squares: Option<Squares> = text.split(',').map(|name| name.parse().ok()).collect();
        squares.map(Self::Outline)
    }
}

impl Reason {
    /// Its marks in the position in which the action is chosen.
    pub fn marks(&self, position: &Position) -> Vec<BoardMark> {
        let side = position.side();
        let mut marks = Vec::new();
        match &self.fact {
            Fact::Rose(effect) | Fact::Denies(effect) | Fact::Prepares(effect) => {
                marks.push(outline(effect));
            }
            Fact::HarmfulRose(at) => marks.push(BoardMark::Outline(Squares::of(*at))),
            Fact::OneReply(landing) | Fact::ReplyEnds(landing, _) => {
                marks.extend(ways(*landing, !side));
            }
            Fact::Reply(landing, effect) => {
                marks.extend(ways(*landing, !side));
                marks.push(outline(effect));
            }
            Fact::EndThreat(landing, _) => marks.extend(ways(*landing, side)),
            Fact::Threat(landing, effect, _) => {
                marks.extend(ways(*landing, side));
                marks.push(outline(effect));
            }
            Fact::HeroReplies(cards)
            | Fact::LoneReplies(cards)
            | Fact::Stuck(cards)
            | Fact::Freed(cards) => {
                marks.extend(cards.iter().map(|card| BoardMark::Card(!side, card)));
            }
            Fact::KeepsCard { card, .. } | Fact::SpendsCard { card, .. } => {
                marks.push(BoardMark::Card(side, *card));
            }
            Fact::Tempo { crown, .. } => marks.push(BoardMark::Outline(Squares::of(*crown))),
            Fact::Ends { .. }
            | Fact::DrawnJoins { .. }
            | Fact::NearsEnd { .. }
            | Fact::Delays { .. }
            | Fact::ReplyPoints { .. }
            | Fact::FewerPoints { .. }
            | Fact::NoReply { .. }
            | Fact::CrownPlace { .. }
            | Fact::FillsHand
            | Fact::ReplyCount { .. }
            | Fact::FollowUps { .. }
            | Fact::HandSize { .. }
            | Fact::Drawable { .. }
            | Fact::SpendsHero(_)
            | Fact::KeepsHero(_) => {}
        }
        marks
    }
}

/// The territory of a new rose, and what it cuts.
fn outline(effect: &RoseEffect) -> BoardMark {
    let joined = effect.joins.iter().fold(Squares::of(effect.at), |all, part| all | *part);
    let cut = effect.cut.as_ref().filter(|cut| cut.loss > effect.gain);
    BoardMark::Outline(cut.map_or(joined, |cut| cut.territory))
}

fn ways(landing: Landing, side: Side) -> [BoardMark; 2] {
    [BoardMark::Card(side, landing.card), BoardMark::Arrow(landing.from, landing.to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_they_are_written() {
        for text in ["e5-c6", "c5,c6", "a1", "w:NE2"] {
            assert_eq!(BoardMark::parse(text).map(|mark| mark.to_string()).as_deref(), Some(text));
        }
        for text in ["", "e5-", "x:NE2", "j1,a1"] {
            assert_eq!(BoardMark::parse(text), None, "{text}");
        }
    }
}
