//! Compares the network and the solver in WebAssembly with the native ones.

use anyhow::{Context, Result};

use crate::tool::{cargo, target, tool};
use crate::wasm::{WasmCompiler, output};

const EXAMPLE: [&str; 4] = ["--package", "bosworth-engine", "--example", "agreement"];
/// Built with the same arguments as the tests, so that nothing is recompiled.
const NATIVE: [&str; 7] =
    ["build", "--quiet", "--workspace", "--exclude", "xtask", "--example", "agreement"];
/// The profile of the web app's engine, so that most dependencies are compiled already.
const PROFILE: &str = "web-engine";

/// Fails unless both evaluate 100 000 positions, and solve those near the end, bit-identically.
pub(crate) fn run() -> Result<()> {
    cargo(&NATIVE).run()?;
    let native = tool(target()?.join("debug/examples/agreement")).read()?;
    let build = target()?.join("web");
    WasmCompiler::find()?
        .cargo(&["build", "--profile", PROFILE], &build)
        .args(EXAMPLE)
        .env("BOSWORTH_FINGERPRINT", native.trim())
        .run()?;
    let script = "WebAssembly.instantiate(require('fs').readFileSync(process.argv[1]))\
                  .then(({ instance }) => instance.exports.main())";
    tool("node")
        .args(["-e", script])
        .args([output(&build, PROFILE).join("examples/agreement.wasm")])
        .run()
        .context("the values in WebAssembly differ from the native ones")?;
    println!(
        "100 000 positions have the same values in WebAssembly, fingerprint {}",
        native.trim()
    );
    Ok(())
}
