//! One ruling that holds and one that fails for each clause of RULES.md, with its number.

use bosworth_rules::{
    Action, BySide, Card, Cards, End, Game, GameResult, IllegalAction, IllegalPly,
    ImpossiblePosition, NotInPile, Position, ReplayError, Ruleset, Setup, Side, Square, Territory,
    Verdict,
};

use crate::scene::{
    STUCK, after, cards, claim, finished, hands, legal, position, refused, scene, squares,
};

const DEAL: (&str, &str) = ("NE2 E3 S2 W3 NW3", "SE1 SE2 SW2 SW3 W1");

fn start(ruleset: Ruleset) -> Position {
    Position::deal(hands(DEAL.0, DEAL.1), Side::Red, ruleset).expect("a deal")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

fn illegal(action: IllegalAction) -> IllegalPly {
    IllegalPly::Action(action)
}

fn sizes(setup: Setup, side: Side) -> Vec<u32> {
    position(setup).territories(side).map(Territory::size).collect()
}

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

#[test]
fn rule_3_1_holds_the_sides_take_turns() {
    let mut game = Game::new(start(Ruleset::CLASSIC));
    for (ply, side) in [("NE2", Side::Red), ("SW3", Side::White), ("+N1", Side::Red)] {
        assert_eq!(game.position().side(), side);
        game.push(ply.parse().expect("a ply")).expect("a legal ply");
    }
}

#[test]
fn rule_3_1_fails_acting_twice() {
    let next = after(start(Ruleset::CLASSIC).into(), "NE2");
    let why = IllegalAction::NotInHand { side: Side::White, card: card("W3") };
    assert_eq!(next.act(Action::Play(card("W3"))), Err(why));
}

#[test]
fn rule_3_2_holds_a_side_acts_while_it_can() {
    let setup = Setup { hands: hands("N1 W1", "S1"), ..scene("e5", "e6", "e5") };
    assert_eq!(legal(setup), "N1* W1 +");
    let without_heroes = Setup { heroes: BySide { red: 0, white: 4 }, ..setup };
    assert_eq!(legal(without_heroes), "W1 +");
}

#[test]
fn rule_3_2_fails_passing_while_a_card_can_be_played() {
    let why = illegal(IllegalAction::MustAct { side: Side::Red });
    assert_eq!(refused(start(Ruleset::CLASSIC).into(), "pass"), why);
    let only_a_hero = Setup { hands: hands("N1 N2 N3 NE1 S1", "S2"), ..scene("i9", "i8", "i9") };
    assert_eq!(legal(only_a_hero), "S1*");
    assert_eq!(refused(only_a_hero, "pass"), why);
}

#[test]
fn rule_3_3_holds_a_blocked_side_is_skipped_until_it_can_act_again() {
    let setup = Setup { hands: hands(STUCK.0, "S1 S2"), ..scene("i9", "", "i9") };
    assert_eq!(legal(setup), "pass");
    // White draws; Red is still blocked, because the crown has not moved.
    let still = after(setup, "pass +W1");
    assert_eq!(legal(still.into()), "pass");
    // White moves the crown to i8: from there Red's N1 leads back, onto a rose of its own.
    assert_eq!(legal(after(setup, "pass +W1 pass S1").into()), "pass");
    // From i7 it leads to an empty square.
    assert_eq!(legal(after(setup, "pass +W1 pass S2").into()), "N1");
}

#[test]
fn rule_3_3_fails_passing_while_a_card_can_be_drawn() {
    let setup = Setup { hands: hands("N1 N2 N3 NE1", "S1"), ..scene("i9", "", "i9") };
    assert_eq!(legal(setup), "+");
    assert_eq!(refused(setup, "pass"), illegal(IllegalAction::MustAct { side: Side::Red }));
}

#[test]
fn rule_4_1_holds_a_card_from_the_hand() {
    let next = after(start(Ruleset::CLASSIC).into(), "NE2");
    assert_eq!(next.hand(Side::Red), cards("E3 S2 W3 NW3"));
}

#[test]
fn rule_4_1_fails_a_card_from_elsewhere() {
    let start = start(Ruleset::CLASSIC);
    for name in ["SE1", "N1"] {
        let why = illegal(IllegalAction::NotInHand { side: Side::Red, card: card(name) });
        assert_eq!(refused(start.into(), name), why);
    }
}

#[test]
fn rule_4_2_holds_exactly_so_far_in_exactly_that_direction() {
    for (name, target) in [
        ("N3", "e8"),
        ("NE2", "g7"),
        ("E1", "f5"),
        ("SE3", "h2"),
        ("S2", "e3"),
        ("SW1", "d4"),
        ("W3", "b5"),
        ("NW2", "c7"),
    ] {
        for side in Side::ALL {
            let hands = BySide { red: cards(name), white: Cards::EMPTY };
            let hands = if side == Side::Red { hands } else { hands.swapped() };
            let setup = Setup { hands, side, ..scene("e5", "", "e5") };
            assert_eq!(after(setup, name).crown(), square(target), "{side}'s {name}");
        }
    }
}

#[test]
fn rule_4_2_fails_stopping_short() {
    // The square one short of the target is empty; that does not help.
    let setup = Setup { hands: hands("E3", ""), ..scene("e5 h5", "", "e5") };
    let why = IllegalAction::OwnRose { target: square("h5"), card: card("E3") };
    assert_eq!(refused(setup, "E3"), illegal(why));
}

#[test]
fn rule_4_3_holds_the_crown_jumps() {
    let setup = Setup { hands: hands("E3", ""), ..scene("e5 f5", "g5", "e5") };
    assert_eq!(after(setup, "E3").crown(), square("h5"));
}

#[test]
fn rule_4_3_fails_what_is_jumped_over_is_not_flipped() {
    let setup = Setup { hands: hands("E3", ""), ..scene("e5", "f5 g5", "e5") };
    assert_eq!(after(setup, "E3").roses(Side::White), squares("f5 g5"));
    let why = IllegalAction::NothingToFlip { target: square("h5"), card: card("E3") };
    assert_eq!(refused(setup, "E3*"), illegal(why));
}

#[test]
fn rule_4_4_holds_the_edge_itself_can_be_reached() {
    let setup = Setup { hands: hands("NE3", ""), ..scene("f6", "", "f6") };
    assert_eq!(after(setup, "NE3").crown(), square("i9"));
}

#[test]
fn rule_4_4_fails_leaving_the_board() {
    for (crown, name) in [("g6", "NE3"), ("a5", "W1"), ("i1", "E1"), ("i1", "S1"), ("b9", "NW2")] {
        let setup = Setup { hands: hands(name, ""), ..scene(crown, "", crown) };
        let why = IllegalAction::OffBoard { crown: square(crown), card: card(name) };
        assert_eq!(refused(setup, name), illegal(why));
    }
}

#[test]
fn rule_4_5_holds_an_empty_target() {
    let setup = Setup { hands: hands("N1 S1 W1", ""), ..scene("e5 e6", "e4", "e5") };
    assert_eq!(legal(setup), "S1* W1 +");
}

#[test]
fn rule_4_5_fails_a_target_with_a_rose_of_either_side() {
    let setup = Setup { hands: hands("N1 S1 W1", ""), ..scene("e5 e6", "e4", "e5") };
    let own = IllegalAction::OwnRose { target: square("e6"), card: card("N1") };
    assert_eq!(refused(setup, "N1"), illegal(own));
    let theirs = IllegalAction::NeedsHero { target: square("e4"), card: card("S1") };
    assert_eq!(refused(setup, "S1"), illegal(theirs));
}

#[test]
fn rule_4_6_holds_a_rose_of_the_movers_colour_from_the_supply() {
    let setup = Setup { hands: hands("", "N1"), side: Side::White, ..scene("e5", "a1", "e5") };
    let next = after(setup, "N1");
    assert_eq!(next.rose_at(square("e6")), Some(Side::White));
    assert_eq!(next.supply(), 49);
}

#[test]
fn rule_4_6_fails_no_other_square_changes() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5 b2", "a1", "e5") };
    let next = after(setup, "N1");
    assert_eq!(next.roses(Side::Red), squares("e5 b2 e6"));
    assert_ne!(next.roses(Side::White), squares("a1 e6"));
}

