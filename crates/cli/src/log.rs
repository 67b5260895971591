use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use bosworth_server::trace::TARGET;
use clap::builder::BoolishValueParser;
use tracing_subscriber::fmt::writer::BoxMakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::otlp::Traces;

/// Warnings, and what a host wants to know about every start.
const DEFAULT_FILTER: &str = "warn,bosworth::start=info";

/// The levels of a filter.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What is logged, and where to.
#[derive(clap::Args, Clone, Default)]
pub(crate) struct LogArgs {
    /// How much is logged: error, warn, info, debug, trace, or TARGET=LEVEL,… [default: warn]
    #[arg(long = "log", env = "BOSWORTH_LOG", value_name = "FILTER", value_parser = filter)]
    pub(crate) filter: Option<String>,
    /// Append the log to this file instead of writing it to standard error
    #[arg(long = "log-file", env = "BOSWORTH_LOG_FILE", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Write the log as JSON, a line for each event
    #[arg(long = "log-json", env = "BOSWORTH_LOG_JSON", value_parser = BoolishValueParser::new(),
        num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_name = "YES|NO")]
    pub(crate) json: Option<bool>,
}

/// A filter that says something: a bare word that is no level would silently name a target.
pub(crate) fn filter(text: &str) -> Result<String> {
    for directive in text.split(',').map(str::trim) {
        let bare = !directive.contains(['=', '[']);
        if bare && !LEVELS.iter().any(|level| directive.eq_ignore_ascii_case(level)) {
            bail!("{directive:?} is no level; use {} or TARGET=LEVEL", LEVELS.join(", "));
        }
    }
    EnvFilter::builder().parse(text).context("this is no filter of logs")?;
    Ok(text.into())
}

impl LogArgs {
    /// Begins to log, and to trace. `access` adds a line for each request, whatever the filter says.
    pub(crate) fn start(&self, access: bool, traces: Option<&Traces>) -> Result<()> {
        let mut text = self.filter.clone().unwrap_or_else(|| DEFAULT_FILTER.into());
        if access {
            text += ",bosworth::access=info";
        }
        // Spans would stand in every line of the log.
        text += &format!(",{TARGET}=off");
        let filter = EnvFilter::builder().parse(&text).context("this is no filter of logs")?;
        let (writer, ansi) = match &self.file {
            Some(path) => (BoxMakeWriter::new(Mutex::new(open(path)?)), false),
            None => (BoxMakeWriter::new(io::stderr), io::stderr().is_terminal()),
        };
        let log = fmt::layer().with_writer(writer).with_ansi(ansi);
        let log = if self.json == Some(true) {
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

/// Opens a log file for appending. It has addresses and names, so only its owner can read it.
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
    fn garbage_is_no_filter() {
        for good in ["warn", "INFO", "warn,bosworth::access=info", "bosworth_server=debug", "off"] {
            assert_eq!(filter(good).expect(good), good);
        }
        for bad in ["", "inof", "warn,", "bosworth", "a=b=c", "bosworth=loud", "[["] {
            assert!(filter(bad).is_err(), "{bad:?}");
        }
    }
}
