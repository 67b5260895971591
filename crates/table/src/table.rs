pub(crate) mod deadline;
mod fold;
mod record;

use std::collections::HashMap;

use bosworth_fair::{Commitment, Nonce, PileCount, Reshuffles, Secret};
use bosworth_rules::{BySide, Game, GameResult, Position, Side};

use crate::calendar::{Calendar, HolidayPeriod};
use crate::limits::{CHAT_AFTER_END_MS, MIN_RATED_PLIES};
use crate::usage::Usage;
use crate::{EndReason, GameId, IdempotencyKey, Offer, Refusal, Seated, TableSetup, TimeControl};

/// The number of plies, one by each player, before the clocks of a live game run.
const PLIES_BEFORE_CLOCKS: usize = 2;
/// The maximum lag compensation for one action, in milliseconds.
const MAX_LAG_PER_ACTION_MS: i64 = 500;

/// A table as everyone sees it: the fold over its log.
#[derive(Clone, Debug)]
pub struct Table {
    setup: TableSetup,
    /// The number of log entries.
    length: u32,
    nonces: BySide<Option<Nonce>>,
    game: Option<Game>,
    ending: Option<GameEnd>,
    offers: BySide<Vec<Offer>>,
    quiet: BySide<bool>,
    /// Since when a player who had been connected has been away.
    away: BySide<Option<i64>>,
    here: BySide<bool>,
    /// The remaining time at the start of the turn, or at the end of the game.
    time_at_turn_start: BySide<i64>,
    /// When the turn started, or the table was opened.
    turn_started_at: i64,
    /// The time up to which lost time has been credited.
    credited: i64,
    /// The remaining quota of lag compensation.
    quota: BySide<i64>,
    next: Option<GameId>,
    /// The entry of each command, by idempotency key.
    keys: HashMap<(Side, IdempotencyKey), u32>,
    /// The number of times the position has changed.
    revision: u32,
    /// What everyone knows about the deck, once dealt.
    pile: Option<PileCount>,
    /// The next unused shuffle number.
    shuffle: u64,
    reshuffles: Reshuffles,
    usage: BySide<Usage>,
    holidays: BySide<Vec<HolidayPeriod>>,
}

/// The stage of a table.
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
    /// The winner, if any.
    pub winner: Option<Side>,
    /// The reason.
    pub reason: EndReason,
    /// The player whose command ended it, if it was one.
    pub by: Option<Side>,
    /// The secret of the shuffle; `None` while the game is sealed.
    pub secret: Option<Secret>,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

impl Table {
    /// What was fixed when the table was opened.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// The id of the game.
    pub fn id(&self) -> GameId {
        self.setup.game
    }

    /// The number of log entries, which is the sequence number of the next one.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The identity of the position: how many times it has changed, by the deal, actions and
    /// takebacks. Actions name the revision they were chosen for, so that none from before a
    /// takeback is performed after it.
    pub fn revision(&self) -> u32 {
        self.revision
    }

    /// Where the pile was reshuffled because a draw had been taken back, unless that part of the
    /// game was taken back too.
    pub fn reshuffles(&self) -> &Reshuffles {
        &self.reshuffles
    }

    /// The number of the reshuffle needed if `plies` are taken back; `None` if no draw is among
    /// them.
    pub(crate) fn shuffle_after(&self, plies: u16) -> Option<u64> {
        let game = self.game.as_ref()?;
        let ply = game.plies().len().saturating_sub(usize::from(plies));
        self.reshuffles.needs(game, ply).then_some(self.shuffle)
    }

    /// What a player has used of the limits.
    pub(crate) fn usage(&self, side: Side) -> &Usage {
        &self.usage[side]
    }

    /// The earliest time at which a player's departure is recorded, in milliseconds since 1970.
    /// `i64::MIN`, that is at once, unless the player has connected and disconnected too often.
    pub fn departures_recorded_from(&self, side: Side) -> i64 {
        self.usage[side].departures_recorded_from()
    }

    /// Whether chat is open, which it is until some time after the end.
    pub fn is_chat_open(&self, now: i64) -> bool {
        self.ending.as_ref().is_none_or(|ending| now.saturating_sub(ending.at) <= CHAT_AFTER_END_MS)
    }

    /// The current stage.
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

