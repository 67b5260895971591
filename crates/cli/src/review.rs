mod annotated;
mod report;
mod table;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bosworth_analysis::{ReviewPlan, StopSign};
use bosworth_engine::{Limits, Review, ReviewDepth};
use bosworth_rules::{Game, Record};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use self::annotated::AnnotatedFile;
use self::table::ReviewTable;
use crate::progress::Progress;
use crate::texts::Texts;
use crate::version::version;
use crate::{Finding, output, play, replay, source};

/// Look a game through: what was luck, what was skill, and what would have been better
///
/// On a terminal the game opens on the whole screen, where it can be stepped through while the
/// review goes on; elsewhere, with --text, or with nodes or time of your own, it is written
/// out, one row a ply. Win chances are Red's, in percent, a draw counted as half. A loss is how much
/// worse the action was than the best one (?! from 5, ? from 10, ?? from 15), luck how much
/// better the card was than the average card; both are told by the side that acted. At the end
/// it all adds up: result - start = deal luck + luck + skill + revision, where revision is what
/// the engine saw only later.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A .rose file with one game or more; - for standard input
    #[arg(value_name = "FILE.rose")]
    file: PathBuf,
    /// How thoroughly to look; the web app and the terminal give the same marks under the same name
    #[arg(
        long,
        default_value_t,
        value_parser = PossibleValuesParser::new(ReviewDepth::ALL.map(ReviewDepth::name))
            .try_map(|name| name.parse::<ReviewDepth>())
    )]
    depth: ReviewDepth,
    /// Search so many nodes in each position instead; the same number gives the same review
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(16..=1_000_000_000))]
    nodes: Option<u64>,
    /// Search so many milliseconds in each position, in place of nodes or besides them
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    ms: Option<u64>,
    /// Write JSON, one line a game, for programs
    #[arg(long)]
    json: bool,
    /// Write the games with the findings as comments; the file must not exist. It is brought up
    /// to date every few plies, so that nothing is lost if you stop
    #[arg(long, value_name = "OUT.rose")]
    save: Option<PathBuf>,
    /// Only this game of the file, from 1
    #[arg(long, value_name = "K")]
    game: Option<usize>,
    /// Write text in place of the whole screen, also on a terminal
    #[arg(long, visible_alias = "plain")]
    text: bool,
    #[command(flatten)]
    theme: play::ThemeArgs,
}

/// Plies between two autosaves.
const SAVE_EVERY: usize = 8;

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let games = games(args)?;
    let written = args.text || args.json || args.save.is_some();
    if !written && args.nodes.is_none() && args.ms.is_none() && bosworth_tui::has_screen() {
        let records = games.into_iter().map(|game| game.record).collect();
        return replay::open(records, texts, args.theme.look(), Some(args.depth));
    }
    write(args, &games, &texts)
}

fn write(args: &Args, games: &[Numbered], texts: &Texts) -> Result<Finding> {
    let mut annotated = match &args.save {
        Some(path) => {
            let records = games.iter().map(|game| game.record.clone()).collect();
            Some(AnnotatedFile::create(path, records, args.annotator())?)
        }
        None => None,
    };
    for (place, numbered) in games.iter().enumerate() {
        let mut save = |review: &Review| match &mut annotated {
            Some(annotated) => annotated.update(place, review),
            None => Ok(()),
        };
        let review = args.review(numbered, texts, &mut save)?;
        save(&review)?;
        if args.json {
            output::json(&report::report(numbered, &review, args.plan().limits, args.ms))?;
        }
    }
    if let (Some(path), false) = (&args.save, args.json) {
        let file = path.display().to_string();
        output::line(texts.format("play-saved", &[("file", file.into())]))?;
    }
    Ok(Finding::Good)
}

/// A game of a file, checked.
struct Numbered {
    /// Its index in the file, from 1.
    number: usize,
    record: Record,
    game: Game,
}

/// The games to review. An illegal record cannot be reviewed, and is refused up front.
fn games(args: &Args) -> Result<Vec<Numbered>> {
    let records = source::records(&args.file)?;
    let count = records.len();
    if let Some(wanted) = args.game.filter(|wanted| !(1..=count).contains(wanted)) {
        let are = if count == 1 { "one game".into() } else { format!("games 1 to {count}") };
        bail!("--game {wanted}: {} has {are}", args.file.display());
    }
    let wanted = |number: &usize| args.game.is_none_or(|wanted| wanted == *number);
    let numbered = (1..).zip(records).filter(|(number, _)| wanted(number));
    numbered
        .map(|(number, record)| {
            let game = record.replay().with_context(|| {
                format!("{}: game {number} does not follow the rules", args.file.display())
            })?;
            Ok(Numbered { number, record, game })
        })
        .collect()
}

impl Args {
    fn plan(&self) -> ReviewPlan {
        let standard = ReviewPlan::from(self.depth);
        match (self.nodes, self.ms) {
            (None, None) => standard,
            (nodes, ms) => ReviewPlan {
                limits: Limits { nodes, depth: None },
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
        numbered: &Numbered,
        texts: &Texts,
        save: &mut dyn FnMut(&Review) -> Result<()>,
    ) -> Result<Review> {
        let Numbered { number, record, game } = numbered;
        let table = (!self.json).then(|| ReviewTable::new(record, texts));
        if let Some(table) = &table {
            output::text(table.heading(*number))?;
        }
        let plies = game.plies().len();
        let label = texts.format("game", &[("number", (*number).into())]);
        let mut progress = Progress::new(label, plies);
        progress.show(0);
        let mut show = |review: &Review| {
            progress.clear();
            if let (Some(table), Some(ply)) = (&table, review.plies.last()) {
                output::text(table.row(ply))?;
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
