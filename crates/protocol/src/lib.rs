//! What servers, apps and bots of The Rose King say to each other.
//!
//! One definition for all of them, as JSON. Two ways lead to a server:
//!
//! - the websocket at `/api/ws`: [`FromClient`] one way, [`FromServer`] the other;
//! - HTTP under `/api`, for everything that is asked once, and with streams of lines for bots.
//!
//! A game is a log of [`LogEntry`]s. A client that has the first `n` of them asks for the rest
//! and folds them into its [`Table`]: nothing else has to be kept in step.

mod bot;
mod game;
mod lobby;
mod message;
mod people;
mod problem;

pub use bosworth_table::{
    AccountId, Clock, Command, Event, FoldError, GameEnd, GameId, Key, LogEntry, Offer, Opening,
    Reason, Refusal, Seated, Speed, Stage, Table, Times,
};
pub use bot::{BotLine, CommandAnswer, CommandRequest};
pub use game::{GameExport, GameSummary, OpenGame, Players, TableView};
pub use lobby::{Challenge, Seek, SeekAnswer, Terms};
pub use message::{FromClient, FromServer};
pub use people::{
    AccountKind, BotRequest, Credentials, Deletion, Leader, Me, NewBot, PasswordChange, Person,
    PlayerView, Preferences, Profile, RatingPoint, RatingView, Scope, SessionView, TokenRequest,
    TokenView,
};
pub use problem::{Problem, ProblemKind};
