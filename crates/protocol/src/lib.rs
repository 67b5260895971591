//! The messages between servers, apps and bots of The Rose King.
//!
//! They are defined once for all of them, and encoded as JSON. There are two ways to talk to a
//! server:
//!
//! - the websocket at `/api/ws`: [`FromClient`] in one direction, [`FromServer`] in the other;
//! - HTTP under `/api` for single requests, with NDJSON streams for bots.
//!
//! A game is a log of [`LogEntry`]s. A client that has the first `n` of them requests the rest and
//! folds them into its [`Table`]; nothing else needs to be synchronised.

mod admin;
mod bot;
mod game;
mod handicap;
mod insights;
pub mod limits;
mod lobby;
mod message;
mod notification;
mod people;
mod problem;
pub mod tournament;
mod training;
mod waiting;

pub use admin::{
    AdminAction, AdminAnswer, AdminChatLine, AdminGame, AdminGameChat, AdminPerson, AdminSettings,
    AuditLine, ChatPlace, HouseRules, InvitationView, NameAndReason, OwnReport, PeopleFilter,
    Registration, ReportReason, ReportRequest, ReportView,
};
pub use bosworth_table::{
    AccountId, Command, ConditionalTree, Days, EndReason, Event, FIRST_ACTION_MS, FoldError,
    GameEnd, GameId, IdempotencyKey, InvalidConditional, LogEntry, MAX_CHAT_CHARS, Offer, Refusal,
    SealedDeal, Seated, SharedHands, Speed, Stage, Table, TableSetup, TimeControl, Times,
};
pub use bot::{BotLine, CommandAnswer, CommandRequest};
pub use game::{ConditionalLines, GameExport, GameSummary, OpenGame, Players, TableView};
pub use handicap::{HandicapGiver, HandicapOffer, ParseHandicapOfferError};
pub use insights::{InsightGroup, InsightStretch, InsightsView, MeanCost};
pub use lobby::{Challenge, LobbyActivity, OfferTerms, RunningGame, Seek, SeekAnswer};
pub use message::{FromClient, FromServer};
pub use notification::{
    ForgottenPassword, MailLink, MailRequest, MailView, NotificationKind, NotificationSettings,
    PasswordReset, PushDevice, PushKeys, PushRequest, PushView,
};
pub use people::{
    AccountKind, AccountRole, BotRequest, Credentials, Deletion, HolidayRequest, HolidayView,
    LANGUAGES, LeaderboardRow, Me, NewBot, PasswordChange, Person, PlayerView, Preferences,
    Profile, ProviderConnection, ProviderLogin, ProviderLoginRequest, RatingPoint, RatingView,
    ResultCounts, Scope, SessionView, TokenRequest, TokenView, VisitorView,
};
pub use problem::{Problem, ProblemKind};
pub use training::{DailyReply, DailyResults, DailyShare, DailyView};
pub use waiting::{Waiting, WaitingGame};
