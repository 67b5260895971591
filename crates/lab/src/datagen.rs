//! Self-play games to train a network on.

mod archive;
mod game;
mod parquet_parts;
mod rows;
mod sample;
mod text_rows;

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bosworth_analysis::StopSign;
use bosworth_engine::{Engine, EngineSettings, Judge};

use self::archive::{Archive, Header};
use self::rows::{DecisionParts, Provenance};
use self::text_rows::{TextFormat, TextRows};
use crate::player::{EvaluationProgram, network};

pub(crate) use archive::SelfPlayReader;
pub(crate) use game::{Played, SelfPlayGame};
pub use game::{SelfPlaySettings, SelfPlayer};
pub(crate) use parquet_parts::{Column, ParquetParts, ParquetRow, part_files, provenance_of};
pub(crate) use sample::{Sample, SampleKind, squares};

/// A file of self-play games to create or extend.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The file; for [`DataFormat::Parquet`] a folder.
    pub file: PathBuf,
    /// What is written.
    pub format: DataFormat,
    /// The name and version of the program that plays, for [rows](DataFormat).
    pub program: String,
    /// The target number of games.
    pub games: u32,
    /// How they are played.
    pub terms: SelfPlaySettings,
    /// The evaluation.
    pub values: Values,
    /// The number of games played concurrently.
    pub threads: usize,
    /// No game starts after this time.
    pub time: Option<Duration>,
}

/// What is written about self-play games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataFormat {
    /// Compact binary games, for [`inputs`](crate::inputs).
    Games,
    /// A row of JSON for each searched decision.
    Jsonl,
    /// The same as comma-separated values.
    Csv,
    /// The same as a folder of Parquet files, as data tools read them.
    Parquet,
}

/// What takes the finished games, and writes them.
trait GameSink {
    /// Adds a game. Returns the number of positions written.
    fn add(&mut self, game: SelfPlayGame) -> Result<usize>;

    /// Writes what is still in memory.
    fn finish(&mut self) -> Result<()>;
}

/// The error for a file that cannot be continued.
const OTHER_SETTINGS: &str = "its games were played with different settings; choose another file";

/// The evaluation of self-play games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// The embedded network.
    Shipped,
    /// The hand-crafted evaluation (HCE).
    HandMade,
    /// A network file.
    File(PathBuf),
    /// Another program, by its command line.
    Program(String),
}

/// The contents of a file after a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Generated {
    /// Games that it contained before.
    pub before: u64,
    /// Games that were added.
    pub games: u64,
    /// Positions of those games.
    pub samples: u64,
}

impl SelfPlay {
    /// Plays the missing games, reporting after each one how many are done and wanted, until `stop`.
    /// The same seed gives the same games, in any order.
    pub fn run(
        &self,
        stop: &StopSign,
        on_game: &mut dyn FnMut(Generated, u64),
    ) -> Result<Generated> {
        let (mut sink, done) = self.open()?;
        let wanted: Vec<_> = (0..self.games).filter(|number| !done.contains(number)).collect();
        let engines = self.values.engines(self.threads)?;
        let mut generated = Generated { before: done.len() as u64, ..Generated::default() };
        let until = Until { time: self.time, stop };
        let play = |engine: &Engine, number| SelfPlayGame::play(engine, self.terms, number);
        play_games(engines, &wanted, until, play, &mut |game| {
            generated.samples += sink.add(game)? as u64;
            generated.games += 1;
            on_game(generated, wanted.len() as u64);
            Ok(())
        })?;
        sink.finish()?;
        Ok(generated)
    }

    /// Opens the file. Returns the numbers of the games in it.
    fn open(&self) -> Result<(Box<dyn GameSink>, BTreeSet<u32>)> {
        let SelfPlaySettings { nodes, seed, ruleset, .. } = self.terms;
        let provenance = Provenance {
            edition: ruleset.to_string(),
            seed,
            nodes,
            evaluation: self.values.to_string(),
            program: self.program.clone(),
        };
        let text = |format| -> Result<(Box<dyn GameSink>, _)> {
            let (rows, done) = TextRows::open(&self.file, format, provenance.clone())?;
            Ok((Box::new(rows), done))
        };
        Ok(match self.format {
            DataFormat::Games => {
                let (archive, done) = Archive::open(&self.file, &Header { nodes, seed, ruleset })?;
                (Box::new(archive), done)
            }
            DataFormat::Jsonl => text(TextFormat::Jsonl)?,
            DataFormat::Csv => text(TextFormat::Csv)?,
            DataFormat::Parquet => {
                let (parts, done) = ParquetParts::open(&self.file, &provenance)?;
                (Box::new(DecisionParts { parts, provenance }), done)
            }
        })
    }
}