    /// The number of plies.
    pub fn plies(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.plies().len())
    }

    /// The side to act, while the game is in progress.
    pub fn turn(&self) -> Option<Side> {
        let position = self.position()?;
        (self.ending.is_none() && !position.is_over()).then(|| position.side())
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<&GameEnd> {
        self.ending.as_ref()
    }

    /// The result as in records.
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
        &self.setup.commitment
    }

    /// Whether the game is visible to its players only, because others play the same deal.
    pub fn is_sealed(&self) -> bool {
        let revealed = self.ending.as_ref().is_some_and(|ending| ending.secret.is_some());
        self.setup.sealed.is_some() && !revealed
    }

    /// The end of the game's time window, if it has one.
    pub fn closes_at(&self) -> Option<i64> {
        self.setup.sealed.as_ref()?.until
    }

    /// Whether an offer of a side is open.
    pub fn offers(&self, side: Side, offer: Offer) -> bool {
        self.offers[side].contains(&offer)
    }

    /// Whether a player is connected; the computer always is.
    pub fn is_connected(&self, side: Side) -> bool {
        self.here[side] || matches!(self.setup.seats()[side], Seated::Computer(_))
    }

    /// Whether a player has an open connection; the computer never has.
    pub fn has_connection(&self, side: Side) -> bool {
        self.here[side]
    }

    /// Whether a player has turned chat off.
    pub fn is_quiet(&self, side: Side) -> bool {
        self.quiet[side]
    }

    /// The id of the rematch, once agreed.
    pub fn rematch(&self) -> Option<GameId> {
        self.next
    }

    /// The sequence number of the entry of a player's command, if it was carried out.
    pub fn seq_of_command(&self, side: Side, key: IdempotencyKey) -> Option<u32> {
        self.keys.get(&(side, key)).copied()
    }

    /// Whether the clocks are running: in live games, once both players have acted.
    pub fn clocks_run(&self) -> bool {
        self.stage() == Stage::Running
            && match self.setup.clock {
                TimeControl::Live { .. } => self.plies() >= PLIES_BEFORE_CLOCKS,
                TimeControl::Days(_) => true,
                TimeControl::Untimed => false,
            }
    }

    /// The remaining time on both clocks; negative once it has run out. `None` in untimed games.
    pub fn time_left(&self, now: i64) -> Option<BySide<i64>> {
        self.setup.clock.initial()?;
        let mut left = self.time_at_turn_start;
        if let (Some(side), true) = (self.turn(), self.clocks_run()) {
            left[side] = left[side].saturating_sub(self.elapsed(now));
        }
        Some(left)
    }

    /// The calendar of the running clock.
    fn calendar(&self) -> Calendar<'_> {
        match (self.setup.clock, self.turn()) {
            (TimeControl::Days(days), Some(side)) => {
                Calendar { weekends_off: days.weekends_off, holidays: &self.holidays[side] }
            }
            _ => Calendar::default(),
        }
    }

    /// How much of the time between two moments runs on the clock, in milliseconds; negative if the
    /// second one is earlier.
    pub(crate) fn counted(&self, from: i64, to: i64) -> i64 {
        self.calendar().counted(from, to)
    }

    /// The clock time used in this turn so far, in milliseconds.
    pub(crate) fn elapsed(&self, now: i64) -> i64 {
        self.counted(self.turn_started_at, now).max(0)
    }

    /// The end of a player's holiday, if one is in progress.
    pub fn holiday(&self, side: Side, now: i64) -> Option<i64> {
        let last = self.holidays[side].last().filter(|_| self.ending.is_none());
        last.filter(|holiday| now < holiday.until).map(|holiday| holiday.until)
    }

    /// When the turn started.
    pub fn turn_started_at(&self) -> i64 {
        self.turn_started_at
    }

    /// The time up to which lost time has been credited.
    pub fn credited(&self) -> i64 {
        self.credited
    }

    /// The compensation for a lag in a side's next action.
    pub(crate) fn compensation(&self, side: Side, lag: i64) -> i64 {
        lag.clamp(0, MAX_LAG_PER_ACTION_MS.min(self.quota[side]).max(0))
    }

    /// The time from which a side may claim the game because the opponent is gone.
    pub fn claimable_at(&self, side: Side) -> Option<i64> {
        let patience = self.setup.clock.speed().claim_delay()?;
        (self.stage() == Stage::Running).then_some(self.away[!side]?.saturating_add(patience))
    }

    /// Whether the game can still be aborted: while not both players have acted, or while
    /// leaving aborts it.
    pub fn can_be_aborted(&self) -> bool {
        self.stage() != Stage::Over
            && (self.plies() < PLIES_BEFORE_CLOCKS || self.is_aborted_by_leaving())
    }

    /// Whether a rated game is too short to change the ratings.
    pub fn is_too_short_to_rate(&self) -> bool {
        self.setup.rated && self.plies() < MIN_RATED_PLIES
    }

    /// Whether resigning, running out of time or leaving aborts the game because it is too short to
    /// change the ratings. In a tournament it counts there however short it is: nobody can escape a
    /// loss by leaving.
    pub(crate) fn is_aborted_by_leaving(&self) -> bool {
        self.setup.tournament_slot.is_none() && self.is_too_short_to_rate()
    }

    /// Who forfeits a tournament game that was aborted: the player who aborted it; else those who
    /// were never ready; else the one who did not act. Nobody if the host aborted it after both had
    /// acted, and nobody outside tournaments.
    pub fn forfeits(&self) -> BySide<bool> {
        let aborted = |ending: &&GameEnd| ending.reason == EndReason::Aborted;
        let ending = self.ending.as_ref().filter(aborted);
        let Some(ending) = ending.filter(|_| self.setup.tournament_slot.is_some()) else {
            return BySide::default();
        };
        BySide::from_fn(|side| match (ending.by, self.position()) {
            (Some(by), _) => by == side,
            (None, None) => self.nonces[side].is_none(),
            (None, Some(position)) => self.plies() < PLIES_BEFORE_CLOCKS && position.side() == side,
        })
    }

    /// Who has won: as the game ended, or in a tournament because the opponent alone forfeits it.
    pub fn winner(&self) -> Option<Side> {
        let forfeits = self.forfeits();
        let unopposed = |side: &Side| forfeits[!*side] && !forfeits[*side];
        self.ending.as_ref()?.winner.or_else(|| Side::ALL.into_iter().find(unopposed))
    }

    /// Whether actions may be taken back at all. Cards drawn before a takeback would reveal later
    /// ones, and players of the same deal have no second try.
    pub fn check_takebacks(&self) -> Result<(), Refusal> {
        if self.setup.rated {
            return Err(Refusal::Rated);
        }
        if self.setup.sealed.is_some() {
            return Err(Refusal::Sealed);
        }
        Ok(())
    }

    /// The number of plies to take back so that a side can choose its last action again.
    pub fn plies_to_take_back(&self, side: Side) -> Option<u16> {
        let game = self.game.as_ref()?;
        let sides = game.positions()[..game.plies().len()].iter().map(Position::side);
        let back = sides.rev().position(|by| by == side)?;
        Some(back as u16 + 1)
    }
}
