//! The arithmetic of the network, for each instruction set.
//!
//! All kernels share one source: plain integer loops, which the compiler auto-vectorises for the
//! target features it is given. All are bit-identical, and the scalar one is the reference. Only
//! the pairwise multiply-add is written with intrinsics, because compilers do not find the
//! instruction for it.
//!
//! This is the only file with `unsafe`, for two reasons: calling a function compiled with target
//! features, after runtime detection; and loading and storing whole vectors in arrays of
//! sufficient length.
#![allow(unsafe_code, reason = "intrinsics and target features")]
#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled with the caller's target features"
)]
#![allow(clippy::cast_ptr_alignment, reason = "unaligned loads and stores")]

use super::chunks::{chunks, chunks_mut};
use super::layers::{DOUBLED, HIDDEN, OUTPUTS, Stage, Sums, WIDTH};

/// The instruction set that a network uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// Scalar code for any processor.
    Plain,
    /// x86-64 with AVX2; compiled by Rust 1.89 or later.
    Avx2,
    /// x86-64 with AVX-512 (F, BW, VL); compiled by Rust 1.89 or later.
    Avx512,
    /// 64-bit ARM, where NEON is mandatory.
    Neon,
    /// WebAssembly compiled with 128-bit SIMD.
    Simd128,
}

impl Kernel {
    /// The kernels that work on this machine, scalar first, fastest last.
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut, reason = "some processors have no other")]
        let mut all = vec![Self::Plain];
        #[cfg(x86_kernels)]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                all.push(Self::Avx2);
            }
            if std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512vl")
            {
                all.push(Self::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        all.push(Self::Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        all.push(Self::Simd128);
        all
    }

    /// Updates an accumulator: adds the rows of `more` and subtracts those of `less`.
    #[inline]
    pub(super) fn sum(self, rows: &[[i8; WIDTH]], base: &Sums, more: &[u16], less: &[u16]) -> Sums {
        match self {
            // SAFETY: `available` detected the target features.
            #[cfg(x86_kernels)]
            Self::Avx2 => unsafe { avx2::sum(rows, base, more, less) },
            // SAFETY: `available` detected the target features.
            #[cfg(x86_kernels)]
            Self::Avx512 => unsafe { avx512::sum(rows, base, more, less) },
            _ => sum(rows, base, more, less),
        }
    }

    /// Runs the dense layers on an accumulator.
    #[inline]
    pub(super) fn conclude(self, stage: &Stage, sums: &Sums) -> [i32; OUTPUTS] {
        match self {
            // SAFETY: `available` detected the target features.
            #[cfg(x86_kernels)]
            Self::Avx2 => unsafe { avx2::conclude(stage, sums) },
            // SAFETY: `available` detected the target features.
            #[cfg(x86_kernels)]
            Self::Avx512 => unsafe { avx512::conclude(stage, sums) },
            #[cfg(target_arch = "aarch64")]
            Self::Neon => conclude(stage, sums, neon::pairs, neon::pairs),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => conclude(stage, sums, simd128::pairs, simd128::pairs),
            _ => conclude(stage, sums, pairs, pairs),
        }
    }
}

/// The number of sums per pass: a tile stays in registers while all rows are added.
const TILE: usize = 64;

#[inline(always)]
fn sum(rows: &[[i8; WIDTH]], base: &Sums, more: &[u16], less: &[u16]) -> Sums {
    let mut sums = *base;
    for (n, tile) in chunks_mut::<TILE, _>(&mut sums.0).enumerate() {
        let mut local = *tile;
        for &row in more {
            let row = &rows[usize::from(row)][n * TILE..][..TILE];
            for (sum, weight) in local.iter_mut().zip(row) {
                *sum = sum.wrapping_add(i16::from(*weight));
            }
        }
        for &row in less {
            let row = &rows[usize::from(row)][n * TILE..][..TILE];
            for (sum, weight) in local.iter_mut().zip(row) {
                *sum = sum.wrapping_sub(i16::from(*weight));
            }
        }
        *tile = local;
    }
    sums
}

/// The upper clip of activations: just below 1, which is quantised as 128.
const MAX_ACTIVATION: i16 = 127;
/// Rescales the sums of the dense layers to activations.
const SHIFT: i32 = 6;

/// The dense layers; `second` and `third` are their pairwise multiply-adds.
#[inline(always)]
fn conclude(
    stage: &Stage,
    sums: &Sums,
    second: impl Fn(&[i16; WIDTH], &[[i16; 2 * HIDDEN]; WIDTH / 2], &mut [i32; HIDDEN]),
    third: impl Fn(&[i16; DOUBLED], &[[i16; 2 * HIDDEN]; DOUBLED / 2], &mut [i32; HIDDEN]),
) -> [i32; OUTPUTS] {
    let squared = sums.0.map(square);
    let mut hidden = stage.second_bias;
    second(&squared, &stage.second, &mut hidden);
    let mut doubled = [0; DOUBLED];
    for (n, &sum) in hidden.iter().enumerate() {
        let value = between(sum);
        doubled[n] = value;
        doubled[HIDDEN + n] = square(value);
    }
    let mut hidden = stage.third_bias;
    third(&doubled, &stage.third, &mut hidden);
    let hidden = hidden.map(between);
    let mut out = stage.last_bias;
    for (out, weights) in out.iter_mut().zip(&stage.last) {
        for (value, weight) in hidden.iter().zip(weights) {
            *out = out.wrapping_add(i32::from(*value) * i32::from(*weight));
        }
    }
    out
}

/// Squared clipped `ReLU`.
#[inline(always)]
fn square(value: i16) -> i16 {
    let value = value.clamp(0, MAX_ACTIVATION);
    (value * value) >> 7
}

/// Clipped `ReLU` of a dense layer's sum.
#[inline(always)]
fn between(sum: i32) -> i16 {
    (sum >> SHIFT).clamp(0, MAX_ACTIVATION.into()) as i16
}

#[inline(always)]
fn pairs<const N: usize, const P: usize>(
    inputs: &[i16; N],
    weights: &[[i16; 2 * HIDDEN]; P],
    sums: &mut [i32; HIDDEN],
) {
    for (inputs, weights) in chunks::<2, _>(inputs).zip(weights) {
        let [one, two] = inputs.map(i32::from);
        for (sum, weights) in sums.iter_mut().zip(chunks::<2, _>(weights)) {
            let products = one * i32::from(weights[0]) + two * i32::from(weights[1]);
            *sum = sum.wrapping_add(products);
        }
    }
}

/// Two inputs packed into one lane, to be broadcast to all outputs.
#[cfg(any(x86_kernels, all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn both([one, two]: [i16; 2]) -> i32 {
    i32::from(two) << 16 | i32::from(one) & 0xffff
}

