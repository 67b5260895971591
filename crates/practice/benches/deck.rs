//! How long it takes to open and to store a deck of 10 000 mistakes. `cargo bench -p bosworth-practice`

use std::hint::black_box;
use std::time::Instant;

use bosworth_practice::{Day, MistakeCard, MistakeKey, Progress};
use bosworth_rules::{Action, Position};

const CARDS: u32 = 10_000;
/// The number of days on which each card was reviewed.
const REVIEWS: i64 = 6;
const DAY_MS: i64 = 86_400_000;
const BEGUN: i64 = 1_700_000_000_000;

fn main() {
    let progress = deck();
    let text = progress.to_json();
    println!("{CARDS} cards with {REVIEWS} reviews each, {} bytes", text.len());
    time("read the text", || Progress::from_json(&text).expect("progress"));
    time("merge it into nothing", || Progress::default().merged(&progress));
    time("merge it into itself", || progress.clone().merged(&progress));
    time("find what is due", || progress.mistakes.due(Day::of(BEGUN).plus(30)).len());
    time("write the text", || progress.to_json());
}

/// The best of ten runs.
fn time<T>(what: &str, mut run: impl FnMut() -> T) {
    let once = |_| {
        let begun = Instant::now();
        black_box(run());
        begun.elapsed().as_secs_f64()
    };
    let best = (0..10).map(once).fold(f64::MAX, f64::min);
    println!("{what}: {:.1} ms", 1_000.0 * best);
}

fn deck() -> Progress {
    let position: Position =
        "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1,W1,NE2,SW3 N1,N2,N3,SE1,SE2 4 4 - classic"
            .parse()
            .expect("a position");
    let actions: Vec<Action> = position.actions().iter().collect();
    let losses: Vec<_> =
        actions.iter().zip(0_u8..).map(|(it, n)| (*it, f64::from(4 * n))).collect();
    let card = MistakeCard::new(&position, actions[actions.len() - 1], &losses).expect("a mistake");
    let mut progress = Progress::default();
    for number in 0..CARDS {
        let (game, ply) = (number / 4, number % 4 * 10);
        let played_at = BEGUN + i64::from(game) * 60_000;
        let key = MistakeKey { played_at, game: format!("7hQ2mZx0{game:04}"), ply };
        progress.mistakes.add(key.clone(), &card);
        for review in 0..REVIEWS {
            let at = BEGUN + review * review * DAY_MS;
            progress.mistakes.review(&key, at, (review + i64::from(number)) % 3 > 0);
        }
    }
    progress
}
