//! Chapters 1 and 2: material and start.

use bosworth_rules::{
    BySide, Card, Cards, IllegalPly, ImpossiblePosition, NotInPile, Position, Ruleset, Setup, Side,
    Square,
};

use crate::scene::{DEAL, after, card, cards, hands, position, refused, scene, square, start};

#[test]
fn rule_1_1_holds_81_squares_from_a1_to_i9() {
    assert_eq!(Square::all().count(), 81);
    assert_eq!(square("a1").index(), 0);
    assert_eq!(square("i9").index(), 80);
    assert_eq!((square("c7").file(), square("c7").rank()), (2, 6));
}

#[test]
fn rule_1_1_fails_no_square_beyond_the_edge() {
    for name in ["j1", "a0", "a10", "A1", "1a", "", "e", "é5"] {
        assert!(name.parse::<Square>().is_err(), "{name}");
    }
}

#[test]
fn rule_1_2_holds_the_supply_is_52_less_the_roses_on_the_board() {
    assert_eq!(start(Ruleset::CLASSIC).supply(), 52);
    assert_eq!(position(scene("e5 e6", "a1", "e5")).supply(), 49);
}

#[test]
fn rule_1_2_fails_a_53rd_rose() {
    let names: Vec<_> = Square::all().map(|square| square.to_string()).collect();
    let (fits, too_many) = (names[..52].join(" "), names[..53].join(" "));
    assert!(Position::try_from(scene(&fits, "", "a1")).is_ok());
    assert_eq!(
        Position::try_from(scene(&too_many, "", "a1")),
        Err(ImpossiblePosition::TooManyRoses(53))
    );
}

#[test]
fn rule_1_3_holds_24_cards_each_once() {
    assert_eq!(Card::ALL.into_iter().collect::<Cards>().len(), 24);
    assert_eq!(Cards::ALL.iter().collect::<Vec<_>>(), Card::ALL);
}

#[test]
fn rule_1_3_fails_a_card_in_two_places() {
    let twice = Setup { hands: hands("N1", "N1"), ..scene("e5", "", "e5") };
    assert_eq!(Position::try_from(twice), Err(ImpossiblePosition::CardTwice(card("N1"))));
    let discarded = Setup { hands: hands("N1", ""), discard: cards("N1"), ..twice };
    assert_eq!(Position::try_from(discarded), Err(ImpossiblePosition::CardTwice(card("N1"))));
    for name in ["N0", "N4", "NN1", "X1", "n1", "1N", "", "N", "N1 ", "NÉ1"] {
        assert!(name.parse::<Card>().is_err(), "{name}");
    }
}

#[test]
fn rule_1_4_holds_four_heroes_each() {
    let start = start(Ruleset::CLASSIC);
    assert_eq!((start.heroes(Side::Red), start.heroes(Side::White)), (4, 4));
}

#[test]
fn rule_1_4_fails_a_fifth_hero() {
    let five = Setup { heroes: BySide { red: 4, white: 5 }, ..scene("e5", "", "e5") };
    let fault = ImpossiblePosition::Heroes { side: Side::White, heroes: 5 };
    assert_eq!(Position::try_from(five), Err(fault));
}

#[test]
fn rule_1_5_holds_the_crown_stands_on_the_rose_placed_last() {
    let next = after(Setup { hands: hands("N2", ""), ..scene("e5", "", "e5") }, "N2");
    assert_eq!(next.crown(), square("e7"));
    assert_eq!(next.rose_at(next.crown()), Some(Side::Red));
}

#[test]
fn rule_1_5_fails_a_crown_beside_its_rose() {
    assert_eq!(
        Position::try_from(scene("e5", "", "e6")),
        Err(ImpossiblePosition::CrownWithoutRose(square("e6")))
    );
}

#[test]
fn rule_2_1_holds_an_empty_board_and_the_crown_in_the_centre() {
    let start = start(Ruleset::CLASSIC);
    assert_eq!(start.crown(), square("e5"));
    assert_eq!(start.rose_at(square("e5")), None);
    assert!(Side::ALL.iter().all(|&side| start.roses(side).is_empty()));
}

#[test]
fn rule_2_1_fails_the_crown_elsewhere_on_an_empty_board() {
    assert_eq!(
        Position::try_from(scene("", "", "e6")),
        Err(ImpossiblePosition::CrownAstray(square("e6")))
    );
}

#[test]
fn rule_2_2_holds_five_open_cards_each() {
    let start = start(Ruleset::CLASSIC);
    assert_eq!(start.hand(Side::Red), cards(DEAL.0));
    assert_eq!(start.hand(Side::White), cards(DEAL.1));
}

#[test]
fn rule_2_2_fails_four_or_six_cards() {
    let deal = |red, white| Position::deal(hands(red, white), Side::Red, Ruleset::CLASSIC);
    assert_eq!(deal("NE2 E3 S2 W3", DEAL.1), None);
    assert_eq!(deal("NE2 E3 S2 W3 NW3 N1", DEAL.1), None);
    assert_eq!(deal(DEAL.0, DEAL.0), None);
}

#[test]
fn rule_2_3_holds_the_pile_is_all_other_cards() {
    let start = start(Ruleset::CLASSIC);
    assert_eq!(start.pile().len(), 14);
    assert_eq!(start.pile() | cards(DEAL.0) | cards(DEAL.1), Cards::ALL);
}

#[test]
fn rule_2_3_fails_drawing_a_card_that_is_not_in_the_pile() {
    let setup = Setup { hands: hands("N1", "S1"), discard: cards("E1"), ..scene("e5", "", "e5") };
    for name in ["N1", "S1", "E1"] {
        let missing = NotInPile { card: card(name) };
        assert_eq!(refused(setup, &format!("+{name}")), IllegalPly::Card(missing));
    }
}

#[test]
fn rule_2_4_holds_red_acts_first_or_whoever_the_lot_says() {
    let deal = |first, ruleset| Position::deal(hands(DEAL.0, DEAL.1), first, ruleset);
    assert_eq!(deal(Side::Red, Ruleset::CLASSIC).map(|start| start.side()), Some(Side::Red));
    assert_eq!(deal(Side::Red, Ruleset::KINGOFROSES).map(|start| start.side()), Some(Side::Red));
    let white = deal(Side::White, Ruleset::KINGOFROSES).map(|start| start.side());
    assert_eq!(white, Some(Side::White));
}

#[test]
fn rule_2_4_fails_white_first_where_red_begins() {
    for ruleset in [Ruleset::CLASSIC, Ruleset::BRETTSPIELNETZ] {
        assert_eq!(Position::deal(hands(DEAL.0, DEAL.1), Side::White, ruleset), None);
    }
}
