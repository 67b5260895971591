use bosworth_rules::{GameResult, Record, Side};

use super::search::SearchTerms;
use crate::browser::DateFormats;
use crate::clocked_table::Seat;
use crate::language::{fill, texts, tr};
use crate::player_names::{player_name, tagged};
use crate::settings::select_options;
use crate::store::StoredGame;

select_options! {
    /// Which games are listed.
    #[derive(Default)]
    pub enum LibraryFilter { #[default] All = "all", Local = "local", Online = "online" }
}

/// A game in the library: stored in this browser, or only on the server.
#[derive(Clone, PartialEq, Debug)]
pub struct LibraryGame {
    /// The game.
    pub entry: StoredGame,
    /// Whether it is stored in this browser.
    pub is_local: bool,
    /// Whether it was played online.
    pub is_online: bool,
}

impl LibraryGame {
    /// A game stored in this browser.
    pub fn local(entry: StoredGame) -> Self {
        // Only records from the server have a clock.
        let is_online = entry.saved.record.contains("\n[Clock \"");
        Self { entry, is_local: true, is_online }
    }

    /// A game that is only on the server.
    pub fn online(entry: StoredGame) -> Self {
        Self { entry, is_local: false, is_online: true }
    }

    /// Whether a filter includes the game.
    pub fn is_at(&self, place: LibraryFilter) -> bool {
        match place {
            LibraryFilter::All => true,
            LibraryFilter::Local => self.is_local,
            LibraryFilter::Online => self.is_online,
        }
    }

    /// The terms that a search matches.
    pub fn terms(&self, me: Option<&str>, dates: &DateFormats) -> SearchTerms {
        let row = LibraryRow::of(self, me);
        let fields = [row.players, row.edition, row.code, row.result, row.synonyms, row.score];
        SearchTerms::new(&fields, &dates.of(self.entry.saved.updated))
    }
}

/// The content of a row.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LibraryRow {
    /// The players.
    pub players: String,
    /// The edition.
    pub edition: String,
    /// The edition's name in records.
    pub code: String,
    /// The number of actions.
    pub actions: String,
    /// The result, from the player's point of view if known.
    pub result: String,
    /// Synonyms for the result, for the search.
    pub synonyms: String,
    /// The points.
    pub score: String,
    /// Whether it can be continued.
    pub is_open: bool,
    /// The record, unless it is damaged.
    pub record: Option<Record>,
}

impl LibraryRow {
    /// The row of a game; `me` is the name of the visitor's account.
    pub fn of(game: &LibraryGame, me: Option<&str>) -> Self {
        let Some(record) = game.entry.record() else {
            return Self { players: tr("library-unreadable"), ..Self::default() };
        };
        let seats = game.entry.seats();
        let ruleset = record.start.ruleset();
        let code = ruleset.to_string();
        let names = Side::ALL.map(|side| player_name(&record, seats, side));
        let mine = mine(&record, game, me);
        let (result, synonyms) = match (record.result, mine) {
            (GameResult::Won(side), Some(own)) if side == own => ("library-you-won", "won"),
            (GameResult::Won(_), Some(_)) => ("library-you-lost", "lost"),
            (GameResult::Won(_), None) => ("library-won", "won"),
            (GameResult::Drawn, _) => ("end-drawn", "drawn"),
            (GameResult::Unfinished, _) if record.tag("Termination") == Some("aborted") => {
                ("library-aborted", "aborted")
            }
            (GameResult::Unfinished, _) => ("library-open", "open"),
        };
        let winner = match record.result {
            GameResult::Won(side) => texts().side(side, ruleset),
            _ => String::new(),
        };
        let score = record.score.map(|score| format!("{} : {}", score.red, score.white));
        Self {
            players: names.join(" – "),
            edition: texts().ruleset(ruleset),
            code,
            actions: fill("library-actions", &[("count", record.steps.len().into())]),
            result: fill(result, &[("side", winner.into())]),
            synonyms: tr(&format!("library-find-{synonyms}")),
            score: score.unwrap_or_default(),
            is_open: game.is_local
                && record.result == GameResult::Unfinished
                && record.tag("Secret").is_some(),
            record: Some(record),
        }
    }
}

/// The side of the player whose library this is.
fn mine(record: &Record, game: &LibraryGame, me: Option<&str>) -> Option<Side> {
    let seats = game.entry.seats();
    let people: Vec<_> =
        Side::ALL.into_iter().filter(|&side| seats[side] == Seat::Person).collect();
    match people[..] {
        [side] => Some(side),
        _ => Side::ALL.into_iter().find(|&side| me.is_some() && tagged(record, side) == me),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clocked_table::SavedTable;

    fn game(tags: &str, seats: (Seat, Seat), result: &str) -> LibraryGame {
        let record = format!(
            "{tags}[Rules \"kingofroses\"]\n[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\
             [Score \"0-0\"]\n\n{result}\n"
        );
        let saved = SavedTable {
            record,
            seats,
            clock: None,
            lost: None,
            started: 0.0,
            updated: 0.0,
            version: 0,
        };
        LibraryGame::local(StoredGame { id: "x".into(), saved })
    }

    #[test]
    fn a_row_says_whether_the_player_won_or_lost() {
        let seats = (Seat::Person, Seat::Level(8));
        let row = LibraryRow::of(&game("", seats, "1-0"), None);
        assert_eq!((row.players.as_str(), row.result.as_str()), ("You – Level 8", "You won"));
        assert_eq!(LibraryRow::of(&game("", seats, "0-1"), None).result, "You lost");
        let names = "[Red \"Anne\"]\n[White \"Jo\"]\n";
        let people = (Seat::Person, Seat::Person);
        let result = |me| LibraryRow::of(&game(names, people, "1-0"), me).result;
        assert_eq!(result(Some("Jo")), "You lost");
        assert_eq!(result(None), "Red won");
        assert_eq!(LibraryRow::of(&game(names, people, "1-0"), None).edition, "King of Roses");
    }

    #[test]
    fn an_aborted_game_is_called_aborted() {
        let people = (Seat::Person, Seat::Person);
        let result = |tags| LibraryRow::of(&game(tags, people, "*"), None).result;
        assert_eq!(result("[Clock \"5+3\"]\n[Termination \"aborted\"]\n"), "aborted");
        assert_eq!(result("[Clock \"5+3\"]\n"), "not finished");
    }

    #[test]
    fn a_game_from_the_server_is_recognised_by_its_clock() {
        let people = (Seat::Person, Seat::Person);
        let game = |tags| game(tags, people, "1-0");
        assert!(!game("[Red \"[Clock\"]\n").is_online);
        let online = game("[Red \"Anne\"]\n[Clock \"5+3\"]\n");
        assert!(online.is_online && online.is_local);
        assert!(online.is_at(LibraryFilter::Local) && online.is_at(LibraryFilter::Online));
    }
}
