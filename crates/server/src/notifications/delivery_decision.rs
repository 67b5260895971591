//! What to do with a due notification, and the facts on which that depends.

use std::sync::Arc;

use bosworth_protocol::PlayerView;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameEnd, GameId};
use bosworth_tournament::{PlayerId, Tournament, TournamentId};

use super::Notifier;
use crate::limits::{CHALLENGE_NOTIFICATION_INTERVAL_MS, MAX_CHALLENGE_NOTIFICATIONS_PER_DAY};
use crate::service_time::now;
use crate::store::{OutboxRow, StoreError};
use crate::tables::TableError;
use crate::tournaments::TournamentError;

const CHALLENGE_NOTIFICATION_WINDOW_MS: i64 = 24 * 60 * 60 * 1_000;

/// What to do with a due notification that may still be relevant.
#[derive(Debug, Clone)]
pub(super) enum DeliveryDecision {
    /// It is not relevant before this time.
    Postpone(i64),
    /// Deliver it in these words.
    Deliver(Wording),
}

/// The words of a notification: the ids of two messages, and what fills their gaps.
#[derive(Debug, Clone)]
pub(super) struct Wording {
    pub(super) title: &'static str,
    pub(super) body: &'static str,
    pub(super) opponent: Option<PlayerView>,
    pub(super) time: Option<i64>,
    pub(super) event: Option<String>,
}

impl Wording {
    pub(super) fn new(title: &'static str, body: &'static str) -> Self {
        Self { title, body, opponent: None, time: None, event: None }
    }

    /// Names the opponent, or the person who asks for something.
    pub(super) fn with_opponent(self, opponent: PlayerView) -> Self {
        Self { opponent: Some(opponent), ..self }
    }

    /// States the remaining time, in milliseconds.
    pub(super) fn with_time(self, time: Option<i64>) -> Self {
        Self { time, ..self }
    }

    /// Names the tournament.
    pub(super) fn with_event(self, title: &str) -> Self {
        Self { event: Some(title.into()), ..self }
    }
}

/// The seat of a player who is not at the table, on any node.
#[derive(Debug, Clone)]
pub(super) struct EmptySeat {
    pub(super) side: Side,
    pub(super) opponent: PlayerView,
    /// Whether it is the player's turn in an unfinished game.
    pub(super) has_turn: bool,
    /// The remaining time, if the clocks are running.
    pub(super) left: Option<i64>,
    /// How the game ended, if it has.
    pub(super) ending: Option<GameEnd>,
    /// Who forfeits it, if it is an aborted tournament game.
    pub(super) forfeits: BySide<bool>,
}

impl Notifier {
    /// The seat of an account in a game, or `None` if it has no seat there or the player is present
    /// and needs no notification.
    pub(super) async fn empty_seat(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<Option<EmptySeat>, StoreError> {
        let status = match self.0.tables.status(game).await {
            Ok(status) => status,
            Err(TableError::Store(why)) => return Err(why),
            Err(_) => return Ok(None),
        };
        let Some(side) = status.side_of(account).filter(|&side| !status.here[side]) else {
            return Ok(None);
        };
        Ok(Some(EmptySeat {
            side,
            opponent: match side {
                Side::Red => status.players.white,
                Side::White => status.players.red,
            },
            has_turn: status.turn == Some(side) && status.ending.is_none(),
            left: status.deadline.filter(|_| status.clocks_run).map(|deadline| deadline - now()),
            ending: status.ending,
            forfeits: status.forfeits,
        }))
    }

    /// When a fifth of the account's time for this turn is left, in correspondence games.
    pub(super) async fn last_fifth_at(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<Option<i64>, StoreError> {
        match self.0.tables.status(game).await {
            Ok(status) if status.turn.is_some() && status.turn == status.side_of(account) => {
                Ok(status.last_fifth_at)
            }
            Err(TableError::Store(why)) => Err(why),
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// Whether a game of a tournament still has to be created: its node was stopped before, and
    /// another node will create it unless it is cancelled.
    pub(super) async fn is_awaited(
        &self,
        tournament: TournamentId,
        game: GameId,
    ) -> Result<bool, StoreError> {
        match self.0.tables.status(game).await {
            Err(TableError::Unknown) => {}
            Err(TableError::Store(why)) => return Err(why),
            Ok(_) | Err(_) => return Ok(false),
        }
        let is_planned = |tournament: &Tournament| {
            tournament.games().any(|plan| GameId::from_random(plan.number) == game)
        };
        Ok(self.tournament(tournament).await?.is_some_and(|found| is_planned(&found)))
    }

    /// Whether the captain still proposes a team to this mate.
    pub(super) async fn is_proposed(
        &self,
        tournament: TournamentId,
        captain: AccountId,
        mate: AccountId,
    ) -> Result<bool, StoreError> {
        let pair = (PlayerId(captain.0), PlayerId(mate.0));
        let is_open = |tournament: &Tournament| tournament.proposals().any(|open| open == pair);
        Ok(self.tournament(tournament).await?.is_some_and(|found| is_open(&found)))
    }

    async fn tournament(&self, id: TournamentId) -> Result<Option<Arc<Tournament>>, StoreError> {
        match self.0.tournaments.load(id).await {
            Ok(tournament) => Ok(Some(tournament)),
            Err(TournamentError::Store(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    /// The person who asks the account of this row for something, if the account can be notified of
    /// it now. Offers can be made and withdrawn all day, so their notifications are rate-limited.
    pub(super) async fn challenger(
        &self,
        by: AccountId,
        row: &OutboxRow,
    ) -> Result<Option<PlayerView>, StoreError> {
        let store = &self.0.store;
        if store.has_block_between(by, row.account).await? {
            return Ok(None);
        }
        // Only the first attempt counts, not its retries.
        if row.tries == 0 && row.told.is_empty() {
            let subject = format!("challenge {} {}", by.0, row.account.0);
            let pause = |before| {
                if before < MAX_CHALLENGE_NOTIFICATIONS_PER_DAY {
                    0
                } else {
                    CHALLENGE_NOTIFICATION_INTERVAL_MS
                }
            };
            let window = CHALLENGE_NOTIFICATION_WINDOW_MS;
            if store.try_attempt(&subject, now(), window, pause).await?.is_some() {
                return Ok(None);
            }
        }
        let person = store.account(by).await?;
        Ok(person.map(|by| PlayerView::Account { person: (&by).into(), rating: None }))
    }
}
