//! The mistakes of the reader in a reviewed game, which the training asks for again.

use bosworth_engine::PlyReview;
use bosworth_rules::{BySide, Position, Record, Side};

use super::control::ReviewControl;
use super::errors::loss;
use crate::clocked_table::Seat;
use crate::store::{self, FoundMistake, FoundMistakes};

/// The least loss of a mistake, in points of win chance out of 100.
const MIN_LOSS: f64 = 4.0;

impl ReviewControl {
    /// Stores the reader's mistakes, unless the game is somebody else's.
    pub(super) fn keep_mistakes(self) {
        let Some(entry) = store::game(&self.id()) else { return };
        let reader = self.with_record(|record| reader(record, entry.seats(), store::account()));
        let Some(reader) = reader else { return };
        let mistakes: Vec<_> = self.progress.with_untracked(|progress| {
            let mistake = |ply: &PlyReview| {
                let position = self.with_game(|game| game.positions().get(ply.number - 1).copied());
                found_mistake(ply, reader, &position?)
            };
            progress.review.plies.iter().filter_map(mistake).collect()
        });
        if !mistakes.is_empty() {
            let found =
                FoundMistakes { game: entry.id, played_at: entry.saved.started as i64, mistakes };
            store::keep_found_mistakes(&found);
        }
    }
}

/// The side of the reader: the person against the computer, or the account of this browser.
fn reader(record: &Record, seats: BySide<Seat>, account: Option<String>) -> Option<Side> {
    match (seats.red, seats.white) {
        (Seat::Person, Seat::Level(_)) => Some(Side::Red),
        (Seat::Level(_), Seat::Person) => Some(Side::White),
        (Seat::Level(_), Seat::Level(_)) => None,
        (Seat::Person, Seat::Person) => [(Side::Red, "Red"), (Side::White, "White")]
            .into_iter()
            .find(|(_, tag)| account.is_some() && record.tag(tag) == account.as_deref())
            .map(|(side, _)| side),
    }
}

/// A decision of a side, if it cost enough.
fn found_mistake(ply: &PlyReview, reader: Side, position: &Position) -> Option<FoundMistake> {
    let decision = ply.decision.as_ref().filter(|_| ply.side == reader)?;
    let played = ply.ply.action();
    let lost = |action| loss(ply, action).map(|loss| 100.0 * loss);
    if lost(played)? < MIN_LOSS {
        return None;
    }
    // The deck sorts them.
    let losses: Vec<_> =
        decision.actions.iter().filter_map(|(action, _)| Some((*action, lost(*action)?))).collect();
    Some(FoundMistake::new(ply.number, position.to_string(), played, &losses))
}

#[cfg(test)]
mod tests {
    use super::super::errors::tests::ply;
    use super::*;

    #[test]
    fn a_decision_of_the_reader_that_cost_four_points_is_a_mistake() {
        let position =
            "9/9/9/9/9/9/9/9/9 e5 w N3 N2,E1,W3 4 4 - classic".parse().expect("a position");
        let found = |loss, reader| found_mistake(&ply(7, Side::White, loss), reader, &position);
        let mistake = found(0.25, Side::White).expect("a mistake");
        assert_eq!((mistake.ply, &*mistake.played), (7, "+"));
        let losses: Vec<_> = mistake.losses().collect();
        assert_eq!(losses.first().map(|(action, _)| action.to_string()), Some("N2".into()));
        assert!(losses.iter().any(|(action, loss)| action.to_string() == "+" && *loss > 24.0));
        assert_eq!(found(0.039, Side::White), None);
        assert_eq!(found(0.25, Side::Red), None);
    }

    #[test]
    fn the_reader_is_the_person_or_the_account() {
        let record: Record =
            include_str!("../../../../../e2e/tests/game.rose").parse().expect("a record");
        let reader = |seats: (Seat, Seat), account: Option<&str>| {
            let seats = BySide { red: seats.0, white: seats.1 };
            reader(&record, seats, account.map(Into::into))
        };
        let level = Seat::Level(3);
        assert_eq!(reader((Seat::Person, level), None), Some(Side::Red));
        assert_eq!(reader((level, Seat::Person), Some("x")), Some(Side::White));
        assert_eq!(reader((level, level), None), None);
        let people = (Seat::Person, Seat::Person);
        assert_eq!(reader(people, None), None);
        assert_eq!(reader(people, Some("nobody at all")), None);
        let white = record.tag("White").map(str::to_string);
        assert_eq!(reader(people, white.as_deref()), white.as_ref().map(|_| Side::White));
    }
}
