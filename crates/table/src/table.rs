mod deadline;
mod fold;
mod record;

use std::collections::HashMap;

use bosworth_fair::{Commitment, Nonce, PileCount, Reshuffles, Secret};
use bosworth_rules::{BySide, Game, GameResult, Position, Side};

use crate::budget::{Spent, TALK_AFTER_END};
use crate::calendar::{Calendar, Holiday};
use crate::{EndReason, GameId, IdempotencyKey, Offer, Seated, TableSetup, TimeControl};

/// The most lag that is compensated for one action, in milliseconds.
const LAG_AT_ONCE: i64 = 500;

/// A table as everybody sees it: the fold over its log.
#[derive(Clone, Debug)]
pub struct Table {
    opening: TableSetup,
    /// How many entries the log has.
    length: u32,
    nonces: BySide<Option<Nonce>>,
    game: Option<Game>,
    ending: Option<GameEnd>,
    offers: BySide<Vec<Offer>>,
    quiet: BySide<bool>,
    /// Since when a player has been away who had been there.
    away: BySide<Option<i64>>,
    here: BySide<bool>,
    /// What was left on the clocks when the turn began, or at the end.
    left: BySide<i64>,
    /// When the turn began, or the table was opened.
    since: i64,
    /// Up to when lost time has been credited.
    credited: i64,
    /// How much lag can still be compensated.
    quota: BySide<i64>,
    next: Option<GameId>,
    /// The entry that each idempotency key led to.
    keys: HashMap<(Side, IdempotencyKey), u32>,
    /// How often the position has changed.
    revision: u32,
    /// What everybody knows of the deck, once dealt.
    pile: Option<PileCount>,
    /// The lowest number that no shuffle has used.
    shuffle: u64,
    reshuffles: Reshuffles,
    spent: BySide<Spent>,
    holidays: BySide<Vec<Holiday>>,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Waiting for the players' nonces.
    Waiting,
    /// The game is in progress.
    Running,
    /// The game is over.
    Over,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
    /// The secret of the shuffle; none while the game is sealed.
    pub secret: Option<Secret>,
    /// When.
    pub at: i64,
}

impl Table {
    /// What was fixed when the table was opened.
    pub fn opening(&self) -> &TableSetup {
        &self.opening
    }

    /// The id of the game.
    pub fn id(&self) -> GameId {
        self.opening.game
    }

    /// How many entries the log has, which is the number of the next one.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The identity of the position: how often it has changed, by the deal, by actions and by
    /// takebacks. Whoever answers a position names its revision, so that nothing chosen before a
    /// takeback is done after it.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Where the pile was reshuffled because a draw had been taken back, as far as that part of the
    /// game still stands.
    pub fn reshuffles(&self) -> &Reshuffles {
        &self.reshuffles
    }

    /// The shuffle that the next draw starts with if so many plies are taken back; none if no drawn
    /// card would come again.
    pub(crate) fn shuffle_after(&self, plies: u16) -> Option<u64> {
        let game = self.game.as_ref()?;
        let ply = game.plies().len().saturating_sub(usize::from(plies));
        self.reshuffles.needs(game, ply).then_some(self.shuffle)
    }

    /// What a player has used up of their budgets.
    pub(crate) fn spent(&self, side: Side) -> &Spent {
        &self.spent[side]
    }

    /// From when on it is recorded that a player left, in milliseconds since 1970: at once, unless
    /// that player has come and gone too often.
    pub fn leaves_from(&self, side: Side) -> i64 {
        self.spent[side].leaves_from()
    }

    /// Whether chat is open: until some time after the end.
    pub fn may_talk(&self, now: i64) -> bool {
        self.ending.as_ref().is_none_or(|ending| now.saturating_sub(ending.at) <= TALK_AFTER_END)
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        match (&self.ending, &self.game) {
            (Some(_), _) => Stage::Over,
            (None, Some(_)) => Stage::Running,
            (None, None) => Stage::Waiting,
        }
    }

