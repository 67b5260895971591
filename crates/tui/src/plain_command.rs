use bosworth_texts::{TextCommand, Texts, UnknownTextCommand};

/// A command of plain mode: a word of every program, or one of these. They have names in each
/// language; the English names work in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlainCommand {
    /// A question about the game, or an action.
    Word(Word),
    /// Redo an action that was undone.
    Redo,
    /// Another game with the same players.
    Again,
    /// A review of the game.
    Review,
    /// Send a chat message.
    Chat(String),
    /// Resign; before both have acted online, abort the game.
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
    /// Go to the next waiting game.
    Next,
    /// Offer a game with a clock, or without one.
    Offer(String),
    /// Play against a level of the computer.
    Level(String),
    /// The players, their presence, and the spectators.
    Players,
    /// Leave.
    Quit,
}

/// The English name and synonyms of each command.
const ENGLISH: [(&str, &[&str]); 16] = [
    ("redo", &[]),
    ("again", &["new"]),
    ("review", &[]),
    ("chat", &["say"]),
    ("resign", &["abort"]),
    ("takeback", &[]),
    ("rematch", &[]),
    ("claim", &[]),
    ("decline", &["no", "n"]),
    ("yes", &["y"]),
    ("list", &[]),
    ("next", &[]),
    ("offer", &["seek"]),
    ("level", &[]),
    ("players", &[]),
    ("quit", &["exit", "q"]),
];

impl PlainCommand {
    /// Reads a line in a language.
    pub fn read(text: &str, texts: &Texts) -> Result<Self, UnknownTextCommand> {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (first, rest) = (first.to_lowercase(), rest.trim());
        let means = |id: &str, others: &[&str]| {
            id == first || others.contains(&&*first) || names(texts, id).any(|name| name == first)
        };
        let id = ENGLISH.iter().find(|(id, others)| means(id, others)).map(|(id, _)| *id);
        match (id.unwrap_or_default(), rest) {
            ("redo", "") => Ok(Self::Redo),
            ("again", "") => Ok(Self::Again),
            ("review", "") => Ok(Self::Review),
            ("chat", "") => Err(UnknownTextCommand),
            ("chat", said) => Ok(Self::Chat(said.into())),
            ("resign", "") => Ok(Self::Resign),
            ("takeback", "") => Ok(Self::Takeback),
            ("rematch", "") => Ok(Self::Rematch),
            ("claim", "") => Ok(Self::Claim),
            ("decline", "") => Ok(Self::Decline),
            ("yes", "") => Ok(Self::Yes),
            ("list", "") => Ok(Self::List),
            ("next", "") => Ok(Self::Next),
            ("offer", clock) => Ok(Self::Offer(clock.into())),
            ("level", level) => Ok(Self::Level(level.into())),
            ("players", "") => Ok(Self::Players),
            ("quit", "") => Ok(Self::Quit),
            _ => texts.word(text).map(Self::Word),
        }
    }
}

/// All localised names of a command, the displayed one first.
fn names(texts: &Texts, id: &str) -> impl Iterator<Item = String> + use<> {
    let id = format!("word-{id}");
    let names = if texts.has(&id) { texts.get(&id) } else { String::new() };
    let names: Vec<_> =
        names.split(", ").filter(|name| !name.is_empty()).map(String::from).collect();
    names.into_iter()
}

/// The localised name of a command, given its English name.
pub fn name(texts: &Texts, id: &str) -> String {
    names(texts, id).next().unwrap_or_else(|| id.into())
}

/// Explains commands, one line each.
pub fn explain(texts: &Texts, ids: &[&str]) -> Vec<String> {
    let line = |id: &&str| {
        let values = [
            ("word", name(texts, id).into()),
            ("what", texts.get(&format!("plain-help-{id}")).into()),
        ];
        texts.format("plain-help-line", &values)
    };
    ids.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use bosworth_texts::Language;

    use super::*;

    #[test]
    fn commands_are_understood_in_every_language() {
        for language in Language::ALL {
            let texts = crate::texts(language, &[]);
            let read = |text: &str| PlainCommand::read(text, &texts);
            assert_eq!(read("chat  good Luck "), Ok(PlainCommand::Chat("good Luck".into())));
            assert_eq!(read("Resign"), Ok(PlainCommand::Resign));
            assert_eq!(read("hand"), Ok(PlainCommand::Word(Word::Hand)));
            assert_eq!(read("ne2*"), Ok(PlainCommand::Word(Word::Act("NE2*".parse().unwrap()))));
            assert_eq!(read("undo"), Ok(PlainCommand::Word(Word::Undo)));
            assert_eq!(read("offer 5+3"), Ok(PlainCommand::Offer("5+3".into())));
            for wrong in ["chat", "resign now", "NE4", ""] {
                assert_eq!(read(wrong), Err(UnknownTextCommand), "{wrong}");
            }
            for (id, _) in ENGLISH {
                let argument = if id == "chat" { " hello" } else { "" };
                let shown = format!("{}{argument}", name(&texts, id));
                assert_eq!(read(&shown), read(&format!("{id}{argument}")), "{shown}");
            }
        }
    }

    #[test]
    fn german_and_french_words_are_understood() {
        let german = crate::texts(Language::German, &[]);
        assert_eq!(PlainCommand::read("aufgeben", &german), Ok(PlainCommand::Resign));
        assert_eq!(PlainCommand::read("Ja", &german), Ok(PlainCommand::Yes));
        assert_eq!(PlainCommand::read("ende", &german), Ok(PlainCommand::Quit));
        let french = crate::texts(Language::French, &[]);
        assert_eq!(PlainCommand::read("abandonner", &french), Ok(PlainCommand::Resign));
        assert_eq!(PlainCommand::read("oui", &french), Ok(PlainCommand::Yes));
        assert_eq!(PlainCommand::read("quitter", &french), Ok(PlainCommand::Quit));
    }

    #[test]
    fn no_word_has_two_meanings() {
        for language in Language::ALL {
            let texts = crate::texts(language, &[]);
            let ids = ENGLISH.iter().map(|(id, _)| *id);
            let ids = ids.chain(TextCommand::QUESTIONS.iter().map(|(id, _)| *id));
            let ids = ids.chain(["area", "draw", "pass"]);
            let mut all: Vec<_> = ids.flat_map(|id| names(&texts, id)).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{all:?}");
        }
    }

    #[test]
    fn every_command_is_explained_in_every_language() {
        for language in Language::ALL {
            let texts = crate::texts(language, &[]);
            let ids =
                ENGLISH.iter().map(|(id, _)| *id).chain(TextCommand::QUESTIONS.map(|(id, _)| id));
            for id in ids.chain(["area"]) {
                assert!(texts.has(&format!("plain-help-{id}")), "{id}");
            }
        }
    }
}
