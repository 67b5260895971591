use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;

use super::drawings::drawings;
use super::estimate::Estimate;
use super::measure::Measure;
use super::play::StudySource;
use super::reader::read_games;
use super::tally::StudyTally;

/// Figures from studied games.
#[derive(Clone, Debug)]
pub struct StudyReport {
    runs: Vec<StudiedRun>,
    pub(super) groups: BTreeMap<GroupKey, StudyTally>,
}

/// The games of one seed.
#[derive(Clone, Debug)]
struct StudiedRun {
    source: StudySource,
    tally: StudyTally,
}

/// What games have in common that are put together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GroupKey {
    pub(super) edition: String,
    /// The level that played, unless the engine itself did.
    pub(super) level: Option<u8>,
    pub(super) nodes: u32,
}

/// Reads the games in some folders, each once.
pub fn report(folders: &[PathBuf]) -> Result<StudyReport> {
    let mut runs = Vec::new();
    let mut groups = BTreeMap::<_, StudyTally>::new();
    for folder in folders {
        let mut tally = StudyTally::default();
        let source = read_games(folder, &mut |game| tally.add(game))?;
        groups.entry(GroupKey::of(&source)).or_default().merge(&tally);
        runs.push(StudiedRun { source, tally });
    }
    Ok(StudyReport { runs, groups })
}

impl GroupKey {
    fn of(source: &StudySource) -> Self {
        let StudySource { edition, level, nodes, .. } = source;
        Self { edition: edition.clone(), level: *level, nodes: *nodes }
    }

    /// `classic`, or `classic-level-3`.
    pub(super) fn name(&self) -> String {
        match self.level {
            Some(level) => format!("{}-level-{level}", self.edition),
            None => self.edition.clone(),
        }
    }
}

/// The file that holds every figure.
#[derive(Serialize)]
struct FiguresFile<'a> {
    runs: Vec<RunEntry<'a>>,
    /// The figures of each edition and player.
    groups: BTreeMap<String, GroupEntry>,
    /// The headline figures of two seeds.
    repeats: Vec<Repeat>,
}

#[derive(Serialize)]
struct RunEntry<'a> {
    command: String,
    program: &'a str,
    games: u64,
    positions: u64,
}

#[derive(Serialize)]
struct GroupEntry {
    games: u64,
    positions: u64,
    figures: BTreeMap<String, Estimate>,
}

/// A figure measured twice.
#[derive(Serialize)]
struct Repeat {
    group: String,
    figure: String,
    seeds: [u64; 2],
    estimates: [Estimate; 2],
    agree: bool,
}

impl StudyReport {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.groups.values().map(|tally| tally.games).sum()
    }

    /// The number of figures.
    pub fn figures(&self) -> u64 {
        self.groups.values().map(|tally| figures_of(tally).len() as u64).sum()
    }

    /// Writes `figures.json` and the drawings.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let name = || format!("cannot write to {}", folder.display());
        fs::create_dir_all(folder).with_context(name)?;
        let groups = self.groups.iter().map(|(key, tally)| {
            let figures = figures_of(tally);
            let entry = GroupEntry { games: tally.games, positions: tally.positions, figures };
            (key.name(), entry)
        });
        let file = FiguresFile {
            runs: self.runs.iter().map(StudiedRun::entry).collect(),
            groups: groups.collect(),
            repeats: self.repeats(),
        };
        let text = serde_json::to_string_pretty(&file)? + "\n";
        fs::write(folder.join("figures.json"), text).with_context(name)?;
        for (file, drawing) in drawings(self)? {
            fs::write(folder.join(file), drawing).with_context(name)?;
        }
        Ok(())
    }

    /// The headline figures of the first two seeds of each group.
    fn repeats(&self) -> Vec<Repeat> {
        let mut repeats = Vec::new();
        for key in self.groups.keys() {
            let mut runs = self.runs.iter().filter(|run| GroupKey::of(&run.source) == *key);
            let (Some(a), Some(b)) = (runs.next(), runs.next()) else { continue };
            let (of_a, mut of_b) = (figures_of(&a.tally), figures_of(&b.tally));
            for (figure, estimate) in of_a.into_iter().filter(|(figure, _)| is_headline(figure)) {
                let Some(other) = of_b.remove(&figure) else { continue };
                repeats.push(Repeat {
                    group: key.name(),
                    figure,
                    seeds: [a.source.seed, b.source.seed],
                    estimates: [estimate, other],
                    agree: estimate.agrees_with(&other),
                });
            }
        }
        repeats
    }
}

impl StudiedRun {
    fn entry(&self) -> RunEntry<'_> {
        let StudySource { edition, seed, nodes, level, program } = &self.source;
        let level = level.map(|level| format!(" --level {level}")).unwrap_or_default();
        RunEntry {
            command: format!(
                "bosworth study play --rules {edition} --nodes {nodes}{level} --seed {seed} \
                 --games {}",
                self.tally.games
            ),
            program,
            games: self.tally.games,
            positions: self.tally.positions,
        }
    }
}

fn figures_of(tally: &StudyTally) -> BTreeMap<String, Estimate> {
    let luck = tally.luck_shares();
    let luck = luck.iter().flat_map(|shares| shares.named());
    let luck = luck.map(|(name, estimate)| (name.to_string(), estimate));
    let measured = tally.estimates().map(|(measure, estimate)| (measure.to_string(), estimate));
    measured.chain(luck).map(|(name, estimate)| (name, estimate.rounded())).collect()
}

/// The figures that the article leads with.
fn is_headline(figure: &str) -> bool {
    let whole = [
        Measure::FirstMoverScore,
        Measure::FirstMoverChance,
        Measure::Plies,
        Measure::Roses,
        Measure::Blockades,
        Measure::Margin,
        Measure::LargestTerritory,
        Measure::LargestWins,
        Measure::LeadChanges,
        Measure::AnyDrawRate,
        Measure::HeroesPlayed,
    ];
    let families = ["luck-share ", "card-dealt ", "card-drawn ", "hero-worth "];
    whole.iter().any(|measure| measure.to_string() == figure)
        || families.iter().any(|family| figure.starts_with(family))
}
