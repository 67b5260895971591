//! Tournaments, driven by all nodes together.
//!
//! The log determines what has to be done: which games of a round exist and whose results are
//! missing. Every step is idempotent, so all nodes do it and none owns a tournament.

mod error;
mod followers;
mod games;
mod luck_review;
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
#[cfg(test)]
pub(crate) use self::games::check;
pub(crate) use self::games::{clock, shares_deal};
pub use self::weekly_schedule::{InvalidWeeklySchedule, WeeklySchedule};
use crate::auth::secret;
use crate::bus::Bus;
use crate::connection_registry::ConnectionRegistry;
use crate::limits::MAX_OPEN_TOURNAMENTS_PER_ORGANISER;
use crate::notifications::Notification;
use crate::random;
use crate::service_time::now;
use crate::store::{AppendOutcome, NewTournament, Store, TournamentRow};
use crate::tables::Tables;

/// How many tournaments are cached, unless more are open.
const TOURNAMENT_CACHE_CAPACITY: usize = 200;
/// The maximum number of attempts at a decision while other nodes are faster.
const MAX_DECISION_ATTEMPTS: u32 = 100;

/// All tournaments. Cheap to clone.
#[derive(Clone)]
pub struct Tournaments(Arc<Inner>);

struct Inner {
    node: u64,
    store: Store,
    tables: Tables,
    bus: Bus,
    connections: ConnectionRegistry,
    /// A cache: the tournaments as far as this node has read their logs.
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

    /// Announces a tournament; sets its id and organiser.
    pub async fn create(
        &self,
        by: AccountId,
        mut announcement: Announcement,
    ) -> Result<TournamentId, TournamentError> {
        games::check(&announcement)?;
        if self.0.store.open_tournaments_of(by).await? >= MAX_OPEN_TOURNAMENTS_PER_ORGANISER {
            return Err(TournamentError::TooMany);
        }
        loop {
            announcement.id = TournamentId::from_random(u64::from_le_bytes(random::bytes()));
            announcement.organiser = PlayerId(by.0);
            let entry = Tournament::announce(announcement.clone(), now())
                .map_err(TournamentError::Opening)?;
            let new = NewTournament {
                id: announcement.id,
                organiser: Some(by),
                starts: announcement.starts,
                invitation: announcement.limits.invited.then(secret::phrase),
            };
            if self.0.store.create_tournament(&new, &encode(&entry)).await?
                == AppendOutcome::Durable
            {
                return Ok(announcement.id);
            }
        }
    }

    /// Returns a tournament with its latest log.
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

    /// Returns the whole log of a tournament.
    pub async fn log(&self, id: TournamentId) -> Result<Vec<TournamentLogEntry>, TournamentError> {
        let log = decode(self.0.store.tournament_entries(id, 0).await?)?;
        if log.is_empty() { Err(TournamentError::Unknown) } else { Ok(log) }
    }

    /// Executes a command of an account.
    pub async fn command(
        &self,
        id: TournamentId,
        by: AccountId,
        command: &TournamentCommand,
    ) -> Result<Arc<Tournament>, TournamentError> {
        let command = command.clone();
        let decide = move |event: &Tournament, now| event.decide(PlayerId(by.0), &command, now);
        let event = self.carry_out(id, decide).await?;
        // Consequences need not wait for the next poll.
        if event.stage() != TournamentStage::Over {
            self.advance(id).await?;
        }
        self.load(id).await
    }

    /// Cancels a tournament for the host.
    pub(crate) async fn cancel(&self, id: TournamentId) -> Result<(), TournamentError> {
        self.carry_out(id, |event, now| event.decide_order(&TournamentOrder::Cancel, now))
            .await
            .map(drop)
    }

    /// Withdraws an account that is about to be closed from all tournaments, and resumes those it
    /// organises.
    pub(crate) async fn withdraw_account(&self, account: AccountId) -> Result<(), TournamentError> {
        let player = PlayerId(account.0);
        for id in self.0.store.open_tournaments().await? {
            let event = match self.load(id).await {
                // A damaged tournament must not prevent closing an account.
                Err(TournamentError::Damaged(_)) => continue,
                event => event?,
            };
            let asked =
                event.proposals().any(|(captain, mate)| captain == player || mate == player);
            let held_up = event.is_paused() && event.announcement().organiser == player;
            if event.team_of(player).is_some() || asked || held_up {
                let expel = TournamentOrder::Expel(player);
                match self.carry_out(id, move |event, now| event.decide_order(&expel, now)).await {
                    // They have left in the meantime.
                    Ok(_) | Err(TournamentError::Refused(_) | TournamentError::Damaged(_)) => {}
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(())
    }

    /// Decides again until the decision is durable or there is nothing to do.
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
            // Pairing hundreds of players takes up to a second.
            let decided = tokio::task::spawn_blocking(move || decide(&event, now())).await;
            let decided = decided.map_err(|_| TournamentError::Unknown)??;
            let TournamentDecision::Append(entry) = decided else { return Ok(before) };
            let mut after = (*before).clone();
            after.fold(&entry)?;
            let row = TournamentRow {
                stage: stage_name(after.stage()),
                starts: after.announcement().starts,
            };
            let body = encode(&entry);
            let notifications = Notification::of_tournament_entry(&after, &entry);
            let appended =
                self.0.store.append_to_tournament(id, entry.seq, &body, row, notifications).await?;
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

    /// Caches a tournament unless a later state is cached already. Finished ones are evicted first.
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