#[test]
fn rule_4_7_holds_the_card_goes_to_the_open_discard() {
    let setup = Setup { hands: hands("N1", ""), discard: cards("W3"), ..scene("e5", "", "e5") };
    let next = after(setup, "N1");
    assert_eq!(next.discard(), cards("N1 W3"));
    assert_eq!(next.hand(Side::Red), Cards::EMPTY);
}

#[test]
fn rule_4_7_fails_playing_a_discarded_card() {
    let setup = Setup { discard: cards("W3"), ..scene("e5", "", "e5") };
    let why = IllegalAction::NotInHand { side: Side::Red, card: card("W3") };
    assert_eq!(refused(setup, "W3"), illegal(why));
}

#[test]
fn rule_4_8_holds_directions_are_seen_by_the_holder() {
    let holder = |side, red, white| Setup {
        hands: hands(red, white),
        side,
        ruleset: Ruleset::KINGOFROSES,
        ..scene("e5", "", "e5")
    };
    assert_eq!(after(holder(Side::Red, "N2", "E1"), "N2").crown(), square("e3"));
    assert_eq!(after(holder(Side::Red, "SW3", "E1"), "SW3").crown(), square("h8"));
    assert_eq!(after(holder(Side::White, "E1", "N2"), "N2").crown(), square("e7"));
}

