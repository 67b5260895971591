//! Notifications: to followers of a tournament, players of a new round, and people invited to a
//! team.

use bosworth_protocol::NotificationKind;
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::{GamePlan, Opponent, Tournament, TournamentEvent, TournamentLogEntry};

use crate::store::{Notification, OutboxKind};

/// How long to wait for a player to come to the board before notifying them of the round, in
/// milliseconds.
const NOTIFICATION_DELAY_MS: i64 = 2_000;

/// Notifications caused by a log entry, for people who are away. `event` is the state after the
/// entry.
pub(super) fn notifications_for(
    event: &Tournament,
    entry: &TournamentLogEntry,
) -> Vec<Notification> {
    let announcement = event.announcement();
    let begun = |plan: &GamePlan| {
        let begins = |step: &TournamentEvent| matches!(step, TournamentEvent::Round { round, .. } if *round == plan.slot.round);
        entry.events.iter().any(begins)
    };
    let mut notifications = Vec::new();
    for plan in event.games().filter(begun) {
        let game = GameId::from_random(plan.number);
        for seat in [plan.red, plan.white] {
            let Opponent::Player(player) = seat else { continue };
            let kind = OutboxKind::Notify(NotificationKind::Round);
            let (account, seq) = (AccountId(player.0), i64::from(entry.seq));
            let subject = announcement.id.as_str();
            notifications.push(Notification {
                detail: format!("{game} {}", announcement.title),
                ..Notification::new(
                    account,
                    kind,
                    subject,
                    seq,
                    entry.at,
                    entry.at + NOTIFICATION_DELAY_MS,
                )
            });
        }
    }
    for step in &entry.events {
        let TournamentEvent::Propose { player, mate, .. } = step else { continue };
        let kind = OutboxKind::Notify(NotificationKind::Challenge);
        let (account, seq) = (AccountId(mate.0), i64::from(entry.seq));
        // Proposals by different captains must not replace each other.
        let subject = format!("{}/{}", announcement.id, player.0);
        notifications.push(Notification {
            detail: announcement.title.clone(),
            ..Notification::new(
                account,
                kind,
                subject,
                seq,
                entry.at,
                entry.at + NOTIFICATION_DELAY_MS,
            )
        });
    }
    notifications
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
        let mut notifications = Vec::new();
        let mut act = |by: PlayerId, command: TournamentCommand| {
            let decided = event.decide(by, &command, 7);
            let Ok(TournamentDecision::Append(entry)) = decided else { panic!("{decided:?}") };
            event.fold(&entry).expect("it follows");
            notifications = notifications_for(&event, &entry);
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
        assert_eq!(notifications.len(), 2);
        for notification in notifications {
            assert_ne!(notification.account.0, bye.0);
            assert_eq!(notification.subject, event.announcement().id.as_str());
            let game = GameId::from_random(game.number);
            assert_eq!(notification.detail, format!("{game} {title}"));
        }
    }
}
