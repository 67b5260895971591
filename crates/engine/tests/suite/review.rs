//! Reviews: the terms add up, whatever was played.

use bosworth_engine::{
    Effort, Engine, LadderPlayer, Mark, RandomPlayer, Review, Reviewer, SearchLimits,
    first_mover_constant,
};
use bosworth_rules::{
    Action, BySide, Card, Cards, Game, Next, PendingDraw, Ply, Position, Ruleset, Side,
};
use proptest::prelude::*;

/// A random game of at most `plies` plies.
fn random_game(seed: u64, ruleset: Ruleset, plies: usize) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut cards = Card::ALL;
    rng.shuffle(&mut cards);
    let hand = |range: core::ops::Range<usize>| cards[range].iter().copied().collect::<Cards>();
    let hands = BySide { red: hand(0..5), white: hand(5..10) };
    let mut game = Game::new(Position::deal(hands, Side::Red, ruleset).expect("two hands"));
    let mut player = RandomPlayer::new(seed);
    while !game.position().is_over() && game.plies().len() < plies {
        let action = player.choose(game.position(), SearchLimits::default(), &mut ());
        let draw = |pending: &PendingDraw| {
            let count = pending.outcomes().len();
            pending.outcomes().pick(rng.u32(..count)).expect("a card")
        };
        game.act_with(action, draw).expect("legal");
    }
    game
}

fn check(game: &Game, review: &Review) {
    assert_eq!(review.plies.len(), game.plies().len());
    assert_eq!(review.finished, game.position().is_over());
    let balance = review.balance();
    assert!(balance.error().abs() < 1e-9, "{balance:?}");
    let mut win_chance = review.first;
    for (ply, position) in review.plies.iter().zip(game.positions()) {
        assert!((ply.before - win_chance).abs() < 1e-12, "{ply:?}");
        let parts = ply.red_skill() + ply.red_luck() + ply.revision();
        assert!((ply.after - ply.before - parts).abs() < 1e-9, "{ply:?}");
        assert!(ply.loss().is_none_or(|loss| (0.0..=1.0).contains(&loss)), "{ply:?}");
        assert_eq!(ply.decision.is_some(), position.actions().len() > 1);
        check_draw(ply, position);
        win_chance = ply.after;
    }
    if let Some(outcome) = game.position().outcome() {
        let result = match outcome.winner() {
            Some(Side::Red) => 1.0,
            Some(Side::White) => 0.0,
            None => 0.5,
        };
        assert_eq!(review.result().to_bits(), f64::to_bits(result));
    }
    let [red, white] = Side::ALL.map(|side| review.summary(side));
    assert!((red.luck - white.luck - balance.luck).abs() < 1e-9);
    assert!((white.loss - red.loss - balance.skill).abs() < 1e-9);
    assert!((red.luck_adjusted + white.luck_adjusted - 1.0).abs() < 1e-9);
}

fn check_draw(ply: &bosworth_engine::PlyReview, position: &Position) {
    let Some(draw) = &ply.draw else {
        assert!(!matches!(ply.ply, Ply::Draw(_)));
        return;
    };
    let Ok(Next::Draw(pending)) = position.act(Action::Draw) else { panic!("{ply:?}") };
    assert!(draw.cards.iter().map(|card| card.card).eq(pending.outcomes().iter()));
    // Luck has expectation zero.
    let fair: f64 = draw.cards.iter().map(|card| card.win_chance - draw.mean).sum();
    assert!(fair.abs() < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn result_less_start_is_luck_plus_skill_plus_revision(
        seed: u64,
        preset in 0..3usize,
        plies in prop::sample::select(vec![0, 1, 30, 1000]),
    ) {
        let game = random_game(seed, Ruleset::PRESETS[preset].1, plies);
        check(&game, &Review::of(&game, &Engine::default(), SearchLimits::nodes(30)));
    }

    #[test]
    fn tiny_node_limits_still_add_up(seed: u64, nodes in 0..4u64) {
        let game = random_game(seed, Ruleset::CLASSIC, 20);
        check(&game, &Review::of(&game, &Engine::default(), SearchLimits::nodes(nodes)));
    }
}

#[test]
fn a_partial_review_adds_up_at_every_ply() {
    let game = random_game(1485, Ruleset::CLASSIC, 40);
    let engine = Engine::default();
    let mut reviewer = Reviewer::new(&game, &engine, SearchLimits::nodes(40));
    while let Some(ply) = reviewer.next() {
        let review = reviewer.review();
        assert_eq!(review.plies.last(), Some(&ply));
        assert!(review.balance().error().abs() < 1e-9);
        assert_eq!(review.result().to_bits(), ply.after.to_bits());
    }
    assert!(reviewer.next().is_none(), "the iterator is fused");
    assert_eq!(reviewer.into_review(), Review::of(&game, &engine, SearchLimits::nodes(40)));
}

#[test]
fn every_search_is_watched_and_cards_get_less_effort() {
    let game = random_game(3, Ruleset::CLASSIC, 30);
    let (mut full, mut cards) = (0, 0);
    let engine = Engine::default();
    let watch = |effort| match effort {
        Effort::Full => full += 1,
        Effort::Card => cards += 1,
    };
    let mut reviewer = Reviewer::watched(&game, &engine, SearchLimits::nodes(40), watch);
    while reviewer.step().is_some() {}
    let review = reviewer.into_review();
    let draws = review.plies.iter().filter_map(|ply| ply.draw.as_ref());
    let outcomes = draws.map(|draw| draw.cards.len()).sum::<usize>();
    // One search per position and per card, and some more for the worst decisions.
    let worst = review.plies.iter().filter(|ply| ply.better().is_some()).count();
    assert!((31..=31 + worst).contains(&full), "{full}");
    assert!((outcomes..=outcomes + 23 * worst).contains(&cards), "{cards}");
}

#[test]
fn without_a_deal_there_is_no_deal_luck() {
    let start = "9/9/9/9/4r4/9/9/9/9 e5 w NE2,E3 SE1,W1 4 4 S2 classic";
    let game = Game::new(start.parse().expect("a position"));
    let review = Review::of(&game, &Engine::default(), SearchLimits::nodes(100));
    assert_eq!(review.start.to_bits(), review.first.to_bits());
    assert_eq!(review.balance().deal_luck.to_bits(), 0.0f64.to_bits());
}

#[test]
fn deal_luck_is_relative_to_the_first_mover_constant() {
    let game = random_game(5, Ruleset::KINGOFROSES, 0);
    let review = Review::of(&game, &Engine::default(), SearchLimits::nodes(100));
    let start = first_mover_constant(Ruleset::KINGOFROSES);
    assert_eq!(review.start.to_bits(), start.to_bits());
    assert!((review.balance().deal_luck - (review.first - start)).abs() < 1e-12);
}

#[test]
fn the_better_action_is_named_and_marked() {
    // Random play produces every mark, each with a better action.
    let mut seen = [0; Mark::ALL.len()];
    for seed in 0..6 {
        let game = random_game(seed, Ruleset::CLASSIC, 1000);
        let review = Review::of(&game, &Engine::default(), SearchLimits::nodes(200));
        for ply in &review.plies {
            if let Some(mark) = ply.mark() {
                seen[mark as usize] += 1;
                let better = ply.better().expect("a better action");
                assert_ne!(better, ply.ply.action());
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
