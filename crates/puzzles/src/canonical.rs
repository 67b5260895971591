use core::fmt;
use core::num::ParseIntError;
use core::str::FromStr;

use bosworth_rules::{Position, Symmetry};

use crate::packed::pack_position;

/// The number of a puzzle: the same for all positions that are the same puzzle, in every set and on
/// every machine.
///
/// It is derived from the position, so that a set can grow or shrink without renumbering. Numbers have
/// 24 bits; a set never holds two puzzles with one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(pub u32);

impl PuzzleId {
    /// The number of bits of an id.
    pub const BITS: u32 = 24;

    /// The id of a position.
    pub fn of(position: &Position) -> Self {
        Self((canonical(position).key() >> (u64::BITS - Self::BITS)) as u32)
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Reads what `Display` writes.
impl FromStr for PuzzleId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Self)
    }
}

/// Of the sixteen positions that the eight symmetries of the board and an exchange of the sides make
/// of a position, always the same one.
pub fn canonical(position: &Position) -> Position {
    let images = [*position, position.with_sides_swapped()]
        .into_iter()
        .flat_map(|position| Symmetry::all().map(move |symmetry| symmetry.position(&position)));
    images.min_by_key(|image| pack_position(image, 0)).unwrap_or(*position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written() {
        for id in [PuzzleId(0), PuzzleId((1 << PuzzleId::BITS) - 1)] {
            use alloc::string::ToString;
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn the_id_of_a_position_never_changes() {
        let text = "9/9/9/4r4/9/4r4/9/9/9 e6 r S1,E1 N1,N2 4 4 - classic";
        let id = text.parse().map(|position| PuzzleId::of(&position));
        assert_eq!(id, Ok(PuzzleId(15_534_469)));
    }
}
