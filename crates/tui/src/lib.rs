//! The Rose King in a terminal: the whole screen, or line by line.
//!
//! [`TerminalApp`] holds the state of the screen and handles keys: a state machine without threads, files
//! and clocks. [`draw`] renders it into a buffer. [`run`] is the I/O boundary: it takes over the
//! terminal, waits for keys and for the engine's threads, and saves. It is event-driven: it sleeps
//! while idle, and the only timers pace the computers' actions and update clocks.
//!
//! An online game is the same app over a [`Snapshot`] of the table. [`NetworkThread`] takes
//! [`NetworkRequest`]s and returns [`NetworkEvent`]s. [`OnlineScreen`] is the state of the screen
//! there, [`PlainOnline`] that of plain mode.
//!
//! [`PlainGame`] is the line-by-line mode, and [`SavedGames`] the folder of saved games.

mod app;
mod board_painter;
mod date;
mod local_clock;
mod locale;
mod menu;
mod online;
mod painter;
mod password_prompt;
mod plain;
mod plain_command;
mod reasons;
mod run;
mod saved_games;
mod screen;
mod terminal;
mod theme;
mod training;
mod worker;

pub use app::{
    AppEffect, ClickTarget, EffectResult, GameSource, LeaveReason, OnlineGame, TerminalApp,
    TrainingInput,
};
pub use date::date_of;
pub use local_clock::LocalClock;
pub use locale::{source, texts};
pub use menu::{LocalGameSetup, Menu, MenuChoice};
pub use online::{
    Destination, LobbyContent, LobbyTournament, NetworkEvent, NetworkRequest, NetworkThread,
    OnlineScreen, OnlineSession, PlainInput, PlainOnline, SaveReport, SessionEnd, Snapshot, fault,
    run_online, run_plain, sanitise, verify_and_save,
};
pub use password_prompt::prompt_password;
pub use plain::{EditedLines, LineSource, PipedLines, PlainExit, PlainGame, SaveGame};
pub use run::{Appearance, ExitReason, MenuBackend, StartScreen, run, run_training};
pub use saved_games::{
    LoadError, LocalGame, SavedGame, SavedGames, load, read, record, save, seat_name, seats,
};
pub use screen::{MIN_WINDOW_SIZE, draw};
pub use terminal::{TerminalEvent, TerminalScreen, has_screen, is_terminal};
pub use theme::{Depth, Ground, Theme};
pub use training::{
    NothingToTrain, PlainTraining, PracticeSession, TrainingBackend, TrainingFile, TrainingKind,
};
pub use worker::choose;
