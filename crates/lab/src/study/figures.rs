use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::drawings::{DrawingWords, drawings};
use super::estimate::Estimate;
use super::measure::Measure;

/// Every figure of a study with its interval: the content of figures.json.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyFigures {
    pub(super) runs: Vec<RunEntry>,
    /// The figures of each edition and player, by their [names](GroupName).
    pub(super) groups: BTreeMap<String, GroupEntry>,
    /// The headline figures of two seeds.
    pub(super) repeats: Vec<Repeat>,
}

/// Games of one seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct RunEntry {
    pub(super) command: String,
    pub(super) program: String,
    pub(super) games: u64,
    pub(super) positions: u64,
}

/// The games of one edition and player, of all seeds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GroupEntry {
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) figures: BTreeMap<String, Estimate>,
}

/// What the name of a group says: `classic`, or `classic-level-3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GroupName<'a> {
    pub(super) whole: &'a str,
    pub(super) edition: &'a str,
    /// The level that played, unless the engine itself did.
    pub(super) level: Option<u8>,
}

/// A figure measured twice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Repeat {
    pub(super) group: String,
    pub(super) figure: String,
    pub(super) seeds: [u64; 2],
    pub(super) estimates: [Estimate; 2],
    pub(super) agree: bool,
}

impl<'a> GroupName<'a> {
    fn of(whole: &'a str) -> Self {
        let parts = whole.rsplit_once("-level-");
        let (edition, level) = match parts.map(|(edition, level)| (edition, level.parse())) {
            Some((edition, Ok(level))) => (edition, Some(level)),
            _ => (whole, None),
        };
        Self { whole, edition, level }
    }
}

impl GroupEntry {
    /// A figure, if there were enough games.
    pub(super) fn estimate(&self, measure: Measure) -> Option<Estimate> {
        self.named(&measure.to_string())
    }

    pub(super) fn named(&self, figure: &str) -> Option<Estimate> {
        self.figures.get(figure).copied()
    }
}

impl StudyFigures {
    /// Reads a file that [`StudyFigures::write`] wrote.
    pub fn read(path: &Path) -> Result<Self> {
        let name = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(path).with_context(name)?;
        serde_json::from_str(&text).with_context(name)
    }

    /// Writes `figures.json`.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let name = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).with_context(name)?;
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(folder.join("figures.json"), text).with_context(name)
    }

    /// Writes the drawings, and returns their number.
    pub fn draw(&self, folder: &Path, words: DrawingWords<'_>) -> Result<u64> {
        let name = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).with_context(name)?;
        let drawings = drawings(self, words)?;
        for (file, drawing) in &drawings {
            fs::write(folder.join(file), drawing).with_context(name)?;
        }
        Ok(drawings.len() as u64)
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.groups.values().map(|group| group.games).sum()
    }

    /// The number of figures.
    pub fn figures(&self) -> u64 {
        self.groups.values().map(|group| group.figures.len() as u64).sum()
    }

    /// The groups, editions before levels.
    pub(super) fn groups(&self) -> impl Iterator<Item = (GroupName<'_>, &GroupEntry)> {
        let groups = self.groups.iter().map(|(name, group)| (GroupName::of(name), group));
        let mut groups: Vec<_> = groups.collect();
        groups.sort_by_key(|(name, _)| name.level);
        groups.into_iter()
    }
}
