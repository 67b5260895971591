//! Whole games, all levels, clocks and threads.

use bosworth_engine::Level;
use bosworth_rules::{
    Action, BySide, Card, Game, GameResult, PendingDraw, Ply, Position, Ruleset, Side,
};
use fastrand::Rng;

use crate::ugi::program::{Engine, START};

#[test]
fn several_threads_work() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 2");
    let start: Position = START.parse().expect("a position");
    for go in ["go nodes 5000", "go movetime 50", "go depth 4", "go nodes 1"] {
        engine.send(go);
        let action = engine.best().parse().expect("an action");
        assert!(start.actions().contains(action), "{go}");
    }
    engine.send("go infinite");
    engine.until("info depth");
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn searches_end_when_the_clock_does() {
    let mut engine = Engine::start();
    for go in ["go rtime 0 wtime 0", "go rtime 300 wtime 1 rinc 100 winc 0", "go movetime 0"] {
        engine.send(go);
        engine.best();
    }
}

#[test]
fn every_level_answers_with_a_legal_action() {
    let start: Position = START.parse().expect("a position");
    let mut engine = Engine::start();
    for level in Level::all() {
        engine.send(&format!("setoption name Level value {}", level.number()));
        for seed in 0..20 {
            engine.send(&format!("setoption name Seed value {seed}"));
            engine.send("go nodes 500");
            let action: Action = engine.best().parse().expect("an action");
            assert!(start.actions().contains(action), "{level:?}");
            if level != Level::FULL {
                assert_eq!(action, level.choose(&start, seed), "{level:?}");
            }
        }
    }
}

/// Hands from a shuffled pile.
fn deal(rng: &mut Rng, ruleset: Ruleset) -> Position {
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hands = BySide {
        red: cards[..5].iter().copied().collect(),
        white: cards[5..10].iter().copied().collect(),
    };
    Position::deal(hands, Side::Red, ruleset).expect("five different cards each")
}

/// The chosen action, with a card from the pile if it is a draw.
fn resolved(position: &Position, action: Action, rng: &mut Rng) -> Ply {
    let draw = |pending: &PendingDraw| {
        let cards: Vec<_> = pending.outcomes().iter().collect();
        cards[rng.usize(..cards.len())]
    };
    position.act_with(action, draw).expect("a legal action").0
}

#[test]
fn whole_games_are_legal_in_every_edition() {
    for (name, ruleset) in Ruleset::PRESETS {
        let mut rng = Rng::with_seed(1485);
        let start = deal(&mut rng, ruleset);
        let mut game = Game::new(start);
        let mut players = BySide::from_fn(|_| Engine::start());
        while !game.position().is_over() {
            let plies: String = game.plies().iter().map(|ply| format!(" {ply}")).collect();
            let player = &mut players[game.position().side()];
            player.send(&format!("position pos {start} moves{plies}"));
            player.send("go nodes 50");
            let answer = player.best();
            let action = answer.parse().expect("an action");
            let ply = resolved(game.position(), action, &mut rng);
            game.push(ply).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
        let result = match GameResult::of(game.position()) {
            GameResult::Won(Side::Red) => "response p1win",
            GameResult::Won(Side::White) => "response p2win",
            _ => "response draw",
        };
        let red = &mut players[Side::Red];
        red.send(&format!("position pos {}", game.position()));
        assert_eq!(red.ask("query gameover"), ["response true"], "{name}");
        assert_eq!(red.ask("query result"), [result], "{name}");
    }
}
