//! Profiles, the leaderboard, and the user's own account.

mod account;
mod leaderboard;
mod mail_links;
mod person;

pub use account::Account;
pub use leaderboard::Leaderboard;
pub use mail_links::{ConfirmMail, NewPassword, Unsubscribe};
pub use person::PersonPage;
