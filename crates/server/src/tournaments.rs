//! Events: tournaments, driven by whichever node looks first.
//!
//! The log says what is to be: which games of a round there are, whose results are missing. What
//! is done about it can be done twice with the same effect, so all nodes do it, and none owns an
//! event.

mod error;
mod followers;
mod games;
mod luck_review;
mod notifications;
mod scheduled_work;
mod shared_deals;
mod weekly_schedule;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_table::AccountId;
use bosworth_tournament::{
    Announcement, PlayerId, Tournament, TournamentCommand, TournamentDecision, TournamentId,
    TournamentLogEntry, TournamentOrder, TournamentRefusal, TournamentStage,
};

pub use self::error::TournamentError;
pub(crate) use self::games::clock;
pub use self::weekly_schedule::{InvalidWeeklySchedule, WeeklySchedule};
use crate::auth::secret;
use crate::bus::Bus;
use crate::connection_registry::ConnectionRegistry;
use crate::limits::MAX_OPEN_TOURNAMENTS_PER_ORGANISER;
use crate::random;
use crate::service_time::now;
use crate::store::{AppendOutcome, NewTournament, Store};
use crate::tables::Tables;

/// How many events are kept in memory, unless more are open.
const TOURNAMENT_CACHE_CAPACITY: usize = 200;
/// How often a decision is made again because another node was faster.
const MAX_DECISION_ATTEMPTS: u32 = 100;

/// All events. Cheap to clone.
#[derive(Clone)]
pub struct Tournaments(Arc<Inner>);

struct Inner {
    node: u64,
    store: Store,
    tables: Tables,
    bus: Bus,
    connections: ConnectionRegistry,
    /// Events as far as this node has read their logs: only saves reading them again.
    known: Mutex<HashMap<TournamentId, Arc<Tournament>>>,
}

impl Tournaments {
    pub(crate) fn new(
        node: u64,
        store: Store,
        tables: Tables,
        bus: Bus,
        connections: ConnectionRegistry,
    ) -> Self {
        Self(Arc::new(Inner { node, store, tables, bus, connections, known: Mutex::default() }))
    }

    /// Announces an event; its id and organiser are set here.
    pub async fn create(
        &self,
        by: AccountId,
        mut opening: Announcement,
    ) -> Result<TournamentId, TournamentError> {
        games::check(&opening)?;
        if self.0.store.open_tournaments_of(by).await? >= MAX_OPEN_TOURNAMENTS_PER_ORGANISER {
            return Err(TournamentError::TooMany);
        }
        loop {
            opening.id = TournamentId::from_random(u64::from_le_bytes(random::bytes()));
            opening.organiser = PlayerId(by.0);
            let entry =
                Tournament::announce(opening.clone(), now()).map_err(TournamentError::Opening)?;
            let new = NewTournament {
                id: opening.id,
                organiser: Some(by),
                starts: opening.starts,
                invitation: opening.limits.invited.then(secret::phrase),
            };
            if self.0.store.create_tournament(&new, &encode(&entry)).await?
                == AppendOutcome::Durable
            {
                return Ok(opening.id);
            }
        }
    }

    /// An event as its log is now.
    pub async fn load(&self, id: TournamentId) -> Result<Arc<Tournament>, TournamentError> {
        let known = self.known().get(&id).cloned();
        let from = known.as_ref().map_or(0, |event| event.length());
        let log = decode(self.0.store.tournament_entries(id, from).await?)?;
        if log.is_empty() {
            return known.ok_or(TournamentError::Unknown);
        }
        let event = match known {
            None => Tournament::replay(&log)?,
            Some(known) => {
                let mut event = (*known).clone();
                log.iter().try_for_each(|entry| event.fold(entry))?;
                event
            }
        };
        Ok(self.cache(event))
    }

    /// The whole log of an event.
    pub async fn log(&self, id: TournamentId) -> Result<Vec<TournamentLogEntry>, TournamentError> {
        let log = decode(self.0.store.tournament_entries(id, 0).await?)?;
        if log.is_empty() { Err(TournamentError::Unknown) } else { Ok(log) }
    }

    /// Carries out somebody's command.
    pub async fn command(
        &self,
        id: TournamentId,
        by: AccountId,
        command: &TournamentCommand,
    ) -> Result<Arc<Tournament>, TournamentError> {
        let command = command.clone();
        let decide = move |event: &Tournament, now| event.decide(PlayerId(by.0), &command, now);
        let event = self.carry_out(id, decide).await?;
        // What follows from it need not wait for the next look.
        if event.stage() != TournamentStage::Over {
            self.advance(id).await?;
        }
        self.load(id).await
    }

