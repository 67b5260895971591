use std::fmt;

use bosworth_protocol::{GameId, Problem, ProblemKind};

/// Why a server did not do what it was asked.
#[derive(Debug)]
pub enum ClientError {
    /// The address is none.
    Address(String),
    /// The server cannot be reached, or the connection was lost.
    Network(String),
    /// The server said no, and why.
    Problem(Problem),
    /// The server has no such game.
    NoGame(GameId),
    /// The server said something that no server of this kind says.
    Nonsense(String),
    /// The server ended the connection, and why.
    Bye {
        /// In words.
        reason: String,
        /// Whether it asks to come back.
        again: bool,
    },
}

impl ClientError {
    /// Whether it may help to try again in a while.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Network(_) | Self::Nonsense(_) => true,
            Self::Problem(problem) => {
                matches!(problem.problem, ProblemKind::TooMany | ProblemKind::Unavailable)
            }
            Self::Bye { again, .. } => *again,
            Self::Address(_) | Self::NoGame(_) => false,
        }
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(given) => {
                write!(f, "{given} is no address of a server; it looks like http://localhost:1485")
            }
            Self::Network(why) => write!(f, "the server cannot be reached: {why}"),
            Self::Problem(problem) => f.write_str(&problem.message),
            Self::NoGame(game) => {
                write!(f, "the server has no game {game}; look for a wrong letter in its name")
            }
            Self::Nonsense(what) => {
                write!(f, "the server does not speak our language: {what}")
            }
            Self::Bye { reason, .. } => write!(f, "the server ended the connection: {reason}"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<reqwest::Error> for ClientError {
    fn from(why: reqwest::Error) -> Self {
        // The outermost text only names the address; the cause is what helps.
        let mut cause: &dyn std::error::Error = &why;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        Self::Network(cause.to_string())
    }
}
