use bosworth_rules::{Action, Side};
use serde::{Deserialize, Serialize};

use crate::text;

/// A number that a client picks for a command, so that sending it twice does it once.
///
/// Any number up to 2⁵³ that this player has not used at this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub u64);

/// What a player wants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// I am here, and this is my part of the shuffle.
    Ready {
        /// Any text of up to 64 bytes; pick it at random.
        nonce: String,
    },
    /// Do this action. It carries how many plies had been done when it was chosen, and which
    /// revision of the position that was, so that an action meant for another position is refused.
    Act {
        /// As in the notation: `N2`, `SW1*`, `+`, `pass`.
        #[serde(with = "text")]
        action: Action,
        /// How many plies the player had seen.
        ply: u16,
        /// Which [revision](crate::Table::revision) the player had seen. Without it, an action
        /// that was chosen before a takeback may be taken for one chosen after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<u32>,
    },
    /// I give up.
    Resign,
    /// Let us not play this one: only before both have acted.
    Abort,
    /// I offer this, or accept it if the other side has offered it.
    Offer(Offer),
    /// No, or I take my own offer back.
    Decline(Offer),
    /// The other side is gone for good: end the game.
    Claim {
        /// Call it a draw instead of taking the win.
        #[serde(default)]
        draw: bool,
    },
    /// Say something.
    Chat {
        /// One line of up to 200 letters.
        text: String,
    },
    /// Hear nothing more at this table, or again.
    Quiet(bool),
}

/// What can be offered. An offer stands until it is answered; it survives a lost connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// Take my last action back. Casual games only.
    Takeback,
    /// Play again with the sides exchanged.
    Rematch,
}

/// What only the server may ask of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Look at the clock: a deadline may have passed.
    Tick,
    /// A player's first connection is there.
    Came(Side),
    /// A player's last connection is gone.
    Left(Side),
    /// A player has chosen to hear nothing at any table.
    Hush(Side),
    /// The clock of the service is about to be set by so many milliseconds: nobody pays for them.
    /// Below zero when it is put back.
    Credit(i64),
    /// The service could not be used since then: nobody pays for what of it falls into this turn.
    Outage(i64),
    /// The computer does this; the revision of the position it had seen.
    Compute(Action, u32),
}
