use std::io;
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use bosworth_client::protocol::TimeControl;
use bosworth_local::LocalTable;
use bosworth_tui::{
    Appearance, Depth, EditedLines, ExitReason, Ground, LineSource, LocalClock, LocalGame,
    LocalGameSetup, PipedLines, PlainExit, PlainGame, StartScreen, Theme,
};

use super::{GameStarter, online, saved_games};
use crate::texts::Texts;
use crate::{Finding, output};

/// How to show a game.
#[derive(clap::Args)]
pub(crate) struct DisplayArgs {
    /// Play line by line, in words, instead of on the full screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    pub(super) look: LookArgs,
}

/// How the full screen looks, and the pace of computer players.
#[derive(clap::Args)]
pub(crate) struct LookArgs {
    #[command(flatten)]
    theme: ThemeArgs,
    /// Delay before a computer player acts, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    speed: Option<u64>,
}

/// How the full screen looks.
#[derive(clap::Args)]
pub(crate) struct ThemeArgs {
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Colour theme: auto follows the terminal's background, mono uses no colours
    #[arg(
        long,
        env = "BOSWORTH_THEME",
        value_enum,
        default_value = "auto",
        hide_env_values = true
    )]
    theme: ThemeName,
}

/// The colours of the full screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
    Mono,
}

impl ThemeArgs {
    /// The look, with the usual pace.
    pub(crate) fn look(&self) -> Appearance {
        let mut theme = Theme::from_environment(self.ascii);
        match self.theme {
            ThemeName::Auto => {}
            ThemeName::Light => theme.ground = Ground::Light,
            ThemeName::Dark => theme.ground = Ground::Dark,
            ThemeName::Mono => theme.depth = Depth::None,
        }
        Appearance { theme, follow: self.theme == ThemeName::Auto, pace: None }
    }
}

impl LookArgs {
    pub(crate) fn look(&self) -> Appearance {
        Appearance { pace: self.speed.map(Duration::from_millis), ..self.theme.look() }
    }
}

impl DisplayArgs {
    /// Whether to use plain mode: on request, and on terminals that cannot move the cursor.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain || (bosworth_tui::is_terminal() && !bosworth_tui::has_screen())
    }

    /// Checks that the terminal supports the requested mode.
    pub(crate) fn check(&self, texts: &Texts) -> Result<()> {
        if !self.is_plain() && !bosworth_tui::is_terminal() {
            bail!("{}", texts.get("tui-not-terminal"));
        }
        Ok(())
    }

    /// How the full screen looks.
    pub(crate) fn look(&self) -> Appearance {
        self.look.look()
    }

    /// Plays, and prints where the game is saved.
    pub(crate) fn run(
        &self,
        start: StartScreen,
        texts: Texts,
        starter: &mut GameStarter,
    ) -> Result<Finding> {
        let language = texts.language();
        let exit = match (start, self.is_plain()) {
            (StartScreen::LocalGame(open), true) => {
                ExitReason::Quit(Some(play_plain(open, starter, &texts)?))
            }
            (start, _) => bosworth_tui::run(start, texts, self.look.look(), starter)?,
        };
        let texts = crate::texts::in_language(language);
        let open = match exit {
            ExitReason::Server(address) => return online::open_lobby(self, &address, &texts),
            ExitReason::Quit(None) => return Ok(Finding::Good),
            ExitReason::Quit(Some(open)) => open,
        };
        let ours =
            saved_games().is_ok_and(|saved_games| open.path.starts_with(saved_games.folder()));
        output::line(if ours {
            texts.format("tui-saved", &[("name", open.table.id.into())])
        } else {
            texts.format("tui-saved-file", &[("file", open.path.display().to_string().into())])
        })?;
        Ok(Finding::Good)
    }
}

/// Plays line by line, one game after another; returns the last one.
fn play_plain(mut open: LocalGame, starter: &mut GameStarter, texts: &Texts) -> Result<LocalGame> {
    let mut input: Box<dyn LineSource> = if bosworth_tui::is_terminal() {
        Box::new(EditedLines::new()?)
    } else {
        Box::new(PipedLines(io::stdin().lock()))
    };
    loop {
        let path = open.path.clone();
        let mut save = |table: &LocalTable, clock: Option<&LocalClock>| {
            bosworth_tui::save(table, clock, &path, bosworth_tui::date_of(SystemTime::now()))
        };
        let clock = open.clock.take();
        let mut plain = PlainGame { texts, input: &mut *input, output: io::stdout(), clock };
        let ending = plain.play(&mut open.table, &mut save)?;
        if plain.clock.is_some() {
            save(&open.table, plain.clock.as_ref())?;
        }
        if ending == PlainExit::Quit {
            return Ok(open);
        }
        let control = plain.clock.map_or(TimeControl::Untimed, |clock| clock.control());
        let ruleset = open.table.position().ruleset();
        let (seats, handicap) = (open.table.seats, open.table.handicap());
        open = starter.begin(LocalGameSetup { ruleset, seats, clock: control, handicap })?;
    }
}
