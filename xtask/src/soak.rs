//! Chaos testing: an independent client plays on a server under fault injection.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::tool::{ExternalTool, cargo, target, tool};
use crate::web;

/// A run of `suites/chaos/soak.py`.
#[derive(Args)]
pub(crate) struct ServerSoak {
    /// Duration of the fault injection
    #[arg(long, default_value_t = 3600)]
    seconds: u32,
    /// The seed of faults and games; by default a random one, which is printed
    #[arg(long)]
    seed: Option<u64>,
    /// Two nodes on throw-away PostgreSQL and NATS instead of one on SQLite
    #[arg(long)]
    cluster: bool,
    /// Number of concurrent games
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// The longest fault, in seconds
    #[arg(long, default_value_t = 70)]
    longest: u32,
    /// Only this fault, such as `kill` or `disk-full`
    #[arg(long)]
    only: Vec<String>,
    /// Write a summary to this file
    #[arg(long)]
    report: Option<PathBuf>,
}

/// Upgrades of two nodes and a worker, one after the other, while games and tournaments go on.
#[derive(Args)]
pub(crate) struct UpgradeSoak {
    /// The commit to upgrade from; by default the one before the latest migration
    #[arg(long)]
    from: Option<String>,
    /// Duration of the upgrades
    #[arg(long, default_value_t = 240)]
    seconds: u32,
    /// The seed of the games; by default a random one, which is printed
    #[arg(long)]
    seed: Option<u64>,
    /// Number of concurrent games
    #[arg(long, default_value_t = 50)]
    games: u32,
    /// Number of concurrent tournaments, with four players each
    #[arg(long, default_value_t = 10)]
    tournaments: u32,
    /// Number of upgrades; after the first one, to the same version again
    #[arg(long, default_value_t = 2)]
    upgrades: u32,
    /// Write a summary to this file
    #[arg(long)]
    report: Option<PathBuf>,
}

impl UpgradeSoak {
    /// The short run that every change must pass: one upgrade, to the same version.
    pub(crate) fn short(seconds: u32) -> Self {
        let (from, seed, report) = (None, None, None);
        Self { from, seconds, seed, games: 6, tournaments: 2, upgrades: 1, report }
    }

    /// Builds both programs and upgrades from one to the other.
    pub(crate) fn run(self) -> Result<()> {
        cargo(&["build", "--package", "bosworth-cli"]).run()?;
        let previous = build_previous(&self.from()?)?;
        self.run_built(Some(&previous))
    }

    /// The same with programs that are built already; without an older one, the upgrade is to the
    /// same version.
    pub(crate) fn run_built(&self, previous: Option<&Path>) -> Result<()> {
        let mut soak = suite(self.seconds, self.games, self.seed, self.report.as_deref())?
            .args(["--cluster", "--upgrades", &self.upgrades.to_string()])
            .args(["--tournaments", &self.tournaments.to_string()]);
        if let Some(previous) = previous {
            soak = soak.args(["--previous".as_ref(), previous.as_os_str()]);
        }
        soak.run().context(WHERE_LOGS_ARE)
    }

    fn from(&self) -> Result<String> {
        let commit = if let Some(commit) = &self.from {
            commit.clone()
        } else {
            let schema = "crates/server/src/store/schema";
            // Not a merge: its parents need not compile with each other's changes.
            let added =
                ["log", "-1", "--no-merges", "--diff-filter=A", "--format=%H", "--", schema];
            let latest = tool("git").args(added).read()?;
            format!("{}^", latest.trim())
        };
        Ok(tool("git").args(["rev-parse", "--verify", &commit]).read()?.trim().to_owned())
    }
}

/// Builds the program of a commit in a checkout of its own, and returns its path.
fn build_previous(commit: &str) -> Result<PathBuf> {
    let folder = target()?.join("upgrade");
    let (source, build) = (folder.join("source"), folder.join("build"));
    if source.exists() {
        let checkout = ["checkout", "--quiet", "--force", "--detach", commit];
        tool("git").folder(&source).args(checkout).run()?;
    } else {
        let add = ["worktree", "add", "--force", "--detach"];
        let worktree = tool("git").args(add).args([source.as_os_str()]);
        worktree.args([commit]).run()?;
    }
    let cargo = cargo(&["build", "--package", "bosworth-cli", "--target-dir"]);
    cargo.args([&build]).folder(&source).run()?;
    Ok(build.join("debug/bosworth"))
}

impl ServerSoak {
    /// The short run that every change must pass: few games, short faults, a random seed.
    pub(crate) fn short(seconds: u32, cluster: bool) -> Self {
        let (seed, only, report) = (None, Vec::new(), None);
        Self { seconds, seed, cluster, games: 10, longest: 2, only, report }
    }

    /// Builds the program and runs the chaos suite against it.
    pub(crate) fn run(self) -> Result<()> {
        cargo(&["build", "--package", "bosworth-cli"]).run()?;
        self.run_built()
    }

    /// The same with the program that is built already.
    pub(crate) fn run_built(self) -> Result<()> {
        let mut soak = suite(self.seconds, self.games, self.seed, self.report.as_deref())?
            .args(["--longest", &self.longest.to_string()])
            .args(self.cluster.then_some("--cluster"));
        for fault in &self.only {
            soak = soak.args(["--only", fault]);
        }
        soak.run().context(WHERE_LOGS_ARE)
    }
}

/// What to look at after a failure.
const WHERE_LOGS_ARE: &str =
    "the first line of the output has the seed, the last line the path of the logs";

/// The chaos suite against the program that is built already.
fn suite(
    seconds: u32,
    games: u32,
    seed: Option<u64>,
    report: Option<&Path>,
) -> Result<ExternalTool> {
    let binary = target()?.join("debug/bosworth");
    let mut suite = tool("python3")
        .args(["suites/chaos/soak.py".as_ref(), "--binary".as_ref(), binary.as_os_str()])
        .args(["--seconds", &seconds.to_string(), "--games", &games.to_string()]);
    if let Some(seed) = seed {
        suite = suite.args(["--seed", &seed.to_string()]);
    }
    if let Some(report) = report {
        suite = suite.args(["--report".as_ref(), report.as_os_str()]);
    }
    Ok(suite)
}

/// A random walk through the pages of a freshly built site.
pub(crate) fn walk(seconds: u32, seed: Option<u32>) -> Result<()> {
    web::run(web::Build::Release)?;
    let mut test = cargo(&["test", "--package", "bosworth-e2e", "--test", "suite"])
        .args(["--", "--nocapture", "random_walk"])
        .env("BOSWORTH_SECONDS", &seconds.to_string());
    if let Some(seed) = seed {
        test = test.env("BOSWORTH_SEED", &seed.to_string());
    }
    test.run()
}
