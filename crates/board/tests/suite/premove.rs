//! Premoves: actions chosen while the opponent is thinking.

use bosworth_board::{Board, BoardKey, Confirmation, Premove, Press, Reply, Scene};
use bosworth_rules::{Action, Card, Position, Side};

/// Red to act; White may choose a premove. W1 leads to an empty square, E1 to a rose.
const THEIRS: &str = "9/9/9/9/4rr3/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 E1,SE2,W1 4 4 - classic";
const MINE: &str = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,W1 4 4 - classic";

fn position(text: &str) -> Position {
    text.parse().expect("a position")
}

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn scene(board: &Board) -> Scene {
    let mut scene = board.scene(position(THEIRS), Side::White);
    scene.offer_ahead(Side::White, board);
    scene
}

fn press(board: &mut Board, press: Press) -> Reply {
    let scene = scene(board);
    board.press(press, &scene, Confirmation::TWICE)
}

#[test]
fn a_card_chosen_on_the_opponents_turn_is_played_on_the_next_turn() {
    let mut board = Board::default();
    let premove = Premove::Card(card("W1"));
    assert_eq!(press(&mut board, Press::Card(card("W1"))), Reply::PremoveSet(premove));
    assert_eq!(scene(&board).premove, Some(premove));
    assert!(scene(&board).held(Side::White, card("W1")).premove);
    assert!(!scene(&board).held(Side::White, card("SE2")).premove);
    // Selections are cleared with the position, premoves are not.
    board.clear();
    let taken = board.take_premove(&position(MINE));
    assert_eq!(taken, Some(Ok(Action::Play(card("W1")))));
    assert_eq!(board.take_premove(&position(MINE)), None, "it is taken only once");
}

#[test]
fn a_premove_can_be_replaced_and_cancelled() {
    let mut board = Board::default();
    press(&mut board, Press::Card(card("W1")));
    let other = Reply::PremoveSet(Premove::Card(card("SE2")));
    assert_eq!(press(&mut board, Press::Card(card("SE2"))), other);
    assert_eq!(press(&mut board, Press::Card(card("SE2"))), Reply::Cleared);
    assert_eq!(press(&mut board, Press::Pile), Reply::PremoveSet(Premove::Draw));
    assert_eq!(press(&mut board, Press::Confirm), Reply::Cleared);
    assert_eq!(scene(&board).premove, None);
    press(&mut board, Press::Card(card("W1")));
    let scene_before = scene(&board);
    assert_eq!(board.key(BoardKey::Escape, &scene_before, Confirmation::TWICE), Reply::Escaped);
    assert_eq!(scene(&board).premove, None);
}

#[test]
fn keys_choose_premoves_from_the_waiting_players_hand() {
    let mut board = Board::default();
    let hand: Vec<_> = position(THEIRS).hand(Side::White).iter().collect();
    let before = scene(&board);
    let reply = board.key(BoardKey::Card(1), &before, Confirmation::TWICE);
    assert_eq!(reply, Reply::PremoveSet(Premove::Card(hand[1])));
    let before = scene(&board);
    let reply = board.key(BoardKey::Draw, &before, Confirmation::TWICE);
    assert_eq!(reply, Reply::PremoveSet(Premove::Draw));
}

#[test]
fn an_illegal_premove_is_dropped() {
    // E1 leads to a rose by now, and a premove never spends a hero.
    let mut board = Board::default();
    press(&mut board, Press::Card(card("E1")));
    assert_eq!(board.take_premove(&position(MINE)), Some(Err(Premove::Card(card("E1")))));
    // The hand is full: no card can be drawn.
    let full = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";
    press(&mut board, Press::Pile);
    assert_eq!(board.take_premove(&position(full)), Some(Err(Premove::Draw)));
}

#[test]
fn only_the_waiting_side_can_choose_premoves_from_its_own_hand() {
    let mut board = Board::default();
    let mut scene = board.scene(position(THEIRS), Side::White);
    scene.offer_ahead(Side::Red, &board);
    assert_eq!(scene.ahead, None, "it is Red's turn");
    assert_eq!(press(&mut board, Press::Card(card("NE2"))), Reply::NotNow, "a card of Red");
    assert_eq!(press(&mut board, Press::Square("d5".parse().expect("a square"))), Reply::NotNow);
}

#[test]
fn a_full_hand_has_no_room_for_a_draw() {
    let full = THEIRS.replace("E1,SE2,W1", "E1,SE2,W1,N1,N3");
    let mut board = Board::default();
    let mut scene = board.scene(position(&full), Side::White);
    scene.offer_ahead(Side::White, &board);
    assert!(!scene.can_draw_ahead());
    assert_eq!(board.press(Press::Pile, &scene, Confirmation::TWICE), Reply::NotNow);
    let mut scene = board.scene(position(THEIRS), Side::White);
    scene.offer_ahead(Side::White, &board);
    assert!(scene.can_draw_ahead());
}
