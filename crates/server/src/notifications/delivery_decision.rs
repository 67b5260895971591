//! Decides when a notification is due whether it is still relevant, and loads its content.

use bosworth_protocol::{NotificationKind, PlayerView, Players};
use bosworth_rules::Side;
use bosworth_table::{AccountId, EndReason, GameId};
use bosworth_tournament::{PlayerId, TournamentId};

use super::Notifier;
use crate::limits::{CHALLENGE_NOTIFICATION_INTERVAL_MS, MAX_CHALLENGE_NOTIFICATIONS_PER_DAY};
use crate::service_time::now;
use crate::store::{Notification, StoreError};
use crate::tables::{GameStatus, TableError};
use crate::tournaments::TournamentError;

const CHALLENGE_NOTIFICATION_WINDOW_MS: i64 = 24 * 60 * 60 * 1_000;

/// Delay before a round is checked again whose game has not been created yet, in milliseconds.
const ROUND_RECHECK_DELAY_MS: i64 = 2_000;

/// What to do with a due notification.
#[derive(Debug, Clone)]
pub(super) enum DeliveryDecision {
    /// It is no longer relevant, or the player has seen it.
    Drop,
    /// It is not relevant before this time.
    Postpone(i64),
    /// Deliver this content.
    Deliver(NotificationContent),
}

/// The content of a notification.
#[derive(Debug, Clone)]
pub(super) enum NotificationContent {
    /// With the remaining time.
    Turn(PlayerView, Option<i64>),
    Challenge(PlayerView),
    Taken(PlayerView),
    Time(PlayerView, i64),
    /// With whether the account won; none if it was a draw.
    Over(PlayerView, Option<bool>),
    Aborted(PlayerView),
    Round(String),
    /// The captain who proposes a team, and the title of the tournament.
    Team(PlayerView, String),
}

impl Notifier {
    /// Decides about a due notification.
    pub(super) async fn decide(
        &self,
        notification: &Notification,
        kind: NotificationKind,
    ) -> Result<DeliveryDecision, StoreError> {
        match kind {
            NotificationKind::Challenge if notification.detail.is_empty() => {
                self.decide_challenge(notification).await
            }
            NotificationKind::Challenge => self.decide_proposal(notification).await,
            NotificationKind::Round => self.decide_round(notification).await,
            _ => {
                let Ok(game) = notification.subject.parse::<GameId>() else {
                    return Ok(DeliveryDecision::Drop);
                };
                match self.0.tables.status(game).await {
                    Ok(status) => Ok(decide_game(&status, notification.account, kind, now())),
                    Err(TableError::Store(why)) => Err(why),
                    Err(_) => Ok(DeliveryDecision::Drop),
                }
            }
        }
    }

    /// A player at the board knows that the round has begun.
    async fn decide_round(
        &self,
        notification: &Notification,
    ) -> Result<DeliveryDecision, StoreError> {
        let Some((game, title)) = notification.detail.split_once(' ') else {
            return Ok(DeliveryDecision::Drop);
        };
        let Ok(game) = game.parse::<GameId>() else { return Ok(DeliveryDecision::Drop) };
        let status = match self.0.tables.status(game).await {
            Ok(status) => status,
            // Its node was stopped before creating the game. Another node will create it, unless it
            // is cancelled.
            Err(TableError::Unknown) if self.is_planned(&notification.subject, game).await? => {
                return Ok(DeliveryDecision::Postpone(now() + ROUND_RECHECK_DELAY_MS));
            }
            Err(TableError::Store(why)) => return Err(why),
            Err(_) => return Ok(DeliveryDecision::Drop),
        };
        let side = status.side_of(notification.account).filter(|_| status.ending.is_none());
        Ok(match side {
            Some(side) if !status.here[side] => {
                DeliveryDecision::Deliver(NotificationContent::Round(title.into()))
            }
            _ => DeliveryDecision::Drop,
        })
    }

    /// Whether a game of a tournament is still to be played.
    async fn is_planned(&self, tournament: &str, game: GameId) -> Result<bool, StoreError> {
        let Ok(tournament) = tournament.parse::<TournamentId>() else { return Ok(false) };
        match self.0.tournaments.load(tournament).await {
            Ok(tournament) => {
                Ok(tournament.games().any(|plan| GameId::from_random(plan.number) == game))
            }
            Err(TournamentError::Store(why)) => Err(why),
            Err(_) => Ok(false),
        }
    }

