//! The marks of squares: as a byte code on the board, and as an index among the input features.

use super::board::Who;

/// The number of kinds of marks: roses by owner, size of their group and whether they are a
/// joint, and the gain of empty squares for either side.
pub(super) const MARKS: usize = ROSES + 2 * GROWTHS;
const ROSES: usize = 2 * (SIZES + JOINTS);
/// The number of buckets of group sizes.
const SIZES: usize = 8;
/// The buckets of groups that can have a joint: the smallest two are too small.
const JOINTS: usize = SIZES - 2;
/// The number of buckets of gains.
const GROWTHS: usize = 6;

/// Set for a rose; the lowest bits are the bucket of its group's size.
const ROSE: u8 = 32;
/// Set if the rose is the opponent's.
pub(super) const THEIRS: u8 = 16;
/// Set if the rose is a joint of its group.
pub(super) const JOINT: u8 = 8;
const SIZE: u8 = 7;

/// The code of a rose in a group of this size.
#[inline]
pub(super) fn code(who: Who, size: u32) -> u8 {
    const BY_SIZE: [u8; 16] = [0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];
    ROSE + THEIRS * who as u8 + BY_SIZE[size.min(15) as usize]
}

/// The code of an empty square where a rose would gain this many points.
#[inline]
pub(super) fn growth(gain: i32) -> u8 {
    const BY_GAIN: [u8; 48] = {
        let mut steps = [0; 48];
        let mut gain = 0;
        while gain < steps.len() {
            steps[gain] = match gain {
                0..=1 => 0,
                2..=3 => 1,
                4..=7 => 2,
                8..=13 => 3,
                14..=23 => 4,
                24..=45 => 5,
                _ => 6,
            };
            gain += 1;
        }
        steps
    };
    BY_GAIN[gain.clamp(0, 47) as usize]
}

/// The index of a mark, by its layer and code.
#[inline]
pub(super) fn mark(layer: usize, code: u8) -> usize {
    if layer > 0 {
        return ROSES + (layer - 1) * GROWTHS + usize::from(code) - 1;
    }
    let whose = usize::from(code & THEIRS != 0) * (SIZES + JOINTS);
    let size = usize::from(code & SIZE);
    whose + if code & JOINT == 0 { size } else { SIZES + size - 2 }
}
