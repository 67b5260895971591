use bosworth_tournament::TournamentRefusal;
use serde::{Deserialize, Serialize};

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Which kind, for programs.
    pub problem: ProblemKind,
    /// What happened and what to do, in English.
    pub message: String,
    /// Why an event refused a command, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<TournamentRefusal>,
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The request is malformed.
    BadRequest,
    /// Authentication is required.
    Unauthorized,
    /// Not allowed, or the token lacks the scope.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The name is taken.
    NameTaken,
    /// The name cannot be used.
    BadName,
    /// The password cannot be used.
    BadPassword,
    /// Wrong name or password.
    WrongCredentials,
    /// Somebody was faster.
    Gone,
    /// It conflicts with the current state.
    Conflict,
    /// The log of the game is damaged.
    Damaged,
    /// Rate limited: retry after `Retry-After` seconds.
    TooMany,
    /// The server cannot do it at the moment; retry.
    Unavailable,
}
