pub(crate) mod listen_address;
mod reload;
pub(crate) mod settings;
mod settings_check;
mod signal;
mod startup_error;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use anyhow::{Context, Error, Result, bail};
use bosworth_server::{BoundAddress, ServeError, Server, ServerListener, StartError, WebApp};
use listenfd::ListenFd;
use tokio::runtime::Runtime;

use crate::log::ActiveLog;
use crate::otlp::Collector;
use crate::server_flag::{FlagArgs, GivenSettings};
use crate::texts::Texts;
use crate::{Finding, db, output};

use self::listen_address::ListenAddress;
use self::settings::{SecretSource, ServeFlags, ServerSettings};
pub(crate) use self::signal::stop_signal;
use self::startup_error::{listen_error, site_error};

/// Run a server: the web app, accounts, online games and ratings
///
/// Games are stored in a local SQLite file unless another database is given. Settings can also be
/// given in the environment or in a settings file. Ctrl-C stops the server; games resume when it
/// starts again. SIGHUP opens the log file again and reads the settings of the log again.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: FlagArgs<ServeFlags>,
    /// Allow push endpoints on this machine, for tests
    #[arg(long, env = "BOSWORTH_PUSH_LOOPBACK", hide = true)]
    push_loopback: bool,
    /// Open the web app in a browser
    #[arg(long)]
    open: bool,
    /// Check all settings, print them and exit without starting the server
    #[arg(long)]
    check_config: bool,
}

impl Args {
    /// The effective settings, with the secrets in files. The faults of files that cannot be read are
    /// added to a list.
    fn settings(&self, given: &GivenSettings, faults: &mut Vec<Error>) -> Result<ServerSettings> {
        let mut settings = given.settings()?;
        let mut read = |source: &Option<SecretSource>| match source.as_ref()?.read() {
            Ok(text) => Some(text),
            Err(why) => {
                faults.push(why);
                None
            }
        };
        settings.config.bus = read(&settings.bus);
        settings.config.mail = read(&settings.mail);
        settings.config.oidc_secret = read(&settings.oidc_secret);
        settings.config.database = match read(&settings.database) {
            Some(database) => database,
            None if self.check_config || !faults.is_empty() => db::default_url()?,
            None => db::new_default_url()?,
        };
        settings.config.push_loopback = self.push_loopback;
        Ok(settings)
    }
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let mut faults = Vec::new();
    let given = args.flags.given_if_valid(&mut faults);
    let settings = args.settings(&given, &mut faults)?;
    let site = match &settings.site {
        Some(folder) => WebApp::folder(folder),
        None => WebApp::embedded(),
    };
    let site = site.map_err(|error| site_error(error, texts));
    if args.check_config {
        settings_check::print(&given, &settings)?;
        faults.extend(site.err());
        settings_check::check(&settings, faults, texts)?;
        return Ok(Finding::Good);
    }
    settings_check::check(&settings, faults, texts)?;
    let site = site?;
    let traces = settings.otlp.as_ref().map(Collector::start).transpose()?;
    let log = settings.log.start(traces.as_ref())?;
    for conflict in given.conflicts() {
        tracing::warn!(target: "bosworth::start", "{conflict}");
    }
    let runtime = Runtime::new().context("cannot start the server")?;
    let served = runtime.block_on(serve(args, given, settings, log, site, texts));
    // The engine may be in the middle of a long search that no longer matters.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    if let Some(traces) = traces {
        traces.finish();
    }
    served.map(|()| Finding::Good)
}

async fn serve(
    args: &Args,
    given: GivenSettings,
    settings: ServerSettings,
    log: ActiveLog,
    site: WebApp,
    texts: &Texts,
) -> Result<()> {
    // Install the signal handlers before anyone can know that there is something to stop.
    let stop = stop_signal()?;
    let reloads = reload::on_hangup(args, given, log)?;
    let listener = match inherited_socket()? {
        Some(listener) => {
            let address = listener.address()?;
            tracing::info!(
                target: "bosworth::start",
                %address,
                "the socket of the service manager overrides address and port"
            );
            listener
        }
        None => listen(&settings, texts).await?,
    };
    let server = match Server::on(listener, site, settings.config).await {
        Ok(server) => server,
        Err(ServeError::Network(error)) => return Err(error).context("cannot listen"),
        Err(ServeError::Start(StartError::Store(why))) => return Err(db::explained(why, texts)),
        Err(ServeError::Start(why)) => return Err(why.into()),
    };
    let url = url(server.address());
    output::line(texts.format("serve-at", &[("url", url.as_str().into())]))?;
    if args.open && open::that_detached(&url).is_err() {
        eprintln!("{}", texts.format("serve-no-browser", &[("url", url.as_str().into())]));
    }
    let run = server.run(stop);
    tokio::select! {
        served = run => served.context("the server failed"),
        never = reloads => match never {},
    }
}

/// Opens the configured port or socket.
async fn listen(settings: &ServerSettings, texts: &Texts) -> Result<ServerListener> {
    let (address, port) = (&settings.address, settings.port);
    let listener = match address {
        ListenAddress::Ip(ip) => ServerListener::bind((*ip, port)).await,
        ListenAddress::Host(name) => ServerListener::bind((name.as_str(), port)).await,
        #[cfg(unix)]
        ListenAddress::Unix(path) => ServerListener::bind_unix(path),
        #[cfg(not(unix))]
        ListenAddress::Unix(_) => bail!("this system has no Unix sockets"),
    };
    listener.map_err(|error| listen_error(error, address, port, texts))
}

/// The socket that systemd has opened for us, if any (socket activation).
fn inherited_socket() -> Result<Option<ServerListener>> {
    let cannot = "cannot use the socket of the service manager";
    let mut sockets = ListenFd::from_env();
    if sockets.len() == 0 {
        return Ok(None);
    }
    if let Ok(Some(listener)) = sockets.take_tcp_listener(0) {
        return Ok(Some(ServerListener::inherited(listener).context(cannot)?));
    }
    #[cfg(unix)]
    if let Some(listener) = sockets.take_unix_listener(0).context(cannot)? {
        return Ok(Some(ServerListener::inherited_unix(listener).context(cannot)?));
    }
    bail!(cannot)
}

/// The URL for a browser on this machine. The unspecified address becomes localhost.
fn url(address: &BoundAddress) -> String {
    let Some(mut address) = address.tcp() else { return address.to_string() };
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}/")
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    #[test]
    fn an_unspecified_address_becomes_localhost_in_the_url() {
        for (address, expected) in [
            ("127.0.0.1:1485", "http://127.0.0.1:1485/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:1485", "http://[::1]:1485/"),
            ("192.168.1.4:1485", "http://192.168.1.4:1485/"),
        ] {
            let address: SocketAddr = address.parse().expect("an address");
            assert_eq!(url(&BoundAddress::Tcp(address)), expected);
        }
    }
}
