mod chat;
mod offers;
mod secret;

use core::ops::Deref;

use bosworth_fair::{Deck, Nonce, Secret};
use bosworth_rules::{Action, BySide, Next, Ply, Side};

use crate::{
    Command, EndReason, Event, FoldError, GameId, IdempotencyKey, LogEntry, Offer, Refusal, Seated,
    Stage, Table, TableOrder, TableSetup, TimeControl, Times,
};

/// A table together with the server's knowledge: the secret of the shuffle, and the deck derived
/// from it.
#[derive(Debug)]
pub struct AuthoritativeTable {
    table: Table,
    secret: Secret,
    deck: Option<Deck>,
}

/// The outcome of deciding a command or an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Append this entry, and fold it once it is durable.
    Append(LogEntry),
    /// The command was carried out before, as this entry.
    AlreadyDone(u32),
    /// There is nothing to do.
    Nothing,
}

/// Gives read access to the public table.
impl Deref for AuthoritativeTable {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl AuthoritativeTable {
    /// Returns the first log entry of a new table.
    pub fn first_entry(setup: TableSetup, now: i64) -> LogEntry {
        let events = vec![Event::Open(Box::new(setup))];
        LogEntry { seq: 0, at: now, by: None, key: None, events }
    }

    /// Replays a log.
    pub fn replay(log: &[LogEntry], secret: Secret) -> Result<Self, FoldError> {
        let (first, rest) = log.split_first().ok_or(FoldError::MissingSetup)?;
        let table = Table::open(first)?;
        if secret.commit(&table.setup().subject()) != *table.commitment() {
            return Err(FoldError::WrongSecret);
        }
        let mut authoritative = Self { table, secret, deck: None };
        for entry in rest {
            authoritative.fold(entry)?;
        }
        Ok(authoritative)
    }

    /// Folds in a durable entry.
    pub fn fold(&mut self, entry: &LogEntry) -> Result<(), FoldError> {
        let plies = self.table.plies();
        self.table.fold(entry)?;
        for event in &entry.events {
            match event {
                Event::Takeback { shuffle: Some(shuffle), .. } => self.reshuffle(*shuffle)?,
                Event::Deal { .. } | Event::Takeback { shuffle: None, .. } => self.redeal()?,
                Event::Act { ply: Ply::Draw(card), .. } => self.draw(plies, *card)?,
                _ => {}
            }
        }
        // There are no more draws.
        if self.table.ending().is_some() {
            self.deck = None;
        }
        Ok(())
    }

    /// Deals again and repeats the draws so far.
    fn redeal(&mut self) -> Result<(), FoldError> {
        let (Some(game), Some(key)) = (self.table.game(), self.key()) else {
            return Err(FoldError::NotDealt);
        };
        let TableSetup { hands, handicap, .. } = self.table.setup();
        let reshuffles = self.table.reshuffles();
        let followed = match hands {
            Some(_) => Deck::follow_again(&key, game, reshuffles),
            None => Deck::follow(&key, game, reshuffles, *handicap),
        };
        self.deck = Some(followed.map_err(|_| FoldError::WrongSecret)?);
        Ok(())
    }

    /// Reshuffles before the next draw.
    fn reshuffle(&mut self, number: u64) -> Result<(), FoldError> {
        let unused = self.deck.as_mut().is_some_and(|deck| deck.reshuffle(number));
        if unused { Ok(()) } else { Err(FoldError::WrongSecret) }
    }

    /// Takes the card drawn at a ply off the deck.
    fn draw(&mut self, ply: usize, card: bosworth_rules::Card) -> Result<(), FoldError> {
        let position = self.table.game().and_then(|game| game.positions().get(ply).copied());
        let drawn = match (position.map(|position| position.act(Action::Draw)), &mut self.deck) {
            (Some(Ok(Next::Draw(pending))), Some(deck)) => Some(deck.draw_card(&pending)),
            _ => None,
        };
        if drawn == Some(card) { Ok(()) } else { Err(FoldError::WrongSecret) }
    }

    /// Decides a player's command. `arrived` is its time of arrival, which counts however long it was
    /// queued, except for time that has been credited since. `lag` is the player's round-trip time in
    /// milliseconds; `next` is a fresh id, used if a rematch is agreed.
    pub fn decide(
        &self,
        side: Side,
        key: IdempotencyKey,
        command: &Command,
        arrived: i64,
        lag: i64,
        next: GameId,
    ) -> Result<Decision, Refusal> {
        if let Some(seq) = self.table.seq_of_command(side, key) {
            return Ok(Decision::AlreadyDone(seq));
        }
        let now = arrived.max(self.table.credited());
        let events = match command {
            Command::Ready { nonce } => self.ready(side, nonce)?,
            Command::Act { action, ply, revision } => {
                self.check_position(*ply, *revision)?;
                self.act(side, *action, now, lag)?
            }
            Command::Resign => {
                self.check_running()?;
                self.end_early(Some(!side), EndReason::Resigned)
            }
            Command::Abort => self.abort()?,
            Command::Offer(Offer::Takeback) => self.offer_takeback(side)?,
            Command::Offer(Offer::Rematch) => self.offer_rematch(side, next)?,
            Command::Decline(offer) => self.decline(side, *offer)?,
            Command::Claim { draw } => self.claim(side, *draw, now)?,
            Command::Chat { text } => self.chat(side, text, now)?,
            Command::Quiet(on) => self.quiet(side, *on, now)?,
        };
        Ok(self.append(Some((side, key)), events, now))
    }

