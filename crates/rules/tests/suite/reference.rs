//! Differential test of the library against the naive reference: every action, every score,
//! every outcome.

use bosworth_rules::{
    Action, BySide, Card, CardView, Cards, Ending, Ply, Position, Reshuffle, Ruleset, Side, Square,
    Ties,
};
use fastrand::Rng;

use crate::naive::{NaiveAction, NaiveCard, NaiveGame, NaiveRules};
use crate::walk::{all_rulesets, deal};

/// `BOSWORTH_GAMES` and `BOSWORTH_SEED` set the number of games and the seed.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_library_agrees_with_the_naive_reference() {
    let (games, seed) = (setting("BOSWORTH_GAMES", 3_000), setting("BOSWORTH_SEED", 1485));
    println!("{games} games from seed {seed}");
    let custom = all_rulesets();
    let mut rng = Rng::with_seed(seed);
    let mut plies = 0;
    for game in 0..games {
        // A quarter of the games for each edition, and one for custom rulesets.
        let ruleset = match game % 4 {
            3 => custom[rng.usize(..custom.len())],
            edition => Ruleset::PRESETS[edition as usize].1,
        };
        plies += compare_one_game(&mut rng, ruleset);
    }
    println!("{plies} plies agreed");
}

/// The naive equivalent of a position.
pub fn naive_of(position: &Position) -> NaiveGame {
    let list = |cards: Cards| cards.iter().map(naive_card).collect::<Vec<_>>();
    let hand = |side| list(position.hand(side));
    let mut game = NaiveGame::new(
        hand(Side::Red),
        hand(Side::White),
        player(position.side()),
        rules(position.ruleset()),
    );
    for square in Square::all() {
        let owner = position.rose_at(square).map_or(0, player);
        game.board[usize::from(square.rank())][usize::from(square.file())] = owner;
    }
    game.crown = (position.crown().file().into(), position.crown().rank().into());
    game.heroes = [0, position.heroes(Side::Red).into(), position.heroes(Side::White).into()];
    game.pile = list(position.pile());
    game.discard = list(position.discard());
    game.roses_left = position.supply().into();
    game
}

fn compare_one_game(rng: &mut Rng, ruleset: Ruleset) -> u64 {
    let mut position = deal(rng, ruleset);
    let mut naive = naive_of(&position);
    for plies in 0.. {
        compare(&position, &naive);
        let legal = naive.legal();
        if legal.is_empty() {
            return plies;
        }
        let action = legal[rng.usize(..legal.len())];
        let drawn = (action == NaiveAction::Draw).then(|| {
            let cards = naive.drawable();
            cards[rng.usize(..cards.len())]
        });
        let ply = match (action, drawn) {
            (NaiveAction::Play(card), _) => Ply::Play(library_card(card)),
            (NaiveAction::Hero(card), _) => Ply::Hero(library_card(card)),
            (NaiveAction::Draw, card) => Ply::Draw(library_card(card.expect("a drawn card"))),
            (NaiveAction::Pass, _) => Ply::Pass,
        };
        naive.act(action, drawn);
        position = position.follow(ply).unwrap_or_else(|why| panic!("{position}: {ply}: {why}"));
    }
    unreachable!("every game ends")
}

fn compare(position: &Position, naive: &NaiveGame) {
    let mut expected: Vec<_> = naive.legal().into_iter().map(text).collect();
    let mut found: Vec<_> =
        position.actions().iter().map(|action: Action| action.to_string()).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{position}");

    let points = BySide { red: naive.points(1), white: naive.points(2) };
    assert_eq!(position.scores().map(|score| score.points), points, "{position}");
    for side in Side::ALL {
        let mut sizes: Vec<_> =
            position.territories(side).map(|territory| territory.size()).collect();
        let mut expected = naive.territories(player(side));
        sizes.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sizes, expected, "{position}");
    }

    assert_eq!(position.outcome().is_some(), naive.over(), "{position}");
    if let Some(outcome) = position.outcome() {
        assert_eq!(outcome.winner().map_or(0, player), naive.leader(), "{position}");
    }

    let pile: Vec<_> = position.pile().iter().map(naive_card).collect();
    assert_eq!(pile.len(), naive.pile.len(), "{position}");
    assert!(pile.iter().all(|card| naive.pile.contains(card)), "{position}");
    assert_eq!(u32::from(position.supply()), naive.roses_left, "{position}");
}

fn player(side: Side) -> usize {
    match side {
        Side::Red => 1,
        Side::White => 2,
    }
}

fn rules(ruleset: Ruleset) -> NaiveRules {
    NaiveRules {
        seen_by_holder: ruleset.cards == CardView::Holder,
        refill_at_once: ruleset.reshuffle == Reshuffle::WhenEmptied,
        either_blocked_ends: ruleset.ending == Ending::EitherBlocked,
        largest_breaks_ties: ruleset.ties == Ties::LargestThenRoses,
    }
}

fn naive_card(card: Card) -> NaiveCard {
    let (east, north) = card.direction.vector();
    NaiveCard { east: east.into(), north: north.into(), steps: card.steps as i32 + 1 }
}

fn library_card(card: NaiveCard) -> Card {
    Card::ALL.into_iter().find(|other| naive_card(*other) == card).expect("one of the 24")
}

fn text(action: NaiveAction) -> String {
    match action {
        NaiveAction::Play(card) => library_card(card).to_string(),
        NaiveAction::Hero(card) => format!("{}*", library_card(card)),
        NaiveAction::Draw => "+".to_string(),
        NaiveAction::Pass => "pass".to_string(),
    }
}
