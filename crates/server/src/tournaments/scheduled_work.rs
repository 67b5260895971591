//! Scheduled work: due rounds, their games and results.

use std::time::Duration;

use bosworth_table::GameId;
use bosworth_tournament::{GamePlan, SlotResult, TournamentId, TournamentOrder};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::shared_deals::waits;
use super::{TournamentError, Tournaments, WeeklySchedule};
use crate::config::Config;
use crate::service_time::now;
use crate::store::{GameRow, StoreError};
use crate::tables::TableError;

/// Poll interval for all tournaments.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The number of polls between checks for the weekly tournament.
const POLLS_PER_WEEKLY_CHECK: u32 = 60;
/// The maximum number of due steps per poll and tournament, so that none starves the others.
const MAX_STEPS_PER_POLL: u32 = 20;

impl Tournaments {
    /// Starts the background tasks.
    pub(crate) fn start(&self, config: &Config) -> Vec<JoinHandle<()>> {
        let (events, weekly) = (self.clone(), config.weekly_event);
        let mut tasks = vec![tokio::spawn(async move { events.run(weekly).await })];
        if config.engine_threads > 0 {
            let events = self.clone();
            tasks.push(tokio::spawn(async move { events.review().await }));
        }
        tasks
    }

    /// Drives all tournaments. Never returns.
    async fn run(&self, weekly: Option<WeeklySchedule>) {
        let mut looks = 0_u32;
        loop {
            sleep(POLL_INTERVAL).await;
            if let Some(weekly) = weekly.filter(|_| looks.is_multiple_of(POLLS_PER_WEEKLY_CHECK))
                && let Err(why) = self.open_weekly(weekly).await
            {
                tracing::warn!(%why, "cannot announce the weekly tournament");
            }
            looks = looks.wrapping_add(1);
            if let Err(why) = self.advance_all().await {
                tracing::warn!(%why, "cannot drive tournaments");
            }
        }
    }

    /// Does everything due in all tournaments. Any node can call it at any time, and it can be
    /// interrupted anywhere.
    pub async fn advance_all(&self) -> Result<(), StoreError> {
        for event in self.0.store.open_tournaments().await? {
            if let Err(why) = self.advance(event).await {
                tracing::warn!(%event, %why, "cannot drive a tournament");
            }
        }
        self.unseal().await
    }

    /// Does everything due in one tournament: records results, starts rounds and opens their games.
    pub async fn advance(&self, id: TournamentId) -> Result<(), TournamentError> {
        for _ in 0..MAX_STEPS_PER_POLL {
            let event = self.load(id).await?;
            let plans: Vec<_> = event.games().collect();
            let ids: Vec<_> = plans.iter().map(game_id).collect();
            let rows = self.0.store.games_among(&ids).await?;
            let find = |game: GameId| rows.iter().find(|row| row.id == game);
            let games: Vec<_> =
                plans.iter().zip(&ids).map(|(plan, id)| (plan, find(*id))).collect();
            let mut again = false;
            for &(plan, row) in &games {
                match row {
                    None => self.begin(&event, plan).await?,
                    Some(_) if event.sealed_deal(plan.slot).is_some() => {}
                    Some(row) => again |= self.note(id, plan, row).await?,
                }
            }
            again |= self.note_deals(id, &event, &games).await?;
            let waits = waits(&event, &games);
            // The last result of a round makes the next round due.
            let event = self.load(id).await?;
            if !waits && event.wake_at(now()).is_some_and(|at| at <= now()) {
                self.carry_out(id, |event, now| event.decide_order(&TournamentOrder::Tick, now))
                    .await?;
                again = true;
            }
            if !again {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Records how a game ended. Returns whether it has ended.
    async fn note(
        &self,
        id: TournamentId,
        plan: &GamePlan,
        row: &GameRow,
    ) -> Result<bool, TournamentError> {
        let Some(result) = self.result(row).await? else { return Ok(false) };
        let order = TournamentOrder::Result { slot: plan.slot, result };
        self.carry_out(id, move |event, now| event.decide_order(&order, now)).await?;
        Ok(true)
    }

    async fn begin(
        &self,
        event: &bosworth_tournament::Tournament,
        plan: &GamePlan,
    ) -> Result<(), TournamentError> {
        let hands = self.shared_hands(event, plan).await?;
        let sealed = self.sealed_deal(event, plan).await?;
        let table = super::games::table(event, plan, hands, sealed)?;
        match self.0.tables.create_as(game_id(plan), &table).await {
            // Another node was faster, or this one before it was stopped.
            Ok(()) | Err(TableError::Store(StoreError::GameExists)) => Ok(()),
            // Its cards are public: a correction has reopened a finished pairing.
            Err(TableError::Store(StoreError::DealClosed)) => {
                let order = TournamentOrder::Result { slot: plan.slot, result: SlotResult::Drawn };
                let id = event.announcement().id;
                self.carry_out(id, move |event, now| event.decide_order(&order, now))
                    .await
                    .map(drop)
            }
            Err(why) => Err(why.into()),
        }
    }
}

/// The id of a tournament game, derived from its place.
pub(crate) fn game_id(plan: &GamePlan) -> GameId {
    GameId::from_random(plan.number)
}
