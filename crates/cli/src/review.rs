mod annotated_file;
mod report;
mod text;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use bosworth_analysis::{ReviewPlan, StopSign};
use bosworth_engine::{Engine, PlyReview, Review, ReviewDepth, SearchLimits};
use bosworth_rules::{Game, Position};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::annotated_file::AnnotatedFile;
use self::text::ReviewText;
use clap_complete::engine::ArgValueCompleter;

use crate::arguments::files_and_saved_games;
use crate::progress_bar::ProgressBar;
use crate::record_files::{NumberedRecord, RecordFiles};
use crate::texts::Texts;
use crate::version::version;
use crate::why::{ExplainedAction, explain};
use crate::{Finding, output, play, replay};

/// Review games with the engine: luck, skill, mistakes and better actions
///
/// On a terminal the games open full screen and can be stepped through while the review is running;
/// otherwise, or with --text, --nodes or --ms, the review is printed, one row per ply. Win chances
/// are Red's, in percent; a draw counts as half a win. Loss is how much worse the action was than
/// the best one (?! from 5, ? from 10, ?? from 15), luck how much better the drawn card was than
/// the average card, both from the point of view of the side that acted. It all adds up: result -
/// start = deal luck + luck + skill + revision, where revision is what the engine saw only later.
///
/// The exit code is 1 if a game had to be skipped because it cannot be parsed or is illegal.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of one or more games, or saved games by number or name; - for standard input
    #[arg(
        value_name = "GAME",
        required = true,
        add = ArgValueCompleter::new(files_and_saved_games)
    )]
    files: Vec<PathBuf>,
    /// Search depth by name; the web app gives the same marks at the same depth
    #[arg(
        long,
        default_value_t,
        value_parser = PossibleValuesParser::new(ReviewDepth::ALL.map(ReviewDepth::name))
            .try_map(|name| name.parse::<ReviewDepth>())
    )]
    depth: ReviewDepth,
    /// Search N nodes per position instead, which makes reviews reproducible
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(16..=1_000_000_000))]
    nodes: Option<u64>,
    /// Search MS milliseconds per position, instead of or in addition to --nodes
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    ms: Option<u64>,
    /// Judge costly decisions again by playing games on from the best actions and from the one that
    /// was played; prints text
    #[arg(long)]
    rollout: bool,
    /// Maximum number of games for each action
    #[arg(long, value_name = "N", requires = "rollout", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    games: u32,
    /// Say why the best action is better than the one that was played or than the next best; prints
    /// text
    #[arg(long)]
    why: bool,
    /// Write JSON, one line per game
    #[arg(long)]
    json: bool,
    /// Save the games with the review as comments to a new file, updated every few plies
    #[arg(long, value_name = "OUT.rose")]
    save: Option<PathBuf>,
    /// Review only game K of the file
    #[arg(long, value_name = "K")]
    game: Option<usize>,
    /// Print text even on a terminal
    #[arg(long, visible_alias = "plain")]
    text: bool,
    #[command(flatten)]
    theme: play::ThemeArgs,
}

/// Plies between two autosaves.
const SAVE_EVERY: usize = 8;

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let (games, complete) = games(args, &texts)?;
    let written = args.text || args.why || args.rollout || args.json || args.save.is_some();
    if !written && args.nodes.is_none() && args.ms.is_none() && bosworth_tui::has_screen() {
        let records = games.into_iter().map(|game| game.source.record).collect();
        replay::open(records, texts, args.theme.look(), Some(args.depth))?;
    } else if !games.is_empty() {
        write(args, &games, &texts)?;
    }
    Ok(Finding::of(complete))
}

fn write(args: &Args, games: &[LegalGame], texts: &Texts) -> Result<()> {
    let mut annotated = match &args.save {
        Some(path) => {
            let records = games.iter().map(|game| game.source.record.clone()).collect();
            Some(AnnotatedFile::create(path, records, args.annotator())?)
        }
        None => None,
    };
    for (place, game) in games.iter().enumerate() {
        let mut save = |review: &Review| match &mut annotated {
            Some(annotated) => annotated.update(place, review),
            None => Ok(()),
        };
        let review = args.review(game, texts, &mut save)?;
        save(&review)?;
        if args.json {
            let mut report = report::report(game, &review, args.plan().limits, args.ms);
            if args.why {
                report.explain(game, &review);
            }
            output::json(&report)?;
        }
    }
    if let (Some(path), false) = (&args.save, args.json) {
        let file = path.display().to_string();
        output::line(texts.format("play-saved", &[("file", file.into())]))?;
    }
    Ok(())
}

