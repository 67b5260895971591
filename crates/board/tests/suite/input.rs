//! Input handling: a position, a script of presses and keys, and the expected replies.
//!
//! A script has one word per input: `W1` a card, `@W1` Enter on a focused card, `d5` a square,
//! `>d5` the crown dragged there, `W1>d5` the card dragged there, `pile`, `ok` the confirm button,
//! `[1]` a key.

use bosworth_board::{Board, BoardKey, Confirm, Confirmation, Press, Reply, Scene};
use bosworth_rules::{Action, Position, Side};

/// White to act with a full hand; E1 leads to a rose of Red.
const FULL: &str = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";
/// The same with three cards, so that a card can be drawn.
const THREE: &str = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,W1 4 4 - classic";
/// White has no heroes left, and a card that leads off the board.
const POOR: &str = "9/9/9/9/7rr/9/9/9/8w h5 w N1 E1,E2,E3,W1 4 0 - classic";
/// Red can do nothing but pass.
const BLOCKED: &str = "9/9/9/9/9/2r6/1rrw5/1rw6/w8 a1 r S1,S2,SW2,W1,W3 N3 4 4 - classic";

const MOUSE: Confirmation = Confirmation {
    card: true,
    square: false,
    drag: false,
    pile: false,
    draw_key: true,
    repeat: false,
};

/// Who may act in the scene.
#[derive(Clone, Copy, PartialEq)]
enum Turn {
    Own,
    Theirs,
    Past,
}

fn scene(board: &Board, position: &str, turn: Turn) -> Scene {
    let mut scene = board.scene(position.parse().expect("a position"), Side::White);
    if turn == Turn::Own {
        scene.offer(board, false);
    }
    scene.past = turn == Turn::Past;
    scene
}

fn press(board: &mut Board, word: &str, scene: &Scene, asks: Confirmation) -> Reply {
    if let Some(key) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
        return board.key(BoardKey::named(key).expect("a key"), scene, asks);
    }
    let press = match (word, word.split_at(1)) {
        ("pile", _) => Press::Pile,
        ("ok", _) => Press::Confirm,
        (_, ("@", card)) => Press::EnterOn(card.parse().expect("a card")),
        _ if word.find('>') > Some(0) => {
            let (card, square) = word.split_once('>').expect("a card and a square");
            Press::DragCard(card.parse().expect("a card"), square.parse().expect("a square"))
        }
        (_, (">", square)) => Press::Drag(square.parse().expect("a square")),
        _ => match word.parse() {
            Ok(card) => Press::Card(card),
            Err(_) => Press::Square(word.parse().expect("a square")),
        },
    };
    board.press(press, scene, asks)
}

