//! Authentication: names, passwords, sessions, tokens, and rate limits.

pub mod account_name;
pub mod api_token;
pub mod caller;
pub mod client_address;
pub mod login_session;
pub mod login_throttle;
pub mod password;
pub mod password_hashers;
pub mod pending_login;
pub mod rate_limits;
pub mod request_origin;
pub mod secret;
pub(crate) mod token_bucket;

pub use self::caller::{Caller, MaybeCaller};
pub use self::client_address::Address;
pub use self::rate_limits::{Quota, RateLimitKey, RateLimits};
