//! Scenes, as diagrams.
//!
//! A cell is its content (a letter for a rose, a capital for the crown on one) and a mark: the
//! number of the card that leads there, `!` for the selection, `-` where the crown came from, `?`
//! for a hint, `_` for the cursor.

use bosworth_board::{
    Arrow, Board, Confirmation, HandCard, Press, Scene, facing, last_move, square_at,
};
use bosworth_rules::{BySide, Game, Position, Ruleset, Side};

const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
const HERO: &str = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";

fn position(text: &str) -> Position {
    text.parse().expect("a position")
}

fn picture(scene: &Scene) -> Vec<String> {
    let cell = |column: u8, row: u8| {
        let square = square_at(column, row, scene.bottom).expect("a square");
        let rose = scene.position.rose_at(square).map_or('.', Side::letter);
        let crown = scene.crown == square;
        let sign = match (crown, rose) {
            (true, '.') => '#',
            (true, rose) => rose.to_ascii_uppercase(),
            (false, rose) => rose,
        };
        let mark = match scene.target_at(square) {
            Some(target) if scene.chosen == Some(target.action) => '!',
            _ if scene.hints.contains(&square) => '?',
            Some(target) => char::from_digit(target.number as u32, 10).expect("a digit"),
            None if scene.last.is_some_and(|(from, _)| from == square) => '-',
            None if scene.cursor == square => '_',
            None => ' ',
        };
        format!("{sign}{mark}")
    };
    let line = |row: u8| {
        let cells: Vec<_> = (0..9).map(|column| cell(column, row)).collect();
        cells.join(" ").trim_end().to_string()
    };
    (0..9).map(line).collect()
}

fn offered(board: &Board, text: &str, bottom: Side) -> Scene {
    let mut scene = board.scene(position(text), bottom);
    scene.offer(board, false);
    scene
}

#[test]
fn targets_include_heroes() {
    let mut board = Board::default();
    let scene = offered(&board, HERO, Side::White);
    let expected = [
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .  .5 R_ r1 .  .  .",
        ".  .  .  .  .  .  .  .  .",
        ".  .  .3 .  .  .  .2 .  .",
        ".  .4 .  .  .  .  .  .  .",
        ".  .  .  .  .  .  .  .  .",
    ];
    assert_eq!(picture(&scene), expected);
    let hero = scene.target_at("f5".parse().expect("a square")).expect("a target");
    assert_eq!((hero.is_hero(), hero.gain), (true, BySide { red: -3, white: 1 }));

    // Selected, and with the other side at the bottom.
    let card = "W1".parse().expect("a card");
    board.press(Press::Card(card), &scene, Confirmation::TWICE);
    let scene = offered(&board, HERO, Side::Red);
    assert_eq!(picture(&scene)[4], ".  .  .  r1 R_ .! .  .  .");
    assert_eq!(scene.chosen_target().map(|target| target.worth()), Some(1));
}

#[test]
fn a_read_only_scene_has_nothing_to_press() {
    let scene = Board::default().scene(position(HERO), Side::White);
    assert_eq!(picture(&scene)[4], ".  .  .  .  R_ r  .  .  .");
    assert!(!scene.is_open());
    assert!(!scene.is_open_for(Side::White));
    let scene = offered(&Board::default(), HERO, Side::White);
    assert!(scene.is_open_for(Side::White) && !scene.is_open_for(Side::Red));
}

#[test]
fn threats_are_shown_but_cannot_be_pressed() {
    let board = Board::default();
    let mut scene = board.scene(position(HERO), Side::White);
    scene.offer(&board, true);
    assert_eq!(scene.targets, offered(&board, HERO, Side::White).targets);
    assert_eq!(scene.threats.len(), 5);
    assert!(scene.threats.iter().all(|target| target.side == Side::Red));
}

#[test]
fn the_targets_of_both_sides_can_be_shown_while_nobody_may_act() {
    let mut scene = Board::default().scene(position(HERO), Side::White);
    scene.show_threats();
    assert!(scene.targets.is_empty() && scene.target_at("f5".parse().expect("a square")).is_none());
    let of = |side| scene.threats.iter().filter(|target| target.side == side).count();
    assert_eq!((of(Side::Red), of(Side::White)), (5, 5));
}

#[test]
fn a_scene_shows_the_last_move_and_the_drawn_card() {
    let mut game = Game::new(position(START));
    for ply in ["NE2", "W1", "+N1"] {
        game.push(ply.parse().expect("a ply")).expect("legal");
    }
    let scene = Board::default().scene_of(&game, 3, Side::White);
    assert_eq!(picture(&scene)[2], ".  .  .  .  .  W_ r- .  .");
    let card = "N1".parse().expect("a card");
    assert_eq!(scene.drawn, Some((Side::Red, card)));
    assert_eq!(last_move(&game, 0), None);
    assert!(scene.held(Side::Red, card).new && !scene.held(Side::White, card).new);
}

#[test]
fn a_hint_highlights_a_card_and_its_square() {
    let mut scene = offered(&Board::default(), HERO, Side::White);
    scene.point_at("SE2".parse().expect("an action"));
    assert_eq!(picture(&scene)[6], ".  .  .3 .  .  .  .? .  .");
    let held = |card: &str| scene.held(Side::White, card.parse().expect("a card"));
    let plain = HandCard { playable: true, ..HandCard::default() };
    assert_eq!(held("SE2"), HandCard { hinted: true, ..plain });
    assert_eq!(held("W1"), plain);
    assert_eq!(held("E1"), HandCard { hero: true, ..plain });
}

#[test]
fn territories_of_both_sides_are_counted() {
    let scene = Board::default().scene(position(HERO), Side::White);
    let found: Vec<_> =
        scene.territories().map(|(side, territory)| (side, territory.points())).collect();
    assert_eq!(found, [(Side::Red, 4)]);
}

#[test]
fn the_cursor_starts_at_the_crown_and_stops_at_the_edge() {
    use Arrow::{Down, Left, Right, Up};
    let mut board = Board::default();
    let walk = |board: &mut Board, bottom: Side, arrows: &[Arrow]| {
        for arrow in arrows {
            let from = board.scene(position(START), bottom).cursor;
            board.move_cursor(*arrow, from, bottom);
        }
        board.scene(position(START), bottom).cursor.to_string()
    };
    assert_eq!(walk(&mut board, Side::White, &[]), "e5");
    assert_eq!(walk(&mut board, Side::White, &[Up, Right]), "f6");
    assert_eq!(walk(&mut board, Side::White, &[Right; 9]), "i6");
    assert_eq!(walk(&mut board, Side::Red, &[Up]), "i5", "the board is flipped");
    assert_eq!(walk(&mut board, Side::Red, &[Left, Down]), "i6");
    board.focus("a1".parse().expect("a square"));
    assert_eq!(walk(&mut board, Side::White, &[Down, Left]), "a1");
    assert_eq!(Arrow::named("ArrowUp"), Some(Up));
    assert_eq!(Arrow::named("k"), None);
}

#[test]
fn north_is_up_unless_cards_are_read_from_the_players_seat() {
    let seat = |name: &str| {
        let ruleset: Ruleset = name.parse().expect("a ruleset");
        [(Side::Red, false), (Side::White, false), (Side::White, true)]
            .map(|(near, turned)| facing(ruleset, near, turned))
    };
    assert_eq!(seat("classic"), [Side::White, Side::White, Side::Red]);
    assert_eq!(seat("kingofroses"), [Side::Red, Side::White, Side::White]);
}
