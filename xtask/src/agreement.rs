//! The network in a browser against the network on this machine.

use anyhow::{Context, Result};

use crate::tool::{cargo, target, tool};
use crate::wasm::{Compiler, output};

const EXAMPLE: [&str; 4] = ["--package", "bosworth-engine", "--example", "agreement"];
/// As the worker of the web app is compiled, so that most of it is compiled already.
const PROFILE: &str = "web-engine";

/// Makes sure that both value 100 000 positions alike, to the bit.
pub(crate) fn run() -> Result<()> {
    let native = cargo(&["run", "--quiet", "--release"]).args(EXAMPLE).read()?;
    let build = target()?.join("web");
    Compiler::find()?
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
        .context("the network gives other values in WebAssembly than on this machine")?;
    println!(
        "100 000 positions have the same values in WebAssembly, fingerprint {}",
        native.trim()
    );
    Ok(())
}
