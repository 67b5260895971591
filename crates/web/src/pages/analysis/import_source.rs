use bosworth_rules::{Field, ParseRecordError, Position, Record, ReplayError};

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
}

/// Why a text cannot be imported.
#[derive(Clone, PartialEq, Debug)]
pub enum ImportError {
    /// It is empty.
    Empty,
    /// It is larger than [`MAX_IMPORT_BYTES`].
    TooLarge,
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
        if let Some(link) = text.find("#/analysis?")
            && !text.contains(char::is_whitespace)
        {
            return match Route::parse(&text[link..]) {
                Route::Analysis(AnalysisLink::Position(text) | AnalysisLink::Game(text)) => {
                    Self::plain(&text)
                }
                _ => Err(ImportError::NotKept),
            };
        }
        Self::plain(text)
    }

    fn plain(text: &str) -> Result<Self, ImportError> {
        if text.contains(['[', '{', '\u{0}']) {
            return Self::games(text);
        }
        // Mail and chat programs wrap lines.
        let words: Vec<_> = text.split_whitespace().collect();
        match words.join(" ").parse() {
            Ok(position) => Ok(Self::Position(position)),
            Err(error) => Err(ImportError::Position(error.field)),
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
        for shared in [AnalysisLink::Position(START.into()), AnalysisLink::Game(GAME.into())] {
            let link = format!("https://example.org/{}", Route::Analysis(shared));
            assert!(ImportSource::read(&link).is_ok(), "{link}");
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
    fn other_texts_are_rejected_with_a_reason() {
        let fault = |text: &str| ImportSource::read(text).expect_err("no position and no game");
        assert_eq!(fault(" \n"), ImportError::Empty);
        assert_eq!(fault("hello"), ImportError::Position(Field::Crown));
        assert_eq!(fault(&START.replace("e5", "e6")), ImportError::Position(Field::Crown));
        assert_eq!(
            fault(&START.replace("classic", "<script>")),
            ImportError::Position(Field::Ruleset)
        );
        assert!(matches!(fault("[Red \"x\"]\n\n1. NE2 *"), ImportError::Record(_)));
        assert!(matches!(fault("\u{0}\u{1}PNG"), ImportError::Record(_)));
        assert_eq!(fault("http://x/#/analysis?stored=x"), ImportError::NotKept);
        assert_eq!(fault(&"9".repeat(MAX_IMPORT_BYTES + 1)), ImportError::TooLarge);
    }
}
