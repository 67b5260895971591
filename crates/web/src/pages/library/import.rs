use std::hash::{DefaultHasher, Hash, Hasher};

use bosworth_rules::{GameResult, ParseRecordError, Record, Side};

use super::date::moment;
use crate::clocked_table::{Loss, SavedTable, Seat};
use crate::pages::analysis::import_source::ImportError;
use crate::store::StoredGame;

/// The result of an import.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportReport {
    /// The number of imported games.
    pub taken: u32,
    /// The number of games that were already in the library.
    pub known: u32,
    /// The number of invalid games.
    pub refused: u32,
    /// The number of the first invalid game in the file, and its error.
    pub fault: Option<(u32, ImportError)>,
    /// The number of games that did not fit into the store.
    pub left_out: u32,
}

/// An import in progress: it runs in slices, so that the page stays responsive.
#[derive(Debug)]
pub struct Import {
    games: std::vec::IntoIter<Result<Record, ParseRecordError>>,
    /// The number of games in the file.
    pub total: u32,
    /// The number of games processed so far.
    pub done: u32,
    /// The result so far.
    pub report: ImportReport,
    /// The fingerprints of the games in the library. Comparing thousands of numbers takes less time than
    /// reading one record.
    known: Vec<u64>,
}

impl Import {
    /// Parses a file, to be imported into the given library.
    pub fn new(text: &str, library: &[StoredGame]) -> Self {
        let games: Vec<_> = Record::read_all(text).collect();
        let known = library.iter().filter_map(|entry| Some(fingerprint(&entry.record()?)));
        Self {
            total: games.len() as u32,
            done: 0,
            games: games.into_iter(),
            report: ImportReport::default(),
            known: known.collect(),
        }
    }

    /// Imports the next games, and returns whether there are more. `find` looks up a game in the
    /// store, `keep` writes one and returns whether it fits, `id` makes a new id.
    pub fn step(
        &mut self,
        count: usize,
        now: f64,
        find: impl Fn(&str) -> Option<StoredGame>,
        mut keep: impl FnMut(&StoredGame) -> bool,
        id: impl Fn() -> String,
    ) -> bool {
        for record in self.games.by_ref().take(count) {
            self.done += 1;
            let checked =
                record.map_err(ImportError::Record).and_then(|record| match record.replay() {
                    Ok(game) => Ok((record, game.position().is_over())),
                    Err(why) => Err(ImportError::Replay(Box::new(record), why)),
                });
            let (record, over) = match checked {
                Ok(checked) => checked,
                Err(why) => {
                    self.report.refused += 1;
                    self.report.fault.get_or_insert((self.done, why));
                    continue;
                }
            };
            let key = fingerprint(&record);
            if self.known.contains(&key) {
                self.report.known += 1;
                continue;
            }
            let mut saved = saved(&record, over, now);
            // A game with a shuffle proof keeps the id that the proof commits to.
            let named = record.tag("Game").map(|name| (name, find(name)));
            let id = match named {
                None => id(),
                Some((name, None)) => name.to_string(),
                Some((name, Some(old))) => match old.record().map(|old| relation(&old, &record)) {
                    Some(Relation::Older) => {
                        self.report.known += 1;
                        continue;
                    }
                    Some(Relation::Newer) => {
                        saved = SavedTable { version: old.saved.version + 1, ..saved };
                        name.to_string()
                    }
                    Some(Relation::Other) | None => id(),
                },
            };
            let entry = StoredGame { id, saved };
            if keep(&entry) {
                self.report.taken += 1;
                self.known.push(key);
            } else {
                self.report.left_out += 1;
            }
        }
        self.games.len() > 0
    }
}

/// Identifies a game by its actions and players. Comments and other tags make no difference.
fn fingerprint(record: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.start.to_string().hash(&mut hasher);
    for step in &record.steps {
        step.ply.to_string().hash(&mut hasher);
    }
    record.result.to_string().hash(&mut hasher);
    for tag in ["Red", "White", "Date", "Game"] {
        record.tag(tag).filter(|value| !value.starts_with('?')).hash(&mut hasher);
    }
    hasher.finish()
}

/// How a record relates to a stored one with the same id.
enum Relation {
    /// It is an earlier state of the stored game, or the same.
    Older,
    /// It is a later state of the stored game.
    Newer,
    /// They are different games.
    Other,
}

fn relation(known: &Record, read: &Record) -> Relation {
    let begins = |long: &Record, short: &Record| {
        long.steps.iter().zip(&short.steps).all(|(a, b)| a.ply == b.ply)
    };
    if known.start != read.start || !begins(known, read) {
        Relation::Other
    } else if known.steps.len() < read.steps.len()
        || known.steps.len() == read.steps.len()
            && known.result == GameResult::Unfinished
            && read.result != GameResult::Unfinished
    {
        Relation::Newer
    } else {
        Relation::Older
    }
}

