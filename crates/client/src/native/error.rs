use std::fmt;

use bosworth_protocol::{GameId, Problem, ProblemKind};

/// Why a request to a server failed.
#[derive(Debug)]
pub enum ClientError {
    /// The URL is invalid.
    Address(String),
    /// The server is unreachable, or the connection was lost.
    Network(String),
    /// The server refused the request, with its reason.
    Problem(Problem),
    /// The server has no such game.
    NoGame(GameId),
    /// The response could not be parsed: probably not a Bosworth server.
    Nonsense(String),
    /// The server closed the connection.
    Bye {
        /// Its reason, human-readable.
        reason: String,
        /// Whether it asks the client to reconnect.
        again: bool,
    },
}

impl ClientError {
    /// Whether a retry may succeed.
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
                write!(
                    f,
                    "{given} is not a server address; expected a URL such as http://localhost:1485"
                )
            }
            Self::Network(why) => write!(f, "the server cannot be reached: {why}"),
            Self::Problem(problem) => f.write_str(&problem.message),
            Self::NoGame(game) => {
                write!(f, "the server has no game {game}; check the id for typos")
            }
            Self::Nonsense(what) => {
                write!(f, "unexpected response, probably not from a Bosworth server: {what}")
            }
            Self::Bye { reason, .. } => write!(f, "the server ended the connection: {reason}"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<serde_json::Error> for ClientError {
    /// What a parser says names types of this program.
    fn from(why: serde_json::Error) -> Self {
        let what = if why.is_data() { "a message of an unknown form" } else { "no valid JSON" };
        Self::Nonsense(what.into())
    }
}

impl From<reqwest::Error> for ClientError {
    fn from(why: reqwest::Error) -> Self {
        // The outermost error only names the URL; the root cause is the useful one.
        let mut cause: &dyn std::error::Error = &why;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        Self::Network(cause.to_string())
    }
}
