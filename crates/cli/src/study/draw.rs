use std::path::PathBuf;

use anyhow::Result;
use bosworth_lab::study::StudyFigures;

use super::drawing_words;
use crate::texts::Texts;
use crate::{Finding, output};

/// Draw the figures of a report again, in another language
///
/// Example:
///
///   bosworth study draw docs/study/figures.json --out docs/study/de --lang de
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// The file figures.json that `bosworth study report` wrote
    #[arg(value_name = "FILE")]
    figures: PathBuf,
    /// Folder of the drawings
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let drawings = StudyFigures::read(&args.figures)?.draw(&args.out, &drawing_words(texts))?;
    let values = [("folder", args.out.display().to_string().into()), ("drawings", drawings.into())];
    output::line(texts.format("study-drawn", &values))?;
    Ok(Finding::Good)
}
