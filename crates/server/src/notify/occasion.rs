//! Whether what waits in the outbox is still true when it is due, and what there is to say.

use bosworth_protocol::{NotificationKind, PlayerView, Players};
use bosworth_rules::Side;
use bosworth_table::{AccountId, EndReason, GameId};
use bosworth_tournament::{PlayerId, TournamentId};

use super::Notifier;
use crate::clock::now;
use crate::events::EventError;
use crate::store::{Notification, StoreError};
use crate::tables::{Standing, TableError};

/// Challenges and proposals of one account to another that are told without a pause, and that pause.
const FREE_CHALLENGES: i64 = 5;
const PAUSE: i64 = 10 * 60 * 1_000;
const MEMORY: i64 = 24 * 60 * 60 * 1_000;

/// When a round is looked at again whose game has not been opened, in milliseconds.
const SOON: i64 = 2_000;

/// What is to be done with a notification that is due.
#[derive(Debug, Clone)]
pub(super) enum Verdict {
    /// It is not true any more, or the player has seen it.
    Drop,
    /// It is not true yet.
    Later(i64),
    /// It is told.
    Tell(Occasion),
}

/// What happened, as far as it matters to those who are told.
#[derive(Debug, Clone)]
pub(super) enum Occasion {
    /// With the time that is left.
    Turn(PlayerView, Option<i64>),
    Challenge(PlayerView),
    Taken(PlayerView),
    Time(PlayerView, i64),
    /// With whether it was won; none if it was a draw.
    Over(PlayerView, Option<bool>),
    Aborted(PlayerView),
    Round(String),
    /// Who proposes a team, and for which event.
    Team(PlayerView, String),
}

impl Notifier {
    /// Looks whether a notification is still to be told.
    pub(super) async fn judge(
        &self,
        told: &Notification,
        kind: NotificationKind,
    ) -> Result<Verdict, StoreError> {
        match kind {
            NotificationKind::Challenge if told.detail.is_empty() => {
                self.judge_challenge(told).await
            }
            NotificationKind::Challenge => self.judge_proposal(told).await,
            NotificationKind::Round => self.judge_round(told).await,
            _ => {
                let Ok(game) = told.subject.parse::<GameId>() else { return Ok(Verdict::Drop) };
                match self.0.tables.standing(game).await {
                    Ok(standing) => Ok(judge_game(&standing, told.account, kind, now())),
                    Err(TableError::Store(why)) => Err(why),
                    Err(_) => Ok(Verdict::Drop),
                }
            }
        }
    }

    /// Whoever sits at the board knows that the round has begun.
    async fn judge_round(&self, told: &Notification) -> Result<Verdict, StoreError> {
        let Some((game, title)) = told.detail.split_once(' ') else { return Ok(Verdict::Drop) };
        let Ok(game) = game.parse::<GameId>() else { return Ok(Verdict::Drop) };
        let standing = match self.0.tables.standing(game).await {
            Ok(standing) => standing,
            // Its node was stopped before it was opened; another one will, unless it is off.
            Err(TableError::Unknown) if self.is_planned(&told.subject, game).await? => {
                return Ok(Verdict::Later(now() + SOON));
            }
            Err(TableError::Store(why)) => return Err(why),
            Err(_) => return Ok(Verdict::Drop),
        };
        let side = standing.side_of(told.account).filter(|_| standing.ending.is_none());
        Ok(match side {
            Some(side) if !standing.here[side] => Verdict::Tell(Occasion::Round(title.into())),
            _ => Verdict::Drop,
        })
    }

    /// Whether a game of an event is still to be played.
    async fn is_planned(&self, event: &str, game: GameId) -> Result<bool, StoreError> {
        let Ok(event) = event.parse::<TournamentId>() else { return Ok(false) };
        match self.0.events.look(event).await {
            Ok(event) => Ok(event.games().any(|plan| GameId::from_random(plan.number) == game)),
            Err(EventError::Store(why)) => Err(why),
            Err(_) => Ok(false),
        }
    }

