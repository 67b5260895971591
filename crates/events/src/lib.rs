//! Tournaments: one event as a pure state machine over an append-only log.
//!
//! An event is its log, a list of [`Entry`]s, each one or more [`Step`]s that happened together.
//! [`Event`] is a fold over it. [`Event::decide`] says what somebody's [`Command`] leads to and
//! [`Event::obey`] what the server's [`Order`]s lead to; both change nothing and name the entry
//! that has to be made durable before [`Event::fold`] applies it. So any node may drive any event,
//! and of two that do so at the same time one writes.
//!
//! Starting a round is one entry with all its pairings, and the ids of its games follow from event,
//! round, board and game ([`Slot::number`]): whoever starts the games of a round that has begun
//! already, starts the same games. Standings, cross table and bracket are folds as well, never
//! counters that could go wrong.
//!
//! Nothing here reads a clock or draws a random number. Pairings follow from the log alone.
//!
//! ```
//! use bosworth_events::{Command, Decided, Event, Kind, Opening, Order, Standing};
//!
//! let opening = Opening::example(Kind::Swiss { rounds: 3 });
//! let organiser = opening.organiser;
//! let mut event = Event::open(&Event::announce(opening, 0).unwrap()).unwrap();
//! for number in 1..=4 {
//!     let join = Command::Join { standing: Standing::rated(1500 + number as i32), mate: None };
//!     let Ok(Decided::Append(entry)) = event.decide(number.into(), &join, 0) else { panic!() };
//!     event.fold(&entry).unwrap();
//! }
//! let Ok(Decided::Append(entry)) = event.decide(organiser, &Command::Start, 0) else { panic!() };
//! event.fold(&entry).unwrap();
//! assert_eq!(event.rounds()[0].pairings.len(), 2);
//! assert_eq!(event.obey(&Order::Tick, 1), Ok(Decided::Nothing));
//! ```

mod bracket;
mod command;
mod cross;
mod entrant;
mod entry;
mod event;
mod fault;
mod id;
mod kind;
mod opening;
mod pair;
mod plan;
mod points;
mod refusal;
mod result;
mod round;
mod series;
mod standings;
mod text;
mod trf;

pub use bracket::{Bracket, Match};
pub use command::{Command, Decided, Order};
pub use cross::{Cell, CrossTable};
pub use entrant::{Entrant, Standing};
pub use entry::{Entry, Gone, Pair, Step};
pub use event::{Event, Stage};
pub use fault::FoldError;
pub use id::{EventId, ParseEventIdError, PlayerId, Slot};
pub use kind::{Kind, Pace};
pub use opening::{BadOpening, Deal, Limits, Opening, Terms};
pub use plan::{GamePlan, Opponent, Shared};
pub use points::Points;
pub use refusal::Refusal;
pub use result::GameResult;
pub use round::{Pairing, Round};
pub use series::{ParseSeriesError, Series};
pub use standings::{Row, Standings, TieBreak};
