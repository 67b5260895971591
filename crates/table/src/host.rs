use core::fmt;
use core::ops::Deref;

use bosworth_fair::{Deck, Nonce, Secret};
use bosworth_rules::{Action, BySide, IllegalPly, Next, Ply, Side};

use crate::{
    Command, Entry, Event, GameId, Key, Offer, Opening, Order, Reason, Refusal, Seated, Stage,
    Table, Times,
};

/// The longest thing that can be said at a table, in letters.
const LONGEST_CHAT: usize = 200;

/// A table with what only the server knows: the secret of the shuffle and the deck it makes.
#[derive(Debug)]
pub struct Host {
    table: Table,
    secret: Secret,
    deck: Option<Deck>,
}

/// What a command leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This, once it is durable.
    Append(Entry),
    /// Nothing more: it was done before, as this entry.
    Before(u32),
    /// Nothing: there is nothing to do.
    Nothing,
}

/// An entry that does not follow from the log before it: the log is damaged, or the entry is
/// of another table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldError {
    /// The log must begin with the opening, and nothing else may open it.
    NotAnOpening,
    /// Entries are missing or came twice.
    Gap {
        /// The number that would follow.
        expected: u32,
        /// The number that came.
        found: u32,
    },
    /// Something happened to a game that was not dealt.
    NotDealt,
    /// The rules do not allow a ply.
    Illegal(IllegalPly),
    /// The secret is not the one the table is bound to, or a card is not the one it gives.
    WrongSecret,
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnOpening => f.write_str("a log begins with its opening, and only with it"),
            Self::Gap { expected, found } => write!(f, "entry {expected} was due, not {found}"),
            Self::NotDealt => f.write_str("no cards have been dealt"),
            Self::Illegal(why) => why.fmt(f),
            Self::WrongSecret => f.write_str("the log does not fit the secret of its shuffle"),
        }
    }
}

impl core::error::Error for FoldError {}

/// Everything that can be read of a table can be read of its host.
impl Deref for Host {
    type Target = Table;

    fn deref(&self) -> &Table {
        &self.table
    }
}

impl Host {
    /// The first entry of a table to open.
    pub fn opening(opening: Opening, now: i64) -> Entry {
        let events = vec![Event::Open(Box::new(opening))];
        Entry { seq: 0, at: now, by: None, key: None, events }
    }

    /// The table of a whole log.
    pub fn replay(log: &[Entry], secret: Secret) -> Result<Self, FoldError> {
        let (first, rest) = log.split_first().ok_or(FoldError::NotAnOpening)?;
        let table = Table::open(first)?;
        if secret.commit(table.id().as_str()) != *table.commitment() {
            return Err(FoldError::WrongSecret);
        }
        let mut host = Self { table, secret, deck: None };
        for entry in rest {
            host.fold(entry)?;
        }
        Ok(host)
    }

    /// Goes on by one durable entry.
    pub fn fold(&mut self, entry: &Entry) -> Result<(), FoldError> {
        let plies = self.table.plies();
        self.table.fold(entry)?;
        for event in &entry.events {
            match event {
                Event::Deal { .. } | Event::Takeback { .. } => self.shuffle()?,
                Event::Act { ply: Ply::Draw(card), .. } => self.draw(plies, *card)?,
                _ => {}
            }
        }
        // Nothing is drawn any more.
        if self.table.ending().is_some() {
            self.deck = None;
        }
        Ok(())
    }

    /// Deals, and draws again what was drawn up to now.
    fn shuffle(&mut self) -> Result<(), FoldError> {
        let (Some(game), Some(key)) = (self.table.game(), self.key()) else {
            return Err(FoldError::NotDealt);
        };
        let (start, mut deck) = Deck::deal(&key, game.start().ruleset());
        if start != *game.start() {
            return Err(FoldError::WrongSecret);
        }
        for (position, &ply) in game.positions().iter().zip(game.plies()) {
            if let (Ply::Draw(card), Ok(Next::Draw(pending))) = (ply, position.act(ply.action()))
                && deck.draw_card(&pending) != card
            {
                return Err(FoldError::WrongSecret);
            }
        }
        self.deck = Some(deck);
        Ok(())
    }

    /// Takes the card off the deck that was drawn at a ply.
    fn draw(&mut self, ply: usize, card: bosworth_rules::Card) -> Result<(), FoldError> {
        let position = self.table.game().and_then(|game| game.positions().get(ply).copied());
        let drawn = match (position.map(|position| position.act(Action::Draw)), &mut self.deck) {
            (Some(Ok(Next::Draw(pending))), Some(deck)) => Some(deck.draw_card(&pending)),
            _ => None,
        };
        if drawn == Some(card) { Ok(()) } else { Err(FoldError::WrongSecret) }
    }

    fn key(&self) -> Option<bosworth_fair::Key> {
        let nonces = BySide {
            red: self.table.nonce(Side::Red)?.clone(),
            white: self.table.nonce(Side::White)?.clone(),
        };
        Some(self.secret.key(self.table.id().as_str(), &nonces))
    }

