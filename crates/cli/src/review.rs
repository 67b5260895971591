mod annotate;
mod report;
mod table;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use bosworth_engine::{Effort, Engine, Limits, Review, Reviewer};
use bosworth_rules::{Game, Record};

use self::annotate::Annotated;
use self::table::Table;
use crate::progress::Progress;
use crate::texts::Texts;
use crate::timer::Timer;
use crate::version::version;
use crate::{Finding, output, replay, source};

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
    /// How many nodes to search in each position; the same number gives the same review
    /// [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(16..=1_000_000_000))]
    nodes: Option<u64>,
    /// How long to search in each position, in milliseconds, in place of nodes or besides them
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
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
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// How many nodes a position gets if nobody says otherwise.
const NODES: u64 = 20_000;

/// How many plies are reviewed between two savings.
const SAVE_EVERY: usize = 8;

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let games = games(args)?;
    let written = args.text || args.json || args.save.is_some();
    if !written && args.nodes.is_none() && args.ms.is_none() && bosworth_tui::is_terminal() {
        let records = games.into_iter().map(|game| game.record).collect();
        return replay::open(records, texts, args.ascii, true);
    }
    write(args, &games, &texts)
}

fn write(args: &Args, games: &[Numbered], texts: &Texts) -> Result<Finding> {
    let mut annotated = match &args.save {
        Some(path) => {
            let records = games.iter().map(|game| game.record.clone()).collect();
            Some(Annotated::create(path, records, &args.annotator())?)
        }
        None => None,
    };
    let engine = Engine::default();
    for (place, numbered) in games.iter().enumerate() {
        let mut save = |review: &Review| match &mut annotated {
            Some(annotated) => annotated.update(place, review),
            None => Ok(()),
        };
        let review = args.review(numbered, &engine, texts, &mut save)?;
        save(&review)?;
        if args.json {
            output::json(&report::report(numbered, &review, args.limits(), args.ms))?;
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
    /// Its place in the file, from 1.
    number: usize,
    record: Record,
    game: Game,
}

/// The games to review. A record that does not follow the rules cannot be reviewed, and is
/// refused before any work is done.
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
    fn limits(&self) -> Limits {
        let nodes = match (self.nodes, self.ms) {
            (None, None) => Some(NODES),
            (nodes, _) => nodes,
        };
        Limits { nodes, depth: None }
    }

    /// The clock of one search.
    fn timer(&self, effort: Effort) -> Timer {
        let deadline = self.ms.map(|ms| {
            let time = Duration::from_millis(ms);
            Instant::now()
                + match effort {
                    Effort::Full => time,
                    Effort::Card => time / Effort::CARD_PART as u32,
                }
        });
        Timer { deadline, ..Timer::default() }
    }

    /// Who made the comments, for the record's tag.
    fn annotator(&self) -> String {
        let nodes = self.limits().nodes.map(|nodes| format!(", {nodes} nodes"));
        let time = self.ms.map(|ms| format!(", {ms} ms"));
        let [nodes, time] = [nodes, time].map(Option::unwrap_or_default);
        format!("Bosworth {}{nodes}{time}", version())
    }

    /// Reviews one game, shows each ply as soon as it is done and saves now and then.
    fn review(
        &self,
        numbered: &Numbered,
        engine: &Engine,
        texts: &Texts,
        save: &mut dyn FnMut(&Review) -> Result<()>,
    ) -> Result<Review> {
        let Numbered { number, record, game } = numbered;
        let table = (!self.json).then(|| Table::new(record, texts));
        if let Some(table) = &table {
            output::text(table.heading(*number))?;
        }
        let plies = game.plies().len();
        let label = texts.format("game", &[("number", (*number).into())]);
        let mut progress = Progress::new(label, plies);
        progress.show(0);
        let mut reviewer =
            Reviewer::watched(game, engine, self.limits(), |effort| self.timer(effort));
        while let Some(ply) = reviewer.step() {
            let done = ply.number;
            let row = table.as_ref().map(|table| table.row(ply));
            progress.clear();
            if let Some(row) = row {
                output::text(row)?;
            }
            if done % SAVE_EVERY == 0 {
                save(reviewer.review())?;
            }
            progress.show(done);
        }
        progress.clear();
        let review = reviewer.into_review();
        if let Some(table) = &table {
            output::text(table.summary(&review))?;
        }
        Ok(review)
    }
}
