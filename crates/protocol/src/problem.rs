use bosworth_tournament::TournamentRefusal;
use serde::{Deserialize, Serialize};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// The kind, for programs.
    pub problem: ProblemKind,
    /// What happened and what to do about it, in English.
    pub message: String,
    /// Why a tournament refused a command, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<TournamentRefusal>,
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The request is malformed.
    BadRequest,
    /// Authentication is required.
    Unauthorized,
    /// Not allowed, or the token lacks the scope.
    Forbidden,
    /// Not found.
    NotFound,
    /// The name is taken.
    NameTaken,
    /// The name cannot be used.
    BadName,
    /// The password cannot be used.
    BadPassword,
    /// Wrong name or password.
    WrongCredentials,
    /// No longer available: someone else was faster.
    Gone,
    /// It conflicts with the current state.
    Conflict,
    /// The game's log is corrupt.
    Damaged,
    /// Rate limited: retry after `Retry-After` seconds.
    TooMany,
    /// Temporarily unavailable: retry.
    Unavailable,
}
