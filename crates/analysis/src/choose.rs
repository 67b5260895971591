use std::panic::{AssertUnwindSafe, catch_unwind};

use bosworth_engine::Level;
use bosworth_rules::{Action, Position};

/// The action of a level in a game still in progress. Deterministic for the same position and
/// `game`, a number that tells games apart.
pub fn choose(level: Level, position: &Position, game: u64) -> Action {
    or_any(position, || Some(level.choose(position, game)))
}

/// The result of a search, or any legal action: a failed search must not leave an opponent waiting.
pub fn or_any(position: &Position, search: impl FnOnce() -> Option<Action>) -> Action {
    let found = catch_unwind(AssertUnwindSafe(search)).ok().flatten();
    found.or_else(|| position.actions().iter().next()).unwrap_or(Action::Pass)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

    #[test]
    fn a_search_that_fails_still_leads_to_a_legal_action() {
        let start: Position = START.parse().expect("a position");
        for action in [or_any(&start, || panic!("a fault")), or_any(&start, || None)] {
            assert!(start.actions().contains(action));
        }
        let level = Level::new(2).expect("a level");
        assert_eq!(choose(level, &start, 7), level.choose(&start, 7));
    }
}
