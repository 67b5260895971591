//! The names of the players of a stored game.

use bosworth_rules::{BySide, Record, Side};

use crate::clocked_table::Seat;
use crate::pages::seat_name;

/// The maximum length of a name in characters; records can contain anything.
const MAX_NAME_CHARS: usize = 40;

/// The names of the sides in all languages and colours: records of hot-seat games use them as
/// player names.
const SIDE_NAMES: [&str; 9] =
    ["Red", "White", "Blue", "Rot", "Weiß", "Blau", "Rouge", "Blanc", "Bleu"];

/// The name of a side's player: from the seat, or else from the record.
pub fn player_name(record: &Record, seats: BySide<Seat>, side: Side) -> String {
    let people = Side::ALL.iter().all(|&side| seats[side] == Seat::Person);
    let told = tagged(record, side).filter(|name| people && !SIDE_NAMES.contains(name));
    told.map_or_else(|| seat_name(seats, side, record.start.ruleset()), short)
}

/// The name of a side's player in a record.
pub fn tagged(record: &Record, side: Side) -> Option<&str> {
    let tag = record.tag(if side == Side::Red { "Red" } else { "White" })?;
    Some(tag.trim()).filter(|name| !name.is_empty() && *name != "?")
}

fn short(name: &str) -> String {
    if name.chars().count() <= MAX_NAME_CHARS {
        return name.into();
    }
    let start: String = name.chars().take(MAX_NAME_CHARS - 1).collect();
    format!("{start}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(red: &str, white: &str, seats: BySide<Seat>) -> [String; 2] {
        let text = format!(
            "[Red \"{red}\"]\n[White \"{white}\"]\n\
             [Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n\n*\n"
        );
        let record: Record = text.parse().expect("a record");
        Side::ALL.map(|side| player_name(&record, seats, side))
    }

    #[test]
    fn seat_names_are_localised_and_other_names_come_from_the_record() {
        let people = BySide { red: Seat::Person, white: Seat::Person };
        let computer = BySide { red: Seat::Person, white: Seat::Level(8) };
        assert_eq!(names("Du", "Stufe 8", computer), ["You", "Level 8"]);
        assert_eq!(names("Anne", "?", people), ["Anne", "White"]);
        assert_eq!(names("Rot", "Blau", people), ["Red", "White"]);
    }

    #[test]
    fn long_names_are_truncated() {
        let people = BySide { red: Seat::Person, white: Seat::Person };
        let [red, _] = names(&"W".repeat(300), "Jo", people);
        assert_eq!(red.chars().count(), MAX_NAME_CHARS);
    }
}
