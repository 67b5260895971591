use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use parquet::basic::Compression;
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde::Serialize;

use super::OTHER_SETTINGS;

/// A folder of Parquet files.
///
/// A Parquet file ends with its table of contents, so nothing can be appended to one. Data tools
/// read a folder of them as one table. Each file is written aside and renamed; a run that is killed
/// loses the games since the last one.
pub(crate) struct ParquetParts<R> {
    folder: PathBuf,
    /// What all rows share, as JSON.
    provenance: String,
    /// The number of the next file.
    next: u32,
    waiting: Vec<R>,
    last_written: Instant,
}

/// A file is written as soon as this many rows are waiting.
const MAX_ROWS: usize = 100_000;
/// A file is written at the latest after this time, if any game has finished.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The key of the provenance in the metadata of a file.
const PROVENANCE: &str = "bosworth";

/// A row of a table whose games are written as Parquet files.
pub(crate) trait ParquetRow: Sized + 'static {
    /// The name of the table.
    const TABLE: &str;

    /// All columns. The number of the game is the first.
    const COLUMNS: &[(&str, Column<Self>)];
}

/// A column and where its values come from.
pub(crate) enum Column<R> {
    /// A number that is never negative.
    Count(fn(&R) -> u32),
    Points(fn(&R) -> i32),
    Seed(fn(&R) -> u64),
    Fraction(fn(&R) -> f64),
    Text(fn(&R) -> &str),
}

impl<R> Column<R> {
    /// The type in a schema, before and after the name.
    const fn kind(&self) -> (&'static str, &'static str) {
        match self {
            Self::Count(_) => ("int32", "(integer(32, false))"),
            Self::Points(_) => ("int32", ""),
            Self::Seed(_) => ("int64", "(integer(64, false))"),
            Self::Fraction(_) => ("double", ""),
            Self::Text(_) => ("binary", "(string)"),
        }
    }

    /// Writes the values of some rows.
    fn write(&self, rows: &[R], column: &mut ColumnWriter<'_>) -> Result<()> {
        match (self, column) {
            (Self::Count(of), ColumnWriter::Int32ColumnWriter(column)) => {
                let values: Vec<_> = rows.iter().map(|row| of(row).cast_signed()).collect();
                column.write_batch(&values, None, None)?;
            }
            (Self::Points(of), ColumnWriter::Int32ColumnWriter(column)) => {
                let values: Vec<_> = rows.iter().map(of).collect();
                column.write_batch(&values, None, None)?;
            }
            (Self::Seed(of), ColumnWriter::Int64ColumnWriter(column)) => {
                let values: Vec<_> = rows.iter().map(|row| of(row).cast_signed()).collect();
                column.write_batch(&values, None, None)?;
            }
            (Self::Fraction(of), ColumnWriter::DoubleColumnWriter(column)) => {
                let values: Vec<_> = rows.iter().map(of).collect();
                column.write_batch(&values, None, None)?;
            }
            (Self::Text(of), ColumnWriter::ByteArrayColumnWriter(column)) => {
                let values: Vec<_> = rows.iter().map(|row| ByteArray::from(of(row))).collect();
                column.write_batch(&values, None, None)?;
            }
            _ => unreachable!("the schema has the types of the columns"),
        }
        Ok(())
    }
}

impl<R: ParquetRow> ParquetParts<R> {
    /// Opens a folder, and returns the numbers of the games in it.
    pub(crate) fn open(
        folder: &Path,
        provenance: &impl Serialize,
    ) -> Result<(Self, BTreeSet<u32>)> {
        match fs::create_dir(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => created.with_context(|| format!("cannot create {}", folder.display()))?,
        }
        ensure!(
            folder.is_dir(),
            "{} already exists and is not a folder; choose another name",
            folder.display()
        );
        let mut parts = Self {
            folder: folder.into(),
            provenance: serde_json::to_string(provenance)?,
            next: 0,
            waiting: Vec::new(),
            last_written: Instant::now(),
        };
        let mut done = BTreeSet::new();
        for (number, path) in part_files(folder)? {
            let cannot = || format!("{}", path.display());
            parts.read_games(&path, &mut done).with_context(cannot)?;
            parts.next = number + 1;
        }
        Ok((parts, done))
    }

    /// Adds the numbers of the games in a file.
    fn read_games(&self, path: &Path, done: &mut BTreeSet<u32>) -> Result<()> {
        let reader = SerializedFileReader::new(File::open(path)?)?;
        ensure!(provenance_of(&reader) == Some(&self.provenance), OTHER_SETTINGS);
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group)?;
            let rows = group.metadata().num_rows() as usize;
            let mut games = Vec::with_capacity(rows);
            let ColumnReader::Int32ColumnReader(mut column) = group.get_column_reader(0)? else {
                bail!("its first column is not the number of the game");
            };
            column.read_records(rows, None, None, &mut games)?;
            done.extend(games.into_iter().map(i32::cast_unsigned));
        }
        Ok(())
    }

    /// Writes the waiting rows as a file.
    fn write(&mut self) -> Result<()> {
        self.last_written = Instant::now();
        let rows = take(&mut self.waiting);
        if rows.is_empty() {
            return Ok(());
        }
        let path = self.folder.join(format!("part-{:05}.parquet", self.next));
        // Tools skip files whose names begin with a dot.
        let aside = self.folder.join(format!(".part-{:05}.unfinished", self.next));
        let written = || -> Result<()> {
            let file = File::create(&aside)?;
            write_rows(&file, &rows, &self.provenance)?;
            file.sync_all()?;
            Ok(fs::rename(&aside, &path)?)
        };
        written().with_context(|| format!("cannot write {}", path.display()))?;
        self.next += 1;
        Ok(())
    }

    /// Adds the rows of a whole game.
    pub(crate) fn add(&mut self, rows: Vec<R>) -> Result<()> {
        self.waiting.extend(rows);
        if self.waiting.len() >= MAX_ROWS || self.last_written.elapsed() >= MAX_WAIT {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is still in memory.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.write()
    }
}

/// The number in `part-00012.parquet`.
fn part_number(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix("part-")?.strip_suffix(".parquet")?.parse().ok()
}

/// The files of a folder with their numbers, in order.
pub(crate) fn part_files(folder: &Path) -> Result<Vec<(u32, PathBuf)>> {
    let name = || format!("{}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(name)? {
        let path = entry.with_context(name)?.path();
        files.extend(part_number(&path).map(|number| (number, path)));
    }
    files.sort();
    Ok(files)
}

/// What all rows of a file share, as JSON.
pub(crate) fn provenance_of(reader: &SerializedFileReader<File>) -> Option<&String> {
    let texts = reader.metadata().file_metadata().key_value_metadata()?;
    texts.iter().find(|text| text.key == PROVENANCE)?.value.as_ref()
}

fn write_rows<R: ParquetRow>(file: &File, rows: &[R], provenance: &str) -> Result<()> {
    let columns = R::COLUMNS.iter().map(|(name, column)| {
        let (physical, logical) = column.kind();
        format!("required {physical} {name} {logical};")
    });
    let schema = format!("message {} {{ {} }}", R::TABLE, columns.collect::<String>());
    let schema = Arc::new(parse_message_type(&schema)?);
    let note = KeyValue::new(PROVENANCE.to_string(), provenance.to_string());
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(vec![note]))
        .build();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in R::COLUMNS {
        let mut writer = group.next_column()?.context("the schema has too few columns")?;
        column.write(rows, writer.untyped())?;
        writer.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
