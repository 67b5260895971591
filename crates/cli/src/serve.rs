mod notifications;
mod signal;
mod startup_error;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bosworth_analysis::cores;
use bosworth_server::store::Store;
use bosworth_server::{Config, Notifier, ServeError, Server, StartError, WebApp};
use clap::builder::BoolishValueParser;
use listenfd::ListenFd;
use tokio::runtime::Runtime;

use crate::db::DatabaseArgs;
use crate::log::LogArgs;
use crate::otlp::Collector;
use crate::texts::Texts;
use crate::{Finding, db, log, output};

use self::notifications::NotificationArgs;
pub(crate) use self::signal::stop_signal;
use self::startup_error::{listen_error, site_error};

/// Run a server: the web app, accounts, online games and ratings
///
/// Games are stored in a local SQLite file unless another database is given. Settings can also be
/// given in the environment or in a settings file. Ctrl-C stops the server; games resume when it
/// starts again.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Port to listen on; 0 picks any free port [default: 1485]
    #[arg(long, env = "BOSWORTH_PORT")]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 accepts connections from other machines [default: 127.0.0.1]
    #[arg(long, env = "BOSWORTH_ADDRESS", value_name = "IP")]
    address: Option<IpAddr>,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    bus: BusArgs,
    /// Engine threads; 0 leaves computer turns to `bosworth worker` [default: 1]
    #[arg(long, env = "BOSWORTH_ENGINE_THREADS", value_name = "N")]
    engine_threads: Option<usize>,
    /// Trust `X-Forwarded-For` from a reverse proxy
    #[arg(long, env = "BOSWORTH_TRUST_PROXY", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    trust_proxy: Option<bool>,
    /// Send cookies over HTTPS only
    #[arg(long, env = "BOSWORTH_SECURE_COOKIES", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    secure_cookies: Option<bool>,
    /// Disable all request limits, for benchmarks
    #[arg(long, env = "BOSWORTH_NO_LIMITS", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    no_limits: Option<bool>,
    /// Log every request: address, method, path, status, milliseconds
    #[arg(long, env = "BOSWORTH_ACCESS_LOG", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    access_log: Option<bool>,
    /// Omit client addresses from the log
    #[arg(long, env = "BOSWORTH_NO_LOG_ADDRESSES", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    no_log_addresses: Option<bool>,
    /// Serve /metrics on this port only, instead of on the main port
    #[arg(long, env = "BOSWORTH_METRICS_PORT", value_name = "PORT")]
    metrics_port: Option<u16>,
    /// Send traces to this OpenTelemetry collector: http://… (only in builds with the cargo feature
    /// `otlp`)
    #[arg(long, env = "BOSWORTH_OTLP", value_name = "URL", hide_env_values = true)]
    otlp: Option<String>,
    /// Hold a tournament every week, starting at this time (UTC), such as "fri 19:00"
    #[arg(long, env = "BOSWORTH_WEEKLY_EVENT", value_name = "DAY HH:MM")]
    weekly_event: Option<String>,
    #[command(flatten)]
    notifications: NotificationArgs,
    #[command(flatten)]
    log: LogArgs,
    /// Read settings from this TOML file; flags and the environment take precedence
    #[arg(long, env = "BOSWORTH_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Serve this folder instead of the built-in web app
    #[arg(long, env = "BOSWORTH_SITE", value_name = "DIR")]
    site: Option<PathBuf>,
    /// Open the web app in a browser
    #[arg(long)]
    open: bool,
    /// Check all settings, print them and exit without starting the server
    #[arg(long)]
    check_config: bool,
}

/// How to reach the message bus.
#[derive(clap::Args)]
pub(crate) struct BusArgs {
    /// NATS server that connects nodes and workers: nats://…
    #[arg(long, env = "BOSWORTH_BUS", value_name = "URL", hide_env_values = true)]
    bus: Option<String>,
    /// Read the NATS URL from this file, to keep its password out of the environment
    #[arg(long, env = "BOSWORTH_BUS_FILE", value_name = "FILE")]
    bus_file: Option<PathBuf>,
}

impl BusArgs {
    /// The address of the bus, if there is one.
    pub(crate) fn url(&self) -> Result<Option<String>> {
        db::value_or_file(self.bus.as_deref(), self.bus_file.as_deref())
    }
}

/// The schema of the settings file. The names are those of the flags.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct SettingsFile {
    port: Option<u16>,
    address: Option<IpAddr>,
    database: Option<String>,
    bus: Option<String>,
    engine_threads: Option<usize>,
    trust_proxy: bool,
    secure_cookies: bool,
    no_limits: bool,
    access_log: bool,
    no_log_addresses: bool,
    metrics_port: Option<u16>,
    otlp: Option<String>,
    push_contact: Option<String>,
    mail: Option<String>,
    mail_from: Option<String>,
    public_url: Option<String>,
    weekly_event: Option<String>,
    log: Option<String>,
    log_file: Option<PathBuf>,
    log_json: bool,
    site: Option<PathBuf>,
}

/// The effective settings after flags, environment and file.
struct ServerSettings {
    address: SocketAddr,
    site: Option<PathBuf>,
    log: LogArgs,
    otlp: Option<Collector>,
    config: Config,
}

