//! People: their pages, who is best, and one's own account.

mod account;
mod leaders;
mod person;

pub use account::Account;
pub use leaders::Leaders;
pub use person::PersonPage;