fn said(reply: Reply) -> String {
    match reply {
        Reply::Chose(action) => format!("chose {action}"),
        Reply::Act(action) => format!("act {action}"),
        Reply::Refuse(why) => {
            format!("refuse {}", format!("{why:?}").split(' ').next().unwrap_or_default())
        }
        Reply::Nowhere { square, .. } => format!("nowhere {square}"),
        Reply::Step(step) => format!("step {step:?}"),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// The replies to a script, in order.
fn replies(position: &str, turn: Turn, asks: Confirmation, script: &str) -> String {
    let mut board = Board::default();
    let replies: Vec<_> = script
        .split(' ')
        .map(|word| {
            let scene = scene(&board, position, turn);
            said(press(&mut board, word, &scene, asks))
        })
        .collect();
    replies.join(", ")
}

#[track_caller]
fn check(position: &str, asks: Confirmation, script: &str, expected: &str) {
    assert_eq!(replies(position, Turn::Own, asks, script), expected, "{script}");
}

#[test]
fn enter_on_a_selected_card_plays_it_instead_of_deselecting() {
    check(FULL, MOUSE, "W1 @W1", "chose W1, act W1");
    check(FULL, MOUSE, "E1 @E1", "chose E1*, act E1*");
    // The same with the focus elsewhere, and with the button.
    check(FULL, MOUSE, "W1 [Enter]", "chose W1, act W1");
    check(FULL, MOUSE, "W1 ok", "chose W1, act W1");
    // Keyboard only: the first Enter selects, the second one confirms.
    check(FULL, MOUSE, "@W1 @W1", "chose W1, act W1");
    check(FULL, MOUSE, "W1 @SE2 @SE2", "chose W1, chose SE2, act SE2");
    // A second click still deselects.
    check(FULL, MOUSE, "W1 W1 [Enter]", "chose W1, cleared, nothing");
}

#[test]
fn the_setting_decides_whether_a_square_needs_a_confirmation() {
    let table = |confirm, coarse, slow| Confirmation::at_table(confirm, coarse, slow);
    let (mouse, finger) = (false, true);
    for (asks, expected) in [
        (table(Confirm::Never, mouse, false), "act W1"),
        (table(Confirm::Never, finger, true), "act W1"),
        (table(Confirm::Touch, mouse, false), "act W1"),
        (table(Confirm::Touch, finger, false), "chose W1"),
        (table(Confirm::Touch, mouse, true), "chose W1"),
        (table(Confirm::Always, mouse, false), "chose W1"),
        (Confirmation::in_analysis(Confirm::Touch), "act W1"),
        (Confirmation::in_analysis(Confirm::Always), "chose W1"),
        (Confirmation::NONE, "act W1"),
        (Confirmation::TWICE, "chose W1"),
    ] {
        check(FULL, asks, "d5", expected);
        if asks.square {
            check(FULL, asks, "d5 d5", "chose W1, act W1");
            check(FULL, asks, "d5 g3 g3", "chose W1, chose SE2, act SE2");
        }
    }
}

#[test]
fn dropping_a_card_on_its_target_plays_it() {
    check(FULL, MOUSE, "W1>d5", "act W1");
    check(FULL, MOUSE, "E1>f5", "act E1*");
    // Elsewhere it is selected, which shows its target.
    check(FULL, MOUSE, "W1>a1 d5", "chose W1, act W1");
    check(FULL, Confirmation { drag: true, ..MOUSE }, "W1>d5 ok", "chose W1, act W1");
    check(POOR, MOUSE, "E1>i5 E2>i5", "refuse NoHeroLeft, refuse OffBoard");
    assert_eq!(replies(FULL, Turn::Theirs, MOUSE, "W1>d5"), "notnow");
}

#[test]
fn dragging_the_crown_and_pressing_the_pile_need_no_confirmation_on_touch_screens() {
    let table = |confirm, slow| Confirmation::at_table(confirm, true, slow);
    check(THREE, table(Confirm::Touch, false), ">d5", "act W1");
    check(THREE, table(Confirm::Touch, false), "pile", "act +");
    // Correspondence games require a confirmation for these, too.
    check(THREE, table(Confirm::Touch, true), ">d5 ok", "chose W1, act W1");
    check(THREE, table(Confirm::Touch, true), "pile pile", "chose +, act +");
    check(THREE, table(Confirm::Always, false), "pile ok", "chose +, act +");
    check(THREE, Confirmation::in_analysis(Confirm::Always), "pile", "act +");
}

#[test]
fn keys_select_and_enter_confirms() {
    check(FULL, MOUSE, "[5] [Enter]", "chose W1, act W1");
    check(FULL, MOUSE, "[1] [2] [Escape] [Enter]", "chose E1*, chose SE2, escaped, nothing");
    check(THREE, MOUSE, "[d] [Enter]", "chose +, act +");
    check(THREE, MOUSE, "[d] [d]", "chose +, chose +");
    check(THREE, MOUSE, "[4] [5]", "nothing, nothing");
    check(THREE, Confirmation::in_analysis(Confirm::Touch), "[d]", "act +");
    check(
        FULL,
        MOUSE,
        "[ArrowLeft] [j] [Home] [End]",
        "step Back, step Forward, step First, step Last",
    );
    check(FULL, MOUSE, "[f]", "turn");
}

#[test]
fn in_a_terminal_repeating_an_input_confirms_it() {
    check(THREE, Confirmation::TWICE, "W1 W1", "chose W1, act W1");
    check(THREE, Confirmation::TWICE, "[3] [3]", "chose W1, act W1");
    check(THREE, Confirmation::TWICE, "[d] [d]", "chose +, act +");
    check(THREE, Confirmation::TWICE, "pile pile", "chose +, act +");
    check(THREE, Confirmation::TWICE, "W1 d5", "chose W1, act W1");
}

#[test]
fn in_an_exercise_nothing_needs_a_confirmation() {
    check(THREE, Confirmation::NONE, "W1 d5 pile [1]", "act W1, act W1, act +, act E1*");
}

#[test]
fn a_card_that_leads_to_an_opposing_rose_is_played_with_a_hero() {
    check(FULL, MOUSE, "E1 f5", "chose E1*, act E1*");
    check(FULL, MOUSE, ">f5", "act E1*");
    check(POOR, MOUSE, "E1 @E1 i5", "refuse NoHeroLeft, refuse NoHeroLeft, nowhere i5");
}

#[test]
fn illegal_input_names_the_rule_and_selects_nothing() {
    check(POOR, MOUSE, "E2 [Enter]", "refuse OffBoard, nothing");
    check(FULL, MOUSE, "[d]", "refuse HandFull");
    check(FULL, MOUSE, "pile", "refuse HandFull");
    check(FULL, MOUSE, "N1", "refuse NotInHand");
    check(FULL, MOUSE, "a1 >a1", "nowhere a1, nowhere a1");
    // A square that no card leads to clears the selection.
    check(FULL, MOUSE, "W1 a1 a1", "chose W1, cleared, nowhere a1");
    // A refusal keeps the selection.
    check(POOR, MOUSE, "W1 E2 [Enter]", "chose W1, refuse OffBoard, act W1");
}

#[test]
fn on_the_opponents_turn_nothing_can_be_done() {
    for asks in [MOUSE, Confirmation::NONE, Confirmation::TWICE] {
        let script = "W1 @W1 d5 >d5 pile [1] [d] ok [Enter]";
        let expected = "notnow, notnow, notnow, notnow, notnow, notnow, notnow, nothing, nothing";
        assert_eq!(replies(THREE, Turn::Theirs, asks, script), expected);
    }
    // Navigation still works.
    let around = replies(THREE, Turn::Theirs, MOUSE, "[k] [f] [Escape]");
    assert_eq!(around, "step Back, turn, escaped");
}

#[test]
fn in_an_earlier_position_a_square_or_enter_returns_to_the_game() {
    let script = "d5 [Enter] ok W1 pile >d5";
    let expected = "return, return, return, notnow, notnow, notnow";
    assert_eq!(replies(THREE, Turn::Past, MOUSE, script), expected);
}

#[test]
fn a_forced_pass_only_needs_a_confirmation() {
    check(BLOCKED, MOUSE, "ok", "act pass");
    check(BLOCKED, MOUSE, "[Enter]", "act pass");
    let scene = scene(&Board::default(), BLOCKED, Turn::Own);
    assert_eq!(scene.ready(), Some(Action::Pass));
}

#[test]
fn a_selection_applies_only_to_the_position_it_was_made_in() {
    let mut board = Board::default();
    let before = scene(&board, FULL, Turn::Own);
    assert_eq!(said(press(&mut board, "W1", &before, MOUSE)), "chose W1");
    let other = scene(&board, THREE, Turn::Own);
    assert_eq!(other.chosen, None, "the card is still in the hand, but the position has changed");
    assert_eq!(said(press(&mut board, "[Enter]", &other, MOUSE)), "nothing");
    assert!(scene(&board, FULL, Turn::Own).chosen.is_some());
}

#[test]
fn browsing_clears_the_selection_and_the_last_ply_follows_the_game() {
    let mut board = Board::default();
    let before = scene(&board, FULL, Turn::Own);
    press(&mut board, "W1", &before, MOUSE);
    board.go_to(3, 10);
    assert_eq!((board.ply(10), board.is_live()), (3, false));
    assert_eq!(board.chosen(&FULL.parse::<Position>().expect("a position")), None);
    assert_eq!(board.ply(2), 2, "plies that were taken back are not shown");
    board.go_to(10, 10);
    assert_eq!((board.ply(12), board.is_live()), (12, true));
    board.stay_at(10);
    assert_eq!((board.ply(12), board.is_live()), (10, false));
}
