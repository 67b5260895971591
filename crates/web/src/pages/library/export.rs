//! Export of games to a file, with everything that an import needs to restore them.

use std::collections::BTreeSet;

use bosworth_rules::Side;

use super::date;
use crate::clocked_table::{Loss, Seat};
use crate::store::StoredGame;

/// The games to save: those of this browser, and those that are only on the server. With a
/// selection of ids, only these.
pub fn games_to_save(
    local: Vec<StoredGame>,
    online: Vec<StoredGame>,
    selected: Option<&BTreeSet<String>>,
) -> Vec<StoredGame> {
    let mut games = local;
    let known = ids(&games);
    games.extend(online.into_iter().filter(|entry| !known.contains(&entry.id)));
    games.retain(|entry| selected.is_none_or(|selected| selected.contains(&entry.id)));
    games
}

/// The ids of games.
pub fn ids<'g>(games: impl IntoIterator<Item = &'g StoredGame>) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    // To collect them would sort them first, which is four kilobytes of code.
    ids.extend(games.into_iter().map(|game| game.id.clone()));
    ids
}

/// The games as one file.
pub fn file_of(games: &[StoredGame]) -> String {
    games.iter().map(|entry| format!("{}\n\n", exported_record(entry).trim_end())).collect()
}

/// The record of a game, with its seats, its start and its ending.
pub fn exported_record(entry: &StoredGame) -> String {
    // An unparsable record is exported as it is.
    let Some(mut record) = entry.record() else { return entry.saved.record.clone() };
    let (day, time) = date::tags(entry.saved.started);
    record.set_tag("UTCDate", &day);
    record.set_tag("UTCTime", &time);
    let seats = entry.seats();
    if Side::ALL.iter().any(|&side| seats[side] != Seat::Person) {
        for (tag, side) in [("RedSeat", Side::Red), ("WhiteSeat", Side::White)] {
            match seats[side] {
                Seat::Person => record.set_tag(tag, "person"),
                Seat::Level(level) => record.set_tag(tag, &format!("level {level}")),
            }
        }
    }
    if let Some(loss) = entry.saved.lost
        && record.tag("Termination").is_none()
    {
        record.set_tag("Termination", if Loss::is_time(loss) { "time" } else { "resigned" });
    }
    record.to_string()
}

#[cfg(test)]
mod tests {
    use bosworth_rules::Record;

    use super::*;
    use crate::clocked_table::SavedTable;

    fn game(id: &str, started: f64) -> StoredGame {
        let saved = SavedTable {
            record: String::new(),
            seats: (Seat::Person, Seat::Person),
            clock: None,
            lost: None,
            started,
            updated: started,
            version: 0,
        };
        StoredGame { id: id.into(), saved }
    }

    #[test]
    fn a_file_of_all_games_includes_those_on_the_server() {
        let local = || vec![game("own", 1.0), game("both", 2.0)];
        let online = || vec![game("both", 3.0), game("online", 4.0)];
        let ids = |games: Vec<StoredGame>| -> Vec<_> {
            games.into_iter().map(|entry| (entry.id, entry.saved.started)).collect()
        };
        let all = [("own", 1.0), ("both", 2.0), ("online", 4.0)];
        let all = all.map(|(id, started)| (id.to_string(), started));
        assert_eq!(ids(games_to_save(local(), online(), None)), all);
        assert_eq!(ids(games_to_save(Vec::new(), vec![game("online", 4.0)], None)), all[2..]);
        let selected: BTreeSet<_> = ["both", "online"].map(String::from).into();
        assert_eq!(ids(games_to_save(local(), online(), Some(&selected))), all[1..]);
    }

    #[test]
    fn an_exported_file_can_be_parsed() {
        let text =
            "[Rules \"classic\"]\n[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n1. NE2 *\n";
        let record: Record = text.parse().expect("a record");
        let saved = SavedTable {
            record: record.to_string(),
            seats: (Seat::Level(3), Seat::Person),
            clock: None,
            lost: Some(Loss::time(Side::Red)),
            started: 0.0,
            updated: 0.0,
            version: 0,
        };
        let entry = StoredGame { id: "x".into(), saved };
        let games: Vec<_> = Record::read_all(&file_of(&[entry.clone(), entry])).collect();
        assert_eq!(games.len(), 2);
        let game = games[1].as_ref().expect("a record");
        let tags = ["UTCDate", "RedSeat", "WhiteSeat", "Termination"].map(|tag| game.tag(tag));
        assert_eq!(tags, [Some("1970.01.01"), Some("level 3"), Some("person"), Some("time")]);
    }
}
