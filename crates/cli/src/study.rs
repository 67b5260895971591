mod play;
mod report;

use anyhow::Result;

use crate::Finding;
use crate::texts::Texts;

/// Find out what the game is like, from many games of self-play
#[derive(clap::Subcommand)]
pub(crate) enum Study {
    Play(play::Args),
    Report(report::Args),
}

pub(crate) fn run(study: &Study, texts: &Texts) -> Result<Finding> {
    match study {
        Study::Play(args) => play::run(args, texts),
        Study::Report(args) => report::run(args, texts),
    }
}
