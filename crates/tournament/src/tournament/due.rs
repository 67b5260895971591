//! Scheduled work: starts, rounds, seasons and ends.

use super::{Tournament, TournamentStage};
use crate::pairing::{self, Paired};
use crate::{
    Departure, GameSlot, Pace, PlayerId, Round, SlotResult, TournamentEvent, TournamentFormat,
};

/// The minimum time between two waves of an arena, so that there are enough players to pair.
const ARENA_WAVE_INTERVAL_MS: i64 = 5_000;

impl Tournament {
    /// When [`TournamentOrder::Tick`](crate::TournamentOrder::Tick) will next have something to do,
    /// as far as is known now; `None` while the tournament waits for games or players. A time in
    /// the past means immediately.
    pub fn wake_at(&self, now: i64) -> Option<i64> {
        let rested = self.last_decided.saturating_add(self.announcement.rest);
        match (self.stage, self.announcement.format) {
            (TournamentStage::Over, _) => None,
            _ if self.paused => None,
            (TournamentStage::Coming, _) => Some(self.announcement.starts),
            (TournamentStage::Running, TournamentFormat::Arena { .. }) => {
                let closes = self.closes_at().unwrap_or(now);
                let wave =
                    self.rounds.last().map_or(now, |round| round.at + ARENA_WAVE_INTERVAL_MS);
                let pairs = now < closes && wave < closes && !pairing::arena(self).pairs.is_empty();
                // After that, the arena waits for unfinished games.
                if pairs { Some(wave) } else { self.open.is_empty().then_some(closes) }
            }
            (TournamentStage::Running, TournamentFormat::Field { .. }) if !self.open.is_empty() => {
                self.closes_at()
            }
            (TournamentStage::Running, _) => self.open.is_empty().then_some(rested),
        }
    }

    /// The events that are due now.
    pub(super) fn due(&self, now: i64) -> Vec<TournamentEvent> {
        if self.paused {
            return Vec::new();
        }
        match (self.stage, self.announcement.format) {
            (TournamentStage::Over, _) => Vec::new(),
            (TournamentStage::Coming, _) if now < self.announcement.starts => Vec::new(),
            (TournamentStage::Coming, _) => self.start(),
            (TournamentStage::Running, TournamentFormat::Arena { .. }) => self.wave(now),
            (TournamentStage::Running, TournamentFormat::Field { .. })
                if !self.open.is_empty()
                    && self.closes_at().is_some_and(|closes| now >= closes) =>
            {
                self.close_deal()
            }
            (TournamentStage::Running, _) => {
                let rested = now >= self.last_decided.saturating_add(self.announcement.rest);
                if self.open.is_empty() && rested { self.next_events() } else { Vec::new() }
            }
        }
    }

    /// The start: seats the players, strongest first, and pairs the first round.
    pub(super) fn start(&self) -> Vec<TournamentEvent> {
        let mut players: Vec<_> =
            self.active().take(usize::from(self.announcement.seats)).collect();
        if players.len() < self.announcement.format.min_players() {
            return vec![TournamentEvent::End { cancelled: true }];
        }
        // The sort is stable: equal players stay in order of entry.
        players.sort_by_key(|entrant| -i64::from(entrant.rating));
        let players: Vec<_> = players.into_iter().map(|entrant| entrant.player).collect();
        let divisions = match self.announcement.format {
            TournamentFormat::League { division, .. } => {
                pairing::divide(&players, usize::from(division))
            }
            _ => vec![players],
        };
        self.start_season(divisions)
    }

    /// Starts a season with its first round or rounds.
    fn start_season(&self, divisions: Vec<Vec<PlayerId>>) -> Vec<TournamentEvent> {
        let season = self.season() + 1;
        let begin = TournamentEvent::Season { season, divisions: divisions.clone() };
        // The first round is paired as if the season had started.
        let mut begun = self.clone();
        begun.stage = TournamentStage::Running;
        begun.seated.extend(divisions.iter().flatten());
        begun.seasons.push(super::Season { divisions, before: self.rounds.len() });
        let mut events = vec![begin];
        events.extend(begun.next_events());
        events
    }

