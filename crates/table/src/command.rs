use bosworth_rules::{Action, Side};
use serde::{Deserialize, Serialize};

use crate::text_serde;

/// An idempotency key: a number chosen by the client, so that a command takes effect once however
/// often it is sent.
///
/// Any number up to 2⁵³ that the player has not used at this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Key"))]
#[serde(transparent)]
pub struct IdempotencyKey(
    #[cfg_attr(feature = "schema", schemars(range(max = 1_u64 << 53)))] pub u64,
);

/// A player's command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Announce readiness, with a contribution to the shuffle.
    Ready {
        /// Any text of up to 64 bytes; choose it at random.
        #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
        nonce: String,
    },
    /// Perform an action. Ply count and revision identify the position it was chosen for, so that it
    /// is refused in any other.
    Act {
        /// As in the notation: `N2`, `SW1*`, `+`, `pass`.
        #[serde(with = "text_serde")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        action: Action,
        /// The number of plies the player had seen: an action meant for another position is refused.
        ply: u16,
        /// The revision of the position that the player had seen. Without it, an action chosen
        /// before a takeback may be taken for one chosen after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        revision: Option<u32>,
    },
    /// Resign. A rated game outside tournaments is aborted instead, until each player has acted
    /// four times.
    Resign,
    /// Abort the game, before both players have acted; a rated game outside tournaments, before
    /// each has acted four times. In a tournament, this forfeits the game.
    Abort,
    /// Make an offer, or accept the same offer from the opponent.
    Offer(Offer),
    /// Decline the opponent's offer, or withdraw your own.
    Decline(Offer),
    /// Claim the game because the opponent has disconnected for too long.
    Claim {
        /// Claim a draw instead of a win.
        #[serde(default)]
        draw: bool,
    },
    /// Chat.
    Chat {
        /// One line.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::MAX_CHAT_CHARS)))]
        text: String,
    },
    /// Turn chat at this table off (true) or back on.
    Quiet(bool),
}

/// An offer. It stays open until it is answered, even if the connection is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    /// Take back my last action. Casual games only.
    Takeback,
    /// A rematch with the sides swapped.
    Rematch,
}

/// A command from the server itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableOrder {
    /// Check the deadlines.
    Tick,
    /// A player's first connection was opened.
    Came(Side),
    /// A player's last connection was closed.
    Left(Side),
    /// A player has turned off chat at all tables.
    Mute(Side),
    /// The service clock is about to be adjusted by this many milliseconds, which are credited to
    /// the side to act. Negative when it is set back.
    Credit(i64),
    /// The service has been unavailable since this time: credits the part that falls into the
    /// current turn.
    Outage(i64),
    /// A player is on holiday until this time; a time in the past ends the holiday. Correspondence
    /// games only; the server decides whether a holiday applies to this table.
    Holiday(Side, i64),
    /// The computer's action, with the revision of the position it was chosen for.
    Compute(Action, u32),
    /// The host awards the game to a side, or declares a draw.
    Adjudicate(Option<Side>),
    /// The host aborts the game, without a result.
    Void,
    /// All games with this shared deal are over: reveal its secret. The server must have checked
    /// that they are.
    Unseal,
}
