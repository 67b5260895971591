use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use bosworth_client::Client;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::serve::listen_address::ListenAddress;
use crate::serve::settings::PortFlags;
use crate::server_flag::FlagArgs;
use crate::{Finding, output};

/// Timeout of the readiness probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// How much of an answer is read from a Unix socket.
#[cfg(unix)]
const MAX_ANSWER_BYTES: u64 = 4096;

/// Check whether a server is ready: exit code 0 if it is, 1 if not
///
/// For containers and load balancers that run a program as a health probe.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Server URL, or `unix:/PATH` [default: this machine, and the address and port of its settings]
    #[arg(long, env = "BOSWORTH_SERVER", value_name = "URL")]
    server: Option<String>,
    #[command(flatten)]
    flags: FlagArgs<PortFlags>,
}

impl Args {
    /// The URL of the server, or `unix:/PATH`.
    fn server(&self) -> Result<String> {
        if let Some(server) = &self.server {
            return Ok(server.clone());
        }
        let settings = self.flags.settings()?;
        Ok(match reachable(&settings.address) {
            address @ ListenAddress::Unix(_) => address.to_string(),
            ListenAddress::Ip(IpAddr::V6(ip)) => format!("http://[{ip}]:{}", settings.port),
            address => format!("http://{address}:{}", settings.port),
        })
    }
}

/// Where to ask.
enum ProbeTarget<'a> {
    Socket(&'a Path),
    Url(Client),
}

/// The address at which a server that listens on this one can be reached from this machine.
fn reachable(address: &ListenAddress) -> ListenAddress {
    match address {
        ListenAddress::Ip(IpAddr::V4(ip)) if ip.is_unspecified() => {
            ListenAddress::Ip(Ipv4Addr::LOCALHOST.into())
        }
        ListenAddress::Ip(IpAddr::V6(ip)) if ip.is_unspecified() => {
            ListenAddress::Ip(Ipv6Addr::LOCALHOST.into())
        }
        address => address.clone(),
    }
}

pub(crate) fn run(args: &Args) -> Result<Finding> {
    let server = args.server()?;
    let target = match server.strip_prefix("unix:") {
        Some(path) => ProbeTarget::Socket(Path::new(path)),
        None => ProbeTarget::Url(Client::new(&server)?),
    };
    let probe = async {
        match target {
            ProbeTarget::Socket(path) => probe_socket(path).await,
            ProbeTarget::Url(client) => {
                client.text("/ready").await.map(drop).map_err(|why| why.to_string())
            }
        }
    };
    let runtime = Runtime::new().context("cannot start")?;
    let (finding, said) = match runtime.block_on(async { timeout(PROBE_TIMEOUT, probe).await }) {
        Ok(Ok(())) => (Finding::Good, "ready".to_string()),
        Ok(Err(why)) => (Finding::Bad, why),
        Err(_) => (Finding::Bad, format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs())),
    };
    output::line(said)?;
    Ok(finding)
}

/// Asks a server that listens on a Unix socket.
#[cfg(unix)]
async fn probe_socket(path: &Path) -> Result<(), String> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let ask = async {
        let mut socket = tokio::net::UnixStream::connect(path).await?;
        socket.write_all(b"GET /ready HTTP/1.0\r\nHost: localhost\r\n\r\n").await?;
        let mut answer = Vec::new();
        socket.take(MAX_ANSWER_BYTES).read_to_end(&mut answer).await?;
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = ask.await.map_err(|why| format!("the server cannot be reached: {why}"))?;
    let status = answer.split_whitespace().nth(1).unwrap_or_default();
    if status == "200" { Ok(()) } else { Err(format!("the server is not ready: status {status}")) }
}

#[cfg(not(unix))]
async fn probe_socket(_: &Path) -> Result<(), String> {
    Err("this system has no Unix sockets".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_this_machine() {
        for (address, expected) in [
            ("0.0.0.0", "127.0.0.1"),
            ("::", "::1"),
            ("192.0.2.7", "192.0.2.7"),
            ("unix:/run/bosworth/http", "unix:/run/bosworth/http"),
        ] {
            let address: ListenAddress = address.parse().expect("an address");
            assert_eq!(reachable(&address).to_string(), expected);
        }
    }
}