#[cfg(x86_kernels)]
mod avx2 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_storeu_si256,
    };

    use super::{HIDDEN, OUTPUTS, Stage, Sums, WIDTH, both, chunks};

    #[target_feature(enable = "avx2")]
    pub(super) fn sum(rows: &[[i8; WIDTH]], base: &Sums, more: &[u16], less: &[u16]) -> Sums {
        super::sum(rows, base, more, less)
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn conclude(stage: &Stage, sums: &Sums) -> [i32; OUTPUTS] {
        super::conclude(stage, sums, |a, b, c| pairs(a, b, c), |a, b, c| pairs(a, b, c))
    }

    /// Eight sums per vector, four vectors.
    #[target_feature(enable = "avx2")]
    fn pairs<const N: usize, const P: usize>(
        inputs: &[i16; N],
        weights: &[[i16; 2 * HIDDEN]; P],
        sums: &mut [i32; HIDDEN],
    ) {
        let places = sums.as_mut_ptr().cast::<__m256i>();
        // SAFETY: four vectors of eight sums are exactly the 32 sums.
        let mut local = [0, 1, 2, 3].map(|n| unsafe { _mm256_loadu_si256(places.add(n)) });
        for (inputs, weights) in chunks::<2, _>(inputs).zip(weights) {
            let inputs = _mm256_set1_epi32(both(*inputs));
            let weights = weights.as_ptr().cast::<__m256i>();
            for (n, sum) in local.iter_mut().enumerate() {
                // SAFETY: four vectors of sixteen weights are exactly the 64 weights.
                let weights = unsafe { _mm256_loadu_si256(weights.add(n)) };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(inputs, weights));
            }
        }
        for (n, sum) in local.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(places.add(n), sum) };
        }
    }
}

