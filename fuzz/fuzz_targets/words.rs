//! Parsing each kind of token never panics, and what parses survives the round trip.
#![no_main]

use std::fmt::Display;
use std::str::FromStr;

use bosworth_fair::{Commitment, Nonce, Secret};
use bosworth_rules::{Action, Card, GameResult, Ply, Ruleset, Square};
use libfuzzer_sys::fuzz_target;

fn check<T: FromStr<Err: Display> + Display>(text: &str, exact: bool) {
    match text.parse::<T>() {
        Ok(value) if exact => assert_eq!(value.to_string(), text),
        Ok(value) => assert!(value.to_string().parse::<T>().is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fuzz_target!(|text: &str| {
    check::<Square>(text, true);
    check::<Card>(text, true);
    check::<Action>(text, true);
    check::<Ply>(text, true);
    check::<GameResult>(text, true);
    check::<Nonce>(text, true);
    check::<Ruleset>(text, false);
    check::<Secret>(text, false);
    check::<Commitment>(text, false);
});
