//! Entering: who may, and why not.

use super::{Tournament, TournamentStage};
use crate::{
    Applicant, DealSharing, Departure, Entrant, EntryStatus, PlayerId, TournamentEvent,
    TournamentFormat, TournamentRefusal,
};

/// How many times a player may enter.
const MAX_ENTRIES_PER_PLAYER: u8 = 5;
/// How many teams a player may propose.
const MAX_PROPOSALS_PER_PLAYER: u8 = 10;
/// The length of the waiting list.
const MAX_WAITING_LIST: usize = 1000;

impl Tournament {
    /// A person's relation to the tournament; `None` is somebody without an account. Whether they
    /// know the password shows only when they enter.
    pub fn entry_status(
        &self,
        player: Option<PlayerId>,
        applicant: Applicant,
        now: i64,
    ) -> EntryStatus {
        if self.stage == TournamentStage::Over {
            return EntryStatus::Over;
        }
        if let Some(entrant) = player.and_then(|player| self.team_of(player)) {
            let mut waiting = self.active().filter(|entrant| self.is_waiting(entrant.player));
            return match waiting.position(|other| other.player == entrant.player) {
                Some(before) => EntryStatus::Waiting { place: before as u16 + 1 },
                None if self.is_eliminated(entrant.player) => EntryStatus::Eliminated,
                None => EntryStatus::Entered,
            };
        }
        if let Err(why) = self.check_applicant(player, applicant, now) {
            return EntryStatus::Refused(why);
        }
        if self.proposals().any(|(captain, _)| Some(captain) == player) {
            return EntryStatus::Proposed;
        }
        EntryStatus::Open {
            waits: self.stage == TournamentStage::Coming
                && self.active().count() >= usize::from(self.announcement.seats),
            again: player.is_some_and(|player| self.entry_of(player).is_some()),
        }
    }

    /// The entry of a person, alone or in a team: the active one, otherwise one they have left.
    pub fn entry_of(&self, player: PlayerId) -> Option<&Entrant> {
        let left = || self.entrants.iter().find(|entrant| entrant.mate == Some(player));
        self.team_of(player).or_else(|| self.entrant(player)).or_else(left)
    }

    /// Checks that a teammate can accept a team proposal now.
    pub fn check_proposal(
        &self,
        captain: PlayerId,
        mate: PlayerId,
        now: i64,
    ) -> Result<(), TournamentRefusal> {
        if self.stage == TournamentStage::Over {
            return Err(TournamentRefusal::Over);
        }
        self.accept(mate, captain, now).map(drop)
    }

    fn check_applicant(
        &self,
        player: Option<PlayerId>,
        applicant: Applicant,
        now: i64,
    ) -> Result<(), TournamentRefusal> {
        player.map_or(Ok(()), |player| self.check_removed(player))?;
        self.check_eligibility(Applicant { invited: true, ..applicant })?;
        self.check_seat(player.and_then(|player| self.entrant(player)), now)?;
        if self.announcement.deal == DealSharing::Teams {
            self.check_proposals(player)?;
        }
        Ok(())
    }

    pub(super) fn join(
        &self,
        player: PlayerId,
        applicant: Applicant,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
        let known = self.entrant(player);
        self.check_removed(player)?;
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
        self.check_proposals(Some(player))?;
        Ok(vec![TournamentEvent::Propose { player, mate, rating }])
    }

    /// Accepts a team proposal.
    pub(super) fn accept(
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

    /// Checks that a player can enter now, alone or with a teammate.
    fn check_entry(
        &self,
        player: PlayerId,
        mate: Option<PlayerId>,
        now: i64,
    ) -> Result<(), TournamentRefusal> {
        [Some(player), mate].into_iter().flatten().try_for_each(|one| self.check_removed(one))?;
        self.check_team(player, mate)?;
        self.check_seat(self.entrant(player), now)
    }

    /// The organiser removes whole teams: neither player may return.
    fn check_removed(&self, player: PlayerId) -> Result<(), TournamentRefusal> {
        let removed = self.entrants.iter().any(|entrant| {
            entrant.gone == Some(Departure::Removed)
                && (entrant.player == player || entrant.mate == Some(player))
        });
        if removed { Err(TournamentRefusal::Removed) } else { Ok(()) }
    }

    /// Checks that there is a seat, or a place on the waiting list, for somebody who may have
    /// entered before.
    fn check_seat(&self, known: Option<&Entrant>, now: i64) -> Result<(), TournamentRefusal> {
        if known.is_some_and(|entrant| entrant.entries >= MAX_ENTRIES_PER_PLAYER) {
            return Err(TournamentRefusal::TooOften);
        }
        if self.stage == TournamentStage::Running {
            self.check_late_entry(now)?;
            if self.playing().count() >= usize::from(self.announcement.seats) {
                return Err(TournamentRefusal::Full);
            }
        }
        if known.is_none() && self.entrants.len() >= self.places() {
            return Err(TournamentRefusal::Full);
        }
        Ok(())
    }

    /// Checks that a player may propose another team.
    fn check_proposals(&self, player: Option<PlayerId>) -> Result<(), TournamentRefusal> {
        match player.and_then(|player| self.proposals.get(&player)) {
            Some(before) if before.made >= MAX_PROPOSALS_PER_PLAYER => {
                Err(TournamentRefusal::TooOften)
            }
            None if self.proposals.len() >= self.places() => Err(TournamentRefusal::Full),
            _ => Ok(()),
        }
    }

    /// The seats and the places on the waiting list.
    fn places(&self) -> usize {
        usize::from(self.announcement.seats) + MAX_WAITING_LIST
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
}
