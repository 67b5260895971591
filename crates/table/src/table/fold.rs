use std::collections::HashMap;

use bosworth_fair::{PileCount, Reshuffles};
use bosworth_rules::{Action, BySide, Game, Next, Ply, Side};

use super::{GameEnd, Table};
use crate::calendar::HolidayPeriod;
use crate::usage::Usage;
use crate::{Event, FoldError, LogEntry, Offer, Seated};

/// The initial and maximum quota of lag compensation, in milliseconds.
const MAX_LAG_QUOTA_MS: i64 = 1_000;
/// What every action adds to the quota.
const LAG_QUOTA_PER_ACTION_MS: i64 = 100;

impl Table {
    /// Opens a table from the first entry of its log.
    pub fn open(first: &LogEntry) -> Result<Self, FoldError> {
        let (0, [Event::Open(setup)]) = (first.seq, &first.events[..]) else {
            return Err(FoldError::MissingSetup);
        };
        let left = setup.clock.initial().unwrap_or_default();
        Ok(Self {
            setup: (**setup).clone(),
            length: 1,
            nonces: BySide::default(),
            game: None,
            ending: None,
            offers: BySide::default(),
            quiet: BySide::default(),
            away: BySide::default(),
            here: BySide::default(),
            time_at_turn_start: BySide { red: left, white: left },
            turn_started_at: first.at,
            credited: first.at,
            quota: BySide { red: MAX_LAG_QUOTA_MS, white: MAX_LAG_QUOTA_MS },
            next: None,
            keys: HashMap::new(),
            revision: 0,
            pile: None,
            shuffle: 0,
            reshuffles: Reshuffles::default(),
            usage: BySide::default(),
            holidays: BySide::default(),
        })
    }

    /// Replays a log.
    pub fn replay(log: &[LogEntry]) -> Result<Self, FoldError> {
        let (first, rest) = log.split_first().ok_or(FoldError::MissingSetup)?;
        let mut table = Self::open(first)?;
        for entry in rest {
            table.fold(entry)?;
        }
        Ok(table)
    }

    /// Folds in an entry. After an error the table must be discarded and replayed.
    pub fn fold(&mut self, entry: &LogEntry) -> Result<(), FoldError> {
        if entry.seq != self.length {
            return Err(FoldError::Gap { expected: self.length, found: entry.seq });
        }
        for event in &entry.events {
            self.check(event)?;
            self.fold_event(event, entry);
        }
        if let (Some(side), Some(key)) = (entry.by, entry.key) {
            self.keys.insert((side, key), entry.seq);
        }
        self.length += 1;
        Ok(())
    }

