mod regret;
mod search;

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bosworth_rules::{BySide, Card, Cards, Next, PendingDraw, Position, Ruleset, Side};
use fastrand::Rng;
use serde::Serialize;

use crate::progress::Progress;
use crate::{Finding, output};

/// Measure speed
#[derive(clap::Subcommand)]
pub(crate) enum Bench {
    Playouts(Playouts),
    Search(search::Search),
    Regret(regret::Regret),
}

/// Play random games on one thread and print how many a second, as JSON
#[derive(clap::Args)]
pub(crate) struct Playouts {
    /// How long to play
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    seconds: f64,
    /// The edition, or an edition and what differs from it
    #[arg(long, default_value_t)]
    rules: Ruleset,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 1485)]
    seed: u64,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    seconds: f64,
    games_per_s: f64,
    plies_per_game: f64,
    red_wins: f64,
    drawn: f64,
    rules: String,
}

pub(crate) fn run(bench: &Bench) -> Result<Finding> {
    let args = match bench {
        Bench::Playouts(args) => args,
        Bench::Search(args) => return search::run(args),
        Bench::Regret(args) => return regret::run(args),
    };
    ensure!(
        args.seconds > 0.0 && args.seconds <= 86_400.0,
        "--seconds is a time above 0 and at most a day, not {}",
        args.seconds
    );
    output::json(&playouts(args))?;
    Ok(Finding::Good)
}

fn playouts(args: &Playouts) -> Report {
    let mut rng = Rng::with_seed(args.seed);
    let (mut games, mut plies, mut red_wins, mut drawn) = (0u64, 0u64, 0u64, 0u64);
    let start = Instant::now();
    let limit = Duration::from_secs_f64(args.seconds);
    let mut elapsed = Duration::ZERO;
    let mut progress = Progress::new("playouts", args.seconds.ceil() as usize);
    while elapsed < limit {
        for _ in 0..1000 {
            let playout = Playout::play(&mut rng, args.rules);
            plies += playout.plies;
            red_wins += u64::from(playout.winner == Some(Side::Red));
            drawn += u64::from(playout.winner.is_none());
        }
        games += 1000;
        elapsed = start.elapsed();
        progress.show(elapsed.as_secs() as usize);
    }
    progress.clear();
    let seconds = elapsed.as_secs_f64();
    let share = |count: u64| count as f64 / games as f64;
    Report {
        games,
        seconds,
        games_per_s: games as f64 / seconds,
        plies_per_game: share(plies),
        red_wins: share(red_wins),
        drawn: share(drawn),
        rules: args.rules.to_string(),
    }
}

/// What came of a random game.
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

/// A pile without an order: every draw takes any of its cards.
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
