use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Error, Result, anyhow};
use bosworth_server::{NoSite, Server, Site};
use tokio::runtime::Runtime;

use crate::texts::Texts;
use crate::{Finding, output};

/// Serve the web app to browsers, on this machine or in the network
///
/// Ctrl-C stops it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 1485)]
    port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "IP")]
    address: IpAddr,
    /// Serve this folder instead of the web app inside this program
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Open the browser
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let site = match &args.site {
        Some(folder) => Site::folder(folder),
        None => Site::embedded(),
    };
    let site = site.map_err(|error| no_site(error, texts))?;
    let runtime = Runtime::new().context("cannot start the server")?;
    runtime.block_on(serve(args, site, texts))?;
    Ok(Finding::Good)
}

async fn serve(args: &Args, site: Site, texts: &Texts) -> Result<()> {
    // Listening for signals begins before anyone can know that there is something to stop.
    let stop = stop_signal()?;
    let address = SocketAddr::new(args.address, args.port);
    let bound = Server::bind(address, site).await;
    let server = bound.map_err(|error| no_port(error, address, texts))?;
    let url = url(server.address());
    output::line(texts.format("serve-at", &[("url", url.as_str().into())]))?;
    if args.open && open::that_detached(&url).is_err() {
        eprintln!("{}", texts.format("serve-no-browser", &[("url", url.as_str().into())]));
    }
    server.run(stop).await.context("the server failed")
}

/// Where a browser on this machine finds the server. One that listens everywhere is found
/// here, too.
fn url(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}/")
}

fn no_site(error: NoSite, texts: &Texts) -> Error {
    match error {
        NoSite::NotEmbedded => anyhow!(texts.get("serve-not-embedded")),
        NoSite::Unreadable(folder, error) => {
            let folder = folder.display().to_string();
            let unreadable = texts.format("serve-unreadable", &[("folder", folder.into())]);
            Error::new(error).context(unreadable)
        }
        NoSite::NoIndex(folder) => {
            let folder = folder.display().to_string();
            anyhow!(texts.format("serve-no-index", &[("folder", folder.into())]))
        }
    }
}

fn no_port(error: io::Error, address: SocketAddr, texts: &Texts) -> Error {
    let port = ("port", address.port().to_string().into());
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(texts.format("serve-port-in-use", &[port])),
        io::ErrorKind::PermissionDenied => anyhow!(texts.format("serve-port-forbidden", &[port])),
        _ => {
            let address = address.to_string().into();
            Error::new(error).context(texts.format("serve-cannot-listen", &[("address", address)]))
        }
    }
}

/// Ready when someone presses Ctrl-C or the system asks the program to end.
#[cfg(unix)]
fn stop_signal() -> Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let cannot = "cannot listen for signals";
    let mut interrupt = signal(SignalKind::interrupt()).context(cannot)?;
    let mut terminate = signal(SignalKind::terminate()).context(cannot)?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when someone presses Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

#[cfg(test)]
mod tests {
    use super::url;

    #[test]
    fn a_server_that_listens_everywhere_is_found_here() {
        for (address, expected) in [
            ("127.0.0.1:1485", "http://127.0.0.1:1485/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:1485", "http://[::1]:1485/"),
            ("192.168.1.4:1485", "http://192.168.1.4:1485/"),
        ] {
            assert_eq!(url(address.parse().expect("an address")), expected);
        }
    }
}
