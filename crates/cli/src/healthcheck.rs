use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_client::Client;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::{Finding, output};

/// Timeout of the readiness probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// Check whether a server is ready: exit code 0 if it is, 1 if not
///
/// For containers and load balancers that run a program as a health probe.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Server URL [default: this machine, port `BOSWORTH_PORT` or 1485]
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL")]
    server: Option<String>,
    #[arg(long, env = "BOSWORTH_PORT", hide = true, default_value_t = 1485)]
    port: u16,
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let local = || format!("http://127.0.0.1:{}", args.port);
    let client = Client::new(&args.server.clone().unwrap_or_else(local))?;
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
