mod display;
mod guest_session;
mod online;

pub(crate) use display::{DisplayArgs, ThemeArgs};

use std::io;
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use bosworth_client::protocol::TimeControl;
use bosworth_engine::PlyReview;
use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, GivenHandicap, Ruleset};
use bosworth_tui::{
    LocalClock, LocalGame, LocalGameSetup, MenuBackend, SavedGames, StartScreen, date_of,
};

use crate::arguments::{RulesParser, level};
use crate::texts::Texts;
use crate::{Finding, deal};

/// Play against the computer or another person, or watch two computer players
///
/// On a terminal the game uses the full screen, with keys and mouse; ? lists the keys. Without
/// --level, --two or --watch, a menu offers the choice. With --plain it is played line by line, in
/// words, for screen readers and pipes.
///
/// The game is saved after every action, as a record with a verifiable shuffle; `bosworth games`
/// lists saved games.
///
/// With --server you play on a server: against the computer (--level), against anyone who accepts
/// your offer (--seek), or in a given game; with none of these, you see a list of your games and of
/// open offers. Without a token you play as a guest, and your next visit resumes the same guest
/// account.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Edition, or rules such as classic:ending=either
    #[arg(long, default_value_t, value_parser = RulesParser)]
    rules: Ruleset,
    /// Play against the computer, from level 1 (for a first game) to 8 (full strength)
    #[arg(long, value_parser = level(), hide_possible_values = true, conflicts_with = "two")]
    level: Option<u8>,
    /// Your side against the computer
    #[arg(long, value_enum, default_value = "red", requires = "level")]
    side: PersonSide,
    /// Play with two people at one keyboard
    #[arg(long)]
    two: bool,
    /// Watch two computer players, Red's level first
    #[arg(long, num_args = 2, value_names = ["LEVEL", "LEVEL"], conflicts_with_all = ["level", "two"],
          value_parser = level(), hide_possible_values = true)]
    watch: Option<Vec<u8>>,
    /// Seed of the deal, 1 to 64 hexadecimal digits [default: random]
    #[arg(long, value_name = "HEX")]
    seed: Option<Secret>,
    /// Play with a clock: minutes per side plus seconds per action, such as 5+3
    #[arg(long, value_name = "CLOCK", conflicts_with_all = ["server", "game"], value_parser = live_clock)]
    clock: Option<TimeControl>,
    /// Handicap of a side, such as white:heroes=2,cards=4 or red:roses=1,second; `bosworth odds` finds
    /// a fair one
    #[arg(long, value_name = "HANDICAP", conflicts_with_all = ["server", "game"])]
    handicap: Option<GivenHandicap>,
    /// Save the game to this new file [default: one that `bosworth games` lists]
    #[arg(long, value_name = "FILE.rose")]
    save: Option<PathBuf>,
    #[command(flatten)]
    online: online::ServerArgs,
    #[command(flatten)]
    show: DisplayArgs,
}

/// The side of the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum PersonSide {
    Red,
    White,
}

impl Args {
    /// The seats, if the arguments specify them.
    fn seats(&self) -> Option<BySide<Seat>> {
        if let Some(&[red, white]) = self.watch.as_deref() {
            return Some(BySide { red: Seat::Level(red), white: Seat::Level(white) });
        }
        if self.two {
            return Some(BySide { red: Seat::Person, white: Seat::Person });
        }
        let level = Seat::Level(self.level?);
        Some(match self.side {
            PersonSide::Red => BySide { red: Seat::Person, white: level },
            PersonSide::White => BySide { red: level, white: Seat::Person },
        })
    }
}

/// Parses a clock for local games, which are played in one sitting.
fn live_clock(text: &str) -> Result<TimeControl, String> {
    let clock = text.parse::<TimeControl>().map_err(|error| error.to_string())?;
    if clock.is_live() { Ok(clock) } else { Err("a local game needs a clock such as 5+3".into()) }
}

/// Starts games, the first one as the arguments specify.
#[derive(Default)]
pub(crate) struct GameStarter {
    save: Option<PathBuf>,
    seed: Option<Secret>,
}

impl GameStarter {
    /// Deals a game and creates its file.
    pub(crate) fn begin(&mut self, game: LocalGameSetup) -> Result<LocalGame> {
        let today = date_of(SystemTime::now());
        let (name, path) = if let Some(path) = self.save.take() {
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
            ensure!(!path.exists(), "{} already exists; choose another name", path.display());
            (name.unwrap_or_default(), path)
        } else {
            let games = saved_games()?;
            let folder = games.folder().display();
            games.new_game(today).with_context(|| format!("cannot save games in {folder}"))?
        };
        // The name of the game is part of the shuffle. A given seed must always produce the same
        // game, which is the one that `bosworth deal` shows; there it has no name.
        let (id, secret) = match self.seed.take() {
            Some(seed) => (String::new(), seed),
            None => (name.clone(), deal::random_secret()?),
        };
        let mut table =
            Box::new(LocalTable::deal_with(id, secret, game.ruleset, game.seats, game.handicap));
        table.id = name;
        let open = LocalGame { table, clock: LocalClock::new(game.clock), path };
        open.save(today)
            .with_context(|| format!("cannot save the game in {}", open.path.display()))?;
        Ok(open)
    }
}

impl MenuBackend for GameStarter {
    fn begin(&mut self, game: LocalGameSetup) -> io::Result<LocalGame> {
        Self::begin(self, game).map_err(|error| io::Error::other(format!("{error:#}")))
    }

    fn unfinished(&mut self) -> Option<LocalGame> {
        saved_games().ok()?.unfinished()
    }

    fn reviewed(&mut self, table: &LocalTable, plies: &[PlyReview]) -> io::Result<()> {
        let file = crate::train::training_file().map_err(io::Error::other)?;
        file.add_mistakes(table, plies).map(drop)
    }

    fn servers(&mut self) -> Vec<String> {
        let mut servers = guest_session::servers();
        if servers.is_empty() {
            servers.push("http://localhost:1485".into());
        }
        servers
    }
}

/// The user's saved games.
pub(crate) fn saved_games() -> Result<SavedGames> {
    SavedGames::of_user().context("no folder for games: set XDG_DATA_HOME or HOME")
}

pub(crate) fn run(args: &Args, texts: Texts) -> Result<Finding> {
    args.show.check(&texts)?;
    if args.online.is_asked_for() {
        return online::run(args, &texts);
    }
    let seats = args.seats();
    let people = BySide { red: Seat::Person, white: Seat::Person };
    let mut starter = GameStarter { save: args.save.clone(), seed: args.seed.clone() };
    ensure!(
        args.handicap.is_none() || seats.is_some() || args.show.is_plain(),
        "--handicap needs the players: --level, --two or --watch"
    );
    let clock = args.clock.unwrap_or(TimeControl::Untimed);
    let start = match seats {
        None if !args.show.is_plain() => StartScreen::Menu(args.rules, clock),
        seats => {
            let seats = seats.unwrap_or(people);
            StartScreen::LocalGame(starter.begin(LocalGameSetup {
                ruleset: args.rules,
                seats,
                clock,
                handicap: args.handicap,
            })?)
        }
    };
    args.show.run(start, texts, &mut starter)
}
