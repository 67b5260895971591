//! The static site: compiled, code-split, bound to JavaScript, content-hashed and compressed.

mod chunk_plan;
mod compact;
mod loader;
mod merge;
mod page;
mod program;
mod site_files;
mod sizes;
mod texts;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::{Options, transform};

pub(crate) use self::site_files::remove_server_mark;
use self::site_files::{SiteFiles, compress_folder};
#[cfg(test)]
pub(crate) use self::texts::LANGUAGES;
use crate::tool::{ExternalTool, root, target};
use crate::wasm::{WasmCompiler, output};
use crate::{article, book, local_paths};

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
    /// To see a change quickly.
    Quick,
    /// The same, neither split nor re-encoded, for when one of those tools does not understand what
    /// a new compiler writes.
    Plain,
}

/// Builds the site into [`folder`].
pub(crate) fn run(kind: Build) -> Result<()> {
    let modules = compile(&WasmCompiler::find()?, kind, &ExternalTool::run)?;
    assemble(&modules, kind, &folder())
}

/// The compiled modules: the pages as one, and the engine.
pub(crate) struct Modules {
    app: PathBuf,
    engine: PathBuf,
}

impl Build {
    /// The profiles of the pages and of the engine.
    fn profiles(self) -> (&'static str, &'static str) {
        match self {
            Self::Release => ("web", "web-engine"),
            Self::Quick | Self::Plain => ("web-quick", "web-quick"),
        }
    }
}

/// The size of the stack of the pages, below their data. With 1 MiB, the default, addresses of data
/// would take a byte more.
const STACK: &str = "link-arg=-zstack-size=786432";

/// Compiles the pages and the engine.
pub(crate) fn compile(
    compiler: &WasmCompiler,
    kind: Build,
    run: &dyn Fn(ExternalTool) -> Result<()>,
) -> Result<Modules> {
    let build = target()?.join("web");
    let (pages, engine) = kind.profiles();
    let app = compiler
        .cargo(&["rustc", "--profile", pages, "--package", "bosworth-web", "--bin", "app"], &build);
    let features: &[_] = if kind == Build::Plain { &["--no-default-features"] } else { &[] };
    let app = app.args(features);
    // The splitter needs relocations to tell which function uses what.
    let relocations: &[_] =
        if kind == Build::Plain { &[] } else { &["-C", "link-arg=--emit-relocs"] };
    run(app.args(["--", "-C", STACK]).args(relocations))?;
    // Both packages are selected, so that dependencies have the same features as above.
    let worker = ["build", "--profile", engine, "--bin", "engine"];
    let both = ["--package", "bosworth-web", "--package", "bosworth-web-engine"];
    run(compiler.cargo(&worker, &build).args(both).args(features))?;
    let modules = Modules {
        app: output(&build, pages).join("app.wasm"),
        engine: output(&build, engine).join("engine.wasm"),
    };
    if kind == Build::Release {
        local_paths::ensure_none_in(&modules.app)?;
        local_paths::ensure_none_in(&modules.engine)?;
    }
    Ok(modules)
}

/// Splits and binds the modules and assembles the site. A quick site is not rebuilt if its inputs
/// are unchanged.
pub(crate) fn assemble(modules: &Modules, kind: Build, folder: &Path) -> Result<()> {
    let inputs = inputs(modules).context("cannot read the inputs of the site")?;
    let stamp = folder.join(".inputs");
    if kind != Build::Release && fs::read_to_string(&stamp).is_ok_and(|found| found == inputs) {
        return Ok(());
    }
    let bound = target()?.join("web").join("bound");
    if bound.exists() {
        fs::remove_dir_all(&bound)?;
    }
    fs::create_dir_all(&bound)?;
    let chunks = if kind == Build::Plain {
        bind(&modules.app, "app", &bound)?;
        None
    } else {
        Some(split(&modules.app, &bound)?)
    };
    bind(&modules.engine, "engine", &bound)?;
    let with_book = kind == Build::Release && book::is_possible();
    let site = SiteFiles::collect(&bound, &root().join("crates"), chunks.as_ref(), with_book)?;
    site.write(folder)?;
    if with_book {
        book::run(Some(&folder.join("book")))?;
        compress_folder(&folder.join("book"))?;
    }
    if kind == Build::Release {
        site.compress(folder)?;
        print!("{}", site.sizes(folder)?);
    } else {
        // Writing another site here deletes the stamp.
        fs::write(stamp, inputs)?;
    }
    Ok(())
}

/// A hash of all inputs of a site, including this program.
fn inputs(modules: &Modules) -> Result<String> {
    let crates = root().join("crates");
    let puzzles = crates.join("puzzles/data/puzzles.bin");
    let mut files =
        vec![modules.app.clone(), modules.engine.clone(), puzzles, std::env::current_exe()?];
    let mut folders =
        ["web/public", "web/fonts", "web/styles", "web/locales", "texts/locales", "server/locales"]
            .map(|name| crates.join(name))
            .to_vec();
    folders.push(article::folder());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    let mut all = Sha256::new();
    for file in files {
        all.update(file.as_os_str().as_encoded_bytes());
        all.update(fs::read(file)?);
    }
    Ok(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The modules that each chunk of the program needs, by chunk name.
type Chunks = BTreeMap<String, Vec<String>>;

/// Splits the program into chunks at its split points.
fn split(wasm: &Path, folder: &Path) -> Result<Chunks> {
    let input = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = loader::PROGRAM;
    let split = transform(options)
        .map_err(|error| anyhow!("{error:?}").context("cannot split the program"))?;
    bind(&main, "app", folder)?;
    Ok(split.prefetch_map.into_iter().collect())
}

/// Generates the JavaScript bindings (wasm-bindgen).
pub(crate) fn bind(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true).keep_lld_exports(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| anyhow!("{error:?}").context(format!("cannot bind {}", wasm.display())))
}
