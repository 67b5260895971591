//! Who is told what: those who follow an event, those who play in a round that begins, and those who
//! are asked to be the other half of a team.

use bosworth_protocol::{FromServer, NotificationKind};
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::{
    GamePlan, Opponent, Tournament, TournamentEvent, TournamentId, TournamentLogEntry,
};

use super::{EventError, Events};
use crate::bus::{Bus, Letter, Notice};
use crate::clock::now;
use crate::store::{Errand, Notification, StoreError};

/// How long a player has to come to the board before the round is told, in milliseconds.
const AWAY: i64 = 2_000;

/// What an entry gives cause to tell to people who are away. The event is as it is after the entry.
pub(super) fn news(event: &Tournament, entry: &TournamentLogEntry) -> Vec<Notification> {
    let opening = event.announcement();
    let begun = |plan: &GamePlan| {
        let begins = |step: &TournamentEvent| matches!(step, TournamentEvent::Round { round, .. } if *round == plan.slot.round);
        entry.events.iter().any(begins)
    };
    let mut told = Vec::new();
    for plan in event.games().filter(begun) {
        let game = GameId::from_random(plan.number);
        for seat in [plan.red, plan.white] {
            let Opponent::Player(player) = seat else { continue };
            let errand = Errand::Tell(NotificationKind::Round);
            let (account, seq) = (AccountId(player.0), i64::from(entry.seq));
            let subject = opening.id.as_str();
            told.push(Notification {
                detail: format!("{game} {}", opening.title),
                ..Notification::new(account, errand, subject, seq, entry.at, entry.at + AWAY)
            });
        }
    }
    for step in &entry.events {
        let TournamentEvent::Propose { player, mate, .. } = step else { continue };
        let errand = Errand::Tell(NotificationKind::Challenge);
        let (account, seq) = (AccountId(mate.0), i64::from(entry.seq));
        // One of another captain does not take the place of this one.
        let subject = format!("{}/{}", opening.id, player.0);
        told.push(Notification {
            detail: opening.title.clone(),
            ..Notification::new(account, errand, subject, seq, entry.at, entry.at + AWAY)
        });
    }
    told
}

impl Events {
    /// How far an event is.
    pub(crate) async fn extent(&self, id: TournamentId) -> Result<FromServer, EventError> {
        let event = self.look(id).await?;
        let chat = self.0.store.count_event_lines(id).await?;
        Ok(FromServer::Event { event: id, seq: event.length(), chat })
    }

    /// Tells everybody who follows an event that it has gone on, at all nodes.
    pub(super) async fn spread(&self, id: TournamentId) {
        let lonely = matches!(&self.0.bus, Bus::Local(bus) if bus.is_lonely());
        if !lonely {
            let notice = Notice::Event { event: id };
            self.0.bus.publish(Letter { from: self.0.node, notice });
        }
        self.tell_here(id).await;
    }

    /// Tells those who follow an event at this node how far it is.
    pub(crate) async fn tell_here(&self, id: TournamentId) {
        if !self.0.crowd.has_followers(id) {
            return;
        }
        match self.extent(id).await {
            Ok(message) => self.0.crowd.tell_followers(id, message),
            Err(why) => tracing::warn!(event = %id, %why, "followers of an event are not told"),
        }
    }

    /// Adds a line to the chat of an event. Returns its number and time; none if there is no room.
    pub(crate) async fn say(
        &self,
        id: TournamentId,
        account: AccountId,
        text: &str,
    ) -> Result<Option<(u32, i64)>, StoreError> {
        let at = now();
        let Some(number) = self.0.store.add_event_line(id, account, text, at).await? else {
            return Ok(None);
        };
        self.spread(id).await;
        Ok(Some((number, at)))
    }
}

#[cfg(test)]
mod tests {
    use bosworth_tournament::{
        Announcement, Applicant, PlayerId, TournamentCommand, TournamentDecision, TournamentFormat,
    };

    use super::*;

    #[test]
    fn those_who_are_paired_are_told_of_the_round_and_who_has_a_bye_is_not() {
        let opening = Announcement::example(TournamentFormat::Swiss { rounds: 2 });
        let (organiser, title) = (opening.organiser, opening.title.clone());
        let first = Tournament::announce(opening, 0).expect("an event");
        let mut event = Tournament::open(&first).expect("an opening");
        let mut told = Vec::new();
        let mut act = |by: PlayerId, command: TournamentCommand| {
            let decided = event.decide(by, &command, 7);
            let Ok(TournamentDecision::Append(entry)) = decided else { panic!("{decided:?}") };
            event.fold(&entry).expect("it follows");
            told = news(&event, &entry);
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
        assert_eq!(told.len(), 2);
        for notification in told {
            assert_ne!(notification.account.0, bye.0);
            assert_eq!(notification.subject, event.announcement().id.as_str());
            let game = GameId::from_random(game.number);
            assert_eq!(notification.detail, format!("{game} {title}"));
        }
    }
}
