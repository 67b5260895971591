use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use bosworth_analysis::{StopSign, Timer};
use bosworth_client::protocol::{
    AccountId, Challenge, Clock, Command, FromServer, GameId, SeekAnswer, Stage, Terms,
};
use bosworth_client::{Client, Connection, Play, Update};
use bosworth_engine::{Engine, Level, Limits, Settings};
use bosworth_rules::{Action, Position};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::{Finding, output, serve};

/// Play at a server with the engine, as a bot account
///
/// Make a bot and its token on the account page of the server. The bot plays every game it is
/// offered, and with --seek it offers games itself. It comes back by itself when the server is
/// away.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The server, such as <http://localhost:1485>
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL")]
    server: String,
    /// The bot's token
    #[arg(long, env = "BOSWORTH_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: String,
    /// Play like this level, 1 to 8, instead of at full strength
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    level: Option<u8>,
    /// How long to think about an action at most, in milliseconds; less when the clock is short
    #[arg(long, default_value_t = 1_000, value_name = "MS")]
    time: u64,
    /// Offer games with this clock: 5+3, 2d, or - for none
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
}

/// How a bot chooses.
#[derive(Clone, Copy)]
struct Mind {
    level: Option<Level>,
    time: u64,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    serve::log(false);
    let level = match args.level {
        Some(number) => Some(Level::new(number).context("levels are 1 to 8")?),
        None => None,
    };
    let client = Client::new(&args.server)?.with_token(&args.token);
    let runtime = Runtime::new().context("cannot start")?;
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

/// Plays all games that begin, until enough have ended.
async fn attend(args: &Args, client: &Client, me: AccountId, mind: Mind) -> Result<Finding> {
    let mut playing = JoinSet::new();
    let mut known = HashSet::new();
    let mut ended = 0;
    let mut offered: Option<String> = None;
    loop {
        let mut connection = connect(client).await?;
        for game in client.games().await? {
            begin(&mut playing, &mut known, client, me, mind, game.game);
        }
        loop {
            let wanted = args.games.is_none_or(|most| ended + playing.len() < most);
            if let (Some(clock), None, true) = (args.seek, &offered, wanted)
                && playing.len() < args.at_once
            {
                match client.offer(&offer(args, clock)).await? {
                    SeekAnswer::Seek(seek) => offered = Some(seek.id),
                    SeekAnswer::Game(game) => {
                        begin(&mut playing, &mut known, client, me, mind, game);
                    }
                }
            }
            if args.games.is_some_and(|most| ended >= most) && playing.is_empty() {
                return Ok(Finding::Good);
            }
            tokio::select! {
                message = connection.next() => match message {
                    Ok(FromServer::Begin { game }) => {
                        offered = None;
                        begin(&mut playing, &mut known, client, me, mind, game);
                    }
                    Ok(_) => {}
                    Err(why) => {
                        tracing::warn!(%why, "coming back");
                        break;
                    }
                },
                Some(done) = playing.join_next() => {
                    ended += 1;
                    match done? {
                        Ok(result) => output::line(result)?,
                        Err(why) => tracing::error!(%why, "a game was given up"),
                    }
                }
            }
        }
    }
}

fn offer(args: &Args, clock: Clock) -> Challenge {
    let terms = Terms { ruleset: args.rules.clone(), clock, rated: args.rated, side: None };
    Challenge { terms, public: true, rating_min: None, rating_max: None }
}

/// Tries until the server is there.
async fn connect(client: &Client) -> Result<Connection> {
    let mut pause = Duration::from_millis(250);
    loop {
        match client.connect().await {
            Ok(connection) => return Ok(connection),
            Err(why) => tracing::warn!(%why, "trying again"),
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(8));
    }
}

fn begin(
    playing: &mut JoinSet<Result<String>>,
    known: &mut HashSet<GameId>,
    client: &Client,
    me: AccountId,
    mind: Mind,
    game: GameId,
) {
    if known.insert(game) {
        playing.spawn(sit(Play::new(client.clone(), game, Some(me)), mind));
    }
}

/// Plays one game to its end and says how it ended.
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
        let left = table.left(play.server_time(now())).map(|left| left[side]);
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
        // A fortieth of what is left: about forty real choices a game.
        let time = left.map_or(self.time, |left| self.time.min((left / 40).max(20) as u64));
        let engine = Engine::new(Settings::default());
        let time = Duration::from_millis(time);
        let mut timer = Timer::new(Some(time), &StopSign::default());
        let analysis = engine.analyse_watched(position, Limits::default(), &mut timer);
        analysis.best().unwrap_or(first)
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
