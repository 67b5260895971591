use anyhow::{Result, anyhow};
use bosworth_puzzles::{Puzzle, PuzzleHeader, Tag};
use bosworth_rules::Ruleset;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::SetArgs;
use crate::texts::Texts;
use crate::{Finding, output};

/// List puzzles
///
/// A line for each puzzle: its number, edition, level, rating, how many points of win chance the best action
/// is better than the second, and its tags. With --json, an object on each line with the position and what
/// every action costs.
///
/// Examples:
///
///   bosworth puzzles list --tag sacrifice --level 5
///   bosworth puzzles list --json | head -1
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    #[command(flatten)]
    set: SetArgs,
    /// Write JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Only puzzles with this tag
    #[arg(long, value_parser = tag())]
    tag: Vec<Tag>,
    /// Only puzzles of this edition
    #[arg(long, value_parser = edition())]
    edition: Option<Ruleset>,
    /// Only puzzles of this level: the lowest level of the computer that solves them; 9 if none does
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=i64::from(Puzzle::NO_LEVEL)))]
    level: Option<u8>,
}

/// A tag by its name.
fn tag() -> impl TypedValueParser<Value = Tag> {
    PossibleValuesParser::new(Tag::ALL.map(Tag::name))
        .try_map(|name| Tag::from_name(&name).ok_or_else(|| anyhow!("no such tag")))
}

/// An edition by its name.
fn edition() -> impl TypedValueParser<Value = Ruleset> {
    PossibleValuesParser::new(Ruleset::PRESETS.map(|(name, _)| name))
        .try_map(|name| name.parse::<Ruleset>())
}

impl Args {
    fn wants(&self, header: &PuzzleHeader) -> bool {
        self.tag.iter().all(|tag| header.tags.contains(*tag))
            && self.edition.is_none_or(|edition| header.edition == edition)
            && self.level.is_none_or(|level| header.level == level)
    }
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let set = args.set.read()?;
    let mut listed = 0;
    for (place, header) in set.headers().enumerate() {
        let Some(puzzle) = set.get(place).filter(|_| args.wants(&header)) else { continue };
        listed += 1;
        if args.json {
            output::line(puzzle.json())?;
        } else {
            output::line(line(&puzzle, texts))?;
        }
    }
    if !args.json {
        output::line(texts.format("puzzles-listed", &[("puzzles", listed.into())]))?;
    }
    Ok(Finding::Good)
}

fn line(puzzle: &Puzzle, texts: &Texts) -> String {
    let tags: Vec<_> = puzzle.tags().iter().map(Tag::name).collect();
    format!(
        "{:>8}  {:14}  {}  {:>4}  {:>5}  {}",
        puzzle.id(),
        puzzle.edition().to_string(),
        puzzle.level(),
        puzzle.rating(),
        texts.number(puzzle.gap(), 1),
        tags.join(" "),
    )
}
