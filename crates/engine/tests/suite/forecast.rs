//! Forecasts against an exhaustive search: what they claim is true, and what is so simple is said.

use std::collections::{BTreeSet, HashMap};

use bosworth_engine::{Engine, EngineSettings, Forecast, Review, SearchLimits, Solver};
use bosworth_rules::{
    Action, Card, Cards, Game, Next, PendingDraw, Position, Ruleset, Setup, Side,
};
use fastrand::Rng;

use crate::support::random_game::random_game;

/// The value of a position for the side to act, from -1 to 1, and who may win it, `None` for a
/// draw, if both sides play one of their best actions.
#[derive(Clone, PartialEq, Debug)]
struct Truth {
    value: f64,
    winners: BTreeSet<Option<Side>>,
}

/// Every position once, and every card that may come.
#[derive(Default)]
struct Exhaustive {
    known: HashMap<u64, Truth>,
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

impl Exhaustive {
    const MAX_POSITIONS: usize = 4_000;

    fn of(&mut self, position: &Position) -> Option<Truth> {
        if let Some(outcome) = position.outcome() {
            let winner = outcome.winner();
            let value = winner.map_or(0.0, |side| if side == position.side() { 1.0 } else { -1.0 });
            return Some(Truth { value, winners: BTreeSet::from([winner]) });
        }
        if let Some(known) = self.known.get(&position.key()) {
            return Some(known.clone());
        }
        if self.known.len() >= Self::MAX_POSITIONS {
            return None;
        }
        let mut best = Truth { value: f64::NEG_INFINITY, winners: BTreeSet::new() };
        for choice in position.choices().iter() {
            let truth = self.after(&choice.take())?;
            if is_same(truth.value, best.value) {
                best.winners.extend(truth.winners);
            } else if truth.value > best.value {
                best = truth;
            }
        }
        self.known.insert(position.key(), best.clone());
        Some(best)
    }

    /// The value is that for the side that acted.
    fn after(&mut self, next: &Next) -> Option<Truth> {
        match next {
            Next::Position(next) => {
                self.of(next).map(|truth| Truth { value: -truth.value, ..truth })
            }
            Next::Draw(pending) => {
                let mut all = Truth { value: 0.0, winners: BTreeSet::new() };
                for (_, next) in pending.each() {
                    let truth = self.of(&next)?;
                    all.value -= truth.value / f64::from(pending.outcomes().len());
                    all.winners.extend(truth.winners);
                }
                Some(all)
            }
        }
    }

    /// Who wins, or that it is a draw, if that is certain.
    fn certain(&mut self, position: &Position) -> Option<Forecast> {
        let winners = self.of(position)?.winners;
        winners.first().filter(|_| winners.len() == 1).map(|&winner| Forecast::Certain(winner))
    }

