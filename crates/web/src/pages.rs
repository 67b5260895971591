//! The pages, one module each.

mod analysis;
mod book;
mod home;
mod learn;
mod library;
mod missing;
mod moderation;
mod online;
mod people;
mod play;
mod review;
mod rules;
mod settings;
mod tournaments;
mod train;

pub use analysis::{Analysis, Draft};
pub use book::{Article, Book};
pub use home::{Home, quick_game};
pub use learn::Learn;
pub use library::Library;
pub use missing::missing;
pub use moderation::ModerationPage;
pub use online::{Lobby, OnlineTable, SeekPage};
pub use people::{Account, ConfirmMail, Leaderboard, NewPassword, PersonPage, Unsubscribe};
pub use play::{LateParts, LocalGameOptions, Play, action_name, seat_name, start_local_game};
pub use review::Review;
pub use rules::Rules;
pub use settings::SettingsPage;
pub use tournaments::{NewTournament, TournamentPage, Tournaments};
pub use train::{Course, Train, Training, TrainingParts, is_of_course};
