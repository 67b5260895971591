use bosworth_rules::{GameResult, Side};

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::store::StoredGame;

/// A row of the list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// The id in the store.
    pub id: String,
    /// Who played.
    pub players: String,
    /// When, which edition, how long, who won.
    pub about: String,
    /// The points.
    pub score: String,
    /// Whether the game is unfinished.
    pub open: bool,
}

impl Listed {
    /// The row of a stored game.
    pub fn of(entry: &StoredGame) -> Self {
        let id = entry.id.clone();
        let language = texts().language().code();
        let when = browser::date_and_time(entry.saved.updated, language);
        let Some(record) = entry.record() else {
            let (players, about) = (tr("library-unreadable"), when);
            return Self { id, players, about, score: String::new(), open: false };
        };
        let ruleset = record.start.ruleset();
        let name = |tag: &str, side: Side| {
            record.tag(tag).map_or_else(|| texts().side(side, ruleset), str::to_string)
        };
        let result = match record.result {
            GameResult::Won(side) => {
                fill("library-won", &[("side", texts().side(side, ruleset).into())])
            }
            GameResult::Drawn => tr("end-drawn"),
            GameResult::Unfinished => tr("library-open"),
        };
        let actions = fill("library-actions", &[("count", record.steps.len().into())]);
        let score = record.score.map(|score| format!("{} : {}", score.red, score.white));
        Self {
            id,
            players: format!("{} – {}", name("Red", Side::Red), name("White", Side::White)),
            about: [when, texts().ruleset(ruleset), actions, result].join(" · "),
            score: score.unwrap_or_default(),
            open: record.result == GameResult::Unfinished && record.tag("Secret").is_some(),
        }
    }
}

/// Whether a game matches all words of a search.
pub fn matches(game: &Listed, wanted: &str) -> bool {
    let text = format!("{} {} {} {}", game.players, game.about, game.score, game.id).to_lowercase();
    wanted.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Concatenates records into one file.
pub fn file_of<'a>(records: impl Iterator<Item = &'a str>) -> String {
    records.map(|record| format!("{}\n\n", record.trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use bosworth_rules::Record;

    use super::*;

    #[test]
    fn every_word_of_a_search_must_match() {
        let game = Listed {
            id: "2026-11-15-aa".into(),
            players: "You – Level 3".into(),
            about: "classic · Red won".into(),
            score: "89 : 55".into(),
            open: false,
        };
        assert!(matches(&game, ""));
        assert!(matches(&game, "level RED"));
        assert!(!matches(&game, "level blue"));
    }

    #[test]
    fn an_exported_file_can_be_parsed() {
        let text =
            "[Rules \"classic\"]\n[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 *\n";
        let record: Record = text.parse().expect("a record");
        let text = record.to_string();
        let file = file_of([text.as_str(), text.as_str()].into_iter());
        assert_eq!(Record::read_all(&file).flatten().count(), 2);
    }
}
