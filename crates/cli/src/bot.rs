mod new;

use std::collections::HashSet;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bosworth_analysis::{StopSign, Timer};
use bosworth_client::protocol::{
    AccountId, Challenge, Clock, Command, GameId, SeekAnswer, Stage, Terms,
};
use bosworth_client::{Client, ClientError, Driver, Play, Update};
use bosworth_engine::{Engine, Level, Limits, Settings};
use bosworth_rules::{Action, Position};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::log::Log;
use crate::values::level;
use crate::{Finding, output, serve};

/// Play at a server with the engine, as a bot account
///
/// Make a bot and its token on the account page of the server, or with `bosworth bot new`. The bot plays every game it is
/// offered, and with --seek it offers games itself. It comes back by itself when the server is
/// away.
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
    seek: Option<Clock>,
    /// The rules of games it offers
    #[arg(long, default_value = "classic", value_name = "RULES")]
    rules: String,
    /// Offer rated games
    #[arg(long)]
    rated: bool,
    /// Games at a time
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

/// How a bot picks its actions.
#[derive(Clone, Copy)]
struct Mind {
    level: Option<Level>,
    time: u64,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    args.log.start(false)?;
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
        output::line(format!("{} plays at {}", me.person.name, client.base()))?;
        let mind = Mind { level, time: args.time };
        let stop = serve::stop_signal()?;
        tokio::select! {
            () = stop => Ok(Finding::Good),
            ended = attend(args, &client, me.person.id, mind) => ended,
        }
    })
}

/// Plays every game that begins, until enough have ended.
async fn attend(args: &Args, client: &Client, me: AccountId, mind: Mind) -> Result<Finding> {
    let mut hall = Driver::new(client.clone(), Some(me));
    let mut tables = Tables { client, me, mind, playing: JoinSet::new(), known: HashSet::new() };
    let mut ended = 0;
    let mut offered: Option<String> = None;
    let mut connected = false;
    loop {
        let playing = tables.playing.len();
        let wanted = args.games.is_none_or(|most| ended + playing < most);
        if let (Some(clock), None, true, true) = (args.seek, &offered, wanted, connected)
            && playing < args.at_once
        {
            match client.offer(&offer(args, clock)).await {
                Ok(SeekAnswer::Seek(seek)) => offered = Some(seek.id),
                Ok(SeekAnswer::Game(game)) => tables.begin(game),
                Err(why) => hall.come_back(why)?,
            }
        }
        if args.games.is_some_and(|most| ended >= most) && tables.playing.is_empty() {
            return Ok(Finding::Good);
        }
        tokio::select! {
            update = hall.next() => match update? {
                Update::Open => {
                    connected = true;
                    // An offer expires soon after its owner disconnects.
                    match look(client, offered.as_deref()).await {
                        Ok((games, stands)) => {
                            offered = offered.filter(|_| stands);
                            for game in games {
                                tables.begin(game);
                            }
                        }
                        Err(why) => hall.come_back(why)?,
                    }
                }
                Update::Begin(game) => {
                    offered = None;
                    tables.begin(game);
                }
                Update::Lost(why) => {
                    connected = false;
                    tracing::warn!(%why, "coming back");
                }
                _ => {}
            },
            Some(done) = tables.playing.join_next() => {
                ended += 1;
                match done? {
                    Ok(result) => output::line(result)?,
                    Err(why) => tracing::error!(%why, "a game was given up"),
                }
            }
        }
    }
}

/// The bot's games in progress, and whether its offer still stands.
async fn look(client: &Client, seek: Option<&str>) -> Result<(Vec<GameId>, bool), ClientError> {
    let games = client.games().await?.into_iter().map(|game| game.game).collect();
    let stands = match seek {
        Some(seek) => client.stands(seek).await?,
        None => false,
    };
    Ok((games, stands))
}

fn offer(args: &Args, clock: Clock) -> Challenge {
    let terms = Terms { ruleset: args.rules.clone(), clock, rated: args.rated, side: None };
    Challenge::open(terms)
}

/// The games in progress.
struct Tables<'a> {
    client: &'a Client,
    me: AccountId,
    mind: Mind,
    playing: JoinSet<Result<String>>,
    known: HashSet<GameId>,
}

impl Tables<'_> {
    fn begin(&mut self, game: GameId) {
        if self.known.insert(game) {
            let play = Play::new(self.client.clone(), game, Some(self.me));
            self.playing.spawn(sit(play, self.mind));
        }
    }
}

/// Plays one game to its end and returns the result in words.
async fn sit(mut play: Play, mind: Mind) -> Result<String> {
    loop {
        if let Update::Refused(_, why) = play.next().await? {
            tracing::warn!(game = %play.game(), %why, "refused");
        }
        let Some(table) = play.table() else { continue };
        if table.stage() == Stage::Over {
            return Ok(format!("{} {}", play.game(), table.result()));
        }
        let Some(side) = play.side() else { bail!("{} is a game of others", play.game()) };
        let Some(&position) = table.position() else { continue };
        if table.turn() != Some(side) || play.is_waiting() {
            continue;
        }
        let left = table.left(play.server_now()).map(|left| left[side]);
        let (ply, revision) = (table.plies() as u16, Some(table.revision()));
        let number = table.game().map_or(0, |game| game.start().key());
        let action =
            tokio::task::spawn_blocking(move || mind.choose(&position, number, left)).await?;
        play.command(Command::Act { action, ply, revision }).await;
    }
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
        let engine = Engine::new(Settings::default());
        let time = Duration::from_millis(time);
        let mut timer = Timer::new(Some(time), &StopSign::default());
        let analysis = engine.analyse_watched(position, Limits::default(), &mut timer);
        analysis.best().unwrap_or(first)
    }
}