/// The stored form of an imported game.
fn saved(record: &Record, over: bool, now: f64) -> SavedTable {
    let seat = |tag: &str| {
        let level = record.tag(tag).and_then(|seat| seat.strip_prefix("level ")?.parse().ok());
        level.filter(|level| (1..=8).contains(level)).map_or(Seat::Person, Seat::Level)
    };
    let lost = match record.result {
        GameResult::Won(winner) if !over => {
            let loser: Side = !winner;
            let time = record.tag("Termination") == Some("time");
            Some(if time { Loss::time(loser) } else { Loss::resigned(loser) })
        }
        _ => None,
    };
    let began = moment(record).unwrap_or(now);
    SavedTable {
        record: record.to_string(),
        seats: (seat("RedSeat"), seat("WhiteSeat")),
        clock: None,
        lost,
        started: began,
        updated: began,
        version: 0,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::super::export::file_of;
    use super::*;

    const HEAD: &str = "[Deal \"NE2,E3,S2,W3,NW3 / SE1,SE2,SW2,SW3,W1\"]\n";

    /// A library with room for a limited number of games.
    #[derive(Default)]
    struct TestLibrary {
        games: RefCell<BTreeMap<String, StoredGame>>,
        room: usize,
    }

    impl TestLibrary {
        fn new(room: usize) -> Self {
            Self { room, ..Self::default() }
        }

        fn all(&self) -> Vec<StoredGame> {
            self.games.borrow().values().cloned().collect()
        }

        fn take_in(&self, text: &str) -> ImportReport {
            let mut import = Import::new(text, &self.all());
            let find = |id: &str| self.games.borrow().get(id).cloned();
            let keep = |entry: &StoredGame| {
                let fits = self.games.borrow().len() < self.room;
                if fits {
                    self.games.borrow_mut().insert(entry.id.clone(), entry.clone());
                }
                fits
            };
            let id = || format!("new-{:05}", self.games.borrow().len());
            while import.step(100, 5e12, find, keep, id) {}
            assert_eq!(import.done, import.total);
            import.report
        }
    }

    fn games(count: usize) -> String {
        (0..count).map(|n| format!("[Red \"Player {n}\"]\n{HEAD}\n1. NE2 W1 *\n\n")).collect()
    }

    #[test]
    fn all_of_three_thousand_games_are_imported() {
        let library = TestLibrary::new(5000);
        let report = library.take_in(&games(3000));
        assert_eq!(report, ImportReport { taken: 3000, ..ImportReport::default() });
        assert_eq!(library.all().len(), 3000);
    }

    #[test]
    fn games_that_do_not_fit_are_counted() {
        let report = TestLibrary::new(1000).take_in(&games(3000));
        assert_eq!(report, ImportReport { taken: 1000, left_out: 2000, ..ImportReport::default() });
    }

    #[test]
    fn our_own_export_is_recognised_and_keeps_its_dates() {
        let library = TestLibrary::new(100);
        let text = format!(
            "[Date \"2024.02.29\"]\n[Red \"Anne\"]\n{HEAD}[Game \"g1\"]\n\n1. NE2 W1 1-0\n\n\
             [Red \"Jo\"]\n{HEAD}\n1. NE2 *\n"
        );
        assert_eq!(library.take_in(&text).taken, 2);
        let mut entries = library.all();
        assert_eq!(entries[0].id, "g1");
        assert_eq!(entries[0].saved.started as i64, 1_709_208_000_000, "noon of that day");
        entries[1].saved.seats = (Seat::Person, Seat::Level(8));
        let export = file_of(&entries);
        let again = library.take_in(&export);
        assert_eq!(again, ImportReport { known: 2, ..ImportReport::default() });
        // In another browser, seats, dates and endings are restored.
        let other = TestLibrary::new(100);
        assert_eq!(other.take_in(&export).taken, 2);
        let there = other.all();
        for (a, b) in entries.iter().zip(&there) {
            assert_eq!(a.saved.seats, b.saved.seats);
            assert_eq!((a.saved.started, a.saved.lost), (b.saved.started, b.saved.lost));
        }
        assert_eq!(other.take_in(&file_of(&there)).known, 2);
    }

    #[test]
    fn a_longer_version_replaces_a_shorter_one_but_never_the_reverse() {
        let library = TestLibrary::new(100);
        let short = format!("{HEAD}[Game \"g\"]\n\n1. NE2 *\n");
        let long = format!("{HEAD}[Game \"g\"]\n\n1. NE2 W1 2. +N1 *\n");
        assert_eq!(library.take_in(&short).taken, 1);
        assert_eq!(library.take_in(&long).taken, 1);
        assert_eq!(library.take_in(&short).known, 1);
        let entries = library.all();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].record().expect("a record").steps.len(), 3);
        assert_eq!(entries[0].saved.version, 1, "so that an open tab catches up");
    }

    #[test]
    fn illegal_games_are_reported_by_number_and_the_rest_is_imported() {
        let text = format!("{}{HEAD}\n1. W1 *\n\n{}", games(2), games(4));
        let report = TestLibrary::new(100).take_in(&text);
        assert_eq!((report.taken, report.known, report.refused), (4, 2, 1));
        assert_eq!(report.fault.expect("a fault").0, 3);
    }
}
