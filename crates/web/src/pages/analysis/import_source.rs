use bosworth_rules::{Action, Field, ParseRecordError, Ply, Position, Record, ReplayError};

use crate::route::{AnalysisLink, Route};

/// The maximum size of a text, in bytes.
pub const MAX_IMPORT_BYTES: usize = 2_000_000;

/// The maximum number of listed games.
pub const MAX_LISTED_GAMES: usize = 500;

/// The content of a pasted text, a dropped file or a link.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportSource {
    /// One position.
    Position(Position),
    /// One or more games.
    Games(ImportedGames),
}

/// The games of a text. An unparsable game does not hide the others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportedGames {
    /// The parsed games, each with its number in the text, from 1.
    pub games: Vec<(usize, Record)>,
    /// The numbers of the unparsable games, and why.
    pub skipped: Vec<(usize, ParseRecordError)>,
    /// Whether there are more games than are listed.
    pub more: bool,
    /// The place in the only game, if it comes from a link.
    pub at: Option<String>,
}

/// Why a text cannot be imported.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportError {
    /// It is empty.
    Empty,
    /// It is larger than [`MAX_IMPORT_BYTES`].
    TooLarge,
    /// It is neither a position nor a game.
    Unknown,
    /// A link that carries neither.
    OtherLink,
    /// Actions without the tags that say how their game starts.
    ActionsOnly,
    /// A position with an invalid field.
    Position(Field),
    /// An invalid record.
    Record(ParseRecordError),
    /// A record with an illegal ply.
    Replay(Box<Record>, ReplayError),
    /// No such game is stored in this browser.
    NotKept,
    /// The file cannot be read.
    Unreadable,
}

impl ImportSource {
    /// Parses a position, a record, a file of records, or a link to one of them.
    pub fn read(text: &str) -> Result<Self, ImportError> {
        if text.len() > MAX_IMPORT_BYTES {
            return Err(ImportError::TooLarge);
        }
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        if text.is_empty() {
            return Err(ImportError::Empty);
        }
        if text.lines().any(|line| line.trim_start().starts_with('[')) {
            return Self::games(text);
        }
        let link = text.split_whitespace().find_map(|word| word.find("#/").map(|at| &word[at..]));
        match link.map(Route::parse) {
            Some(Route::Analysis(AnalysisLink::Position(text))) => Self::plain(&text),
            Some(Route::Analysis(AnalysisLink::Game(text, at))) => Ok(match Self::plain(&text)? {
                Self::Games(games) => Self::Games(ImportedGames { at, ..games }),
                Self::Position(position) => Self::Position(position),
            }),
            Some(_) => Err(ImportError::OtherLink),
            None => Self::plain(text),
        }
    }

    /// Parses a text that is not a link.
    fn plain(text: &str) -> Result<Self, ImportError> {
        if text.lines().any(|line| line.trim_start().starts_with('[')) {
            return Self::games(text);
        }
        // Mail and chat programs wrap lines.
        let words: Vec<_> = text.split_whitespace().collect();
        match words.join(" ").parse() {
            Ok(position) => Ok(Self::Position(position)),
            Err(error) => Err(match &words[..] {
                [word] if word.contains("://") => ImportError::OtherLink,
                [board, ..] if board.matches('/').count() > 2 => ImportError::Position(error.field),
                _ if words.iter().any(|word| is_action(word)) => ImportError::ActionsOnly,
                _ => ImportError::Unknown,
            }),
        }
    }

    fn games(text: &str) -> Result<Self, ImportError> {
        let mut all = ImportedGames::default();
        for (number, record) in (1..).zip(Record::read_all(text)) {
            if all.games.len() == MAX_LISTED_GAMES {
                all.more = true;
                break;
            }
            match record {
                Ok(record) => all.games.push((number, record)),
                Err(fault) => all.skipped.push((number, fault)),
            }
        }
        match all.skipped.first() {
            Some((_, fault)) if all.games.is_empty() => Err(ImportError::Record(fault.clone())),
            _ => Ok(Self::Games(all)),
        }
    }
}

