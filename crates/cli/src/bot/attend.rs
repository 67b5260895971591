//! A bot at its server: which games it plays, and which challenges it takes.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anyhow::{Result, bail};
use bosworth_client::protocol::{
    AccountId, Challenge, Command, GameId, OfferTerms, PlayerView, Seek, SeekAnswer, Stage,
    TimeControl,
};
use bosworth_client::{Client, ClientError, Driver, Play, Update};
use bosworth_rules::Ruleset;
use tokio::task::{self, JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use super::{Accept, Args, Mind};
use crate::{Finding, output};

/// How often it is looked for games that ended while the bot was not there.
const ROUND: Duration = Duration::from_mins(1);

/// Plays every game that begins, until enough have ended.
pub(super) async fn attend(
    args: &Args,
    client: &Client,
    me: AccountId,
    mind: Mind,
) -> Result<Finding> {
    let mut hall = Driver::new(client.clone(), Some(me));
    let mut bot = Bot {
        args,
        client,
        me,
        mind,
        playing: JoinSet::new(),
        seated: HashMap::new(),
        away: HashSet::new(),
        given_up: HashSet::new(),
        ended: 0,
        offered: None,
        may_offer: true,
    };
    let mut connected = false;
    let mut round = interval(ROUND);
    round.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        if connected && let Err(why) = bot.look_around().await {
            hall.come_back(why)?;
        }
        if bot.is_done() {
            return Ok(Finding::Good);
        }
        tokio::select! {
            update = hall.next() => match update? {
                Update::Open => {
                    connected = true;
                    if let Err(why) = bot.come_back().await {
                        hall.come_back(why)?;
                    }
                }
                Update::Begin(_) => {
                    if let Err(why) = bot.check_offer().await {
                        hall.come_back(why)?;
                    }
                }
                Update::Lost(why) => {
                    connected = false;
                    tracing::warn!(%why, "coming back");
                }
                _ => {}
            },
            Some(left) = bot.playing.join_next_with_id() => bot.stood_up(left),
            _ = round.tick(), if connected && !bot.away.is_empty() => {
                if let Err(why) = bot.count_ended().await {
                    hall.come_back(why)?;
                }
            }
        }
    }
}

struct Bot<'a> {
    args: &'a Args,
    client: &'a Client,
    me: AccountId,
    mind: Mind,
    playing: JoinSet<Result<Option<String>>>,
    /// The games that are being played.
    seated: HashMap<task::Id, GameId>,
    /// Unfinished games in which the opponent has days to act, and nothing is to be done.
    away: HashSet<GameId>,
    /// Games that cannot be played.
    given_up: HashSet<GameId>,
    ended: usize,
    offered: Option<String>,
    /// Whether the server has refused no offer.
    may_offer: bool,
}

