//! The kinds of notifications: who gets one and when, whether it is still true then, its words, and
//! the page it opens.

use bosworth_protocol::NotificationKind;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, EndReason, Event, GameEnd, GameId, LogEntry, Seated, Table};
use bosworth_tournament::{
    GamePlan, Opponent, Tournament, TournamentEvent, TournamentId, TournamentLogEntry,
};
use serde::{Deserialize, Serialize};

use super::Notifier;
use super::delivery_decision::{DeliveryDecision, Wording};
use crate::service_time::now;
use crate::store::{OutboxRow, StoreError};

/// How long a player has to notice an event at the table before a notification, in milliseconds.
const NOTIFICATION_DELAY_MS: i64 = 2_000;

/// Delay before a round is checked again whose game has not been created yet, in milliseconds.
const ROUND_RECHECK_DELAY_MS: i64 = 2_000;

/// Delay before a game is checked again whose deadline has passed without an end, in milliseconds:
/// it ends, or the time is being credited.
const OVERDUE_RECHECK_DELAY_MS: i64 = 30_000;

/// What an account is notified of. Stored in the outbox as JSON, so renaming a variant or a field
/// needs a migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notification {
    /// It is the account's turn.
    Turn {
        /// The game.
        game: GameId,
    },
    /// A fifth of the time for this turn is left.
    Time {
        /// The game.
        game: GameId,
    },
    /// An offer or rematch was accepted, and a game has begun.
    Taken {
        /// The new game.
        game: GameId,
    },
    /// A game is over.
    Over {
        /// The game.
        game: GameId,
    },
    /// Someone challenges the account.
    Challenge {
        /// The id of the offer.
        offer: String,
    },
    /// A round of a tournament has begun.
    Round {
        /// The tournament.
        tournament: TournamentId,
        /// The account's game in that round.
        game: GameId,
        /// The title of the tournament.
        title: String,
    },
    /// Someone proposes a team for a tournament.
    Team {
        /// The tournament.
        tournament: TournamentId,
        /// Who proposes it.
        captain: AccountId,
        /// The title of the tournament.
        title: String,
    },
}

impl Notification {
    /// The setting that turns it on, and its name in push messages.
    pub fn kind(&self) -> NotificationKind {
        match self {
            Self::Turn { .. } => NotificationKind::Turn,
            Self::Time { .. } => NotificationKind::Time,
            Self::Taken { .. } => NotificationKind::Taken,
            Self::Over { .. } => NotificationKind::Over,
            Self::Challenge { .. } | Self::Team { .. } => NotificationKind::Challenge,
            Self::Round { .. } => NotificationKind::Round,
        }
    }

    /// What it is about: of two with the same kind and subject, the later one replaces the earlier
    /// one.
    pub fn subject(&self) -> String {
        match self {
            Self::Turn { game }
            | Self::Time { game }
            | Self::Taken { game }
            | Self::Over { game } => game.to_string(),
            Self::Challenge { offer } => offer.clone(),
            Self::Round { tournament, .. } => tournament.to_string(),
            // Proposals by different captains must not replace each other.
            Self::Team { tournament, captain, .. } => format!("{tournament}/{captain}"),
        }
    }

    /// The page that it opens.
    pub(super) fn page(&self) -> String {
        match self {
            Self::Turn { game }
            | Self::Time { game }
            | Self::Taken { game }
            | Self::Over { game } => {
                format!("#/game/{game}")
            }
            Self::Challenge { offer } => format!("#/seek/{offer}"),
            Self::Round { tournament, .. } | Self::Team { tournament, .. } => {
                format!("#/event/{tournament}")
            }
        }
    }

    /// Whether a device should wake up for it.
    pub(super) fn is_urgent(&self) -> bool {
        match self {
            Self::Time { .. } => true,
            Self::Turn { .. }
            | Self::Taken { .. }
            | Self::Over { .. }
            | Self::Challenge { .. }
            | Self::Round { .. }
            | Self::Team { .. } => false,
        }
    }

    /// To the owner of an offer that was accepted: the game has begun.
    pub(crate) fn of_taken_offer(owner: AccountId, game: GameId, at: i64) -> OutboxRow {
        OutboxRow::new(owner, Self::Taken { game }, 0, at, at + NOTIFICATION_DELAY_MS)
    }

    /// To the recipient of a challenge.
    pub(crate) fn of_challenge(recipient: AccountId, offer: &str, at: i64) -> OutboxRow {
        OutboxRow::new(recipient, Self::Challenge { offer: offer.into() }, at, at, at)
    }

