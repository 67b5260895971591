//! Every fact in random games is true, and every account adds up, whatever the search says.

use std::collections::BTreeMap;

use bosworth_engine::{Analysis, PrincipalVariation, Random, Value};
use bosworth_reasons::{Explainer, Fact};
use bosworth_rules::{Action, Card, Game, PendingDraw, Position, Ruleset};
use fastrand::Rng;

use crate::checker::confirm;

/// `BOSWORTH_GAMES` and `BOSWORTH_SEED` set the number of games of each edition and the seed.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// A search that knows nothing: its values are random, but the same for the same position.
fn arbitrary(position: &Position, _: u64) -> Analysis {
    let mut random = Random::new(position.key());
    let mut value = || Value { win: 2.0 * random.unit() as f32 - 1.0, margin: 0.0 };
    let lines = position.actions().iter().map(|action| PrincipalVariation {
        actions: vec![action],
        value: value(),
        exact: None,
        nodes: 1,
    });
    let mut lines: Vec<_> = lines.collect();
    lines.sort_by(|a, b| b.value.win.total_cmp(&a.value.win));
    Analysis {
        value: lines.first().map_or(value(), |line| line.value),
        lines,
        ..Analysis::default()
    }
}

#[test]
fn every_fact_is_confirmed_and_every_account_adds_up() {
    let (games, seed) = (setting("BOSWORTH_GAMES", 20), setting("BOSWORTH_SEED", 1485));
    println!("{games} games of each edition from seed {seed}");
    let mut rng = Rng::with_seed(seed);
    let mut kinds = BTreeMap::<String, usize>::new();
    let mut positions = 0;
    for (_, ruleset) in Ruleset::PRESETS {
        for _ in 0..games {
            let mut game = Game::new(Random::new(rng.u64(..)).deal(ruleset));
            while !game.position().is_over() {
                check(game.position(), &mut kinds);
                positions += 1;
                let choices: Vec<_> = game.position().actions().iter().collect();
                let draw = |pending: &PendingDraw| {
                    let outcomes = pending.outcomes();
                    outcomes.pick(rng.u32(..outcomes.len())).expect("one of them")
                };
                // Random games would spend all heroes at once.
                let cheap: Vec<_> =
                    choices.iter().filter(|it| !matches!(it, Action::Hero(_))).copied().collect();
                let from = if cheap.is_empty() || Rng::with_seed(game.position().key()).u8(..) < 40
                {
                    &choices
                } else {
                    &cheap
                };
                let action = from[game.plies().len() * 7 % from.len()];
                game.act_with(action, draw).expect("a legal action");
            }
        }
    }
    println!("{positions} positions: {kinds:?}");
    assert_eq!(kinds.len(), 31, "some kinds of facts were not seen: {kinds:?}");
}

fn check(position: &Position, kinds: &mut BTreeMap<String, usize>) {
    let actions: Vec<_> = position.actions().iter().collect();
    let explainer = Explainer::new(position, &actions, arbitrary);
    for account in explainer.accounts() {
        let sum: f64 = account.parts.iter().map(|(_, part)| part).sum();
        assert!((account.idle + sum - account.after).abs() < 1e-9, "{account:?}");
    }
    let after = |action: Action| {
        let mut accounts = explainer.accounts();
        accounts.find(|account| account.action == action).map(|account| account.after)
    };
    for &action in &actions {
        for &other in actions.iter().filter(|other| **other != action) {
            if let (Some(own), Some(others)) = (after(action), after(other)) {
                let differences = explainer.differences(action, other);
                let sum: f64 = differences.iter().map(|(_, weight)| weight).sum();
                assert!((sum - (own - others)).abs() < 1e-9, "{action} {other} in {position}");
            }
            let reasons = explainer.reasons(action, other);
            assert!(reasons.len() <= 3);
            for reason in reasons {
                let name = format!("{:?}", reason.fact);
                let end = name.find([' ', '(']).unwrap_or(name.len());
                *kinds.entry(name[..end].into()).or_default() += 1;
                confirm(position, &reason).unwrap_or_else(|what| panic!("{what}"));
            }
        }
    }
}

/// The checker finds a claim that is almost true.
#[test]
fn a_fact_that_is_changed_is_not_confirmed() {
    let position: Position =
        "9/9/4r4/4r4/9/4r4/3ww4/9/9 e6 r S1,E1,S3 N1,N2 4 4 - classic".parse().expect("a position");
    let actions: Vec<_> = position.actions().iter().collect();
    let explainer = Explainer::new(&position, &actions, arbitrary);
    let mut seen = 0;
    for (action, other) in actions.iter().flat_map(|a| actions.iter().map(move |b| (*a, *b))) {
        for reason in explainer.reasons(action, other) {
            assert_eq!(confirm(&position, &reason), Ok(()));
            let mut changed = reason.clone();
            match &mut changed.fact {
                Fact::Rose(effect) | Fact::Reply(_, effect) | Fact::Threat(_, effect, _) => {
                    effect.gain += 1;
                }
                Fact::FewerPoints { points, .. } => *points += 1,
                Fact::HandSize { cards, .. } => *cards += 1,
                Fact::SpendsHero(left) | Fact::KeepsHero(left) => *left += 1,
                Fact::NoReply { draws, .. } => *draws = !*draws,
                Fact::ReplyPoints { most, .. } => *most += 1,
                Fact::Stuck(cards) | Fact::Freed(cards) => {
                    *cards = Card::ALL.into_iter().filter(|it| !cards.contains(*it)).collect();
                }
                _ => continue,
            }
            assert!(confirm(&position, &changed).is_err(), "{changed:?}");
            seen += 1;
        }
    }
    assert!(seen >= 5, "only {seen} facts were changed");
}
