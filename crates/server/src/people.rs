//! Callers: names, passwords, sessions, tokens, and rate limits.

pub mod address;
pub mod caller;
pub mod limit;
pub mod lockout;
pub mod name;
pub mod origin;
pub mod password;
pub mod password_hashers;
pub mod secret;
pub mod session;
pub mod token;

pub use self::address::Address;
pub use self::caller::{Caller, MaybeCaller};
pub use self::limit::{Limits, Quota, Who};