    /// What a player's command leads to. `lag` is how long the player's messages take there
    /// and back, in milliseconds; `next` is a fresh name, used if a rematch is agreed on.
    pub fn decide(
        &self,
        side: Side,
        key: Key,
        command: &Command,
        now: i64,
        lag: i64,
        next: GameId,
    ) -> Result<Decision, Refusal> {
        if let Some(seq) = self.table.done(side, key) {
            return Ok(Decision::Before(seq));
        }
        let events = match command {
            Command::Ready { nonce } => self.ready(side, nonce)?,
            Command::Act { action, ply } => self.act(side, *action, *ply, now, lag)?,
            Command::Resign => {
                self.running()?;
                self.end(Some(!side), Reason::Resigned)
            }
            Command::Abort => self.abort()?,
            Command::Offer(Offer::Takeback) => self.offer_takeback(side)?,
            Command::Offer(Offer::Rematch) => self.offer_rematch(side, next)?,
            Command::Decline(offer) => {
                if !self.table.offers(side, *offer) && !self.table.offers(!side, *offer) {
                    return Err(Refusal::NoOffer);
                }
                vec![Event::Decline { side, offer: *offer }]
            }
            Command::Claim { draw } => self.claim(side, *draw, now)?,
            Command::Chat { text } => self.chat(side, text)?,
            Command::Quiet(on) => vec![Event::Quiet { side, on: *on }],
        };
        Ok(self.append(Some((side, key)), events, now))
    }

    /// What an order of the server leads to.
    pub fn obey(&self, order: &Order, now: i64) -> Result<Decision, Refusal> {
        let events = match *order {
            Order::Tick => self.tick(now),
            Order::Came(side) if !self.table.is_here(side) => vec![Event::Came { side }],
            Order::Left(side) if self.table.is_here(side) => vec![Event::Left { side }],
            Order::Credit(ms) if ms > 0 && self.table.stage() != Stage::Over => {
                vec![Event::Credit { ms }]
            }
            Order::Hush(side) if !self.table.is_quiet(side) => {
                vec![Event::Quiet { side, on: true }]
            }
            Order::Came(_) | Order::Left(_) | Order::Hush(_) | Order::Credit(_) => Vec::new(),
            Order::Compute(action, ply) => {
                let side = self.table.turn().ok_or(Refusal::Over)?;
                if !matches!(self.table.opening().seats()[side], Seated::Computer(_)) {
                    return Err(Refusal::NotYourTurn);
                }
                self.act(side, action, ply, now, 0)?
            }
        };
        Ok(self.append(None, events, now))
    }

    fn append(&self, by: Option<(Side, Key)>, events: Vec<Event>, now: i64) -> Decision {
        if events.is_empty() {
            return Decision::Nothing;
        }
        let (side, key) = by.unzip();
        Decision::Append(Entry { seq: self.table.length(), at: now, by: side, key, events })
    }

    fn running(&self) -> Result<(), Refusal> {
        match self.table.stage() {
            Stage::Waiting => Err(Refusal::NotBegun),
            Stage::Running => Ok(()),
            Stage::Over => Err(Refusal::Over),
        }
    }

    fn end(&self, winner: Option<Side>, reason: Reason) -> Vec<Event> {
        vec![Event::End { winner, reason, secret: self.secret.clone() }]
    }

    /// The entry that ends a game which cannot go on as its log was: only for repairing a
    /// damaged one.
    pub fn end_by_repair(&self, winner: Option<Side>, reason: Reason, now: i64) -> Entry {
        let events = self.end(winner, reason);
        Entry { seq: self.table.length(), at: now, by: None, key: None, events }
    }

    fn ready(&self, side: Side, nonce: &str) -> Result<Vec<Event>, Refusal> {
        if self.table.stage() != Stage::Waiting {
            return Err(Refusal::Over);
        }
        let nonce: Nonce = nonce.parse().map_err(|_| Refusal::BadNonce)?;
        if nonce == Nonce::default() || self.table.nonce(side).is_some() {
            return Err(Refusal::BadNonce);
        }
        let mut nonces = BySide::from_fn(|side| self.table.nonce(side).cloned());
        let mut events = vec![Event::Ready { side, nonce: nonce.clone() }];
        nonces[side] = Some(nonce);
        // The computer adds nothing to the shuffle: the server could choose it.
        if let Seated::Computer(_) = self.table.opening().seats()[!side] {
            let nonce: Nonce = "computer".parse().map_err(|_| Refusal::BadNonce)?;
            events.push(Event::Ready { side: !side, nonce: nonce.clone() });
            nonces[!side] = Some(nonce);
        }
        if let BySide { red: Some(red), white: Some(white) } = nonces {
            let key = self.secret.key(self.table.id().as_str(), &BySide { red, white });
            let (position, _) = Deck::deal(&key, self.table.opening().ruleset);
            events.push(Event::Deal { position });
        }
        Ok(events)
    }

