//! The static site: compiled, bound to JavaScript, content-hashed and compressed.

mod files;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use wasm_bindgen_cli_support::Bindgen;

use self::files::Site;
use crate::tool::{root, target};
use crate::wasm::{Compiler, output};

/// The folder of the finished site.
pub(crate) fn folder() -> PathBuf {
    root().join("dist")
}

/// Builds the site.
pub(crate) fn run() -> Result<()> {
    let build = target()?.join("web");
    let compiler = Compiler::find()?;
    let bound = build.join("bound");
    let programs: [(&str, &str, &[&str]); 2] = [
        ("bosworth-web", "web", &["app", "study", "online", "table"]),
        ("bosworth-web-engine", "web-engine", &["engine"]),
    ];
    for (package, profile, names) in programs {
        compiler
            .cargo(&["build", "--profile", profile, "--package", package, "--bins"], &build)
            .run()?;
        for name in names {
            bind(&output(&build, profile).join(format!("{name}.wasm")), name, &bound)?;
        }
    }
    let site = Site::collect(&bound, &root().join("crates/web"))?;
    site.write(&folder())?;
    print!("{}", site.sizes()?);
    Ok(())
}

/// Generates the JavaScript bindings of a compiled program.
fn bind(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| anyhow!("{error:?}").context(format!("cannot bind {}", wasm.display())))
}
