//! What is due by itself: starts, rounds, seasons and ends.

use super::{Tournament, TournamentStage};
use crate::pair::{self, Paired};
use crate::{Departure, GameSlot, Pace, PlayerId, SlotResult, TournamentEvent, TournamentFormat};

/// The least time between two waves of an arena, so that there is somebody to choose from.
const WAVE: i64 = 5_000;

impl Tournament {
    /// When [`TournamentOrder::Tick`](crate::TournamentOrder::Tick) leads to something, as far as is known now; none
    /// while the event waits for games or people. A time that has passed means at once.
    pub fn wake_at(&self, now: i64) -> Option<i64> {
        let rested = self.settled.saturating_add(self.opening.rest);
        match (self.stage, self.opening.kind) {
            (TournamentStage::Over, _) => None,
            _ if self.paused => None,
            (TournamentStage::Coming, _) => Some(self.opening.starts),
            (TournamentStage::Running, TournamentFormat::Arena { .. }) => {
                let closes = self.closes().unwrap_or(now);
                let wave = self.rounds.last().map_or(now, |round| round.at + WAVE);
                let pairs = now < closes && wave < closes && !pair::arena(self).pairs.is_empty();
                // After that it waits for games that are still played.
                if pairs { Some(wave) } else { self.open.is_empty().then_some(closes) }
            }
            (TournamentStage::Running, TournamentFormat::Field { .. }) if !self.open.is_empty() => {
                self.closes()
            }
            (TournamentStage::Running, _) => self.open.is_empty().then_some(rested),
        }
    }

    /// What is due now.
    pub(super) fn due(&self, now: i64) -> Vec<TournamentEvent> {
        if self.paused {
            return Vec::new();
        }
        match (self.stage, self.opening.kind) {
            (TournamentStage::Over, _) => Vec::new(),
            (TournamentStage::Coming, _) if now < self.opening.starts => Vec::new(),
            (TournamentStage::Coming, _) => self.begin(),
            (TournamentStage::Running, TournamentFormat::Arena { .. }) => self.wave(now),
            (TournamentStage::Running, TournamentFormat::Field { .. })
                if !self.open.is_empty() && self.closes().is_some_and(|closes| now >= closes) =>
            {
                self.close_deal()
            }
            (TournamentStage::Running, _) => {
                let rested = now >= self.settled.saturating_add(self.opening.rest);
                if self.open.is_empty() && rested { self.go_on() } else { Vec::new() }
            }
        }
    }

    /// The start: who has a seat, strongest first, and the first round.
    pub(super) fn begin(&self) -> Vec<TournamentEvent> {
        let mut players: Vec<_> = self.active().take(usize::from(self.opening.seats)).collect();
        if players.len() < self.opening.kind.fewest() {
            return vec![TournamentEvent::End { cancelled: true }];
        }
        // The sort is stable: among equals, who entered first.
        players.sort_by_key(|entrant| -i64::from(entrant.rating));
        let players: Vec<_> = players.into_iter().map(|entrant| entrant.player).collect();
        let divisions = match self.opening.kind {
            TournamentFormat::League { division, .. } => {
                pair::divide(&players, usize::from(division))
            }
            _ => vec![players],
        };
        self.open_season(divisions)
    }

    /// A season and what begins with it.
    fn open_season(&self, divisions: Vec<Vec<PlayerId>>) -> Vec<TournamentEvent> {
        let season = self.season() + 1;
        let begin = TournamentEvent::Season { season, divisions: divisions.clone() };
        // The first round is paired as if the season had begun.
        let mut begun = self.clone();
        begun.stage = TournamentStage::Running;
        begun.seated.extend(divisions.iter().flatten());
        begun.seasons.push(super::Season { divisions, before: self.rounds.len() });
        let mut steps = vec![begin];
        steps.extend(begun.go_on());
        steps
    }

    /// The next round, the next season or the end.
    fn go_on(&self) -> Vec<TournamentEvent> {
        let end = vec![TournamentEvent::End { cancelled: false }];
        if self.playing().count() < self.opening.kind.fewest() {
            return end;
        }
        let played = self.season_rounds().len();
        match self.opening.kind {
            TournamentFormat::Swiss { rounds } if played < usize::from(rounds) => {
                self.round(0, pair::swiss(self))
            }
            TournamentFormat::Field { deals, .. } if played < usize::from(deals) => {
                self.round(0, pair::field(self))
            }
            TournamentFormat::RoundRobin { pace, .. } | TournamentFormat::League { pace, .. } => {
                let rounds = pair::table_rounds(self);
                let until = if pace == Pace::Together { rounds } else { played + 1 };
                if played >= rounds {
                    return self.next_season().unwrap_or(end);
                }
                let each = played..until.min(rounds);
                each.flat_map(|at| self.round(at - played, pair::table_round(self, at))).collect()
            }
            TournamentFormat::Knockout => {
                pair::knockout(self).map_or(end, |paired| self.round(0, paired))
            }
            TournamentFormat::Arena { .. } => self.round(0, pair::arena(self)),
            TournamentFormat::Swiss { .. } | TournamentFormat::Field { .. } => end,
        }
    }

    fn round(&self, further: usize, paired: Paired) -> Vec<TournamentEvent> {
        let round = (self.rounds.len() + further) as u16 + 1;
        vec![TournamentEvent::Round { round, pairs: paired.pairs, byes: paired.byes }]
    }

    fn next_season(&self) -> Option<Vec<TournamentEvent>> {
        let TournamentFormat::League { division, moving, seasons, .. } = self.opening.kind else {
            return None;
        };
        if self.season() >= u16::from(seasons) {
            return None;
        }
        let order = pair::promote(self, usize::from(moving));
        (order.len() >= 2).then(|| self.open_season(pair::divide(&order, usize::from(division))))
    }

    /// A wave of an arena, or its end.
    fn wave(&self, now: i64) -> Vec<TournamentEvent> {
        if self.closes().is_some_and(|closes| now >= closes) {
            let over = self.open.is_empty();
            return if over { vec![TournamentEvent::End { cancelled: false }] } else { Vec::new() };
        }
        if self.rounds.last().is_some_and(|round| now < round.at + WAVE) {
            return Vec::new();
        }
        let paired = pair::arena(self);
        if paired.pairs.is_empty() { Vec::new() } else { self.round(0, paired) }
    }

    /// The time window of a deal is over: who has not finished has not played it.
    fn close_deal(&self) -> Vec<TournamentEvent> {
        let mut steps = Vec::new();
        for &(round, board) in &self.open {
            let Some(pairing) = self.pairing(round, board) else { continue };
            let side = pairing.side(0, bosworth_rules::Side::Red);
            let result = SlotResult::missed(side);
            steps
                .push(TournamentEvent::Result { slot: GameSlot { round, board, game: 0 }, result });
            let out = self.entrant(pairing.red).filter(|entrant| entrant.absences > 0);
            steps.extend(out.map(|entrant| TournamentEvent::Leave {
                player: entrant.player,
                why: Departure::Missing,
            }));
        }
        steps
    }
}