/// When no more games start.
#[derive(Clone, Copy)]
pub(crate) struct Until<'a> {
    pub(crate) time: Option<Duration>,
    pub(crate) stop: &'a StopSign,
}

/// Plays games with these numbers on a thread for each engine, and hands on each as it finishes.
pub(crate) fn play_games<T: Send>(
    engines: Vec<Engine>,
    wanted: &[u32],
    until: Until<'_>,
    play: impl Fn(&Engine, u32) -> T + Sync,
    on_game: &mut dyn FnMut(T) -> Result<()>,
) -> Result<()> {
    let deadline = until.time.and_then(|time| Instant::now().checked_add(time));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, finished) = channel();
        for engine in engines {
            let (sender, next, play) = (sender.clone(), &next, &play);
            scope.spawn(move || {
                while deadline.is_none_or(|deadline| Instant::now() < deadline)
                    && !until.stop.is_stopped()
                {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = wanted.get(place) else { return };
                    if sender.send(play(&engine, number)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in finished {
            on_game(game)?;
        }
        Ok(())
    })
}

impl Values {
    /// One engine for each thread. They share an external program.
    pub(crate) fn engines(&self, threads: usize) -> Result<Vec<Engine>> {
        let settings = EngineSettings { hash: 1, ..EngineSettings::default() };
        let oracle = match self {
            Self::Program(command) => Some(EvaluationProgram::new(command)),
            _ => None,
        };
        let engine = || match (self, &oracle) {
            (_, Some(oracle)) => Ok(Engine::with(oracle.evaluation()?, settings)),
            (Self::File(path), _) => Ok(Engine::with(network(path)?, settings)),
            (Self::HandMade, _) => {
                Ok(Engine::new(EngineSettings { judge: Judge::HandMade, ..settings }))
            }
            _ => Ok(Engine::new(settings)),
        };
        (0..threads).map(|_| engine()).collect()
    }
}

/// As `--net` and `--ask` name it.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shipped => f.pad("shipped"),
            Self::HandMade => f.pad("hand"),
            Self::File(path) => f.pad(&path.display().to_string()),
            Self::Program(command) => f.pad(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::Path;

    use bosworth_rules::{Position, Ruleset};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use tempfile::TempDir;

    use super::rows::DecisionRow;
    use super::*;

    fn plan(file: &Path, format: DataFormat, games: u32) -> SelfPlay {
        let ruleset = Ruleset::KINGOFROSES;
        SelfPlay {
            file: file.into(),
            format,
            program: "test, \"quoted\"".into(),
            games,
            terms: SelfPlaySettings {
                ruleset,
                nodes: 6,
                keep: 0,
                seen: 1,
                seed: 7,
                player: SelfPlayer::Varied,
            },
            values: Values::HandMade,
            threads: 1,
            time: None,
        }
    }

    fn play(file: &Path, format: DataFormat, games: u32) -> Generated {
        plan(file, format, games).run(&StopSign::default(), &mut |_, _| ()).expect("games")
    }

    fn refusal(plan: &SelfPlay) -> String {
        let refused = plan.run(&StopSign::default(), &mut |_, _| ());
        format!("{:#}", refused.expect_err("it is refused"))
    }

    fn rows_of_lines(file: &Path) -> Vec<DecisionRow> {
        let text = fs::read_to_string(file).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
    }

    #[test]
    fn rows_have_a_position_its_value_and_the_result() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("a.jsonl");
        let played = play(&file, DataFormat::Jsonl, 3);
        let rows = rows_of_lines(&file);
        assert_eq!((played.games, played.samples), (3, rows.len() as u64));
        for row in &rows {
            let position: Position = row.position.parse().expect("a position");
            for action in [&row.best, &row.action] {
                let action = action.parse().expect("an action");
                assert!(position.choose(action).is_ok(), "{row:?}");
            }
            assert!((0.0..=1.0).contains(&row.value) && row.ply > 0, "{row:?}");
            assert!([0.0, 0.5, 1.0].contains(&row.result), "{row:?}");
            let lead = f64::from(row.final_margin);
            assert!(lead * (row.result - 0.5) >= 0.0, "{row:?}");
            let same = rows.iter().filter(|other| other.game == row.game);
            assert_eq!(same.count() as u32, row.rows);
            assert_eq!((row.edition.as_str(), row.seed, row.nodes), ("kingofroses", 7, 6));
        }
        // Both sides act, and one of them wins.
        assert!(rows.iter().any(|row| row.result > 0.5) && rows.iter().any(|row| row.result < 0.5));
    }

    #[test]
    fn all_formats_hold_the_same_rows() {
        let folder = TempDir::new().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        play(&at("a.jsonl"), DataFormat::Jsonl, 2);
        play(&at("a.csv"), DataFormat::Csv, 2);
        play(&at("a.parquet"), DataFormat::Parquet, 2);
        let rows = rows_of_lines(&at("a.jsonl"));
        let text = fs::read(at("a.csv")).expect("a file");
        let mut reader = csv::Reader::from_reader(text.as_slice());
        let read: Vec<DecisionRow> = reader.deserialize().map(|row| row.expect("a row")).collect();
        assert_eq!(read, rows);
        let part = File::open(at("a.parquet").join("part-00000.parquet")).expect("a part");
        let part = SerializedFileReader::new(part).expect("a Parquet file");
        let read = part.get_row_iter(None).expect("rows").map(|row| row.expect("a row"));
        let read = read.map(|row| DecisionRow {
            game: row.get_uint(0).expect("game"),
            rows: row.get_uint(1).expect("rows"),
            ply: row.get_uint(2).expect("ply"),
            position: row.get_string(3).expect("position").clone(),
            best: row.get_string(4).expect("best").clone(),
            action: row.get_string(5).expect("action").clone(),
            value: row.get_double(6).expect("value"),
            margin: row.get_double(7).expect("margin"),
            result: row.get_double(8).expect("result"),
            final_margin: row.get_int(9).expect("final_margin"),
            edition: row.get_string(10).expect("edition").clone(),
            seed: row.get_ulong(11).expect("seed"),
            nodes: row.get_uint(12).expect("nodes"),
            evaluation: row.get_string(13).expect("evaluation").clone(),
            program: row.get_string(14).expect("program").clone(),
        });
        assert_eq!(read.collect::<Vec<_>>(), rows);
    }

    #[test]
    fn rows_that_were_cut_off_are_written_again() {
        let folder = TempDir::new().expect("a folder");
        for (format, name) in [(DataFormat::Jsonl, "a.jsonl"), (DataFormat::Csv, "a.csv")] {
            let file = folder.path().join(name);
            play(&file, format, 3);
            let whole = fs::read(&file).expect("a file");
            let two = {
                play(&folder.path().join("two"), format, 2);
                let length = fs::read(folder.path().join("two")).expect("a file").len();
                fs::remove_file(folder.path().join("two")).expect("removed");
                length
            };
            // In the middle of a row, after a whole row, in the heading, before everything.
            let row_end = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n');
            let row_end = row_end.expect("several rows") + 1;
            for (length, before) in [(whole.len() - 30, 2), (row_end, 2), (two, 2), (5, 0), (0, 0)]
            {
                fs::write(&file, &whole[..length]).expect("written");
                let played = play(&file, format, 3);
                assert_eq!((played.before, played.games), (before, 3 - before), "{length}");
                assert!(fs::read(&file).expect("a file") == whole, "{name} {length}");
            }
        }
    }

    #[test]
    fn a_folder_of_parts_is_continued() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("a");
        assert_eq!(play(&file, DataFormat::Parquet, 2).games, 2);
        // What a killed run leaves behind is not read.
        fs::write(file.join(".part-00001.unfinished"), "PAR1").expect("written");
        let played = play(&file, DataFormat::Parquet, 3);
        assert_eq!((played.before, played.games), (2, 1));
        assert!(file.join("part-00001.parquet").exists());
        assert_eq!(play(&file, DataFormat::Parquet, 3).games, 0);
    }

    #[test]
    fn rows_of_other_settings_are_not_mixed() {
        let folder = TempDir::new().expect("a folder");
        for format in [DataFormat::Jsonl, DataFormat::Csv, DataFormat::Parquet] {
            let file = folder.path().join(format!("{format:?}"));
            play(&file, format, 1);
            let mut other = plan(&file, format, 2);
            other.terms.seed += 1;
            assert!(refusal(&other).contains(OTHER_SETTINGS), "{format:?}");
        }
        let error = refusal(&plan(&folder.path().join("Csv"), DataFormat::Jsonl, 1));
        assert!(error.contains("is not a file of rows of this format"), "{error}");
        let error = refusal(&plan(&folder.path().join("Csv"), DataFormat::Parquet, 1));
        assert!(error.contains("is not a folder"), "{error}");
    }
}
