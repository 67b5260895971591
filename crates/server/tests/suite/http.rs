//! The HTTP API: real requests through the whole router, over a real database. Every response is
//! validated against the API document.

mod abuse;
mod account;
mod admin;
mod api_document;
mod api_token;
mod blocks;
mod cancellation;
pub mod http_fixture;
mod login;
mod moderators;
mod provider_login;
mod records;
mod schema;
mod signatures;
mod training;
