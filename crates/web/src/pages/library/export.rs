//! Export of games to a file, with everything that an import needs to restore them.

use bosworth_rules::Side;

use super::date;
use crate::clocked_table::{Loss, Seat};
use crate::store::StoredGame;

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
