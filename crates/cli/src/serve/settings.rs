//! The settings of the server, and the table of its flags.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use bosworth_analysis::cores;
use bosworth_server::Config;

use super::listen_address::ListenAddress;
use crate::log::{self, LogSettings};
use crate::otlp::Collector;
use crate::server_flag::FlagType::{Number, Path as File, Secret, Switch, Text};
use crate::server_flag::{FlagGroup, ServerFlag};

/// The settings after flags, variables and the settings file.
#[derive(Clone, Debug)]
pub(crate) struct ServerSettings {
    pub(crate) port: u16,
    pub(crate) address: ListenAddress,
    pub(super) site: Option<PathBuf>,
    pub(crate) log: LogSettings,
    pub(super) otlp: Option<Collector>,
    pub(crate) database: Option<SecretSource>,
    pub(crate) bus: Option<SecretSource>,
    pub(super) mail: Option<SecretSource>,
    pub(super) oidc_secret: Option<SecretSource>,
    /// Everything else. Its secrets are set when the sources are read.
    pub(super) config: Config,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            port: 1485,
            address: ListenAddress::LOCALHOST,
            site: None,
            log: LogSettings::default(),
            otlp: None,
            database: None,
            bus: None,
            mail: None,
            oidc_secret: None,
            config: Config::default(),
        }
    }
}

/// A setting that may contain a password.
#[derive(Clone, Debug)]
pub(crate) enum SecretSource {
    Value(String),
    File(PathBuf),
}

impl SecretSource {
    pub(crate) fn read(&self) -> Result<String> {
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::File(file) => {
                let text = std::fs::read_to_string(file);
                let text = text.with_context(|| format!("cannot read {}", file.display()))?;
                Ok(text.trim().to_owned())
            }
        }
    }
}

