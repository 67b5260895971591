//! Decides commands and orders.

use super::{Tournament, TournamentStage};
use crate::announcement::{is_about, is_title};
use crate::{
    Announcement, Departure, Entrant, GameSlot, InvalidAnnouncement, PlayerId, SlotResult,
    TournamentCommand, TournamentDecision, TournamentEvent, TournamentFormat, TournamentLogEntry,
    TournamentOrder, TournamentRefusal,
};

/// How many commands of the organiser may change the tournament.
const MAX_ORGANISER_ACTIONS: u16 = 1000;
/// The number of consecutive missed games after which a player is out.
const MAX_MISSED_GAMES: u8 = 2;

impl Tournament {
    /// Returns the first log entry of a new tournament.
    pub fn announce(
        announcement: Announcement,
        now: i64,
    ) -> Result<TournamentLogEntry, InvalidAnnouncement> {
        announcement.check()?;
        let by = Some(announcement.organiser);
        Ok(TournamentLogEntry {
            seq: 0,
            at: now,
            by,
            events: vec![TournamentEvent::Open(Box::new(announcement))],
        })
    }

    /// Decides a player's command. All commands are idempotent: one that is already satisfied is
    /// [`TournamentDecision::Nothing`].
    pub fn decide(
        &self,
        by: PlayerId,
        command: &TournamentCommand,
        now: i64,
    ) -> Result<TournamentDecision, TournamentRefusal> {
        let organising = !matches!(
            command,
            TournamentCommand::Join { .. }
                | TournamentCommand::Accept { .. }
                | TournamentCommand::Decline { .. }
                | TournamentCommand::Leave
        );
        if organising
            && (by != self.announcement.organiser
                || self.organiser_actions >= MAX_ORGANISER_ACTIONS)
        {
            let why = if self.organiser_actions >= MAX_ORGANISER_ACTIONS {
                TournamentRefusal::TooOften
            } else {
                TournamentRefusal::NotOrganiser
            };
            return Err(why);
        }
        if self.stage == TournamentStage::Over
            && !matches!(command, TournamentCommand::Describe { .. })
        {
            let void = matches!(
                command,
                TournamentCommand::Leave
                    | TournamentCommand::Decline { .. }
                    | TournamentCommand::Cancel
            );
            return if void {
                Ok(TournamentDecision::Nothing)
            } else {
                Err(TournamentRefusal::Over)
            };
        }
        let events = match command {
            TournamentCommand::Join { applicant, mate } => self.join(by, *applicant, *mate, now)?,
            TournamentCommand::Accept { captain } => self.accept(by, *captain, now)?,
            TournamentCommand::Decline { captain } => {
                self.retract(|one, mate| one == *captain && mate == by)
            }
            TournamentCommand::Leave => self.withdraw(by)?,
            TournamentCommand::Remove { player } => self.leave(*player, Departure::Removed)?,
            TournamentCommand::Start if self.stage == TournamentStage::Coming => self.start(),
            TournamentCommand::Describe { title, about } => self.describe(title, about)?,
            TournamentCommand::Reschedule { starts } => self.reschedule(*starts)?,
            TournamentCommand::Pause if !self.paused => vec![TournamentEvent::Pause],
            TournamentCommand::Resume if self.paused => vec![TournamentEvent::Resume],
            TournamentCommand::Start | TournamentCommand::Pause | TournamentCommand::Resume => {
                Vec::new()
            }
            TournamentCommand::Correct { slot, result } => self.correct(*slot, *result)?,
            TournamentCommand::Cancel => vec![TournamentEvent::End { cancelled: true }],
        };
        Ok(self.append(Some(by), events, now))
    }

    /// Decides an order from the server.
    pub fn decide_order(
        &self,
        order: &TournamentOrder,
        now: i64,
    ) -> Result<TournamentDecision, TournamentRefusal> {
        let events = match *order {
            TournamentOrder::Tick => self.due(now),
            TournamentOrder::Result { slot, result } => self.result(slot, result)?,
            TournamentOrder::Review { slot, red } => self.review(slot, red)?,
            TournamentOrder::Expel(_) | TournamentOrder::Cancel
                if self.stage == TournamentStage::Over =>
            {
                Vec::new()
            }
            TournamentOrder::Expel(player) => {
                let mut events = self.retract(|captain, mate| captain == player || mate == player);
                if self.paused && self.announcement.organiser == player {
                    // Only the organiser could have resumed it.
                    events.push(TournamentEvent::Resume);
                }
                if self.team_of(player).is_some() || events.is_empty() {
                    // The teammate may re-enter with another partner.
                    events.extend(self.leave(player, Departure::Withdrew)?);
                }
                events
            }
            TournamentOrder::Cancel => vec![TournamentEvent::End { cancelled: true }],
        };
        Ok(self.append(None, events, now))
    }

