//! Proofs of fair deals, as one binary of tests.

mod duplicate;
mod handicap;
mod proof;
