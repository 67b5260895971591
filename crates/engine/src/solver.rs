//! Exact values near the end of a game.

mod board;
mod certificate;
mod classes;
mod fraction;
mod search;
mod swing;
mod table;
mod territories;

pub use certificate::{Certificate, CertificateError};
pub use fraction::Fraction;
pub use search::{Solution, SolvedAction, Solver};
