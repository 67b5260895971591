use crate::Value;

/// What the transposition table knows of a position.
#[derive(Clone, Copy)]
pub(super) struct TableEntry {
    pub(super) key: u64,
    pub(super) value: Value,
    pub(super) search: u32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether no estimate is in the value: then it holds for every depth.
    pub(super) certain: bool,
    /// The place of the best action in the order of generation.
    pub(super) best: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A packed entry. Plain integers, because a zeroed table is allocated lazily by the operating
/// system, while any other initial value would have to be written to every entry first.
pub(super) type Packed = [u64; 3];

impl TableEntry {
    pub(super) fn pack(self) -> Packed {
        let Self { key, value: Value { win, margin }, search, depth, bound, certain, best } = self;
        let value = u64::from(win.to_bits()) << 32 | u64::from(margin.to_bits());
        let small = u32::from_le_bytes([depth, bound as u8, u8::from(certain), best]);
        [key, value, u64::from(search) << 32 | u64::from(small)]
    }

    pub(super) fn unpack([key, value, rest]: Packed) -> Self {
        let [depth, bound, certain, best] = (rest as u32).to_le_bytes();
        let bound = match bound {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let value = Value {
            win: f32::from_bits((value >> 32) as u32),
            margin: f32::from_bits(value as u32),
        };
        Self { key, value, search: (rest >> 32) as u32, depth, bound, certain: certain != 0, best }
    }
}