    /// The cards of a draw by winner, if the winner is certain after every card.
    fn by_winner(&mut self, pending: &PendingDraw) -> Option<HashMap<Option<Side>, Cards>> {
        let mut cards = HashMap::<_, Cards>::new();
        for (card, next) in pending.each() {
            let Forecast::Certain(winner) = self.certain(&next)? else { unreachable!() };
            cards.entry(winner).or_default().insert(card);
        }
        Some(cards)
    }
}

/// The last positions of a random game, judged by the rules of any edition.
fn endings(seed: u64, ruleset: Ruleset) -> Vec<Position> {
    random_game(seed, Ruleset::CLASSIC)
        .into_iter()
        .rev()
        .take(12)
        .map(|position| {
            let setup = Setup { ruleset, ..Setup::from(position) };
            Position::try_from(setup).expect("possible in every edition")
        })
        .filter(|position| !position.is_over())
        .collect()
}

#[derive(Default, Debug)]
struct Counts {
    wins: u32,
    draws: u32,
    own_cards: u32,
    others_cards: u32,
    chances: u32,
}

/// Checks that a forecast is true, and that nothing simpler could have been said.
fn check(position: &Position, line: &[Action], forecast: Forecast, counts: &mut Counts) -> bool {
    let mut truth = Exhaustive::default();
    let Some(found) = truth.of(position) else { return false };
    let certain = truth.certain(position);
    match forecast {
        Forecast::Certain(winner) => {
            assert_eq!(certain, Some(forecast), "{position}: {found:?}");
            *(if winner.is_some() { &mut counts.wins } else { &mut counts.draws }) += 1;
        }
        Forecast::Chance { side, win_chance: chance } => {
            assert_eq!(side, position.side());
            assert!(is_same(2.0 * chance - 1.0, found.value), "{position}: {chance} {found:?}");
            assert_eq!(certain, None, "{position}");
            if line[0] == Action::Draw {
                let Ok(Next::Draw(pending)) = position.act(Action::Draw) else { unreachable!() };
                assert_eq!(truth.by_winner(&pending), None, "{position}");
            }
            counts.chances += 1;
        }
        Forecast::Card { side, wins, others } => {
            assert!(!wins.is_empty() && !others.is_empty(), "{position}");
            let mut at = *position;
            for &action in line {
                // The opponent cannot avoid that a card decides but by losing at once.
                if at.side() != position.side() {
                    for choice in at.choices().iter().filter(|choice| choice.action() != action) {
                        let other = truth.after(&choice.take()).expect("known");
                        assert!(is_same(other.value, -1.0), "{position}: {}", choice.action());
                    }
                }
                match at.act(action).expect("legal") {
                    Next::Position(next) => at = next,
                    Next::Draw(pending) => {
                        let cards = truth.by_winner(&pending).expect("every card decides");
                        let winning = cards.get(&Some(side)).copied().unwrap_or_default();
                        assert_eq!((winning, pending.outcomes() - winning), (wins, others));
                        let own = at.side() == position.side();
                        *(if own { &mut counts.own_cards } else { &mut counts.others_cards }) += 1;
                        return true;
                    }
                }
            }
            panic!("{position}: no draw on the line of best play");
        }
    }
    true
}

fn forecasts_are_true(solve: bool, games: u64) -> Counts {
    let mut counts = Counts::default();
    let engine = Engine::new(EngineSettings { hash: 4, solve, ..EngineSettings::default() });
    for (_, ruleset) in Ruleset::PRESETS {
        for seed in 0..games {
            for position in endings(seed, ruleset) {
                let analysis = engine.analyse(&position, SearchLimits::nodes(6_000));
                assert!(analysis.forecast.is_some() || !analysis.exact, "{position}");
                let Some(forecast) = analysis.forecast else { continue };
                if !check(&position, &analysis.lines[0].actions, forecast, &mut counts) {
                    break;
                }
            }
        }
    }
    counts
}

#[test]
fn a_forecast_of_the_solver_is_that_of_an_exhaustive_search() {
    let counts = forecasts_are_true(true, 150);
    assert!(counts.wins > 500 && counts.chances > 20, "{counts:?}");
    assert!(counts.own_cards > 5 && counts.others_cards > 3, "{counts:?}");
}

#[test]
fn a_forecast_of_the_tree_is_that_of_an_exhaustive_search() {
    let counts = forecasts_are_true(false, 20);
    assert!(counts.wins > 100 && counts.chances == 0, "{counts:?}");
}

#[test]
fn nothing_is_forecast_from_an_estimate() {
    let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
    let start: Position = start.parse().expect("a position");
    assert_eq!(Engine::default().analyse(&start, SearchLimits::nodes(500)).forecast, None);
}

fn forecast(position: &str) -> Option<Forecast> {
    let position: Position = position.parse().expect("a position");
    let analysis = Engine::default().analyse(&position, SearchLimits::nodes(20_000));
    assert!(analysis.exact);
    let forecast = analysis.forecast?;
    let line = &analysis.lines[0].actions;
    check(&position, line, forecast, &mut Counts::default());
    Some(forecast)
}

fn cards(list: &str) -> Cards {
    list.split(',').map(|card| card.parse::<Card>().expect("a card")).collect()
}

#[test]
fn a_draw_is_forecast_only_if_no_card_can_avoid_it() {
    let drawn = "rw1wrr3/1wrrrw3/wwrrwrr2/ww1w1rr2/rwrww1r1w/rrrrrrwr1/1wwww4/w1wwwrr2/1rw1r1w2 \
                 b1 w NE1,NE3,E1,SW3,NW3 E2,SE1,S1,NW2 0 0 N1,SE2,S2,SW1,W2,NW1 kingofroses";
    assert_eq!(forecast(drawn), Some(Forecast::Certain(None)));
}

#[test]
fn a_draw_that_decides_names_the_cards() {
    let last = "1wrrww3/rrwwrww2/1rr1rrw1r/1wwrwrww1/wwrr1rw2/r2r1w3/wrwrwr1w1/r1wrwwr2/w2w2r2 \
                b9 w E2,S1,S2,SW1,NW2 N2,NE2,SE3,S3 0 0 W1 kingofroses";
    let wins = cards("N1,N3,NE1,NE3,E1,E3,SE1,SW2,SW3,W2,W3,NW1,NW3");
    let others = cards("SE2");
    assert_eq!(forecast(last), Some(Forecast::Card { side: Side::White, wins, others }));
}

/// Red can only pass, and White draws.
#[test]
fn the_draw_of_the_opponent_names_the_cards_with_which_the_side_to_act_wins() {
    let last = "5rr1w/2w1wwwrw/3wrwwwr/w4wrrr/1rw1wrwwr/wrrwrwwrr/3rrw2w/1r1rwrwr1/1r1r1w3 \
                h7 r SE3,SW3,W1,W3,NW3 N3,E2,S3,W2 0 0 N1,NW1 classic";
    let wins = cards("NE1,NE2,NE3,E1,E3,SE1,SE2,S1,S2,SW1,SW2,NW2");
    let others = cards("N2");
    assert_eq!(forecast(last), Some(Forecast::Card { side: Side::Red, wins, others }));
}

#[test]
fn what_is_neither_certain_nor_up_to_one_card_has_an_exact_chance() {
    let ending = "1rrwwww2/wwr1r1r2/wrrr2www/1r1wrr1rr/r3wrr2/rw1wwwrw1/rw2w4/r1r1w1r2/1r1wwrw2 \
                  h7 w SE1,SE2,SE3,S1,NW1 S2,SW3,NW2,NW3 0 0 N1,NE2,W1 classic";
    let position: Position = ending.parse().expect("a position");
    let analysis = Engine::default().analyse(&position, SearchLimits::default());
    let Some(Forecast::Chance { win_chance: chance, .. }) = analysis.forecast else {
        panic!("{:?}", analysis.forecast)
    };
    assert!((chance - 0.934).abs() < 0.001);
}

/// Random games from endings on: what a review calls exact is the difference of solved values.
#[test]
fn a_loss_that_a_review_calls_exact_is_solved() {
    let engine = Engine::new(EngineSettings { hash: 4, ..EngineSettings::default() });
    let mut solver = Solver::new(16 << 20);
    let mut exact = 0;
    for seed in 0..8 {
        let mut rng = Rng::with_seed(seed);
        let positions = endings(seed, Ruleset::CLASSIC);
        let mut game = Game::new(*positions.last().expect("a position"));
        while !game.position().is_over() {
            let actions: Vec<_> = game.position().actions().iter().collect();
            let draw = |pending: &PendingDraw| {
                pending.outcomes().pick(rng.u32(..pending.outcomes().len())).expect("a card")
            };
            let action = actions[game.plies().len() % actions.len()];
            game.act_with(action, draw).expect("legal");
        }
        let review = Review::of(&game, &engine, SearchLimits::nodes(4_000));
        for (ply, position) in review.plies.iter().zip(game.positions()) {
            let Some(decision) = ply.decision.as_ref().filter(|decision| decision.exact) else {
                continue;
            };
            let solution = solver.solve(position, SearchLimits::default(), &mut ());
            let mut actions = solution.actions.iter();
            let played = actions.find(|it| it.action == ply.ply.action()).expect("legal");
            let loss = solution.actions[0].win_chance - played.win_chance;
            assert!((decision.loss - loss).abs() < 1e-9, "{position}: {decision:?}");
            exact += 1;
        }
    }
    assert!(exact > 10, "only {exact} losses were exact");
}