impl Bot<'_> {
    fn has_enough(&self) -> bool {
        let begun = self.ended + self.seated.len() + self.away.len();
        self.args.games.is_some_and(|most| begun >= most)
    }

    fn is_done(&self) -> bool {
        self.args.games.is_some_and(|most| self.ended >= most) && self.playing.is_empty()
    }

    fn is_free(&self) -> bool {
        self.seated.len() < self.args.at_once
    }

    /// Goes to the games that wait, the least time left first, answers challenges and makes offers,
    /// as far as there are places.
    async fn look_around(&mut self) -> Result<(), ClientError> {
        let waiting = self.client.waiting().await?;
        for game in waiting.games {
            if game.clock.is_live() || self.is_free() {
                self.sit_down(game.game);
            }
        }
        if waiting.challenges > 0 {
            self.answer_challenges().await?;
        }
        let is_open = self.may_offer && self.is_free() && !self.has_enough();
        if let (Some(clock), None, true) = (self.args.seek, &self.offered, is_open) {
            match self.client.offer(&self.offer(clock)).await {
                Ok(SeekAnswer::Seek(seek)) => self.offered = Some(seek.id),
                Ok(SeekAnswer::Game(game)) => self.sit_down(game),
                Err(why) if why.is_transient() => return Err(why),
                // Games that are on, and challenges, go on without offers.
                Err(why) => {
                    tracing::error!(%why, "the server takes no offer");
                    self.may_offer = false;
                }
            }
        }
        Ok(())
    }

    /// After a connection was opened: an offer expires soon after its owner disconnects, and whoever
    /// is not at a live table counts as gone, also on the opponent's turn.
    async fn come_back(&mut self) -> Result<(), ClientError> {
        self.check_offer().await?;
        if let (Some(clock), None) = (self.args.seek, &self.offered) {
            // One that was made before this program began: those for games by days stand for long.
            let mine = |seek: &Seek| {
                matches!(&seek.by, PlayerView::Account { person, .. } if person.id == self.me)
                    && seek.to.is_none()
                    && seek.terms == self.offer(clock).terms
            };
            self.offered = self.client.seeks().await?.into_iter().find(mine).map(|seek| seek.id);
        }
        for game in self.client.games().await? {
            if game.clock.is_live() {
                self.sit_down(game.game);
            } else if !self.is_seated(game.game) {
                self.away.insert(game.game);
            }
        }
        self.count_ended().await
    }

    /// Whether the offer still stands: a game that begins may come of it, or of a challenge.
    async fn check_offer(&mut self) -> Result<(), ClientError> {
        if let Some(seek) = &self.offered
            && !self.client.stands(seek).await?
        {
            self.offered = None;
        }
        Ok(())
    }

    fn is_seated(&self, game: GameId) -> bool {
        self.seated.values().any(|seated| *seated == game)
    }

    fn sit_down(&mut self, game: GameId) {
        self.away.remove(&game);
        if !self.given_up.contains(&game) && !self.is_seated(game) {
            let play = Play::new(self.client.clone(), game, Some(self.me));
            let task = self.playing.spawn(sit(play, self.mind));
            self.seated.insert(task.id(), game);
        }
    }

    fn stood_up(&mut self, left: Result<(task::Id, Result<Option<String>>), JoinError>) {
        let (task, left) = match left {
            Ok(left) => left,
            // One game that fails is no reason to leave the others.
            Err(why) => (why.id(), Err(why.into())),
        };
        let Some(game) = self.seated.remove(&task) else { return };
        match left {
            Ok(Some(result)) => {
                self.ended += 1;
                // Nobody may be reading.
                let _ = output::line(result);
            }
            Ok(None) => {
                self.away.insert(game);
            }
            Err(why) => {
                self.ended += 1;
                self.given_up.insert(game);
                tracing::error!(%game, %why, "a game was given up");
            }
        }
    }

    /// Games that ended while nothing was to be done in them.
    async fn count_ended(&mut self) -> Result<(), ClientError> {
        let open = self.client.games().await?;
        let is_open = |game: &GameId| open.iter().any(|open| open.game == *game);
        let ended: Vec<_> = self.away.iter().filter(|game| !is_open(game)).copied().collect();
        for game in ended {
            let looked = self.client.look(game).await;
            match looked {
                Err(why) if why.is_transient() => return Err(why),
                Err(why) => tracing::error!(%game, %why, "a game cannot be looked at"),
                // Nobody may be reading.
                Ok(view) => drop(output::line(format!("{game} {}", view.result))),
            }
            self.away.remove(&game);
            self.ended += 1;
        }
        Ok(())
    }

    fn offer(&self, clock: TimeControl) -> Challenge {
        let ruleset = self.args.rules.clone().unwrap_or_else(|| Ruleset::CLASSIC.to_string());
        Challenge::open(OfferTerms { ruleset, clock, rated: self.args.rated, side: None })
    }

    /// Takes or declines the challenges that wait. Those that are wanted wait while there is no place.
    async fn answer_challenges(&mut self) -> Result<(), ClientError> {
        for seek in self.client.challenges().await? {
            let answered = if !self.wants(&seek) {
                self.client.withdraw(&seek.id).await
            } else if self.is_free() && !self.has_enough() {
                self.client.accept(&seek.id).await.map(|game| self.sit_down(game))
            } else {
                continue;
            };
            match answered {
                // It was withdrawn, or cannot be taken: that is the challenger's business.
                Err(why) if !why.is_transient() => {
                    tracing::info!(%why, seek = seek.id, "a challenge was not taken");
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
            Accept::All => true,
            Accept::Casual => !terms.rated,
            Accept::None => false,
        }) && self.args.seek.is_none_or(|clock| clock == terms.clock)
            && rules.is_none_or(|rules| rules == canonical(&terms.ruleset))
    }
}

/// The name of rules in the way in which servers write them.
fn canonical(rules: &str) -> String {
    rules.parse::<Ruleset>().map_or_else(|_| rules.into(), |rules| rules.to_string())
}

/// Plays one game as long as something is to be done: a live game to its end, a game by days until
/// the opponent is on turn. Returns the result in words if it is over.
async fn sit(mut play: Play, mind: Mind) -> Result<Option<String>> {
    let mut is_news = false;
    loop {
        if !std::mem::take(&mut is_news)
            && let Update::Refused(_, why) = play.next().await?
        {
            tracing::warn!(game = %play.game(), %why, "refused");
        }
        let Some(table) = play.table() else { continue };
        if table.stage() == Stage::Over {
            return Ok(Some(format!("{} {}", play.game(), table.result())));
        }
        let Some(side) = play.side() else { bail!("{} is a game of others", play.game()) };
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
        let mut thinking = task::spawn_blocking(move || mind.choose(&position, number, left));
        // The connection is looked after meanwhile: a server drops those who do not answer it.
        let action = loop {
            tokio::select! {
                action = &mut thinking => break action?,
                update = play.next() => drop(update?),
            }
        };
        if play.table().is_some_and(|table| Some(table.revision()) == revision) {
            play.command(Command::Act { action, ply, revision }).await;
        } else {
            // What changed has been heard already.
            is_news = true;
        }
    }
}
