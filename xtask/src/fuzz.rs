use anyhow::{Context, Result};

use crate::tool::{cargo, root, tool};

const TARGETS: [&str; 8] =
    ["position", "words", "record", "stream", "client", "log", "network", "json"];

/// Runs the fuzzers one after another. Each starts from the corpus in the repository; inputs that
/// reach new code are added to it, and the corpus is minimised.
pub(crate) fn run(seconds: u32, only: Option<&str>) -> Result<()> {
    if cargo(&["fuzz", "--version"]).read().is_err() {
        cargo(&["install", "--locked", "cargo-fuzz"]).run()?;
    }
    for target in TARGETS.iter().filter(|target| only.is_none_or(|only| only == **target)) {
        println!("== fuzzing {target} for {seconds} s");
        let corpus = root().join("fuzz/corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        let limit = format!("-max_total_time={seconds}");
        // A whole stored game fits into the longest input of the target that reads logs.
        let longest = format!("-max_len={}", if *target == "log" { 65_536 } else { 4_096 });
        tool("cargo")
            .args(["+nightly", "fuzz", "run", target, "--", &limit, &longest])
            .run()
            .context("the crash is in fuzz/artifacts: turn it into a named test, then fix it")?;
        tool("cargo").args(["+nightly", "fuzz", "cmin", target]).run()?;
    }
    Ok(())
}
