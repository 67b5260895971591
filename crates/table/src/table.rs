mod fold;

use std::collections::HashMap;

use bosworth_fair::{Commitment, Nonce, PileCount, Proof, Reshuffles, Secret};
use bosworth_rules::{BySide, Game, GameResult, Position, Record, Side};

use crate::budget::{Spent, TALK_AFTER_END};
use crate::{Clock, GameId, Key, Offer, Opening, Reason, Seated};

/// Lag that is given back for one action at most, in milliseconds.
const LAG_AT_ONCE: i64 = 500;
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
    /// What was left on the clocks when the side to act began to think, or at the end.
    left: BySide<i64>,
    /// When the side to act began to think, or the table was opened.
    since: i64,
    /// Up to when time was given back.
    credited: i64,
    /// Lag that can still be given back.
    quota: BySide<i64>,
    next: Option<GameId>,
    /// Which entry a player's command led to.
    keys: HashMap<(Side, Key), u32>,
    /// How often the position has changed.
    revision: u32,
    /// What everybody knows of the deck, once it is dealt.
    pile: Option<PileCount>,
    /// The lowest number that no shuffle has had.
    shuffle: u64,
    reshuffles: Reshuffles,
    spent: BySide<Spent>,
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

    /// The identity of the position: how often it has changed, by the deal, by acting and by
    /// taking back. Whoever answers a position names its revision, so that nothing chosen before
    /// a takeback is done after it.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Where the pile was shuffled anew because a draw had been taken back, as far as the game
    /// still has it.
    pub fn reshuffles(&self) -> &Reshuffles {
        &self.reshuffles
    }

    /// The number of the shuffle that the next draw begins with if so many plies are taken back;
    /// none if no card was seen that would come again.
    pub(crate) fn shuffle_after(&self, plies: u16) -> Option<u64> {
        let game = self.game.as_ref()?;
        let ply = game.plies().len().saturating_sub(usize::from(plies));
        self.reshuffles.needs(game, ply).then_some(self.shuffle)
    }

    /// What a player has done of what could be repeated without end.
    pub(crate) fn spent(&self, side: Side) -> &Spent {
        &self.spent[side]
    }

    /// From when on it is noted that a player left, in milliseconds since 1970: at once, unless
    /// that player has come and gone too often.
    pub fn leaves_from(&self, side: Side) -> i64 {
        self.spent[side].leaves_from()
    }

    /// Whether there is talk at the table: until a fair while after the end.
    pub fn may_talk(&self, now: i64) -> bool {
        self.ending.as_ref().is_none_or(|ending| now - ending.at <= TALK_AFTER_END)
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
        self.keys.get(&(side, key)).copied()
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

    /// Up to when time was given back that the service took.
    pub fn credited(&self) -> i64 {
        self.credited
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
                reshuffles: self.reshuffles.clone(),
            };
            proof.write(&mut record);
        }
        Some(record)
    }
}
