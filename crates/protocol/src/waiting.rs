use bosworth_table::{GameId, TimeControl};
use serde::{Deserialize, Serialize};

use crate::PlayerView;

/// What is waiting for an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Waiting {
    /// The games in which it is the account's turn: least time left first, untimed ones last in the
    /// order in which their turns started. At most 100.
    pub games: Vec<WaitingGame>,
    /// The total number of such games, listed or not.
    pub count: usize,
    /// The number of challenges to be answered.
    pub challenges: usize,
}

/// A game in which it is the account's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WaitingGame {
    /// Its id.
    pub game: GameId,
    /// The opponent.
    pub opponent: PlayerView,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether the game is rated.
    pub rated: bool,
    /// The time until the deadline, in milliseconds, including weekends and holidays in which the
    /// clock stands still; missing if untimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// When the turn started, in milliseconds since 1970.
    pub since: i64,
    /// The number of plies.
    pub ply: usize,
}

impl Waiting {
    /// The game to continue with after another one: the first in the list that is not that one.
    pub fn next(&self, here: Option<GameId>) -> Option<&WaitingGame> {
        self.games.iter().find(|game| Some(game.game) != here)
    }

    /// The number of waiting games besides the one on display.
    pub fn others(&self, here: Option<GameId>) -> usize {
        let listed = self.games.iter().any(|game| Some(game.game) == here);
        self.count.saturating_sub(usize::from(listed))
    }
}
