use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use super::game::SelfPlayGame;
use super::rows::{DecisionRow, Provenance, RowCount};
use super::{GameSink, OTHER_SETTINGS};
use crate::overwrite;

/// A format with one line for each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextFormat {
    Jsonl,
    /// With a first line that names the columns.
    Csv,
}

/// A file of rows, to which games are appended as they finish: each at once, so that whatever reads
/// along sees whole games.
pub(super) struct TextRows {
    file: File,
    path: PathBuf,
    format: TextFormat,
    provenance: Provenance,
}

/// The first line of a CSV file.
const COLUMNS: &str = "game,rows,ply,position,best,action,value,margin,result,final_margin,\
                       edition,seed,nodes,evaluation,program\n";

impl TextFormat {
    /// How a file begins.
    const fn beginning(self) -> &'static str {
        match self {
            Self::Jsonl => "{\"game\":",
            Self::Csv => COLUMNS,
        }
    }

    fn read(self, line: &str) -> Result<DecisionRow> {
        match self {
            Self::Jsonl => Ok(serde_json::from_str(line)?),
            Self::Csv => {
                let mut reader =
                    csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
                let row = reader.deserialize().next();
                Ok(row.context("the line is empty")??)
            }
        }
    }

    fn write(self, rows: &[DecisionRow]) -> Result<Vec<u8>> {
        match self {
            Self::Jsonl => {
                let lines = rows.iter().map(|row| Ok(serde_json::to_string(row)? + "\n"));
                Ok(lines.collect::<Result<String>>()?.into_bytes())
            }
            Self::Csv => {
                let mut writer =
                    csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
                for row in rows {
                    writer.serialize(row)?;
                }
                Ok(writer.into_inner()?)
            }
        }
    }
}

impl TextRows {
    /// Opens a file for appending, and returns the numbers of the games in it. An incomplete game at
    /// its end is removed.
    pub(super) fn open(
        path: &Path,
        format: TextFormat,
        provenance: Provenance,
    ) -> Result<(Self, BTreeSet<u32>)> {
        let name = || format!("{}", path.display());
        let beginning = format.beginning().as_bytes();
        overwrite::require_file(path)?;
        overwrite::check(path, "file of rows of this format", |head, _| {
            head.starts_with(beginning) || beginning.starts_with(head)
        })?;
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .with_context(name)?;
        let (done, end) =
            complete_games(BufReader::new(&file), format, &provenance).with_context(name)?;
        file.set_len(end).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        if end == 0 && format == TextFormat::Csv {
            file.write_all(COLUMNS.as_bytes()).with_context(name)?;
        }
        Ok((Self { file, path: path.into(), format, provenance }, done))
    }
}

/// The complete games of a file, and where the last one ends.
fn complete_games(
    mut lines: impl BufRead,
    format: TextFormat,
    provenance: &Provenance,
) -> Result<(BTreeSet<u32>, u64)> {
    let mut count = RowCount::default();
    let (mut end, mut read) = (0, 0);
    let mut line = String::new();
    for number in 1u64.. {
        line.clear();
        let bytes = lines.read_line(&mut line)? as u64;
        // A line that was cut off belongs to the game that was being written.
        if bytes == 0 || !line.ends_with('\n') {
            break;
        }
        read += bytes;
        if format == TextFormat::Csv && number == 1 {
            ensure!(line == COLUMNS, "its columns are not {}", COLUMNS.trim());
            end = read;
            continue;
        }
        let row = format.read(&line).with_context(|| format!("line {number}"))?;
        if !provenance.is_of(&row) {
            bail!(OTHER_SETTINGS);
        }
        if count.add(&row).with_context(|| format!("line {number}"))? {
            end = read;
        }
    }
    Ok((count.done, end))
}

impl GameSink for TextRows {
    fn add(&mut self, game: SelfPlayGame) -> Result<usize> {
        let rows = self.provenance.rows(&game);
        let bytes = self.format.write(&rows)?;
        let written = self.file.write_all(&bytes);
        written.with_context(|| format!("cannot write to {}", self.path.display()))?;
        Ok(rows.len())
    }

    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}
