mod draw;
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
    Draw(draw::Args),
}

pub(crate) fn run(study: &Study, texts: &Texts) -> Result<Finding> {
    match study {
        Study::Play(args) => play::run(args, texts),
        Study::Report(args) => report::run(args, texts),
        Study::Draw(args) => draw::run(args, texts),
    }
}

/// The words of the drawings in the language of these texts.
fn drawing_words(texts: &Texts) -> impl Fn(&str, &str) -> String {
    move |id, value| texts.format(id, &[("value", value.into()), ("number", value.into())])
}