    /// Decides an order from the server.
    pub fn decide_order(&self, order: &TableOrder, now: i64) -> Result<Decision, Refusal> {
        let events = match *order {
            TableOrder::Tick => self.tick(now),
            TableOrder::Came(side) if !self.table.is_connected(side) => vec![Event::Came { side }],
            TableOrder::Left(side)
                if self.table.has_connection(side)
                    && self.table.departures_recorded_from(side) <= now =>
            {
                vec![Event::Left { side }]
            }
            TableOrder::Credit(ms) if ms != 0 && self.table.stage() != Stage::Over => {
                // From now, or from the start of the turn if that is later.
                let from = now.max(self.table.turn_started_at());
                vec![self.credit(from, from.saturating_add(ms))]
            }
            TableOrder::Outage(from) if self.table.stage() != Stage::Over => {
                let from = from.max(self.table.turn_started_at()).max(self.table.credited());
                if from < now { vec![self.credit(from, now)] } else { Vec::new() }
            }
            TableOrder::Holiday(side, until) if self.can_take_holiday(side) => {
                // A time in the past ends the holiday.
                let until = Some(until).filter(|until| now < *until);
                let known = self.table.holiday(side, now) == until;
                if known { Vec::new() } else { vec![Event::Holiday { side, until }] }
            }
            TableOrder::Mute(side) if !self.table.is_quiet(side) => {
                vec![Event::Quiet { side, on: true }]
            }
            // To players, an adjudication looks as if the opponent had left.
            TableOrder::Adjudicate(winner) if self.table.stage() != Stage::Over => {
                self.end(winner, EndReason::Gone)
            }
            TableOrder::Void if self.table.stage() != Stage::Over => {
                self.end(None, EndReason::Aborted)
            }
            TableOrder::Unseal => self.unseal(),
            TableOrder::Adjudicate(_)
            | TableOrder::Void
            | TableOrder::Came(_)
            | TableOrder::Left(_)
            | TableOrder::Mute(_)
            | TableOrder::Credit(_)
            | TableOrder::Outage(_)
            | TableOrder::Holiday(..) => Vec::new(),
            TableOrder::Compute(action, revision) => {
                let side = self.table.turn().ok_or(Refusal::Over)?;
                self.check_position(self.table.plies() as u16, Some(revision))?;
                if !matches!(self.table.setup().seats()[side], Seated::Computer(_)) {
                    return Err(Refusal::NotYourTurn);
                }
                self.act(side, action, now, 0)?
            }
        };
        Ok(self.append(None, events, now))
    }

    fn append(&self, by: Option<(Side, IdempotencyKey)>, events: Vec<Event>, now: i64) -> Decision {
        if events.is_empty() {
            return Decision::Nothing;
        }
        let (side, key) = by.unzip();
        Decision::Append(LogEntry { seq: self.table.length(), at: now, by: side, key, events })
    }

    /// Credits the time between two moments.
    fn credit(&self, from: i64, to: i64) -> Event {
        let (ms, counted) = (to.saturating_sub(from), self.table.counted(from, to));
        Event::Credit { ms, counted: (counted != ms).then_some(counted) }
    }

    fn can_take_holiday(&self, side: Side) -> bool {
        let TableSetup { clock, .. } = self.table.setup();
        let person = matches!(self.table.setup().seats()[side], Seated::Account(_));
        self.table.stage() != Stage::Over && matches!(clock, TimeControl::Days(_)) && person
    }

    fn check_running(&self) -> Result<(), Refusal> {
        match self.table.stage() {
            Stage::Waiting => Err(Refusal::NotBegun),
            Stage::Running => Ok(()),
            Stage::Over => Err(Refusal::Over),
        }
    }

    fn end(&self, winner: Option<Side>, reason: EndReason) -> Vec<Event> {
        vec![Event::End { winner, reason, secret: self.secret_at_end() }]
    }

    /// The end of a game that a player leaves.
    fn end_early(&self, winner: Option<Side>, reason: EndReason) -> Vec<Event> {
        if self.table.is_aborted_by_leaving() {
            return self.end(None, EndReason::Aborted);
        }
        self.end(winner, reason)
    }

