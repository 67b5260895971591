//! What the app and the program around it ask and answer.

use std::time::Duration;

use bosworth_client::protocol::Command;
use bosworth_engine::{Analysis, PlyReview, ReviewDepth, Summary};
use bosworth_rules::{Action, BySide, Game, Position};

use crate::online::{Keeping, Wish};

/// What the program around the app must do.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Save the table.
    Save,
    /// Let a computer of this level choose.
    Choose {
        /// Which question this is: the answer brings it back.
        ticket: u64,
        /// From 1 to 8.
        level: u8,
        /// Where.
        position: Position,
        /// A number that tells games apart.
        game: u64,
    },
    /// Look at a position for so many milliseconds.
    Analyse {
        /// Which question this is.
        ticket: u64,
        /// Where.
        position: Position,
        /// How long.
        time: Duration,
    },
    /// Do this in the game at the server.
    Do(Command),
    /// Go somewhere else at the server.
    Go(Wish),
    /// Check the shuffle of the finished game at the server, and save it.
    Keep,
    /// Judge each ply of a game.
    Review {
        /// Which question this is.
        ticket: u64,
        /// The game.
        game: Game,
        /// How thoroughly.
        depth: ReviewDepth,
    },
}

/// What comes from the program around the app.
#[derive(Debug)]
pub enum Answer {
    /// A computer has chosen.
    Chosen(u64, Action),
    /// A position was looked at.
    Analysed(u64, Analysis),
    /// One more ply was judged.
    Reviewed(u64, PlyReview),
    /// All plies were judged: how the sides did.
    Summary(u64, BySide<Summary>),
    /// The table could not be saved.
    NotSaved(String),
    /// The finished game at the server was checked and saved.
    Kept(Keeping),
}
