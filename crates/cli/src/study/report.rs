use std::path::PathBuf;

use anyhow::Result;
use bosworth_lab::study;

use super::drawing_words;
use crate::texts::Texts;
use crate::{Finding, output};

/// Count what happened in studied games: figures.json and drawings
///
/// Every figure comes with its 95 % confidence interval and the number of games. Games of one
/// edition, player and node count are put together; if they were played with several seeds, the
/// report says which figures of the first two agree within their intervals.
///
/// Example:
///
///   bosworth study report classic classic-2 --out docs/study
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Folders written by `bosworth study play`
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder of the report
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let figures = study::report(&args.folders)?.figures();
    figures.write(&args.out)?;
    figures.draw(&args.out, &drawing_words(texts))?;
    let values = [
        ("folder", args.out.display().to_string().into()),
        ("games", figures.games().into()),
        ("figures", figures.figures().into()),
    ];
    output::line(texts.format("study-done", &values))?;
    Ok(Finding::Good)
}
