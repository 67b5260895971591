//! Slices in arrays of equal length: `slice::as_chunks` for compilers older than Rust 1.88.
//! A remainder is left out.
#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled with the caller's target features"
)]

const WHOLE: &str = "chunks_exact gives whole chunks only";

#[inline(always)]
pub(super) fn chunks<const N: usize, T>(slice: &[T]) -> impl Iterator<Item = &[T; N]> {
    slice.chunks_exact(N).map(|chunk| chunk.first_chunk().expect(WHOLE))
}

#[inline(always)]
pub(super) fn chunks_mut<const N: usize, T>(slice: &mut [T]) -> impl Iterator<Item = &mut [T; N]> {
    slice.chunks_exact_mut(N).map(|chunk| chunk.first_chunk_mut().expect(WHOLE))
}
