//! How long a pairing takes. `cargo bench -p bosworth-events`

use std::time::Instant;

use bosworth_events::{
    Command, Decided, Event, GameResult, Kind, Opening, Order, PlayerId, Stage, Standing,
};

fn main() {
    for players in [64, 200, 500] {
        run(Kind::Swiss { rounds: 9 }, players, 9);
    }
    run(Kind::Arena { minutes: 60 }, 2000, 20);
}

/// Plays some rounds with random results, and says how long their pairings took.
fn run(kind: Kind, players: i64, rounds: usize) {
    let mut random = fastrand::Rng::with_seed(1485);
    let first = Event::announce(Opening::example(kind), 0).expect("a possible event");
    let mut event = Event::open(&first).expect("an opening");
    let mut now = 0;
    for player in 1..=players {
        let standing = Standing::rated(random.i32(800..2400));
        let join = Command::Join { standing, mate: None };
        let entry = event.decide(PlayerId(player), &join, now).expect("free seats");
        fold(&mut event, &entry);
    }
    let mut times = Vec::new();
    while event.rounds().len() < rounds && event.stage() != Stage::Over {
        now = event.wake_at(now).unwrap_or(now).max(now);
        let from = Instant::now();
        let entry = event.obey(&Order::Tick, now).expect("a round is due");
        times.push(from.elapsed().as_secs_f64());
        fold(&mut event, &entry);
        let games: Vec<_> = event.games().map(|game| game.slot).collect();
        for slot in games {
            let result = match random.u8(0..10) {
                0 => GameResult::Drawn,
                1..=5 => GameResult::Red { margin: 3 },
                _ => GameResult::White { margin: 3 },
            };
            let entry = event.obey(&Order::Result { slot, result }, now).expect("an open game");
            fold(&mut event, &entry);
        }
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let most = times.iter().copied().fold(0.0, f64::max);
    println!("{kind:?}, {players} players: {mean:.3} s a round, at most {most:.3} s");
}

fn fold(event: &mut Event, decided: &Decided) {
    if let Decided::Append(entry) = decided {
        event.fold(entry).expect("what was decided can be folded");
    }
}
