//! What an action does to the supply, and so to the length of the game.

use bosworth_rules::{Action, Next, Position, Score};

use crate::Fact;

/// With more roses left, the last one is far away.
const MAX_ROSES: u8 = 4;

/// What speaks for taking a rose from the supply, or for taking none, compared with an action that does
/// the opposite.
pub(crate) fn good(position: &Position, action: Action, other: Action) -> Option<Fact> {
    let takes = |action| matches!(action, Action::Play(_));
    if takes(action) == takes(other) {
        return None;
    }
    let after = match position.act(action).ok()? {
        Next::Position(next) => next,
        Next::Draw(_) => *position,
    };
    let left = after.supply();
    if after.is_over() || left > MAX_ROSES {
        return None;
    }
    let side = position.side();
    let [own, theirs] = [side, !side].map(|side| Score::of(after.roses(side)).points);
    if takes(action) {
        (own > theirs).then(|| Fact::NearsEnd { left, lead: own - theirs })
    } else {
        (own < theirs).then(|| Fact::Delays { left, behind: theirs - own })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three roses are left; 23 of one side against 26 of the other.
    const ROWS: &str = "wwwwwwwww/wwwwwwwww/wwwww4/rrrrrrrrr/rrrrrrrrr/rrrrrrrr1/9/9/9";

    fn fact(rows: &str, action: &str, other: &str) -> Option<Fact> {
        let text = format!("{rows} h4 r E1,N2 E2 4 4 - classic");
        let position: Position = text.parse().expect("a position");
        good(&position, action.parse().expect("right"), other.parse().expect("right"))
    }

    #[test]
    fn the_side_that_leads_wants_the_last_rose() {
        assert_eq!(fact(ROWS, "E1", "+"), Some(Fact::NearsEnd { left: 2, lead: 729 - 529 }));
        assert_eq!(fact(ROWS, "+", "E1"), None);
        assert_eq!(fact(ROWS, "E1", "E1"), None, "both take a rose");
    }

    #[test]
    fn the_side_that_is_behind_does_not() {
        let turned = ROWS.replace('r', "x").replace('w', "r").replace('x', "w");
        assert_eq!(fact(&turned, "+", "E1"), Some(Fact::Delays { left: 3, behind: 676 - 529 }));
        assert_eq!(fact(&turned, "E1", "+"), None);
    }
}
