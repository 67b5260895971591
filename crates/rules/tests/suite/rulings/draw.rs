//! Chapter 6: drawing.

use bosworth_rules::{Cards, IllegalAction, IllegalPly, NotInPile, Ruleset, Setup, Side};

use crate::scene::{after, card, cards, hands, illegal, position, refused, scene};

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

/// Red is to draw; only the cards of `pile` are left in the pile, nearly all others are
/// discarded.
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