    fn act(
        &self,
        side: Side,
        action: Action,
        seen: u16,
        now: i64,
        lag: i64,
    ) -> Result<Vec<Event>, Refusal> {
        self.running()?;
        let plies = self.table.plies() as u16;
        if seen != plies {
            return Err(Refusal::Outdated(plies));
        }
        if self.table.turn() != Some(side) {
            return Err(Refusal::NotYourTurn);
        }
        let (Some(position), Some(deck)) = (self.table.position(), &self.deck) else {
            return Err(Refusal::NotBegun);
        };
        let (ply, after) = match position.act(action)? {
            Next::Draw(pending) => {
                let card = deck.peek(&pending);
                let after =
                    pending.resolve(card).map_err(|why| Refusal::Illegal(why.to_string()))?;
                (Ply::Draw(card), after)
            }
            Next::Position(after) => (
                match action {
                    Action::Play(card) => Ply::Play(card),
                    Action::Hero(card) => Ply::Hero(card),
                    Action::Draw | Action::Pass => Ply::Pass,
                },
                after,
            ),
        };
        let mut lag = self.table.compensation(side, lag);
        let left = match self.table.left(now) {
            Some(mut left) if self.table.clocks_run() => {
                // Not more than the action took.
                lag = lag.min((now - self.table.since()).max(0));
                left[side] += lag;
                if left[side] <= 0 {
                    return Ok(self.end(Some(!side), Reason::Time));
                }
                left[side] = self.table.opening().clock.after_action(left[side]);
                Some(Times::from(left))
            }
            other => {
                lag = 0;
                other.map(Times::from)
            }
        };
        let mut events = vec![Event::Act { ply, left, lag: lag as u16 }];
        if let Some(outcome) = after.outcome() {
            events.extend(self.end(outcome.winner(), Reason::Played));
        }
        Ok(events)
    }

    fn abort(&self) -> Result<Vec<Event>, Refusal> {
        match self.table.stage() {
            Stage::Over => Err(Refusal::Over),
            Stage::Running if self.table.plies() >= 2 => Err(Refusal::TooLate),
            Stage::Waiting | Stage::Running => Ok(self.end(None, Reason::Aborted)),
        }
    }

    fn offer_takeback(&self, side: Side) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Takeback;
        self.running()?;
        if self.table.opening().rated {
            return Err(Refusal::Rated);
        }
        if self.table.offers(!side, offer) {
            let plies = self.table.takeback_of(!side).ok_or(Refusal::Nothing)?;
            return Ok(vec![Event::Takeback { plies }]);
        }
        let plies = self.table.takeback_of(side).ok_or(Refusal::Nothing)?;
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let offered = Event::Offer { side, offer };
        Ok(match self.table.opening().seats()[!side] {
            Seated::Computer(_) => vec![offered, Event::Takeback { plies }],
            Seated::Account(_) => vec![offered],
        })
    }

    fn offer_rematch(&self, side: Side, next: GameId) -> Result<Vec<Event>, Refusal> {
        let offer = Offer::Rematch;
        match self.table.stage() {
            Stage::Waiting => return Err(Refusal::NotBegun),
            Stage::Running => return Err(Refusal::Illegal("the game is still on".into())),
            Stage::Over if self.table.next().is_some() => return Err(Refusal::NoOffer),
            Stage::Over => {}
        }
        if self.table.offers(side, offer) {
            return Err(Refusal::NoOffer);
        }
        let computer = matches!(self.table.opening().seats()[!side], Seated::Computer(_));
        let mut events = vec![Event::Offer { side, offer }];
        if computer || self.table.offers(!side, offer) {
            events.push(Event::Next { game: next });
        }
        Ok(events)
    }

    fn claim(&self, side: Side, draw: bool, now: i64) -> Result<Vec<Event>, Refusal> {
        self.running()?;
        match self.table.claimable(side) {
            Some(from) if from <= now => Ok(self.end((!draw).then_some(side), Reason::Gone)),
            _ => Err(Refusal::NotGone),
        }
    }

    fn chat(&self, side: Side, text: &str) -> Result<Vec<Event>, Refusal> {
        let text = text.trim();
        let fits = !text.is_empty()
            && text.chars().count() <= LONGEST_CHAT
            && !text.contains(char::is_control);
        if !fits {
            return Err(Refusal::BadText);
        }
        if self.table.is_quiet(Side::Red) || self.table.is_quiet(Side::White) {
            return Err(Refusal::Quiet);
        }
        Ok(vec![Event::Chat { side, text: text.into() }])
    }

    fn tick(&self, now: i64) -> Vec<Event> {
        match (self.table.deadline(), self.table.turn()) {
            (Some(deadline), turn) if deadline <= now => match turn {
                Some(side) if self.table.plies() >= 2 => self.end(Some(!side), Reason::Time),
                _ => self.end(None, Reason::Aborted),
            },
            _ => Vec::new(),
        }
    }
}
