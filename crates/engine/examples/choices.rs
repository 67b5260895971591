//! Compares the choices of players by rollouts, a method independent of all of them.
//!
//! Several players choose in the same positions. Where they differ, each choice is rolled out
//! many times by the engine with few nodes, and the results are compared with those of the first
//! player's choice. A small difference between players shows with far fewer games than in a
//! match, and no search is its own judge.
//!
//! ```sh
//! cargo run --release -p bosworth-engine --example choices -- \
//!     classic 30 100 100 tree:50000 tree:500000 hand:50000 uct:30000
//! ```
//!
//! The arguments are the edition, the number of games to take positions from, the number of
//! rollouts per choice, the nodes per action in them, and the players with their nodes or
//! playouts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bosworth_engine::{Engine, EngineSettings, Judge, LadderPlayer, Random, SearchLimits, Uct};
use bosworth_rules::{Action, Next, Position, Ruleset};

/// The nodes per action in the games that positions are taken from.
const SCOUT: u64 = 400;
/// One in this many decisions is sampled.
const EVERY: u32 = 3;

fn main() {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [edition, games, times, nodes, players @ ..] = &args[..] else {
        return eprintln!("arguments: EDITION GAMES TIMES NODES PLAYER:NODES...; see the source");
    };
    let Some(first) = players.first() else {
        return eprintln!("name at least one player, such as tree:1000");
    };
    let edition: Ruleset = edition.parse().expect("an edition");
    let number = |text: &String| text.parse().expect("a number");
    let (games, times, nodes): (u64, u64, u64) = (number(games), number(times), number(nodes));
    let seeds: Vec<_> = (0..games).collect();
    let positions = in_parallel(&seeds, |&seed| decisions(edition, seed)).concat();
    let measured = in_parallel(&positions, |position| {
        let chosen: Vec<_> = players.iter().map(|player| choose(player, position)).collect();
        gains(position, &chosen, times, nodes)
    });
    let count = measured.len() as f64;
    println!("{count} decisions; gain over {first} in points of win chance a decision");
    for (n, player) in players.iter().enumerate().skip(1) {
        let gains = || measured.iter().map(|gains| gains[n]);
        let differs = gains().flatten().count() as f64 / count;
        let mean = gains().flatten().sum::<f64>() / count;
        let square = gains().flatten().map(|gain| gain * gain).sum::<f64>() / count;
        let error = 1.96 * ((square - mean * mean) / count).sqrt();
        println!("{player}: differs {:.1} %, {mean:+.3} ± {error:.3}", 100.0 * differs);
    }
}

/// A sample of the network's decisions in a game against the hand-made evaluation.
fn decisions(edition: Ruleset, seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let sides = [Judge::Network, Judge::HandMade].map(engine);
    let mut position = random.deal(edition);
    let mut taken = Vec::new();
    while !position.is_over() {
        let turn = (position.side() as u64 + seed) % 2;
        if turn == 0 && position.actions().len() > 1 && random.below(EVERY) == 0 {
            taken.push(position);
        }
        position = act(&sides[turn as usize], SCOUT, &position, &mut random);
    }
    taken
}

fn engine(judge: Judge) -> Engine {
    Engine::new(EngineSettings { judge, ..EngineSettings::default() })
}

/// Plays the engine's choice; a draw brings up a random card.
fn act(engine: &Engine, nodes: u64, position: &Position, random: &mut Random) -> Position {
    let mut actions = position.actions().iter();
    let action = match (actions.next(), actions.next()) {
        (Some(only), None) => only,
        _ => best(engine, nodes, position),
    };
    follow(position, action, random)
}

fn best(engine: &Engine, nodes: u64, position: &Position) -> Action {
    engine.analyse(position, SearchLimits::nodes(nodes)).best().expect("the game goes on")
}

fn follow(position: &Position, action: Action, random: &mut Random) -> Position {
    match position.act(action).expect("a legal action") {
        Next::Position(next) => next,
        Next::Draw(pending) => {
            pending.pick(random.below(pending.outcomes().len())).expect("a card")
        }
    }
}

/// The choice of a player such as `tree:1000`.
fn choose(player: &str, position: &Position) -> Action {
    let (name, nodes) = player.split_once(':').expect("a player and its nodes");
    let nodes = nodes.parse().expect("a number of nodes");
    match name {
        "tree" => best(&engine(Judge::Network), nodes, position),
        "hand" => best(&engine(Judge::HandMade), nodes, position),
        "uct" => Uct::new(position.key()).choose(position, SearchLimits::nodes(nodes), &mut ()),
        _ => panic!("a player is tree, hand or uct"),
    }
}

/// The gain of each choice over the first one in percentage points, if it differs.
fn gains(position: &Position, chosen: &[Action], times: u64, nodes: u64) -> Vec<Option<f64>> {
    let mut known = Vec::new();
    let mut value = |wanted: Action| {
        if let Some((_, value)) = known.iter().find(|(action, _)| *action == wanted) {
            return *value;
        }
        known.push((wanted, played_on(position, wanted, times, nodes)));
        known[known.len() - 1].1
    };
    let mut gain =
        |action: Action| (action != chosen[0]).then(|| 100.0 * (value(action) - value(chosen[0])));
    chosen.iter().map(|&action| gain(action)).collect()
}

/// The share of rollouts that an action wins.
fn played_on(position: &Position, action: Action, times: u64, nodes: u64) -> f64 {
    let engine = engine(Judge::Network);
    let mut random = Random::new(position.key());
    let mut points = 0.0;
    for _ in 0..times {
        let mut at = follow(position, action, &mut random);
        while !at.is_over() {
            at = act(&engine, nodes, &at, &mut random);
        }
        let winner = at.outcome().and_then(|outcome| outcome.winner());
        points += match winner {
            Some(winner) if winner == position.side() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    points / times as f64
}

/// Maps all items on all cores, keeping their order.
fn in_parallel<T: Sync, R: Send>(items: &[T], result: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((n, item)) = {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    items.get(n).map(|item| (n, item))
                } {
                    let result = result(item);
                    done.lock().expect("no thread panics").push((n, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics");
    done.sort_unstable_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}
