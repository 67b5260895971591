use std::time::Duration;

use bosworth_client::protocol::{Offer, PlayerView, Players, Stage, Table, TimeControl};
use bosworth_client::{Play, clocks};
use bosworth_rules::{BySide, Game, Side};

use super::sanitise::sanitise;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A snapshot of an online table. Times are in milliseconds since 1970.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table.
    pub table: Table,
    /// Who plays.
    pub players: Players,
    /// The side played here; none for a spectator.
    pub side: Option<Side>,
    /// The clock offset: how far the server's clock is ahead of the local one.
    pub ahead: i64,
    /// Whether a command awaits acknowledgement.
    pub sending: bool,
    /// The number of spectators.
    pub watchers: u32,
    /// The chat, the latest message last.
    pub chat: Vec<(Side, String)>,
}

impl Snapshot {
    /// The current state of a game; none before its table has arrived.
    pub fn of(play: &Play) -> Option<Self> {
        let live = play.live()?;
        Some(Self {
            table: live.table.clone(),
            players: live.players.clone(),
            side: play.side(),
            ahead: play.ahead(),
            sending: play.is_waiting(),
            watchers: live.watchers,
            chat: live.chat.iter().map(|(side, text)| (*side, sanitise(text))).collect(),
        })
    }

    /// The game, once it is dealt.
    pub fn game(&self) -> Option<&Game> {
        self.table.game()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.table.stage() == Stage::Over
    }

    /// Whether it is this player's turn.
    pub fn is_my_turn(&self) -> bool {
        self.side.is_some() && self.table.turn() == self.side
    }

    /// Whether it is this player's turn and passing is the only legal action.
    pub fn must_pass(&self) -> bool {
        self.is_my_turn() && self.table.position().is_some_and(|position| position.actions().pass)
    }

    /// Whether the game can still be aborted.
    pub fn may_abort(&self) -> bool {
        self.table.can_be_aborted()
    }

    /// Whether a player forfeits the game by aborting it or by not coming, because it belongs to a
    /// tournament.
    pub fn abort_forfeits(&self) -> bool {
        self.table.setup().tournament_slot.is_some()
    }

    /// Whether the opponent has made this offer.
    pub fn is_offered(&self, offer: Offer) -> bool {
        self.side.is_some_and(|side| self.table.offers(!side, offer))
    }

    /// Whether this side has made this offer.
    pub fn offers(&self, offer: Offer) -> bool {
        self.side.is_some_and(|side| self.table.offers(side, offer))
    }

    /// The remaining time on both clocks.
    pub fn left(&self, now: i64) -> Option<BySide<i64>> {
        self.table.time_left(now + self.ahead)
    }

    /// Whether the time is low enough for a warning.
    pub fn is_low(&self, left: i64) -> bool {
        clocks::is_low(self.table.setup().clock, left)
    }

    /// In how many milliseconds the game of an absent opponent may be claimed; zero if now, none if
    /// the opponent is present.
    pub fn claimable_in(&self, now: i64) -> Option<i64> {
        clocks::claimable_in(&self.table, self.side?, now + self.ahead)
    }

    /// In how many milliseconds the game is aborted unless a player acts; none once clocks run.
    pub fn first_within(&self, now: i64) -> Option<i64> {
        clocks::called_off_in(&self.table, now + self.ahead)
    }

    /// The time until something on display changes; none while nothing ticks.
    pub fn tick(&self, now: i64) -> Option<Duration> {
        let mut waits = Vec::new();
        if let (Some(left), Some(side), true) =
            (self.left(now), self.table.turn(), self.table.clocks_run())
        {
            let left = left[side];
            let step = match self.table.setup().clock {
                TimeControl::Days(_) if left >= DAY => HOUR,
                TimeControl::Days(_) if left >= HOUR => MINUTE,
                _ => SECOND,
            };
            if left > 0 {
                waits.push(left % step + 1);
            }
        }
        let counted = [self.claimable_in(now), self.first_within(now)];
        waits
            .extend(counted.into_iter().flatten().filter(|left| *left > 0).map(|l| l % SECOND + 1));
        waits.into_iter().min().map(|wait| Duration::from_millis(wait as u64))
    }

    /// The sanitised name of a player; none for the computer.
    pub fn name(&self, side: Side) -> Option<String> {
        self.players.of(side).name().map(sanitise)
    }

    /// The level of a side that the computer plays.
    pub fn level(&self, side: Side) -> Option<u8> {
        match self.players.of(side) {
            PlayerView::Computer { level } => Some(*level),
            PlayerView::Account { .. } => None,
        }
    }

    /// The rating of a player, with a mark if it is provisional.
    pub fn rating(&self, side: Side) -> Option<String> {
        match self.players.of(side) {
            PlayerView::Account { rating: Some(rating), .. } => {
                let mark = if rating.is_provisional() { "?" } else { "" };
                Some(format!("{:.0}{mark}", rating.rating))
            }
            _ => None,
        }
    }
}

/// Time on a clock: `4:59`, `1:04:59`; with days `1d 04h`, `3h 07m`.
pub fn time_text(left: i64, clock: TimeControl) -> String {
    let left = left.max(0);
    let (days, hours) = (left / DAY, left % DAY / HOUR);
    let (minutes, seconds) = (left % HOUR / MINUTE, left % MINUTE / SECOND);
    match (clock, left) {
        (TimeControl::Days(_), DAY..) => format!("{days}d {hours:02}h"),
        (TimeControl::Days(_), HOUR..) => format!("{hours}h {minutes:02}m"),
        (_, HOUR..) => format!("{}:{minutes:02}:{seconds:02}", left / HOUR),
        _ => format!("{minutes}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use bosworth_client::protocol::Days;

    use super::*;

    #[test]
    fn times_are_formatted_by_magnitude() {
        let live = TimeControl::Live { minutes: 5, increment: 3 };
        for (left, clock, shown) in [
            (299_999, live, "4:59"),
            (-5, live, "0:00"),
            (9_000, live, "0:09"),
            (HOUR + 5 * SECOND, live, "1:00:05"),
            (DAY + 4 * HOUR, TimeControl::Days(Days::per_action(2)), "1d 04h"),
            (3 * HOUR + 7 * MINUTE, TimeControl::Days(Days::per_action(2)), "3h 07m"),
            (59 * SECOND, TimeControl::Days(Days::per_action(2)), "0:59"),
        ] {
            assert_eq!(time_text(left, clock), shown);
        }
    }
}
