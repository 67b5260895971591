use bosworth_fair::{Commitment, Nonce, Proof, Secret};
use bosworth_rules::{BySide, Game, GameResult, Position, Record, Side};

use crate::{Clock, Entry, Event, FoldError, GameId, Key, Offer, Opening, Reason, Seated};

/// Lag that is given back for one action at most, in milliseconds.
const LAG_AT_ONCE: i64 = 500;
/// Lag that can be given back in all before any is earned.
const LAG_AT_FIRST: i64 = 1_000;
/// Lag that every action earns.
const LAG_EARNED: i64 = 100;
/// How long a player of a live game may take to come, and for the first action.
const FIRST: i64 = 30_000;
/// How long a player of a game with days may take to come.
const FIRST_DAYS: i64 = 7 * 86_400_000;

/// A table as everybody sees it: the fold over its log.
#[derive(Clone, Debug)]
pub struct Table {
    opening: Opening,
    /// How many entries the log has.
    length: u32,
    nonces: BySide<Option<Nonce>>,
    game: Option<Game>,
    ending: Option<Ending>,
    offers: BySide<Vec<Offer>>,
    quiet: BySide<bool>,
    /// Since when a player is away who had been there.
    away: BySide<Option<i64>>,
    here: BySide<bool>,
    /// What is left on the clocks when the side to act began to think.
    left: BySide<i64>,
    /// When the side to act began to think, or the table was opened.
    since: i64,
    /// Lag that can still be given back.
    quota: BySide<i64>,
    next: Option<GameId>,
    keys: Vec<(Side, Key, u32)>,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The players' parts of the shuffle are awaited.
    Waiting,
    /// The game is on.
    Running,
    /// The game is over.
    Over,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// The secret of the shuffle.
    pub secret: Secret,
    /// When.
    pub at: i64,
}

impl Table {
    /// The table that a first entry opens.
    pub fn open(first: &Entry) -> Result<Self, FoldError> {
        let (0, [Event::Open(opening)]) = (first.seq, &first.events[..]) else {
            return Err(FoldError::NotAnOpening);
        };
        let left = opening.clock.initial().unwrap_or_default();
        Ok(Self {
            opening: (**opening).clone(),
            length: 1,
            nonces: BySide::default(),
            game: None,
            ending: None,
            offers: BySide::default(),
            quiet: BySide::default(),
            away: BySide::default(),
            here: BySide::default(),
            left: BySide { red: left, white: left },
            since: first.at,
            quota: BySide { red: LAG_AT_FIRST, white: LAG_AT_FIRST },
            next: None,
            keys: Vec::new(),
        })
    }

    /// The table of a whole log.
    pub fn replay(log: &[Entry]) -> Result<Self, FoldError> {
        let (first, rest) = log.split_first().ok_or(FoldError::NotAnOpening)?;
        let mut table = Self::open(first)?;
        for entry in rest {
            table.fold(entry)?;
        }
        Ok(table)
    }

    /// Goes on by one entry. After an error the table is to be thrown away and read again.
    pub fn fold(&mut self, entry: &Entry) -> Result<(), FoldError> {
        if entry.seq != self.length {
            return Err(FoldError::Gap { expected: self.length, found: entry.seq });
        }
        for event in &entry.events {
            self.check(event)?;
            self.fold_event(event, entry.at);
        }
        if let (Some(side), Some(key)) = (entry.by, entry.key) {
            self.keys.push((side, key, entry.seq));
        }
        self.length += 1;
        Ok(())
    }

    fn check(&self, event: &Event) -> Result<(), FoldError> {
        match event {
            Event::Open(_) => Err(FoldError::NotAnOpening),
            Event::Act { ply, .. } => match &self.game {
                Some(game) => game.position().follow(*ply).map(drop).map_err(FoldError::Illegal),
                None => Err(FoldError::NotDealt),
            },
            Event::Takeback { plies } if usize::from(*plies) > self.plies() => {
                Err(FoldError::NotDealt)
            }
            _ => Ok(()),
        }
    }

    fn fold_event(&mut self, event: &Event, at: i64) {
        match event {
            Event::Open(_) | Event::Chat { .. } => {}
            Event::Ready { side, nonce } => self.nonces[*side] = Some(nonce.clone()),
            Event::Deal { position } => {
                self.game = Some(Game::new(*position));
                self.since = at;
            }
            Event::Act { ply, left, lag } => {
                let side = self.turn();
                if let (Some(side), Some(game)) = (side, &mut self.game) {
                    let _ = game.push(*ply);
                    let rest = self.quota[side] - i64::from(*lag) + LAG_EARNED;
                    self.quota[side] = rest.min(LAG_AT_FIRST);
                }
                if let Some(left) = *left {
                    self.left = left.into();
                }
                self.since = at;
                // Who acts has answered: an offer to take back is no more.
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
            Event::Takeback { plies } => {
                if let Some(game) = &mut self.game {
                    for _ in 0..*plies {
                        game.pop();
                    }
                }
                for side in Side::ALL {
                    self.offers[side].retain(|&offer| offer != Offer::Takeback);
                }
                self.since = at;
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
            // Nothing was possible meanwhile: thinking begins that much later, and who was
            // away was not to blame.
            Event::Credit { ms } => {
                self.since += ms;
                for side in Side::ALL {
                    self.away[side] = self.away[side].map(|since| since + ms);
                }
            }
            Event::End { winner, reason, secret } => {
                self.ending =
                    Some(Ending { winner: *winner, reason: *reason, secret: secret.clone(), at });
                self.offers = BySide::default();
            }
            Event::Next { game } => self.next = Some(*game),
        }
    }

    /// What is fixed since the table was opened.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The name of the game.
    pub fn id(&self) -> GameId {
        self.opening.game
    }

    /// How many entries the log has, which is the number of the next one.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        match (&self.ending, &self.game) {
            (Some(_), _) => Stage::Over,
            (None, Some(_)) => Stage::Running,
            (None, None) => Stage::Waiting,
        }
    }

