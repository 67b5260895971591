//! Properties that hold for every position.

use bosworth_rules::{
    Action, BySide, Card, Cards, IllegalPly, Next, Ply, Position, Setup, Side, Square, Squares,
    Symmetry, perft,
};
use proptest::prelude::*;

use crate::walk::{games, positions};

/// Every action that could be legal in some position.
fn every_action() -> impl Iterator<Item = Action> {
    Card::ALL
        .into_iter()
        .flat_map(|card| [Action::Play(card), Action::Hero(card)])
        .chain([Action::Draw, Action::Pass])
}

fn turned(symmetry: Symmetry, ply: Ply) -> Ply {
    match ply {
        Ply::Play(card) => Ply::Play(symmetry.card(card)),
        Ply::Hero(card) => Ply::Hero(symmetry.card(card)),
        Ply::Draw(card) => Ply::Draw(symmetry.card(card)),
        Ply::Pass => Ply::Pass,
    }
}

/// All legal plies of a position.
fn plies(position: &Position) -> Vec<Ply> {
    let mut all = Vec::new();
    for choice in position.choices().iter() {
        match choice.take() {
            Next::Draw(pending) => all.extend(pending.outcomes().iter().map(Ply::Draw)),
            Next::Position(_) => all.extend(choice.action().resolved(None)),
        }
    }
    all
}

proptest! {
    #[test]
    fn parse_after_print_is_the_identity(position in positions()) {
        let text = position.to_string();
        prop_assert_eq!(text.parse::<Position>(), Ok(position));
    }

    #[test]
    fn parsing_never_panics(text in "\\PC{0,120}") {
        let _ = text.parse::<Position>();
        let _ = text.parse::<Action>();
        let _ = text.parse::<Ply>();
    }

    /// With one letter mutated, the text is rejected, or the position it parses to survives the
    /// round trip.
    #[test]
    fn mutated_text_is_rejected_or_round_trips(
        position in positions(), place in any::<prop::sample::Index>(), letter in "[ -~]",
    ) {
        let mut text: Vec<char> = position.to_string().chars().collect();
        let place = place.index(text.len());
        text[place] = letter.chars().next().expect("one letter");
        let text: String = text.into_iter().collect();
        if let Ok(read) = text.parse::<Position>() {
            prop_assert_eq!(read.to_string().parse::<Position>(), Ok(read));
        }
    }

    #[test]
    fn twenty_four_cards_are_conserved(game in games()) {
        for position in game.positions() {
            let places =
                [position.hand(Side::Red), position.hand(Side::White), position.discard(), position.pile()];
            prop_assert_eq!(places.iter().map(|cards| cards.len()).sum::<u32>(), 24);
            prop_assert_eq!(places.into_iter().fold(Cards::EMPTY, |all, cards| all | cards), Cards::ALL);
        }
    }

    #[test]
    fn roses_are_conserved(game in games()) {
        for position in game.positions() {
            let roses = position.roses(Side::Red).len() + position.roses(Side::White).len();
            prop_assert_eq!(roses + u32::from(position.supply()), 52);
        }
    }

    #[test]
    fn legal_if_and_only_if_playable(position in positions()) {
        let actions = position.actions();
        for action in every_action() {
            prop_assert_eq!(position.act(action).is_ok(), actions.contains(action), "{}", action);
        }
        prop_assert_eq!(actions.iter().count(), actions.len() as usize);
        prop_assert!(actions.len() <= 5);
        prop_assert_eq!(actions.is_empty(), position.outcome().is_some());
    }

    /// Invariant: a choice and the card that chance adds make one ply, and no other.
    #[test]
    fn an_action_and_the_card_it_draws_make_the_ply(position in positions()) {
        for ply in plies(&position) {
            let drawn = if let Ply::Draw(card) = ply { Some(card) } else { None };
            prop_assert_eq!(ply.action().resolved(drawn), Some(ply));
            let done = position.act_with(ply.action(), |_| drawn.expect("only a draw asks"));
            let after = position.follow(ply).expect("a legal ply");
            prop_assert_eq!(done, Ok((ply, after)));
        }
        for action in every_action().filter(|action| position.choose(*action).is_err()) {
            let why = position.act(action).expect_err("it is illegal");
            let refused = position.act_with(action, |_| panic!("nothing is drawn"));
            prop_assert_eq!(refused, Err(IllegalPly::Action(why)));
        }
    }

    #[test]
    fn picking_yields_every_choice_once(position in positions()) {
        let choices = position.choices();
        let mut picked: Vec<_> = (0..choices.len()).filter_map(|n| choices.pick(n)).collect();
        prop_assert_eq!(choices.pick(choices.len()), None);
        for choice in choices.iter() {
            let place = picked.iter().position(|other| *other == choice);
            picked.swap_remove(place.expect("it was picked"));
        }
        prop_assert!(picked.is_empty());
    }

    /// Incrementally updated keys and counts equal those computed from scratch.
    #[test]
    fn incremental_equals_recomputed(game in games()) {
        for position in game.positions() {
            let fresh = Position::try_from(Setup::from(*position)).expect("a valid position");
            prop_assert_eq!(&fresh, position);
            prop_assert_eq!(fresh.key(), position.key());
        }
    }

    #[test]
    fn equal_keys_mean_equal_positions(game in games()) {
        let positions = game.positions();
        for (n, one) in positions.iter().enumerate() {
            for other in &positions[..n] {
                prop_assert_eq!(one.key() == other.key(), one == other);
            }
        }
    }

    #[test]
    fn the_eight_symmetries_preserve_scores_outcomes_and_plies(position in positions()) {
        let ahead = plies(&position);
        for symmetry in Symmetry::all() {
            let image = symmetry.position(&position);
            prop_assert_eq!(image.scores(), position.scores());
            prop_assert_eq!(image.outcome(), position.outcome());
            prop_assert_eq!(image.actions().len(), position.actions().len());
            for &ply in &ahead {
                let next = position.follow(ply).expect("a legal ply");
                prop_assert_eq!(image.follow(turned(symmetry, ply)), Ok(symmetry.position(&next)));
            }
        }
    }

    #[test]
    fn swapping_the_sides_swaps_the_score(position in positions()) {
        let swapped = position.with_sides_swapped();
        prop_assert_eq!(swapped.with_sides_swapped(), position);
        prop_assert_eq!(swapped.scores(), position.scores().swapped());
        let winner = |position: &Position| position.outcome().map(|outcome| outcome.winner());
        prop_assert_eq!(winner(&swapped), winner(&position).map(|side| side.map(|side| !side)));
        prop_assert_eq!(perft(&swapped, 2), perft(&position, 2));
    }

    #[test]
    fn bitsets_behave_like_sets(bits in any::<u128>(), cards in any::<u32>()) {
        let squares: Squares = Square::all().filter(|square| bits >> square.index() & 1 == 1).collect();
        prop_assert_eq!(squares.iter().count(), squares.len() as usize);
        prop_assert_eq!(!!squares, squares);
        for square in Square::all() {
            prop_assert_eq!(squares.contains(square), bits >> square.index() & 1 == 1);
        }
        let set: Cards = Card::ALL.into_iter().filter(|card| cards >> card.index() & 1 == 1).collect();
        prop_assert!(set.iter().is_sorted());
        prop_assert_eq!(set.turned().turned(), set);
        for card in Card::ALL {
            prop_assert_eq!(set.contains(card), cards >> card.index() & 1 == 1);
            prop_assert_eq!(set.turned().contains(card.turned()), set.contains(card));
        }
    }
}

