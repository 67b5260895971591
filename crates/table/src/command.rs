use bosworth_rules::{Action, Side};
use serde::{Deserialize, Serialize};

use crate::text;

/// Idempotency key: a number that a client picks for a command, so that it is carried out once
/// however often it is sent.
///
/// Any number up to 2⁵³ that this player has not used at this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IdempotencyKey(pub u64);

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// I am here, and this is my contribution to the shuffle.
    Ready {
        /// Any text of up to 64 bytes; pick it at random.
        nonce: String,
    },
    /// Do this action. It names the number of plies and the revision of the position it was chosen
    /// for, so that an action meant for another position is refused.
    Act {
        /// As in the notation: `N2`, `SW1*`, `+`, `pass`.
        #[serde(with = "text")]
        action: Action,
        /// How many plies the player had seen.
        ply: u16,
        /// The [revision](crate::Table::revision) that the player had seen. Without it, an action
        /// chosen before a takeback may be mistaken for one chosen after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<u32>,
    },
    /// Resign.
    Resign,
    /// Abort the game: only before both have acted.
    Abort,
    /// Make this offer, or accept it if the other side has made it.
    Offer(Offer),
    /// Decline the opponent's offer, or withdraw one's own.
    Decline(Offer),
    /// Claim the game because the opponent has left for good.
    Claim {
        /// Call it a draw instead of taking the win.
        #[serde(default)]
        draw: bool,
    },
    /// Chat.
    Chat {
        /// One line of up to 200 characters.
        text: String,
    },
    /// Turn chat at this table off (true) or on again.
    Quiet(bool),
}

/// What can be offered. An offer stands until it is answered; it survives a lost connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// Take my last action back. Casual games only.
    Takeback,
    /// A rematch with the sides swapped.
    Rematch,
}

/// What only the server may ask of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableOrder {
    /// Check the clock: a deadline may have passed.
    Tick,
    /// A player's first connection was opened.
    Came(Side),
    /// A player's last connection was closed.
    Left(Side),
    /// A player has turned chat off for all tables.
    Hush(Side),
    /// The service clock is about to be set by so many milliseconds, which nobody pays for.
    /// Negative when it is set back.
    Credit(i64),
    /// The service was unavailable since then: credits the part of that which falls into this turn.
    Outage(i64),
    /// A player is on holiday until then, or no longer if that has passed. Only in correspondence
    /// games; whether a holiday counts at this table is for the server to say.
    Holiday(Side, i64),
    /// The computer does this; the revision of the position it was asked about.
    Compute(Action, u32),
    /// The host awards the game to a side; a draw if none.
    Adjudicate(Option<Side>),
    /// The host aborts the game: it counts for nobody.
    Void,
    /// All games with the deal of this one are over: reveal its secret. Whether they are is for the
    /// server to say.
    Unseal,
}
