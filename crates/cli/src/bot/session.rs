//! A bot's session on a server: the games it plays and the challenges it accepts.

use std::collections::{HashMap, HashSet};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use bosworth_client::protocol::{
    AccountId, Challenge, Command, GameId, OfferTerms, PlayerView, Seek, SeekAnswer, Stage,
    TimeControl,
};
use bosworth_client::{Client, ClientError, Driver, Play, Update};
use bosworth_rules::Ruleset;
use tokio::task::{self, JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, sleep};

use super::pace::ActionPace;
use super::{AcceptPolicy, BotEngine, GamesArgs};
use crate::{Finding, output};

/// How often to check for games that ended while the bot was not connected to them.
const FINISHED_GAMES_INTERVAL: Duration = Duration::from_mins(1);

/// The pause before a game is joined again after the server ended its connection, by when its
/// limits allow more.
const REJOIN_DELAY: Duration = Duration::from_secs(5);

/// Plays every game that starts, until the limit on games is reached.
pub(super) async fn run(
    args: &GamesArgs,
    client: &Client,
    me: AccountId,
    engine: BotEngine,
) -> Result<Finding> {
    let mut connection = Driver::new(client.clone(), Some(me));
    let mut bot = BotSession {
        args,
        client,
        me,
        engine,
        pace: Arc::new(ActionPace::new()),
        tasks: JoinSet::new(),
        active: HashMap::new(),
        waiting: HashSet::new(),
        failed: HashSet::new(),
        ended: 0,
        own_offer: None,
        can_offer: true,
    };
    let mut connected = false;
    let mut interval = tokio::time::interval(FINISHED_GAMES_INTERVAL);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        if connected && let Err(why) = bot.find_games().await {
            connection.come_back(why)?;
        }
        if bot.is_done() {
            return Ok(Finding::Good);
        }
        tokio::select! {
            update = connection.next() => match update? {
                Update::Open => {
                    connected = true;
                    if let Err(why) = bot.resume().await {
                        connection.come_back(why)?;
                    }
                }
                Update::Begin(_) => {
                    if let Err(why) = bot.check_offer().await {
                        connection.come_back(why)?;
                    }
                }
                Update::Lost(why) => {
                    connected = false;
                    tracing::warn!(%why, "reconnecting");
                }
                _ => {}
            },
            Some(left) = bot.tasks.join_next_with_id() => bot.game_stopped(left),
            _ = interval.tick(), if connected && !bot.waiting.is_empty() => {
                if let Err(why) = bot.count_finished().await {
                    connection.come_back(why)?;
                }
            }
        }
    }
}

struct BotSession<'a> {
    args: &'a GamesArgs,
    client: &'a Client,
    me: AccountId,
    engine: BotEngine,
    pace: Arc<ActionPace>,
    tasks: JoinSet<Result<Option<String>>>,
    /// The games in progress, by their tasks.
    active: HashMap<task::Id, GameId>,
    /// Unfinished correspondence games in which the bot has nothing to do.
    waiting: HashSet<GameId>,
    /// Games that failed and are not retried.
    failed: HashSet<GameId>,
    ended: usize,
    own_offer: Option<String>,
    /// False once the server has refused an offer.
    can_offer: bool,
}

