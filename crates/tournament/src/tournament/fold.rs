//! Folding log entries.

use std::collections::{BTreeMap, BTreeSet};

use bosworth_rules::Side;

use super::{Proposal, Season, Tournament, TournamentStage};
use crate::{
    Entrant, GameSlot, Pairing, PlayerId, Round, SeatedPair, SlotResult, TournamentEvent,
    TournamentFoldError, TournamentFormat, TournamentLogEntry,
};

impl Tournament {
    /// Opens the tournament from the first entry of its log.
    pub fn open(entry: &TournamentLogEntry) -> Result<Self, TournamentFoldError> {
        let [TournamentEvent::Open(announcement)] = &entry.events[..] else {
            return Err(TournamentFoldError::MissingAnnouncement);
        };
        if entry.seq != 0 {
            return Err(TournamentFoldError::Gap { expected: 0, found: entry.seq });
        }
        announcement.check().map_err(TournamentFoldError::BadOpening)?;
        Ok(Self {
            announcement: (**announcement).clone(),
            length: 1,
            entrants: Vec::new(),
            index: BTreeMap::new(),
            proposals: BTreeMap::new(),
            seated: BTreeSet::new(),
            seasons: Vec::new(),
            rounds: Vec::new(),
            open: BTreeSet::new(),
            stage: TournamentStage::Coming,
            paused: false,
            cancelled: false,
            last_decided: entry.at,
            organiser_actions: 0,
        })
    }

    /// Folds in a durable entry. After an error the tournament must be discarded: its log is
    /// corrupt.
    pub fn fold(&mut self, entry: &TournamentLogEntry) -> Result<(), TournamentFoldError> {
        if entry.seq != self.length {
            return Err(TournamentFoldError::Gap { expected: self.length, found: entry.seq });
        }
        for event in &entry.events {
            self.fold_event(event, entry.at)?;
        }
        if entry.by == Some(self.announcement.organiser) {
            self.organiser_actions = self.organiser_actions.saturating_add(1);
        }
        self.length += 1;
        Ok(())
    }

    fn fold_event(&mut self, event: &TournamentEvent, at: i64) -> Result<(), TournamentFoldError> {
        if self.stage == TournamentStage::Over
            && !matches!(event, TournamentEvent::Review { .. } | TournamentEvent::Describe { .. })
        {
            return Err(TournamentFoldError::Over);
        }
        match event {
            TournamentEvent::Open(_) => return Err(TournamentFoldError::MissingAnnouncement),
            TournamentEvent::Describe { title, about } => {
                self.announcement.title.clone_from(title);
                self.announcement.about.clone_from(about);
            }
            TournamentEvent::Reschedule { starts } => {
                if self.stage != TournamentStage::Coming {
                    return Err(TournamentFoldError::Begun);
                }
                self.announcement.starts = *starts;
            }
            TournamentEvent::Propose { player, mate, rating } => {
                self.record_proposal(*player, *mate, *rating);
            }
            TournamentEvent::Retract { player } => {
                let proposal = self.proposals.get_mut(player);
                proposal.ok_or(TournamentFoldError::NoPlayer(*player))?.open = false;
            }
            TournamentEvent::Join { player, mate, rating } => self.enter(*player, *mate, *rating),
            TournamentEvent::Leave { player, why } => {
                self.entrant_mut(*player)?.gone = Some(*why);
                self.seated.remove(player);
                self.abandon_games(*player)?;
                self.forfeit(*player, at);
            }
            TournamentEvent::Season { season, divisions } => {
                self.begin_season(*season, divisions, at)?;
            }
            TournamentEvent::Round { round, pairs, byes } => {
                self.begin_round(*round, pairs, byes, at)?;
            }
            TournamentEvent::Result { slot, result } => {
                if !self.is_open(*slot) {
                    return Err(TournamentFoldError::NoGame(*slot));
                }
                self.record_result(*slot, *result, at)?;
            }
            TournamentEvent::Correct { slot, result } => self.record_result(*slot, *result, at)?,
            TournamentEvent::Review { slot, red } => {
                let review = self.pairing_mut(*slot)?.reviews.get_mut(usize::from(slot.game));
                *review.ok_or(TournamentFoldError::NoGame(*slot))? = Some((*red).min(1000));
            }
            TournamentEvent::Pause => self.paused = true,
            TournamentEvent::Resume => {
                self.paused = false;
                self.last_decided = self.last_decided.max(at);
            }
            TournamentEvent::End { cancelled } => {
                self.stage = TournamentStage::Over;
                self.cancelled = *cancelled;
                self.open.clear();
            }
        }
        Ok(())
    }

