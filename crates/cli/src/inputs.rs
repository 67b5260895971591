use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use bosworth_analysis::cores;
use bosworth_engine::Network;
use bosworth_lab::inputs::{Shape, create, write_rows};
use bosworth_lab::player::network;

use crate::{Finding, output};

/// Turn files of games into what a network sees, for training
///
/// Rules and facts stay in this program: whoever trains needs to know neither. Without files, prints
/// the shape of a row and the symmetries as JSON. docs/training.md says what a row is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files that datagen wrote
    files: Vec<PathBuf>,
    /// Where to write the rows; - for standard output. Only a file of rows is replaced
    #[arg(long, default_value = "-")]
    out: PathBuf,
    /// Instead of what looking ahead found, write what a network sees: one of a file, or "shipped"
    #[arg(long, value_name = "FILE")]
    value_by: Option<String>,
    /// How many threads [default: one for each core]
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
        Box::new(io::stdout())
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
