mod attend;
mod new;

use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_analysis::{StopSign, Timer};
use bosworth_client::Client;
use bosworth_client::protocol::TimeControl;
use bosworth_engine::{Engine, EngineSettings, Level, SearchLimits};
use bosworth_rules::{Action, Position};
use tokio::runtime::Runtime;

use crate::log::Log;
use crate::values::level;
use crate::{Finding, output, serve};

/// Play at a server with the engine, as a bot account
///
/// Make a bot and its token on the account page of the server, or with `bosworth bot new`. The bot takes the
/// challenges that --accept allows, and with --seek it offers games itself. Games by days are played in the order of the
/// time left. It comes back by itself when the server is away.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<BotCommand>,
    /// The server, such as <http://localhost:1485>
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL", required = true)]
    server: Option<String>,
    /// The bot's token
    #[arg(
        long,
        env = "BOSWORTH_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true,
        required = true
    )]
    token: Option<String>,
    /// Play like this level, 1 to 8, instead of at full strength
    #[arg(long, value_name = "N", value_parser = level(), hide_possible_values = true)]
    level: Option<u8>,
    /// How long to think about an action at most, in milliseconds; less when the clock is short
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    time: u64,
    /// Offer games with this clock: 5+3, 2d, 10d+1dw, or - for none
    #[arg(long, value_name = "CLOCK")]
    seek: Option<TimeControl>,
    /// The rules of games it offers, and the only ones of challenges it takes; without it, it offers
    /// classic games and takes all
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Offer rated games
    #[arg(long)]
    rated: bool,
    /// Which challenges to take. Others are declined
    #[arg(long, value_enum, default_value_t = Accept::All)]
    accept: Accept,
    /// Games at a time; live games that have begun are always played
    #[arg(long, default_value_t = 4, value_name = "N")]
    at_once: usize,
    /// End after so many games
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    #[command(flatten)]
    log: Log,
}

#[derive(clap::Subcommand)]
enum BotCommand {
    New(new::NewArgs),
}

/// Which challenges a bot takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Accept {
    /// Every one
    All,
    /// Those that do not count for ratings
    Casual,
    /// None
    None,
}

/// How a bot picks its actions.
#[derive(Clone, Copy)]
struct Mind {
    level: Option<Level>,
    time: u64,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    args.log.start(false, None)?;
    let runtime = Runtime::new().context("cannot start")?;
    if let Some(BotCommand::New(args)) = &args.command {
        return runtime.block_on(new::run(args));
    }
    let level = match args.level {
        Some(number) => Some(Level::new(number).context("levels are 1 to 8")?),
        None => None,
    };
    let (server, token) = args.server.as_ref().zip(args.token.as_ref()).context("which server?")?;
    let client = Client::new(server)?.with_token(token);
    runtime.block_on(async {
        let me = client.me().await?;
        let name = bosworth_tui::tame(&me.person.name);
        output::line(format!("{name} plays at {}", client.base()))?;
        let mind = Mind { level, time: args.time };
        let stop = serve::stop_signal()?;
        tokio::select! {
            () = stop => Ok(Finding::Good),
            ended = attend::attend(args, &client, me.person.id, mind) => ended,
        }
    })
}

impl Mind {
    fn choose(self, position: &Position, game: u64, left: Option<i64>) -> Action {
        if let Some(level) = self.level {
            return level.choose(position, game);
        }
        let mut actions = position.actions().iter();
        let first = actions.next().unwrap_or(Action::Pass);
        if actions.next().is_none() {
            return first;
        }
        // A fortieth of the remaining time: about forty decisions a game.
        let time = left.map_or(self.time, |left| self.time.min((left / 40).max(20) as u64));
        let engine = Engine::new(EngineSettings::default());
        let time = Duration::from_millis(time);
        let mut timer = Timer::new(Some(time), &StopSign::default());
        let analysis = engine.analyse_watched(position, SearchLimits::default(), &mut timer);
        analysis.best().unwrap_or(first)
    }
}
