//! The table as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use bosworth_rules::{Cards, Colours, Direction, Position, Side, Square};

use crate::texts::Texts;

/// Board, hands and piles. Colours are redundant: letters alone are unambiguous.
pub(crate) fn board_text(position: &Position, texts: &Texts) -> String {
    let mut out = String::new();
    out += &side_line(position, Side::Red, texts);
    out += "\n     a  b  c  d  e  f  g  h  i\n";
    for rank in (0..Square::WIDTH).rev() {
        let _ = write!(out, "  {} ", rank + 1);
        for square in (0..Square::WIDTH).filter_map(|file| Square::new(file, rank)) {
            out += &cell(position, square);
        }
        let _ = writeln!(out, " {}", rank + 1);
    }
    out += "     a  b  c  d  e  f  g  h  i\n\n";
    out += &side_line(position, Side::White, texts);
    let cards = if position.discard().is_empty() {
        texts.get("no-cards")
    } else {
        texts.short_cards(position.discard().iter())
    };
    let _ = writeln!(
        out,
        "{} · {} · {}",
        texts.count("pile", position.pile().len()),
        texts.format("discard", &[("cards", cards.into())]),
        texts.count("roses-left", u32::from(position.supply())),
    );
    out
}

/// A side's name, cards and heroes on one line.
fn side_line(position: &Position, side: Side, texts: &Texts) -> String {
    let style = colour(side, position.ruleset().colours);
    let name = texts.side(side, position.ruleset());
    format!(
        "{style}{name}{style:#}: {} · {}\n",
        hand(position.hand(side), position, side, texts),
        texts.count("heroes", u32::from(position.heroes(side))),
    )
}

/// The cards of a hand with arrows as the board sees them.
fn hand(cards: Cards, position: &Position, side: Side, texts: &Texts) -> String {
    if cards.is_empty() {
        return texts.get("no-cards");
    }
    let names: Vec<_> = cards
        .iter()
        .map(|card| format!("{} {}", texts.short_card(card), arrow(position.direction(side, card))))
        .collect();
    names.join("  ")
}

fn cell(position: &Position, square: Square) -> String {
    let owner = position.rose_at(square);
    let style = owner.map_or(Style::new(), |side| colour(side, position.ruleset().colours));
    let letter = match (owner, position.ruleset().colours) {
        (None, _) => '·',
        (Some(Side::Red), _) => 'R',
        (Some(Side::White), Colours::RedWhite) => 'W',
        (Some(Side::White), Colours::RedBlue) => 'B',
    };
    if square == position.crown() {
        format!("[{style}{letter}{style:#}]")
    } else {
        format!(" {style}{letter}{style:#} ")
    }
}

fn colour(side: Side, colours: Colours) -> Style {
    let style = Style::new().bold();
    match (side, colours) {
        (Side::Red, _) => style.fg_color(Some(AnsiColor::Red.into())),
        (Side::White, Colours::RedWhite) => style,
        (Side::White, Colours::RedBlue) => style.fg_color(Some(AnsiColor::Blue.into())),
    }
}

pub(crate) fn arrow(direction: Direction) -> char {
    match direction {
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
