use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use bosworth_rules::{Ply, Position};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Row, RowAccessor};

use super::play::StudySource;
use super::row::StudyRow;
use crate::datagen::{part_files, provenance_of};

/// A game as it was stored.
#[derive(Clone, Debug)]
pub(super) struct StudiedGame {
    pub(super) rows: Vec<StudyRow>,
    /// The position of each row.
    pub(super) positions: Vec<Position>,
    /// The ply of each row but the last.
    pub(super) plies: Vec<Ply>,
}

/// Reads all games of a folder, and hands on each.
pub(super) fn read_games(
    folder: &Path,
    on_game: &mut dyn FnMut(&StudiedGame),
) -> Result<StudySource> {
    let mut source = None;
    for (_, path) in part_files(folder)? {
        let name = || format!("{}", path.display());
        let reader = SerializedFileReader::new(File::open(&path).with_context(name)?);
        let reader = reader.with_context(name)?;
        let of = provenance_of(&reader).with_context(name)?;
        let of: StudySource = serde_json::from_str(of)
            .with_context(|| format!("{} has no games of `bosworth study play`", path.display()))?;
        let source = source.get_or_insert_with(|| of.clone());
        ensure!(*source == of, "{}: its games were played with different settings", path.display());
        read_file(&reader, on_game).with_context(name)?;
    }
    source.with_context(|| format!("{} has no games", folder.display()))
}

fn read_file(
    reader: &SerializedFileReader<File>,
    on_game: &mut dyn FnMut(&StudiedGame),
) -> Result<()> {
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None)? {
        let row = stored_row(&row?)?;
        let is_last = row.made.is_empty();
        rows.push(row);
        if is_last {
            on_game(&StudiedGame::new(std::mem::take(&mut rows))?);
        }
    }
    ensure!(rows.is_empty(), "the last game is incomplete");
    Ok(())
}

fn stored_row(row: &Row) -> Result<StudyRow> {
    Ok(StudyRow {
        game: row.get_uint(0)?,
        ply: row.get_uint(1)?,
        position: row.get_string(2)?.clone(),
        made: row.get_string(3)?.clone(),
        best: row.get_string(4)?.clone(),
        value: row.get_double(5)?,
        play: row.get_double(6)?,
        hero: row.get_double(7)?,
        draw: row.get_double(8)?,
        loss: row.get_double(9)?,
        luck: row.get_double(10)?,
        hero_worth: row.get_double(11)?,
    })
}

impl StudiedGame {
    pub(super) fn new(rows: Vec<StudyRow>) -> Result<Self> {
        let positions = rows.iter().map(|row| row.position.parse());
        let positions = positions.collect::<Result<_, _>>()?;
        let plies = rows.iter().filter(|row| !row.made.is_empty());
        let plies = plies.map(|row| row.made.parse()).collect::<Result<_, _>>()?;
        Ok(Self { rows, positions, plies })
    }
}
