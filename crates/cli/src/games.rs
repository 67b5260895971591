use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Side};
use bosworth_tui::{Kept, Shelf, Start};
use clap_complete::engine::ArgValueCandidates;

use crate::texts::Texts;
use crate::values::saved_games;
use crate::{Finding, output, play};

/// List the games that were saved, or go on with one
///
/// `bosworth play` saves after every action, in ~/.local/share/bosworth/games or where
/// `XDG_DATA_HOME` says. The game saved last is number 1.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Go on with this game: its number, its name, or a .rose file
    #[arg(value_name = "GAME", add = ArgValueCandidates::new(saved_games))]
    game: Option<String>,
    #[command(flatten)]
    show: play::Show,
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    let shelf = play::shelf()?;
    let Some(wanted) = &args.game else {
        return list(&shelf, &texts);
    };
    let Some(path) = find(&shelf, wanted)? else {
        bail!("{}", texts.format("tui-games-unknown", &[("name", wanted.clone().into())]));
    };
    args.show.check(&texts)?;
    let table = match bosworth_tui::load(&path) {
        Ok(table) => table,
        Err(why) => {
            let file = path.display().to_string();
            let values = [("file", file.into()), ("why", why.to_string().into())];
            bail!("{}", texts.format("tui-broken", &values));
        }
    };
    let mut begin = |_| Err(io::ErrorKind::Unsupported.into());
    args.show.run(Start::Table(Box::new(table), path), texts, &mut begin)
}

fn find(shelf: &Shelf, wanted: &str) -> Result<Option<PathBuf>> {
    let kept = shelf.find(wanted).with_context(|| unreadable(shelf))?;
    let file = || Some(PathBuf::from(wanted)).filter(|path| path.is_file());
    Ok(kept.map(|kept| kept.path).or_else(file))
}

fn unreadable(shelf: &Shelf) -> String {
    format!("cannot read the folder {}", shelf.folder().display())
}

fn list(shelf: &Shelf, texts: &Texts) -> Result<Finding> {
    let games = shelf.games().with_context(|| unreadable(shelf))?;
    if games.is_empty() {
        let folder = shelf.folder().display().to_string();
        output::line(texts.format("tui-games-none", &[("folder", folder.into())]))?;
        return Ok(Finding::Good);
    }
    let wide = games.iter().map(|game| game.name.chars().count()).max().unwrap_or(0);
    for (number, game) in (1..).zip(&games) {
        output::line(format_args!("{number:3}  {:wide$}  {}", game.name, about(game, texts)))?;
    }
    output::line(texts.get("tui-games-how"))?;
    Ok(Finding::Good)
}

/// `you – level 3, classic, 17 actions, 12 : 9, open`
fn about(game: &Kept, texts: &Texts) -> String {
    match load(&game.path) {
        Err(why) => texts.format("tui-games-broken", &[("why", why.into())]),
        Ok(table) => {
            let position = table.position();
            let names = BySide::from_fn(|side| seat(&table, side, texts));
            let scores = position.scores();
            let state = if table.is_over() { "tui-over" } else { "tui-games-open" };
            format!(
                "{} – {}, {}, {}, {} : {}, {}",
                names.red,
                names.white,
                texts.ruleset(position.ruleset()),
                texts.count("tui-games-plies", table.game().plies().len() as u32),
                scores.red.points,
                scores.white.points,
                texts.get(state),
            )
        }
    }
}

fn load(path: &Path) -> Result<LocalTable, String> {
    bosworth_tui::load(path).map_err(|why| why.to_string())
}

fn seat(table: &LocalTable, side: Side, texts: &Texts) -> String {
    match table.seats[side] {
        Seat::Level(level) => texts.format("tui-computer", &[("level", level.into())]),
        Seat::Person => texts.side(side, table.position().ruleset()),
    }
}
