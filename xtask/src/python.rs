//! The Python package: its wheel, built and tested in a virtual environment.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use crate::tool::{ExternalTool, cargo, need, root, step, target, tool};

/// The manifest of the extension, which is a workspace of its own.
const MANIFEST: &str = "python/Cargo.toml";

/// The number of random games of the long run that are compared with the library.
const LONG_RUN_GAMES: &str = "10000";

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What needs NumPy and the test runner only.
    Core,
    /// Also with PettingZoo, Gymnasium, OpenSpiel, Arrow and Matplotlib, and more games.
    All,
}

impl Extent {
    /// The pinned packages, and the name of their virtual environment.
    const fn requirements(self) -> (&'static str, &'static str) {
        match self {
            Self::Core => ("python/requirements.txt", "venv"),
            Self::All => ("python/requirements-all.txt", "venv-all"),
        }
    }
}

/// Builds the wheel and runs its tests.
pub(crate) fn run(extent: Extent) -> Result<()> {
    let environment = VirtualEnvironment::new(extent)?;
    test(&environment, extent)
}

/// The same without optional packages, and not at all where no registry of packages can be reached.
pub(crate) fn run_if_installable() -> Result<()> {
    match VirtualEnvironment::new(Extent::Core) {
        Ok(environment) => test(&environment, Extent::Core),
        Err(error) => {
            println!("SKIPPED: the Python package was not tested ({error:#}); the workflows do it");
            Ok(())
        }
    }
}

fn test(environment: &VirtualEnvironment, extent: Extent) -> Result<()> {
    step("the Python package: format and clippy");
    cargo(&["fmt", "--check", "--manifest-path", MANIFEST]).run()?;
    let clippy = cargo(&["clippy", "--locked", "--all-targets", "--manifest-path", MANIFEST]);
    let clippy = clippy.args(["--", "--deny", "warnings"]);
    environment.with_target(clippy, "clippy").run()?;
    step("the Python package: wheel");
    environment.install_wheel()?;
    step("the Python package: tests");
    if extent == Extent::All {
        environment.python().args(["-m", "mypy", "package/bosworth"]).run()?;
    }
    let program = target()?.join("debug/bosworth");
    if !program.exists() {
        cargo(&["build", "--package", "bosworth-cli"]).run()?;
    }
    let tests = environment.python().args(["-m", "pytest", "--quiet", "tests"]);
    let tests = tests.env("BOSWORTH_PROGRAM", &program.to_string_lossy());
    if extent == Extent::All { tests.env("BOSWORTH_GAMES", LONG_RUN_GAMES) } else { tests }.run()
}

/// A virtual environment with the packages that the tests need.
struct VirtualEnvironment {
    /// Everything that is built for Python is in here.
    home: PathBuf,
    folder: PathBuf,
}

impl VirtualEnvironment {
    /// Creates it, unless it is there with the same packages.
    fn new(extent: Extent) -> Result<Self> {
        need("python3", "python3")?;
        let home = target()?.join("python");
        let (requirements, name) = extent.requirements();
        let environment = Self { folder: home.join(name), home };
        let installed = environment.folder.join("installed.txt");
        let wanted = wanted(requirements)?;
        if fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
            return Ok(environment);
        }
        step("the Python package: virtual environment");
        tool("python3").args(["-m", "venv", "--clear"]).args([&environment.folder]).run().context(
            "python3 has no module venv or ensurepip: install it (Debian: python3-venv)",
        )?;
        environment
            .pip(&["install", "--requirement", requirements])
            .folder(&root())
            .run()
            .context("pip cannot install the packages: is its registry reachable?")?;
        fs::write(installed, wanted)?;
        Ok(environment)
    }

    /// The interpreter, with `python/` as the working folder.
    fn python(&self) -> ExternalTool {
        tool(self.interpreter()).folder(&root().join("python"))
    }

    fn interpreter(&self) -> PathBuf {
        self.folder.join("bin/python")
    }

    fn pip(&self, args: &[&str]) -> ExternalTool {
        let quiet = ["-m", "pip", "--quiet", "--disable-pip-version-check"];
        self.python().args(quiet).args(args)
    }

    /// Sets a target folder and the interpreter. Clippy has a folder of its own: it is run with other
    /// variables than the builds of wheels, and everything would be compiled again each time.
    fn with_target(&self, tool: ExternalTool, folder: &str) -> ExternalTool {
        tool.env("CARGO_TARGET_DIR", &self.home.join(folder).to_string_lossy())
            .env("PYO3_PYTHON", &self.interpreter().to_string_lossy())
    }

    /// Builds the wheel and installs it.
    fn install_wheel(&self) -> Result<()> {
        let wheels = self.home.join("wheels");
        if wheels.exists() {
            fs::remove_dir_all(&wheels)?;
        }
        let build =
            self.python().args(["-m", "maturin", "build", "--release", "--locked", "--out"]);
        let build = build.args([&wheels]).args(["--interpreter"]).args([self.interpreter()]);
        self.with_target(build.without_cargo_variables(), "target").run()?;
        let wheel = only_file(&wheels)?;
        println!("{}: {} bytes", wheel.display(), fs::metadata(&wheel)?.len());
        self.pip(&["install", "--no-index", "--no-deps", "--force-reinstall"]).args([wheel]).run()
    }
}

/// The text of a file of requirements and of those that it includes.
fn wanted(requirements: &str) -> Result<String> {
    let path = root().join(requirements);
    let text = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
    let included = text.lines().filter_map(|line| line.strip_prefix("--requirement "));
    let included = included.map(|name| fs::read_to_string(path.with_file_name(name)));
    let included = included.collect::<Result<String, _>>()?;
    Ok(included + &text)
}

fn only_file(folder: &Path) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?;
    let file = files.next().ok_or_else(|| anyhow!("{} is empty", folder.display()))??;
    Ok(file.path())
}
