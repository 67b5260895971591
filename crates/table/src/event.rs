use bosworth_fair::{Commitment, Nonce, Secret};
use bosworth_rules::{BySide, Ply, Position, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::{AccountId, GameId, IdempotencyKey, Offer, TimeControl, text};

/// Events that happened together, appended to the log atomically.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// The sequence number, from 0.
    pub seq: u32,
    /// The time by the service clock, in milliseconds since 1970.
    pub at: i64,
    /// The player whose command caused it; `None` if the server did.
    #[serde(default, with = "text::side::option", skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// That player's idempotency key for the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<IdempotencyKey>,
    /// The events.
    pub events: Vec<Event>,
}

/// One thing that happened. It contains account ids but no names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The table was opened; always the first event, and only there.
    Open(Box<TableSetup>),
    /// A player became ready and contributed to the shuffle.
    Ready {
        /// The player.
        #[serde(with = "text::side")]
        side: Side,
        /// The player's nonce.
        #[serde(with = "text")]
        nonce: Nonce,
    },
    /// The cards were dealt.
    Deal {
        /// The initial position.
        #[serde(with = "text")]
        position: Position,
    },
    /// The side to act performed an action.
    Act {
        /// The action, with the card if it was a draw.
        #[serde(with = "text")]
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
        #[serde(with = "text::side")]
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// The player.
        #[serde(with = "text::side")]
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
        #[serde(with = "text::side")]
        side: Side,
    },
    /// A player's last connection was closed.
    Left {
        /// The player.
        #[serde(with = "text::side")]
        side: Side,
    },
    /// A player sent a chat message.
    Chat {
        /// The player.
        #[serde(with = "text::side")]
        side: Side,
        /// The message.
        text: String,
    },
    /// A player turned chat off or back on.
    Quiet {
        /// The player.
        #[serde(with = "text::side")]
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
        #[serde(with = "text::side")]
        side: Side,
        /// The end of the holiday, in milliseconds since 1970; `None` if it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// The game ended. Its secret is revealed, unless it is sealed.
    End {
        /// The winner, if any.
        #[serde(default, with = "text::side::option", skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// The reason.
        reason: EndReason,
        /// The committed secret; `None` in a sealed game.
        #[serde(default, with = "text::option", skip_serializing_if = "Option::is_none")]
        secret: Option<Secret>,
    },
    /// All games with the same sealed deal are over, and its secret is revealed.
    Unseal {
        /// The committed secret.
        #[serde(with = "text")]
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

/// What is fixed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// The id of the game.
    pub game: GameId,
    /// Red's player.
    pub red: Seated,
    /// White's player.
    pub white: Seated,
    /// The ruleset.
    #[serde(with = "text")]
    pub ruleset: Ruleset,
    /// A time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// The server's commitment to its secret.
    #[serde(with = "text")]
    pub commitment: Commitment,
    /// The game of which this is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<GameId>,
    /// Its tournament and its place there, as `TOURNAMENT/ROUND.BOARD.GAME`.
    #[serde(default, rename = "event", skip_serializing_if = "Option::is_none")]
    pub tournament_slot: Option<String>,
    /// The earlier game whose hands are dealt again, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<SharedHands>,
    /// The deal that it shares with other games, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<SealedDeal>,
}

/// A deal, hands and pile, that is shared by several games.
///
/// Commitment and key are derived from the deal's name instead of the game id, without nonces, so
/// they are the same in all of its games. Until all of these are over, each game is visible to its
/// players only, and the secret is kept: [`Event::Unseal`] reveals it, not [`Event::End`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedDeal {
    /// The name of the deal.
    pub deal: String,
    /// The end of its time window, in milliseconds since 1970, if it has one. Players may arrive
    /// until then; a player who has not finished by then loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

/// The hands of an earlier game, dealt again with a new pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedHands {
    /// The earlier game.
    pub of: GameId,
    /// Its initial position.
    #[serde(with = "text")]
    pub start: Position,
}

impl TableSetup {
    /// The players by side.
    pub fn seats(&self) -> BySide<Seated> {
        BySide { red: self.red, white: self.white }
    }

    /// The string that commitment and key are derived from besides the secret: the game id, or the
    /// name of the shared deal.
    pub fn subject(&self) -> &str {
        self.sealed.as_ref().map_or(self.game.as_str(), |sealed| &sealed.deal)
    }

    /// The side that an account plays.
    pub fn side_of(&self, account: AccountId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.seats()[side] == Seated::Account(account))
    }
}

/// The player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seated {
    /// A guest, a person or a bot.
    Account(AccountId),
    /// The computer, from level 1 to 8.
    Computer(u8),
}

impl Seated {
    /// The account; `None` for the computer.
    pub fn account(self) -> Option<AccountId> {
        match self {
            Self::Account(account) => Some(account),
            Self::Computer(_) => None,
        }
    }
}

/// The remaining time on both clocks, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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
    /// It was aborted before both had acted, or a player never arrived.
    Aborted,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; 5] =
        [Self::Played, Self::Resigned, Self::Time, Self::Gone, Self::Aborted];

    /// The reason with a wire name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The wire name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Gone => "gone",
            Self::Aborted => "aborted",
        }
    }
}
