use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use bosworth_server::trace::TARGET;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::otlp::Traces;

/// Warnings, and what a host wants to know when a server starts and stops.
const DEFAULT_FILTER: &str = "warn,bosworth::start=info,bosworth::stop=info";

/// The levels of a filter.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What to log, and where.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogSettings {
    pub(crate) filter: Option<String>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) json: bool,
}

/// Checks a log filter. A bare word that is not a level is refused, because it would silently name
/// a target.
pub(crate) fn filter(text: &str) -> Result<String> {
    for directive in text.split(',').map(str::trim) {
        let bare = !directive.contains(['=', '[']);
        if bare && !LEVELS.iter().any(|level| directive.eq_ignore_ascii_case(level)) {
            bail!("{directive:?} is not a log level; use {} or TARGET=LEVEL", LEVELS.join(", "));
        }
    }
    EnvFilter::builder().parse(text).context("not a valid log filter")?;
    Ok(text.into())
}

impl LogSettings {
    /// Starts logging and tracing. `access` adds a line for each request, regardless of the filter.
    pub(crate) fn start(&self, access: bool, traces: Option<&Traces>) -> Result<()> {
        let mut text = self.filter.clone().unwrap_or_else(|| DEFAULT_FILTER.into());
        if access {
            text += ",bosworth::access=info";
        }
        // Otherwise spans would appear in every log line.
        text += &format!(",{TARGET}=off");
        let filter = EnvFilter::builder().parse(&text).context("not a valid log filter")?;
        let (writer, ansi) = match &self.file {
            Some(path) => (BoxMakeWriter::new(Mutex::new(open(path)?)), false),
            None => (BoxMakeWriter::new(io::stderr), io::stderr().is_terminal()),
        };
        let log = fmt::layer().with_writer(writer).with_ansi(ansi);
        let log = if self.json {
            log.json().with_filter(filter).boxed()
        } else {
            log.compact().with_filter(filter).boxed()
        };
        let mut layers = vec![log];
        layers.extend(traces.map(Traces::layer));
        registry().with(layers).init();
        Ok(())
    }
}

/// Opens a log file for appending. It contains addresses and names, so only its owner can read it.
fn open(path: &Path) -> Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(|| format!("cannot write the log {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn invalid_log_filters_are_refused() {
        for good in ["warn", "INFO", "warn,bosworth::access=info", "bosworth_server=debug", "off"] {
            assert_eq!(filter(good).expect(good), good);
        }
        for bad in ["", "inof", "warn,", "bosworth", "a=b=c", "bosworth=loud", "[["] {
            assert!(filter(bad).is_err(), "{bad:?}");
        }
    }
}
