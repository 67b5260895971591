use bosworth_table::GameId;
use serde::{Deserialize, Serialize};

use super::{
    Bracket, DealSharing, Departure, Eligibility, EntryStatus, GameSlot, PlayerId, Points, Series,
    SlotResult, Standings, TieBreak, TournamentFormat, TournamentId, TournamentRefusal,
    TournamentStage,
};
use crate::Person;

/// Tournaments by stage.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventList"))]
pub struct TournamentList {
    /// Upcoming and running tournaments, earliest first.
    pub open: Vec<TournamentSummary>,
    /// The most recently finished ones.
    pub over: Vec<TournamentSummary>,
}

/// A tournament in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventSummary"))]
pub struct TournamentSummary {
    /// The tournament's id.
    pub id: TournamentId,
    /// The title.
    pub title: String,
    /// The organiser; missing if it is the server itself or a deleted account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organiser: Option<Person>,
    /// The format.
    #[serde(rename = "kind")]
    pub format: TournamentFormat,
    /// The number of games in a pairing.
    pub series: Series,
    /// Which parts of the deal are shared between games.
    pub deal: DealSharing,
    /// The ruleset.
    pub ruleset: String,
    /// The time control.
    #[cfg_attr(feature = "schema", schemars(with = "bosworth_table::TimeControl"))]
    pub clock: String,
    /// Whether the games are rated.
    pub rated: bool,
    /// The start time, in milliseconds since 1970.
    pub starts: i64,
    /// The current stage.
    pub stage: TournamentStage,
    /// Whether the organiser has paused it.
    pub paused: bool,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// The number of players, including the waiting list; once over, of all who took part.
    pub players: u16,
    /// The number of seats.
    pub seats: u16,
    /// The number of rounds that have started.
    pub rounds: u16,
    /// Who may enter.
    pub limits: Eligibility,
    /// Whether the caller has entered; missing if not.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub joined: bool,
    /// Whether the caller takes part or may enter, and why not.
    #[serde(default)]
    pub entry: EntryStatus,
    /// The caller's current game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Who has won it: one player, those who share the first place, or a team; missing until then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<Person>,
}

/// A tournament with everything that its page shows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventView", !from))]
#[serde(from = "FlatView")]
pub struct TournamentView {
    /// The part that lists show too.
    #[serde(flatten)]
    pub summary: TournamentSummary,
    /// The description.
    pub about: String,
    /// The break between rounds, in milliseconds.
    pub rest: i64,
    /// The last round in which players may still enter.
    pub late: u8,
    /// The tie-breaks, in order.
    pub ties: Vec<TieBreak>,
    /// The number of log entries, which grows with every change.
    pub seq: u32,
    /// The current season, from 1; 0 before the start.
    pub season: u16,
    /// The latest round; earlier ones are requested separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundView>,
    /// Whether no round follows those that have started.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub last: bool,
    /// When something is next due automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<i64>,
    /// When the arena, or the time window of the current deal, closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<i64>,
    /// Whether games with a shared deal are in progress: these are visible to their players only,
    /// and the chat is closed.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub sealed: bool,
    /// The games in progress, in all rounds.
    pub games: Vec<TournamentGame>,
    /// All entrants, in order of entry.
    pub entrants: Vec<EntrantView>,
    /// The open team proposals from or to the caller; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<ProposalView>,
    /// The standings, one per division.
    pub standings: Vec<Standings>,
    /// The bracket of a knockout; empty for other formats.
    pub bracket: Bracket,
    /// The player that the caller is or was in this tournament; the captain of their team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<PlayerId>,
}

/// What an [`TournamentView`] is read from, for the same reason as `FlatPlayer`.
#[derive(Deserialize)]
struct FlatView {
    id: TournamentId,
    title: String,
    organiser: Option<Person>,
    #[serde(rename = "kind")]
    format: TournamentFormat,
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
    #[serde(default)]
    entry: EntryStatus,
    game: Option<GameId>,
    #[serde(default)]
    winners: Vec<Person>,
    about: String,
    rest: i64,
    late: u8,
    ties: Vec<TieBreak>,
    seq: u32,
    season: u16,
    round: Option<RoundView>,
    #[serde(default)]
    last: bool,
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
    me: Option<PlayerId>,
}

impl From<FlatView> for TournamentView {
    fn from(flat: FlatView) -> Self {
        let summary = TournamentSummary {
            id: flat.id,
            title: flat.title,
            organiser: flat.organiser,
            format: flat.format,
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
            entry: flat.entry,
            game: flat.game,
            winners: flat.winners,
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
            last: flat.last,
            next: flat.next,
            closes: flat.closes,
            sealed: flat.sealed,
            games: flat.games,
            proposals: flat.proposals,
            entrants: flat.entrants,
            standings: flat.standings,
            bracket: flat.bracket,
            me: flat.me,
        }
    }
}

/// A game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventGame"))]
pub struct TournamentGame {
    /// Its place in the tournament.
    pub slot: GameSlot,
    /// Its id.
    pub game: GameId,
    /// Red's player; missing for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<PlayerId>,
    /// White's player; missing for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
}

/// An entrant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventEntrant"))]
pub struct EntrantView {
    /// The player.
    pub player: PlayerId,
    /// The account; missing if it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The teammate, in team tournaments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<Person>,
    /// The rating on entry.
    pub rating: i32,
    /// Whether the player is on the waiting list.
    pub waiting: bool,
    /// Why the player is out, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<Departure>,
}

/// An open team proposal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventProposal"))]
pub struct ProposalView {
    /// The person who proposed it.
    pub captain: Person,
    /// The person who must accept it.
    pub mate: Person,
    /// Why it cannot be accepted now, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<TournamentRefusal>,
}

/// A round, or in an arena one wave of pairings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventRound"))]
pub struct RoundView {
    /// The round, from 1, counted across all seasons.
    pub number: u16,
    /// The season, from 1.
    pub season: u16,
    /// When it started, in milliseconds since 1970.
    pub at: i64,
    /// The pairings, board by board.
    pub boards: Vec<BoardView>,
    /// The players with a bye.
    pub byes: Vec<PlayerId>,
}

/// A pairing of two players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventBoard"))]
pub struct BoardView {
    /// The player who has Red in the first game.
    pub red: PlayerId,
    /// The player who has White in the first game; missing for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
    /// The points of `red` and `white`, once the pairing is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<(Points, Points)>,
    /// The games so far; sides swap after each.
    pub games: Vec<BoardGame>,
    /// Whether other games still draw from the same pile, so that only players see these games.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub sealed: bool,
}

/// A game at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardGame {
    /// Its id.
    pub game: GameId,
    /// Whether the board's `red` plays Red in this game.
    pub straight: bool,
    /// The result, once it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<SlotResult>,
    /// The win chance that Red earned, in thousandths, once the game is reviewed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<u16>,
    /// Whether it was open when one of its players left the tournament, which forfeited it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub abandoned: bool,
    /// Whether the caller cannot see the game.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub hidden: bool,
}

impl BoardGame {
    /// Whether it is in progress.
    pub fn is_live(&self) -> bool {
        self.result.is_none() && !self.abandoned
    }
}

/// A message in a tournament's chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EventLine"))]
pub struct TournamentChatLine {
    /// Its number, from 0.
    pub seq: u32,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The author; missing if the account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Person>,
    /// The text.
    pub text: String,
}
