//! Chapter 7: the end.

use bosworth_rules::{BySide, Cards, End, IllegalAction, Ruleset, Setup, Side, Square};

use crate::scene::{
    STUCK, after, finished, hands, illegal, legal, position, refused, scene, squares,
};

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

/// Fifty-one roses of alternating colours from `a1` on, the crown on the last of them.
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
