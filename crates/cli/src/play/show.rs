use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Result, bail};
use bosworth_local::LocalTable;
use bosworth_tui::{Date, Depth, Ground, Look, NewGame, Plain, Start, Theme};

use super::shelf;
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

    /// Plays, and returns where the game is saved.
    pub(crate) fn run(
        &self,
        start: Start,
        texts: Texts,
        begin: &mut dyn FnMut(NewGame) -> io::Result<(LocalTable, PathBuf)>,
    ) -> Result<Finding> {
        let language = texts.language();
        let left = match (start, self.is_plain()) {
            (Start::Table(mut table, path), true) => {
                play_plain(&mut table, &path, &texts)?;
                Some((table, path))
            }
            (start, _) => bosworth_tui::run(start, texts, self.look.look(), begin)?,
        };
        let Some((table, path)) = left else { return Ok(Finding::Good) };
        let texts = crate::texts::in_language(language);
        let ours = shelf().is_ok_and(|shelf| path.starts_with(shelf.folder()));
        output::line(if ours {
            texts.format("tui-saved", &[("name", table.id.into())])
        } else {
            texts.format("tui-saved-file", &[("file", path.display().to_string().into())])
        })?;
        Ok(Finding::Good)
    }
}

fn play_plain(table: &mut LocalTable, path: &Path, texts: &Texts) -> Result<()> {
    let input = io::stdin().lock();
    let prompt = input.is_terminal();
    let mut plain = Plain { texts, input, output: io::stdout(), prompt };
    let mut keep =
        |table: &LocalTable| bosworth_tui::save(table, path, Date::of(SystemTime::now()));
    plain.play(table, &mut keep)?;
    Ok(())
}