    /// The game, once dealt.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The current position, once dealt.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(Game::position)
    }

    /// How many plies were done.
    pub fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.plies().len())
    }

    /// The side to act while the game is in progress.
    pub fn turn(&self) -> Option<Side> {
        let position = self.position()?;
        (self.ending.is_none() && !position.is_over()).then(|| position.side())
    }

    /// How it ended.
    pub fn ending(&self) -> Option<&GameEnd> {
        self.ending.as_ref()
    }

    /// The result, as records have it.
    pub fn result(&self) -> GameResult {
        match &self.ending {
            None | Some(GameEnd { reason: EndReason::Aborted, .. }) => GameResult::Unfinished,
            Some(ending) => ending.winner.map_or(GameResult::Drawn, GameResult::Won),
        }
    }

    /// A player's nonce, once given.
    pub fn nonce(&self, side: Side) -> Option<&Nonce> {
        self.nonces[side].as_ref()
    }

    /// The server's commitment to its secret.
    pub fn commitment(&self) -> &Commitment {
        &self.opening.commitment
    }

    /// Whether only its players may see the game: others play the same deal.
    pub fn is_sealed(&self) -> bool {
        let revealed = self.ending.as_ref().is_some_and(|ending| ending.secret.is_some());
        self.opening.sealed.is_some() && !revealed
    }

    /// When the time window closes in which the game has to be played, if it has one.
    pub fn closes(&self) -> Option<i64> {
        self.opening.sealed.as_ref()?.until
    }

    /// Whether a side's offer stands.
    pub fn offers(&self, side: Side, offer: Offer) -> bool {
        self.offers[side].contains(&offer)
    }

    /// Whether a player is connected.
    pub fn is_here(&self, side: Side) -> bool {
        self.here[side] || matches!(self.opening.seats()[side], Seated::Computer(_))
    }

    /// Whether a player came and has not left, by connection; the computer has none.
    pub fn is_present(&self, side: Side) -> bool {
        self.here[side]
    }

    /// Whether a player has turned chat off.
    pub fn is_quiet(&self, side: Side) -> bool {
        self.quiet[side]
    }

    /// The rematch.
    pub fn next(&self) -> Option<GameId> {
        self.next
    }

    /// The entry that a player's command with this idempotency key led to.
    pub fn done(&self, side: Side, key: IdempotencyKey) -> Option<u32> {
        self.keys.get(&(side, key)).copied()
    }

    /// Whether the clocks are running: there are some, and both players have acted.
    pub fn clocks_run(&self) -> bool {
        self.stage() == Stage::Running
            && match self.opening.clock {
                TimeControl::Live { .. } => self.plies() >= 2,
                TimeControl::Days(_) => true,
                TimeControl::Untimed => false,
            }
    }

    /// What is left on both clocks at a time; negative when it is up. None without a clock.
    pub fn left(&self, now: i64) -> Option<BySide<i64>> {
        self.opening.clock.initial()?;
        let mut left = self.left;
        if let (Some(side), true) = (self.turn(), self.clocks_run()) {
            left[side] = left[side].saturating_sub(self.elapsed(now));
        }
        Some(left)
    }

    /// Which time is on the clock that runs.
    fn calendar(&self) -> Calendar<'_> {
        match (self.opening.clock, self.turn()) {
            (TimeControl::Days(days), Some(side)) => {
                Calendar { weekends_off: days.weekends_off, holidays: &self.holidays[side] }
            }
            _ => Calendar::default(),
        }
    }

    /// How much of the time between two moments is on the clock that runs, in milliseconds;
    /// negative if the second one is the earlier one.
    pub(crate) fn counted(&self, from: i64, to: i64) -> i64 {
        self.calendar().counted(from, to)
    }

    /// How much of the turn is on the clock so far, in milliseconds.
    pub(crate) fn elapsed(&self, now: i64) -> i64 {
        self.counted(self.since, now).max(0)
    }

    /// Until when a player is on holiday, if they are.
    pub fn holiday(&self, side: Side, now: i64) -> Option<i64> {
        let last = self.holidays[side].last().filter(|_| self.ending.is_none());
        last.filter(|holiday| now < holiday.until).map(|holiday| holiday.until)
    }

    /// When the turn began.
    pub fn since(&self) -> i64 {
        self.since
    }

    /// Up to when time that the service took has been credited.
    pub fn credited(&self) -> i64 {
        self.credited
    }

    /// How much of a lag is compensated for a side's next action.
    pub(crate) fn compensation(&self, side: Side, lag: i64) -> i64 {
        lag.clamp(0, LAG_AT_ONCE.min(self.quota[side]).max(0))
    }

    /// From when on a side may claim the game because the opponent is gone.
    pub fn claimable(&self, side: Side) -> Option<i64> {
        let patience = self.opening.clock.speed().patience()?;
        (self.stage() == Stage::Running).then_some(self.away[!side]?.saturating_add(patience))
    }

    /// How many plies to take back so that a side can choose its last action again.
    pub(crate) fn takeback_of(&self, side: Side) -> Option<u16> {
        let game = self.game.as_ref()?;
        let sides = game.positions()[..game.plies().len()].iter().map(Position::side);
        let back = sides.rev().position(|by| by == side)?;
        Some(back as u16 + 1)
    }
}
