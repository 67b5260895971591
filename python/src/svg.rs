//! A picture of a position, for notebooks.

use bosworth_rules::{Action, Card, Direction, Position, Side, Square};

use crate::text::side_name;

/// The width of a square.
const SQUARE_WIDTH: u32 = 32;
/// The space for the names of files and ranks.
const MARGIN: u32 = 20;
const BOARD_WIDTH: u32 = SQUARE_WIDTH * Square::WIDTH as u32;
/// The width of the column with hands and scores.
const SIDE_WIDTH: u32 = 190;

const RED: &str = "#b3261e";
const WHITE: &str = "#fffdf5";
const INK: &str = "#3a2c1a";
const WOOD: &str = "#ead9b5";

/// Draws board, crown, hands, heroes and points.
pub(crate) fn board(position: &Position) -> String {
    let (width, height) = (BOARD_WIDTH + MARGIN + SIDE_WIDTH, BOARD_WIDTH + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\
         <title>{position}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f8f1de\"/>"
    );
    for square in Square::all() {
        svg += &field(position, square);
    }
    for place in 0..u32::from(Square::WIDTH) {
        let middle = place * SQUARE_WIDTH + SQUARE_WIDTH / 2;
        let file = char::from(b'a' + place as u8);
        svg += &label(MARGIN + middle, BOARD_WIDTH + 15, "middle", &file.to_string());
        svg += &label(8, BOARD_WIDTH - middle + 4, "middle", &(place + 1).to_string());
    }
    svg += &hand(position, Side::Red, 0);
    svg += &hand(position, Side::White, BOARD_WIDTH / 2 + 8);
    svg += "</svg>";
    svg
}

fn field(position: &Position, square: Square) -> String {
    let x = MARGIN + u32::from(square.file()) * SQUARE_WIDTH;
    let y = u32::from(Square::WIDTH - 1 - square.rank()) * SQUARE_WIDTH;
    let (middle_x, middle_y) = (x + SQUARE_WIDTH / 2, y + SQUARE_WIDTH / 2);
    let mut svg = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE_WIDTH}\" height=\"{SQUARE_WIDTH}\" \
         fill=\"{WOOD}\" stroke=\"#b89b66\"/>"
    );
    if let Some(side) = position.rose_at(square) {
        let colour = if side == Side::Red { RED } else { WHITE };
        svg += &format!(
            "<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"12\" fill=\"{colour}\" \
             stroke=\"{INK}\"/>"
        );
    }
    if square == position.crown() {
        svg += &format!(
            "<text x=\"{middle_x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"18\" \
             fill=\"#e0a100\" stroke=\"{INK}\" stroke-width=\"0.6\">♛</text>",
            middle_y + 6
        );
    }
    svg
}

/// A side's points, heroes and cards; the cards that can be played are bold.
fn hand(position: &Position, side: Side, y: u32) -> String {
    let x = MARGIN + BOARD_WIDTH + 12;
    let points = position.scores()[side].points;
    let heroes = "♞".repeat(position.heroes(side).into());
    let to_act = if position.side() == side && !position.is_over() { "▶ " } else { "" };
    let name = side_name(side);
    let mut svg = label(x, y + 16, "start", &format!("{to_act}{name}: {points} points {heroes}"));
    let (alone, with_hero) = position.playable(side);
    for (line, card) in (1..).zip(position.hand(side).iter()) {
        let action = if with_hero.contains(card) { Action::Hero(card) } else { Action::Play(card) };
        let weight = if (alone | with_hero).contains(card) { "bold" } else { "normal" };
        svg += &format!(
            "<text x=\"{x}\" y=\"{}\" fill=\"{INK}\" font-weight=\"{weight}\">{} {action}</text>",
            y + 18 + 20 * line,
            arrow(position, side, card),
        );
    }
    svg
}

/// Where a card leads on the board.
fn arrow(position: &Position, side: Side, card: Card) -> char {
    match position.direction(side, card) {
        Direction::North => '↑',
        Direction::NorthEast => '↗',
        Direction::East => '→',
        Direction::SouthEast => '↘',
        Direction::South => '↓',
        Direction::SouthWest => '↙',
        Direction::West => '←',
        Direction::NorthWest => '↖',
    }
}

fn label(x: u32, y: u32, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{text}</text>")
}
