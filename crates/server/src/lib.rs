//! The server of Bosworth: serves the web app and hosts games between people.
//!
//! A [`WebApp`] is embedded in the program or served from a folder; a [`Config`] says where games
//! are stored. A [`Server`] is bound first, so that its address is known and a port in use is an
//! error, and then run:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use bosworth_server::{Config, Server, WebApp};
//!
//! let address = ([127, 0, 0, 1], 0).into();
//! let server = Server::bind(address, WebApp::embedded()?, Config::default()).await?;
//! println!("http://{}/", server.address());
//! server.run(std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```

mod access_log;
pub mod admin;
pub mod app;
pub mod auth;
pub mod bus;
mod config;
mod connection_registry;
mod deadline_timer;
mod failover;
mod game_reviews;
mod house_rules;
pub mod http;
pub mod jobs;
pub mod limits;
mod listen;
mod lobby;
pub mod log_check;
mod log_codec;
mod login_provider;
mod notices;
mod notifications;
mod outgoing_message;
pub mod prometheus;
pub mod random;
pub mod rating;
mod readiness;
mod security_headers;
mod server;
mod service_time;
mod socket;
pub mod store;
mod subscriber;
mod tables;
pub mod tournaments;
pub mod trace;
mod web_app;

pub use crate::app::{App, StartError};
pub use crate::config::Config;
pub use crate::listen::server_listener::{BoundAddress, ServerListener};
pub use crate::login_provider::{InvalidLoginProvider, LoginProvider};
pub use crate::notifications::{InvalidNotifierConfig, Notification, Notifier};
pub use crate::server::{ServeError, Server};
pub use crate::tournaments::{InvalidWeeklySchedule, WeeklySchedule};
pub use crate::web_app::{WebApp, WebAppError};