    /// The game, once it is dealt.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The position now, once it is dealt.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(Game::position)
    }

    /// How many plies were done.
    pub fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.plies().len())
    }

    /// Who is to act while the game is on.
    pub fn turn(&self) -> Option<Side> {
        let position = self.position()?;
        (self.ending.is_none() && !position.is_over()).then(|| position.side())
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What the game is or was worth: the result for a record.
    pub fn result(&self) -> GameResult {
        match &self.ending {
            None | Some(Ending { reason: Reason::Aborted, .. }) => GameResult::Unfinished,
            Some(ending) => ending.winner.map_or(GameResult::Drawn, GameResult::Won),
        }
    }

    /// A player's part of the shuffle, once given.
    pub fn nonce(&self, side: Side) -> Option<&Nonce> {
        self.nonces[side].as_ref()
    }

    /// What the server has bound itself to.
    pub fn commitment(&self) -> &Commitment {
        &self.opening.commitment
    }

    /// Whether an offer of a side stands.
    pub fn offers(&self, side: Side, offer: Offer) -> bool {
        self.offers[side].contains(&offer)
    }

    /// Whether a player is connected.
    pub fn is_here(&self, side: Side) -> bool {
        self.here[side] || matches!(self.opening.seats()[side], Seated::Computer(_))
    }

    /// Whether a player came and has not left: by a connection, which the computer does without.
    pub fn is_present(&self, side: Side) -> bool {
        self.here[side]
    }

    /// Whether a player wants to hear nothing.
    pub fn is_quiet(&self, side: Side) -> bool {
        self.quiet[side]
    }

    /// The game that follows.
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// The entry that a player's command with this number led to.
    pub fn done(&self, side: Side, key: Key) -> Option<u32> {
        let same = |&&(by, number, _): &&(Side, Key, u32)| by == side && number == key;
        self.keys.iter().rev().find(same).map(|&(.., seq)| seq)
    }

    /// Whether the clocks run: there are some, and both players have acted.
    pub fn clocks_run(&self) -> bool {
        self.stage() == Stage::Running
            && match self.opening.clock {
                Clock::Live { .. } => self.plies() >= 2,
                Clock::Days(_) => true,
                Clock::Untimed => false,
            }
    }

    /// What is left on both clocks at a time; below zero when it is up. None without a clock.
    pub fn left(&self, now: i64) -> Option<BySide<i64>> {
        self.opening.clock.initial()?;
        let mut left = self.left;
        if let (Some(side), true) = (self.turn(), self.clocks_run()) {
            left[side] -= (now - self.since).max(0);
        }
        Some(left)
    }

    /// When the side to act began to think.
    pub fn since(&self) -> i64 {
        self.since
    }

    /// How much of a lag is given back to a side for its next action.
    pub(crate) fn compensation(&self, side: Side, lag: i64) -> i64 {
        lag.clamp(0, LAG_AT_ONCE.min(self.quota[side]).max(0))
    }

    /// When something happens by itself: a clock runs out, or waiting has been long enough.
    pub fn deadline(&self) -> Option<i64> {
        let clock = self.opening.clock;
        match self.stage() {
            Stage::Over => None,
            Stage::Waiting if clock.is_live() => Some(self.since + FIRST),
            Stage::Waiting => Some(self.since + FIRST_DAYS),
            Stage::Running => {
                let side = self.turn()?;
                match clock {
                    Clock::Untimed => None,
                    Clock::Live { .. } if !self.clocks_run() => Some(self.since + FIRST),
                    // The action may be on its way: as much longer as lag would be given back.
                    Clock::Live { .. } | Clock::Days(_) => {
                        Some(self.since + self.left[side] + self.compensation(side, LAG_AT_ONCE))
                    }
                }
            }
        }
    }

    /// From when on a side may claim the game because the other is gone.
    pub fn claimable(&self, side: Side) -> Option<i64> {
        let patience = self.opening.clock.speed().patience()?;
        (self.stage() == Stage::Running).then_some(self.away[!side]? + patience)
    }

    /// The plies to take back so that a side can choose its last action again.
    pub(crate) fn takeback_of(&self, side: Side) -> Option<u16> {
        let game = self.game.as_ref()?;
        let sides = game.positions()[..game.plies().len()].iter().map(Position::side);
        let back = sides.rev().position(|by| by == side)?;
        Some(back as u16 + 1)
    }

    /// The game as a record; with the proof of its shuffle once it is over. Names are tags
    /// that the caller sets.
    pub fn record(&self) -> Option<Record> {
        let mut record = Record::of(self.game.as_ref()?);
        record.result = self.result();
        if let (Some(ending), Some(red), Some(white)) =
            (&self.ending, &self.nonces.red, &self.nonces.white)
        {
            let proof = Proof {
                game: self.id().to_string(),
                commitment: self.opening.commitment,
                nonces: BySide { red: red.clone(), white: white.clone() },
                secret: ending.secret.clone(),
            };
            proof.write(&mut record);
        }
        Some(record)
    }
}
