use core::ops::{Deref, DerefMut};

use bosworth_fair::Secret;
use bosworth_rules::{BySide, GivenHandicap, Record, Ruleset};
use serde::{Deserialize, Serialize, Serializer};

use crate::chess_clock::ChessClock;

pub use bosworth_local::{Loss, Seat};

/// A local game with its clock.
pub struct ClockedTable {
    local: bosworth_local::LocalTable,
    /// The clock, if the game is timed.
    pub clock: Option<ChessClock>,
    /// When it started, in milliseconds since the Unix epoch.
    pub started: f64,
    /// The version of the stored game that this table reflects; each write increments it.
    pub version: u64,
    /// Whether the last change came from another tab, which then plays for the computer.
    pub is_elsewhere: bool,
}

impl Deref for ClockedTable {
    type Target = bosworth_local::LocalTable;

    fn deref(&self) -> &Self::Target {
        &self.local
    }
}

impl DerefMut for ClockedTable {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.local
    }
}

/// Serialises a time in whole milliseconds: formatting fractions would add 10 KB of tables.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
pub fn whole<S: Serializer>(milliseconds: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_i64(milliseconds.round() as i64)
}

/// The stored form of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// The record, with the proof of its shuffle.
    pub record: String,
    /// The seats, Red first.
    pub seats: (Seat, Seat),
    /// The clock, stopped.
    #[serde(default)]
    pub clock: Option<ChessClock>,
    /// The loss, if by resignation or on time.
    #[serde(default)]
    pub lost: Option<Loss>,
    /// When it started.
    #[serde(serialize_with = "whole")]
    pub started: f64,
    /// When it was last changed.
    #[serde(default, serialize_with = "whole")]
    pub updated: f64,
    /// The number of writes, by which a tab detects that another one was faster.
    #[serde(default)]
    pub version: u64,
}

impl SavedTable {
    /// Whether the game is in the same state, ignoring clock and version.
    pub fn has_same_state(&self, other: &Self) -> bool {
        self.record == other.record && self.lost == other.lost
    }
}

/// What a tab makes of the stored form of its game.
pub enum CatchUp {
    /// It is not behind, or what is stored cannot be read.
    UpToDate,
    /// Another tab has stored the same state, under this version.
    SameState(u64),
    /// Another tab has continued the game.
    Continued {
        /// The table as it is there.
        table: Box<ClockedTable>,
        /// Whether this tab had the game to itself until now.
        is_news: bool,
    },
}

impl ClockedTable {
    /// Deals a game.
    pub fn deal(
        id: String,
        secret: Secret,
        ruleset: Ruleset,
        seats: BySide<Seat>,
        handicap: Option<GivenHandicap>,
        clock: Option<ChessClock>,
        started: f64,
    ) -> Self {
        let local = bosworth_local::LocalTable::deal_with(id, secret, ruleset, seats, handicap);
        Self { local, clock, started, version: 0, is_elsewhere: false }
    }

    /// Undoes everything back to the last decision of a person.
    pub fn undo(&mut self) -> bool {
        self.local.undo()
    }

    /// Redoes what was undone, up to the next decision of a person.
    pub fn redo(&mut self) -> bool {
        self.local.redo()
    }

