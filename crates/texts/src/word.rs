use std::fmt;
use std::str::FromStr;

use bosworth_rules::{Action, Square};

/// A command of the text mode: a question or an action. Commands are the same in every language
/// and program; only the answers are translated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// Which cards do I hold, and where do they lead?
    Hand,
    /// And the opponent's?
    Opponent,
    /// What is in the pile and in the discard?
    Pile,
    /// Where is the crown?
    Crown,
    /// What can I do, and what would I gain?
    Targets,
    /// What is on this square, and which territory does it belong to?
    Area(Square),
    /// What is the score?
    Score,
    /// What was the last action?
    Last,
    /// How much time is left?
    Clock,
    /// The whole board, rank by rank.
    Board,
    /// Which commands are there?
    Help,
    /// Take back the last action.
    Undo,
    /// What would the computer do?
    Hint,
    /// An action: `NE2`, `NE2*`, `+`, `pass`.
    Act(Action),
}

/// The text is not a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownWord;

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown word; `help` lists all")
    }
}

impl std::error::Error for UnknownWord {}

impl Word {
    /// The commands without arguments, in the order of `help`.
    pub const QUESTIONS: [(&str, Self); 12] = [
        ("hand", Self::Hand),
        ("opp", Self::Opponent),
        ("targets", Self::Targets),
        ("crown", Self::Crown),
        ("pile", Self::Pile),
        ("score", Self::Score),
        ("last", Self::Last),
        ("clock", Self::Clock),
        ("board", Self::Board),
        ("hint", Self::Hint),
        ("undo", Self::Undo),
        ("help", Self::Help),
    ];
}

impl FromStr for Word {
    type Err = UnknownWord;

    /// Case-insensitive; `?` is `help`, `draw` is `+`, and `pass` is the pass.
    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let lower = text.trim().to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        match (words.next().unwrap_or_default(), words.next(), words.next()) {
            ("area", Some(square), None) => square.parse().map(Self::Area).map_err(|_| UnknownWord),
            ("?", None, _) => Ok(Self::Help),
            ("draw", None, _) => Ok(Self::Act(Action::Draw)),
            ("pass", None, _) => Ok(Self::Act(Action::Pass)),
            (word, None, _) => Self::QUESTIONS
                .into_iter()
                .find_map(|(name, question)| (name == word).then_some(question))
                .or_else(|| word.to_ascii_uppercase().parse().ok().map(Self::Act))
                .ok_or(UnknownWord),
            _ => Err(UnknownWord),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_actions_parse() {
        assert_eq!("hand".parse(), Ok(Word::Hand));
        assert_eq!(" Area E5 ".parse(), Ok(Word::Area("e5".parse().unwrap())));
        assert_eq!("ne2*".parse(), Ok(Word::Act("NE2*".parse().unwrap())));
        assert_eq!("draw".parse(), Ok(Word::Act(Action::Draw)));
        assert_eq!("+".parse(), Ok(Word::Act(Action::Draw)));
        for wrong in ["", "area", "area j5", "area e5 e6", "hand me", "NE4", "é"] {
            assert_eq!(wrong.parse::<Word>(), Err(UnknownWord), "{wrong}");
        }
    }
}
