use anyhow::{Context, Result};

use crate::tool::{cargo, found, need, target, tool};
use crate::{agreement, soak, tidy, web};

/// Everything a change must pass, cheapest first.
pub(crate) fn run() -> Result<()> {
    step("formatting");
    cargo(&["fmt", "--all", "--check"]).run().context(
        "run `cargo fmt`; if cargo has no fmt, add the component rustfmt to the toolchain",
    )?;
    step("tidy");
    tidy::run()?;
    step("clippy");
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).run().context(
        "mend the warnings; if cargo has no clippy, add that component to the toolchain",
    )?;
    step("dependencies: licences, duplicates, what is not used");
    // Advisories change without us: the nightly workflow asks for them.
    optional("cargo-deny", &["deny", "check", "bans", "licenses", "sources"])?;
    optional("cargo-machete", &["machete"])?;
    step("documentation");
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "--deny warnings")
        .run()?;
    step("web app");
    web::run(web::Build::Release)?;
    step("the network in WebAssembly");
    need("npm", "npm")?;
    agreement::run()?;
    step("browser");
    need("chromium", "chromium")?;
    need("chromedriver", "chromium-driver")?;
    step("database and bus");
    need("initdb", "postgresql")?;
    need("nats-server", "nats-server")?;
    step("tests");
    // xtask has no tests, and its dependencies take minutes to compile with the test profile.
    cargo(&["test", "--workspace", "--exclude", "xtask"]).env("INSTA_UPDATE", "no").run()?;
    step("shuffles and rules, reproduced in another language");
    need("python3", "python3")?;
    for vectors in ["suites/fair/vectors.json", "suites/fair/takebacks.rose"] {
        tool("python3").args(["suites/fair/check.py", vectors]).run()?;
    }
    tool("python3").args(["suites/chaos/rules.py", "suites/perft.txt"]).run()?;
    step("a minute of chaos");
    tool("python3").args(["suites/chaos/selftest.py"]).run()?;
    need("cc", "gcc")?;
    soak::Server::short(40, false).run_built()?;
    soak::Server::short(20, true).run_built()?;
    step("training, a tiny run of all its parts");
    // Already built for its tests; building it alone would select other features and recompile
    // its dependencies.
    let program = target()?.join("debug/bosworth");
    tool("python3").args(["training/check.py".as_ref(), program.as_os_str()]).run()?;
    println!("\nall checks passed");
    Ok(())
}

/// Runs a subcommand of cargo where it is installed; compiling it would take longer than all tests.
fn optional(program: &str, args: &[&str]) -> Result<()> {
    if found(program) {
        return cargo(args).run();
    }
    println!("{program} is not installed; the workflows run it");
    Ok(())
}

fn step(name: &str) {
    println!("\n== {name}");
}