    /// Calls an event off for the host.
    pub(crate) async fn cancel(&self, id: TournamentId) -> Result<(), TournamentError> {
        self.carry_out(id, |event, now| event.decide_order(&TournamentOrder::Cancel, now))
            .await
            .map(drop)
    }

    /// An account is about to be closed: it leaves all events, and none waits for its organiser.
    pub(crate) async fn withdraw_account(&self, account: AccountId) -> Result<(), TournamentError> {
        let player = PlayerId(account.0);
        for id in self.0.store.open_tournaments().await? {
            let event = match self.load(id).await {
                // One damaged event must not keep an account from being closed.
                Err(TournamentError::Damaged(_)) => continue,
                event => event?,
            };
            let asked =
                event.proposals().any(|(captain, mate)| captain == player || mate == player);
            let held_up = event.is_paused() && event.announcement().organiser == player;
            if event.team_of(player).is_some() || asked || held_up {
                let expel = TournamentOrder::Expel(player);
                match self.carry_out(id, move |event, now| event.decide_order(&expel, now)).await {
                    // They have left meanwhile.
                    Ok(_) | Err(TournamentError::Refused(_) | TournamentError::Damaged(_)) => {}
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(())
    }

    /// Decides until the decision is durable or there is none.
    async fn carry_out(
        &self,
        id: TournamentId,
        decide: impl Fn(&Tournament, i64) -> Result<TournamentDecision, TournamentRefusal>
        + Clone
        + Send
        + 'static,
    ) -> Result<Arc<Tournament>, TournamentError> {
        for _ in 0..MAX_DECISION_ATTEMPTS {
            let before = self.load(id).await?;
            let (event, decide) = (before.clone(), decide.clone());
            // Hundreds of players are paired in a good part of a second.
            let decided = tokio::task::spawn_blocking(move || decide(&event, now())).await;
            let decided = decided.map_err(|_| TournamentError::Unknown)??;
            let TournamentDecision::Append(entry) = decided else { return Ok(before) };
            let mut after = (*before).clone();
            after.fold(&entry)?;
            let stage = stage_name(after.stage());
            let body = encode(&entry);
            let notifications = notifications::notifications_for(&after, &entry);
            let appended = self
                .0
                .store
                .append_to_tournament(id, entry.seq, &body, stage, notifications)
                .await?;
            if appended == AppendOutcome::Durable {
                self.end_abandoned_games(&before, &after).await;
                let after = self.cache(after);
                self.publish_change(id).await;
                return Ok(after);
            }
        }
        Err(TournamentError::Contended)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<TournamentId, Arc<Tournament>>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what was read, unless more is known already. What is over is the first to go.
    fn cache(&self, event: Tournament) -> Arc<Tournament> {
        let event = Arc::new(event);
        let mut known = self.known();
        let id = event.announcement().id;
        if known.len() >= TOURNAMENT_CACHE_CAPACITY {
            known.retain(|_, event| event.stage() != TournamentStage::Over);
        }
        if known.get(&id).is_none_or(|known| known.length() < event.length()) {
            known.insert(id, event.clone());
        }
        event
    }
}

/// The name of a stage in the database.
pub(crate) fn stage_name(stage: TournamentStage) -> &'static str {
    match stage {
        TournamentStage::Coming => "coming",
        TournamentStage::Running => "running",
        TournamentStage::Over => "over",
    }
}

fn encode(entry: &TournamentLogEntry) -> String {
    match serde_json::to_string(entry) {
        Ok(text) => text,
        Err(why) => unreachable!("every entry can be serialised: {why}"),
    }
}

fn decode(texts: Vec<(u32, String)>) -> Result<Vec<TournamentLogEntry>, TournamentError> {
    let decode =
        |(seq, text): (u32, String)| match serde_json::from_str::<TournamentLogEntry>(&text) {
            Ok(entry) if entry.seq == seq => Ok(entry),
            Ok(entry) => {
                Err(TournamentError::Damaged(format!("entry {seq} says it is {}", entry.seq)))
            }
            Err(why) => Err(TournamentError::Damaged(format!("entry {seq}: {why}"))),
        };
    texts.into_iter().map(decode).collect()
}
