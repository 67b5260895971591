use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::Card;

/// What a side chooses to do in its turn.
///
/// A draw does not name its card, which is up to chance. An action together with the card that
/// came up is a [`Ply`].
///
/// ```
/// use bosworth_rules::Action;
///
/// assert_eq!("N2".parse(), Ok(Action::Play("N2".parse().unwrap())));
/// assert_eq!(Action::Hero("SW1".parse().unwrap()).to_string(), "SW1*");
/// assert_eq!("+".parse(), Ok(Action::Draw));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Play a card onto an empty square.
    Play(Card),
    /// Play a card and a hero onto the opponent's rose.
    Hero(Card),
    /// Draw a card.
    Draw,
    /// Do nothing, because nothing can be done.
    Pass,
}

/// One step of a game: an action and, for a draw, the card that came up.
///
/// ```
/// use bosworth_rules::{Action, Ply};
///
/// let ply: Ply = "+NE3".parse().unwrap();
/// assert_eq!(ply, Ply::Draw("NE3".parse().unwrap()));
/// assert_eq!(ply.action(), Action::Draw);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ply {
    /// A card was played onto an empty square.
    Play(Card),
    /// A card and a hero were played onto the opponent's rose.
    Hero(Card),
    /// This card was drawn.
    Draw(Card),
    /// Nothing could be done.
    Pass,
}

impl Action {
    /// What has happened once the action is done: for a draw, with the card that came up. None for
    /// a draw whose card is not known yet.
    ///
    /// The one place where a choice becomes a ply; [`Position::act_with`](crate::Position::act_with)
    /// also checks it and finds out the card.
    #[inline]
    pub const fn resolved(self, drawn: Option<Card>) -> Option<Ply> {
        match (self, drawn) {
            (Self::Play(card), _) => Some(Ply::Play(card)),
            (Self::Hero(card), _) => Some(Ply::Hero(card)),
            (Self::Draw, Some(card)) => Some(Ply::Draw(card)),
            (Self::Draw, None) => None,
            (Self::Pass, _) => Some(Ply::Pass),
        }
    }
}

impl Ply {
    /// What was chosen, without the outcome of chance.
    #[inline]
    pub const fn action(self) -> Action {
        match self {
            Self::Play(card) => Action::Play(card),
            Self::Hero(card) => Action::Hero(card),
            Self::Draw(_) => Action::Draw,
            Self::Pass => Action::Pass,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "{card}"),
            Self::Hero(card) => write!(f, "{card}*"),
            Self::Draw => f.write_str("+"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(card) => write!(f, "+{card}"),
            other => fmt::Display::fmt(&other.action(), f),
        }
    }
}

/// The text is not an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseActionError {
    /// None of the four kinds of action.
    Unknown(String),
    /// A bare `+` where the drawn card must be named.
    Unresolved,
    /// A drawn card is named where only the choice to draw is expected.
    Resolved(Card),
}

impl fmt::Display for ParseActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "{text:?} is not an action; actions are a card (N2), a card with a hero (N2*), \
                 a draw (+NE3, or + before the card is known) and pass"
            ),
            Self::Unresolved => {
                f.write_str("the drawn card is missing: write + and the card, such as +NE3")
            }
            Self::Resolved(card) => {
                write!(f, "+{card} names the drawn card; the choice to draw is a bare +")
            }
        }
    }
}

impl core::error::Error for ParseActionError {}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        match text.parse::<Ply>() {
            Ok(Ply::Draw(card)) => Err(ParseActionError::Resolved(card)),
            Ok(ply) => Ok(ply.action()),
            Err(ParseActionError::Unresolved) => Ok(Self::Draw),
            Err(error) => Err(error),
        }
    }
}

impl FromStr for Ply {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Self, ParseActionError> {
        let ply = match text {
            "pass" => Ok(Self::Pass),
            "+" => return Err(ParseActionError::Unresolved),
            _ => match (text.strip_prefix('+'), text.strip_suffix('*')) {
                (Some(card), _) => card.parse().map(Self::Draw),
                (_, Some(card)) => card.parse().map(Self::Hero),
                _ => text.parse().map(Self::Play),
            },
        };
        ply.map_err(|_| ParseActionError::Unknown(text.to_string()))
    }
}
