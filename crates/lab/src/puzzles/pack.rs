//! From candidates to the set that ships.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use bosworth_engine::Solver;
use bosworth_puzzles::{Puzzle, PuzzleSet, Tag};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::candidates::{CandidateHeader, read};
use super::check::{SOLVER_BYTES, faults, unproven};

/// Which candidates a set is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackSettings {
    /// The maximum number of puzzles.
    pub most: usize,
}

/// A set of puzzles, and where it comes from.
#[derive(Debug)]
pub struct Packed {
    /// The set.
    pub set: PuzzleSet,
    /// Where it comes from, as indented JSON.
    pub provenance: String,
}

#[derive(Serialize)]
struct Provenance {
    puzzles: usize,
    sha256: String,
    made_by: Vec<MadeBy>,
    /// Candidates that were left out: the same as another under symmetry; with a fault that the check
    /// would report, such as a proof that takes too much memory; more than were wanted.
    same_as_another: usize,
    unsound: usize,
    too_many: usize,
    editions: BTreeMap<String, usize>,
    levels: BTreeMap<u8, usize>,
    tags: BTreeMap<&'static str, usize>,
}

/// A file of candidates.
#[derive(Serialize)]
struct MadeBy {
    #[serde(flatten)]
    header: CandidateHeader,
    games: usize,
    candidates: usize,
}

/// A tag is rare if at most one puzzle in this many has it.
const RARE: usize = 12;

/// Makes a set of the candidates in some files. Every game is replayed from its deal up to its puzzles,
/// and every puzzle is checked and proven as [`check`](super::check) does it.
///
/// If there are more than are wanted, every edition and level gets as many as the others, as far as it
/// has them.
pub fn pack(files: &[impl AsRef<Path>], settings: PackSettings) -> Result<Packed> {
    let mut made_by = Vec::new();
    let mut all: Vec<(String, usize, Puzzle)> = Vec::new();
    for file in files {
        let (header, games) = read(file.as_ref())?;
        let before = all.len();
        for game in &games {
            for (place, puzzle) in game.puzzles()?.into_iter().enumerate() {
                all.push((game.source.clone(), place, puzzle));
            }
        }
        let candidates = all.len() - before;
        made_by.push(MadeBy { header, games: games.len(), candidates });
    }
    // In an order that does not depend on which game was done first.
    all.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    let mut ids = BTreeSet::new();
    let found = all.len();
    let mut solver = Solver::new(SOLVER_BYTES);
    let mut unsound = 0;
    let mut is_sound = |puzzle: &Puzzle| {
        let is_sound = faults(puzzle).is_empty() && unproven(puzzle, &mut solver).is_none();
        unsound += usize::from(!is_sound);
        is_sound
    };
    let mut puzzles: Vec<_> = all
        .into_iter()
        .map(|(_, _, puzzle)| puzzle)
        .filter(|puzzle| ids.insert(puzzle.id()) && is_sound(puzzle))
        .collect();
    let same_as_another = found - ids.len();
    let distinct = puzzles.len();
    puzzles = balanced(puzzles, settings.most);
    let set = PuzzleSet::new(&puzzles)?;
    let mut provenance = Provenance {
        puzzles: puzzles.len(),
        sha256: sha256(set.bytes()),
        made_by,
        same_as_another,
        unsound,
        too_many: distinct - puzzles.len(),
        editions: BTreeMap::new(),
        levels: BTreeMap::new(),
        tags: BTreeMap::new(),
    };
    for puzzle in &puzzles {
        *provenance.editions.entry(puzzle.edition().to_string()).or_default() += 1;
        *provenance.levels.entry(puzzle.level()).or_default() += 1;
        for tag in puzzle.tags() {
            *provenance.tags.entry(tag.name()).or_default() += 1;
        }
    }
    let provenance = serde_json::to_string_pretty(&provenance)? + "\n";
    Ok(Packed { set, provenance })
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// At most `most` puzzles: one of each edition and level in turn, those with a rare tag first, then by
/// ascending id, which is as good as random.
fn balanced(puzzles: Vec<Puzzle>, most: usize) -> Vec<Puzzle> {
    let mut counts: BTreeMap<Tag, usize> = BTreeMap::new();
    for tag in puzzles.iter().flat_map(|puzzle| puzzle.tags()) {
        *counts.entry(tag).or_default() += 1;
    }
    let rare = puzzles.len() / RARE;
    let is_rare = |puzzle: &Puzzle| puzzle.tags().iter().any(|tag| counts[&tag] <= rare);
    let mut cells: BTreeMap<(String, u8), Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        let cell = (puzzle.edition().to_string(), puzzle.level());
        cells.entry(cell).or_default().push(puzzle);
    }
    for cell in cells.values_mut() {
        // The last is taken first.
        cell.sort_by_key(|puzzle| (is_rare(puzzle), Reverse(puzzle.id())));
    }
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let round: Vec<_> = cells.values_mut().filter_map(Vec::pop).collect();
        if round.is_empty() {
            break;
        }
        chosen.extend(round);
    }
    chosen.truncate(most);
    chosen
}
