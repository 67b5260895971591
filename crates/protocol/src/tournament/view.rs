use bosworth_table::GameId;
use serde::{Deserialize, Serialize};

use super::{
    Bracket, DealSharing, Departure, Eligibility, GameSlot, PlayerId, Points, Series, SlotResult,
    Standings, TieBreak, TournamentFormat, TournamentId, TournamentStage,
};
use crate::Person;

/// Events by how far they are.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TournamentList {
    /// Those that are coming or running, the earliest first.
    pub open: Vec<TournamentSummary>,
    /// The latest that are over.
    pub over: Vec<TournamentSummary>,
}

/// An event in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentSummary {
    /// Its id.
    pub id: TournamentId,
    /// Its name.
    pub title: String,
    /// Who organises it; none if the server does, or the account is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Person>,
    /// How it is played.
    pub kind: TournamentFormat,
    /// How many games decide a pairing.
    pub series: Series,
    /// What games have of the deal in common.
    pub deal: DealSharing,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    pub clock: String,
    /// Whether ratings change.
    pub rated: bool,
    /// When it begins or began, in milliseconds since 1970.
    pub starts: i64,
    /// How far it is.
    pub stage: TournamentStage,
    /// Whether no round begins for now.
    pub paused: bool,
    /// Whether it was called off.
    pub cancelled: bool,
    /// How many take part, with those who wait for a seat; of one that is over, how many took part.
    pub players: u16,
    /// How many may take part.
    pub seats: u16,
    /// How many rounds have begun.
    pub rounds: u16,
    /// Who may take part.
    pub limits: Eligibility,
    /// Whether the caller takes part, or waits for a seat.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub joined: bool,
    /// The caller's game that is played now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

/// An event with everything that its page shows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "FlatView")]
pub struct TournamentView {
    /// What lists show, too.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// What people should know.
    pub about: String,
    /// The break between rounds, in milliseconds.
    pub rest: i64,
    /// Until which round one may still enter.
    pub late: u8,
    /// What decides between equal points, in this order.
    pub ties: Vec<TieBreak>,
    /// The number of entries of its log: it grows with every change.
    pub seq: u32,
    /// The season that is played, from 1; 0 before the start.
    pub season: u16,
    /// The last round; others are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundView>,
    /// When the next thing is due by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
    /// When the time window of an arena, or of the deal of a field, closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<i64>,
    /// Whether games are played whose deal others play, too: only their players see them, and the
    /// chat is closed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub sealed: bool,
    /// The games that are played now, in all rounds.
    pub games: Vec<TournamentGame>,
    /// All who entered, in this order.
    pub entrants: Vec<EntrantView>,
    /// The teams that wait for a mate to accept, as far as the caller proposed them or is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalView>,
    /// The tables: one, or one for each division.
    pub standings: Vec<Standings>,
    /// The bracket of a knock-out.
    pub bracket: Bracket,
}

/// What an [`TournamentView`] is read from, for the reason of `FlatPlayer`.
#[derive(Deserialize)]
struct FlatView {
    id: TournamentId,
    title: String,
    organiser: Option<Person>,
    kind: TournamentFormat,
    series: Series,
    deal: DealSharing,
    ruleset: String,
    clock: String,
    rated: bool,
    starts: i64,
    stage: TournamentStage,
    paused: bool,
    cancelled: bool,
    players: u16,
    seats: u16,
    rounds: u16,
    limits: Eligibility,
    #[serde(default)]
    joined: bool,
    game: Option<GameId>,
    about: String,
    rest: i64,
    late: u8,
    ties: Vec<TieBreak>,
    seq: u32,
    season: u16,
    round: Option<RoundView>,
    next: Option<i64>,
    closes: Option<i64>,
    #[serde(default)]
    sealed: bool,
    games: Vec<TournamentGame>,
    #[serde(default)]
    proposals: Vec<ProposalView>,
    entrants: Vec<EntrantView>,
    standings: Vec<Standings>,
    bracket: Bracket,
}

impl From<FlatView> for TournamentView {
    fn from(flat: FlatView) -> Self {
        let summary = TournamentSummary {
            id: flat.id,
            title: flat.title,
            organiser: flat.organiser,
            kind: flat.kind,
            series: flat.series,
            deal: flat.deal,
            ruleset: flat.ruleset,
            clock: flat.clock,
            rated: flat.rated,
            starts: flat.starts,
            stage: flat.stage,
            paused: flat.paused,
            cancelled: flat.cancelled,
            players: flat.players,
            seats: flat.seats,
            rounds: flat.rounds,
            limits: flat.limits,
            joined: flat.joined,
            game: flat.game,
        };
        Self {
            summary,
            about: flat.about,
            rest: flat.rest,
            late: flat.late,
            ties: flat.ties,
            seq: flat.seq,
            season: flat.season,
            round: flat.round,
            next: flat.next,
            closes: flat.closes,
            sealed: flat.sealed,
            games: flat.games,
            proposals: flat.proposals,
            entrants: flat.entrants,
            standings: flat.standings,
            bracket: flat.bracket,
        }
    }
}

/// A game that is played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentGame {
    /// Its place.
    pub slot: GameSlot,
    /// Its id.
    pub game: GameId,
    /// Who plays Red; none for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<PlayerId>,
    /// Who plays White; none for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
}

/// Who takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntrantView {
    /// Who.
    pub player: PlayerId,
    /// Their name; none if the account is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The other half of the team, where teams play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<Person>,
    /// The rating when they entered.
    pub rating: i32,
    /// Whether they wait for a seat.
    pub waiting: bool,
    /// Why they are out, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Departure>,
}

/// A team that somebody proposed to another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProposalView {
    /// Who proposed it.
    pub captain: Person,
    /// Who has to accept it.
    pub mate: Person,
}

/// A round, or in an arena one wave of pairings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RoundView {
    /// Its number, from 1, through all seasons.
    pub number: u16,
    /// Its season, from 1.
    pub season: u16,
    /// When it began.
    pub at: i64,
    /// Who plays whom, board by board.
    pub boards: Vec<BoardView>,
    /// Who has a bye.
    pub byes: Vec<PlayerId>,
}

/// Two that are paired.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardView {
    /// Who plays Red in the first game.
    pub red: PlayerId,
    /// Who plays White in it; none for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
    /// The points of `red` and `white` once the pairing is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<(Points, Points)>,
    /// The games that are played or were, sides swapping from one to the next.
    pub games: Vec<BoardGame>,
}

/// A game at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardGame {
    /// Its id.
    pub game: GameId,
    /// Whether `red` of the board plays Red.
    pub straight: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<SlotResult>,
    /// The win chances that its Red earned, in thousandths, once it was reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<u16>,
}

/// A line of the chat of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentChatLine {
    /// Its number, from 0.
    pub seq: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whose; none if the account is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Person>,
    /// What.
    pub text: String,
}
