use std::time::{Duration, Instant};

use bosworth_rules::{BySide, Card, Cards, Next, PendingDraw, Position, Ruleset, Side};
use fastrand::Rng;
use serde::Serialize;

/// Random games on one thread.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutBench {
    /// How long to play.
    pub time: Duration,
    /// The edition.
    pub rules: Ruleset,
    /// The random seed.
    pub seed: u64,
}

/// The number of games played and how they ended.
#[derive(Serialize)]
pub struct PlayoutReport {
    games: u64,
    seconds: f64,
    games_per_s: f64,
    plies_per_game: f64,
    red_wins: f64,
    drawn: f64,
    rules: String,
}

impl PlayoutBench {
    /// Plays, reporting the elapsed time periodically.
    pub fn run(&self, on_round: &mut dyn FnMut(Duration)) -> PlayoutReport {
        let mut rng = Rng::with_seed(self.seed);
        let (mut games, mut plies, mut red_wins, mut drawn) = (0u64, 0u64, 0u64, 0u64);
        let start = Instant::now();
        let mut elapsed = Duration::ZERO;
        while elapsed < self.time {
            for _ in 0..1000 {
                let playout = Playout::play(&mut rng, self.rules);
                plies += playout.plies;
                red_wins += u64::from(playout.winner == Some(Side::Red));
                drawn += u64::from(playout.winner.is_none());
            }
            games += 1000;
            elapsed = start.elapsed();
            on_round(elapsed);
        }
        let seconds = elapsed.as_secs_f64();
        let share = |count: u64| count as f64 / games as f64;
        PlayoutReport {
            games,
            seconds,
            games_per_s: games as f64 / seconds,
            plies_per_game: share(plies),
            red_wins: share(red_wins),
            drawn: share(drawn),
            rules: self.rules.to_string(),
        }
    }
}

/// The result of a random game.
struct Playout {
    plies: u64,
    winner: Option<Side>,
}

impl Playout {
    fn play(rng: &mut Rng, ruleset: Ruleset) -> Self {
        let mut pile = Pile { cards: Card::ALL, left: Card::COUNT };
        let hands = BySide::from_fn(|_| (0..5).map(|_| pile.take(rng)).collect());
        let Some(mut position) = Position::deal(hands, Side::Red, ruleset) else {
            unreachable!("five different cards each")
        };
        for plies in 0.. {
            let choices = position.choices();
            let count = choices.len();
            if count == 0 {
                let winner = position.outcome().and_then(|outcome| outcome.winner());
                return Self { plies, winner };
            }
            let Some(choice) = choices.pick(rng.u32(..count)) else {
                unreachable!("one of the choices")
            };
            position = match choice.take() {
                Next::Position(next) => next,
                Next::Draw(pending) => pile.draw(rng, &pending),
            };
        }
        unreachable!("a game ends")
    }
}

/// An unordered pile: every draw is uniform over its cards.
struct Pile {
    cards: [Card; Card::COUNT],
    left: usize,
}

impl Pile {
    fn take(&mut self, rng: &mut Rng) -> Card {
        let place = rng.u32(..self.left as u32) as usize;
        self.left -= 1;
        self.cards.swap(place, self.left);
        self.cards[self.left]
    }

    fn draw(&mut self, rng: &mut Rng, pending: &PendingDraw) -> Position {
        if self.left == 0 {
            self.fill(pending.outcomes());
        }
        match pending.resolve(self.take(rng)) {
            Ok(next) => next,
            Err(error) => unreachable!("the pile holds what can be drawn: {error}"),
        }
    }

    #[inline(never)]
    fn fill(&mut self, cards: Cards) {
        for (place, card) in self.cards.iter_mut().zip(cards.unordered()) {
            *place = card;
        }
        self.left = cards.len() as usize;
    }
}