    fn check(&self, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::Open(_) => Err(FoldError::MissingSetup),
            Event::Deal { position }
                if self.setup.hands.as_ref().is_some_and(|hands| hands.start != *position) =>
            {
                Err(FoldError::WrongSecret)
            }
            Event::Act { ply, .. } => match &self.game {
                Some(game) => game.position().follow(*ply).map(drop).map_err(FoldError::Illegal),
                None => Err(FoldError::NotDealt),
            },
            Event::Takeback { plies, .. } if usize::from(*plies) > self.plies() => {
                Err(FoldError::NotDealt)
            }
            Event::Takeback { shuffle: Some(shuffle), .. } if *shuffle != self.shuffle => {
                Err(FoldError::WrongShuffle { expected: self.shuffle, found: *shuffle })
            }
            // Only a sealed game keeps its secret at the end, and reveals it once, after it is
            // over.
            Event::End { secret, .. } if secret.is_some() == self.setup.sealed.is_some() => {
                Err(FoldError::WrongSecret)
            }
            Event::Unseal { secret } => {
                let due = self.ending.is_some() && self.is_sealed();
                let right = secret.commit(&self.setup.subject()) == self.setup.commitment;
                if due && right { Ok(()) } else { Err(FoldError::WrongSecret) }
            }
            _ => Ok(()),
        }
    }

    fn fold_event(&mut self, event: &Event, entry: &LogEntry) {
        let at = entry.at;
        let computer = self.setup.seats().map(|seat| matches!(seat, Seated::Computer(_)));
        Usage::count(&mut self.usage, event, computer, at);
        match event {
            Event::Open(_) | Event::Chat { .. } => {}
            Event::Ready { side, nonce } => self.nonces[*side] = Some(nonce.clone()),
            Event::Deal { position } => {
                self.game = Some(Game::new(*position));
                self.pile = Some(PileCount::dealt(position));
                self.shuffle = 1;
                self.revision += 1;
                self.turn_started_at = at;
            }
            Event::Act { ply, left, lag } => {
                self.revision += 1;
                self.count_draw(*ply);
                let side = self.turn();
                if let (Some(side), Some(game)) = (side, &mut self.game) {
                    let _ = game.push(*ply);
                    let rest = self.quota[side] - i64::from(*lag) + LAG_QUOTA_PER_ACTION_MS;
                    self.quota[side] = rest.min(MAX_LAG_QUOTA_MS);
                }
                if let Some(left) = *left {
                    self.time_at_turn_start = left.into();
                }
                self.turn_started_at = at;
                // An action declines an open takeback offer.
                for side in Side::ALL {
                    self.offers[side].retain(|&offer| offer != Offer::Takeback);
                }
            }
            Event::Offer { side, offer } => self.offers[*side].push(*offer),
            Event::Decline { offer, .. } => {
                for side in Side::ALL {
                    self.offers[side].retain(|standing| standing != offer);
                }
            }
            Event::Takeback { plies, shuffle } => {
                self.revision += 1;
                self.take_back(*plies, *shuffle);
                for side in Side::ALL {
                    self.offers[side].retain(|&offer| offer != Offer::Takeback);
                }
                self.turn_started_at = at;
            }
            Event::Came { side } => {
                self.here[*side] = true;
                self.away[*side] = None;
            }
            Event::Left { side } => {
                self.here[*side] = false;
                self.away[*side] = Some(at);
            }
            Event::Quiet { side, on } => self.quiet[*side] = *on,
            // Nobody could act during that time: it counts neither as thinking time nor as absence.
            Event::Credit { ms, counted } => {
                self.turn_started_at =
                    self.calendar().after(self.turn_started_at, counted.unwrap_or(*ms));
                // An outage is credited once. A negative credit is not an outage: the service clock
                // was set back, and the mark moves with it.
                self.credited = if *ms < 0 { self.credited.saturating_add(*ms) } else { at };
                for side in Side::ALL {
                    self.away[side] = self.away[side].map(|since| since.saturating_add(*ms));
                }
            }
            Event::Holiday { side, until } => {
                HolidayPeriod::note(&mut self.holidays[*side], at, until.unwrap_or(at));
            }
            Event::End { winner, reason, secret } => {
                // Freeze the running clock.
                if let (Some(side), Some(left)) = (self.turn(), self.time_left(at)) {
                    self.time_at_turn_start[side] = left[side].max(0);
                }
                self.ending = Some(GameEnd {
                    winner: *winner,
                    reason: *reason,
                    by: entry.by,
                    secret: secret.clone(),
                    at,
                });
                self.offers = BySide::default();
            }
            Event::Unseal { secret } => {
                if let Some(ending) = &mut self.ending {
                    ending.secret = Some(secret.clone());
                }
            }
            Event::Next { game } => {
                self.next = Some(*game);
                self.offers = BySide::default();
            }
        }
    }

    /// Tracks the number of cards in the deck.
    fn count_draw(&mut self, ply: Ply) {
        let (Ply::Draw(_), Some(pile), Some(game)) = (ply, &mut self.pile, &self.game) else {
            return;
        };
        if let Ok(Next::Draw(pending)) = game.position().act(Action::Draw) {
            pile.draw(&pending);
            self.shuffle = self.shuffle.max(pile.next);
        }
    }

    fn take_back(&mut self, plies: u16, shuffle: Option<u64>) {
        let (Some(game), Some(pile)) = (&mut self.game, &mut self.pile) else { return };
        for _ in 0..plies {
            game.pop();
        }
        self.reshuffles.take_back(game.plies().len(), shuffle);
        match shuffle {
            Some(shuffle) => pile.reshuffle(shuffle),
            None => *pile = PileCount::after(game, &self.reshuffles),
        }
    }
}