    fn record_proposal(&mut self, player: PlayerId, mate: PlayerId, rating: i32) {
        let made = self.proposals.get(&player).map_or(0, |proposal| proposal.made);
        let made = made.saturating_add(1);
        self.proposals.insert(player, Proposal { mate, rating, open: true, made });
    }

    fn enter(&mut self, player: PlayerId, mate: Option<PlayerId>, rating: i32) {
        // A player is in at most one team.
        let team = [Some(player), mate];
        for (captain, proposal) in &mut self.proposals {
            if team.contains(&Some(*captain)) || team.contains(&Some(proposal.mate)) {
                proposal.open = false;
            }
        }
        let missed = self.rounds.len() as u16;
        let at = *self.index.entry(player).or_insert_with(|| {
            self.entrants.push(Entrant {
                player,
                mate,
                rating,
                missed,
                gone: None,
                missed_in_a_row: 0,
                entries: 0,
            });
            self.entrants.len() - 1
        });
        let entrant = &mut self.entrants[at];
        entrant.gone = None;
        entrant.mate = mate;
        entrant.rating = rating;
        entrant.missed_in_a_row = 0;
        entrant.entries = entrant.entries.saturating_add(1);
        if self.stage == TournamentStage::Running {
            // Rounds spent on the waiting list count as missed.
            if !self.rounds.iter().any(|round| takes_part(round, player)) {
                entrant.missed = missed;
            }
            self.seated.insert(player);
        }
    }

    fn begin_season(
        &mut self,
        season: u16,
        divisions: &[Vec<PlayerId>],
        at: i64,
    ) -> Result<(), TournamentFoldError> {
        if usize::from(season) != self.seasons.len() + 1 || !self.open.is_empty() {
            return Err(TournamentFoldError::Season(season));
        }
        let mut players = BTreeSet::new();
        for &player in divisions.iter().flatten() {
            self.entrant_mut(player)?;
            if !players.insert(player) {
                return Err(TournamentFoldError::Twice(player));
            }
        }
        self.seated.extend(players);
        let before = self.rounds.len();
        self.seasons.push(Season { divisions: divisions.to_vec(), before });
        self.stage = TournamentStage::Running;
        self.last_decided = at;
        Ok(())
    }

    fn begin_round(
        &mut self,
        number: u16,
        pairs: &[SeatedPair],
        byes: &[PlayerId],
        at: i64,
    ) -> Result<(), TournamentFoldError> {
        if self.stage != TournamentStage::Running || usize::from(number) != self.rounds.len() + 1 {
            return Err(TournamentFoldError::Round(number));
        }
        let mut players = BTreeSet::new();
        let paired = pairs.iter().flat_map(|pair| [Some(pair.red), pair.white]).flatten();
        for player in paired.chain(byes.iter().copied()) {
            self.entrant_mut(player)?;
            if !players.insert(player) {
                return Err(TournamentFoldError::Twice(player));
            }
        }
        // Against the computer, the side alternates from deal to deal.
        let swapped = matches!(self.announcement.format, TournamentFormat::Field { .. })
            && number.is_multiple_of(2);
        let pairing = |pair: &SeatedPair| Pairing::new(*pair, self.announcement.series, swapped);
        let pairings: Vec<_> = pairs.iter().map(pairing).collect();
        let boards = 1..=pairings.len() as u16;
        let season = self.season();
        self.rounds.push(Round { number, season, at, pairings, byes: byes.to_vec() });
        self.open.extend(boards.map(|board| (number, board)));
        self.last_decided = at;
        // Round-robin schedules are complete: players who left lose by default.
        for player in players {
            if !self.entrant(player).is_some_and(Entrant::is_active) {
                self.forfeit(player, at);
            }
        }
        Ok(())
    }