impl BotSession<'_> {
    fn has_reached_limit(&self) -> bool {
        let begun = self.ended + self.active.len() + self.waiting.len();
        self.args.limit.is_some_and(|limit| begun >= limit)
    }

    fn is_done(&self) -> bool {
        self.args.limit.is_some_and(|limit| self.ended >= limit) && self.tasks.is_empty()
    }

    fn has_free_slot(&self) -> bool {
        self.active.len() < self.args.at_once
    }

    /// Joins waiting games, least time left first, answers challenges and makes offers, up to the
    /// limit of simultaneous games.
    async fn find_games(&mut self) -> Result<(), ClientError> {
        let waiting = self.client.waiting().await?;
        for game in waiting.games {
            if game.clock.is_live() || self.has_free_slot() {
                self.start_game(game.game);
            }
        }
        if waiting.challenges > 0 {
            self.answer_challenges().await?;
        }
        let is_open = self.can_offer && self.has_free_slot() && !self.has_reached_limit();
        if let (Some(clock), None, true) = (self.args.seek, &self.own_offer, is_open) {
            match self.client.offer(&self.offer(clock)).await {
                Ok(SeekAnswer::Seek(seek)) => self.own_offer = Some(seek.id),
                Ok(SeekAnswer::Game(game)) => self.start_game(game),
                Err(why) if why.is_transient() => return Err(why),
                // Games in progress and challenges do not need offers.
                Err(why) => {
                    tracing::error!(%why, "the server refuses offers");
                    self.can_offer = false;
                }
            }
        }
        Ok(())
    }

    /// Called after connecting: an offer expires soon after its owner disconnects, and a player who
    /// is not at a live table counts as absent, even on the opponent's turn.
    async fn resume(&mut self) -> Result<(), ClientError> {
        self.check_offer().await?;
        if let (Some(clock), None) = (self.args.seek, &self.own_offer) {
            // An offer from an earlier run: those for correspondence games stay open for a long
            // time.
            let mine = |seek: &Seek| {
                matches!(&seek.by, PlayerView::Account { person, .. } if person.id == self.me)
                    && seek.to.is_none()
                    && seek.terms == self.offer(clock).terms
            };
            self.own_offer = self.client.seeks().await?.into_iter().find(mine).map(|seek| seek.id);
        }
        for game in self.client.games().await? {
            if game.clock.is_live() {
                self.start_game(game.game);
            } else if !self.is_active(game.game) {
                self.waiting.insert(game.game);
            }
        }
        self.count_finished().await
    }

    /// Forgets the bot's offer if it is no longer open. Called after connecting, and when a game
    /// begins, which may have come from the offer or from a challenge.
    async fn check_offer(&mut self) -> Result<(), ClientError> {
        if let Some(seek) = &self.own_offer
            && !self.client.is_offer_open(seek).await?
        {
            self.own_offer = None;
        }
        Ok(())
    }

    fn is_active(&self, game: GameId) -> bool {
        self.active.values().any(|active| *active == game)
    }

    fn start_game(&mut self, game: GameId) {
        self.waiting.remove(&game);
        if !self.failed.contains(&game) && !self.is_active(game) {
            let seat = Seat {
                client: self.client.clone(),
                game,
                me: self.me,
                engine: self.engine,
                pace: self.pace.clone(),
            };
            let task = self.tasks.spawn(seat.play());
            self.active.insert(task.id(), game);
        }
    }

    fn game_stopped(&mut self, left: Result<(task::Id, Result<Option<String>>), JoinError>) {
        let (task, left) = match left {
            Ok(left) => left,
            // A game that fails does not affect the others.
            Err(why) => (why.id(), Err(why.into())),
        };
        let Some(game) = self.active.remove(&task) else { return };
        match left {
            Ok(Some(result)) => {
                self.ended += 1;
                // Standard output may be closed.
                let _ = output::line(result);
            }
            Ok(None) => {
                self.waiting.insert(game);
            }
            Err(why) => {
                self.ended += 1;
                self.failed.insert(game);
                tracing::error!(%game, %why, "giving up on a game");
            }
        }
    }

    /// Counts games that ended while the bot had nothing to do in them.
    async fn count_finished(&mut self) -> Result<(), ClientError> {
        let open = self.client.games().await?;
        let is_open = |game: &GameId| open.iter().any(|open| open.game == *game);
        let ended: Vec<_> = self.waiting.iter().filter(|game| !is_open(game)).copied().collect();
        for game in ended {
            let looked = self.client.look(game).await;
            match looked {
                Err(why) if why.is_transient() => return Err(why),
                Err(why) => tracing::error!(%game, %why, "cannot read a game"),
                // Standard output may be closed.
                Ok(view) => drop(output::line(format!("{game} {}", view.result))),
            }
            self.waiting.remove(&game);
            self.ended += 1;
        }
        Ok(())
    }

    fn offer(&self, clock: TimeControl) -> Challenge {
        let ruleset = self.args.rules.clone().unwrap_or_else(|| Ruleset::CLASSIC.to_string());
        Challenge::open(OfferTerms { ruleset, clock, rated: self.args.rated, side: None })
    }

    /// Accepts or declines pending challenges. Acceptable ones wait while the bot is at its limit
    /// of games.
    async fn answer_challenges(&mut self) -> Result<(), ClientError> {
        for seek in self.client.challenges().await? {
            let answered = if !self.wants(&seek) {
                self.client.withdraw(&seek.id).await
            } else if self.has_free_slot() && !self.has_reached_limit() {
                self.client.accept(&seek.id).await.map(|game| self.start_game(game))
            } else {
                continue;
            };
            match answered {
                // The challenge was withdrawn or is no longer valid.
                Err(why) if !why.is_transient() => {
                    tracing::info!(%why, seek = seek.id, "a challenge was not accepted");
                }
                answered => answered?,
            }
        }
        Ok(())
    }

    fn wants(&self, seek: &Seek) -> bool {
        let terms = &seek.terms;
        let rules = self.args.rules.as_deref().map(canonical);
        (match self.args.accept {
            AcceptPolicy::All => true,
            AcceptPolicy::Casual => !terms.rated,
            AcceptPolicy::None => false,
        }) && self.args.seek.is_none_or(|clock| clock == terms.clock)
            && rules.is_none_or(|rules| rules == canonical(&terms.ruleset))
    }
}

