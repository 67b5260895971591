//! Profiles, the leaderboard, and the user's own account.

mod account;
mod leaders;
mod links;
mod person;

pub use account::Account;
pub use leaders::Leaders;
pub use links::{ConfirmMail, NewPassword, Unsubscribe};
pub use person::PersonPage;
