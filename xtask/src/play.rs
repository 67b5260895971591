//! From a fresh clone to a game as quickly as possible.

use std::thread;

use anyhow::{Result, anyhow};

use crate::build_progress::{BuildProgress, StepCounter};
use crate::tool::{cargo, target, tool};
use crate::wasm::WasmCompiler;
use crate::web::{self, Build};

/// Builds the program and the pages in parallel, and serves them.
///
/// Nothing is optimised at link time, and the pages are served from a folder instead of being
/// compiled into the program, so neither build waits for the other, and a change of the pages does
/// not recompile the server.
pub(crate) fn run(args: Vec<String>) -> Result<()> {
    let mut steps = StepCounter::new(4);
    steps.next("looking for a compiler for the browser");
    let compiler = WasmCompiler::find()?;
    steps.next("compiling the program, the pages and the engine");
    let progress = BuildProgress::new(&["program", "pages"]);
    let modules = thread::scope(|scope| {
        let program = scope.spawn(|| {
            cargo(&["build", "--package", "bosworth-cli"])
                .follow(|done, all| progress.set("program", done, all))
        });
        let modules = web::compile(&compiler, Build::Quick, &|tool| {
            tool.follow(|done, all| progress.set("pages", done, all))
        });
        program.join().map_err(|_| anyhow!("compiling the program panicked"))??;
        modules
    })?;
    drop(progress);
    steps.next("assembling the pages");
    let target = target()?;
    let site = target.join("web").join("play");
    web::assemble(&modules, Build::Quick, &site)?;
    steps.next("serving the game; Ctrl-C stops it");
    tool(target.join("debug").join("bosworth"))
        .args(["serve", "--open", "--site"])
        .args([&site])
        .args(args)
        .run()
}