#[test]
fn rule_4_8_fails_a_card_that_leads_off_the_board_as_its_holder_sees_it() {
    let setup =
        Setup { hands: hands("N1", ""), ruleset: Ruleset::KINGOFROSES, ..scene("e1", "", "e1") };
    let why = IllegalAction::OffBoard { crown: square("e1"), card: card("N1") };
    assert_eq!(refused(setup, "N1"), illegal(why));
    assert_eq!(legal(Setup { ruleset: Ruleset::CLASSIC, ..setup }), "N1 +");
}

#[test]
fn rule_5_1_holds_an_opponents_rose_is_flipped() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "e6 e7", "e5") };
    let next = after(setup, "N1*");
    assert_eq!(next.roses(Side::Red), squares("e5 e6"));
    assert_eq!(next.roses(Side::White), squares("e7"));
    assert_eq!(next.crown(), square("e6"));
    assert_eq!(next.discard(), cards("N1"));
}

#[test]
fn rule_5_1_fails_without_saying_that_a_hero_is_played() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "e6", "e5") };
    let why = IllegalAction::NeedsHero { target: square("e6"), card: card("N1") };
    assert_eq!(refused(setup, "N1"), illegal(why));
}

#[test]
fn rule_5_2_holds_it_costs_one_hero() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "e6", "e5") };
    let next = after(setup, "N1*");
    assert_eq!((next.heroes(Side::Red), next.heroes(Side::White)), (3, 4));
}

#[test]
fn rule_5_2_fails_without_a_hero() {
    let setup = Setup {
        hands: hands("N1", ""),
        heroes: BySide { red: 0, white: 4 },
        ..scene("e5", "e6", "e5")
    };
    assert_eq!(refused(setup, "N1*"), illegal(IllegalAction::NoHeroLeft { side: Side::Red }));
}

#[test]
fn rule_5_3_holds_only_opponents_roses_are_targets() {
    let setup = Setup { hands: hands("N1 S1", ""), ..scene("e5 e6", "e4", "e5") };
    assert_eq!(legal(setup), "S1* +");
}

#[test]
fn rule_5_3_fails_a_hero_onto_an_own_rose() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5 e6", "", "e5") };
    let why = IllegalAction::OwnRose { target: square("e6"), card: card("N1") };
    assert_eq!(refused(setup, "N1*"), illegal(why));
}

#[test]
fn rule_5_4_holds_an_empty_square_needs_no_hero() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "", "e5") };
    assert_eq!(after(setup, "N1").heroes(Side::Red), 4);
}

#[test]
fn rule_5_4_fails_a_hero_onto_an_empty_square() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "", "e5") };
    let why = IllegalAction::NothingToFlip { target: square("e6"), card: card("N1") };
    assert_eq!(refused(setup, "N1*"), illegal(why));
}

