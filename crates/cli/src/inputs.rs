use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use bosworth_analysis::cores;
use bosworth_engine::Network;
use bosworth_lab::inputs::{Shape, create, write_rows};
use bosworth_lab::player::network;

use crate::{Finding, output};

/// Extract training data (features and targets) from datagen files
///
/// Rules and features are implemented only here, so the training script needs neither. Without
/// files, prints the layout of a row and the board symmetries as JSON. docs/training.md describes
/// the rows.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files written by `bosworth datagen`
    files: Vec<PathBuf>,
    /// Output file; - for standard output. An existing file is overwritten only if it contains rows
    #[arg(long, default_value = "-")]
    out: PathBuf,
    /// Use the evaluation of this network (a file, or "shipped") instead of search values as targets
    #[arg(long, value_name = "FILE")]
    value_by: Option<String>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    if args.files.is_empty() {
        output::json(&Shape::of_rows())?;
        return Ok(Finding::Good);
    }
    let judge = match args.value_by.as_deref() {
        None => None,
        Some("shipped") => Some(Network::shipped()),
        Some(path) => Some(network(path.as_ref())?),
    };
    let threads = args.threads.map_or_else(cores, usize::from);
    let out: Box<dyn Write + Send> = if args.out == Path::new("-") {
        Box::new(output::stdout())
    } else {
        Box::new(create(&args.out)?)
    };
    let mut out = BufWriter::with_capacity(1 << 20, out);
    for path in &args.files {
        write_rows(path, judge.as_ref(), threads, &mut out)?;
    }
    out.flush()?;
    Ok(Finding::Good)
}
