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

/// Plays some rounds with random results and reports the time their pairings took.
fn run(format: TournamentFormat, players: i64, rounds: usize) {
    let mut random = fastrand::Rng::with_seed(1485);
    let first =
        Tournament::announce(Announcement::example(format), 0).expect("a valid announcement");
    let mut tournament = Tournament::open(&first).expect("an announcement");
    let mut now = 0;
    for player in 1..=players {
        let applicant = Applicant::rated(random.i32(800..2400));
        let join = TournamentCommand::Join { applicant, mate: None };
        let entry = tournament.decide(PlayerId(player), &join, now).expect("free seats");
        fold(&mut tournament, &entry);
    }
    let mut times = Vec::new();
    while tournament.rounds().len() < rounds && tournament.stage() != TournamentStage::Over {
        now = tournament.wake_at(now).unwrap_or(now).max(now);
        let from = Instant::now();
        let entry = tournament.decide_order(&TournamentOrder::Tick, now).expect("a round is due");
        times.push(from.elapsed().as_secs_f64());
        fold(&mut tournament, &entry);
        let games: Vec<_> = tournament.games().map(|game| game.slot).collect();
        for slot in games {
            let result = match random.u8(0..10) {
                0 => SlotResult::Drawn,
                1..=5 => SlotResult::Red { margin: 3 },
                _ => SlotResult::White { margin: 3 },
            };
            let entry = tournament
                .decide_order(&TournamentOrder::Result { slot, result }, now)
                .expect("an open game");
            fold(&mut tournament, &entry);
        }
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let most = times.iter().copied().fold(0.0, f64::max);
    println!("{format:?}, {players} players: {mean:.3} s a round, at most {most:.3} s");
}

fn fold(tournament: &mut Tournament, decided: &TournamentDecision) {
    if let TournamentDecision::Append(entry) = decided {
        tournament.fold(entry).expect("a decided entry folds");
    }
}
