//! Tournaments: requests, commands and views.

mod request;
mod view;

pub use bosworth_tournament::{
    Bracket, BracketMatch, CrossTable, CrossTableCell, DealSharing, Departure, Eligibility,
    EntryStatus, GameSlot, Pace, PlayerId, Points, Series, SlotResult, Standings, StandingsRow,
    TieBreak, TournamentFormat, TournamentId, TournamentRefusal, TournamentStage,
};
pub use request::{
    EligibilityRequest, Invitation, TournamentAnnounced, TournamentChatRequest,
    TournamentCommandRequest, TournamentRequest,
};
pub use view::{
    BoardGame, BoardView, EntrantView, ProposalView, RoundView, TournamentChatLine, TournamentGame,
    TournamentList, TournamentSummary, TournamentView,
};
