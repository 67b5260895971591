//! The Rose King: the whole game and nothing else.
//!
//! No I/O, no clock, no randomness, no `std`, no dependencies. It is exact: every clause of
//! the project's RULES.md has its rulings in the tests, and random games are checked action by
//! action against a naive reference implementation that shares no code with this one.
//!
//! # A tour
//!
//! A game begins with a deal, or with a position read from text:
//!
//! ```
//! use bosworth_rules::{Action, Game, Next, Position, Record, Side};
//!
//! let start: Position =
//!     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
//!
//! // A position knows its legal actions, and where each card leads.
//! let actions: Vec<_> = start.actions().iter().map(|action| action.to_string()).collect();
//! assert_eq!(actions, ["NE2", "E3", "S2", "W3", "NW3"]);
//! assert_eq!(start.target(Side::Red, "NE2".parse()?).unwrap().to_string(), "g7");
//!
//! // Acting gives a new position. An illegal action names the rule it breaks and changes nothing.
//! let Next::Position(position) = start.act("NE2".parse()?)? else { panic!("no draw") };
//! assert_eq!(position.side(), Side::White);
//! let refused = position.act("SW3*".parse()?).unwrap_err();
//! assert_eq!(refused.to_string(), "SW3* leads to d4, which is empty: a hero needs an opponent's rose");
//!
//! // A draw is pending until its card is known: a search enumerates them, a table shuffles.
//! let Next::Position(position) = position.act("SW3".parse()?)? else { panic!("no draw") };
//! let Next::Draw(pending) = position.act(Action::Draw)? else { panic!("a draw") };
//! assert_eq!(pending.outcomes().len(), 14);
//! let position = pending.resolve("N1".parse()?)?;
//!
//! // The score is known at any time; the outcome once the game is over.
//! assert_eq!(position.scores()[Side::Red].points, 1);
//! assert_eq!(position.outcome(), None);
//!
//! // A game keeps its history, and a record is that history as text.
//! let mut game = Game::new(start);
//! for ply in ["NE2", "SW3", "+N1"] {
//!     game.push(ply.parse()?)?;
//! }
//! let record: Record = Record::of(&game).to_string().parse()?;
//! assert_eq!(record.replay()?.position(), &position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In hot loops, [`Position::choices`] yields actions that are legal by construction and cannot
//! fail; [`Cards`] explains the bitboard trick that makes generating them cheap. [`Symmetry`] and
//! [`Position::with_sides_swapped`] map positions to equivalent ones.
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
mod handicap;
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
pub use handicap::{GivenHandicap, Handicap, ParseHandicapError};
pub use notation::{Field, ParsePositionError};
pub use outcome::{End, Outcome, Verdict};
pub use perft::perft;
pub use position::Position;
pub use record::{
    Date, GameResult, ParseDateError, ParseRecordError, ParseResultError, Record, RecordFault,
    RecordedPly, Records, ReplayError, Variation, VariationStep, comment_command,
};
pub use ruleset::{CardView, Colours, Ending, First, ParseRulesetError, Reshuffle, Ruleset, Ties};
pub use score::Score;
pub use setup::{ImpossiblePosition, Setup};
pub use side::{BySide, Side};
pub use square::{ParseSquareError, Square};
pub use squares::{Squares, SquaresIter};
pub use symmetry::Symmetry;
pub use territory::{Territories, Territory};
