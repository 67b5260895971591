//! Measures the quality of values by luck adjustment: only results are the judge.
//!
//! The engine plays games against itself. The luck of each draw, its value less the mean over
//! all cards, is subtracted from the result as a control variate. With perfect values and perfect
//! play, exactly the value of the position would remain; the residual variance comes from errors
//! of the values that judge the cards, or of the players.
//!
//! ```sh
//! cargo run --release -p bosworth-engine --example luck -- classic 160 250 0 40 400 4000
//! ```
//!
//! The arguments are the edition, the number of games, the nodes per action, and the node limits
//! with which cards are judged: 0 is the static evaluation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bosworth_engine::{Engine, EngineSettings, Evaluation, Network, Random, SearchLimits};
use bosworth_rules::{Next, PendingDraw, Position, Ruleset, Side};

/// A decision with the luck-adjusted results of its game.
struct JudgedChoice {
    supply: u8,
    /// The value found by the player's search; Red's, like everything here.
    found: f64,
    result: f64,
    /// The luck-adjusted result, by judge.
    without_luck: Vec<f64>,
}

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [edition, games, nodes, judges @ ..] = &args[..] else {
        return eprintln!("arguments: EDITION GAMES NODES JUDGE...; see the source");
    };
    let edition: Ruleset = edition.parse().expect("an edition");
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (games, nodes) = (number(games), number(nodes));
    let judges: Vec<_> = judges.iter().map(number).collect();
    let (next, decisions) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let engine = Engine::new(EngineSettings { hash: 16, ..EngineSettings::default() });
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games {
                        return;
                    }
                    let played = play(&engine, edition, seed, nodes, &judges);
                    decisions.lock().expect("no thread panics").extend(played);
                }
            });
        }
    });
    let decisions = decisions.into_inner().expect("no thread panics");
    print!("{:>11} {:>9} {:>8}", "roses left", "decisions", "result");
    for judge in &judges {
        print!(" {judge:>7}n");
    }
    println!("   (mean squares of what is left, less what was found)");
    for part in 0..8 {
        let here = |decision: &&JudgedChoice| part == 7 || decision.supply / 7 == part;
        let here: Vec<_> = decisions.iter().filter(here).collect();
        let mean = |left: &dyn Fn(&JudgedChoice) -> f64| {
            let squares = here.iter().map(|decision| (left(decision) - decision.found).powi(2));
            squares.sum::<f64>() / here.len() as f64
        };
        let name = if part == 7 { "all".into() } else { format!("{}-{}", 7 * part, 7 * part + 6) };
        print!("{name:>11} {:>9} {:>8.4}", here.len(), mean(&|decision| decision.result));
        (0..judges.len()).for_each(|n| print!(" {:>8.4}", mean(&|left| left.without_luck[n])));
        println!();
    }
}

/// Plays a game and returns its decisions.
fn play(
    engine: &Engine,
    edition: Ruleset,
    seed: u64,
    nodes: u64,
    judges: &[u64],
) -> Vec<JudgedChoice> {
    let mut random = Random::new(seed);
    let mut position = random.deal(edition);
    let mut decisions = Vec::new();
    // The luck of each draw by judge, with the number of decisions before it: subtracted once
    // the result is known.
    let mut lucks: Vec<(usize, Vec<f64>)> = Vec::new();
    while !position.is_over() {
        let mut actions = position.actions().iter();
        let action = if let (Some(only), None) = (actions.next(), actions.next()) {
            only
        } else {
            let analysis = engine.analyse(&position, SearchLimits::nodes(nodes));
            decisions.push(JudgedChoice {
                supply: position.supply(),
                found: for_red(f64::from(analysis.value.win), position.side()),
                result: 0.0,
                without_luck: Vec::new(),
            });
            analysis.best().expect("the game goes on")
        };
        position = match position.act(action).expect("a legal action") {
            Next::Position(next) => next,
            Next::Draw(pending) => {
                let place = random.below(pending.outcomes().len());
                let next = pending.pick(place).expect("a card");
                let worth = |&judge| luck(engine, &pending, &next, judge);
                lucks.push((decisions.len(), judges.iter().map(worth).collect()));
                next
            }
        };
    }
    let result = value(engine, &position, 0);
    let mut left = vec![result; judges.len()];
    for (n, decision) in decisions.iter_mut().enumerate().rev() {
        let later = lucks.partition_point(|(decisions, _)| *decisions <= n);
        for (_, luck) in lucks.drain(later..).rev() {
            left.iter_mut().zip(luck).for_each(|(left, luck)| *left -= luck);
        }
        decision.result = result;
        decision.without_luck.clone_from(&left);
    }
    decisions
}

/// The luck of a draw for Red.
fn luck(engine: &Engine, pending: &PendingDraw, next: &Position, nodes: u64) -> f64 {
    let all: Vec<_> = pending.each().map(|(_, next)| value(engine, &next, nodes)).collect();
    value(engine, next, nodes) - all.iter().sum::<f64>() / all.len() as f64
}

/// A position's value for Red, by a search of `nodes` nodes, or static for 0.
fn value(engine: &Engine, position: &Position, nodes: u64) -> f64 {
    let value = if nodes == 0 && !position.is_over() {
        Network::shipped().evaluate(position)
    } else {
        engine.analyse(position, SearchLimits::nodes(nodes)).value
    };
    for_red(f64::from(value.win), position.side())
}

fn for_red(win: f64, side: Side) -> f64 {
    if side == Side::Red { win } else { -win }
}