    /// To the players of a game, caused by its next entry. `table` is the state before the entry.
    ///
    /// In a live game, a player who is present according to the log gets none: that would be a row
    /// for every ply. In a correspondence game the log may not yet show that a player has closed
    /// the page, so presence is checked when the notification is due.
    pub(crate) fn of_entry(table: &Table, entry: &LogEntry) -> Vec<OutboxRow> {
        let (setup, game) = (table.setup(), table.id());
        let mut rows = Vec::new();
        let mut notify = |side: Side, notification: Self, seq: u32, due: i64| {
            let Seated::Account(account) = setup.seats()[side] else { return };
            let is_present = setup.clock.is_live() && table.has_connection(side);
            if !is_present && entry.by != Some(side) {
                rows.push(OutboxRow::new(account, notification, seq.into(), entry.at, due));
            }
        };
        let (seq, soon) = (entry.seq, entry.at + NOTIFICATION_DELAY_MS);
        if entry.events.iter().any(|event| matches!(event, Event::End { .. })) {
            for side in Side::ALL {
                notify(side, Self::Over { game }, seq, soon);
            }
        } else if let Some((side, left)) = turn(table, entry) {
            notify(side, Self::Turn { game }, seq, soon);
            if let Some(left) = left.filter(|_| !setup.clock.is_live()) {
                // Not before: weekends, holidays and outages can only postpone it.
                let window = table.closes_at().map_or(left, |until| until.saturating_sub(entry.at));
                let left = left.min(window).max(0);
                notify(side, Self::Time { game }, seq, entry.at.saturating_add(left - left / 5));
            }
        }
        for event in &entry.events {
            match *event {
                Event::Next { game } => {
                    for side in Side::ALL {
                        notify(side, Self::Taken { game }, 0, soon);
                    }
                }
                // The end of a holiday has moved, and the warning with it, unless it was sent.
                Event::Holiday { side, .. }
                    if table.turn() == Some(side)
                        && table.last_fifth_at().is_some_and(|at| entry.at < at) =>
                {
                    notify(side, Self::Time { game }, seq, soon);
                }
                _ => {}
            }
        }
        rows
    }

    /// To the players of a round that begins, and to players whom someone proposes a team, caused
    /// by an entry of a tournament. `event` is the state after the entry.
    pub(crate) fn of_tournament_entry(
        event: &Tournament,
        entry: &TournamentLogEntry,
    ) -> Vec<OutboxRow> {
        let announcement = event.announcement();
        let (tournament, title) = (announcement.id, &announcement.title);
        let mut rows = Vec::new();
        let mut notify = |account: i64, notification: Self| {
            let due = entry.at + NOTIFICATION_DELAY_MS;
            let (account, seq) = (AccountId(account), entry.seq.into());
            rows.push(OutboxRow::new(account, notification, seq, entry.at, due));
        };
        let has_begun = |plan: &GamePlan| {
            let begins = |step: &TournamentEvent| matches!(step, TournamentEvent::Round { round, .. } if *round == plan.slot.round);
            entry.events.iter().any(begins)
        };
        for plan in event.games().filter(has_begun) {
            let game = GameId::from_random(plan.number);
            for seat in [plan.red, plan.white] {
                let Opponent::Player(player) = seat else { continue };
                notify(player.0, Self::Round { tournament, game, title: title.clone() });
            }
        }
        for step in &entry.events {
            let TournamentEvent::Propose { player, mate, .. } = step else { continue };
            let captain = AccountId(player.0);
            notify(mate.0, Self::Team { tournament, captain, title: title.clone() });
        }
        rows
    }
}

/// The side whose turn an entry begins, if any, and roughly how much time it has.
fn turn(table: &Table, entry: &LogEntry) -> Option<(Side, Option<i64>)> {
    entry.events.iter().rev().find_map(|event| match event {
        Event::Deal { position } => Some((position.side(), table.setup().clock.initial())),
        Event::Act { left, .. } => {
            let side = !table.turn()?;
            Some((side, left.map(|left| BySide::from(left)[side])))
        }
        Event::Takeback { plies, .. } => {
            let game = table.game()?;
            let ply = game.plies().len().checked_sub(usize::from(*plies))?;
            let side = game.positions().get(ply)?.side();
            Some((side, table.time_left(entry.at).map(|left| left[side])))
        }
        _ => None,
    })
}

fn ending_title(ending: &GameEnd, forfeits: BySide<bool>, side: Side) -> &'static str {
    match (ending.reason, ending.winner) {
        (EndReason::Aborted, _) if forfeits[side] => "lost-title",
        (EndReason::Aborted, _) if forfeits[!side] => "won-title",
        (EndReason::Aborted, _) => "aborted-title",
        (_, None) => "drawn-title",
        (_, Some(winner)) if winner == side => "won-title",
        (_, Some(_)) => "lost-title",
    }
}

