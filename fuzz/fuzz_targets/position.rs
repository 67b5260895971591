//! Parsing a position never panics, and what parses survives the round trip.
#![no_main]

use bosworth_rules::{Position, Symmetry};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        let printed = position.to_string();
        assert_eq!(printed.parse::<Position>(), Ok(position));
        assert_eq!(position.actions().is_empty(), position.outcome().is_some());
        assert_eq!(position.with_sides_swapped().with_sides_swapped(), position);
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.position(&position).scores(), position.scores());
        }
    }
});
