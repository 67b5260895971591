//! Sets `x86_kernels` where the compiler has what they are made of: intrinsics for AVX-512, since
//! Rust 1.89. Without them the engine is slower, and plays the same.

use std::env;
use std::process::Command;

/// The minor version of the first compiler that has them.
const SINCE: u32 = 89;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(x86_kernels)");
    let x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "x86_64");
    if x86_64 && minor().is_none_or(|minor| minor >= SINCE) {
        println!("cargo::rustc-cfg=x86_kernels");
    }
}

/// The minor version of the compiler; none if it says something unexpected.
fn minor() -> Option<u32> {
    let rustc = env::var_os("RUSTC")?;
    let output = Command::new(rustc).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}
