use anyhow::{Context, Result};
use bosworth_analysis::cores;
use bosworth_server::bus::NatsBus;
use bosworth_server::jobs;
use tokio::runtime::Runtime;

use crate::log::LogArgs;
use crate::{Finding, serve};

/// Run engine workers that take computer turns from the servers' queue in NATS
///
/// Any number of workers on any number of machines share the work. The turns of a worker that dies
/// are reassigned.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    bus: serve::BusArgs,
    /// Engine threads [default: one per core]
    #[arg(long, env = "BOSWORTH_ENGINE_THREADS", value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    log: LogArgs,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    args.log.start(false, None)?;
    let threads = serve::check_engine_threads(args.threads.unwrap_or_else(cores).max(1))?;
    let bus = args.bus.url()?.context("--bus is required: the NATS server of the nodes")?;
    let runtime = Runtime::new().context("cannot start the worker")?;
    runtime.block_on(async {
        let stop = serve::stop_signal()?;
        let bus = NatsBus::connect(&bus).await?;
        jobs::work(bus, threads, stop).await?;
        Ok(Finding::Good)
    })
}
