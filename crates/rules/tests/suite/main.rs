//! Tests of the rules from outside, through the public API alone.

mod laws;
mod naive;
mod perft;
mod records;
mod reference;
mod rulings;
mod scene;
mod walk;