    async fn judge_challenge(&self, told: &Notification) -> Result<Verdict, StoreError> {
        let store = &self.0.store;
        let Some(seek) = store.seek(&told.subject).await? else { return Ok(Verdict::Drop) };
        let Some(by) = store.account(seek.account).await? else { return Ok(Verdict::Drop) };
        if seek.recipient != Some(told.account) || !self.may_call(by.id, told).await? {
            return Ok(Verdict::Drop);
        }
        let person = (&by).into();
        Ok(Verdict::Tell(Occasion::Challenge(PlayerView::Account { person, rating: None })))
    }

    /// A team that somebody proposes to the account.
    async fn judge_proposal(&self, told: &Notification) -> Result<Verdict, StoreError> {
        let Some((event, captain)) = told.subject.split_once('/') else { return Ok(Verdict::Drop) };
        let Ok(captain) = captain.parse().map(PlayerId) else { return Ok(Verdict::Drop) };
        let Ok(event) = event.parse::<TournamentId>() else { return Ok(Verdict::Drop) };
        let event = match self.0.events.look(event).await {
            Ok(event) => event,
            Err(EventError::Store(why)) => return Err(why),
            Err(_) => return Ok(Verdict::Drop),
        };
        let mate = PlayerId(told.account.0);
        let by = AccountId(captain.0);
        if !event.proposals().any(|open| open == (captain, mate))
            || !self.may_call(by, told).await?
        {
            return Ok(Verdict::Drop);
        }
        let Some(by) = self.0.store.account(by).await? else { return Ok(Verdict::Drop) };
        let by = PlayerView::Account { person: (&by).into(), rating: None };
        Ok(Verdict::Tell(Occasion::Team(by, told.detail.clone())))
    }

    /// Whether somebody may call on the account that a notification is for. Offers can be made and
    /// withdrawn all day; whoever they are for has to be able to sleep.
    async fn may_call(&self, by: AccountId, told: &Notification) -> Result<bool, StoreError> {
        let store = &self.0.store;
        if store.are_apart(by, told.account).await? {
            return Ok(false);
        }
        // The first try counts, not each of a delivery that fails.
        if told.tries > 0 || !told.told.is_empty() {
            return Ok(true);
        }
        let subject = format!("challenge {} {}", by.0, told.account.0);
        let pause = |before| if before < FREE_CHALLENGES { 0 } else { PAUSE };
        Ok(store.try_attempt(&subject, now(), MEMORY, pause).await?.is_none())
    }
}

/// The verdict on a notification about a game. Whoever sits at the table needs none.
fn judge_game(
    standing: &Standing,
    account: AccountId,
    kind: NotificationKind,
    now: i64,
) -> Verdict {
    let Some(side) = standing.side_of(account) else { return Verdict::Drop };
    if standing.here[side] {
        return Verdict::Drop;
    }
    let opponent = player(&standing.players, !side);
    let left = standing.deadline.filter(|_| standing.clocks_run).map(|deadline| deadline - now);
    let turn = standing.turn == Some(side);
    match (kind, &standing.ending) {
        (NotificationKind::Turn, None) if turn => Verdict::Tell(Occasion::Turn(opponent, left)),
        (NotificationKind::Time, None) if turn => {
            let Some((left, deadline)) = left.zip(standing.deadline) else { return Verdict::Drop };
            // Time may have been credited since, or the clock may have stood still.
            let late = deadline - deadline.saturating_sub(standing.since) / 5;
            if now < late {
                Verdict::Later(late)
            } else if left <= 0 {
                Verdict::Drop
            } else {
                Verdict::Tell(Occasion::Time(opponent, left))
            }
        }
        (NotificationKind::Taken, None) => Verdict::Tell(Occasion::Taken(opponent)),
        (NotificationKind::Over, Some(ending)) => Verdict::Tell(match ending.reason {
            EndReason::Aborted => Occasion::Aborted(opponent),
            _ => Occasion::Over(opponent, ending.winner.map(|winner| winner == side)),
        }),
        _ => Verdict::Drop,
    }
}

pub(super) fn player(players: &Players, side: Side) -> PlayerView {
    match side {
        Side::Red => players.red.clone(),
        Side::White => players.white.clone(),
    }
}