    async fn decide_challenge(
        &self,
        notification: &Notification,
    ) -> Result<DeliveryDecision, StoreError> {
        let store = &self.0.store;
        let Some(seek) = store.seek(&notification.subject).await? else {
            return Ok(DeliveryDecision::Drop);
        };
        let Some(by) = store.account(seek.account).await? else {
            return Ok(DeliveryDecision::Drop);
        };
        if seek.recipient != Some(notification.account)
            || !self.may_notify(by.id, notification).await?
        {
            return Ok(DeliveryDecision::Drop);
        }
        let person = (&by).into();
        Ok(DeliveryDecision::Deliver(NotificationContent::Challenge(PlayerView::Account {
            person,
            rating: None,
        })))
    }

    /// Decides about a proposal to form a team.
    async fn decide_proposal(
        &self,
        notification: &Notification,
    ) -> Result<DeliveryDecision, StoreError> {
        let Some((tournament, captain)) = notification.subject.split_once('/') else {
            return Ok(DeliveryDecision::Drop);
        };
        let Ok(captain) = captain.parse().map(PlayerId) else { return Ok(DeliveryDecision::Drop) };
        let Ok(tournament) = tournament.parse::<TournamentId>() else {
            return Ok(DeliveryDecision::Drop);
        };
        let tournament = match self.0.tournaments.load(tournament).await {
            Ok(tournament) => tournament,
            Err(TournamentError::Store(why)) => return Err(why),
            Err(_) => return Ok(DeliveryDecision::Drop),
        };
        let mate = PlayerId(notification.account.0);
        let by = AccountId(captain.0);
        if !tournament.proposals().any(|open| open == (captain, mate))
            || !self.may_notify(by, notification).await?
        {
            return Ok(DeliveryDecision::Drop);
        }
        let Some(by) = self.0.store.account(by).await? else { return Ok(DeliveryDecision::Drop) };
        let by = PlayerView::Account { person: (&by).into(), rating: None };
        Ok(DeliveryDecision::Deliver(NotificationContent::Team(by, notification.detail.clone())))
    }

    /// Whether a challenge by this account can be notified now. Offers can be made and withdrawn
    /// all day, so their notifications are rate-limited.
    async fn may_notify(
        &self,
        by: AccountId,
        notification: &Notification,
    ) -> Result<bool, StoreError> {
        let store = &self.0.store;
        if store.has_block_between(by, notification.account).await? {
            return Ok(false);
        }
        // Only the first attempt counts, not its retries.
        if notification.tries > 0 || !notification.told.is_empty() {
            return Ok(true);
        }
        let subject = format!("challenge {} {}", by.0, notification.account.0);
        let pause = |before| {
            if before < MAX_CHALLENGE_NOTIFICATIONS_PER_DAY {
                0
            } else {
                CHALLENGE_NOTIFICATION_INTERVAL_MS
            }
        };
        Ok(store
            .try_attempt(&subject, now(), CHALLENGE_NOTIFICATION_WINDOW_MS, pause)
            .await?
            .is_none())
    }
}

/// Decides about a notification of a game. A player at the table needs none.
fn decide_game(
    status: &GameStatus,
    account: AccountId,
    kind: NotificationKind,
    now: i64,
) -> DeliveryDecision {
    let Some(side) = status.side_of(account) else { return DeliveryDecision::Drop };
    if status.here[side] {
        return DeliveryDecision::Drop;
    }
    let opponent = player(&status.players, !side);
    let left = status.deadline.filter(|_| status.clocks_run).map(|deadline| deadline - now);
    let turn = status.turn == Some(side);
    match (kind, &status.ending) {
        (NotificationKind::Turn, None) if turn => {
            DeliveryDecision::Deliver(NotificationContent::Turn(opponent, left))
        }
        (NotificationKind::Time, None) if turn => {
            let Some((left, deadline)) = left.zip(status.deadline) else {
                return DeliveryDecision::Drop;
            };
            // Time may have been credited since, or the clock may have been paused.
            let late = deadline - deadline.saturating_sub(status.since) / 5;
            if now < late {
                DeliveryDecision::Postpone(late)
            } else if left <= 0 {
                DeliveryDecision::Drop
            } else {
                DeliveryDecision::Deliver(NotificationContent::Time(opponent, left))
            }
        }
        (NotificationKind::Taken, None) => {
            DeliveryDecision::Deliver(NotificationContent::Taken(opponent))
        }
        (NotificationKind::Over, Some(ending)) => DeliveryDecision::Deliver(match ending.reason {
            EndReason::Aborted => NotificationContent::Aborted(opponent),
            _ => NotificationContent::Over(opponent, ending.winner.map(|winner| winner == side)),
        }),
        _ => DeliveryDecision::Drop,
    }
}

pub(super) fn player(players: &Players, side: Side) -> PlayerView {
    match side {
        Side::Red => players.red.clone(),
        Side::White => players.white.clone(),
    }
}
