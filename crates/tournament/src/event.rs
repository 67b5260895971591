mod decide;
mod drive;
mod fold;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    Announcement, Entrant, Pairing, PlayerId, Round, TournamentFormat, TournamentLogEntry,
};

/// One event: a fold over its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    opening: Announcement,
    /// The number of entries.
    length: u32,
    /// In the order of their first entry.
    entrants: Vec<Entrant>,
    index: BTreeMap<PlayerId, usize>,
    /// Teams that were proposed, by who proposed them.
    proposals: BTreeMap<PlayerId, Proposal>,
    /// Who was removed, and stays out: both halves of a team.
    removed: BTreeSet<PlayerId>,
    /// Who has a seat; the others wait for one.
    seated: BTreeSet<PlayerId>,
    seasons: Vec<Season>,
    rounds: Vec<Round>,
    /// Boards that are not decided, as (round, board).
    open: BTreeSet<(u16, u16)>,
    stage: TournamentStage,
    paused: bool,
    cancelled: bool,
    /// When the last board was decided, or the event began.
    settled: i64,
    /// How often organisers changed anything: a log is bounded.
    tools: u16,
}

/// A team that somebody proposed to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Proposal {
    mate: PlayerId,
    rating: i32,
    /// Whether it still stands.
    open: bool,
    /// How often its captain has proposed one.
    made: u8,
}

/// A season: the strongest first, one list unless there are divisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Season {
    pub(crate) divisions: Vec<Vec<PlayerId>>,
    /// How many rounds came before it.
    pub(crate) before: usize,
}

/// How far an event is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStage {
    /// It has not begun.
    Coming,
    /// It has begun.
    Running,
    /// It is over.
    Over,
}

impl Tournament {
    /// What was fixed when it was announced; title and description may have changed since.
    pub fn opening(&self) -> &Announcement {
        &self.opening
    }

    /// The number of entries of its log, and so the sequence number of the next one.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How far it is.
    pub fn stage(&self) -> TournamentStage {
        self.stage
    }

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether it was called off.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// All who entered, in this order; also those who left.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// How many take part, those who wait for a seat included. Of one that is over: how many were
    /// ever paired, or had a bye, whether they stayed to the end or not.
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

    /// When it began; before that, when it is to begin.
    pub fn starts(&self) -> i64 {
        self.rounds.first().map_or(self.opening.starts, |round| round.at)
    }

    /// Somebody who entered.
    pub fn entrant(&self, player: PlayerId) -> Option<&Entrant> {
        self.index.get(&player).map(|&at| &self.entrants[at])
    }

    /// The entry of somebody who takes part, by themselves or in somebody's team.
    pub fn team_of(&self, player: PlayerId) -> Option<&Entrant> {
        self.active().find(|entrant| entrant.player == player || entrant.mate == Some(player))
    }

    /// The teams that wait for somebody to accept, as (captain, mate).
    pub fn proposals(&self) -> impl Iterator<Item = (PlayerId, PlayerId)> + '_ {
        let open = self.proposals.iter().filter(|(_, proposal)| proposal.open);
        open.map(|(captain, proposal)| (*captain, proposal.mate))
    }

    /// What somebody proposes to another one.
    fn proposal(&self, captain: PlayerId, mate: PlayerId) -> Option<&Proposal> {
        let proposal = self.proposals.get(&captain)?;
        (proposal.open && proposal.mate == mate).then_some(proposal)
    }

    /// Whether somebody has entered and waits for a seat.
    pub fn is_waiting(&self, player: PlayerId) -> bool {
        match self.stage {
            TournamentStage::Coming => {
                let seats = usize::from(self.opening.seats);
                self.active().skip(seats).any(|entrant| entrant.player == player)
            }
            _ => {
                self.entrant(player).is_some_and(Entrant::is_active)
                    && !self.seated.contains(&player)
            }
        }
    }

    /// All rounds that have begun.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The season that is played, from 1; 0 before the start.
    pub fn season(&self) -> u16 {
        self.seasons.len() as u16
    }

    /// Who plays in the present season, strongest first; one list unless there are divisions.
    pub fn divisions(&self) -> &[Vec<PlayerId>] {
        self.seasons.last().map_or(&[], |season| &season.divisions)
    }

    /// A board of a round.
    pub fn pairing(&self, round: u16, board: u16) -> Option<&Pairing> {
        let round = self.rounds.get(usize::from(round).checked_sub(1)?)?;
        round.pairings.get(usize::from(board).checked_sub(1)?)
    }

    /// The boards that are not decided, as (round, board).
    pub fn open_boards(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.open.iter().copied()
    }

    /// Who has entered and not left, with or without a seat.
    fn active(&self) -> impl Iterator<Item = &Entrant> {
        self.entrants.iter().filter(|entrant| entrant.is_active())
    }

    /// Who takes part in what is to come.
    pub(crate) fn playing(&self) -> impl Iterator<Item = &Entrant> {
        self.active().filter(|entrant| self.seated.contains(&entrant.player))
    }

    /// The rounds of the present season.
    pub(crate) fn season_rounds(&self) -> &[Round] {
        &self.rounds[self.seasons.last().map_or(0, |season| season.before)..]
    }

    /// The seats that are shared by both sides equally often, so that nobody has to be balanced.
    pub(crate) fn is_balanced(&self) -> bool {
        self.opening.series.games().is_multiple_of(2)
    }

    /// When the time window of an arena, or of the present deal of a field, closes.
    pub fn closes(&self) -> Option<i64> {
        let (from, minutes) = match self.opening.kind {
            TournamentFormat::Arena { minutes } => (self.rounds.first()?.at, minutes),
            TournamentFormat::Field { minutes, .. } => (self.rounds.last()?.at, minutes),
            _ => return None,
        };
        Some(from.saturating_add(i64::from(minutes) * 60_000))
    }

    /// Replays a whole log.
    pub fn replay(log: &[TournamentLogEntry]) -> Result<Self, crate::TournamentFoldError> {
        let (first, rest) = log.split_first().ok_or(crate::TournamentFoldError::NotAnOpening)?;
        let mut event = Self::open(first)?;
        for entry in rest {
            event.fold(entry)?;
        }
        Ok(event)
    }
}