    /// The entry that ends a game that cannot continue. Only for repairing a corrupt log.
    pub fn end_by_repair(&self, winner: Option<Side>, reason: EndReason, now: i64) -> LogEntry {
        let events = self.end(winner, reason);
        LogEntry { seq: self.table.length(), at: now, by: None, key: None, events }
    }

    fn ready(&self, side: Side, nonce: &str) -> Result<Vec<Event>, Refusal> {
        if self.table.stage() == Stage::Over {
            return Err(Refusal::Over);
        }
        let nonce: Nonce = nonce.parse().map_err(|_| Refusal::BadNonce)?;
        match self.table.nonce(side) {
            // Repeated under another key: already in effect.
            Some(given) if *given == nonce => return Ok(Vec::new()),
            Some(_) => return Err(Refusal::BadNonce),
            None if nonce == Nonce::default() => return Err(Refusal::BadNonce),
            None => {}
        }
        let mut nonces = BySide::from_fn(|side| self.table.nonce(side).cloned());
        let mut events = vec![Event::Ready { side, nonce: nonce.clone() }];
        nonces[side] = Some(nonce);
        // The computer does not contribute to the shuffle, because the server could choose its
        // nonce.
        if let Seated::Computer(_) = self.table.setup().seats()[!side] {
            let nonce: Nonce = "computer".parse().map_err(|_| Refusal::BadNonce)?;
            events.push(Event::Ready { side: !side, nonce: nonce.clone() });
            nonces[!side] = Some(nonce);
        }
        if let BySide { red: Some(red), white: Some(white) } = nonces {
            let key = self.key_with(BySide { red, white });
            let position = if let Some(hands) = &self.table.setup().hands {
                hands.start
            } else {
                let TableSetup { ruleset, handicap, .. } = *self.table.setup();
                Deck::deal_with(&key, ruleset, handicap).0
            };
            events.push(Event::Deal { position });
        }
        Ok(events)
    }

    /// Checks that an action was chosen for the current position.
    fn check_position(&self, ply: u16, revision: Option<u32>) -> Result<(), Refusal> {
        self.check_running()?;
        let plies = self.table.plies() as u16;
        let same = revision.is_none_or(|revision| revision == self.table.revision());
        if ply == plies && same { Ok(()) } else { Err(Refusal::Outdated(plies)) }
    }

    fn act(&self, side: Side, action: Action, now: i64, lag: i64) -> Result<Vec<Event>, Refusal> {
        self.check_running()?;
        if self.table.turn() != Some(side) {
            return Err(Refusal::NotYourTurn);
        }
        let (Some(position), Some(deck)) = (self.table.position(), &self.deck) else {
            return Err(Refusal::NotBegun);
        };
        if let Some(end) = self.window_end(now) {
            return Ok(end);
        }
        let (ply, after) = position.act_with(action, |pending| deck.peek(pending))?;
        let mut lag = self.table.compensation(side, lag);
        let left = match self.table.time_left(now) {
            Some(mut left) if self.table.clocks_run() => {
                // At most as long as the action took.
                lag = lag.min(self.table.elapsed(now));
                left[side] = left[side].saturating_add(lag);
                if left[side] <= 0 {
                    return Ok(self.end_early(Some(!side), EndReason::Time));
                }
                left[side] = self.table.setup().clock.after_action(left[side]);
                Some(Times::from(left))
            }
            other => {
                lag = 0;
                other.map(Times::from)
            }
        };
        let mut events = vec![Event::Act { ply, left, lag: lag as u16 }];
        if let Some(outcome) = after.outcome() {
            events.extend(self.end(outcome.winner(), EndReason::Played));
        }
        Ok(events)
    }

    fn abort(&self) -> Result<Vec<Event>, Refusal> {
        match self.table.stage() {
            Stage::Over => Err(Refusal::Over),
            _ if !self.table.can_be_aborted() => Err(Refusal::TooLate),
            Stage::Waiting | Stage::Running => Ok(self.end(None, EndReason::Aborted)),
        }
    }

    fn claim(&self, side: Side, draw: bool, now: i64) -> Result<Vec<Event>, Refusal> {
        self.check_running()?;
        match self.table.claimable_at(side) {
            Some(from) if from <= now => {
                Ok(self.end_early((!draw).then_some(side), EndReason::Gone))
            }
            _ => Err(Refusal::NotGone),
        }
    }

    fn tick(&self, now: i64) -> Vec<Event> {
        if let Some(end) = self.window_end(now) {
            return end;
        }
        match (self.table.deadline(), self.table.turn()) {
            (Some(deadline), turn) if deadline <= now => match turn {
                Some(side) if !self.table.can_be_aborted() => {
                    self.end(Some(!side), EndReason::Time)
                }
                _ => self.end(None, EndReason::Aborted),
            },
            _ => Vec::new(),
        }
    }
}
