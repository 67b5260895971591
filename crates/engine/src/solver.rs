//! Exact values near the end of a game.

mod board;
mod certificate;
mod ending;
mod forecast;
mod fraction;
mod hand_tests;
mod search;
mod swing;
mod table;
mod territories;

pub use certificate::{Certificate, CertificateError};
pub(crate) use ending::{Patience, exact_analysis, insert_solved, is_near_the_end};
pub(crate) use forecast::forecast;
pub use fraction::Fraction;
pub use search::{Solution, SolvedAction, Solver};
