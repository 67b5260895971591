//! Tests of the reasons: a checker that shares no code with the facts.

mod checker;
// The naive reference of the rules, which shares no code with them.
#[path = "../../../rules/tests/suite/naive.rs"]
mod naive;
mod random_positions;
