use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_client::Client;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::serve::settings::PortFlags;
use crate::server_flag::FlagArgs;
use crate::{Finding, output};

/// Timeout of the readiness probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Check whether a server is ready: exit code 0 if it is, 1 if not
///
/// For containers and load balancers that run a program as a health probe.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Server URL [default: this machine and the port of its settings]
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL")]
    server: Option<String>,
    #[command(flatten)]
    flags: FlagArgs<PortFlags>,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let server = match &args.server {
        Some(server) => server.clone(),
        None => format!("http://127.0.0.1:{}", args.flags.settings()?.port),
    };
    let client = Client::new(&server)?;
    let runtime = Runtime::new().context("cannot start")?;
    let (finding, said) = match runtime
        .block_on(async { timeout(PROBE_TIMEOUT, client.text("/ready")).await })
    {
        Ok(Ok(_)) => (Finding::Good, "ready".to_string()),
        Ok(Err(why)) => (Finding::Bad, why.to_string()),
        Err(_) => (Finding::Bad, format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs())),
    };
    output::line(said)?;
    Ok(finding)
}
