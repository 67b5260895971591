//! Chapters 3 to 5: the turn, playing a card, playing with a hero.

use bosworth_rules::{Action, BySide, Cards, Game, IllegalAction, Ruleset, Setup, Side, Square};

use crate::scene::{
    STUCK, after, card, cards, hands, illegal, legal, position, refused, scene, square, squares,
    start,
};

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
fn rule_5_3_fails_a_hero_onto_a_rose_of_its_own_side() {
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