/// Whether a word of a record is an action, with or without its number.
fn is_action(word: &str) -> bool {
    let action = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    action.parse::<Action>().is_ok() || action.parse::<Ply>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
    const GAME: &str = "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 W1 *\n";

    #[test]
    fn positions_games_and_links_are_recognised() {
        let start: Position = START.parse().expect("a position");
        assert_eq!(ImportSource::read(START), Ok(ImportSource::Position(start)));
        let broken = format!(" \u{feff}{}\n", START.replace(' ', "\n"));
        assert_eq!(ImportSource::read(&broken), Ok(ImportSource::Position(start)));
        let Ok(ImportSource::Games(all)) = ImportSource::read(GAME) else { panic!("a game") };
        assert_eq!((all.games.len(), all.skipped.len(), all.more), (1, 0, false));
        let place = "1.2.0".to_string();
        for shared in [
            AnalysisLink::Position(START.into()),
            AnalysisLink::Game(GAME.into(), None),
            AnalysisLink::Game(GAME.into(), Some(place)),
        ] {
            let link = format!("https://example.org/{}", Route::Analysis(shared));
            assert!(ImportSource::read(&link).is_ok(), "{link}");
            assert!(ImportSource::read(&format!("look: {link}")).is_ok(), "{link}");
        }
    }

    #[test]
    fn the_number_of_listed_games_is_limited() {
        let Ok(ImportSource::Games(all)) = ImportSource::read(&GAME.repeat(MAX_LISTED_GAMES))
        else {
            panic!()
        };
        assert_eq!((all.games.len(), all.more), (MAX_LISTED_GAMES, false));
        let Ok(ImportSource::Games(all)) = ImportSource::read(&GAME.repeat(MAX_LISTED_GAMES + 1))
        else {
            panic!()
        };
        assert_eq!((all.games.len(), all.more), (MAX_LISTED_GAMES, true));
    }

    #[test]
    fn an_unparsable_game_does_not_hide_the_others() {
        let broken = GAME.replace("W1 *", "nonsense *");
        let text = [GAME, &broken, GAME].join("\n");
        let Ok(ImportSource::Games(all)) = ImportSource::read(&text) else { panic!("two games") };
        let numbers: Vec<_> = all.games.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [1, 3]);
        let [(2, fault)] = &all.skipped[..] else { panic!("{:?}", all.skipped) };
        assert_eq!(fault.line, 7);
        // If there is no other game, its error is reported.
        assert!(matches!(ImportSource::read(&broken), Err(ImportError::Record(_))));
    }

    #[test]
    fn the_reason_fits_what_was_typed() {
        let fault = |text: &str| ImportSource::read(text).expect_err("no position and no game");
        for text in ["hello", "hello world", "{x} hello", "\u{0}\u{1}PNG", "e5", "1/2"] {
            assert_eq!(fault(text), ImportError::Unknown, "{text}");
        }
        for text in ["1. NE2 W1 2. +N1 *", "NE2", "{good} 1. NE2*", "pass"] {
            assert_eq!(fault(text), ImportError::ActionsOnly, "{text}");
        }
        for text in
            ["http://x/#/analysis?stored=x", "https://x.org/#/game/aB3dE6gH9jK2", "https://x.org/"]
        {
            assert_eq!(fault(text), ImportError::OtherLink, "{text}");
        }
        for text in ["9/9/9/9", "9/9/9/9/9/9/9/9/9 e6 r"] {
            assert!(matches!(fault(text), ImportError::Position(_)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_rejected_with_a_reason() {
        let fault = |text: &str| ImportSource::read(text).expect_err("no position and no game");
        assert_eq!(fault(" \n"), ImportError::Empty);
        assert_eq!(
            fault(START.split_once(' ').expect("a board").0),
            ImportError::Position(Field::Crown)
        );
        assert_eq!(fault(&START.replace("e5", "e6")), ImportError::Position(Field::Crown));
        assert_eq!(
            fault(&START.replace("classic", "<script>")),
            ImportError::Position(Field::Ruleset)
        );
        assert!(matches!(fault("[Red \"x\"]\n\n1. NE2 *"), ImportError::Record(_)));
        assert_eq!(fault(&"9".repeat(MAX_IMPORT_BYTES + 1)), ImportError::TooLarge);
    }
}
