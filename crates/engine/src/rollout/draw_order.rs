use bosworth_rules::{Card, PendingDraw};

use crate::Random;

/// The order in which the cards of a game come. For the same seed it is the same whatever is
/// played, as far as the piles are: of the cards that are left, the same one comes first.
#[derive(Clone, Debug)]
pub(super) struct DrawOrder {
    seed: u64,
    /// The number of shuffles so far.
    shuffles: u64,
}

impl DrawOrder {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, shuffles: 0 }
    }

    /// The next card.
    pub(super) fn draw(&mut self, pending: &PendingDraw) -> Card {
        if pending.position().pile().is_empty() {
            self.shuffles += 1;
        }
        let place = |card: &Card| {
            let number = self.shuffles << 8 | card.index() as u64;
            (Random::new(self.seed ^ Random::new(number).next()).next(), card.index())
        };
        let first = pending.outcomes().iter().min_by_key(place);
        first.unwrap_or_else(|| unreachable!("a draw never fails"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bosworth_rules::{Action, BySide, Next, Position, Setup};

    use super::*;

    fn pending(position: &str) -> PendingDraw {
        let position: Position = position.parse().expect("a position");
        match position.act(Action::Draw) {
            Ok(Next::Draw(pending)) => pending,
            other => panic!("no draw: {other:?}"),
        }
    }

    const FOUR: &str = "9/9/6r2/9/9/9/9/9/9 g7 w E3,S2,W3,NW3 SE1,SE2,SW2,SW3 4 4 NE2 classic";

    #[test]
    fn every_card_is_equally_likely_to_come_first() {
        let pending = pending(FOUR);
        let mut counts: BTreeMap<_, u32> = BTreeMap::new();
        for seed in 0..15_000 {
            *counts.entry(DrawOrder::new(seed).draw(&pending)).or_default() += 1;
        }
        assert_eq!(counts.len(), 15);
        // 1000 are expected, with a standard deviation of 31.
        assert!(counts.values().all(|count| count.abs_diff(1000) < 140), "{counts:?}");
    }

    #[test]
    fn the_cards_that_are_left_keep_their_order() {
        let all = pending(FOUR);
        for seed in 0..50 {
            let first = DrawOrder::new(seed).draw(&all);
            // Another card than the first one has left the pile.
            let other = all.outcomes().iter().find(|card| *card != first).expect("a card");
            let position = all.position();
            let without = Position::try_from(Setup {
                roses: BySide::from_fn(|side| position.roses(side)),
                crown: position.crown(),
                side: position.side(),
                hands: BySide::from_fn(|side| position.hand(side)),
                heroes: BySide::from_fn(|side| position.heroes(side)),
                discard: position.discard().iter().chain([other]).collect(),
                ruleset: position.ruleset(),
            });
            let fewer = pending(&without.expect("a position").to_string());
            assert_eq!(fewer.outcomes().len(), 14);
            assert_eq!(DrawOrder::new(seed).draw(&fewer), first);
        }
    }
}
