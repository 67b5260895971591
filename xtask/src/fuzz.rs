use anyhow::{Context, Result};

use crate::tool::{cargo, root, tool};

const TARGETS: [&str; 4] = ["position", "words", "record", "stream"];

/// Runs the fuzz targets one after another. Each starts from the corpus in the repository, adds
/// its findings to it and minimises it.
pub(crate) fn run(seconds: u32, only: Option<&str>) -> Result<()> {
    if cargo(&["fuzz", "--version"]).read().is_err() {
        cargo(&["install", "--locked", "cargo-fuzz"]).run()?;
    }
    for target in TARGETS.iter().filter(|target| only.is_none_or(|only| only == **target)) {
        println!("== fuzzing {target} for {seconds} s");
        let corpus = root().join("fuzz/corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        let limit = format!("-max_total_time={seconds}");
        tool("cargo")
            .args(["+nightly", "fuzz", "run", target, "--", &limit, "-max_len=4096"])
            .run()
            .context("a crash is kept in fuzz/artifacts: make it a named test, then mend it")?;
        tool("cargo").args(["+nightly", "fuzz", "cmin", target]).run()?;
    }
    Ok(())
}
