//! A release: static programs with the web app inside, packages, an image, checksums.

mod archive;
mod debian;
mod image;
mod sbom;
mod static_build;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum as _;
use sha2::{Digest, Sha256};

use self::static_build::LinuxTarget;
use crate::tool::{cargo, need, root, target, tool};
use crate::{book, web};

/// Makes a release in `target/release-kit/`.
#[derive(clap::Args)]
pub(crate) struct Release {
    /// Only for these processors
    #[arg(long = "for", value_enum, value_name = "PROCESSOR")]
    targets: Vec<LinuxTarget>,
    /// Include uncommitted changes, for testing
    #[arg(long)]
    dirty: bool,
    /// Test what can run here afterwards: the package on a bare Debian, and the image (as root)
    #[arg(long = "try")]
    and_try: bool,
    /// Pack this program instead of compiling it, to work on the packaging
    #[arg(long, value_name = "FILE", requires = "dirty", requires = "targets")]
    program: Option<PathBuf>,
    /// Use the site in dist/ as it is instead of building it
    #[arg(long)]
    site_as_is: bool,
}

/// The parameters of a release.
struct ReleaseKit {
    version: String,
    /// The time of the commit, in seconds since 1970. All files have it, so that builds are
    /// reproducible.
    epoch: String,
    folder: PathBuf,
}

impl Release {
    pub(crate) fn run(&self) -> Result<()> {
        let changes = tool("git").args(["status", "--porcelain"]).read()?;
        if !self.dirty && !changes.trim().is_empty() {
            bail!("a release is built from a commit; commit first, or use --dirty to test it");
        }
        if self.and_try {
            prepare_trial()?;
        }
        let kit = ReleaseKit::new()?;
        let targets =
            if self.targets.is_empty() { LinuxTarget::value_variants() } else { &self.targets };
        println!("== Bosworth {}, the web app", kit.version);
        if !self.site_as_is {
            web::run(web::Build::Release)?;
        }
        if !book::is_possible() {
            println!("the site has no book: mdbook is not installed");
        }
        kit.site()?;
        let mut programs = Vec::new();
        for &target in targets {
            println!("== the program for {}", target.name());
            let program = match &self.program {
                Some(program) => program.clone(),
                None => target.build(&kit)?,
            };
            programs.push((target, program));
        }
        println!("== manual pages and completions");
        let man = kit.folder.join("man");
        match programs.iter().find(|(target, _)| target.runs_here()) {
            Some((_, program)) => manual(program, &man)?,
            None => manual(&program_for_this_machine()?, &man)?,
        }
        for (target, program) in &programs {
            println!("== packages for {}", target.name());
            kit.archive(*target, program, &man)?;
            debian::package(&kit, *target, program, &man)?;
            image::build(&kit, *target, program)?;
        }
        fs::remove_dir_all(&man)?;
        println!("== bill of materials, checksums");
        sbom::write(&kit)?;
        kit.checksums()?;
        if self.and_try {
            kit.try_out()?;
        }
        Ok(())
    }
}

