//! The Rose King, the whole game and nothing else.
#![no_std]

extern crate alloc;

mod act;
mod action;
mod actions;
mod card;
mod cards;
mod choice;
mod direction;
mod game;
mod notation;
mod outcome;
mod perft;
mod position;
mod record;
mod ruleset;
mod score;
mod setup;
mod side;
mod square;
mod squares;
mod state;
mod symmetry;
mod territory;
mod zobrist;

pub use act::{IllegalAction, IllegalPly, Next, NotInPile, PendingDraw};
pub use action::{Action, ParseActionError, Ply};
pub use actions::Actions;
pub use card::{Card, ParseCardError, Steps};
pub use cards::{Cards, CardsIter, Unordered};
pub use choice::{Choice, Choices};
pub use direction::Direction;
pub use game::Game;
pub use notation::{Field, ParsePositionError};
pub use outcome::{End, Outcome, Verdict};
pub use perft::perft;
pub use position::Position;
pub use record::{
    GameResult, ParseRecordError, ParseResultError, Record, RecordFault, Records, ReplayError,
    Step, comment_command,
};
pub use ruleset::{CardView, Colours, Ending, First, ParseRulesetError, Reshuffle, Ruleset, Ties};
pub use score::Score;
pub use setup::{ImpossiblePosition, Setup};
pub use side::{BySide, Side};
pub use square::{ParseSquareError, Square};
pub use squares::{Squares, SquaresIter};
pub use symmetry::Symmetry;
pub use territory::{Territories, Territory};
