use std::fmt;
use std::str::FromStr;

use bosworth_rules::{Action, Square};

use crate::Texts;

/// A command of the text mode: a question or an action. The same in every program; English commands
/// are understood in every language, and each language has its own as well ([`Texts::word`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextCommand {
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
pub struct UnknownTextCommand;

impl fmt::Display for UnknownTextCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown word; `help` lists all")
    }
}

impl std::error::Error for UnknownTextCommand {}

impl TextCommand {
    /// The questions without arguments by their English names, in the order of `help`.
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

impl Texts {
    /// Parses a command of this language or of English, whatever its case.
    pub fn word(&self, text: &str) -> Result<TextCommand, UnknownTextCommand> {
        let lower: String = text.trim().chars().map(lower).collect();
        let mut words = lower.split_whitespace();
        let (name, argument) = (words.next().unwrap_or_default(), words.next());
        let is = |id: &str| self.command_names(id).split(", ").any(|own| own == name);
        match argument {
            Some(square) if is("area") && words.next().is_none() => {
                square.parse().map(TextCommand::Area).map_err(|_| UnknownTextCommand)
            }
            None if is("draw") => Ok(TextCommand::Act(Action::Draw)),
            None if is("pass") => Ok(TextCommand::Act(Action::Pass)),
            None => {
                let mut questions = TextCommand::QUESTIONS.into_iter();
                let own = questions.find_map(|(id, word)| is(id).then_some(word));
                let own = own.or_else(|| self.parse_play(name).map(TextCommand::Act));
                own.map_or_else(|| lower.parse(), Ok)
            }
            Some(_) => {
                let play = self.parse_play(&lower).map(TextCommand::Act);
                play.map_or_else(|| lower.parse(), Ok)
            }
        }
    }

    /// The name of a command in this language, given its English one.
    pub fn command_name(&self, id: &str) -> String {
        let names = self.command_names(id);
        names.split(", ").next().unwrap_or_default().into()
    }

    /// All names of a command, the one that is shown first.
    fn command_names(&self, id: &str) -> String {
        self.get(&format!("word-{id}"))
    }
}

/// The lower case of a letter of our three languages; the tables of all scripts are large.
fn lower(letter: char) -> char {
    match letter {
        'À'..='Þ' if letter != '×' => char::from(letter as u8 + 32),
        'Œ' => 'œ',
        _ => letter.to_ascii_lowercase(),
    }
}

/// The English commands.
impl FromStr for TextCommand {
    type Err = UnknownTextCommand;

    /// Case-insensitive; `?` is `help`, `draw` is `+`, and `pass` is the pass.
    fn from_str(text: &str) -> Result<Self, UnknownTextCommand> {
        let lower = text.trim().to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        match (words.next().unwrap_or_default(), words.next(), words.next()) {
            ("area", Some(square), None) => {
                square.parse().map(Self::Area).map_err(|_| UnknownTextCommand)
            }
            ("?", None, _) => Ok(Self::Help),
            ("draw", None, _) => Ok(Self::Act(Action::Draw)),
            ("pass", None, _) => Ok(Self::Act(Action::Pass)),
            (word, None, _) => Self::QUESTIONS
                .into_iter()
                .find_map(|(name, question)| (name == word).then_some(question))
                .or_else(|| word.to_ascii_uppercase().parse().ok().map(Self::Act))
                .ok_or(UnknownTextCommand),
            _ => Err(UnknownTextCommand),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn commands_and_actions_parse() {
        assert_eq!("hand".parse(), Ok(TextCommand::Hand));
        assert_eq!(" Area E5 ".parse(), Ok(TextCommand::Area("e5".parse().unwrap())));
        assert_eq!("ne2*".parse(), Ok(TextCommand::Act("NE2*".parse().unwrap())));
        assert_eq!("draw".parse(), Ok(TextCommand::Act(Action::Draw)));
        assert_eq!("+".parse(), Ok(TextCommand::Act(Action::Draw)));
        for wrong in ["", "area", "area j5", "area e5 e6", "hand me", "NE4", "é"] {
            assert_eq!(wrong.parse::<TextCommand>(), Err(UnknownTextCommand), "{wrong}");
        }
    }

    #[test]
    fn text_commands_are_understood_in_the_language_and_in_english() {
        let [english, german, french] = Language::ALL.map(|language| Texts::new(language, &[]));
        for texts in [&english, &german, &french] {
            for (name, word) in TextCommand::QUESTIONS {
                assert_eq!(texts.word(name), Ok(word), "{name}");
                assert_eq!(texts.word(&texts.command_name(name)), Ok(word), "{name}");
            }
            assert_eq!(texts.word("area e5"), Ok(TextCommand::Area("e5".parse().unwrap())));
            assert_eq!(texts.word("draw"), Ok(TextCommand::Act(Action::Draw)));
            for wrong in ["", "area", "e5", "hand me", "N4", "area e5 e6"] {
                assert_eq!(texts.word(wrong), Err(UnknownTextCommand), "{wrong}");
            }
        }
        assert_eq!(german.word("Ziele"), Ok(TextCommand::Targets));
        assert_eq!(german.word("GEBIET e5"), Ok(TextCommand::Area("e5".parse().unwrap())));
        assert_eq!(german.word("no2*"), Ok(TextCommand::Act("NE2*".parse().unwrap())));
        assert_eq!(german.word("zurück"), Ok(TextCommand::Undo));
        assert_eq!(french.word("no2"), Ok(TextCommand::Act("NW2".parse().unwrap())));
        assert_eq!(french.word("piocher"), Ok(TextCommand::Act(Action::Draw)));
        assert_eq!(english.word("opponent"), Ok(TextCommand::Opponent));
    }

    #[test]
    fn accented_letters_are_lowercased() {
        for letter in ('A'..='Z').chain('À'..='Ö').chain('Ø'..='Þ').chain(['Œ', '×', 'ß', 'é', '1'])
        {
            assert_eq!(lower(letter).to_string(), letter.to_lowercase().to_string());
        }
    }

    #[test]
    fn command_names_are_unambiguous() {
        for language in Language::ALL {
            let texts = Texts::new(language, &[]);
            let others = ["area", "draw", "pass"];
            let ids = TextCommand::QUESTIONS.into_iter().map(|(id, _)| id).chain(others);
            let names: Vec<_> = ids.map(|id| texts.command_names(id)).collect();
            let mut names: Vec<_> = names.iter().flat_map(|names| names.split(", ")).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{names:?}");
        }
    }
}
