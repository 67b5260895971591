use std::str::FromStr;

use bosworth_texts::{UnknownWord, Word};

/// The input at an online table: a word of any table, or one of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// A question about the game, or an action.
    Word(Word),
    /// Send a chat message.
    Chat(String),
    /// Resign; before both have acted, abort the game.
    Resign,
    /// Request a takeback, or accept one.
    Takeback,
    /// Offer a rematch, or accept one.
    Rematch,
    /// Claim the game of an absent opponent.
    Claim,
    /// Decline an offer, or withdraw one's own.
    Decline,
    /// Confirm.
    Yes,
    /// The list of games and offers.
    List,
    /// The players, their presence, and the spectators.
    Players,
    /// Leave.
    Quit,
}

impl Phrase {
    /// The words beyond those of every table, in the order in which help lists them.
    pub const NAMES: [&str; 9] = [
        "players",
        "chat TEXT",
        "takeback",
        "resign",
        "claim",
        "rematch",
        "decline",
        "list",
        "quit",
    ];
}

impl FromStr for Phrase {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (first.to_lowercase().as_str(), rest) {
            ("chat" | "say", "") => Err(UnknownWord),
            ("chat" | "say", said) => Ok(Self::Chat(said.into())),
            ("resign" | "abort", "") => Ok(Self::Resign),
            ("takeback" | "undo", "") => Ok(Self::Takeback),
            ("rematch", "") => Ok(Self::Rematch),
            ("claim", "") => Ok(Self::Claim),
            ("decline" | "no", "") => Ok(Self::Decline),
            ("yes", "") => Ok(Self::Yes),
            ("list", "") => Ok(Self::List),
            ("players", "") => Ok(Self::Players),
            ("quit", "") => Ok(Self::Quit),
            _ => text.parse().map(Self::Word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_tables_and_of_these() {
        assert_eq!("chat  good Luck ".parse(), Ok(Phrase::Chat("good Luck".into())));
        assert_eq!("Resign".parse(), Ok(Phrase::Resign));
        assert_eq!("hand".parse(), Ok(Phrase::Word(Word::Hand)));
        assert_eq!("ne2*".parse(), Ok(Phrase::Word(Word::Act("NE2*".parse().unwrap()))));
        assert_eq!("undo".parse(), Ok(Phrase::Takeback));
        for wrong in ["chat", "resign now", "NE4", ""] {
            assert_eq!(wrong.parse::<Phrase>(), Err(UnknownWord), "{wrong}");
        }
    }
}