    /// The seat to act; `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.local.turn()
    }

    /// Converts the table to its stored form.
    pub fn save(&self, record: &Record, now: f64) -> SavedTable {
        let mut clock = self.clock;
        if let Some(clock) = &mut clock {
            clock.pause(now);
        }
        SavedTable {
            record: record.to_string(),
            seats: (self.seats.red, self.seats.white),
            clock,
            lost: self.lost,
            started: self.started,
            updated: now,
            version: self.version,
        }
    }

    /// Restores a stored table with its deck: only a game with the proof of its shuffle can be
    /// continued.
    pub fn restore(id: &str, saved: &SavedTable) -> Result<Self, String> {
        let record: Record = saved.record.parse().map_err(|error| format!("{error}"))?;
        let seats = BySide { red: saved.seats.0, white: saved.seats.1 };
        let mut local = bosworth_local::LocalTable::restore(id, &record, seats)
            .map_err(|error| error.to_string())?;
        local.lost = saved.lost;
        let SavedTable { clock, started, version, .. } = *saved;
        Ok(Self { local, clock, started, version, is_elsewhere: false })
    }

    /// Compares the table with its stored form. A clock that runs here also runs in the table that
    /// takes its place.
    pub fn catch_up(&self, saved: &SavedTable, now: f64) -> CatchUp {
        if saved.version <= self.version {
            return CatchUp::UpToDate;
        }
        let Ok(mut table) = Self::restore(&self.id, saved) else { return CatchUp::UpToDate };
        if self.game() == table.game() && self.lost == table.lost {
            return CatchUp::SameState(saved.version);
        }
        let side = table.position().side();
        if self.clock.is_some_and(|clock| clock.is_running())
            && !table.is_over()
            && let Some(clock) = &mut table.clock
        {
            clock.run(side, now);
        }
        table.is_elsewhere = true;
        CatchUp::Continued { table: Box::new(table), is_news: !self.is_elsewhere }
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::Side;

    use super::*;

    fn table(seats: BySide<Seat>) -> ClockedTable {
        let clock = Some(ChessClock::new(5, 3));
        let secret = Secret::new([7; 32]);
        ClockedTable::deal("test".into(), secret, Ruleset::CLASSIC, seats, None, clock, 0.0)
    }

    fn people() -> ClockedTable {
        table(BySide { red: Seat::Person, white: Seat::Person })
    }

    fn act_any(table: &mut ClockedTable, n: usize) {
        let actions: Vec<_> = table.position().actions().iter().collect();
        table.act(actions[n % actions.len()]).expect("a legal action");
    }

    fn names() -> BySide<String> {
        BySide { red: "Anne".into(), white: "Level 3".into() }
    }

    #[test]
    fn a_restored_table_continues_with_the_same_cards() {
        let mut table = people();
        for n in 0..31 {
            act_any(&mut table, n * 5);
        }
        let saved = table.save(&table.record(&names(), "2026.11.15"), 1.0);
        let text = serde_json::to_string(&saved).expect("serialisable");
        let saved: SavedTable = bosworth_json::from_str(&text).expect("valid JSON");
        let mut restored = ClockedTable::restore("test", &saved).expect("a valid table");
        for n in 0..60 {
            if table.is_over() {
                break;
            }
            act_any(&mut table, n * 3);
            act_any(&mut restored, n * 3);
        }
        assert_eq!(table.game(), restored.game());
    }

    #[test]
    fn games_stored_without_a_version_can_be_read() {
        let mut table = people();
        table.version = 7;
        let saved = table.save(&table.record(&names(), "2026.11.15"), 1.0);
        let text = serde_json::to_string(&saved).expect("serialisable");
        let older = text.replace(r#","version":7"#, "");
        assert_ne!(text, older);
        let older: SavedTable = bosworth_json::from_str(&older).expect("valid JSON");
        assert_eq!((saved.version, older.version), (7, 0));
        assert!(older.has_same_state(&saved));
    }

    /// The stored form of a table after one more action in another tab.
    fn continued(table: &ClockedTable) -> SavedTable {
        let saved = table.save(&table.record(&names(), "2026.11.15"), 1.0);
        let mut other = ClockedTable::restore("test", &saved).expect("a valid table");
        act_any(&mut other, 0);
        other.version += 1;
        other.save(&other.record(&names(), "2026.11.15"), 2.0)
    }

    fn taken_over(table: &ClockedTable, saved: &SavedTable) -> (Box<ClockedTable>, bool) {
        match table.catch_up(saved, 5.0) {
            CatchUp::Continued { table, is_news } => (table, is_news),
            CatchUp::UpToDate | CatchUp::SameState(_) => panic!("the table is behind"),
        }
    }

    #[test]
    fn a_tab_takes_over_what_another_one_has_continued() {
        let mut table = people();
        let saved = continued(&table);
        let (new, is_news) = taken_over(&table, &saved);
        assert!(is_news);
        assert!(new.is_elsewhere, "the other tab plays for the computer");
        assert_eq!((new.version, new.game().plies().len()), (1, 1));
        assert!(!new.clock.expect("a clock").is_running(), "it runs only where it ran");
        table.clock.as_mut().expect("a clock").run(Side::Red, 5.0);
        let (new, _) = taken_over(&table, &saved);
        assert!(new.clock.expect("a clock").is_running());
        assert!(matches!(new.catch_up(&saved, 6.0), CatchUp::UpToDate), "it has caught up");
        let (_, is_news) = taken_over(&new, &continued(&new));
        assert!(!is_news, "it was said when the other tab first continued the game");
    }

    #[test]
    fn a_tab_notes_the_version_of_a_state_that_it_already_has() {
        let table = people();
        let mut saved = table.save(&table.record(&names(), "2026.11.15"), 1.0);
        assert!(matches!(table.catch_up(&saved, 2.0), CatchUp::UpToDate));
        saved.version = 3;
        assert!(matches!(table.catch_up(&saved, 2.0), CatchUp::SameState(3)));
    }

    #[test]
    fn a_tab_keeps_its_game_if_what_is_stored_is_damaged() {
        let table = people();
        let mut saved = continued(&table);
        saved.record = "nonsense".into();
        assert!(matches!(table.catch_up(&saved, 2.0), CatchUp::UpToDate));
    }

    #[test]
    fn a_damaged_table_is_rejected() {
        let table = people();
        let mut saved = table.save(&table.record(&names(), "2026.11.15"), 1.0);
        saved.record = saved.record.replace("classic", "brettspielnetz");
        assert!(
            ClockedTable::restore("test", &saved).is_err() || !saved.record.contains("classic")
        );
        saved.record = "nonsense".into();
        assert!(ClockedTable::restore("test", &saved).is_err());
    }
}