    fn append(
        &self,
        by: Option<PlayerId>,
        events: Vec<TournamentEvent>,
        now: i64,
    ) -> TournamentDecision {
        if events.is_empty() {
            return TournamentDecision::Nothing;
        }
        TournamentDecision::Append(TournamentLogEntry { seq: self.length, at: now, by, events })
    }

    /// Retracts the matching proposals.
    fn retract(&self, meant: impl Fn(PlayerId, PlayerId) -> bool) -> Vec<TournamentEvent> {
        let meant = self.proposals().filter(|(captain, mate)| meant(*captain, *mate));
        meant.map(|(player, _)| TournamentEvent::Retract { player }).collect()
    }

    /// A player withdraws, or retracts a proposal.
    fn withdraw(&self, player: PlayerId) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let retracted = self.retract(|captain, _| captain == player);
        if retracted.is_empty() { self.leave(player, Departure::Withdrew) } else { Ok(retracted) }
    }

    fn leave(
        &self,
        player: PlayerId,
        why: Departure,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        // Either teammate can withdraw the team.
        let team = self.active().find(|entrant| entrant.mate == Some(player));
        let entrant = team.or(self.entrant(player)).ok_or(TournamentRefusal::NoPlayer)?;
        let same = match entrant.gone {
            Some(gone) => gone == why || why == Departure::Withdrew,
            None => false,
        };
        let player = entrant.player;
        Ok(if same { Vec::new() } else { vec![TournamentEvent::Leave { player, why }] })
    }

    fn describe(
        &self,
        title: &str,
        about: &str,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if !is_title(title) || !is_about(about) {
            return Err(TournamentRefusal::BadText);
        }
        if title == self.announcement.title && about == self.announcement.about {
            return Ok(Vec::new());
        }
        Ok(vec![TournamentEvent::Describe { title: title.into(), about: about.into() }])
    }

    fn reschedule(&self, starts: i64) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.stage != TournamentStage::Coming {
            return Err(TournamentRefusal::Begun);
        }
        let same = starts == self.announcement.starts;
        Ok(if same { Vec::new() } else { vec![TournamentEvent::Reschedule { starts }] })
    }

    fn correct(
        &self,
        slot: GameSlot,
        result: SlotResult,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        let noted = pairing.results.get(usize::from(slot.game)).copied().flatten();
        let noted = noted.ok_or(TournamentRefusal::NoGame)?;
        // Later pairings depend on the winner, in a knockout or in an earlier season.
        let last = self.rounds.len() == usize::from(slot.round);
        let season = self.rounds[usize::from(slot.round) - 1].season == self.season();
        if !season || self.announcement.format == TournamentFormat::Knockout && !last {
            return Err(TournamentRefusal::Result);
        }
        Ok(if noted == result {
            Vec::new()
        } else {
            vec![TournamentEvent::Correct { slot, result }]
        })
    }

    fn result(
        &self,
        slot: GameSlot,
        result: SlotResult,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.stage == TournamentStage::Over {
            return Ok(Vec::new());
        }
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        if usize::from(slot.game) >= pairing.results.len() {
            return Err(TournamentRefusal::NoGame);
        }
        if !self.is_open(slot) {
            return Ok(Vec::new());
        }
        let mut events = vec![TournamentEvent::Result { slot, result }];
        for seat in bosworth_rules::Side::ALL {
            let missed = result.is_no_show_of(pairing.side(usize::from(slot.game), seat));
            let entrant = pairing.player(seat).and_then(|player| self.entrant(player));
            let out = entrant.filter(|entrant| {
                missed
                    && entrant.is_active()
                    && entrant.missed_in_a_row.saturating_add(1) >= MAX_MISSED_GAMES
            });
            let leave = |entrant: &Entrant| TournamentEvent::Leave {
                player: entrant.player,
                why: Departure::Missing,
            };
            events.extend(out.map(leave));
        }
        Ok(events)
    }

    fn review(&self, slot: GameSlot, red: u16) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let pairing = self.pairing(slot.round, slot.board).ok_or(TournamentRefusal::NoGame)?;
        let noted = pairing.reviews.get(usize::from(slot.game)).ok_or(TournamentRefusal::NoGame)?;
        let red = red.min(1000);
        Ok(if *noted == Some(red) {
            Vec::new()
        } else {
            vec![TournamentEvent::Review { slot, red }]
        })
    }
}
