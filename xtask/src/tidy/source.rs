//! Text that must not be in source files.

use std::path::Path;

use anyhow::Result;

use super::{files, read};

/// Reports markers of unfinished work.
pub(super) fn check_leftovers() -> Result<Vec<String>> {
    // In two pieces, so that this file does not find itself.
    let words =
        [["to", "do!("], ["unimpl", "emented!("], ["#[ig", "nore"], ["FIX", "ME"], ["db", "g!("]];
    let mut faults = Vec::new();
    for path in files(&[".rs", ".py"])? {
        let text = read(&path)?;
        for word in words.map(|pieces| pieces.concat()) {
            if text.contains(&word) {
                faults.push(format!("{}: {word} is left over", path.display()));
            }
        }
    }
    Ok(faults)
}

/// The only file that may contain `unsafe`: SIMD intrinsics.
const KERNEL: &str = "crates/engine/src/eval/network/kernel.rs";

pub(super) fn check_unsafety() -> Result<Vec<String>> {
    // In two pieces, so that this file does not find itself.
    let words =
        [["unsafe", " {"], ["unsafe", " fn"], ["unsafe", " impl"], ["allow(unsafe", "_code"]];
    let mut faults = Vec::new();
    for path in files(&[".rs"])?.into_iter().filter(|path| path != Path::new(KERNEL)) {
        let text = read(&path)?;
        for word in words.map(|pieces| pieces.concat()) {
            if text.contains(&word) {
                faults.push(format!("{}: {word} is allowed in {KERNEL} only", path.display()));
            }
        }
    }
    Ok(faults)
}