/// All flags that are also a variable and a key in the settings file, in the order of the help.
pub(crate) static FLAGS: [ServerFlag; 28] = [
    ServerFlag::new(
        "port",
        "BOSWORTH_PORT",
        Number("PORT", |it, port| {
            it.port = port_number(port)?;
            Ok(())
        }),
        "Port to listen on; 0 picks any free port",
    )
    .or("1485"),
    ServerFlag::new(
        "address",
        "BOSWORTH_ADDRESS",
        Text("ADDRESS", |it, address| {
            it.address = address.parse()?;
            Ok(())
        }),
        "IP address or host name to listen on, 0.0.0.0 for all, or unix:/PATH for a Unix socket",
    )
    .or("127.0.0.1"),
    ServerFlag::new(
        "database",
        "BOSWORTH_DATABASE",
        Secret("URL", |it, url| {
            it.database = Some(SecretSource::Value(url.into()));
            Ok(())
        }),
        "Database of the server: a file, or `postgres://USER:PASSWORD@HOST/NAME`",
    )
    .or("~/.local/share/bosworth/bosworth.db"),
    ServerFlag::new(
        "database-file",
        "BOSWORTH_DATABASE_FILE",
        File("FILE", |it, file| it.database = Some(SecretSource::File(file.into()))),
        "Read the database URL from this file, to keep its password out of the environment",
    ),
    ServerFlag::new(
        "bus",
        "BOSWORTH_BUS",
        Secret("URL", |it, url| {
            it.bus = Some(SecretSource::Value(url.into()));
            Ok(())
        }),
        "NATS server that connects nodes and workers: nats://…",
    ),
    ServerFlag::new(
        "bus-file",
        "BOSWORTH_BUS_FILE",
        File("FILE", |it, file| it.bus = Some(SecretSource::File(file.into()))),
        "Read the NATS URL from this file, to keep its password out of the environment",
    ),
    ServerFlag::new(
        "engine-threads",
        "BOSWORTH_ENGINE_THREADS",
        Number("N", |it, threads| {
            it.config.engine_threads = check_engine_threads(threads.try_into()?)?;
            Ok(())
        }),
        "Engine threads; 0 leaves computer turns to `bosworth worker`",
    )
    .or("1"),
    ServerFlag::new(
        "no-game-reviews",
        "BOSWORTH_NO_GAME_REVIEWS",
        Switch(|it, on| it.config.game_reviews = !on),
        "Do not review rated games for results without luck and insights",
    ),
    ServerFlag::new(
        "trust-proxy",
        "BOSWORTH_TRUST_PROXY",
        Switch(|it, on| it.config.trust_proxy = on),
        "Trust `X-Forwarded-For` from a reverse proxy",
    ),
    ServerFlag::new(
        "secure-cookies",
        "BOSWORTH_SECURE_COOKIES",
        Switch(|it, on| it.config.secure_cookies = on),
        "Send cookies over HTTPS only",
    ),
    ServerFlag::new(
        "no-limits",
        "BOSWORTH_NO_LIMITS",
        Switch(|it, on| it.config.limits = !on),
        "Disable all request limits, for benchmarks",
    ),
    ServerFlag::new(
        "access-log",
        "BOSWORTH_ACCESS_LOG",
        Switch(|it, on| it.log.requests = on),
        "Log every request: address, method, path, status, milliseconds",
    ),
    ServerFlag::new(
        "no-log-addresses",
        "BOSWORTH_NO_LOG_ADDRESSES",
        Switch(|it, on| it.config.log_addresses = !on),
        "Omit client addresses from the log",
    ),
    ServerFlag::new(
        "metrics-port",
        "BOSWORTH_METRICS_PORT",
        Number("PORT", |it, port| {
            it.config.metrics_port = Some(port_number(port)?);
            Ok(())
        }),
        "Serve /metrics on this port only, instead of on the main port",
    ),
    ServerFlag::new(
        "otlp",
        "BOSWORTH_OTLP",
        Secret("URL", |it, url| {
            it.otlp = Some(url.parse()?);
            Ok(())
        }),
        "Send traces to this OpenTelemetry collector: http://… (only in builds with the cargo feature \
         `otlp`)",
    ),
    ServerFlag::new(
        "weekly-event",
        "BOSWORTH_WEEKLY_EVENT",
        Text("DAY HH:MM", |it, time| {
            it.config.weekly_event = Some(time.parse()?);
            Ok(())
        }),
        "Hold a tournament every week, starting at this time (UTC), such as \"fri 19:00\"",
    ),
    ServerFlag::new(
        "push-contact",
        "BOSWORTH_PUSH_CONTACT",
        Text("URL", |it, contact| {
            it.config.push_contact = Some(contact.into());
            Ok(())
        }),
        "Enable push notifications; contact address for push services: mailto:… or https://…",
    ),
    ServerFlag::new(
        "mail",
        "BOSWORTH_MAIL",
        Secret("URL", |it, url| {
            it.mail = Some(SecretSource::Value(url.into()));
            Ok(())
        }),
        "SMTP server for outgoing mail, `smtps://USER:PASSWORD@HOST`",
    ),
    ServerFlag::new(
        "mail-file",
        "BOSWORTH_MAIL_FILE",
        File("FILE", |it, file| it.mail = Some(SecretSource::File(file.into()))),
        "Read the SMTP URL from this file, to keep its password out of the environment",
    ),
    ServerFlag::new(
        "mail-from",
        "BOSWORTH_MAIL_FROM",
        Text("ADDRESS", |it, sender| {
            it.config.mail_from = Some(sender.into());
            Ok(())
        }),
        "Sender of outgoing mail, such as `Bosworth <roses@example.org>`",
    ),
    ServerFlag::new(
        "public-url",
        "BOSWORTH_PUBLIC_URL",
        Text("URL", |it, url| {
            it.config.public_url = Some(url.into());
            Ok(())
        }),
        "Public URL of the web app, for links in mail and login with another service: https://…",
    ),
    ServerFlag::new(
        "oidc-issuer",
        "BOSWORTH_OIDC_ISSUER",
        Text("URL", |it, issuer| {
            it.config.oidc_issuer = Some(issuer.into());
            Ok(())
        }),
        "OpenID Connect provider that people can log in with: https://…",
    ),
    ServerFlag::new(
        "oidc-client-id",
        "BOSWORTH_OIDC_CLIENT_ID",
        Text("ID", |it, id| {
            it.config.oidc_client_id = Some(id.into());
            Ok(())
        }),
        "Id that the OpenID Connect provider knows this server by",
    ),
    ServerFlag::new(
        "oidc-secret-file",
        "BOSWORTH_OIDC_SECRET_FILE",
        File("FILE", |it, file| it.oidc_secret = Some(SecretSource::File(file.into()))),
        "Read this server's secret at the OpenID Connect provider from this file; public clients have none",
    ),
    ServerFlag::new(
        "log",
        "BOSWORTH_LOG",
        Text("FILTER", |it, filter| {
            it.log.filter = Some(log::filter(filter)?);
            Ok(())
        }),
        "Log filter: error, warn, info, debug, trace, or TARGET=LEVEL,…",
    )
    .or("warn"),
    ServerFlag::new(
        "log-file",
        "BOSWORTH_LOG_FILE",
        File("FILE", |it, file| it.log.file = Some(file.into())),
        "Append the log to this file instead of writing to standard error",
    ),
    ServerFlag::new(
        "log-json",
        "BOSWORTH_LOG_JSON",
        Switch(|it, on| it.log.json = on),
        "Write the log as JSON, one line per event",
    ),
    ServerFlag::new(
        "site",
        "BOSWORTH_SITE",
        File("DIR", |it, folder| it.site = Some(folder.into())),
        "Serve this folder instead of the built-in web app",
    ),
];

