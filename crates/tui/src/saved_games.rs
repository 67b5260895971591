use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use bosworth_local::{LocalTable, Loss, Seat};
use bosworth_rules::{BySide, Date, Record, Side};
use bosworth_texts::Texts;

use crate::local_clock::LocalClock;

/// The tags for the seats.
pub(crate) const SEAT_TAGS: BySide<&str> = BySide { red: "RedSeat", white: "WhiteSeat" };

/// The tag that distinguishes a loss on time from a resignation.
const TERMINATION_TAG: &str = "Termination";
const TIME_TERMINATION: &str = "time";

/// A folder of saved games, one per file.
#[derive(Clone, Debug)]
pub struct SavedGames {
    folder: PathBuf,
}

/// A saved game.
#[derive(Debug)]
pub struct SavedGame {
    /// The name of the game: its file name without the extension.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// When it was last saved.
    pub saved: SystemTime,
}

/// Why a saved game cannot be resumed.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    File(io::Error),
    /// The file contains no game, or one whose shuffle is unknown, and why.
    Game(String),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Game(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for LoadError {}

impl SavedGames {
    /// The games in a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The user's data folder; none if there is no home directory.
    pub fn of_user() -> Option<Self> {
        let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
        let data = folder("XDG_DATA_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
            .or_else(|| folder("APPDATA"))?;
        Some(Self::new(data.join("bosworth/games")))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reserves an unused name, such as `2026-11-15-2`, by creating its file.
    pub fn new_game(&self, today: Date) -> io::Result<(String, PathBuf)> {
        fs::create_dir_all(&self.folder)?;
        for number in 1.. {
            let name = format!("{}-{number}", today.to_iso());
            let path = self.folder.join(format!("{name}.rose"));
            match File::create_new(&path) {
                Ok(_) => return Ok((name, path)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// All games, the most recently saved first.
    pub fn games(&self) -> io::Result<Vec<SavedGame>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut games = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_none_or(|ending| ending != "rose") {
                continue;
            }
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
            let saved = entry.metadata()?.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            games.push(SavedGame { name: name.unwrap_or_default(), path, saved });
        }
        games.sort_by(|a, b| b.saved.cmp(&a.saved).then_with(|| b.name.cmp(&a.name)));
        Ok(games)
    }

    /// The most recently saved game that is not over. One without an action was abandoned.
    pub fn unfinished(&self) -> Option<LocalGame> {
        let games = self.games().ok()?;
        games.iter().filter_map(|kept| LocalGame::load(&kept.path).ok()).find(|open| {
            let plays = |side| open.table.seats[side] == Seat::Person;
            let begun = !open.table.game().plies().is_empty();
            begun && !open.table.is_over() && (plays(Side::Red) || plays(Side::White))
        })
    }

    /// Deletes a game.
    pub fn delete(kept: &SavedGame) -> io::Result<()> {
        fs::remove_file(&kept.path)
    }

    /// Finds a game by its name, or by its number in [`games`](Self::games), from 1.
    pub fn find(&self, wanted: &str) -> io::Result<Option<SavedGame>> {
        let wanted = wanted.strip_suffix(".rose").unwrap_or(wanted);
        let mut games = self.games()?;
        let place = games.iter().position(|game| game.name == wanted).or_else(|| {
            let number: usize = wanted.parse().ok()?;
            number.checked_sub(1).filter(|place| *place < games.len())
        });
        Ok(place.map(|place| games.swap_remove(place)))
    }
}

/// A local game with its clock, and the file it is saved in.
pub struct LocalGame {
    /// The game.
    pub table: Box<LocalTable>,
    /// The clock, if there is one.
    pub clock: Option<LocalClock>,
    /// The file.
    pub path: PathBuf,
}

impl LocalGame {
    /// Loads a game that can be resumed. Never writes.
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        let record = read(path)?;
        let table = Box::new(restore(path, &record)?);
        Ok(Self { table, clock: LocalClock::of(&record), path: path.into() })
    }

    /// Who plays, and how far the game is: `you – level 3, 17 actions`.
    pub fn describe(&self, texts: &Texts) -> String {
        let table = &self.table;
        let names = BySide::from_fn(|side| seat_name(table, side, texts));
        let plies = texts.count("tui-games-plies", table.game().plies().len() as u32);
        format!("{} – {}, {plies}", names.red, names.white)
    }

    /// Saves it.
    pub fn save(&self, today: Date) -> io::Result<()> {
        save(&self.table, self.clock.as_ref(), &self.path, today)
    }
}

/// Who plays a side of a local game; of two people, the side's name.
pub fn seat_name(table: &LocalTable, side: Side, texts: &Texts) -> String {
    match (table.seats[side], table.seats[!side]) {
        (Seat::Level(level), _) => texts.format("tui-computer", &[("level", level.into())]),
        (Seat::Person, Seat::Level(_)) => texts.get("tui-you"),
        (Seat::Person, Seat::Person) => texts.side(side, table.position().ruleset()),
    }
}

/// Loads a game that can be resumed. Never writes.
pub fn load(path: &Path) -> Result<LocalTable, LoadError> {
    restore(path, &read(path)?)
}

/// Reads the record of a file.
pub fn read(path: &Path) -> Result<Record, LoadError> {
    let text = fs::read_to_string(path).map_err(LoadError::File)?;
    text.parse().map_err(|error| LoadError::Game(format!("not a valid record: {error}")))
}

fn restore(path: &Path, record: &Record) -> Result<LocalTable, LoadError> {
    let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let mut table = LocalTable::restore(&name.unwrap_or_default(), record, seats(record))
        .map_err(|error| LoadError::Game(error.to_string()))?;
    if record.tag(TERMINATION_TAG) == Some(TIME_TERMINATION) {
        table.lost = table.lost.map(|loss| Loss::time(loss.side()));
    }
    Ok(table)
}

/// The seats of a record; people by default.
pub fn seats(record: &Record) -> BySide<Seat> {
    BySide::from_fn(|side| {
        let level = record.tag(SEAT_TAGS[side]).and_then(|seat| seat.strip_prefix("level "));
        match level.and_then(|level| level.parse().ok()) {
            Some(level @ 1..=8) => Seat::Level(level),
            _ => Seat::Person,
        }
    })
}

/// The record of a table to save.
pub fn record(table: &LocalTable, today: Date) -> Record {
    let names = BySide::from_fn(|side| match table.seats[side] {
        Seat::Level(level) => format!("Bosworth, level {level}"),
        Seat::Person => "?".into(),
    });
    let mut record = table.record(&names, &today.to_string());
    for side in Side::ALL {
        let seat = match table.seats[side] {
            Seat::Level(level) => format!("level {level}"),
            Seat::Person => "person".into(),
        };
        record.set_tag(SEAT_TAGS[side], &seat);
    }
    if table.lost.is_some_and(Loss::is_time) {
        record.set_tag(TERMINATION_TAG, TIME_TERMINATION);
    }
    record
}

/// Saves a table with its clock, atomically: an interrupted save leaves the old file intact.
pub fn save(
    table: &LocalTable,
    clock: Option<&LocalClock>,
    path: &Path,
    today: Date,
) -> io::Result<()> {
    let mut record = record(table, today);
    if let Some(clock) = clock {
        clock.write(&mut record, Instant::now());
    }
    write(&record.to_string(), path)
}

/// Writes a temporary file and renames it.
pub(crate) fn write(text: &str, path: &Path) -> io::Result<()> {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

#[cfg(test)]
mod tests {
    use bosworth_fair::Secret;
    use bosworth_rules::{Action, Ruleset};

    use super::*;

    fn table(name: &str) -> LocalTable {
        let seats = BySide { red: Seat::Person, white: Seat::Level(3) };
        LocalTable::deal(name.into(), Secret::new([7; 32]), Ruleset::CLASSIC, seats)
    }

    const TODAY: Date = Date::from_days(20_772);

    #[test]
    fn a_saved_game_is_loaded_with_its_seats() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = SavedGames::new(folder.path().join("games"));
        assert!(saved_games.games().expect("no folder is no games").is_empty());
        let (name, path) = saved_games.new_game(TODAY).expect("a name");
        assert_eq!(name, "2026-11-15-1");
        let mut table = table(&name);
        let action = table.position().actions().iter().next().expect("an action");
        table.act(action).expect("legal");
        save(&table, None, &path, TODAY).expect("saved");
        let (second, _) = saved_games.new_game(TODAY).expect("a name");
        assert_eq!(second, "2026-11-15-2");
        let back = load(&path).expect("it is whole");
        assert_eq!(back.game(), table.game());
        assert_eq!(back.seats, table.seats);
        for wanted in ["2026-11-15-1", "2026-11-15-1.rose"] {
            assert_eq!(
                saved_games.find(wanted).expect("read").map(|kept| kept.path),
                Some(path.clone())
            );
        }
        assert!(saved_games.find("1").expect("read").is_some());
        assert!(saved_games.find("3").expect("read").is_none());
        assert_eq!(
            fs::read_dir(saved_games.folder()).expect("a folder").count(),
            2,
            "no part is left"
        );
    }

    #[test]
    fn a_game_without_an_action_is_not_offered_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let saved_games = SavedGames::new(folder.path().join("games"));
        let (name, path) = saved_games.new_game(TODAY).expect("a name");
        let mut table = table(&name);
        save(&table, None, &path, TODAY).expect("saved");
        assert!(saved_games.unfinished().is_none());
        table.act(Action::Play(first_card(&table))).expect("legal");
        save(&table, None, &path, TODAY).expect("saved");
        assert!(saved_games.unfinished().is_some());
    }

    #[test]
    fn broken_files_are_refused_and_not_changed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broken.rose");
        let mut whole = table("broken");
        whole.act(Action::Play(first_card(&whole))).expect("legal");
        let text = record(&whole, TODAY).to_string();
        for broken in ["", "nonsense", &text[..text.len() / 2], &text.replace("Secret", "Sekret")] {
            fs::write(&path, broken).expect("written");
            assert!(load(&path).is_err(), "{broken}");
            assert_eq!(fs::read_to_string(&path).expect("read"), broken);
        }
    }

    fn first_card(table: &LocalTable) -> bosworth_rules::Card {
        let position = table.position();
        position.playable(position.side()).0.iter().next().expect("a card")
    }
}