    /// Notes which games are open as a player leaves.
    fn abandon_games(&mut self, player: PlayerId) -> Result<(), TournamentFoldError> {
        let slots: Vec<_> = self.games().map(|plan| plan.slot).collect();
        for slot in slots {
            let pairing = self.pairing_mut(slot)?;
            if pairing.seat(player).is_some() {
                pairing.abandon(slot.game);
            }
        }
        Ok(())
    }

    /// A player forfeits all unfinished games.
    fn forfeit(&mut self, player: PlayerId, at: i64) {
        let boards: Vec<_> = self.open.iter().copied().collect();
        for (round, board) in boards {
            let pairing = &mut self.rounds[usize::from(round) - 1].pairings[usize::from(board) - 1];
            if let Some(seat) = pairing.seat(player) {
                pairing.withdraw(seat);
                self.update_board(round, board, at);
            }
        }
    }

    /// Records a result.
    fn record_result(
        &mut self,
        slot: GameSlot,
        result: SlotResult,
        at: i64,
    ) -> Result<(), TournamentFoldError> {
        let game = usize::from(slot.game);
        let pairing = self.pairing_mut(slot)?;
        *pairing.results.get_mut(game).ok_or(TournamentFoldError::NoGame(slot))? = Some(result);
        let seats = Side::ALL.map(|seat| (seat, pairing.player(seat), pairing.side(game, seat)));
        for (seat, player, side) in seats {
            let missed = result.is_no_show_of(side);
            let Some(player) = player else { continue };
            if let Ok(entrant) = self.entrant_mut(player) {
                entrant.missed_in_a_row =
                    if missed { entrant.missed_in_a_row.saturating_add(1) } else { 0 };
            }
            // A correction can reopen a series whose player has left since.
            if !self.entrant(player).is_some_and(Entrant::is_active) {
                self.pairing_mut(slot)?.withdraw(seat);
            }
        }
        self.update_board(slot.round, slot.board, at);
        Ok(())
    }

    /// Updates whether a board is decided.
    fn update_board(&mut self, round: u16, board: u16, at: i64) {
        let decided = self.pairing(round, board).is_none_or(|pairing| pairing.score().is_some());
        if decided {
            self.open.remove(&(round, board));
            self.last_decided = self.last_decided.max(at);
        } else {
            self.open.insert((round, board));
        }
    }

    /// Whether a game has not ended and its board is undecided.
    pub(super) fn is_open(&self, slot: GameSlot) -> bool {
        let result = self
            .pairing(slot.round, slot.board)
            .and_then(|pairing| pairing.results.get(usize::from(slot.game)));
        self.open.contains(&(slot.round, slot.board)) && result == Some(&None)
    }

    fn pairing_mut(&mut self, slot: GameSlot) -> Result<&mut Pairing, TournamentFoldError> {
        let missing = TournamentFoldError::NoGame(slot);
        let round = usize::from(slot.round).checked_sub(1).and_then(|at| self.rounds.get_mut(at));
        let board = usize::from(slot.board).checked_sub(1);
        round.zip(board).and_then(|(round, at)| round.pairings.get_mut(at)).ok_or(missing)
    }

    fn entrant_mut(&mut self, player: PlayerId) -> Result<&mut Entrant, TournamentFoldError> {
        let at = *self.index.get(&player).ok_or(TournamentFoldError::NoPlayer(player))?;
        Ok(&mut self.entrants[at])
    }
}

fn takes_part(round: &Round, player: PlayerId) -> bool {
    round.byes.contains(&player)
        || round.pairings.iter().any(|pairing| pairing.seat(player).is_some())
}
