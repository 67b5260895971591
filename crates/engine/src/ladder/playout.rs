use bosworth_rules::{Card, Cards, Next, PendingDraw, Position};

use crate::Random;

/// An unordered pile: a draw takes a random card.
pub(super) struct Pile {
    cards: [Card; Card::COUNT],
    left: usize,
}

impl Pile {
    pub(super) fn of(cards: Cards) -> Self {
        let mut pile = Self { cards: Card::ALL, left: 0 };
        pile.fill(cards);
        pile
    }

    #[inline(never)]
    fn fill(&mut self, cards: Cards) {
        for (place, card) in self.cards.iter_mut().zip(cards.unordered()) {
            *place = card;
        }
        self.left = cards.len() as usize;
    }

    pub(super) fn draw(&mut self, random: &mut Random, pending: &PendingDraw) -> Position {
        if self.left == 0 {
            self.fill(pending.outcomes());
        }
        let place = random.below(self.left as u32) as usize;
        self.left -= 1;
        self.cards.swap(place, self.left);
        match pending.resolve(self.cards[self.left]) {
            Ok(next) => next,
            Err(error) => unreachable!("the pile contains only drawable cards: {error}"),
        }
    }
}

/// Plays uniformly at random to the end.
pub(super) fn playout(mut position: Position, random: &mut Random) -> Position {
    let mut pile = Pile::of(position.pile());
    loop {
        let choices = position.choices();
        let count = choices.len();
        if count == 0 {
            return position;
        }
        let Some(choice) = choices.pick(random.below(count)) else { return position };
        position = match choice.take() {
            Next::Position(next) => next,
            Next::Draw(pending) => pile.draw(random, &pending),
        };
    }
}
