use std::io;
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use bosworth_client::protocol::TimeControl;
use bosworth_local::LocalTable;
use bosworth_tui::{
    Depth, Ending, Exit, Ground, Lines, LocalClock, Look, NewGame, OpenTable, Piped, Plain,
    Prompted, Start, Theme,
};

use super::{Beginner, online, shelf};
use crate::texts::Texts;
use crate::{Finding, output};

/// How a game is shown.
#[derive(clap::Args)]
pub(crate) struct Show {
    /// Line by line, in words, in place of the whole screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    pub(super) look: LookArgs,
}

/// How the whole screen looks and how fast it goes.
#[derive(clap::Args)]
pub(crate) struct LookArgs {
    #[command(flatten)]
    theme: ThemeArgs,
    /// How long a computer waits before it acts, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    speed: Option<u64>,
}

/// How the whole screen looks.
#[derive(clap::Args)]
pub(crate) struct ThemeArgs {
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Colours on a light or a dark ground, whichever the terminal has, or none at all
    #[arg(
        long,
        env = "BOSWORTH_THEME",
        value_enum,
        default_value = "auto",
        hide_env_values = true
    )]
    theme: ThemeName,
}

/// The colours of the whole screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum ThemeName {
    Auto,
    Light,
    Dark,
    Mono,
}

impl ThemeArgs {
    /// The look, with the usual pace.
    pub(crate) fn look(&self) -> Look {
        let mut theme = Theme::from_environment(self.ascii);
        match self.theme {
            ThemeName::Auto => {}
            ThemeName::Light => theme.ground = Ground::Light,
            ThemeName::Dark => theme.ground = Ground::Dark,
            ThemeName::Mono => theme.depth = Depth::None,
        }
        Look { theme, follow: self.theme == ThemeName::Auto, pace: None }
    }
}

impl LookArgs {
    pub(crate) fn look(&self) -> Look {
        Look { pace: self.speed.map(Duration::from_millis), ..self.theme.look() }
    }
}

impl Show {
    /// Whether to go line by line: on request, and on a terminal that cannot move its cursor.
    pub(crate) fn is_plain(&self) -> bool {
        self.plain || (bosworth_tui::is_terminal() && !bosworth_tui::has_screen())
    }

    /// Checks that the terminal can show what was asked for.
    pub(crate) fn check(&self, texts: &Texts) -> Result<()> {
        if !self.is_plain() && !bosworth_tui::is_terminal() {
            bail!("{}", texts.get("tui-not-terminal"));
        }
        Ok(())
    }

    /// Plays, and says where the game is saved.
    pub(crate) fn run(
        &self,
        start: Start,
        texts: Texts,
        beginner: &mut Beginner,
    ) -> Result<Finding> {
        let language = texts.language();
        let exit = match (start, self.is_plain()) {
            (Start::Table(open), true) => Exit::Quit(Some(play_plain(open, beginner, &texts)?)),
            (start, _) => bosworth_tui::run(start, texts, self.look.look(), beginner)?,
        };
        let texts = crate::texts::in_language(language);
        let open = match exit {
            Exit::Server(address) => return online::visit(self, &address, &texts),
            Exit::Quit(None) => return Ok(Finding::Good),
            Exit::Quit(Some(open)) => open,
        };
        let ours = shelf().is_ok_and(|shelf| open.path.starts_with(shelf.folder()));
        output::line(if ours {
            texts.format("tui-saved", &[("name", open.table.id.into())])
        } else {
            texts.format("tui-saved-file", &[("file", open.path.display().to_string().into())])
        })?;
        Ok(Finding::Good)
    }
}

/// Plays line by line, one game after another; returns the last one.
fn play_plain(mut open: OpenTable, beginner: &mut Beginner, texts: &Texts) -> Result<OpenTable> {
    let mut input: Box<dyn Lines> = if bosworth_tui::is_terminal() {
        Box::new(Prompted::new()?)
    } else {
        Box::new(Piped(io::stdin().lock()))
    };
    loop {
        let path = open.path.clone();
        let mut save = |table: &LocalTable, clock: Option<&LocalClock>| {
            bosworth_tui::save(table, clock, &path, bosworth_tui::date_of(SystemTime::now()))
        };
        let clock = open.clock.take();
        let mut plain = Plain { texts, input: &mut *input, output: io::stdout(), clock };
        let ending = plain.play(&mut open.table, &mut save)?;
        if plain.clock.is_some() {
            save(&open.table, plain.clock.as_ref())?;
        }
        if ending == Ending::Quit {
            return Ok(open);
        }
        let control = plain.clock.map_or(TimeControl::Untimed, |clock| clock.control());
        let ruleset = open.table.position().ruleset();
        open = beginner.begin(NewGame { ruleset, seats: open.table.seats, clock: control })?;
    }
}
