//! Events: tournaments, driven by whichever node looks first.
//!
//! The log says what is to be: which games of a round there are, whose results are missing. What
//! is done about it can be done twice with the same effect, so all nodes do it, and none owns an
//! event.

mod deals;
mod drive;
mod error;
mod games;
mod news;
mod review;
mod weekly;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bosworth_table::AccountId;
use bosworth_tournament::{
    Announcement, PlayerId, Tournament, TournamentCommand, TournamentDecision, TournamentId,
    TournamentLogEntry, TournamentOrder, TournamentRefusal, TournamentStage,
};

pub use self::error::EventError;
pub(crate) use self::games::clock;
pub use self::weekly::{BadWeekly, Weekly};
use crate::bus::Bus;
use crate::clock::now;
use crate::crowd::Crowd;
use crate::people::secret;
use crate::random;
use crate::store::{Appended, NewEvent, Store};
use crate::tables::Tables;

/// How many events that are not over one account may organise.
const MOST: i64 = 5;
/// How many events are kept in memory, unless more are open.
const KEPT: usize = 200;
/// How often a decision is made again because another node was faster.
const TRIES: u32 = 100;

/// All events. Cheap to clone.
#[derive(Clone)]
pub struct Events(Arc<Inner>);

struct Inner {
    node: u64,
    store: Store,
    tables: Tables,
    bus: Bus,
    crowd: Crowd,
    /// Events as far as this node has read their logs: only saves reading them again.
    known: Mutex<HashMap<TournamentId, Arc<Tournament>>>,
}

impl Events {
    pub(crate) fn new(node: u64, store: Store, tables: Tables, bus: Bus, crowd: Crowd) -> Self {
        Self(Arc::new(Inner { node, store, tables, bus, crowd, known: Mutex::default() }))
    }

    /// Announces an event; its id and organiser are set here.
    pub async fn create(
        &self,
        by: AccountId,
        mut opening: Announcement,
    ) -> Result<TournamentId, EventError> {
        games::check(&opening)?;
        if self.0.store.open_events_of(by).await? >= MOST {
            return Err(EventError::TooMany);
        }
        loop {
            opening.id = TournamentId::from_random(u64::from_le_bytes(random::bytes()));
            opening.organiser = PlayerId(by.0);
            let entry =
                Tournament::announce(opening.clone(), now()).map_err(EventError::Opening)?;
            let new = NewEvent {
                id: opening.id,
                organiser: Some(by),
                starts: opening.starts,
                invitation: opening.limits.invited.then(secret::phrase),
            };
            if self.0.store.create_event(&new, &encode(&entry)).await? == Appended::Durable {
                return Ok(opening.id);
            }
        }
    }

    /// An event as its log is now.
    pub async fn look(&self, id: TournamentId) -> Result<Arc<Tournament>, EventError> {
        let known = self.known().get(&id).cloned();
        let from = known.as_ref().map_or(0, |event| event.length());
        let log = decode(self.0.store.event_entries(id, from).await?)?;
        if log.is_empty() {
            return known.ok_or(EventError::Unknown);
        }
        let event = match known {
            None => Tournament::replay(&log)?,
            Some(known) => {
                let mut event = (*known).clone();
                log.iter().try_for_each(|entry| event.fold(entry))?;
                event
            }
        };
        Ok(self.remember(event))
    }

    /// The whole log of an event.
    pub async fn log(&self, id: TournamentId) -> Result<Vec<TournamentLogEntry>, EventError> {
        let log = decode(self.0.store.event_entries(id, 0).await?)?;
        if log.is_empty() { Err(EventError::Unknown) } else { Ok(log) }
    }

    /// Carries out somebody's command.
    pub async fn command(
        &self,
        id: TournamentId,
        by: AccountId,
        command: &TournamentCommand,
    ) -> Result<Arc<Tournament>, EventError> {
        let command = command.clone();
        let decide = move |event: &Tournament, now| event.decide(PlayerId(by.0), &command, now);
        let event = self.carry_out(id, decide).await?;
        // What follows from it need not wait for the next look.
        if event.stage() != TournamentStage::Over {
            self.drive(id).await?;
        }
        self.look(id).await
    }

    /// Calls an event off for the host.
    pub(crate) async fn cancel(&self, id: TournamentId) -> Result<(), EventError> {
        self.carry_out(id, |event, now| event.decide_order(&TournamentOrder::Cancel, now))
            .await
            .map(drop)
    }

    /// An account is about to be closed: it leaves all events, and none waits for its organiser.
    pub(crate) async fn expel(&self, account: AccountId) -> Result<(), EventError> {
        let player = PlayerId(account.0);
        for id in self.0.store.open_events().await? {
            let event = match self.look(id).await {
                // One damaged event must not keep an account from being closed.
                Err(EventError::Damaged(_)) => continue,
                event => event?,
            };
            let asked =
                event.proposals().any(|(captain, mate)| captain == player || mate == player);
            let held_up = event.is_paused() && event.announcement().organiser == player;
            if event.team_of(player).is_some() || asked || held_up {
                let expel = TournamentOrder::Expel(player);
                match self.carry_out(id, move |event, now| event.decide_order(&expel, now)).await {
                    // They have left meanwhile.
                    Ok(_) | Err(EventError::Refused(_) | EventError::Damaged(_)) => {}
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
    ) -> Result<Arc<Tournament>, EventError> {
        for _ in 0..TRIES {
            let before = self.look(id).await?;
            let (event, decide) = (before.clone(), decide.clone());
            // Hundreds of players are paired in a good part of a second.
            let decided = tokio::task::spawn_blocking(move || decide(&event, now())).await;
            let decided = decided.map_err(|_| EventError::Unknown)??;
            let TournamentDecision::Append(entry) = decided else { return Ok(before) };
            let mut after = (*before).clone();
            after.fold(&entry)?;
            let stage = stage_name(after.stage());
            let body = encode(&entry);
            let told = news::news(&after, &entry);
            let appended = self.0.store.append_to_event(id, entry.seq, &body, stage, told).await?;
            if appended == Appended::Durable {
                self.release(&before, &after).await;
                let after = self.remember(after);
                self.spread(id).await;
                return Ok(after);
            }
        }
        Err(EventError::Contended)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<TournamentId, Arc<Tournament>>> {
        self.0.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what was read, unless more is known already. What is over is the first to go.
    fn remember(&self, event: Tournament) -> Arc<Tournament> {
        let event = Arc::new(event);
        let mut known = self.known();
        let id = event.announcement().id;
        if known.len() >= KEPT {
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

fn decode(texts: Vec<(u32, String)>) -> Result<Vec<TournamentLogEntry>, EventError> {
    let decode =
        |(seq, text): (u32, String)| match serde_json::from_str::<TournamentLogEntry>(&text) {
            Ok(entry) if entry.seq == seq => Ok(entry),
            Ok(entry) => Err(EventError::Damaged(format!("entry {seq} says it is {}", entry.seq))),
            Err(why) => Err(EventError::Damaged(format!("entry {seq}: {why}"))),
        };
    texts.into_iter().map(decode).collect()
}