#[test]
fn rule_5_5_holds_the_supply_stays() {
    let setup = Setup { hands: hands("N1", ""), ..scene("e5", "e6", "e5") };
    assert_eq!(after(setup, "N1*").supply(), position(setup).supply());
}

#[test]
fn rule_5_5_fails_a_flip_never_is_the_last_rose() {
    let names: Vec<_> = Square::all().map(|square| square.to_string()).collect();
    let (red, white) = (names[..50].join(" "), &names[50]);
    let at = names[49].as_str();
    let setup = Setup { hands: hands("E1 W1", "S1"), ..scene(&red, white, at) };
    assert_eq!(position(setup).supply(), 1);
    assert_eq!(after(setup, "E1*").end(), None);
}

#[test]
fn rule_6_1_holds_with_fewer_than_five_cards() {
    let setup = Setup { hands: hands("N1 N2 N3 E1", ""), ..scene("e5", "", "e5") };
    assert!(position(setup).actions().draw);
}

#[test]
fn rule_6_1_fails_with_five_cards() {
    let setup = Setup { hands: hands("N1 N2 N3 E1 E2", ""), ..scene("e5", "", "e5") };
    assert_eq!(refused(setup, "+E3"), illegal(IllegalAction::HandFull { side: Side::Red }));
}

#[test]
fn rule_6_2_holds_every_card_of_the_pile_may_come() {
    let setup = Setup { hands: hands("N1", "S1"), discard: cards("E1"), ..scene("e5", "", "e5") };
    for drawn in position(setup).pile() {
        let next = after(setup, &format!("+{drawn}"));
        assert_eq!(next.hand(Side::Red), cards("N1") | Cards::of(drawn));
        assert_eq!(next.pile().len(), 20);
    }
}

#[test]
fn rule_6_2_fails_a_card_from_the_discard_while_the_pile_lasts() {
    let setup = Setup { discard: cards("E1"), ..scene("e5", "", "e5") };
    assert_eq!(refused(setup, "+E1"), IllegalPly::Card(NotInPile { card: card("E1") }));
}

/// Red draws; `pile` cards are left in the pile, all others but a few are discarded.
fn nearly_empty(pile: &str, ruleset: Ruleset) -> Setup {
    let hands = hands("N1", "S1");
    let discard = Cards::ALL - hands.red - hands.white - cards(pile);
    Setup { hands, discard, ruleset, ..scene("e5", "", "e5") }
}

#[test]
fn rule_6_3_holds_an_empty_pile_is_refilled_when_a_card_is_to_be_drawn() {
    let last = nearly_empty("W3", Ruleset::CLASSIC);
    let emptied = after(last, "+W3");
    assert_eq!((emptied.pile().len(), emptied.discard().len()), (0, 21));
    // What is played before the next draw is shuffled in as well.
    let played = after(last, "+W3 S1");
    assert_eq!((played.pile().len(), played.discard().len()), (0, 22));
    let refilled = after(last, "+W3 S1 +S1");
    assert_eq!((refilled.pile().len(), refilled.discard().len()), (21, 0));
}

#[test]
fn rule_6_3_fails_no_reshuffle_while_a_card_is_left() {
    let setup = nearly_empty("W3", Ruleset::CLASSIC);
    let why = IllegalPly::Card(NotInPile { card: card("E1") });
    assert_eq!(refused(setup, "+E1"), why);
    assert_eq!(after(nearly_empty("W2 W3", Ruleset::CLASSIC), "+W3").pile(), cards("W2"));
}

#[test]
fn rule_6_4_holds_the_pile_is_refilled_at_once() {
    let emptied = after(nearly_empty("W3", Ruleset::BRETTSPIELNETZ), "+W3");
    assert_eq!((emptied.pile().len(), emptied.discard().len()), (21, 0));
}

#[test]
fn rule_6_4_fails_a_card_played_after_the_reshuffle_is_not_in_the_pile() {
    let played = after(nearly_empty("W3", Ruleset::BRETTSPIELNETZ), "+W3 S1");
    let why = IllegalPly::Card(NotInPile { card: card("S1") });
    assert_eq!(refused(played.into(), "+S1"), why);
}