    /// Whether no round follows those that have started. An arena pairs until it closes.
    pub fn is_last_round(&self) -> bool {
        let played = self.season_rounds().len();
        let format = self.announcement.format;
        let last = || match format {
            TournamentFormat::Swiss { rounds } => played >= usize::from(rounds),
            TournamentFormat::Field { deals, .. } => played >= usize::from(deals),
            TournamentFormat::RoundRobin { .. } => played >= pairing::round_robin_rounds(self),
            TournamentFormat::League { seasons, .. } => {
                self.season() >= u16::from(seasons) && played >= pairing::round_robin_rounds(self)
            }
            TournamentFormat::Knockout => {
                let survivors = |round: &Round| round.pairings.len() + round.byes.len();
                self.rounds.last().is_some_and(|round| survivors(round) < 2)
                    || self.open.is_empty() && pairing::knockout(self).is_none()
            }
            TournamentFormat::Arena { .. } => false,
        };
        self.stage == TournamentStage::Running
            && (self.playing().count() < format.min_players() || last())
    }

    /// The next round, the next season or the end.
    fn next_events(&self) -> Vec<TournamentEvent> {
        let end = vec![TournamentEvent::End { cancelled: false }];
        if self.is_last_round() {
            return end;
        }
        match self.announcement.format {
            TournamentFormat::Swiss { .. } => self.round(0, pairing::swiss(self)),
            TournamentFormat::Field { .. } => self.round(0, pairing::field(self)),
            TournamentFormat::RoundRobin { pace, .. } | TournamentFormat::League { pace, .. } => {
                let played = self.season_rounds().len();
                let rounds = pairing::round_robin_rounds(self);
                let until = if pace == Pace::Together { rounds } else { played + 1 };
                if played >= rounds {
                    return self.next_season().unwrap_or(end);
                }
                let each = played..until.min(rounds);
                each.flat_map(|at| self.round(at - played, pairing::round_robin_round(self, at)))
                    .collect()
            }
            TournamentFormat::Knockout => {
                pairing::knockout(self).map_or(end, |paired| self.round(0, paired))
            }
            TournamentFormat::Arena { .. } => self.round(0, pairing::arena(self)),
        }
    }

    fn round(&self, further: usize, paired: Paired) -> Vec<TournamentEvent> {
        let round = (self.rounds.len() + further) as u16 + 1;
        vec![TournamentEvent::Round { round, pairs: paired.pairs, byes: paired.byes }]
    }

    fn next_season(&self) -> Option<Vec<TournamentEvent>> {
        let TournamentFormat::League { division, moving, seasons, .. } = self.announcement.format
        else {
            return None;
        };
        if self.season() >= u16::from(seasons) {
            return None;
        }
        let order = pairing::promote(self, usize::from(moving));
        (order.len() >= 2)
            .then(|| self.start_season(pairing::divide(&order, usize::from(division))))
    }

    /// The next wave of an arena, or its end.
    fn wave(&self, now: i64) -> Vec<TournamentEvent> {
        if self.closes_at().is_some_and(|closes| now >= closes) {
            let over = self.open.is_empty();
            return if over { vec![TournamentEvent::End { cancelled: false }] } else { Vec::new() };
        }
        if self.rounds.last().is_some_and(|round| now < round.at + ARENA_WAVE_INTERVAL_MS) {
            return Vec::new();
        }
        let paired = pairing::arena(self);
        if paired.pairs.is_empty() { Vec::new() } else { self.round(0, paired) }
    }

    /// Closes the time window of a deal: unfinished games count as missed.
    fn close_deal(&self) -> Vec<TournamentEvent> {
        let mut events = Vec::new();
        for &(round, board) in &self.open {
            let Some(pairing) = self.pairing(round, board) else { continue };
            let side = pairing.side(0, bosworth_rules::Side::Red);
            let result = SlotResult::no_show(side);
            events
                .push(TournamentEvent::Result { slot: GameSlot { round, board, game: 0 }, result });
            let out = self.entrant(pairing.red).filter(|entrant| entrant.missed_in_a_row > 0);
            events.extend(out.map(|entrant| TournamentEvent::Leave {
                player: entrant.player,
                why: Departure::Missing,
            }));
        }
        events
    }
}
