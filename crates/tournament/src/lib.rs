//! Tournaments: one event as a pure state machine over an append-only log.
//!
//! An event is its log, a list of [`TournamentLogEntry`]s, each one or more [`TournamentEvent`]s that happened together.
//! [`Tournament`] is a fold over it. [`Tournament::decide`] says what somebody's [`TournamentCommand`] leads to and
//! [`Tournament::obey`] what the server's [`TournamentOrder`]s lead to; both change nothing and name the entry
//! that has to be made durable before [`Tournament::fold`] applies it. So any node may drive any event,
//! and of two that do so at the same time one writes.
//!
//! Starting a round is one entry with all its pairings, and the ids of its games follow from event,
//! round, board and game ([`GameSlot::number`]): whoever starts the games of a round that has begun
//! already, starts the same games. Standings, cross table and bracket are folds as well, never
//! counters that could go wrong.
//!
//! Nothing here reads a clock or draws a random number. Pairings follow from the log alone.
//!
//! ```
//! use bosworth_tournament::{TournamentCommand, TournamentDecision, Tournament, TournamentFormat, Announcement, TournamentOrder, Applicant};
//!
//! let opening = Announcement::example(TournamentFormat::Swiss { rounds: 3 });
//! let organiser = opening.organiser;
//! let mut event = Tournament::open(&Tournament::announce(opening, 0).unwrap()).unwrap();
//! for number in 1..=4 {
//!     let join = TournamentCommand::Join { standing: Applicant::rated(1500 + number as i32), mate: None };
//!     let Ok(TournamentDecision::Append(entry)) = event.decide(number.into(), &join, 0) else { panic!() };
//!     event.fold(&entry).unwrap();
//! }
//! let Ok(TournamentDecision::Append(entry)) = event.decide(organiser, &TournamentCommand::Start, 0) else { panic!() };
//! event.fold(&entry).unwrap();
//! assert_eq!(event.rounds()[0].pairings.len(), 2);
//! assert_eq!(event.obey(&TournamentOrder::Tick, 1), Ok(TournamentDecision::Nothing));
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

pub use bracket::{Bracket, BracketMatch};
pub use command::{TournamentCommand, TournamentDecision, TournamentOrder};
pub use cross::{CrossTable, CrossTableCell};
pub use entrant::{Applicant, Entrant};
pub use entry::{Departure, SeatedPair, TournamentEvent, TournamentLogEntry};
pub use event::{Tournament, TournamentStage};
pub use fault::TournamentFoldError;
pub use id::{GameSlot, ParseTournamentIdError, PlayerId, TournamentId};
pub use kind::{Pace, TournamentFormat};
pub use opening::{Announcement, DealSharing, Eligibility, GameTerms, InvalidAnnouncement};
pub use plan::{GamePlan, Opponent, SharedDeal};
pub use points::Points;
pub use refusal::TournamentRefusal;
pub use result::SlotResult;
pub use round::{Pairing, Round};
pub use series::{ParseSeriesError, Series};
pub use standings::{Standings, StandingsRow, TieBreak};
