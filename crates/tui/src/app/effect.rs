//! The app's side effects, and their results.

use std::time::Duration;

use bosworth_client::protocol::Command;
use bosworth_engine::{Analysis, PlyReview, ReviewDepth, Summary};
use bosworth_rules::{Action, BySide, Game, Position};

use super::TrainingInput;
use crate::online::{Destination, SaveReport};

/// A side effect for the event loop to perform.
#[derive(Clone, PartialEq, Debug)]
pub enum AppEffect {
    /// Save the table.
    Save,
    /// Let a level choose an action.
    Choose {
        /// The request id, echoed in the answer.
        ticket: u64,
        /// From 1 to 8.
        level: u8,
        /// The position to act in.
        position: Position,
        /// A number that distinguishes games.
        game: u64,
    },
    /// Analyse a position.
    Analyse {
        /// The request id.
        ticket: u64,
        /// The position.
        position: Position,
        /// The time limit.
        time: Duration,
    },
    /// Send a command to the server.
    Do(Command),
    /// Go to another destination on the server.
    Go(Destination),
    /// Go to the next game that waits for the player on the server.
    Next,
    /// Verify the shuffle of the finished online game, and save it.
    VerifyAndSave,
    /// Go on with training.
    Train(TrainingInput),
    /// Review a game.
    Review {
        /// The request id.
        ticket: u64,
        /// The game.
        game: Game,
        /// The depth of the review.
        depth: ReviewDepth,
    },
}

/// The result of a side effect.
#[derive(Debug)]
pub enum EffectResult {
    /// A level has chosen an action.
    Chosen(u64, Action),
    /// The analysis of a position.
    Analysed(u64, Analysis),
    /// The review of one more ply.
    Reviewed(u64, PlyReview),
    /// The review is complete: the summary of both sides.
    Summary(u64, BySide<Summary>),
    /// Saving the table failed.
    NotSaved(String),
    /// The finished online game was verified and saved.
    VerifiedAndSaved(SaveReport),
}