/// The name of rules in canonical form, as servers write it.
fn canonical(rules: &str) -> String {
    rules.parse::<Ruleset>().map_or_else(|_| rules.into(), |rules| rules.to_string())
}

/// A bot's place at a table.
struct Seat {
    client: Client,
    game: GameId,
    me: AccountId,
    engine: BotEngine,
    pace: Arc<ActionPace>,
}

impl Seat {
    /// Plays while the bot can act: a live game to its end, a correspondence game until it is the
    /// opponent's turn. Returns the result in words if the game is over.
    async fn play(self) -> Result<Option<String>> {
        loop {
            let play = Play::new(self.client.clone(), self.game, Some(self.me));
            match self.play_on(play).await {
                Err(why) if matches!(why.downcast_ref(), Some(ClientError::Bye { .. })) => {
                    tracing::warn!(game = %self.game, %why, "joining the game again");
                    sleep(REJOIN_DELAY).await;
                }
                ended => return ended,
            }
        }
    }

    async fn play_on(&self, mut play: Play) -> Result<Option<String>> {
        let mut has_update = false;
        loop {
            if !std::mem::take(&mut has_update)
                && let Update::Refused { refusal: why, .. } = play.next().await?
            {
                tracing::warn!(game = %play.game(), %why, "refused");
            }
            let Some(table) = play.table() else { continue };
            if table.stage() == Stage::Over {
                return Ok(Some(format!("{} {}", play.game(), table.result())));
            }
            let Some(side) = play.side() else {
                bail!("{} is a game between other players", play.game())
            };
            if play.is_waiting() {
                continue;
            }
            let Some(&position) = table.position() else {
                let ready = table.nonce(side).is_some();
                if ready && !table.setup().clock.is_live() {
                    return Ok(None);
                }
                continue;
            };
            if table.turn() != Some(side) {
                if table.setup().clock.is_live() {
                    continue;
                }
                return Ok(None);
            }
            let left = table.time_left(play.server_now()).map(|left| left[side]);
            let (ply, revision) = (table.plies() as u16, Some(table.revision()));
            let number = table.game().map_or(0, |game| game.start().key());
            let engine = self.engine;
            let mut thinking = pin!(async {
                let action = task::spawn_blocking(move || engine.choose(&position, number, left));
                let action = action.await;
                self.pace.wait().await;
                action
            });
            // Keep serving the connection: the server drops clients that do not answer its pings.
            let action = loop {
                tokio::select! {
                    action = &mut thinking => break action?,
                    update = play.next() => drop(update?),
                }
            };
            if play.table().is_some_and(|table| Some(table.revision()) == revision) {
                play.command(Command::Act { action, ply, revision }).await;
            } else {
                // The update has already been received.
                has_update = true;
            }
        }
    }
}