#[test]
fn rule_6_5_holds_there_is_always_a_card_to_draw() {
    let hands = hands("N1 N2 N3 NE1", "S1 S2 S3 SW1 SW2");
    let discard = Cards::ALL - hands.red - hands.white;
    for (_, ruleset) in Ruleset::PRESETS {
        let setup = Setup { hands, discard, ruleset, ..scene("e5", "", "e5") };
        assert_eq!(position(setup).pile(), Cards::EMPTY);
        assert!(after(setup, "+E1").hand(Side::Red).contains(card("E1")));
    }
}

#[test]
fn rule_6_5_fails_a_card_in_hand_is_not_shuffled_in() {
    let hands = hands("N1 N2 N3 NE1", "S1 S2 S3 SW1 SW2");
    let discard = Cards::ALL - hands.red - hands.white;
    let setup = Setup { hands, discard, ..scene("e5", "", "e5") };
    assert_eq!(refused(setup, "+S1"), IllegalPly::Card(NotInPile { card: card("S1") }));
}

#[test]
fn rule_7_1_holds_both_blocked_is_the_end() {
    let over = position(finished("i9", ""));
    assert_eq!(over.end(), Some(End::BothBlocked));
    // It happens at once: White's draw of the fifth card ends the game.
    let last = Setup { hands: hands(STUCK.0, "NE2 NE3 E2 E3"), ..scene("i9", "", "i9") };
    assert_eq!(after(last, "pass").end(), None);
    assert_eq!(after(last, "pass +NW1").end(), Some(End::BothBlocked));
}

#[test]
fn rule_7_1_fails_one_side_can_still_act() {
    let draws = Setup { hands: hands(STUCK.0, "NE2 NE3 E2 E3"), ..scene("i9", "", "i9") };
    assert_eq!(position(draws).end(), None);
    let heroes = Setup { hands: hands(STUCK.0, "NE2 NE3 E2 E3 S1"), ..scene("i9 i8", "", "i9") };
    assert_eq!(position(heroes).end(), None);
    let none_left = Setup { heroes: BySide { red: 4, white: 0 }, ..heroes };
    assert_eq!(position(none_left).end(), Some(End::BothBlocked));
}

/// Fifty-one roses in a checkered row order, the crown on the last of them; `e6` onwards is
/// empty.
fn one_rose_left() -> Setup {
    let (mut red, mut white) = (Vec::new(), Vec::new());
    for (n, square) in Square::all().take(51).enumerate() {
        if n % 2 == 0 { &mut red } else { &mut white }.push(square.to_string());
    }
    Setup { hands: hands("N1 N2 E1", "S1"), ..scene(&red.join(" "), &white.join(" "), "f6") }
}

#[test]
fn rule_7_2_holds_the_last_rose_is_the_end() {
    let last = one_rose_left();
    assert_eq!(position(last).supply(), 1);
    let over = after(last, "N1");
    assert_eq!(over.end(), Some(End::LastRose));
    assert_eq!(over.actions().len(), 0);
}

#[test]
fn rule_7_2_fails_one_rose_is_left() {
    assert_eq!(position(one_rose_left()).end(), None);
    assert_eq!(after(one_rose_left(), "+W3").end(), None);
}

#[test]
fn rule_7_3_holds_either_side_blocked_is_the_end_whoever_is_to_act() {
    for side in Side::ALL {
        let setup = Setup {
            hands: hands("S1", STUCK.1),
            side,
            ruleset: Ruleset::KINGOFROSES,
            ..scene("i9", "", "i9")
        };
        assert_eq!(position(setup).end(), Some(End::Blocked(Side::White)));
        assert_eq!(legal(setup), "");
    }
    // Red's cards are turned, so Red is blocked in the opposite corner.
    let red = Setup {
        hands: hands(STUCK.0, "N1 N2"),
        ruleset: Ruleset::KINGOFROSES,
        ..scene("a1", "", "a1")
    };
    let red = Setup { hands: BySide { white: Cards::EMPTY, ..red.hands }, ..red };
    assert_eq!(position(red).end(), Some(End::Blocked(Side::Red)));
}