impl Args {
    fn settings(&self) -> Result<ServerSettings> {
        let file = match &self.config {
            None => SettingsFile::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let text = text.with_context(|| format!("cannot read {}", path.display()))?;
                toml::from_str(&text)
                    .with_context(|| format!("invalid settings in {}", path.display()))?
            }
        };
        let database = match self.database.given()?.or(file.database) {
            Some(database) => database,
            None if self.check_config => db::default_url()?,
            None => db::new_default_url()?,
        };
        if let Some(text) = &file.log {
            log::filter(text).context("log = …")?;
        }
        let notifications = &self.notifications;
        let mail =
            db::value_or_file(notifications.mail.as_deref(), notifications.mail_file.as_deref())?;
        let weekly = non_empty(self.weekly_event.as_deref()).or(file.weekly_event);
        let weekly = weekly.map(|time| time.parse()).transpose().context("weekly-event")?;
        let otlp = non_empty(self.otlp.as_deref()).or(file.otlp);
        let otlp = otlp.map(|url| url.parse()).transpose().context("otlp")?;
        let address = self.address.or(file.address).unwrap_or(Ipv4Addr::LOCALHOST.into());
        Ok(ServerSettings {
            address: SocketAddr::new(address, self.port.or(file.port).unwrap_or(1485)),
            site: self.site.clone().or(file.site),
            log: LogArgs {
                filter: self.log.filter.clone().or(file.log),
                file: self.log.file.clone().or(file.log_file),
                json: Some(self.log.json.unwrap_or(file.log_json)),
            },
            otlp,
            config: Config {
                database,
                bus: self.bus.url()?.or(file.bus),
                engine_threads: check_engine_threads(
                    self.engine_threads.or(file.engine_threads).unwrap_or(1),
                )?,
                secure_cookies: self.secure_cookies.unwrap_or(file.secure_cookies),
                trust_proxy: self.trust_proxy.unwrap_or(file.trust_proxy),
                limits: !self.no_limits.unwrap_or(file.no_limits),
                access_log: self.access_log.unwrap_or(file.access_log),
                log_addresses: !self.no_log_addresses.unwrap_or(file.no_log_addresses),
                metrics_port: self.metrics_port.or(file.metrics_port),
                push_contact: non_empty(notifications.push_contact.as_deref())
                    .or(file.push_contact),
                push_loopback: notifications.push_loopback,
                mail: mail.or(file.mail),
                mail_from: non_empty(notifications.mail_from.as_deref()).or(file.mail_from),
                public_url: non_empty(notifications.public_url.as_deref()).or(file.public_url),
                weekly_event: weekly,
            },
        })
    }
}

/// Returns a non-empty setting; an empty one counts as unset.
fn non_empty(text: Option<&str>) -> Option<String> {
    text.filter(|text| !text.is_empty()).map(str::to_owned)
}

impl ServerSettings {
    /// Prints the settings, and fails if one of them cannot work.
    fn check(&self, texts: &Texts) -> Result<()> {
        let url = &self.config.database;
        let database = if db::default_url().is_ok_and(|default| default == *url) {
            url.clone()
        } else {
            Store::describe(url).map_err(|why| db::explained(why, texts))?
        };
        let Config { bus, engine_threads, trust_proxy, secure_cookies, limits, .. } = &self.config;
        let yes = |on: bool| if on { "yes" } else { "no" };
        let shown = |path: &Option<PathBuf>, none: &str| {
            path.as_ref().map_or_else(|| none.to_owned(), |path| path.display().to_string())
        };
        Notifier::check(&self.config)?;
        let port = self.config.metrics_port;
        let or_no = |text: &Option<String>| text.clone().unwrap_or_else(|| "no".into());
        for (name, value) in [
            ("address", self.address.to_string()),
            ("database", database),
            ("bus", yes(bus.is_some()).into()),
            ("engine-threads", engine_threads.to_string()),
            ("trust-proxy", yes(*trust_proxy).into()),
            ("secure-cookies", yes(*secure_cookies).into()),
            ("limits", yes(*limits).into()),
            ("access-log", yes(self.config.access_log).into()),
            ("log-addresses", yes(self.config.log_addresses).into()),
            ("metrics-port", port.map_or_else(|| "main port".into(), |port| port.to_string())),
            ("otlp", yes(self.otlp.is_some()).into()),
            ("push-contact", or_no(&self.config.push_contact)),
            ("mail", yes(self.config.mail.is_some()).into()),
            ("mail-from", or_no(&self.config.mail_from)),
            ("public-url", or_no(&self.config.public_url)),
            ("weekly-event", or_no(&self.config.weekly_event.map(|time| time.to_string()))),
            ("log", self.log.filter.clone().unwrap_or_else(|| "warn".into())),
            ("log-file", shown(&self.log.file, "standard error")),
            ("site", shown(&self.site, "embedded")),
        ] {
            output::line(format!("{name:<15} {value}"))?;
        }
        Ok(())
    }
}

/// Refuses more engine threads than can help: they would only take time and memory away from games.
pub(crate) fn check_engine_threads(threads: usize) -> Result<usize> {
    let most = 4 * cores();
    if threads > most {
        bail!("{threads} engine threads are too many for this machine; the limit is {most}");
    }
    Ok(threads)
}

pub(crate) fn run(args: &Args, texts: &Texts) -> Result<Finding> {
    let settings = args.settings()?;
    let site = match &settings.site {
        Some(folder) => WebApp::folder(folder),
        None => WebApp::embedded(),
    };
    let site = site.map_err(|error| site_error(error, texts))?;
    if args.check_config {
        settings.check(texts)?;
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
    let address = settings.address;
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
