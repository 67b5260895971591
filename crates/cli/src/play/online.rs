use std::io;

use anyhow::{Result, anyhow, bail};
use bosworth_client::protocol::{AccountId, Challenge, OfferTerms, ProblemKind, TimeControl};
use bosworth_client::{Client, ClientError};
use bosworth_rules::Side;
use bosworth_tui::{Destination, OnlineSession, SessionEnd, fault};
use tokio::runtime;

use super::guest_session::GuestSession;
use super::{DisplayArgs, PersonSide, saved_games};
use crate::interrupt::INTERRUPTED;
use crate::texts::Texts;
use crate::{Finding, output, serve};

/// The server to play on, and what to play there.
#[derive(clap::Args)]
pub(super) struct ServerArgs {
    /// Play on this server, such as <http://localhost:1485>
    #[arg(long, value_name = "URL", conflicts_with_all = ["two", "watch", "seed", "save"])]
    server: Option<String>,
    /// Log in with this token instead of as a guest
    #[arg(long, env = "BOSWORTH_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Offer a game with this time control and wait: 5+3, 2d, 10d+1dw, or - for untimed
    #[arg(long, value_name = "CLOCK", requires = "server", conflicts_with_all = ["level", "game"],
          allow_hyphen_values = true)]
    seek: Option<TimeControl>,
    /// Offer a rated game
    #[arg(long, requires = "seek")]
    rated: bool,
    /// Game to open or offer to accept: the name of a game, or a link
    #[arg(value_name = "GAME_OR_LINK", conflicts_with_all = ["level", "two", "watch", "seed", "save"])]
    game: Option<String>,
}

impl ServerArgs {
    /// Whether an online game was requested.
    pub(super) fn is_asked_for(&self) -> bool {
        self.server.is_some() || self.game.is_some()
    }
}

/// Runs a session on a server.
pub(super) fn run(args: &super::Args, texts: &Texts) -> Result<Finding> {
    let online = &args.online;
    let linked = match &online.game {
        Some(text) => Some(read_link(text).ok_or_else(|| {
            anyhow!(texts.format("online-bad-link", &[("given", text.clone().into())]))
        })?),
        None => None,
    };
    let (address, destination) = match linked {
        Some((address, destination)) => (online.server.clone().or(address), destination),
        None => (online.server.clone(), destination(args)),
    };
    let Some(address) = address else { bail!("{}", texts.get("online-no-server")) };
    connect(&args.show, &address, online.token.as_deref(), destination, texts, None)
}

/// Opens a server's lobby, as the owner of the token in the environment or as a guest.
pub(super) fn open_lobby(show: &DisplayArgs, address: &str, texts: &Texts) -> Result<Finding> {
    let token = std::env::var("BOSWORTH_TOKEN").ok().filter(|token| !token.is_empty());
    let connecting = texts.format("online-connecting", &[("server", address.into())]);
    connect(show, address, token.as_deref(), Destination::Lobby, texts, Some(&connecting))
}

fn connect(
    show: &DisplayArgs,
    address: &str,
    token: Option<&str>,
    destination: Destination,
    texts: &Texts,
    note: Option<&str>,
) -> Result<Finding> {
    let failed = |why: &ClientError| anyhow!(fault(texts, why, address));
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    // The menu has caught Ctrl-C before, so the system no longer ends the program.
    let listening = runtime.enter();
    let stop = serve::stop_signal()?;
    drop(listening);
    if let Some(note) = note {
        output::line(note)?;
    }
    let client = Client::new(address).map_err(|why| failed(&why))?;
    let entered = if let Some(token) = token {
        let client = client.with_token(token);
        let me = runtime.block_on(until(stop, client.me()));
        me.map(|me| (client, me.person.id, None))
    } else {
        let session = GuestSession::at(&client)?;
        let guest = runtime.block_on(until(stop, as_guest(client, session.read())));
        guest.map(|(client, account, new)| (client, account, new.map(|cookie| (session, cookie))))
    };
    let (client, account, kept) = entered.map_err(|why| failed(&why))?;
    drop(runtime);
    if let Some((session, cookie)) = kept {
        session.write(&cookie)?;
    }
    let visit = OnlineSession {
        client,
        account,
        destination,
        language: texts.language(),
        saved_games: saved_games().ok(),
    };
    let session_end = if show.is_plain() {
        bosworth_tui::run_plain(&visit, io::stdout())?
    } else {
        bosworth_tui::run_online(&visit, show.look.look())?
    };
    match session_end {
        SessionEnd::Quit(line) => {
            if let Some(line) = line {
                output::line(line)?;
            }
            Ok(Finding::Good)
        }
        SessionEnd::Failed(why) => bail!(why),
    }
}

