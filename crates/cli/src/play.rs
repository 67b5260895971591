mod online;
mod session;
mod show;

pub(crate) use show::{Show, ThemeArgs};

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Ruleset};
use bosworth_tui::{Date, Menu, NewGame, Shelf, Start};

use crate::texts::Texts;
use crate::values::{RulesParser, level};
use crate::{Finding, deal};

/// Play a game: against the computer, two at one keyboard, or watch two computers
///
/// On a terminal the game has the whole screen, with keys and mouse; ? lists the keys. Without
/// --level, --two or --watch a menu asks what to play. With --plain it goes line by line, in
/// words, for screen readers and pipes.
///
/// The game is saved after every action, as a record with a shuffle that can be checked;
/// `bosworth games` finds it again.
///
/// With --server the game is at a server: against its computer (--level), against whoever takes an
/// offer (--seek), or one that is named; with none of these a list of your games and of open
/// offers. Without a token you come as a guest, and are known again the next time.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Play against the computer, from 1 (a first game) to 8 (as strong as it gets)
    #[arg(long, value_parser = level(), hide_possible_values = true, conflicts_with = "two")]
    level: Option<u8>,
    /// The side of the person who plays against the computer
    #[arg(long, value_enum, default_value = "red", requires = "level")]
    side: Chair,
    /// Two people at one keyboard
    #[arg(long)]
    two: bool,
    /// Watch two computers, Red's level first
    #[arg(long, num_args = 2, value_names = ["LEVEL", "LEVEL"], conflicts_with_all = ["level", "two"],
          value_parser = level(), hide_possible_values = true)]
    watch: Option<Vec<u8>>,
    /// Deal from this seed, 1 to 64 hexadecimal digits [default: a random one]
    #[arg(long, value_name = "HEX")]
    seed: Option<Secret>,
    /// Where to save the game; must not exist [default: among the games of `bosworth games`]
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    #[command(flatten)]
    online: online::Place,
    #[command(flatten)]
    show: Show,
}

/// Where a person sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Chair {
    Red,
    White,
}

impl Args {
    /// Who plays, if the arguments say so.
    fn seats(&self) -> Option<BySide<Seat>> {
        if let Some(&[red, white]) = self.watch.as_deref() {
            return Some(BySide { red: Seat::Level(red), white: Seat::Level(white) });
        }
        if self.two {
            return Some(BySide { red: Seat::Person, white: Seat::Person });
        }
        let level = Seat::Level(self.level?);
        Some(match self.side {
            Chair::Red => BySide { red: Seat::Person, white: level },
            Chair::White => BySide { red: level, white: Seat::Person },
        })
    }

    /// Deals a game and begins its file.
    fn begin(&self, opening: NewGame) -> Result<(LocalTable, PathBuf)> {
        let today = Date::of(SystemTime::now());
        let (name, path) = if let Some(path) = &self.save {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
            ensure!(!path.exists(), "{} is there already; choose another name", path.display());
            (name.unwrap_or_default(), path.clone())
        } else {
            let games = shelf()?;
            let folder = games.folder().display();
            games.new_game(today).with_context(|| format!("cannot save games in {folder}"))?
        };
        let secret = self.seed.clone().map_or_else(deal::random_secret, Ok)?;
        // The name of the game is part of the shuffle: a seed alone must give the same game.
        let id = if self.seed.is_some() { "at one keyboard".into() } else { name.clone() };
        let mut table = LocalTable::deal(id, secret, opening.ruleset, opening.seats);
        table.id = name;
        save(&table, &path)?;
        Ok((table, path))
    }
}

/// The user's saved games.
pub(crate) fn shelf() -> Result<Shelf> {
    Shelf::of_user().context("no folder for games is known: set XDG_DATA_HOME or HOME")
}

fn save(table: &LocalTable, path: &Path) -> Result<()> {
    bosworth_tui::save(table, path, Date::of(SystemTime::now()))
        .with_context(|| format!("cannot save the game in {}", path.display()))
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    args.show.check(&texts)?;
    if args.online.is_asked_for() {
        return online::run(args, &texts);
    }
    let seats = args.seats();
    let people = BySide { red: Seat::Person, white: Seat::Person };
    let start = match seats {
        None if !args.show.is_plain() => Start::Menu(Menu::new(args.rules)),
        seats => {
            let seats = seats.unwrap_or(people);
            let (table, path) = args.begin(NewGame { ruleset: args.rules, seats })?;
            Start::Table(Box::new(table), path)
        }
    };
    let mut begin = |opening| args.begin(opening).map_err(io::Error::other);
    args.show.run(start, texts, &mut begin)
}
