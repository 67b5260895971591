//! A small picture of a board. Lists show many of them, so each has only a few elements.

use std::fmt::Write as _;

use bosworth_board::place;
use bosworth_rules::{Colours, Position, Side, Squares};
use bosworth_view::prelude::*;

/// The side length of a square.
const CELL: u8 = 10;

/// The roses and the crown of a position, north up.
pub fn thumbnail(position: &Position) -> View {
    let colours = match position.ruleset().colours {
        Colours::RedWhite => "white",
        Colours::RedBlue => "blue",
    };
    let (column, row) = place(position.crown(), Side::White);
    view! {
        <svg class="thumbnail" viewBox="-1 -1 92 92" aria-hidden="true" focusable="false" data-colours=colours>
            <rect width="90" height="90" class="thumbnail-board"/>
            <path d=grid() class="thumbnail-grid"/>
            <path d=cells(position.roses(Side::Red)) class="wash red"/>
            <path d=cells(position.roses(Side::White)) class="wash white"/>
            <path d=dots(position.roses(Side::Red)) class="thumbnail-red"/>
            <path d=dots(position.roses(Side::White)) class="thumbnail-white"/>
            <use href="#crown" x=column * CELL y=row * CELL width="10" height="9"/>
        </svg>
    }
}

fn grid() -> String {
    (1..9).map(|n| n * CELL).fold(String::new(), |mut path, at| {
        let _ = write!(path, "M{at} 0V90M0 {at}H90");
        path
    })
}

/// A path around each square; those of a territory join.
fn cells(squares: Squares) -> String {
    let mut path = String::new();
    for square in squares {
        let (column, row) = place(square, Side::White);
        let _ = write!(path, "M{} {}h10v10h-10z", column * CELL, row * CELL);
    }
    path
}

/// A path with a dot on each square.
fn dots(squares: Squares) -> String {
    let mut path = String::new();
    for square in squares {
        let (column, row) = place(square, Side::White);
        let _ =
            write!(path, "M{} {}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", column * CELL + 1, row * CELL + 5);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rose_is_a_dot() {
        let position =
            "9/9/9/9/3rw4/9/9/9/8r e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let position: Position = position.parse().expect("a position");
        assert_eq!(dots(position.roses(Side::Red)).matches('M').count(), 2);
        assert_eq!(dots(position.roses(Side::White)), "M41 45a4 4 0 1 0 8 0a4 4 0 1 0 -8 0");
    }
}
