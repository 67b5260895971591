use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use bosworth_client::Client;
use bosworth_client::protocol::{BotRequest, Credentials, NewBot};
use bosworth_engine::Level;
use bosworth_server::{Config, Server, WebApp};

use super::{AcceptPolicy, BotEngine, GamesArgs, session};
use crate::arguments::level;
use crate::{Finding, deal, output, serve};

/// The bot that accepts every challenge, and the one whose token is printed.
const OPPONENT: &str = "Sandbox";
const TRIAL: &str = "Trial";
/// The number of games that the opponent plays at a time.
const MAX_GAMES_AT_ONCE: usize = 16;

/// Start a server with an opponent, to try a bot against
///
/// The server can be reached from this machine only, has the limits of any server, and forgets
/// everything when it stops. Its bot Sandbox accepts every challenge, rated or casual, with any rules
/// and clock. Your program plays as the bot Trial, whose token is printed. The two have different
/// owners, so their games can be rated.
///
/// Example:
///
///   bosworth bot sandbox > sandbox.env &
///   . ./sandbox.env
///   curl -H "Authorization: Bearer $BOSWORTH_TOKEN" -H "Content-Type: application/json" \
///     -d '{"terms":{"ruleset":"classic","clock":"5+3","rated":true},"to":"Sandbox"}' \
///     "$BOSWORTH_SERVER/api/seeks"
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[allow(clippy::doc_markdown, reason = "the terminal shows this text as it is")]
pub(crate) struct SandboxArgs {
    /// Port to listen on; 0 picks any free port
    #[arg(long, default_value_t = 1485, value_name = "PORT")]
    port: u16,
    /// Level of the opponent, 1 to 8
    #[arg(long, default_value = "1", value_name = "N", value_parser = level(), hide_possible_values = true)]
    level: u8,
}

pub(super) async fn run(args: &SandboxArgs) -> Result<Finding> {
    let stop = serve::stop_signal()?;
    let level = Level::new(args.level).context("a level is a number from 1 to 8")?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let server = Server::bind(address, WebApp::none(), Config::default()).await;
    let server = server.with_context(|| format!("cannot listen on {address}"))?;
    let url = format!("http://{}", server.address());
    tokio::select! {
        ended = server.run(stop) => {
            ended.context("the server failed")?;
            Ok(Finding::Good)
        }
        ended = play(&url, level) => ended,
    }
}

/// Creates both bots, and plays the opponent's games.
async fn play(url: &str, level: Level) -> Result<Finding> {
    let [opponent, trial] = [create_bot(url, OPPONENT).await?, create_bot(url, TRIAL).await?];
    let client = Client::new(url)?.with_token(&opponent);
    let me = client.me().await?;
    output::text(format!(
        "# {OPPONENT} accepts every challenge. Ctrl-C stops the server.\n\
         export BOSWORTH_SERVER={url}\nexport BOSWORTH_TOKEN={trial}\n"
    ))?;
    let games = GamesArgs {
        seek: None,
        rules: None,
        rated: false,
        accept: AcceptPolicy::All,
        at_once: MAX_GAMES_AT_ONCE,
        limit: None,
    };
    let engine = BotEngine { level: Some(level), time: 0 };
    session::run(&games, &client, me.person.id, engine).await
}

/// Creates a bot with an owner of its own, and returns its token.
async fn create_bot(url: &str, name: &str) -> Result<String> {
    let mut owner = Client::new(url)?;
    let password = deal::random_secret()?.to_string();
    owner.register(&Credentials::new(format!("{name}-owner"), password)).await?;
    let request = BotRequest { name: name.into() };
    let bot: NewBot = owner.post("/api/me/bots", &request).await?;
    bot.token.token.context("the server returned no token")
}
