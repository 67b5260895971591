use anyhow::{Context, Result};
use bosworth_analysis::cores;
use bosworth_server::bus::NatsBus;
use bosworth_server::jobs;
use tokio::runtime::Runtime;

use crate::serve::settings::{WorkerFlags, check_engine_threads};
use crate::server_flag::FlagArgs;
use crate::{Finding, serve};

/// Run engine workers that take computer turns from the servers' queue in NATS
///
/// Any number of workers on any number of machines share the work. The turns of a worker that dies
/// are reassigned.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: FlagArgs<WorkerFlags>,
    /// Engine threads [default: one per core]
    #[arg(long, env = "BOSWORTH_ENGINE_THREADS", value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let settings = args.flags.settings()?;
    settings.log.start(None)?;
    let threads = check_engine_threads(args.threads.unwrap_or_else(cores).max(1))?;
    let bus = settings.bus.context("--bus is required: the NATS server of the nodes")?.read()?;
    let runtime = Runtime::new().context("cannot start the worker")?;
    runtime.block_on(async {
        let stop = serve::stop_signal()?;
        let bus = NatsBus::connect(&bus).await?;
        jobs::work(bus, threads, stop).await?;
        Ok(Finding::Good)
    })
}