#[test]
fn the_eight_symmetries_are_distinct_and_commute_with_steps() {
    let a2: Square = "a2".parse().expect("a square");
    let mut images: Vec<_> = Symmetry::all().map(|symmetry| symmetry.square(a2)).collect();
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 8);
    for symmetry in Symmetry::all() {
        for square in Square::all() {
            for card in Card::ALL {
                let step = |square: Square, card: Card| square.step(card.direction, card.steps);
                let turned = step(symmetry.square(square), symmetry.card(card));
                assert_eq!(turned, step(square, card).map(|target| symmetry.square(target)));
            }
        }
    }
}

/// Exhaustive: each square of the crown, each card, each owner of the target.
#[test]
fn a_single_card_is_legal_by_its_target_alone() {
    for crown in Square::all() {
        for card in Card::ALL {
            for owner in [None, Some(Side::Red), Some(Side::White)] {
                let target = crown.step(card.direction, card.steps);
                let mut roses = BySide { red: Squares::of(crown), white: Squares::EMPTY };
                if let (Some(owner), Some(target)) = (owner, target) {
                    roses[owner].insert(target);
                }
                let setup = Setup {
                    hands: BySide { red: Cards::of(card), white: Cards::EMPTY },
                    roses,
                    ..crate::scene::scene(&crown.to_string(), "", &crown.to_string())
                };
                let expected = match (target, owner) {
                    (None, _) | (Some(_), Some(Side::Red)) => "+".to_string(),
                    (Some(_), None) => format!("{card} +"),
                    (Some(_), Some(Side::White)) => format!("{card}* +"),
                };
                assert_eq!(crate::scene::legal(setup), expected, "{setup:?}");
            }
        }
    }
}

proptest! {
    /// Compared with a flood fill of each square's neighbourhood.
    #[test]
    fn joints_are_local_articulation_points(
        inside in prop::collection::vec(any::<bool>(), Square::COUNT),
    ) {
        let set: Squares = Square::all().filter(|square| inside[square.index()]).collect();
        let place = |square: Square| (square.index() % 9, square.index() / 9);
        for square in Square::all() {
            let (file, rank) = place(square);
            let around: Squares = Square::all()
                .filter(|&other| {
                    let (f, r) = place(other);
                    other != square && f.abs_diff(file) <= 1 && r.abs_diff(rank) <= 1
                })
                .collect();
            let beside = Squares::of(square).neighbours() & set;
            let joined = beside
                .first()
                .map_or(Squares::EMPTY, |first| (set & around).joined_to(Squares::of(first)));
            let joint = set.contains(square) && !(beside - joined).is_empty();
            prop_assert_eq!(set.joints().contains(square), joint, "{:?} in {:?}", square, set);
        }
    }
}
