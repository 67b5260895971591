//! The tests of the renderer, which need a browser.

use std::fs;

use anyhow::Result;

use crate::tool::{cargo, root, target};
use crate::wasm::{WasmCompiler, output};
use crate::web;

/// Compiles the tests into the page that `e2e/tests/suite/renderer.rs` opens.
pub(crate) fn build(compiler: &WasmCompiler) -> Result<()> {
    let build = target()?.join("web");
    compiler.cargo(&["build", "--package", "bosworth-view", "--example", "dom"], &build).run()?;
    let page = build.join("renderer");
    fs::create_dir_all(&page)?;
    web::bind(&output(&build, "debug").join("examples/dom.wasm"), "dom", &page)?;
    for file in ["index.html", "page.js"] {
        fs::copy(root().join("crates/view/examples/dom").join(file), page.join(file))?;
    }
    Ok(())
}

/// Runs the tests.
pub(crate) fn run() -> Result<()> {
    build(&WasmCompiler::find()?)?;
    cargo(&["test", "--package", "bosworth-e2e", "--test", "suite", "renderer"])
        .env("RUST_LIB_BACKTRACE", "0")
        .run()
}