fn port_number(number: u64) -> Result<u16> {
    // What the conversion itself says is for programmers.
    u16::try_from(number).ok().context("the highest port is 65535")
}

/// Refuses more engine threads than can help: they would only take time and memory away from games.
pub(crate) fn check_engine_threads(threads: usize) -> Result<usize> {
    let most = 4 * cores();
    if threads > most {
        bail!("{threads} engine threads are too many for this machine; the limit is {most}");
    }
    Ok(threads)
}

/// The settings of a server.
pub(crate) enum ServeFlags {}

impl FlagGroup for ServeFlags {
    const READS_FILE: bool = true;

    fn contains(_: &str) -> bool {
        true
    }
}

/// Which database.
pub(crate) enum DatabaseFlags {}

impl FlagGroup for DatabaseFlags {
    const READS_FILE: bool = true;

    fn contains(name: &str) -> bool {
        matches!(name, "database" | "database-file")
    }
}

/// How to reach the message bus, and what to log.
pub(crate) enum WorkerFlags {}

impl FlagGroup for WorkerFlags {
    const READS_FILE: bool = true;

    fn contains(name: &str) -> bool {
        matches!(name, "bus" | "bus-file") || LogFlags::contains(name)
    }
}

/// Where a server on this machine listens.
pub(crate) enum PortFlags {}

impl FlagGroup for PortFlags {
    const READS_FILE: bool = true;

    fn contains(name: &str) -> bool {
        matches!(name, "port" | "address")
    }
}

/// What to log, and where.
pub(crate) enum LogFlags {}

impl FlagGroup for LogFlags {
    const READS_FILE: bool = false;

    fn contains(name: &str) -> bool {
        matches!(name, "log" | "log-file" | "log-json")
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn the_table_in_the_guide_lists_the_flags() {
        let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
        let guide = std::fs::read_to_string(guide).expect("hosting.md");
        let (_, rest) = guide.split_once("<!-- flags -->\n").expect("a start marker");
        let (table, _) = rest.split_once("<!-- /flags -->").expect("an end marker");
        let mut expected = "| flag | default | meaning |\n|---|---|---|\n".to_owned();
        for flag in &FLAGS {
            let default = flag.default.unwrap_or_else(|| flag.without_default());
            expected += &format!("| `--{}` | {default} | {} |\n", flag.name, flag.help);
        }
        assert_eq!(table, expected, "write this between the markers of hosting.md:\n{expected}");
    }

    #[test]
    fn variables_are_named_after_their_flags() {
        for flag in &FLAGS {
            let name = flag.name.to_uppercase().replace('-', "_");
            assert_eq!(flag.variable, format!("BOSWORTH_{name}"));
        }
    }

    #[test]
    fn the_defaults_of_the_help_hold() {
        let expected = format!("{:?}", ServerSettings::default());
        for name in ["port", "address", "engine-threads"] {
            let flag = FLAGS.iter().find(|flag| flag.name == name).expect("a flag");
            let mut settings = ServerSettings::default();
            let default = OsStr::new(flag.default.expect("a default"));
            flag.apply(&mut settings, default).expect("a valid default");
            assert_eq!(format!("{settings:?}"), expected, "{name}");
        }
    }
}
