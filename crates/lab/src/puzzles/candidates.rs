//! The file of candidates: a line for each game that was looked through, with the puzzles found in it.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use bosworth_puzzles::{Answer, Puzzle, Tag, Tags};
use bosworth_rules::{Action, Game, Position};
use serde::{Deserialize, Serialize};

use super::grading::{self, Shares};
use super::ideas;
use super::judge::{JudgeSettings, Judgement, PuzzleKind};
use crate::overwrite;

/// The first line: what all candidates of a file share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct CandidateHeader {
    /// The name and version of the program that made them, and of its network.
    pub(super) maker: String,
    pub(super) seed: u64,
    pub(super) editions: Vec<String>,
    pub(super) kind: PuzzleKind,
    pub(super) game_nodes: u64,
    pub(super) first_nodes: u64,
    pub(super) nodes: u64,
    pub(super) seeds: u64,
}

impl CandidateHeader {
    pub(super) fn new(
        maker: &str,
        seed: u64,
        editions: Vec<String>,
        settings: &JudgeSettings,
    ) -> Self {
        let JudgeSettings { kind, game_nodes, first_nodes, nodes, seeds } = *settings;
        Self { maker: maker.into(), seed, editions, kind, game_nodes, first_nodes, nodes, seeds }
    }
}

/// A game and the puzzles in it, if any.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct CandidateGame {
    pub(super) source: String,
    /// The first position of the game, if there are puzzles in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    /// Its plies up to the last puzzle, separated by spaces: the proof that the puzzles can be reached.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) plies: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) puzzles: Vec<Candidate>,
}

/// A puzzle that was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Candidate {
    /// The number of plies before it.
    pub(super) after: usize,
    /// The win chance of every action, in points of 100, the best first.
    pub(super) chances: Vec<(String, f64)>,
    /// The lower bound of the gap.
    pub(super) low: f64,
    pub(super) exact: bool,
    /// The tags that reasons name; the others follow from the rest.
    pub(super) tags: Vec<String>,
    /// How often each level solves it.
    pub(super) levels: Shares,
}

impl Candidate {
    pub(super) fn new(after: usize, judgement: &Judgement, tags: Tags, levels: Shares) -> Self {
        let chances = judgement.chances.iter();
        Self {
            after,
            chances: chances
                .map(|(action, chance)| (action.to_string(), thousandths(*chance)))
                .collect(),
            low: thousandths(judgement.low),
            exact: judgement.exact,
            tags: tags.iter().map(|tag| tag.name().into()).collect(),
            levels,
        }
    }

    /// The puzzle in a position.
    pub(super) fn puzzle(&self, position: Position) -> Result<Puzzle> {
        let best = self.chances.first().map_or(0.0, |(_, chance)| *chance);
        let answer = |(action, chance): &(String, f64)| {
            Ok(Answer::new(action.parse::<Action>()?, best - chance))
        };
        let answers = self.chances.iter().map(answer).collect::<Result<Vec<_>>>()?;
        let tag = |name: &String| Tag::from_name(name).with_context(|| format!("no tag {name}"));
        let reasoned = self.tags.iter().map(tag).collect::<Result<Tags>>()?;
        let tags = reasoned.iter().chain(ideas::seen(&position, &answers)).collect();
        let level = grading::level(&self.levels);
        let rating = grading::rating(&self.levels);
        Ok(Puzzle::new(position, best, answers, tags, level, rating)?)
    }
}

fn thousandths(points: f64) -> f64 {
    (points * 1e3).round() / 1e3
}

impl CandidateGame {
    /// The puzzles, each with its place in the list. The game is replayed from its deal.
    pub(super) fn puzzles(&self) -> Result<Vec<Puzzle>> {
        let Some(start) = &self.start else { return Ok(Vec::new()) };
        let mut game = Game::new(start.parse()?);
        let opening = *game.start();
        let dealt = Position::deal(
            bosworth_rules::BySide::from_fn(|side| opening.hand(side)),
            opening.side(),
            opening.ruleset(),
        );
        ensure!(dealt == Some(opening), "{}: the game does not begin with a deal", self.source);
        for ply in self.plies.split_whitespace() {
            game.push(ply.parse()?).map_err(|fault| anyhow::anyhow!("{}: {fault}", self.source))?;
        }
        let puzzle = |candidate: &Candidate| {
            let position = game.positions().get(candidate.after);
            let position = position.with_context(|| format!("{}: too few plies", self.source))?;
            candidate.puzzle(*position)
        };
        self.puzzles.iter().map(puzzle).collect()
    }
}

/// A file of candidates, to which games are appended as they are done.
pub(super) struct CandidateFile {
    file: File,
    path: PathBuf,
}

/// How the file begins.
const BEGINNING: &[u8] = b"{\"maker\":";

impl CandidateFile {
    /// Opens a file for appending. Returns the sources in it and how many puzzles were found. A line
    /// that was cut off at the end is removed.
    pub(super) fn open(
        path: &Path,
        header: &CandidateHeader,
    ) -> Result<(Self, BTreeSet<String>, usize)> {
        let name = || format!("{}", path.display());
        overwrite::check(path, "file of puzzle candidates", |head, _| {
            head.starts_with(BEGINNING) || BEGINNING.starts_with(head)
        })?;
        let options =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = options.with_context(name)?;
        let mut sources = BTreeSet::new();
        let mut found = 0;
        let mut end = 0;
        let mut lines = Lines { reader: BufReader::new(&file), line: String::new() };
        if let Some(line) = lines.next().with_context(name)? {
            let before: CandidateHeader = serde_json::from_str(line).with_context(name)?;
            ensure!(
                before == *header,
                "{}: its candidates were made with different settings; choose another file",
                path.display()
            );
            end += line.len() as u64;
            while let Some(line) = lines.next().with_context(name)? {
                let game: CandidateGame = serde_json::from_str(line).with_context(name)?;
                end += line.len() as u64;
                found += game.puzzles.len();
                sources.insert(game.source);
            }
        }
        drop(lines);
        file.set_len(end).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        let mut opened = Self { file, path: path.into() };
        if end == 0 {
            opened.write(header)?;
        }
        Ok((opened, sources, found))
    }

    /// Appends a game at once, so that whatever reads along sees whole lines.
    pub(super) fn add(&mut self, game: &CandidateGame) -> Result<()> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<()> {
        let line = serde_json::to_string(value)? + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("cannot write to {}", self.path.display()))
    }
}

/// Reads all complete lines of a file of candidates.
pub(super) fn read(path: &Path) -> Result<(CandidateHeader, Vec<CandidateGame>)> {
    let name = || format!("{}", path.display());
    let file = File::open(path).with_context(name)?;
    let mut lines = Lines { reader: BufReader::new(&file), line: String::new() };
    let first = lines.next().with_context(name)?;
    let first = first.with_context(|| format!("{} is empty", path.display()))?;
    let header = serde_json::from_str(first).with_context(name)?;
    let mut games = Vec::new();
    while let Some(line) = lines.next().with_context(name)? {
        games.push(serde_json::from_str(line).with_context(name)?);
    }
    Ok((header, games))
}

/// The complete lines of a file; what follows the last line break was cut off.
struct Lines<R> {
    reader: R,
    line: String,
}

impl<R: BufRead> Lines<R> {
    /// The next line with its end.
    fn next(&mut self) -> std::io::Result<Option<&str>> {
        self.line.clear();
        self.reader.read_line(&mut self.line)?;
        Ok(self.line.ends_with('\n').then_some(self.line.as_str()))
    }
}