impl Notifier {
    /// Decides whether a due notification is still true, and in which words; none if it is not.
    pub(super) async fn decide(
        &self,
        notification: &Notification,
        row: &OutboxRow,
    ) -> Result<Option<DeliveryDecision>, StoreError> {
        let account = row.account;
        let wording = match notification {
            Notification::Turn { game } => {
                let seat = self.empty_seat(*game, account).await?;
                seat.filter(|seat| seat.has_turn).map(|seat| {
                    let body = if seat.left.is_some() { "turn-body-left" } else { "turn-body" };
                    Wording::new("turn-title", body)
                        .with_opponent(seat.opponent)
                        .with_time(seat.left)
                })
            }
            Notification::Time { game } => {
                // First of all: who is at the table now can be away by then.
                if let Some(at) = self.last_fifth_at(*game, account).await?.filter(|&at| now() < at)
                {
                    return Ok(Some(DeliveryDecision::Postpone(at)));
                }
                let seat = self.empty_seat(*game, account).await?;
                let Some(seat) = seat.filter(|seat| seat.has_turn) else { return Ok(None) };
                let Some(left) = seat.left else { return Ok(None) };
                if left <= 0 {
                    let later = now() + OVERDUE_RECHECK_DELAY_MS;
                    return Ok(Some(DeliveryDecision::Postpone(later)));
                }
                let wording = Wording::new("time-title", "time-body");
                Some(wording.with_opponent(seat.opponent).with_time(Some(left)))
            }
            Notification::Taken { game } => {
                let seat = self.empty_seat(*game, account).await?;
                seat.filter(|seat| seat.ending.is_none()).map(|seat| {
                    Wording::new("taken-title", "taken-body").with_opponent(seat.opponent)
                })
            }
            Notification::Over { game } => {
                let seat = self.empty_seat(*game, account).await?;
                seat.and_then(|seat| {
                    let title = ending_title(&seat.ending?, seat.forfeits, seat.side);
                    Some(Wording::new(title, "over-body").with_opponent(seat.opponent))
                })
            }
            Notification::Challenge { offer } => {
                let Some(seek) = self.0.store.seek(offer).await? else { return Ok(None) };
                if seek.recipient != Some(account) {
                    return Ok(None);
                }
                self.challenger(seek.account, row).await?.map(|challenger| {
                    Wording::new("challenge-title", "challenge-body").with_opponent(challenger)
                })
            }
            Notification::Round { tournament, game, title } => {
                if self.is_awaited(*tournament, *game).await? {
                    let later = now() + ROUND_RECHECK_DELAY_MS;
                    return Ok(Some(DeliveryDecision::Postpone(later)));
                }
                let seat = self.empty_seat(*game, account).await?;
                let seat = seat.filter(|seat| seat.ending.is_none());
                seat.map(|_| Wording::new("round-title", "round-body").with_event(title))
            }
            Notification::Team { tournament, captain, title } => {
                if !self.is_proposed(*tournament, *captain, account).await? {
                    return Ok(None);
                }
                self.challenger(*captain, row).await?.map(|captain| {
                    Wording::new("team-title", "team-body").with_opponent(captain).with_event(title)
                })
            }
        };
        Ok(wording.map(DeliveryDecision::Deliver))
    }
}

#[cfg(test)]
mod tests {
    use bosworth_tournament::{
        Announcement, Applicant, PlayerId, TournamentCommand, TournamentDecision, TournamentFormat,
    };

    use super::*;

    #[test]
    fn paired_players_are_notified_of_the_round_and_byes_are_not() {
        let announcement = Announcement::example(TournamentFormat::Swiss { rounds: 2 });
        let (organiser, title) = (announcement.organiser, announcement.title.clone());
        let first = Tournament::announce(announcement, 0).expect("an event");
        let mut event = Tournament::open(&first).expect("an announcement");
        let mut rows = Vec::new();
        let mut act = |by: PlayerId, command: TournamentCommand| {
            let decided = event.decide(by, &command, 7);
            let Ok(TournamentDecision::Append(entry)) = decided else { panic!("{decided:?}") };
            event.fold(&entry).expect("it follows");
            rows = Notification::of_tournament_entry(&event, &entry);
        };
        for number in 1..=3 {
            act(
                PlayerId(number),
                TournamentCommand::Join { applicant: Applicant::rated(1500), mate: None },
            );
        }
        act(organiser, TournamentCommand::Start);
        let bye = event.rounds()[0].byes[0];
        let game = event.games().next().expect("a game");
        assert_eq!(rows.len(), 2);
        let (tournament, game) = (event.announcement().id, GameId::from_random(game.number));
        let round = Notification::Round { tournament, game, title };
        for row in rows {
            assert_ne!(row.account.0, bye.0);
            assert_eq!(row.content, Some(round.clone().into()));
        }
    }
}
