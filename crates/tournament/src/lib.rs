//! A tournament as a pure state machine over an append-only log.
//!
//! A tournament is its log, a list of [`TournamentLogEntry`]s, each with one or more
//! [`TournamentEvent`]s that happened together, and [`Tournament`] is the fold over it.
//! [`Tournament::decide`] decides the [`TournamentCommand`]s of players and organisers, and
//! [`Tournament::decide_order`] the [`TournamentOrder`]s of the server. Both change nothing: they
//! return the entry that must be durable before [`Tournament::fold`] applies it. So any node can
//! drive any tournament, and if two do so at the same time, only one of them can append.
//!
//! A round starts with a single entry that has all its pairings, and the ids of its games are
//! derived from tournament, round, board and game ([`GameSlot::number`]), so starting the games of
//! a round is idempotent. Standings, cross tables and brackets are folds as well, never counters
//! that could drift.
//!
//! Nothing here reads a clock or draws a random number. Pairings depend on the log alone.
//!
//! ```
//! use bosworth_tournament::{
//!     Announcement, Applicant, Tournament, TournamentCommand, TournamentDecision,
//!     TournamentFormat, TournamentOrder,
//! };
//!
//! let announcement = Announcement::example(TournamentFormat::Swiss { rounds: 3 });
//! let organiser = announcement.organiser;
//! let first = Tournament::announce(announcement, 0).unwrap();
//! let mut tournament = Tournament::open(&first).unwrap();
//! let mut decide = |player, command| match tournament.decide(player, &command, 0) {
//!     Ok(TournamentDecision::Append(entry)) => tournament.fold(&entry).unwrap(),
//!     other => panic!("{other:?}"),
//! };
//! for number in 1..=4 {
//!     let applicant = Applicant::rated(1500 + number as i32);
//!     decide(number.into(), TournamentCommand::Join { applicant, mate: None });
//! }
//! decide(organiser, TournamentCommand::Start);
//! assert_eq!(tournament.rounds()[0].pairings.len(), 2);
//! let due = tournament.decide_order(&TournamentOrder::Tick, 1);
//! assert_eq!(due, Ok(TournamentDecision::Nothing));
//! ```

mod announcement;
mod bracket;
mod command;
mod cross_table;
mod entrant;
mod entry_status;
mod fold_error;
mod format;
mod game_plan;
mod id;
mod log_entry;
mod pairing;
mod points;
mod refusal;
mod round;
mod series;
mod slot_result;
mod standings;
mod text_serde;
mod tournament;
mod trf;

pub use announcement::{
    Announcement, DealSharing, Eligibility, GameTerms, InvalidAnnouncement, MAX_ABOUT_CHARS,
    MAX_REST_MS, MAX_TITLE_CHARS,
};
pub use bracket::{Bracket, BracketMatch};
pub use command::{TournamentCommand, TournamentDecision, TournamentOrder};
pub use cross_table::{CrossTable, CrossTableCell};
pub use entrant::{Applicant, Entrant};
pub use entry_status::EntryStatus;
pub use fold_error::TournamentFoldError;
pub use format::{Pace, TournamentFormat};
pub use game_plan::{GamePlan, Opponent, SharedDeal};
pub use id::{GameSlot, ParseTournamentIdError, PlayerId, TournamentId};
pub use log_entry::{Departure, SeatedPair, TournamentEvent, TournamentLogEntry};
pub use points::Points;
pub use refusal::TournamentRefusal;
pub use round::{Pairing, Round};
pub use series::{ParseSeriesError, Series};
pub use slot_result::SlotResult;
pub use standings::{Standings, StandingsRow, TieBreak};
pub use tournament::{Tournament, TournamentStage};
