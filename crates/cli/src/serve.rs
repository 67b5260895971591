pub(crate) mod settings;
mod signal;
mod startup_error;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use anyhow::{Context, Result};
use bosworth_server::store::Store;
use bosworth_server::{ServeError, Server, StartError, WebApp};
use listenfd::ListenFd;
use tokio::runtime::Runtime;

use crate::otlp::Collector;
use crate::server_flag::{self, FlagArgs, FlagValues};
use crate::texts::Texts;
use crate::{Finding, db, output};

use self::settings::{FLAGS, SecretSource, ServeFlags, ServerSettings};
pub(crate) use self::signal::stop_signal;
use self::startup_error::{listen_error, site_error};

/// Run a server: the web app, accounts, online games and ratings
///
/// Games are stored in a local SQLite file unless another database is given. Settings can also be
/// given in the environment or in a settings file. Ctrl-C stops the server; games resume when it
/// starts again.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    flags: FlagArgs<ServeFlags>,
    /// Read settings from this TOML file; flags and the environment take precedence
    #[arg(long, env = "BOSWORTH_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
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
    /// The values in the settings file, if there is one.
    fn file(&self) -> Result<FlagValues> {
        let Some(path) = &self.config else { return Ok(FlagValues::new()) };
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let values = server_flag::read_file(&text).and_then(|values| {
            server_flag::apply(&values, &mut ServerSettings::default())?;
            Ok(values)
        });
        values.with_context(|| format!("invalid settings in {}", path.display()))
    }

    /// The effective settings after flags, variables and `file`.
    fn settings(&self, file: &FlagValues) -> Result<ServerSettings> {
        let mut settings = ServerSettings::default();
        server_flag::apply(file, &mut settings)?;
        server_flag::apply(&self.flags.values, &mut settings)?;
        let read =
            |source: &Option<SecretSource>| source.as_ref().map(SecretSource::read).transpose();
        settings.config.database = match read(&settings.database)? {
            Some(database) => database,
            None if self.check_config => db::default_url()?,
            None => db::new_default_url()?,
        };
        settings.config.bus = read(&settings.bus)?;
        settings.config.mail = read(&settings.mail)?;
        settings.config.push_loopback = self.push_loopback;
        Ok(settings)
    }

    /// Prints the settings, and fails if one of them cannot work.
    fn check(&self, file: &FlagValues, settings: &ServerSettings, texts: &Texts) -> Result<()> {
        settings.config.check()?;
        let url = &settings.config.database;
        let database = if db::default_url().is_ok_and(|default| default == *url) {
            url.clone()
        } else {
            Store::describe(url).map_err(|why| db::explained(why, texts))?
        };
        let width = FLAGS.iter().map(|flag| flag.name.len()).max().unwrap_or_default();
        for flag in &FLAGS {
            let value = if flag.name == "database" {
                database.clone()
            } else {
                server_flag::effective(flag, &[&self.flags.values, file])
            };
            output::line(format!("{:<width$} {value}", flag.name))?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let file = args.file()?;
    let settings = args.settings(&file)?;
    let site = match &settings.site {
        Some(folder) => WebApp::folder(folder),
        None => WebApp::embedded(),
    };
    let site = site.map_err(|error| site_error(error, texts))?;
    if args.check_config {
        args.check(&file, &settings, texts)?;
        return Ok(Finding::Good);
    }
    let traces = settings.otlp.as_ref().map(Collector::start).transpose()?;
    settings.log.start(settings.config.access_log, traces.as_ref())?;
    let runtime = Runtime::new().context("cannot start the server")?;
    let served = runtime.block_on(serve(args, settings, site, texts));
    // The engine may be in the middle of a long search that no longer matters.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    if let Some(traces) = traces {
        traces.finish();
    }
    served.map(|()| Finding::Good)
}

async fn serve(args: &Args, settings: ServerSettings, site: WebApp, texts: &Texts) -> Result<()> {
    // Install the signal handlers before anyone can know that there is something to stop.
    let stop = stop_signal()?;
    let address = SocketAddr::new(settings.address, settings.port);
    let bound = match inherited_socket()? {
        Some(listener) => Server::on(listener, site, settings.config).await,
        None => Server::bind(address, site, settings.config).await,
    };
    let server = match bound {
        Ok(server) => server,
        Err(ServeError::Network(error)) => return Err(listen_error(error, address, texts)),
        Err(ServeError::Start(StartError::Store(why))) => return Err(db::explained(why, texts)),
        Err(ServeError::Start(why)) => return Err(why.into()),
    };
    let url = url(server.address());
    output::line(texts.format("serve-at", &[("url", url.as_str().into())]))?;
    if args.open && open::that_detached(&url).is_err() {
        eprintln!("{}", texts.format("serve-no-browser", &[("url", url.as_str().into())]));
    }
    server.run(stop).await.context("the server failed")
}

/// The socket that systemd has opened for us, if any (socket activation).
fn inherited_socket() -> Result<Option<TcpListener>> {
    let mut sockets = ListenFd::from_env();
    sockets.take_tcp_listener(0).context("cannot use the socket of the service manager")
}

/// The URL for a browser on this machine. The unspecified address becomes localhost.
fn url(mut address: SocketAddr) -> String {
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
    use super::url;

    #[test]
    fn an_unspecified_address_becomes_localhost_in_the_url() {
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
