//! Applying entries of the log.

use std::collections::{BTreeMap, BTreeSet};

use bosworth_rules::Side;

use super::{Proposal, Season, Tournament, TournamentStage};
use crate::{
    Departure, Entrant, GameSlot, Pairing, PlayerId, Round, SeatedPair, SlotResult,
    TournamentEvent, TournamentFoldError, TournamentFormat, TournamentLogEntry,
};

impl Tournament {
    /// The event that an opening announces.
    pub fn open(entry: &TournamentLogEntry) -> Result<Self, TournamentFoldError> {
        let [TournamentEvent::Open(opening)] = &entry.steps[..] else {
            return Err(TournamentFoldError::NotAnOpening);
        };
        if entry.seq != 0 {
            return Err(TournamentFoldError::Gap { expected: 0, found: entry.seq });
        }
        opening.check().map_err(TournamentFoldError::BadOpening)?;
        Ok(Self {
            opening: (**opening).clone(),
            length: 1,
            entrants: Vec::new(),
            index: BTreeMap::new(),
            proposals: BTreeMap::new(),
            removed: BTreeSet::new(),
            seated: BTreeSet::new(),
            seasons: Vec::new(),
            rounds: Vec::new(),
            open: BTreeSet::new(),
            stage: TournamentStage::Coming,
            paused: false,
            cancelled: false,
            settled: entry.at,
            tools: 0,
        })
    }

    /// Folds in one durable entry. After an error the event must not be used any more: its log is
    /// damaged.
    pub fn fold(&mut self, entry: &TournamentLogEntry) -> Result<(), TournamentFoldError> {
        if entry.seq != self.length {
            return Err(TournamentFoldError::Gap { expected: self.length, found: entry.seq });
        }
        for step in &entry.steps {
            self.step(step, entry.at)?;
        }
        if entry.by == Some(self.opening.organiser) {
            self.tools = self.tools.saturating_add(1);
        }
        self.length += 1;
        Ok(())
    }

    fn step(&mut self, step: &TournamentEvent, at: i64) -> Result<(), TournamentFoldError> {
        if self.stage == TournamentStage::Over
            && !matches!(step, TournamentEvent::Review { .. } | TournamentEvent::Describe { .. })
        {
            return Err(TournamentFoldError::Over);
        }
        match step {
            TournamentEvent::Open(_) => return Err(TournamentFoldError::NotAnOpening),
            TournamentEvent::Describe { title, about } => {
                self.opening.title.clone_from(title);
                self.opening.about.clone_from(about);
            }
            TournamentEvent::Propose { player, mate, rating } => {
                self.note_proposal(*player, *mate, *rating);
            }
            TournamentEvent::Retract { player } => {
                let proposal = self.proposals.get_mut(player);
                proposal.ok_or(TournamentFoldError::NoPlayer(*player))?.open = false;
            }
            TournamentEvent::Join { player, mate, rating } => self.enter(*player, *mate, *rating),
            TournamentEvent::Leave { player, why } => {
                let entrant = self.entrant_mut(*player)?;
                entrant.gone = Some(*why);
                let team = [Some(*player), entrant.mate];
                if *why == Departure::Removed {
                    self.removed.extend(team.into_iter().flatten());
                }
                self.seated.remove(player);
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
                self.note(*slot, *result, at)?;
            }
            TournamentEvent::Correct { slot, result } => self.note(*slot, *result, at)?,
            TournamentEvent::Review { slot, red } => {
                let review = self.pairing_mut(*slot)?.reviews.get_mut(usize::from(slot.game));
                *review.ok_or(TournamentFoldError::NoGame(*slot))? = Some((*red).min(1000));
            }
            TournamentEvent::Pause => self.paused = true,
            TournamentEvent::Resume => {
                self.paused = false;
                self.settled = self.settled.max(at);
            }
            TournamentEvent::End { cancelled } => {
                self.stage = TournamentStage::Over;
                self.cancelled = *cancelled;
                self.open.clear();
            }
        }
        Ok(())
    }

    fn note_proposal(&mut self, player: PlayerId, mate: PlayerId, rating: i32) {
        let made = self.proposals.get(&player).map_or(0, |proposal| proposal.made);
        let made = made.saturating_add(1);
        self.proposals.insert(player, Proposal { mate, rating, open: true, made });
    }

    fn enter(&mut self, player: PlayerId, mate: Option<PlayerId>, rating: i32) {
        // Whoever is in a team is in no other one.
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
                absences: 0,
                entries: 0,
            });
            self.entrants.len() - 1
        });
        let entrant = &mut self.entrants[at];
        entrant.gone = None;
        entrant.mate = mate;
        entrant.rating = rating;
        entrant.absences = 0;
        entrant.entries = entrant.entries.saturating_add(1);
        if self.stage == TournamentStage::Running {
            // Who waited for a seat missed what was played, too.
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
        self.settled = at;
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
        // Against the computer the side changes from deal to deal.
        let swapped =
            matches!(self.opening.kind, TournamentFormat::Field { .. }) && number.is_multiple_of(2);
        let pairing = |pair: &SeatedPair| Pairing::new(*pair, self.opening.series, swapped);
        let pairings: Vec<_> = pairs.iter().map(pairing).collect();
        let boards = 1..=pairings.len() as u16;
        let season = self.season();
        self.rounds.push(Round { number, season, at, pairings, byes: byes.to_vec() });
        self.open.extend(boards.map(|board| (number, board)));
        self.settled = at;
        // Tables of a round robin are complete; who has left loses by default.
        for player in players {
            if !self.entrant(player).is_some_and(Entrant::is_active) {
                self.forfeit(player, at);
            }
        }
        Ok(())
    }

    /// Somebody loses whatever is open.
    fn forfeit(&mut self, player: PlayerId, at: i64) {
        let boards: Vec<_> = self.open.iter().copied().collect();
        for (round, board) in boards {
            let pairing = &mut self.rounds[usize::from(round) - 1].pairings[usize::from(board) - 1];
            if let Some(seat) = pairing.seat(player) {
                pairing.withdraw(seat);
                self.settle(round, board, at);
            }
        }
    }

    /// Notes how a game ended.
    fn note(
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
            let missed = result.is_missed_by(side);
            let Some(player) = player else { continue };
            if let Ok(entrant) = self.entrant_mut(player) {
                entrant.absences = if missed { entrant.absences.saturating_add(1) } else { 0 };
            }
            // A correction can open a series again that somebody has left since.
            if !self.entrant(player).is_some_and(Entrant::is_active) {
                self.pairing_mut(slot)?.withdraw(seat);
            }
        }
        self.settle(slot.round, slot.board, at);
        Ok(())
    }

    /// Notes whether a board is decided.
    fn settle(&mut self, round: u16, board: u16, at: i64) {
        let decided = self.pairing(round, board).is_none_or(|pairing| pairing.score().is_some());
        if decided {
            self.open.remove(&(round, board));
            self.settled = self.settled.max(at);
        } else {
            self.open.insert((round, board));
        }
    }

    /// Whether a game has not ended and still matters.
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
