//! Decides commands and orders.

use super::{Tournament, TournamentStage};
use crate::announcement::{is_about, is_title};
use crate::{
    Announcement, Applicant, DealSharing, Departure, Entrant, GameSlot, InvalidAnnouncement,
    PlayerId, SlotResult, TournamentCommand, TournamentDecision, TournamentEvent, TournamentFormat,
    TournamentLogEntry, TournamentOrder, TournamentRefusal,
};

/// How many times a player may enter.
const MAX_ENTRIES_PER_PLAYER: u8 = 5;
/// How many commands of the organiser may change the tournament.
const MAX_ORGANISER_ACTIONS: u16 = 1000;
/// How many teams a player may propose.
const MAX_PROPOSALS_PER_PLAYER: u8 = 10;
/// The length of the waiting list.
const MAX_WAITING_LIST: usize = 1000;
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

    fn join(
        &self,
        player: PlayerId,
        applicant: Applicant,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let known = self.entrant(player);
        if self.removed.contains(&player) {
            return Err(TournamentRefusal::Removed);
        }
        let in_place = self.stage == TournamentStage::Coming || self.seated.contains(&player);
        if known.is_some_and(Entrant::is_active) && in_place {
            return Ok(Vec::new());
        }
        if let Some(captain) = mate.filter(|mate| self.proposal(*mate, player).is_some()) {
            return self.accept(player, captain, now);
        }
        self.check_eligibility(applicant)?;
        self.check_entry(player, mate, now)?;
        let rating = applicant.rating;
        // A team on the waiting list has already agreed.
        let agreed = known.is_some_and(|entrant| entrant.is_active() && entrant.mate == mate);
        match mate {
            Some(mate) if !agreed => self.propose(player, mate, rating),
            _ => Ok(vec![TournamentEvent::Join { player, mate, rating }]),
        }
    }

    fn propose(
        &self,
        player: PlayerId,
        mate: PlayerId,
        rating: i32,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.proposal(player, mate).is_some() {
            return Ok(Vec::new());
        }
        match self.proposals.get(&player) {
            Some(before) if before.made >= MAX_PROPOSALS_PER_PLAYER => {
                Err(TournamentRefusal::TooOften)
            }
            None if self.proposals.len()
                >= usize::from(self.announcement.seats) + MAX_WAITING_LIST =>
            {
                Err(TournamentRefusal::Full)
            }
            _ => Ok(vec![TournamentEvent::Propose { player, mate, rating }]),
        }
    }

    /// Accepts a team proposal.
    fn accept(
        &self,
        mate: PlayerId,
        captain: PlayerId,
        now: i64,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        if self.team_of(mate).is_some_and(|team| team.player == captain) {
            return Ok(Vec::new());
        }
        let proposal = self.proposal(captain, mate).ok_or(TournamentRefusal::NoProposal)?;
        self.check_entry(captain, Some(mate), now)?;
        Ok(vec![TournamentEvent::Join {
            player: captain,
            mate: Some(mate),
            rating: proposal.rating,
        }])
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

    /// Checks that a player can enter now, alone or with a teammate.
    fn check_entry(
        &self,
        player: PlayerId,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<(), TournamentRefusal> {
        let known = self.entrant(player);
        if [Some(player), mate].iter().flatten().any(|one| self.removed.contains(one)) {
            return Err(TournamentRefusal::Removed);
        }
        self.check_team(player, mate)?;
        if known.is_some_and(|entrant| entrant.entries >= MAX_ENTRIES_PER_PLAYER) {
            return Err(TournamentRefusal::TooOften);
        }
        if self.stage == TournamentStage::Running {
            self.check_late_entry(now)?;
            if self.playing().count() >= usize::from(self.announcement.seats) {
                return Err(TournamentRefusal::Full);
            }
        }
        if known.is_none()
            && self.entrants.len() >= usize::from(self.announcement.seats) + MAX_WAITING_LIST
        {
            return Err(TournamentRefusal::Full);
        }
        Ok(())
    }

    fn check_eligibility(&self, applicant: Applicant) -> Result<(), TournamentRefusal> {
        let limits = self.announcement.limits;
        let low = limits.from.is_some_and(|from| applicant.rating < from);
        let high = limits.to.is_some_and(|to| applicant.rating > to);
        match () {
            () if limits.invited && !applicant.invited => Err(TournamentRefusal::Password),
            () if applicant.guest && !limits.guests => Err(TournamentRefusal::Guests),
            () if applicant.bot && !limits.bots => Err(TournamentRefusal::Bots),
            () if low || high => Err(TournamentRefusal::Rating),
            () => Ok(()),
        }
    }

    fn check_team(
        &self,
        player: PlayerId,
        mate: Option<PlayerId>,
    ) -> Result<(), TournamentRefusal> {
        let taken = |one: PlayerId| {
            let mut others = self.active().filter(|entrant| entrant.player != player);
            others.any(|entrant| entrant.player == one || entrant.mate == Some(one))
        };
        let fits = match mate {
            Some(mate) => {
                self.announcement.deal == DealSharing::Teams
                    && mate != player
                    && !taken(player)
                    && !taken(mate)
            }
            None => self.announcement.deal != DealSharing::Teams,
        };
        if fits { Ok(()) } else { Err(TournamentRefusal::Team) }
    }

    /// Checks that entry is still open after the start.
    fn check_late_entry(&self, now: i64) -> Result<(), TournamentRefusal> {
        let open = match self.announcement.format {
            TournamentFormat::Swiss { .. } | TournamentFormat::Field { .. } => {
                self.rounds.len() <= usize::from(self.announcement.late)
            }
            TournamentFormat::Arena { .. } => self.closes_at().is_none_or(|closes| now < closes),
            TournamentFormat::League { seasons, .. } => self.season() < u16::from(seasons),
            TournamentFormat::RoundRobin { .. } | TournamentFormat::Knockout => false,
        };
        if open { Ok(()) } else { Err(TournamentRefusal::TooLate) }
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
