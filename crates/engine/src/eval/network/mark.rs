//! What a square is marked with, for the network: as a byte on the board, and as a number among
//! all marks.

use super::board::Who;

/// How many kinds of marks a square can carry, but for none: roses by side, size of their group
/// and whether they hold it together, and what empty squares would bring either side.
pub(super) const MARKS: usize = ROSES + 2 * GROWTHS;
const ROSES: usize = 2 * (SIZES + JOINTS);
/// How many sizes of groups are told apart.
const SIZES: usize = 8;
/// And of groups that a rose can hold together: the smallest two are too small for it.
const JOINTS: usize = SIZES - 2;
/// How many sizes of growth are told apart.
const GROWTHS: usize = 6;

/// The code of a square with a rose, to which is added how large its group is, in the lowest bits.
const ROSE: u8 = 32;
/// Added if it is the other side's.
pub(super) const THEIRS: u8 = 16;
/// Added if the rose holds its group together.
pub(super) const JOINT: u8 = 8;
const SIZE: u8 = 7;

/// What a rose of a group of this size is shown as.
#[inline]
pub(super) fn code(who: Who, size: u32) -> u8 {
    const BY_SIZE: [u8; 16] = [0, 0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];
    ROSE + THEIRS * who as u8 + BY_SIZE[size.min(15) as usize]
}

/// What a square is shown as where a rose would bring so many points.
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

/// The number of a mark, by where it is kept and its code.
#[inline]
pub(super) fn mark(layer: usize, code: u8) -> usize {
    if layer > 0 {
        return ROSES + (layer - 1) * GROWTHS + usize::from(code) - 1;
    }
    let whose = usize::from(code & THEIRS != 0) * (SIZES + JOINTS);
    let size = usize::from(code & SIZE);
    whose + if code & JOINT == 0 { size } else { SIZES + size - 2 }
}
