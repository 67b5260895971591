//! Developer tasks. `cargo xtask help` lists them.

mod agreement;
mod article;
mod bench;
mod book;
mod build_progress;
mod certificates;
mod check;
mod crates;
mod debian;
mod fuzz;
mod local_paths;
mod play;
mod python;
mod release;
mod renderer;
mod soak;
mod test;
mod tidy;
mod tool;
mod wasm;
mod web;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::python::Extent;
use crate::tool::cargo;
use crate::web::Build;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer tasks of Bosworth")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the program and the web app quickly, serve it and open it in the browser
    Play {
        /// Passed on to `bosworth serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the static site of the web app into dist/
    Web {
        /// Build in a fraction of the time, without size optimisation and compression
        #[arg(long)]
        quick: bool,
        /// The same, without splitting and re-encoding the program either
        #[arg(long, conflicts_with = "quick")]
        plain: bool,
    },
    /// Take screenshots of every page into target/pictures/
    Pictures {
        /// Only those of README.md, into docs/pictures/
        #[arg(long)]
        readme: bool,
    },
    /// Measure the web app: time to play, long tasks, nodes per second against native
    Speed {
        /// Another build of the site, such as an older one, measured alternately with this one
        #[arg(long)]
        site: Option<PathBuf>,
    },
    /// Write docs/study/README.md from the English book of the game and its figures
    Article,
    /// Build the documents as a book in target/book/ (needs mdBook)
    Book,
    /// Run the checks of what a change touches, in a few minutes: format, tidy, clippy and tests of
    /// the changed crates and of those that use them
    Check {
        /// Compare with this commit instead of the last one that was pushed
        #[arg(long)]
        since: Option<String>,
    },
    /// Test the renderer of the pages in a browser
    Renderer,
    /// Run every check that a change must pass
    Test,
    /// Make a release: static programs with the web app inside, Debian packages, an image, checksums
    Release(release::Release),
    /// Check the crates as published: dependencies, oldest supported compiler, packages
    Crates,
    /// Build the wheel of the Python package, and test it in a virtual environment
    Python {
        /// With PettingZoo, Gymnasium, OpenSpiel, Arrow and Matplotlib, and 10 000 games
        #[arg(long)]
        all: bool,
    },
    /// Check what the compiler does not: crate dependencies, rulings, names, wording, documents
    Tidy,
    /// Solve positions near the end of self-play games, and check the certificates from the rules alone
    Certificates {
        /// Number of certificates
        #[arg(long, default_value_t = 1_000)]
        count: usize,
        /// The seed of the first game
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fuzz every parser and the rules (needs the nightly toolchain)
    Fuzz {
        /// Duration per target
        #[arg(long, default_value_t = 600)]
        seconds: u32,
        /// Only this target
        #[arg(long)]
        target: Option<String>,
    },
    /// Long randomised tests against an independent reference
    #[command(subcommand)]
    Soak(Soak),
    /// Measure speed
    #[command(subcommand)]
    Bench(Bench),
}

#[derive(Subcommand)]
enum Soak {
    /// The rules against the naive reference, over many games
    Rules {
        /// Number of games
        #[arg(long, default_value_t = 100_000)]
        games: u64,
        /// The seed of the random games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A server under fault injection, with an independent client: processes are killed, disks
    /// fill up, clocks jump and peers misbehave
    Server(soak::ServerSoak),
    /// Upgrade two nodes and a worker from an earlier commit, one after the other, under load
    Upgrade(soak::UpgradeSoak),
    /// A random walk through every page of the web app
    Web {
        /// Duration of the walk
        #[arg(long, default_value_t = 3600)]
        seconds: u32,
        /// The seed of the walk; by default a random one, which is printed
        #[arg(long)]
        seed: Option<u32>,
    },
}

#[derive(Subcommand)]
enum Bench {
    /// Random playouts by the library and by the naive reference, in one run
    Rules,
    /// A server under load, next to a bare echo server: latency and throughput of actions, cost of
    /// idle connections
    Server {
        /// Two nodes on throw-away PostgreSQL and NATS instead of one on SQLite
        #[arg(long)]
        cluster: bool,
        /// Duration of the load at a fixed rate
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        /// Number of idle connections; limited by the open files of a process (`ulimit -n`)
        #[arg(long, default_value_t = 20_000)]
        sockets: u32,
    },
    /// Games during attacks by ten thousand hostile connections, and the same games alone
    Siege {
        /// Duration of each part
        #[arg(long, default_value_t = 120)]
        seconds: u32,
        /// Number of hostile connections
        #[arg(long, default_value_t = 10_000)]
        connections: u32,
    },
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Play { args } => play::run(args),
        Task::Pictures { readme } => pictures(readme),
        Task::Speed { site } => speed(site.as_deref()),
        Task::Web { plain: true, .. } => web::run(Build::Plain),
        Task::Web { quick, .. } => web::run(if quick { Build::Quick } else { Build::Release }),
        Task::Article => article::write_readme(),
        Task::Book => book::run(None),
        Task::Check { since } => check::run(since.as_deref()),
        Task::Renderer => renderer::run(),
        Task::Test => test::run(),
        Task::Release(release) => release.run(),
        Task::Crates => crates::run(),
        Task::Python { all } => python::run(if all { Extent::All } else { Extent::Core }),
        Task::Tidy => tidy::run(),
        Task::Certificates { count, seed } => certificates::run(count, seed),
        Task::Fuzz { seconds, target } => fuzz::run(seconds, target.as_deref()),
        Task::Soak(Soak::Rules { games, seed }) => {
            cargo(&["test", "--release", "--package", "bosworth-rules"])
                .args(["--test", "suite", "--", "--nocapture", "the_library_agrees"])
                .env("BOSWORTH_GAMES", &games.to_string())
                .env("BOSWORTH_SEED", &seed.to_string())
                .run()
        }
        Task::Soak(Soak::Server(server)) => server.run(),
        Task::Soak(Soak::Upgrade(upgrade)) => upgrade.run(),
        Task::Soak(Soak::Web { seconds, seed }) => soak::walk(seconds, seed),
        Task::Bench(Bench::Rules) => cargo(&["bench", "--package", "bosworth-rules"]).run(),
        Task::Bench(Bench::Server { cluster, seconds, sockets }) => {
            bench::server(cluster, seconds, sockets)
        }
        Task::Bench(Bench::Siege { seconds, connections }) => bench::siege(seconds, connections),
    }
}

fn pictures(readme: bool) -> Result<()> {
    web::run(if readme { Build::Quick } else { Build::Release })?;
    cargo(&["run", "--package", "bosworth-e2e", "--example", "pictures", "--"])
        .args(readme.then_some("--readme"))
        .run()?;
    println!("the pictures are in {}", if readme { "docs/pictures" } else { "target/pictures" });
    Ok(())
}

fn speed(other_site: Option<&Path>) -> Result<()> {
    web::run(Build::Release)?;
    // A release build, because it compares with the native engine.
    cargo(&["run", "--release", "--package", "bosworth-e2e", "--example", "speed", "--"])
        .args(other_site)
        .run()
}
