use bosworth_fair::{Nonce, Secret};
use bosworth_rules::{BySide, Ply, Position, Side};
use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use crate::{GameId, Offer, TableSetup, text_serde};

/// One thing that happened. It contains account ids but no names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The table was opened; always the first event, and only there.
    Open(Box<TableSetup>),
    /// A player became ready and contributed to the shuffle.
    Ready {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// The player's contribution to the shuffle.
        #[serde(with = "text_serde")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        nonce: Nonce,
    },
    /// The cards were dealt.
    Deal {
        /// The initial position.
        #[serde(with = "text_serde")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        position: Position,
    },
    /// The side to act performed an action.
    Act {
        /// The action, with the card if it was a draw.
        #[serde(with = "text_serde")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        ply: Ply,
        /// The remaining time on both clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Times>,
        /// The lag compensation granted, in milliseconds.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u16,
    },
    /// A player made an offer.
    Offer {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// The last plies were taken back.
    Takeback {
        /// The number of plies.
        plies: u16,
        /// The number of the reshuffle before the next draw, if a draw was taken back, so that the
        /// known card is not drawn again. Absent in logs from before this rule, where the same
        /// cards are drawn again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<u64>,
    },
    /// A player connected.
    Came {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
    },
    /// A player's last connection was closed.
    Left {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
    },
    /// A player sent a chat message.
    Chat {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// The message.
        text: String,
    },
    /// A player turned chat off or back on.
    Quiet {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// Whether chat is off.
        on: bool,
    },
    /// Time lost by the service was credited.
    Credit {
        /// The amount in milliseconds.
        ms: i64,
        /// The part of it that ran on the clock of the side to act, if not all of it: weekends and
        /// holidays are not credited, because they cost no time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<i64>,
    },
    /// A player's holiday started, changed or ended; their clock stops during it.
    Holiday {
        /// The player.
        #[serde(with = "text_serde::side")]
        #[cfg_attr(feature = "schema", schemars(with = "crate::SideName"))]
        side: Side,
        /// The end of the holiday, in milliseconds since 1970; missing if it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// The game ended. Its secret is revealed, unless it is sealed.
    End {
        /// The winner, if any.
        #[serde(
            default,
            with = "text_serde::side::option",
            skip_serializing_if = "Option::is_none"
        )]
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::SideName>"))]
        winner: Option<Side>,
        /// The reason.
        reason: EndReason,
        /// The committed secret; missing in a sealed game.
        #[serde(default, with = "text_serde::option", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        secret: Option<Secret>,
    },
    /// All games with the same sealed deal are over, and its secret is revealed.
    Unseal {
        /// The committed secret.
        #[serde(with = "text_serde")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        secret: Secret,
    },
    /// A rematch was agreed.
    Next {
        /// The id of the new game.
        game: GameId,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// The remaining time on both clocks, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct Times {
    pub red: i64,
    pub white: i64,
}

impl From<BySide<i64>> for Times {
    fn from(BySide { red, white }: BySide<i64>) -> Self {
        Self { red, white }
    }
}

impl From<Times> for BySide<i64> {
    fn from(Times { red, white }: Times) -> Self {
        Self { red, white }
    }
}

/// Why a game ended.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Debug, EnumCount, VariantArray, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// It was played to the end.
    Played,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    Time,
    /// A player left, and the opponent claimed the game.
    Gone,
    /// It was aborted before both had acted, a player never arrived, or a player left a rated game
    /// that was too short to be rated. In a tournament, the player who caused it forfeits.
    Aborted,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().unwrap();

    /// The wire names of all reasons.
    pub const NAMES: [&str; Self::COUNT] = {
        let mut names = [""; Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            names[index] = Self::ALL[index].name();
            index += 1;
        }
        names
    };

    /// The reason with a wire name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The wire name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Gone => "gone",
            Self::Aborted => "aborted",
        }
    }
}
