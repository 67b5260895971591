use crate::PuzzleSet;

static SHIPPED: &[u8] = include_bytes!("../data/puzzles.bin");

impl PuzzleSet {
    /// The set built into the program. It is checked every time: keep it.
    pub fn shipped() -> Self {
        match Self::read(SHIPPED) {
            Ok(set) => set,
            Err(fault) => unreachable!("the puzzles that are built in are valid: {fault}"),
        }
    }
}
