mod online;
mod session;
mod show;

pub(crate) use show::{Show, ThemeArgs};

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use bosworth_client::protocol::TimeControl;
use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Ruleset};
use bosworth_tui::{LocalClock, NewGame, OpenTable, Openings, Shelf, Start, date_of};

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
    /// Play with a clock: minutes for each side and seconds more for each action, such as 5+3
    #[arg(long, value_name = "CLOCK", conflicts_with_all = ["server", "game"], value_parser = live_clock)]
    clock: Option<TimeControl>,
    /// Where to save the game; must not exist [default: among the games of `bosworth games`]
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    #[command(flatten)]
    online: online::ServerArgs,
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
}

/// Reads a clock for games in one sitting.
fn live_clock(text: &str) -> Result<TimeControl, String> {
    let clock = text.parse::<TimeControl>().map_err(|error| error.to_string())?;
    if clock.is_live() {
        Ok(clock)
    } else {
        Err("a game at one screen has a clock such as 5+3".into())
    }
}

/// Begins games: the first one where and as the arguments say.
#[derive(Default)]
pub(crate) struct Beginner {
    save: Option<PathBuf>,
    seed: Option<Secret>,
}

impl Beginner {
    /// Deals a game and begins its file.
    pub(crate) fn begin(&mut self, game: NewGame) -> Result<OpenTable> {
        let today = date_of(SystemTime::now());
        let (name, path) = if let Some(path) = self.save.take() {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
            ensure!(!path.exists(), "{} is there already; choose another name", path.display());
            (name.unwrap_or_default(), path)
        } else {
            let games = shelf()?;
            let folder = games.folder().display();
            games.new_game(today).with_context(|| format!("cannot save games in {folder}"))?
        };
        // The name of the game is part of the shuffle. A seed alone must give the same game, and
        // the one that `bosworth deal` shows: it has no name there.
        let (id, secret) = match self.seed.take() {
            Some(seed) => (String::new(), seed),
            None => (name.clone(), deal::random_secret()?),
        };
        let mut table = Box::new(LocalTable::deal(id, secret, game.ruleset, game.seats));
        table.id = name;
        let open = OpenTable { table, clock: LocalClock::new(game.clock), path };
        open.save(today)
            .with_context(|| format!("cannot save the game in {}", open.path.display()))?;
        Ok(open)
    }
}

impl Openings for Beginner {
    fn begin(&mut self, game: NewGame) -> io::Result<OpenTable> {
        Self::begin(self, game).map_err(|error| io::Error::other(format!("{error:#}")))
    }

    fn unfinished(&mut self) -> Option<OpenTable> {
        shelf().ok()?.unfinished()
    }

    fn servers(&mut self) -> Vec<String> {
        let mut servers = session::servers();
        if servers.is_empty() {
            servers.push("http://localhost:1485".into());
        }
        servers
    }
}

/// The user's saved games.
pub(crate) fn shelf() -> Result<Shelf> {
    Shelf::of_user().context("no folder for games is known: set XDG_DATA_HOME or HOME")
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    args.show.check(&texts)?;
    if args.online.is_asked_for() {
        return online::run(args, &texts);
    }
    let seats = args.seats();
    let people = BySide { red: Seat::Person, white: Seat::Person };
    let mut beginner = Beginner { save: args.save.clone(), seed: args.seed.clone() };
    let clock = args.clock.unwrap_or(TimeControl::Untimed);
    let start = match seats {
        None if !args.show.is_plain() => Start::Menu(args.rules, clock),
        seats => {
            let seats = seats.unwrap_or(people);
            Start::Table(beginner.begin(NewGame { ruleset: args.rules, seats, clock })?)
        }
    };
    args.show.run(start, texts, &mut beginner)
}
