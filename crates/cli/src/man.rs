use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Command;

use crate::{Finding, output};

/// Write the manual pages to a folder
#[derive(clap::Args)]
#[command(hide = true)]
pub(crate) struct Args {
    /// The folder
    folder: PathBuf,
}

/// Writes a page for the program and one for each of its commands.
pub(crate) fn run(args: &Args, mut program: Command) -> Result<Finding> {
    fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot create the folder {}", args.folder.display()))?;
    for entry in fs::read_dir(&args.folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let ours = name.starts_with("bosworth") && name.ends_with(".1");
        ensure!(
            ours,
            "{} contains {name}; choose a folder for the manual pages alone",
            args.folder.display()
        );
    }
    program.build();
    clap_mangen::generate_to(program, &args.folder).context("cannot write the manual")?;
    let pages = fs::read_dir(&args.folder)?.count();
    output::line(format!("{pages} pages"))?;
    Ok(Finding::Good)
}