#[test]
fn rule_7_3_fails_four_cards_or_a_hero_keep_the_game_going() {
    let four = Setup {
        hands: hands("S1", "NE2 NE3 E2 E3"),
        ruleset: Ruleset::KINGOFROSES,
        ..scene("i9", "", "i9")
    };
    assert_eq!(position(four).end(), None);
    let hero = Setup { hands: hands("", "NE2 NE3 E2 E3 S1"), ..four };
    let hero = Setup { roses: BySide { red: squares("i9 i8"), ..hero.roses }, ..hero };
    assert_eq!(position(hero).end(), None);
    let no_hero = Setup { heroes: BySide { red: 4, white: 0 }, ..hero };
    assert_eq!(position(no_hero).end(), Some(End::Blocked(Side::White)));
}

#[test]
fn rule_7_4_holds_no_actions_after_the_end() {
    assert_eq!(legal(finished("i9", "")), "");
    assert!(position(finished("i9", "")).is_over());
    assert!(position(finished("i9", "")).outcome().is_some());
}

#[test]
fn rule_7_4_fails_acting_after_the_end() {
    for ply in ["N1", "N1*", "S3", "+S3", "pass"] {
        assert_eq!(refused(finished("i9", ""), ply), illegal(IllegalAction::GameOver), "{ply}");
    }
    // The side to act could play S1, were the game not over.
    let blocked = Setup {
        hands: hands("N1", STUCK.1),
        ruleset: Ruleset::KINGOFROSES,
        ..scene("i9", "", "i9")
    };
    assert_eq!(refused(blocked, "N1"), illegal(IllegalAction::GameOver));
}

#[test]
fn rule_8_1_holds_edges_join() {
    assert_eq!(sizes(scene("a1 b1 b2 c2", "a2", "a1"), Side::Red), [4]);
}

#[test]
fn rule_8_1_fails_an_opponents_rose_or_a_gap_or_the_edge_parts() {
    assert_eq!(sizes(scene("a1 c1", "b1", "a1"), Side::Red), [1, 1]);
    assert_eq!(sizes(scene("a1 c1", "", "a1"), Side::Red), [1, 1]);
    // i1 and a2 are neighbours in memory, not on the board.
    assert_eq!(sizes(scene("i1 a2", "", "i1"), Side::Red), [1, 1]);
}

#[test]
fn rule_8_2_holds_corners_do_not_join() {
    assert_eq!(sizes(scene("a1 b2 c3", "", "a1"), Side::Red), [1, 1, 1]);
}

#[test]
fn rule_8_2_fails_a_score_that_joins_corners() {
    let diagonal = finished("a1 b2 c3 i9", "");
    let won = GameResult::Won(Side::Red);
    assert_eq!(claim(diagonal, won, (4, 0)), Ok(()));
    let wrong = claim(diagonal, won, (10, 0));
    assert!(matches!(wrong, Err(ReplayError::WrongScore { .. })));
}

#[test]
fn rule_8_3_holds_a_territory_is_worth_its_size_squared() {
    for size in 1..=50u32 {
        let names: Vec<_> =
            Square::all().take(size as usize).map(|square| square.to_string()).collect();
        let scores = position(scene(&names.join(" "), "", "a1")).scores();
        assert_eq!((scores.red.points, scores.red.largest), (size * size, size));
    }
}

#[test]
fn rule_8_3_fails_a_score_that_only_counts_roses() {
    let wrong = claim(finished("a1 a2 a3 i9", ""), GameResult::Won(Side::Red), (4, 0));
    assert!(matches!(wrong, Err(ReplayError::WrongScore { .. })));
}

/// White 8, 2 and 1; Red 5, 2, 2 and 1.
fn worked_example() -> Setup {
    finished("a5 b5 c5 d5 e5 g5 h5 a7 b7 i9", "a1 b1 c1 d1 e1 f1 g1 h1 a3 b3 d3")
}

#[test]
fn rule_8_4_holds_the_worked_example_69_to_34() {
    assert_eq!(sizes(worked_example(), Side::White), [8, 2, 1]);
    assert_eq!(sizes(worked_example(), Side::Red), [5, 2, 2, 1]);
    let outcome = position(worked_example()).outcome().expect("it is over");
    assert_eq!((outcome.scores.white.points, outcome.scores.red.points), (69, 34));
    assert_eq!(outcome.verdict, Verdict::Points(Side::White));
}