/// Waits for an answer of the server. Ctrl-C ends the program.
async fn until<T>(stop: impl Future<Output = ()>, answer: impl Future<Output = T>) -> T {
    tokio::select! {
        answer = answer => answer,
        () = stop => std::process::exit(INTERRUPTED.into()),
    }
}

/// The destination that the arguments name.
fn destination(args: &super::Args) -> Destination {
    let terms = |clock| OfferTerms {
        ruleset: args.rules.to_string(),
        clock,
        rated: args.online.rated,
        side: None,
    };
    if let Some(level) = args.level {
        let side = match args.side {
            PersonSide::Red => Side::Red,
            PersonSide::White => Side::White,
        };
        return Destination::Computer(
            level,
            OfferTerms { side: Some(side), ..terms(TimeControl::Untimed) },
        );
    }
    match args.online.seek {
        Some(clock) => Destination::Offer(Box::new(Challenge::open(terms(clock)))),
        None => Destination::Lobby,
    }
}

/// The server, if the link names one, and the destination: `…/#/game/ID`, `…/#/seek/ID` or a bare
/// game id.
fn read_link(text: &str) -> Option<(Option<String>, Destination)> {
    let Some((address, place)) = text.split_once("#/") else {
        return Some((None, Destination::Game(text.parse().ok()?)));
    };
    let address = Some(address).filter(|address| !address.is_empty()).map(String::from);
    let (kind, id) = place.split_once('/')?;
    let id = id.split(['/', '?', '#']).next()?;
    let destination = match kind {
        "game" => Destination::Game(id.parse().ok()?),
        "seek" if !id.is_empty() && id.chars().all(|letter| letter.is_ascii_alphanumeric()) => {
            Destination::Take(id.into())
        }
        _ => return None,
    };
    Some((address, destination))
}

/// Resumes the stored guest session or starts a new one; returns its cookie if it has to be saved.
async fn as_guest(
    client: Client,
    cookie: Option<String>,
) -> Result<(Client, AccountId, Option<String>), ClientError> {
    if let Some(cookie) = cookie {
        let known = client.clone().with_cookie(&cookie);
        match known.me().await {
            Ok(me) => return Ok((known, me.person.id, None)),
            Err(ClientError::Problem(problem)) if problem.problem == ProblemKind::Unauthorized => {}
            Err(why) => return Err(why),
        }
    }
    let mut client = client;
    let me = client.guest().await?;
    let cookie = client.cookie().map(String::from);
    Ok((client, me.person.id, cookie))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_games_and_offers_are_parsed() {
        let game = Destination::Game("AbC123xyz789".parse().expect("a name"));
        let here = || Some("http://127.0.0.1:1485/".to_string());
        assert_eq!(read_link("AbC123xyz789"), Some((None, game.clone())));
        assert_eq!(
            read_link("http://127.0.0.1:1485/#/game/AbC123xyz789"),
            Some((here(), game.clone()))
        );
        assert_eq!(read_link("#/game/AbC123xyz789?x"), Some((None, game)));
        assert_eq!(
            read_link("http://127.0.0.1:1485/#/seek/abc"),
            Some((here(), Destination::Take("abc".into())))
        );
        for wrong in ["", "abc", "#/game/", "#/seek/", "#/seek/../x", "http://x/#/rules"] {
            assert_eq!(read_link(wrong), None, "{wrong}");
        }
    }
}
