//! Events: tournaments as they are announced, organised and shown.

mod ask;
mod view;

pub use ask::{Announced, EventCommand, EventRequest, EventSaying, Invitation};
pub use bosworth_events::{
    Bracket, Cell, CrossTable, Deal, EventId, GameResult, Gone, Kind, Limits, Match, Pace,
    PlayerId, Points, Refusal, Row, Series, Slot, Stage, Standings, TieBreak,
};
pub use view::{
    BoardGame, BoardView, EntrantView, EventGame, EventLine, EventList, EventSummary, EventView,
    ProposalView, RoundView,
};
