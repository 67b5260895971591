use bosworth_table::{GameId, TimeControl};
use serde::{Deserialize, Serialize};

use crate::PlayerView;

/// What waits for an account.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Waiting {
    /// The games in which it is on turn: the least time left first, those without a clock last, in
    /// the order in which their turns began. At most 100.
    pub games: Vec<WaitingGame>,
    /// How many such games there are, beyond those listed, too.
    pub count: usize,
    /// How many challenges wait for an answer.
    pub challenges: usize,
}

/// A game in which an account is on turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitingGame {
    /// Its id.
    pub game: GameId,
    /// Who plays against the account.
    pub opponent: PlayerView,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: TimeControl,
    /// Whether ratings change.
    pub rated: bool,
    /// What is left to act, in milliseconds. None without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// Since when it has been waiting, in milliseconds since 1970.
    pub since: i64,
    /// How many plies were done.
    pub ply: usize,
}

impl Waiting {
    /// The game to go on with from another one: the first in the list that is not that one.
    pub fn next(&self, here: Option<GameId>) -> Option<&WaitingGame> {
        self.games.iter().find(|game| Some(game.game) != here)
    }

    /// How many games wait beside the one that is looked at.
    pub fn others(&self, here: Option<GameId>) -> usize {
        let listed = self.games.iter().any(|game| Some(game.game) == here);
        self.count.saturating_sub(usize::from(listed))
    }
}
