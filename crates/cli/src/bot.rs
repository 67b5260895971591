mod new;
mod pace;
mod sandbox;
mod session;

use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_analysis::{StopSign, Timer};
use bosworth_client::Client;
use bosworth_client::protocol::TimeControl;
use bosworth_engine::{Engine, EngineSettings, Level, SearchLimits};
use bosworth_rules::{Action, Position};
use tokio::runtime::Runtime;

use crate::arguments::level;
use crate::serve::settings::LogFlags;
use crate::server_flag::FlagArgs;
use crate::{Finding, output, serve};

/// Play on a server as a bot account, with the engine
///
/// Create a bot and its token on your account page on the server, or with `bosworth bot new`. The
/// bot accepts challenges as --accept allows; with --seek it also offers games. Correspondence
/// games are played in order of remaining time. If the server is unavailable, the bot reconnects
/// automatically. `bosworth bot sandbox` starts an opponent to try a bot against.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<BotCommand>,
    /// Server URL, such as <http://localhost:1485>
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL", required = true)]
    server: Option<String>,
    /// Token of the bot account
    #[arg(
        long,
        env = "BOSWORTH_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true,
        required = true
    )]
    token: Option<String>,
    /// Play at this level, 1 to 8, instead of at full strength
    #[arg(long, value_name = "N", value_parser = level(), hide_possible_values = true)]
    level: Option<u8>,
    /// Maximum time per action in milliseconds; less when the clock is low
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    time: u64,
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    log: FlagArgs<LogFlags>,
}

/// The games that a bot plays.
#[derive(clap::Args)]
struct GamesArgs {
    /// Offer games with this time control: 5+3, 2d, 10d+1dw, or - for untimed
    #[arg(long, value_name = "CLOCK")]
    seek: Option<TimeControl>,
    /// Rules of the games to offer and accept [default: offer classic, accept any]
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Offer rated games
    #[arg(long)]
    rated: bool,
    /// Which challenges to accept; others are declined
    #[arg(long, value_enum, default_value_t = AcceptPolicy::All)]
    accept: AcceptPolicy,
    /// Maximum number of simultaneous games; live games already in progress are continued even
    /// above it
    #[arg(long, default_value_t = 4, value_name = "N")]
    at_once: usize,
    /// Exit after N games
    #[arg(long = "games", value_name = "N")]
    limit: Option<usize>,
}

#[derive(clap::Subcommand)]
enum BotCommand {
    New(new::NewArgs),
    Sandbox(sandbox::SandboxArgs),
}

/// Which challenges a bot accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum AcceptPolicy {
    /// All challenges
    All,
    /// Unrated challenges only
    Casual,
    /// No challenges
    None,
}

/// Chooses a bot's actions.
#[derive(Clone, Copy)]
struct BotEngine {
    level: Option<Level>,
    time: u64,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    args.log.settings()?.log.start(None)?;
    let runtime = Runtime::new().context("cannot start")?;
    match &args.command {
        Some(BotCommand::New(args)) => return runtime.block_on(new::run(args)),
        Some(BotCommand::Sandbox(args)) => return runtime.block_on(sandbox::run(args)),
        None => {}
    }
    let level = match args.level {
        Some(number) => Some(Level::new(number).context("a level is a number from 1 to 8")?),
        None => None,
    };
    let (server, token) = args
        .server
        .as_ref()
        .zip(args.token.as_ref())
        .context("--server and --token are required")?;
    let client = Client::new(server)?.with_token(token);
    runtime.block_on(async {
        let me = client.me().await?;
        let name = bosworth_tui::sanitise(&me.person.name);
        output::line(format!("{name} plays at {}", client.base()))?;
        let engine = BotEngine { level, time: args.time };
        let stop = serve::stop_signal()?;
        tokio::select! {
            () = stop => Ok(Finding::Good),
            ended = session::run(&args.games, &client, me.person.id, engine) => ended,
        }
    })
}

impl BotEngine {
    fn choose(self, position: &Position, game: u64, left: Option<i64>) -> Action {
        if let Some(level) = self.level {
            return level.choose(position, game);
        }
        let mut actions = position.actions().iter();
        let first = actions.next().unwrap_or(Action::Pass);
        if actions.next().is_none() {
            return first;
        }
        // A fortieth of the remaining time: a game has about forty decisions.
        let time = left.map_or(self.time, |left| self.time.min((left / 40).max(20) as u64));
        let engine = Engine::new(EngineSettings::default());
        let time = Duration::from_millis(time);
        let mut timer = Timer::new(Some(time), &StopSign::default());
        let analysis = engine.analyse_watched(position, SearchLimits::default(), &mut timer);
        analysis.best().unwrap_or(first)
    }
}
