//! The games of files.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bosworth_rules::{Record, ReplayError};
use bosworth_tui::SavedGames;

use crate::output;
use crate::texts::Texts;

/// The games in some files.
pub(crate) struct RecordFiles {
    pub(crate) games: Vec<NumberedRecord>,
    /// The number of games, including those that were skipped.
    pub(crate) count: usize,
}

/// A game in a file.
#[derive(Clone)]
pub(crate) struct NumberedRecord {
    /// The name of the file; `None` if only one was given.
    pub(crate) file: Option<String>,
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) record: Record,
}

impl RecordFiles {
    /// Reads files, `-` being standard input, and saved games by number or name. A game that cannot
    /// be parsed is reported and skipped.
    pub(crate) fn read(files: &[PathBuf], texts: &Texts) -> Result<Self> {
        let mut all = Self { games: Vec::new(), count: 0 };
        for path in files {
            let name = path.display().to_string();
            let file = (files.len() > 1).then(|| name.clone());
            let text = text(path)?;
            let before = all.count;
            for (number, record) in (1..).zip(Record::read_all(&text)) {
                all.count += 1;
                match record {
                    Ok(record) => {
                        all.games.push(NumberedRecord { file: file.clone(), number, record });
                    }
                    Err(error) => {
                        let fault = texts.record_fault(&error.fault);
                        let values = [
                            ("file", name.clone().into()),
                            ("number", number.into()),
                            ("line", error.line.into()),
                            ("fault", fault.into()),
                        ];
                        output::note(texts.format("game-unreadable", &values));
                    }
                }
            }
            if all.count == before {
                bail!("{name} contains no games; a game starts with tags such as [Red \"Anne\"]");
            }
        }
        Ok(all)
    }

    /// Whether no game was skipped.
    pub(crate) fn is_complete(&self) -> bool {
        self.games.len() == self.count
    }
}

impl NumberedRecord {
    /// `Game 2`, preceded by its file if there are several.
    pub(crate) fn name(&self, texts: &Texts) -> String {
        let game = texts.format("game", &[("number", self.number.into())]);
        match &self.file {
            None => game,
            Some(file) => format!("{file}, {game}"),
        }
    }

    /// Says that the game is illegal; `only` is the file if several were not named.
    pub(crate) fn say_illegal(&self, fault: &ReplayError, only: &Path, texts: &Texts) {
        let file = self.file.clone().unwrap_or_else(|| only.display().to_string());
        let values = [
            ("file", file.into()),
            ("number", self.number.into()),
            ("fault", texts.replay_fault(&self.record, fault).into()),
        ];
        output::note(texts.format("game-illegal", &values));
    }
}

/// The file of a saved game, by its number or name as `bosworth games` lists it.
pub(crate) fn saved_game(wanted: &str) -> Option<PathBuf> {
    let found = SavedGames::of_user()?.find(wanted).ok()?;
    found.map(|game| game.path)
}

fn text(path: &Path) -> Result<String> {
    let name = path.display();
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        bytes
    } else {
        let saved = path.to_str().filter(|_| !path.exists()).and_then(saved_game);
        let read = fs::read(saved.as_deref().unwrap_or(path));
        read.with_context(|| format!("cannot read {name}, and no saved game has this name"))?
    };
    String::from_utf8(bytes)
        .with_context(|| format!("{name} is not UTF-8 text; a record is a .rose file"))
}
