use serde::{Deserialize, Serialize};

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// Which kind, for programs.
    pub problem: ProblemKind,
    /// What happened and what to do, in English.
    pub message: String,
}

/// The kinds of problems.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The request cannot be understood.
    BadRequest,
    /// Log in, or send a token.
    Unauthorized,
    /// Not for you, or the token lacks the scope.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The name is taken.
    NameTaken,
    /// The name cannot be used.
    BadName,
    /// The password cannot be used.
    BadPassword,
    /// Name or password is wrong.
    WrongCredentials,
    /// Somebody was faster.
    Gone,
    /// It clashes with how things are.
    Conflict,
    /// The log of the game is damaged.
    Damaged,
    /// Too much in too short a time: wait for `Retry-After` seconds.
    TooMany,
    /// The server cannot do it now; try again.
    Unavailable,
}
