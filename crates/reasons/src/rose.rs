//! What the rules say about the rose of an action.

use bosworth_rules::{Action, Position, Square, Squares};

use crate::{Fact, RoseEffect, supply};

/// Above how many points of a rose its effect on the length of the game is named later.
const LAST_ROSE_POINTS: u32 = 6;

/// The square on which an action puts a rose.
pub(crate) fn target(position: &Position, action: Action) -> Option<Square> {
    match action {
        Action::Play(card) | Action::Hero(card) => position.target(position.side(), card),
        Action::Draw | Action::Pass => None,
    }
}

/// What the rose of an action does.
pub(crate) fn effect(position: &Position, action: Action) -> Option<RoseEffect> {
    let side = position.side();
    let at = target(position, action)?;
    Some(RoseEffect::of(position.roses(side), position.roses(!side), at))
}

/// What speaks for the rose of an action, or for placing none, compared with another: the best first.
pub(crate) fn good(position: &Position, action: Action, other: Action) -> Vec<Fact> {
    let supply = supply::good(position, action, other);
    let Some(effect) = effect(position, action) else { return supply.into_iter().collect() };
    let side = position.side();
    let (own, theirs) = (position.roses(side), position.roses(!side));
    let mut ranked = Vec::new();
    if effect.cut.is_none() {
        let denied = RoseEffect::of(theirs, own, effect.at);
        if denied.joins.len() > 1 || (denied.joins.len() == 1 && denied.gain > effect.gain) {
            ranked.push((denied.gain, Fact::Denies(denied)));
        }
    }
    if let Some(prepared) = prepared(own, theirs, effect.at) {
        // It still takes another action.
        ranked.push((prepared.gain / 2, Fact::Prepares(prepared)));
    }
    ranked.extend(supply.map(|fact| (LAST_ROSE_POINTS, fact)));
    ranked.push((effect.points(), Fact::Rose(effect)));
    ranked.sort_by_key(|(points, _)| core::cmp::Reverse(*points));
    ranked.into_iter().map(|(_, fact)| fact).collect()
}

/// What speaks against the rose of an action, compared with another.
pub(crate) fn bad(position: &Position, action: Action, other: Action) -> Vec<Fact> {
    let points = |action| effect(position, action).map(|effect| effect.points());
    match (points(action), points(other)) {
        (Some(points), Some(other)) if points < other => vec![Fact::FewerPoints { points, other }],
        _ => Vec::new(),
    }
}

/// The best join of two territories on an empty square that a new rose makes possible.
fn prepared(own: Squares, theirs: Squares, at: Square) -> Option<RoseEffect> {
    let with = own | Squares::of(at);
    let empty = Squares::of(at).neighbours() - with - theirs;
    let joins = empty.iter().filter_map(|square| {
        let before = RoseEffect::of(own, theirs, square).joins.len();
        let now = RoseEffect::of(with, theirs, square);
        (now.joins.len() > 1 && now.joins.len() > before).then_some(now)
    });
    joins.max_by_key(|effect| effect.gain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str, action: &str) -> Vec<Fact> {
        let position: Position = text.parse().expect("a position");
        good(&position, action.parse().expect("an action"), Action::Draw)
    }

    fn sizes(parts: &[Squares]) -> Vec<u32> {
        parts.iter().map(|part| part.len()).collect()
    }

    #[test]
    fn a_rose_between_two_territories_joins_them() {
        let found = facts("9/9/4r4/4r4/9/4r4/9/9/9 e6 r S1 - 4 4 - classic", "S1");
        let Fact::Rose(effect) = &found[0] else { panic!("{found:?}") };
        assert_eq!(sizes(&effect.joins), [2, 1]);
        assert_eq!(effect.gain, 11, "16 instead of 4 and 1");
        assert_eq!(effect.cut, None);
    }

    #[test]
    fn a_hero_in_the_middle_cuts_a_territory() {
        let found = facts("9/9/4r4/3www3/4w4/9/9/9/9 e7 r S1 - 4 4 - classic", "S1*");
        let Fact::Rose(effect) = &found[0] else { panic!("{found:?}") };
        let cut = effect.cut.as_ref().expect("a rose of White");
        assert_eq!((cut.territory.len(), sizes(&cut.rest), cut.loss), (4, vec![1, 1, 1], 13));
        assert_eq!(sizes(&effect.joins), [1]);
    }

    #[test]
    fn a_square_is_denied_on_which_the_opponent_would_join() {
        let found = facts("9/9/4r4/3w1w3/9/9/9/9/9 e7 r S1 - 4 4 - classic", "S1");
        let denied = found.iter().find_map(|fact| match fact {
            Fact::Denies(effect) => Some(effect),
            _ => None,
        });
        let denied = denied.expect("two roses of White stay apart");
        assert_eq!((sizes(&denied.joins), denied.gain), (vec![1, 1], 7));
    }

    #[test]
    fn a_rose_prepares_a_join_that_was_not_there_before() {
        let text = "9/9/9/9/2r1r4/9/9/9/9 e5 r W1,E1 - 4 4 - classic";
        let prepares =
            |action| facts(text, action).iter().any(|it| matches!(it, Fact::Prepares(_)));
        assert!(!prepares("E1"), "d5 joins c5 and e5 already");
        let text = "9/9/9/9/1r2r4/9/9/9/9 e5 r W1,E1 - 4 4 - classic";
        let prepared = facts(text, "W1").into_iter().find_map(|fact| match fact {
            Fact::Prepares(effect) => Some(effect),
            _ => None,
        });
        let prepared = prepared.expect("c5 would join b5 and d5");
        assert_eq!((prepared.at.to_string().as_str(), prepared.gain), ("c5", 11));
    }
}
