use bosworth_fair::{Commitment, Nonce, Secret};
use bosworth_rules::{BySide, Ply, Position, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::{AccountId, GameId, IdempotencyKey, Offer, TimeControl, text};

/// What happened at one moment: all of it is in the log, or nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its sequence number, from 0.
    pub seq: u32,
    /// When, in milliseconds since 1970, by the service clock.
    pub at: i64,
    /// The player whose command it was; none if it was the server's doing.
    #[serde(default, with = "text::side::option", skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// That player's idempotency key for the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<IdempotencyKey>,
    /// What.
    pub events: Vec<Event>,
}

/// One thing that happened. It names no people, only account ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The table was opened; always the first event, and only there.
    Open(Box<TableSetup>),
    /// A player is ready and has contributed to the shuffle.
    Ready {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
        /// The player's nonce.
        #[serde(with = "text")]
        nonce: Nonce,
    },
    /// The cards were dealt.
    Deal {
        /// The first position.
        #[serde(with = "text")]
        position: Position,
    },
    /// The side to act acted.
    Act {
        /// The action, with the card that was drawn.
        #[serde(with = "text")]
        ply: Ply,
        /// What is left on the clocks, if there are any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Times>,
        /// How many milliseconds of lag were compensated.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u16,
    },
    /// Something was offered.
    Offer {
        /// By whom.
        #[serde(with = "text::side")]
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// By whom.
        #[serde(with = "text::side")]
        side: Side,
        /// What.
        offer: Offer,
    },
    /// The last plies were taken back.
    Takeback {
        /// How many.
        plies: u16,
        /// The shuffle that the next draw starts with, if a draw was among them: nobody draws a
        /// card again that was seen. Logs from before this rule have none; there, the same cards
        /// come again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<u64>,
    },
    /// A player connected.
    Came {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
    },
    /// A player's last connection was closed.
    Left {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
    },
    /// Somebody chatted.
    Chat {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
        /// What.
        text: String,
    },
    /// A player turned chat off or on again.
    Quiet {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
        /// Whether chat is off.
        on: bool,
    },
    /// Time that the service took is credited.
    Credit {
        /// How many milliseconds.
        ms: i64,
        /// How many of them would have been on the clock of the side to act, if not all: those of
        /// weekends and holidays are not given back, because nobody has spent them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        counted: Option<i64>,
    },
    /// A player is on holiday, during which their clock stands still, or is back early.
    Holiday {
        /// Who.
        #[serde(with = "text::side")]
        side: Side,
        /// Until when, in milliseconds since 1970; none if it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// The game is over, and its secret is revealed unless it is sealed.
    End {
        /// Who won, if anybody.
        #[serde(default, with = "text::side::option", skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// Why it ended.
        reason: EndReason,
        /// What the commitment was to; none in a sealed game.
        #[serde(default, with = "text::option", skip_serializing_if = "Option::is_none")]
        secret: Option<Secret>,
    },
    /// All games with the deal of a sealed game are over, and its secret is revealed.
    Unseal {
        /// What the commitment was to.
        #[serde(with = "text")]
        secret: Secret,
    },
    /// A rematch was agreed on.
    Next {
        /// Its id.
        game: GameId,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// What is fixed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// The id of the game.
    pub game: GameId,
    /// Who plays Red.
    pub red: Seated,
    /// Who plays White.
    pub white: Seated,
    /// The ruleset.
    #[serde(with = "text")]
    pub ruleset: Ruleset,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
    /// The server's commitment to its secret.
    #[serde(with = "text")]
    pub commitment: Commitment,
    /// The game this one is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<GameId>,
    /// The event it is a game of and its place there, as `EVENT/ROUND.BOARD.GAME`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// What it has of the deal of another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<SharedHands>,
    /// The deal that it has in common with other games, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<SealedDeal>,
}

/// A deal, hands and pile, that several games have in common.
///
/// Commitment and key are those of the deal's name, not of the game's id, and no nonce is part of
/// them, so all of its games have the same. Until they are all over, only its players may see a
/// game, and its secret is kept: [`Event::Unseal`] reveals it, not [`Event::End`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SealedDeal {
    /// The name of the deal.
    pub deal: String,
    /// When its time window closes, in milliseconds since 1970, if it has one: players may come
    /// until then, and whoever has not finished loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

/// The hands of another game, which are dealt again, with a pile of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharedHands {
    /// That game.
    pub of: GameId,
    /// How it started.
    #[serde(with = "text")]
    pub start: Position,
}

impl TableSetup {
    /// Who sits where.
    pub fn seats(&self) -> BySide<Seated> {
        BySide { red: self.red, white: self.white }
    }

    /// What commitment and key are derived from beside the secret: the game, or the deal that it
    /// has in common with others.
    pub fn subject(&self) -> &str {
        self.sealed.as_ref().map_or(self.game.as_str(), |sealed| &sealed.deal)
    }

    /// The side that an account plays.
    pub fn side_of(&self, account: AccountId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.seats()[side] == Seated::Account(account))
    }
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seated {
    /// A guest, a person or a bot.
    Account(AccountId),
    /// The computer, from level 1 to 8.
    Computer(u8),
}

impl Seated {
    /// The account; none for the computer.
    pub fn account(self) -> Option<AccountId> {
        match self {
            Self::Account(account) => Some(account),
            Self::Computer(_) => None,
        }
    }
}

/// What is left on both clocks, in milliseconds.
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
    /// Somebody resigned.
    Resigned,
    /// Somebody's time ran out.
    Time,
    /// Somebody left, and the opponent claimed the game.
    Gone,
    /// It was called off before both had acted, or somebody never came.
    Aborted,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; 5] =
        [Self::Played, Self::Resigned, Self::Time, Self::Gone, Self::Aborted];

    /// The reason with this name on the wire.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Its name on the wire.
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