impl ReleaseKit {
    fn new() -> Result<Self> {
        let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1"]).read()?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
        let packages = metadata["packages"].as_array().context("cargo metadata has packages")?;
        let cli = packages.iter().find(|package| package["name"] == "bosworth-cli");
        let version = cli.and_then(|cli| cli["version"].as_str()).context("there is a version")?;
        let epoch = tool("git").args(["log", "-1", "--format=%ct"]).read()?.trim().to_string();
        let folder = target()?.join("release-kit");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self { version: version.to_string(), epoch, folder })
    }

    /// A folder for the content of an archive, which is empty.
    fn staging(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.join(format!("{name}.staging"));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The static site, for any host of plain files.
    fn site(&self) -> Result<()> {
        let name = format!("bosworth-{}-site", self.version);
        let staging = self.staging(&name)?;
        let folder = staging.join(&name);
        copy_folder(&web::folder(), &folder)?;
        web::remove_server_mark(&folder)?;
        self.pack(&name, &staging)
    }

    /// The program with its manual and licences.
    fn archive(&self, target: LinuxTarget, program: &Path, man: &Path) -> Result<()> {
        let name = format!("bosworth-{}-{}", self.version, target.name());
        let staging = self.staging(&name)?;
        let folder = staging.join(&name);
        fs::create_dir_all(&folder)?;
        install(program, &folder.join("bosworth"), 0o755)?;
        copy_folder(&man.join("man"), &folder.join("man"))?;
        copy_folder(&man.join("completions"), &folder.join("completions"))?;
        copy_folder(&root().join("packaging/systemd"), &folder.join("systemd"))?;
        for file in ["README.md", "CHANGELOG.md", "RULES.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            install(&root().join(file), &folder.join(file), 0o644)?;
        }
        copy_folder(&root().join("docs"), &folder.join("docs"))?;
        self.pack(&name, &staging)
    }

    /// Installs and runs what was made for this machine.
    fn try_out(&self) -> Result<()> {
        for target in LinuxTarget::value_variants().iter().filter(|target| target.runs_here()) {
            let package = format!("bosworth_{}_{}.deb", self.version, target.debian());
            let image = format!("bosworth-{}-image-{}.tar.gz", self.version, target.name());
            for (file, script) in [(package, "debian"), (image, "container")] {
                let file = self.folder.join(file);
                if file.is_file() {
                    println!("== trying {}", file.display());
                    tool(root().join("packaging").join(script).join("try.sh"))
                        .args([&file])
                        .run()?;
                }
            }
        }
        Ok(())
    }

    /// Writes `SHA256SUMS`, which `sha256sum --check` reads.
    fn checksums(&self) -> Result<()> {
        let mut lines = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_file() {
                let sum = Sha256::digest(fs::read(&path)?);
                let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                lines.push((name, sum));
            }
        }
        lines.sort();
        let text: String = lines.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
        fs::write(self.folder.join("SHA256SUMS"), &text)?;
        print!("{text}");
        println!("the release is in {}", self.folder.display());
        Ok(())
    }
}

/// Programs that the tests of a release need, with their Debian packages.
const TRIAL_TOOLS: [(&str, &str); 6] = [
    ("debootstrap", "debootstrap"),
    ("dpkg-deb", "dpkg"),
    ("unshare", "util-linux"),
    ("ip", "iproute2"),
    ("buildah", "buildah"),
    ("python3", "python3"),
];

/// Looks for what the tests of a release need before minutes are spent on building it.
fn prepare_trial() -> Result<()> {
    if tool("id").args(["-u"]).read()?.trim() != "0" {
        bail!("--try installs packages and runs containers: run it as root");
    }
    TRIAL_TOOLS.iter().try_for_each(|(program, package)| need(program, package))
}

/// Builds the program in the development profile, to write the manual when no released program runs
/// on this machine.
fn program_for_this_machine() -> Result<PathBuf> {
    cargo(&["build", "--locked", "--package", "bosworth-cli", "--bin", "bosworth"]).run()?;
    Ok(target()?.join("debug/bosworth"))
}

/// Lets the program write its manual pages and completions.
fn manual(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("completions"))?;
    tool(program).args(["man".as_ref(), folder.join("man").as_os_str()]).run()?;
    for (shell, file) in [("bash", "bosworth"), ("zsh", "_bosworth"), ("fish", "bosworth.fish")] {
        let script = tool(program).args(["completions", shell]).read()?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    Ok(())
}

/// Copies a file with these permissions.
fn install(from: &Path, to: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    fs::set_permissions(to, fs::Permissions::from_mode(mode))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            install(&path, &copy, 0o644)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_of_a_trial_are_looked_for_before_the_build() {
        for script in ["packaging/debian/try.sh", "packaging/container/try.sh"] {
            let text = fs::read_to_string(root().join(script)).expect("a script");
            let needs = text.split("# Needs root, ").nth(1).expect("what it needs");
            let needs = needs.split('.').next().expect("a sentence").replace(" and ", ", ");
            for package in needs.split(", ").map(str::trim) {
                let is_known = TRIAL_TOOLS.iter().any(|(_, known)| *known == package);
                assert!(is_known, "{script} needs {package}");
            }
        }
    }
}
