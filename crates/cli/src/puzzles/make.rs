use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bosworth_analysis::cores;
use bosworth_lab::puzzles::{JudgeSettings, MakerProgress, PuzzleKind, PuzzleMaker, PuzzleSource};
use bosworth_rules::Ruleset;
use clap::ValueEnum;

use crate::arguments::RulesParser;
use crate::interrupt::Interrupt;
use crate::progress_bar::ProgressLine;
use crate::record_files::RecordFiles;
use crate::texts::Texts;
use crate::version::version;
use crate::{Finding, output};

/// Look for puzzles in self-play and in records
///
/// Appends what it finds to a file of candidates, a line of JSON for each game; `bosworth puzzles pack` makes
/// a set of it. A puzzle is a decision in which the best action is at least 5 points of win chance better than
/// the second, according to several deep searches that agree, and which the side neither wins nor loses
/// anyway. The same seed finds the same puzzles, in any order and on any number of threads. Games that
/// are in the file are skipped, so that an interrupted run can be resumed. Ctrl-C finishes the games in
/// progress.
///
/// Examples:
///
///   bosworth puzzles make candidates.jsonl --games 3000
///   bosworth puzzles make candidates.jsonl --games 0 --records club.rose
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Output file
    file: PathBuf,
    /// Total number of self-play games in the file when done
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Records to look through as well
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// Editions: self-play takes turns, records of others are skipped [default: all]
    #[arg(long, value_name = "RULES", value_parser = RulesParser, num_args = 1..)]
    rules: Vec<Ruleset>,
    /// Which puzzles are looked for
    #[arg(long, value_enum, default_value_t = KindName::Any)]
    kind: KindName,
    /// Nodes of each of the searches that have to agree
    #[arg(long, default_value_t = JudgeSettings::default().nodes, value_parser = clap::value_parser!(u64).range(2..))]
    nodes: u64,
    /// Number of those searches
    #[arg(long, default_value_t = JudgeSettings::default().seeds, value_parser = clap::value_parser!(u64).range(2..=7))]
    seeds: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Random seed
    #[arg(long, default_value_t = 1485)]
    seed: u64,
    /// Stop after this many seconds, finishing the games in progress
    #[arg(long)]
    seconds: Option<f64>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// All kinds
    Any,
    /// Near the end of the game, with exact values
    Endings,
    /// Those that level 7 does not solve; takes a hundred times as long
    Hard,
}

impl From<KindName> for PuzzleKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Any => Self::Any,
            KindName::Endings => Self::Endings,
            KindName::Hard => Self::Hard,
        }
    }
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    ensure!(args.seconds.is_none_or(|seconds| seconds > 0.0), "--seconds must be above 0");
    let mut sources: Vec<_> = (0..args.games).map(PuzzleSource::SelfPlay).collect();
    for numbered in RecordFiles::read(&args.records, texts)?.games {
        // One file alone has no name in the list.
        let file = numbered.file.unwrap_or_else(|| args.records[0].display().to_string());
        let name = format!("{file} {}", numbered.number);
        sources.push(PuzzleSource::Record(name, Box::new(numbered.record)));
    }
    let editions = match &args.rules[..] {
        [] => Ruleset::PRESETS.map(|(_, edition)| edition).to_vec(),
        rules => rules.to_vec(),
    };
    ensure!(
        editions.iter().all(|edition| edition.preset().is_some()),
        "puzzles are made for the published editions only"
    );
    let settings = JudgeSettings {
        kind: args.kind.into(),
        nodes: args.nodes,
        seeds: args.seeds,
        ..JudgeSettings::default()
    };
    let maker = PuzzleMaker {
        file: args.file.clone(),
        program: format!("bosworth {}", version()),
        sources,
        editions,
        settings,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
        time: args.seconds.map(Duration::from_secs_f64),
    };
    let mut line = ProgressLine::new(args.quiet);
    let start = Instant::now();
    let interrupt = Interrupt::new()?;
    let done = interrupt.during(|| {
        maker.run(&interrupt.stop, &mut |done| {
            let part = done.games as f64 / done.wanted.max(1) as f64;
            line.show(part, || progress(done, start.elapsed()));
        })
    })?;
    drop(line);
    let values = [
        ("file", args.file.display().to_string().into()),
        ("games", done.games.into()),
        ("before", done.before.into()),
        ("puzzles", done.found.into()),
    ];
    output::line(texts.format("puzzles-made", &values))?;
    Ok(if interrupt.stop.is_stopped() { Finding::Interrupted } else { Finding::Good })
}

fn progress(done: MakerProgress, elapsed: Duration) -> String {
    let MakerProgress { games, wanted, found, .. } = done;
    let seconds = elapsed.as_secs_f64() / games.max(1) as f64;
    let left = (seconds * wanted.saturating_sub(games) as f64) as u64;
    let (hours, minutes, rest) = (left / 3600, left / 60 % 60, left % 60);
    format!(
        "{games}/{wanted} games  {found} puzzles  {seconds:.1} s a game  {hours}:{minutes:02}:{rest:02} left"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_line_shows_games_puzzles_and_time_left() {
        let done = MakerProgress { before: 5, games: 20, wanted: 100, found: 61 };
        assert_eq!(
            progress(done, Duration::from_secs(30)),
            "20/100 games  61 puzzles  1.5 s a game  0:02:00 left"
        );
    }
}
