mod plot;
mod tally;
mod text;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use bosworth_analysis::{ReviewPlan, StopSign};
use bosworth_engine::{ReviewDepth, SearchLimits};
use bosworth_rules::Side;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::tally::Insights;
use crate::progress_bar::ProgressBar;
use crate::record_files::{NumberedRecord, RecordFiles};
use crate::texts::Texts;
use crate::{Finding, output, output_file};

/// Show a player's strengths and weaknesses over many games
///
/// Reviews the games and adds up what the decisions of one player cost: by phase of the game, kind of
/// decision, side, edition and strength of the opponent, and from game to game; also results without
/// luck. Every figure has its sample size. A decision costs the win chance that the best action would
/// have kept.
///
/// The exit code is 1 if a game had to be skipped because it cannot be parsed or is illegal.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one or more games, or saved games by number or name; - for standard input
    #[arg(value_name = "FILE.rose", required = true)]
    files: Vec<PathBuf>,
    /// Player, by the name in the games [default: the player with most games]
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Search depth of the reviews by name
    #[arg(
        long,
        default_value_t,
        value_parser = PossibleValuesParser::new(ReviewDepth::ALL.map(ReviewDepth::name))
            .try_map(|name| name.parse::<ReviewDepth>())
    )]
    depth: ReviewDepth,
    /// Search N nodes per position instead
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(16..=1_000_000_000))]
    nodes: Option<u64>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Draw the figures into a new or existing SVG file
    #[arg(long, value_name = "OUT.svg")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let read = RecordFiles::read(&args.files, texts)?;
    let mut complete = read.is_complete();
    let player = args.player.clone().or_else(|| most_frequent_player(&read.games));
    let player = player.unwrap_or_default();
    let games = read.games.iter().filter(|game| side_of(&player, game).is_some());
    let games: Vec<_> = games.collect();
    ensure!(
        !games.is_empty(),
        "no player of these games is called {player:?}; choose one with --player"
    );
    let limits = args.nodes.map(SearchLimits::nodes);
    let standard = ReviewPlan::from(args.depth);
    let plan = ReviewPlan { limits: limits.unwrap_or(standard.limits), ..standard };
    let mut insights = Insights::new(&player);
    let mut progress = ProgressBar::new(&player, games.len());
    for (done, source) in games.into_iter().enumerate() {
        progress.show(done);
        let Some(side) = side_of(&player, source) else { continue };
        let game = match source.record.replay() {
            Ok(game) => game,
            Err(fault) => {
                complete = false;
                progress.clear();
                source.say_illegal(&fault, &args.files[0], texts);
                continue;
            }
        };
        let review = bosworth_analysis::review(&game, plan, &StopSign::default(), |_| {
            ControlFlow::Continue(())
        });
        insights.add(&source.record, &game, &review, side);
    }
    progress.clear();
    if let Some(path) = &args.svg {
        let drawing = plot::draw(&insights, texts)?;
        output_file::replace(path, |file| std::io::Write::write_all(file, drawing.as_bytes()))?;
    }
    if args.json {
        output::json(&insights.report())?;
    } else {
        output::text(text::table(&insights, texts))?;
    }
    Ok(Finding::of(complete))
}

/// The side that a player has in a game.
fn side_of(player: &str, game: &NumberedRecord) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| game.record.tag(tag(side)) == Some(player))
}

const fn tag(side: Side) -> &'static str {
    match side {
        Side::Red => "Red",
        Side::White => "White",
    }
}

/// Who has most games; of several, the first by name.
fn most_frequent_player(games: &[NumberedRecord]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        for name in Side::ALL.iter().filter_map(|&side| game.record.tag(tag(side))) {
            if name != "?" && !name.is_empty() {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| **count);
    most.map(|(name, _)| (*name).to_string())
}
