//! How long a pairing takes. `cargo bench -p bosworth-tournament`

use std::time::Instant;

use bosworth_tournament::{
    Announcement, Applicant, PlayerId, SlotResult, Tournament, TournamentCommand,
    TournamentDecision, TournamentFormat, TournamentOrder, TournamentStage,
};

fn main() {
    for players in [64, 200, 500] {
        run(TournamentFormat::Swiss { rounds: 9 }, players, 9);
    }
    run(TournamentFormat::Arena { minutes: 60 }, 2000, 20);
}

/// Plays some rounds with random results, and says how long their pairings took.
fn run(kind: TournamentFormat, players: i64, rounds: usize) {
    let mut random = fastrand::Rng::with_seed(1485);
    let first = Tournament::announce(Announcement::example(kind), 0).expect("a possible event");
    let mut event = Tournament::open(&first).expect("an opening");
    let mut now = 0;
    for player in 1..=players {
        let standing = Applicant::rated(random.i32(800..2400));
        let join = TournamentCommand::Join { standing, mate: None };
        let entry = event.decide(PlayerId(player), &join, now).expect("free seats");
        fold(&mut event, &entry);
    }
    let mut times = Vec::new();
    while event.rounds().len() < rounds && event.stage() != TournamentStage::Over {
        now = event.wake_at(now).unwrap_or(now).max(now);
        let from = Instant::now();
        let entry = event.obey(&TournamentOrder::Tick, now).expect("a round is due");
        times.push(from.elapsed().as_secs_f64());
        fold(&mut event, &entry);
        let games: Vec<_> = event.games().map(|game| game.slot).collect();
        for slot in games {
            let result = match random.u8(0..10) {
                0 => SlotResult::Drawn,
                1..=5 => SlotResult::Red { margin: 3 },
                _ => SlotResult::White { margin: 3 },
            };
            let entry =
                event.obey(&TournamentOrder::Result { slot, result }, now).expect("an open game");
            fold(&mut event, &entry);
        }
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let most = times.iter().copied().fold(0.0, f64::max);
    println!("{kind:?}, {players} players: {mean:.3} s a round, at most {most:.3} s");
}

fn fold(event: &mut Tournament, decided: &TournamentDecision) {
    if let TournamentDecision::Append(entry) = decided {
        event.fold(entry).expect("what was decided can be folded");
    }
}
