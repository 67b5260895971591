use std::borrow::Cow;

use bosworth_fair::{Commitment, subject};
use bosworth_rules::{BySide, GivenHandicap, Position, Ruleset, Side};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::COMPUTER_LEVELS;
use crate::{AccountId, GameId, TimeControl, text_serde};

/// What is fixed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Opening"))]
pub struct TableSetup {
    /// The id of the game.
    pub game: GameId,
    /// Red's player.
    pub red: Seated,
    /// White's player.
    pub white: Seated,
    /// The ruleset.
    #[serde(with = "text_serde")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub ruleset: Ruleset,
    /// A time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// The server's commitment to its secret.
    #[serde(with = "text_serde")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
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
    /// The id of the offer that was accepted, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seek: Option<String>,
    /// The handicap, such as `white:heroes=2,cards=4`, if there is one: what this side gives.
    #[serde(default, with = "text_serde::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub handicap: Option<GivenHandicap>,
}

/// A deal, hands and pile, that is shared by several games.
///
/// Commitment and key are derived from the deal's name instead of the game id, without nonces, so
/// they are the same in all of its games. Until all of these are over, each game is visible to its
/// players only, and the secret is kept: `unseal` reveals it, not `end`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealedDeal {
    /// The name of the deal: `TOURNAMENT/ROUND` in a field, `TOURNAMENT/ROUND.BOARD` for teams.
    pub deal: String,
    /// The end of its time window, in milliseconds since 1970, if it has one. Players may arrive
    /// until then; a player who has not finished by then loses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

/// The hands of an earlier game, dealt again with a new pile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedHands {
    /// The earlier game.
    pub of: GameId,
    /// Its initial position.
    #[serde(with = "text_serde")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start: Position,
}

impl TableSetup {
    /// The players by side.
    pub fn seats(&self) -> BySide<Seated> {
        BySide { red: self.red, white: self.white }
    }

    /// The string that commitment and key are derived from besides the secret: the game id, or the
    /// name of the shared deal, and the handicap. So a program that does not know handicaps never
    /// deals such a game without one.
    pub fn subject(&self) -> Cow<'_, str> {
        let name = self.sealed.as_ref().map_or(self.game.as_str(), |sealed| &sealed.deal);
        subject(name, self.handicap)
    }

    /// The side that an account plays.
    pub fn side_of(&self, account: AccountId) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.seats()[side] == Seated::Account(account))
    }
}

/// The player of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seated {
    /// A guest, a person or a bot.
    Account(AccountId),
    /// The computer, from level 1 to 8.
    Computer(
        #[cfg_attr(
            feature = "schema",
            schemars(range(min = *COMPUTER_LEVELS.start(), max = *COMPUTER_LEVELS.end()))
        )]
        u8,
    ),
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
