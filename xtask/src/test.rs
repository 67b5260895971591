use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::tool::{ExternalTool, cargo, found, need, root, step, target, tool};
use crate::wasm::WasmCompiler;
use crate::web::{self, Build};
use crate::{agreement, certificates, crates, python, renderer, soak, tidy};

/// Runs all checks for a change, cheapest first.
pub(crate) fn run() -> Result<()> {
    step("formatting");
    cargo(&["fmt", "--all", "--check"]).run().context(
        "run `cargo fmt`; if cargo has no fmt, add the component rustfmt to the toolchain",
    )?;
    step("tidy");
    tidy::run()?;
    step("tests of this program");
    // Run separately: in one build with the others, its dependencies would get other features and
    // be compiled twice.
    cargo(&["test", "--package", "xtask"]).run()?;
    sandbox()?;
    step("clippy, documentation and crates, while the web app is compiled");
    let compiler = WasmCompiler::find()?;
    // Link-time optimisation takes minutes on one core. The site is put together only afterwards,
    // because the server that is checked meanwhile has it inside.
    let modules = thread::scope(|scope| {
        let web = scope.spawn(|| web::compile(&compiler, Build::Release, &ExternalTool::run));
        check()?;
        crates::run()?;
        web.join().map_err(|_| anyhow!("compiling the web app panicked"))?
    })?;
    step("web app");
    web::assemble(&modules, Build::Release, &web::folder())?;
    step("the renderer's tests");
    renderer::build(&compiler)?;
    step("browser");
    need("chromium", "chromium")?;
    need("chromedriver", "chromium-driver")?;
    step("database, bus and Prometheus");
    need("initdb", "postgresql")?;
    need("nats-server", "nats-server")?;
    need("promtool", "prometheus")?;
    step("tests");
    need_nextest()?;
    nextest("default").args(["--workspace", "--exclude", "xtask"]).run()?;
    cargo(&["test", "--workspace", "--exclude", "xtask", "--doc", "--no-fail-fast"]).run()?;
    step("the network and the solver in WebAssembly");
    need("npm", "npm")?;
    agreement::run()?;
    step("shuffles and rules, reproduced in another language");
    need("python3", "python3")?;
    for vectors in ["vectors.json", "takebacks.rose", "shared.rose", "handicap.rose"] {
        let vectors = format!("suites/fair/{vectors}");
        tool("python3").args(["suites/fair/check.py", &vectors]).run()?;
    }
    tool("python3").args(["suites/chaos/rules.py", "suites/perft.txt"]).run()?;
    step("values of solved positions, checked from the rules alone");
    certificates::run_built(20, 1)?;
    step("a minute of chaos");
    tool("python3").args(["suites/chaos/selftest.py"]).run()?;
    need("cc", "gcc")?;
    soak::ServerSoak::short(40, false).run_built()?;
    soak::ServerSoak::short(20, true).run_built()?;
    step("nodes replaced one by one, while games and tournaments go on");
    soak::UpgradeSoak::short(8).run_built(None)?;
    step("training, a tiny run of all its parts");
    // Already built for its tests; building it alone would select other features and recompile
    // its dependencies.
    let program = target()?.join("debug/bosworth");
    tool("python3").args(["training/check.py".as_ref(), program.as_os_str()]).run()?;
    python::run_if_installable()?;
    println!("\nall checks passed");
    Ok(())
}

/// Installs the runner of the tests, unless it is there.
pub(crate) fn need_nextest() -> Result<()> {
    if found("cargo-nextest") {
        return Ok(());
    }
    cargo(&["install", "--locked", "cargo-nextest"]).run()
}

/// Runs tests of all crates side by side, with a profile of `.config/nextest.toml`. Many of them
/// wait for servers, so there are two for each core.
pub(crate) fn nextest(profile: &str) -> ExternalTool {
    let threads = 2 * thread::available_parallelism().map_or(1, usize::from);
    // The message of a failure comes last: a backtrace would push it out of the end of a log.
    cargo(&["nextest", "run", "--no-tests=pass", "--profile", profile])
        .args(["--test-threads", &threads.to_string()])
        .env("INSTA_UPDATE", "no")
        .env("RUST_LIB_BACKTRACE", "0")
}

/// Enables traces, which the tests leave out: they would compile the server twice.
const TRACES: [&str; 2] = ["--features", "bosworth-cli/otlp"];

fn check() -> Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets"])
        .args(TRACES)
        .args(["--", "--deny", "warnings"])
        .run()
        .context("fix the warnings; if cargo has no clippy, add that component to the toolchain")?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"])
        .args(TRACES)
        .env("RUSTDOCFLAGS", "--deny warnings")
        .run()
}

/// The maximum exposure level of the services according to systemd, times 10.
const MAX_EXPOSURE: &str = "30";

/// Checks the sandbox of the packaged services with `systemd-analyze security`, if it is installed.
fn sandbox() -> Result<()> {
    step("the sandbox of the services");
    if !found("systemd-analyze") {
        println!("systemd-analyze is not installed");
        return Ok(());
    }
    let units = root().join("packaging/systemd");
    for unit in ["bosworth.service", "bosworth-backup.service"] {
        tool("systemd-analyze")
            .args(["security", "--offline=true", "--no-pager", "--threshold", MAX_EXPOSURE])
            .args([units.join(unit)])
            .run()?;
    }
    Ok(())
}