#[test]
fn rule_8_4_fails_a_result_for_the_side_with_fewer_points() {
    assert_eq!(claim(worked_example(), GameResult::Won(Side::White), (34, 69)), Ok(()));
    let wrong = claim(worked_example(), GameResult::Won(Side::Red), (34, 69));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

/// 25 + 1 against 16 + 9 + 1: Red's largest is 5 of 6 roses, White's is 4 of 8.
fn equal_points() -> Setup {
    finished("a5 b5 c5 d5 e5 i9", "a1 b1 c1 d1 f1 g1 h1 a3")
}

#[test]
fn rule_9_1_holds_the_larger_largest_territory_wins() {
    let outcome = position(equal_points()).outcome().expect("it is over");
    assert_eq!(outcome.scores.map(|score| score.points), BySide { red: 26, white: 26 });
    assert_eq!(outcome.verdict, Verdict::Largest(Side::Red));
}

#[test]
fn rule_9_1_fails_a_result_for_more_roses_in_smaller_territories() {
    let wrong = claim(equal_points(), GameResult::Won(Side::White), (26, 26));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

/// 9 + 4 + 1 against 9 + 1 + 1 + 1 + 1 + 1: six roses against eight.
fn equal_largest() -> Setup {
    finished("a5 b5 c5 a7 b7 i9", "a1 b1 c1 e1 g1 a3 c3 e3")
}

#[test]
fn rule_9_2_holds_more_roses_win() {
    let outcome = position(equal_largest()).outcome().expect("it is over");
    assert_eq!(outcome.scores.map(|score| score.points), BySide { red: 14, white: 14 });
    assert_eq!(outcome.verdict, Verdict::Roses(Side::White));
}

#[test]
fn rule_9_2_fails_a_draw_with_unequal_roses() {
    let wrong = claim(equal_largest(), GameResult::Drawn, (14, 14));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

#[test]
fn rule_9_3_holds_equal_in_everything_is_drawn() {
    let outcome = position(finished("a1 b1 i9", "a3 b3 d3")).outcome().expect("it is over");
    assert_eq!(outcome.verdict, Verdict::Drawn);
    assert_eq!(outcome.winner(), None);
}

#[test]
fn rule_9_3_fails_a_winner_where_all_is_equal_or_a_draw_before_the_end() {
    let wrong = claim(finished("a1 b1 i9", "a3 b3 d3"), GameResult::Won(Side::Red), (5, 5));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
    let early = claim(scene("a1", "a3", "a1"), GameResult::Drawn, (1, 1));
    assert_eq!(early, Err(ReplayError::NotOver));
}

#[test]
fn rule_9_4_holds_roses_decide_at_once() {
    let setup = Setup { ruleset: Ruleset::KINGOFROSES, ..equal_points() };
    let outcome = position(setup).outcome().expect("it is over");
    assert_eq!(outcome.verdict, Verdict::Roses(Side::White));
}

#[test]
fn rule_9_4_fails_a_result_for_the_largest_territory() {
    let setup = Setup { ruleset: Ruleset::KINGOFROSES, ..equal_points() };
    let wrong = claim(setup, GameResult::Won(Side::Red), (26, 26));
    assert!(matches!(wrong, Err(ReplayError::WrongResult { .. })));
}

#[test]
fn rule_10_1_holds_every_combination_has_a_text_of_its_own() {
    let all = crate::walk::all_rulesets();
    let mut texts: Vec<_> = all.iter().map(|ruleset| ruleset.to_string()).collect();
    for (ruleset, text) in all.iter().zip(&texts) {
        assert_eq!(text.parse().as_ref(), Ok(ruleset));
    }
    assert!(texts.contains(&"kingofroses".to_string()));
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 64);
}

#[test]
fn rule_10_1_fails_an_unknown_edition_point_or_value() {
    for text in
        ["Classic", "", "chess", "classic:", "classic:x=y", "classic:ending=none", "classic:ending"]
    {
        assert!(text.parse::<Ruleset>().is_err(), "{text}");
    }
}
