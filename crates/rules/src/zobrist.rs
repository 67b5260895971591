//! Position keys, stable across machines and builds.
//!
//! The roses use Zobrist hashing, the exclusive or of one random key per rose, updated
//! incrementally: an action changes one or two terms. The rest of a position fits into four
//! words, which are mixed in when the key is requested.

use crate::{BySide, Side, Square, Squares};

/// Output `n` of Steele, Lea and Flood's `SplitMix64` with a fixed seed.
const fn random(n: usize) -> u64 {
    const SEED: u64 = 0x1485_0822_0b05_7707;
    let z = SEED.wrapping_add((n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn randoms<const N: usize>(start: usize) -> [u64; N] {
    let mut all = [0; N];
    let mut n = 0;
    while n < N {
        all[n] = random(start + n);
        n += 1;
    }
    all
}

static ROSES: BySide<[u64; Square::SLOTS]> = BySide { red: randoms(0), white: randoms(1000) };
const SALTS: [u64; 4] = randoms(2000);

/// The Zobrist key of one rose.
#[inline]
pub(crate) fn rose(side: Side, square: Square) -> u64 {
    ROSES[side][square.slot()]
}

/// The Zobrist key of a side's roses.
pub(crate) fn roses(side: Side, squares: Squares) -> u64 {
    squares.iter().fold(0, |sum, square| sum ^ rose(side, square))
}

/// Hashes four words, each with its own salt, into one.
#[inline]
pub(crate) fn mix(words: [u64; 4]) -> u64 {
    let mut sum = 0;
    for (word, salt) in words.into_iter().zip(SALTS) {
        sum = fold(sum ^ word ^ salt, SALTS[0]);
    }
    sum
}

/// Folded multiplication: the exclusive or of both halves of the 128-bit product, so that every
/// input bit can influence every output bit.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
