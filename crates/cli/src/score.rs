use std::fmt::Write;

use anyhow::Result;
use bosworth_rules::{BySide, Position, Side, Territory};
use serde::Serialize;

use crate::position_input::PositionInput;
use crate::texts::Texts;
use crate::{Finding, output};

/// Score a position the way the rule books do
///
/// Territories of equal size cancel each other out before the rest is added up. With positions on
/// standard input, the exit code is 1 if any line is not a position.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position, in quotes, or a saved game by number or name; - reads positions from standard
    /// input, one per line
    #[arg(default_value = "-")]
    position: PositionInput,
    /// Write JSON, one line per position
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    red: SideReport,
    white: SideReport,
    over: bool,
    end: Option<String>,
    verdict: Option<String>,
}

#[derive(Serialize)]
struct SideReport {
    points: u32,
    territories: Vec<TerritoryReport>,
    largest: u32,
    roses: u32,
}

#[derive(Serialize)]
struct TerritoryReport {
    size: u32,
    points: u32,
    squares: Vec<String>,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    args.position.each(texts, &mut |position| {
        if args.json {
            output::json(&report(position))?;
        } else {
            let heading = args.position.heading(position, texts);
            output::text(format_args!("{heading}{}", count(position, texts)))?;
        }
        Ok(())
    })
}

fn territories(position: &Position, side: Side) -> Vec<Territory> {
    let mut all: Vec<_> = position.territories(side).collect();
    all.sort_by_key(|territory| std::cmp::Reverse(territory.size()));
    all
}

fn report(position: &Position) -> Report {
    let side = |side| {
        let score = position.scores()[side];
        let territories =
            territories(position, side).into_iter().map(|territory| TerritoryReport {
                size: territory.size(),
                points: territory.points(),
                squares: territory.squares.iter().map(|square| square.to_string()).collect(),
            });
        SideReport {
            points: score.points,
            territories: territories.collect(),
            largest: score.largest,
            roses: score.roses,
        }
    };
    let outcome = position.outcome();
    Report {
        position: position.to_string(),
        red: side(Side::Red),
        white: side(Side::White),
        over: outcome.is_some(),
        end: outcome.map(|outcome| outcome.end.to_string()),
        verdict: outcome.map(|outcome| outcome.verdict.to_string()),
    }
}

/// The count in words and numbers.
pub(crate) fn count(position: &Position, texts: &Texts) -> String {
    let mut out = String::new();
    let sizes = BySide::from_fn(|side| {
        territories(position, side).into_iter().map(Territory::size).collect::<Vec<_>>()
    });
    let name = |side| texts.side(side, position.ruleset());
    let width = Side::ALL.map(|side| name(side).chars().count()).into_iter().max().unwrap_or(0);
    for side in Side::ALL {
        let points = texts.count("points", position.scores()[side].points);
        let list = match &sizes[side][..] {
            [] => texts.get("no-territory"),
            sizes => texts.format("territories", &[("sizes", sum(sizes).into())]),
        };
        let _ = writeln!(out, "{:width$}  {points:>10}  {list}", name(side));
    }
    for line in texts.taken_off(position) {
        let _ = writeln!(out, "{line}");
    }
    for sentence in texts.standing(position) {
        let _ = writeln!(out, "{sentence}");
    }
    out
}

/// `8 + 2 + 1`
fn sum(sizes: &[u32]) -> String {
    sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + ")
}
