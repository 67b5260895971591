use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;

use super::estimate::Estimate;
use super::figures::{GroupEntry, Repeat, RunEntry, StudyFigures};
use super::measure::Measure;
use super::play::StudySource;
use super::reader::read_games;
use super::tally::StudyTally;

/// Figures from studied games.
#[derive(Clone, Debug)]
pub struct StudyReport {
    runs: Vec<StudiedRun>,
    groups: BTreeMap<GroupKey, StudyTally>,
}

/// The games of one seed.
#[derive(Clone, Debug)]
struct StudiedRun {
    source: StudySource,
    tally: StudyTally,
}

/// What games have in common that are put together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct GroupKey {
    edition: String,
    /// The level that played, unless the engine itself did.
    level: Option<u8>,
    nodes: u32,
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
    fn name(&self) -> String {
        match self.level {
            Some(level) => format!("{}-level-{level}", self.edition),
            None => self.edition.clone(),
        }
    }
}

impl StudyReport {
    /// Every figure with its interval.
    pub fn figures(&self) -> StudyFigures {
        let groups = self.groups.iter().map(|(key, tally)| {
            let figures = figures_of(tally);
            let entry = GroupEntry { games: tally.games, positions: tally.positions, figures };
            (key.name(), entry)
        });
        StudyFigures {
            runs: self.runs.iter().map(StudiedRun::entry).collect(),
            groups: groups.collect(),
            repeats: self.repeats(),
        }
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
    fn entry(&self) -> RunEntry {
        let StudySource { edition, seed, nodes, level, program } = &self.source;
        let level = level.map(|level| format!(" --level {level}")).unwrap_or_default();
        RunEntry {
            command: format!(
                "bosworth study play --rules {edition} --nodes {nodes}{level} --seed {seed} \
                 --games {}",
                self.tally.games
            ),
            program: program.clone(),
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