#[cfg(x86_kernels)]
#[allow(clippy::incompatible_msrv, reason = "the build script asks for the compiler's version")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi32,
        _mm512_storeu_si512,
    };

    use super::{HIDDEN, OUTPUTS, Stage, Sums, WIDTH, both, chunks};

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn sum(rows: &[[i8; WIDTH]], base: &Sums, more: &[u16], less: &[u16]) -> Sums {
        super::sum(rows, base, more, less)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn conclude(stage: &Stage, sums: &Sums) -> [i32; OUTPUTS] {
        super::conclude(stage, sums, |a, b, c| pairs(a, b, c), |a, b, c| pairs(a, b, c))
    }

    /// Sixteen sums per vector, two vectors.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn pairs<const N: usize, const P: usize>(
        inputs: &[i16; N],
        weights: &[[i16; 2 * HIDDEN]; P],
        sums: &mut [i32; HIDDEN],
    ) {
        let places = sums.as_mut_ptr().cast::<__m512i>();
        // SAFETY: two vectors of sixteen sums are exactly the 32 sums.
        let mut local = [0, 1].map(|n| unsafe { _mm512_loadu_si512(places.add(n)) });
        for (inputs, weights) in chunks::<2, _>(inputs).zip(weights) {
            let inputs = _mm512_set1_epi32(both(*inputs));
            let weights = weights.as_ptr().cast::<__m512i>();
            for (n, sum) in local.iter_mut().enumerate() {
                // SAFETY: two vectors of 32 weights are exactly the 64 weights.
                let weights = unsafe { _mm512_loadu_si512(weights.add(n)) };
                *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(inputs, weights));
            }
        }
        for (n, sum) in local.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(places.add(n), sum) };
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::vget_low_s16;
    use std::arch::aarch64::{vld1q_s32, vld2q_s16, vmlal_high_n_s16, vmlal_n_s16, vst1q_s32};

    use super::{HIDDEN, chunks, chunks_mut};

    /// Four sums per vector, eight vectors; the weights are de-interleaved by input.
    pub(super) fn pairs<const N: usize, const P: usize>(
        inputs: &[i16; N],
        weights: &[[i16; 2 * HIDDEN]; P],
        sums: &mut [i32; HIDDEN],
    ) {
        // SAFETY: NEON is mandatory on 64-bit ARM; eight vectors of four sums are exactly the
        // 32 sums, and four pairs of vectors of eight weights are exactly the 64 weights.
        unsafe {
            let places = sums.as_mut_ptr();
            let mut local = [0, 4, 8, 12, 16, 20, 24, 28].map(|n| vld1q_s32(places.add(n)));
            for (&[one, two], weights) in chunks::<2, _>(inputs).zip(weights) {
                for (n, sums) in chunks_mut::<2, _>(&mut local).enumerate() {
                    let apart = vld2q_s16(weights.as_ptr().add(16 * n));
                    sums[0] = vmlal_n_s16(sums[0], vget_low_s16(apart.0), one);
                    sums[0] = vmlal_n_s16(sums[0], vget_low_s16(apart.1), two);
                    sums[1] = vmlal_high_n_s16(sums[1], apart.0, one);
                    sums[1] = vmlal_high_n_s16(sums[1], apart.1, two);
                }
            }
            for (n, sum) in local.into_iter().enumerate() {
                vst1q_s32(places.add(4 * n), sum);
            }
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load, v128_store};

    use super::{HIDDEN, both, chunks};

    /// Four sums per vector, eight vectors.
    pub(super) fn pairs<const N: usize, const P: usize>(
        inputs: &[i16; N],
        weights: &[[i16; 2 * HIDDEN]; P],
        sums: &mut [i32; HIDDEN],
    ) {
        let places = sums.as_mut_ptr().cast::<v128>();
        // SAFETY: eight vectors of four sums are exactly the 32 sums.
        let mut local =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|n: usize| unsafe { v128_load(places.add(n)) });
        for (inputs, weights) in chunks::<2, _>(inputs).zip(weights) {
            let inputs = i32x4_splat(both(*inputs));
            let weights = weights.as_ptr().cast::<v128>();
            for (n, sum) in local.iter_mut().enumerate() {
                // SAFETY: eight vectors of eight weights are exactly the 64 weights.
                let weights = unsafe { v128_load(weights.add(n)) };
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(inputs, weights));
            }
        }
        for (n, sum) in local.into_iter().enumerate() {
            // SAFETY: as above.
            unsafe { v128_store(places.add(n), sum) };
        }
    }
}