/// A game of a file that follows the rules.
struct LegalGame {
    source: NumberedRecord,
    game: Game,
}

/// The games to review, and whether none had to be skipped. An illegal record cannot be reviewed.
fn games(args: &Args, texts: &Texts) -> Result<(Vec<LegalGame>, bool)> {
    let read = RecordFiles::read(&args.files, texts)?;
    let mut complete = read.is_complete();
    if let Some(wanted) = args.game {
        ensure!(args.files.len() == 1, "--game {wanted} works with one file only");
        if !(1..=read.count).contains(&wanted) {
            let count = read.count;
            let are = if count == 1 { "one game".into() } else { format!("games 1 to {count}") };
            bail!("--game {wanted}: {} has {are}", args.files[0].display());
        }
    }
    let mut games = Vec::new();
    for source in read.games {
        if args.game.is_some_and(|wanted| wanted != source.number) {
            continue;
        }
        match source.record.replay() {
            Ok(game) => games.push(LegalGame { source, game }),
            Err(fault) => {
                complete = false;
                source.say_illegal(&fault, &args.files[0], texts);
            }
        }
    }
    Ok((games, complete))
}

/// Why the best action in the position before a ply is better than the one that was played or, if it
/// was played, than the next best; and why the one that was played is worse.
fn why(ply: &PlyReview, before: &Position, engine: &Engine) -> Vec<ExplainedAction> {
    let Some(decision) = &ply.decision else { return Vec::new() };
    let played = ply.ply.action();
    let next_best = || decision.actions.iter().map(|(action, _)| *action).find(|it| *it != played);
    let other = if decision.best == played { next_best() } else { Some(played) };
    let Some(other) = other else { return Vec::new() };
    let mut why = explain(before, &[decision.best, other], engine);
    why.retain(|explained| explained.action == decision.best || explained.action == played);
    why
}

impl Args {
    fn plan(&self) -> ReviewPlan {
        let rollout_games = self.rollout.then_some(self.games);
        let standard = ReviewPlan { rollout_games, ..ReviewPlan::from(self.depth) };
        match (self.nodes, self.ms) {
            (None, None) => standard,
            (nodes, ms) => ReviewPlan {
                limits: SearchLimits { nodes, depth: None },
                time: ms.map(Duration::from_millis),
                ..standard
            },
        }
    }

    /// The value of the record's Annotator tag.
    fn annotator(&self) -> String {
        let nodes = self.plan().limits.nodes.map(|nodes| format!(", {nodes} nodes"));
        let time = self.ms.map(|ms| format!(", {ms} ms"));
        let [nodes, time] = [nodes, time].map(Option::unwrap_or_default);
        format!("Bosworth {}{nodes}{time}", version())
    }

    /// Reviews one game, prints each ply as soon as it is done and saves periodically.
    fn review(
        &self,
        legal: &LegalGame,
        texts: &Texts,
        save: &mut dyn FnMut(&Review) -> Result<()>,
    ) -> Result<Review> {
        let LegalGame { source, game } = legal;
        let table = (!self.json).then(|| ReviewText::new(&source.record, texts));
        if let Some(table) = &table {
            output::text(table.heading(&source.name(texts)))?;
        }
        let explaining = self.why.then(Engine::default);
        let plies = game.plies().len();
        let mut progress = ProgressBar::new(source.name(texts), plies);
        progress.show(0);
        let mut show = |review: &Review| {
            progress.clear();
            if let (Some(table), Some(ply)) = (&table, review.plies.last()) {
                output::text(table.row(ply))?;
                output::text(table.rollout(ply))?;
                if let Some(engine) = &explaining {
                    output::text(table.why(ply, &game.positions()[ply.number - 1], engine))?;
                }
            }
            let done = review.plies.len();
            if done.is_multiple_of(SAVE_EVERY) {
                save(review)?;
            }
            progress.show(done);
            anyhow::Ok(())
        };
        let mut shown = Ok(());
        let review = bosworth_analysis::review(game, self.plan(), &StopSign::default(), |review| {
            shown = show(review);
            if shown.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        shown?;
        progress.clear();
        if let Some(table) = &table {
            output::text(table.summary(&review))?;
        }
        Ok(review)
    }
}
