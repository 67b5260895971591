//! What developers of Bosworth run. `cargo xtask help` lists it.

mod agreement;
mod bench;
mod fuzz;
mod soak;
mod test;
mod tidy;
mod tool;
mod wasm;
mod web;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::tool::cargo;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What developers of Bosworth run")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything, serve the web app and open it in the browser
    Play {
        /// Passed on to `bosworth serve`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the static site of the web app into dist/
    Web,
    /// Take pictures of every page into target/pictures/
    Pictures,
    /// Measure the web app: time to play, long tasks, nodes a second against native
    Speed,
    /// Run every check that a change must pass
    Test,
    /// Check what compilers do not: crate edges, rulings for every clause, links, leftovers
    Tidy,
    /// Let fuzzers attack every parser and the rules (needs the nightly toolchain)
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 600)]
        seconds: u32,
        /// Only this target
        #[arg(long)]
        target: Option<String>,
    },
    /// Run something for long, with random numbers, and compare it with what is known
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
        /// How many games
        #[arg(long, default_value_t = 100_000)]
        games: u64,
        /// Where the random numbers begin
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A server, played at by an independent client while processes are killed, disks are full,
    /// clocks jump and peers misbehave
    Server(soak::Server),
}

#[derive(Subcommand)]
enum Bench {
    /// Random games by the library and by the naive reference, in one run
    Rules,
    /// A server under load, beside a bare echo: how long actions take, how many a second, what
    /// silent connections cost
    Server {
        /// Two nodes on a PostgreSQL and a NATS of their own instead of one on SQLite
        #[arg(long)]
        cluster: bool,
        /// How long games go at a pace
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        /// How many silent connections; a process can open only so many files (`ulimit -n`)
        #[arg(long, default_value_t = 20_000)]
        sockets: u32,
    },
    /// Games beside ten thousand hostile connections, and the same games alone
    Siege {
        /// How long each part goes on
        #[arg(long, default_value_t = 120)]
        seconds: u32,
        /// How many hostile connections
        #[arg(long, default_value_t = 10_000)]
        connections: u32,
    },
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Play { args } => {
            web::run()?;
            cargo(&["run", "--release", "--quiet", "--package", "bosworth-cli"])
                .args(["--", "serve", "--open"])
                .args(args)
                .run()
        }
        Task::Pictures => pictures(),
        Task::Speed => in_browser("speed"),
        Task::Web => web::run(),
        Task::Test => test::run(),
        Task::Tidy => tidy::run(),
        Task::Fuzz { seconds, target } => fuzz::run(seconds, target.as_deref()),
        Task::Soak(Soak::Rules { games, seed }) => {
            cargo(&["test", "--release", "--package", "bosworth-rules"])
                .args(["--test", "suite", "--", "--nocapture", "the_library_agrees"])
                .env("BOSWORTH_GAMES", &games.to_string())
                .env("BOSWORTH_SEED", &seed.to_string())
                .run()
        }
        Task::Soak(Soak::Server(server)) => server.run(),
        Task::Bench(Bench::Rules) => cargo(&["bench", "--package", "bosworth-rules"]).run(),
        Task::Bench(Bench::Server { cluster, seconds, sockets }) => {
            bench::server(cluster, seconds, sockets)
        }
        Task::Bench(Bench::Siege { seconds, connections }) => bench::siege(seconds, connections),
    }
}

fn pictures() -> Result<()> {
    in_browser("pictures")?;
    println!("the pictures are in target/pictures");
    Ok(())
}

/// Runs something in the browser that is no check, on a fresh site.
fn in_browser(name: &str) -> Result<()> {
    web::run()?;
    // Optimised like what people get, because one of them compares with the native engine.
    cargo(&["run", "--release", "--package", "bosworth-e2e", "--example", name]).run()
}
