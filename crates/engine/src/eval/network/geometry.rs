//! Precomputed neighbours and card targets of each square.

use bosworth_rules::{Card, Square};

/// By square: its four neighbours; beyond the edge, a sentinel slot that is always empty.
pub(super) const NEIGHBOURS: [[u8; 4]; Square::COUNT] = {
    let mut all = [[Square::COUNT as u8; 4]; Square::COUNT];
    let width = Square::WIDTH as usize;
    let mut square = 0;
    while square < Square::COUNT {
        let (file, rank) = (square % width, square / width);
        if file > 0 {
            all[square][0] = square as u8 - 1;
        }
        if file + 1 < width {
            all[square][1] = square as u8 + 1;
        }
        if rank > 0 {
            all[square][2] = (square - width) as u8;
        }
        if rank + 1 < width {
            all[square][3] = (square + width) as u8;
        }
        square += 1;
    }
    all
};

/// By square of the crown and card, in board directions: the target.
pub(super) const TARGETS: [[Option<Square>; Card::COUNT]; Square::COUNT] = {
    let mut all = [[None; Card::COUNT]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut card = 0;
        while card < Card::COUNT {
            let Card { direction, steps } = Card::ALL[card];
            if let Some(from) = Square::from_index(square) {
                all[square][card] = from.step(direction, steps);
            }
            card += 1;
        }
        square += 1;
    }
    all
};
