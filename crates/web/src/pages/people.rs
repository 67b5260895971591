//! Profiles, the leaderboard, and the user's own account.

mod account;
mod leaders;
mod person;

pub use account::Account;
pub use leaders::Leaders;
pub use person::PersonPage;
