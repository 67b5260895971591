//! The static site: compiled, code-split, bound to JavaScript, content-hashed and compressed.

mod files;
mod sizes;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

use self::files::Site;
use crate::tool::{root, target};
use crate::wasm::{Compiler, output};

/// The module that loads the chunks: it and the main module import each other, under this name.
const LOADER: &str = "./split.js";

/// The output folder of the site.
pub(crate) fn folder() -> PathBuf {
    root().join("dist")
}

/// What the site is built for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    /// To be served: small, compressed, within its size budgets.
    Release,
    /// To look at a change soon.
    Quick,
}

/// Builds the site.
pub(crate) fn run(kind: Build) -> Result<()> {
    let build = target()?.join("web");
    let compiler = Compiler::find()?;
    let bound = build.join("bound");
    if bound.exists() {
        fs::remove_dir_all(&bound)?;
    }
    fs::create_dir_all(&bound)?;
    // The splitter needs relocations to tell which function uses what.
    let profile = match kind {
        Build::Release => "web",
        Build::Quick => "web-quick",
    };
    compiler
        .cargo(
            &["rustc", "--profile", profile, "--package", "bosworth-web", "--bin", "app"],
            &build,
        )
        .args(["--", "-C", "link-arg=--emit-relocs"])
        .run()?;
    let chunks = split(&output(&build, profile).join("app.wasm"), &bound)?;
    compiler
        .cargo(&["build", "--profile", "web-engine", "--package", "bosworth-web-engine"], &build)
        .run()?;
    bind(&output(&build, "web-engine").join("engine.wasm"), "engine", &bound)?;
    let site = Site::collect(&bound, &root().join("crates"), &chunks)?;
    site.write(&folder())?;
    if kind == Build::Release {
        site.compress(&folder())?;
        print!("{}", site.sizes(&folder(), &chunks)?);
    }
    Ok(())
}

/// The files that each chunk of the program needs, by chunk name.
type Chunks = BTreeMap<String, Vec<String>>;

/// Splits the program into chunks at its split points.
fn split(wasm: &Path, folder: &Path) -> Result<Chunks> {
    let input = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = "./app.js";
    let split = transform(options)
        .map_err(|error| anyhow!("{error:?}").context("cannot split the program"))?;
    for chunk in &split.split_modules {
        fs::write(chunk, strip(&fs::read(chunk)?)?)?;
    }
    bind(&main, "app", folder)?;
    Ok(split.prefetch_map.into_iter().collect())
}

/// Generates the JavaScript bindings (wasm-bindgen).
fn bind(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true).keep_lld_exports(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| anyhow!("{error:?}").context(format!("cannot bind {}", wasm.display())))
}

/// Strips the custom sections of a module, such as function names, which no browser needs.
fn strip(module: &[u8]) -> Result<Vec<u8>> {
    let mut stripped = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(module) {
        let payload = payload?;
        let custom = matches!(payload, wasmparser::Payload::CustomSection(_));
        if let Some((id, range)) = payload.as_section().filter(|_| !custom) {
            stripped.section(&wasm_encoder::RawSection {
                id,
                data: &module[range.start as usize..range.end as usize],
            });
        }
    }
    Ok(stripped.finish())
}
