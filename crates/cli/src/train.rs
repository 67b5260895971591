use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result};
use bosworth_practice::PuzzleWish;
use bosworth_puzzles::{PuzzleSet, Tag};
use bosworth_rules::Ruleset;
use bosworth_tui::{
    EditedLines, LineSource, PipedLines, PlainTraining, PracticeSession, TrainingBackend,
    TrainingFile, TrainingKind,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::arguments::RulesParser;
use crate::play::{DisplayArgs, saved_games};
use crate::texts::Texts;
use crate::{Finding, output};

/// Train: the position of the day, puzzles, and your own mistakes
///
/// Every action is answered with what it costs, in games of 100, and why. Only the first answer to a
/// puzzle counts for your rating, and thirty a day. Without options, the position of the day comes
/// first, then puzzles of about your strength.
///
/// What you do is kept beside the saved games, in training.json. Reviewing a finished game (v) adds
/// your mistakes of four games of 100 or more to those that --mistakes repeats.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only the position of the day
    #[arg(long, conflicts_with_all = ["mistakes", "tag", "rules", "harder", "easier"])]
    daily: bool,
    /// Only your own mistakes that are due today
    #[arg(long, conflicts_with_all = ["tag", "rules", "harder", "easier"])]
    mistakes: bool,
    /// Only puzzles with this idea
    #[arg(long, value_name = "TAG", value_parser = tag_parser())]
    tag: Option<Tag>,
    /// Only puzzles of this edition
    #[arg(long, value_name = "EDITION", value_parser = RulesParser)]
    rules: Option<Ruleset>,
    /// Puzzles for a player who is 300 rating points stronger
    #[arg(long, conflicts_with = "easier")]
    harder: bool,
    /// Puzzles for a player who is 300 rating points weaker
    #[arg(long)]
    easier: bool,
    /// Puzzles of this file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
    #[command(flatten)]
    show: DisplayArgs,
}

fn tag_parser() -> impl TypedValueParser<Value = Tag> {
    let names = PossibleValuesParser::new(Tag::ALL.map(Tag::name));
    names.try_map(|name| Tag::from_name(&name).ok_or("no such tag"))
}

/// By how many rating points puzzles are harder or easier on request.
const DIFFICULTY_STEP: i32 = 300;

impl Args {
    fn kind(&self) -> TrainingKind {
        let chosen = self.tag.is_some() || self.rules.is_some() || self.harder || self.easier;
        match (self.daily, self.mistakes, chosen) {
            (true, ..) => TrainingKind::Daily,
            (_, true, _) => TrainingKind::Mistakes,
            (_, _, true) => TrainingKind::Puzzles,
            _ => TrainingKind::Mixed,
        }
    }

    fn wish(&self) -> PuzzleWish {
        let harder = i32::from(self.harder) - i32::from(self.easier);
        PuzzleWish { edition: self.rules, tag: self.tag, harder: harder * DIFFICULTY_STEP }
    }

    fn puzzles(&self) -> Result<PuzzleSet> {
        let Some(path) = &self.set else { return Ok(PuzzleSet::shipped()) };
        let place = || format!("cannot read {}", path.display());
        PuzzleSet::read(fs::read(path).with_context(place)?).with_context(place)
    }
}

/// The file beside the saved games.
pub(crate) fn training_file() -> Result<TrainingFile> {
    Ok(TrainingFile::beside(&saved_games()?, random_number))
}

/// A random number; without a source of them, always the same.
fn random_number() -> u64 {
    getrandom::u64().unwrap_or_default()
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    args.show.check(&texts)?;
    let mut file = training_file()?;
    let progress = file.load()?;
    let (now, luck) = (file.now(), file.luck());
    let begun =
        PracticeSession::begin(args.puzzles()?, progress, (args.kind(), args.wish()), now, luck);
    let mut session = match begun {
        Ok(session) => session,
        Err(nothing) => {
            output::line(nothing.text(&texts))?;
            return Ok(Finding::Good);
        }
    };
    if args.show.is_plain() {
        let mut input: Box<dyn LineSource> = if bosworth_tui::is_terminal() {
            Box::new(EditedLines::new()?)
        } else {
            Box::new(PipedLines(io::stdin().lock()))
        };
        let mut plain = PlainTraining { texts: &texts, input: &mut *input, output: io::stdout() };
        plain.train(&mut session, &mut file)?;
        return Ok(Finding::Good);
    }
    let language = texts.language();
    let session = bosworth_tui::run_training(session, texts, args.show.look(), &mut file)?;
    if let Some(summary) = session.summary(&crate::texts::in_language(language)) {
        output::line(summary)?;
    }
    Ok(Finding::Good)
}
