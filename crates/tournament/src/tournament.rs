mod decide;
mod due;
mod entering;
mod fold;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    Announcement, Entrant, Pairing, PlayerId, Round, TournamentFormat, TournamentLogEntry,
};

/// A tournament as the fold over its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    announcement: Announcement,
    /// The number of log entries.
    length: u32,
    /// In order of first entry.
    entrants: Vec<Entrant>,
    index: BTreeMap<PlayerId, usize>,
    /// Team proposals, by captain.
    proposals: BTreeMap<PlayerId, Proposal>,
    /// Players with a seat; other entrants are on the waiting list.
    seated: BTreeSet<PlayerId>,
    seasons: Vec<Season>,
    rounds: Vec<Round>,
    /// Undecided boards, as (round, board).
    open: BTreeSet<(u16, u16)>,
    stage: TournamentStage,
    paused: bool,
    cancelled: bool,
    /// When the last board was decided, or the tournament started.
    last_decided: i64,
    /// The number of organiser actions, limited because logs are bounded.
    organiser_actions: u16,
}

/// A proposed team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Proposal {
    mate: PlayerId,
    rating: i32,
    /// Whether it awaits an answer.
    open: bool,
    /// How many teams its captain has proposed.
    made: u8,
}

/// A season: its divisions, each with the strongest player first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Season {
    pub(crate) divisions: Vec<Vec<PlayerId>>,
    /// The number of rounds before it.
    pub(crate) before: usize,
}

/// The stage of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventStage"))]
#[serde(rename_all = "lowercase")]
pub enum TournamentStage {
    /// The tournament has not started.
    Coming,
    /// In progress.
    Running,
    /// Finished or cancelled.
    Over,
}

impl Tournament {
    /// The announcement; title, description and start time may have been edited since.
    pub fn announcement(&self) -> &Announcement {
        &self.announcement
    }

    /// The number of log entries, which is the sequence number of the next one.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The current stage.
    pub fn stage(&self) -> TournamentStage {
        self.stage
    }

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// All entrants in order of first entry, including those who left.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The number of active entrants, including the waiting list. Once over: the number of players
    /// who were ever paired or had a bye.
    pub fn players(&self) -> usize {
        if self.stage != TournamentStage::Over || self.rounds.is_empty() {
            return self.active().count();
        }
        let paired = |round: &Round| {
            let seats =
                round.pairings.iter().flat_map(|pairing| [Some(pairing.red), pairing.white]);
            seats.flatten().chain(round.byes.iter().copied()).collect::<Vec<_>>()
        };
        self.rounds.iter().flat_map(paired).collect::<BTreeSet<_>>().len()
    }

    /// The start time: actual once started, announced before.
    pub fn starts(&self) -> i64 {
        self.rounds.first().map_or(self.announcement.starts, |round| round.at)
    }

    /// The entrant for a player.
    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.index.get(&player).map(|&at| &self.entrants[at])
    }

    /// The active entrant for a player, who may be its captain or teammate.
    pub fn team_of(&self, player: PlayerId) -> Option<&Entrant> {
        self.active().find(|entrant| entrant.player == player || entrant.mate == Some(player))
    }

    /// The open team proposals, as (captain, teammate).
    pub fn proposals(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        let open = self.proposals.iter().filter(|(_, proposal)| proposal.open);
        open.map(|(captain, proposal)| (*captain, proposal.mate))
    }

    /// The open proposal from a captain to a teammate.
    fn proposal(&self, captain: PlayerId, mate: PlayerId) -> Option<&Proposal> {
        let proposal = self.proposals.get(&captain)?;
        (proposal.open && proposal.mate == mate).then_some(proposal)
    }

    /// Whether a player is on the waiting list.
    pub fn is_waiting(&self, player: PlayerId) -> bool {
        match self.stage {
            TournamentStage::Coming => {
                let seats = usize::from(self.announcement.seats);
                self.active().skip(seats).any(|entrant| entrant.player == player)
            }
            _ => {
                self.entrant(player).is_some_and(Entrant::is_active)
                    && !self.seated.contains(&player)
            }
        }
    }

    /// All rounds that have started.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The current season, from 1; 0 before the start.
    pub fn season(&self) -> u16 {
        self.seasons.len() as u16
    }

    /// The divisions of the current season, strongest player first; a single one except in leagues.
    pub fn divisions(&self) -> &[Vec<PlayerId>] {
        self.seasons.last().map_or(&[], |season| &season.divisions)
    }

    /// The pairing at a board of a round.
    pub fn pairing(&self, round: u16, board: u16) -> Option<&Pairing> {
        let round = self.rounds.get(usize::from(round).checked_sub(1)?)?;
        round.pairings.get(usize::from(board).checked_sub(1)?)
    }

    /// The undecided boards, as (round, board).
    pub fn open_boards(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.open.iter().copied()
    }

    /// The active entrants, with or without a seat.
    fn active(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| entrant.is_active())
    }

    /// The active entrants with a seat.
    pub(crate) fn playing(&self) -> impl Iterator<Item = &Entrant> {
        self.active().filter(|entrant| self.seated.contains(&entrant.player))
    }

    /// The rounds of the current season.
    pub(crate) fn season_rounds(&self) -> &[Round] {
        &self.rounds[self.seasons.last().map_or(0, |season| season.before)..]
    }

    /// Whether every pairing gives each player both sides equally often, so that pairing need not
    /// balance them.
    pub(crate) fn is_balanced(&self) -> bool {
        self.announcement.series.games().is_multiple_of(2)
    }

    /// When the arena, or the time window of the current deal, closes.
    pub fn closes_at(&self) -> Option<i64> {
        let (from, minutes) = match self.announcement.format {
            TournamentFormat::Arena { minutes } => (self.rounds.first()?.at, minutes),
            TournamentFormat::Field { minutes, .. } => (self.rounds.last()?.at, minutes),
            _ => return None,
        };
        Some(from.saturating_add(i64::from(minutes) * 60_000))
    }

    /// Replays a log.
    pub fn replay(log: &[TournamentLogEntry]) -> Result<Self, crate::TournamentFoldError> {
        let (first, rest) =
            log.split_first().ok_or(crate::TournamentFoldError::MissingAnnouncement)?;
        let mut tournament = Self::open(first)?;
        for entry in rest {
            tournament.fold(entry)?;
        }
        Ok(tournament)
    }
}
