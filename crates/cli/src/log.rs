use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use bosworth_server::trace::TARGET;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, registry};

use crate::otlp::Traces;

/// Warnings, and what a host wants to know when a server starts and stops.
const DEFAULT_FILTER: &str = "warn,bosworth::start=info,bosworth::stop=info";

/// The levels of a filter.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What to log, and where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LogSettings {
    pub(crate) filter: Option<String>,
    pub(crate) file: Option<PathBuf>,
    pub(crate) json: bool,
    /// Whether each request is logged.
    pub(crate) requests: bool,
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
    /// Starts logging and tracing.
    pub(crate) fn start(&self, traces: Option<&Traces>) -> Result<ActiveLog> {
        let (filter, handle) = reload::Layer::new(self.env_filter()?);
        let output = Arc::new(Mutex::new(self.output()?));
        let ansi = self.file.is_none() && io::stderr().is_terminal();
        let writer = LogWriter(output.clone());
        let log = fmt::layer().with_writer(move || writer.clone()).with_ansi(ansi);
        let log = if self.json {
            log.json().with_filter(filter).boxed()
        } else {
            log.compact().with_filter(filter).boxed()
        };
        let mut layers = vec![log];
        layers.extend(traces.map(Traces::layer));
        registry().with(layers).init();
        Ok(ActiveLog { filter: handle, output })
    }

    fn env_filter(&self) -> Result<EnvFilter> {
        let filter = self.filter.as_deref().unwrap_or(DEFAULT_FILTER);
        // A filter such as `info` does not mean every request.
        let mut text = format!("bosworth::access=off,{filter}");
        if self.requests {
            text += ",bosworth::access=info";
        }
        // Otherwise spans would appear in every log line.
        text += &format!(",{TARGET}=off");
        EnvFilter::builder().parse(&text).context("not a valid log filter")
    }

    fn output(&self) -> Result<LogOutput> {
        Ok(match &self.file {
            Some(path) => LogOutput::File(open(path)?),
            None => LogOutput::StandardError,
        })
    }
}

/// The log of this process, which can be changed while it runs.
pub(crate) struct ActiveLog {
    filter: Handle<EnvFilter, Registry>,
    output: Arc<Mutex<LogOutput>>,
}

impl ActiveLog {
    /// Applies other settings, and opens the log file again, which may have been renamed. Nothing
    /// changes if that fails.
    pub(crate) fn reload(&self, settings: &LogSettings) -> Result<()> {
        let (filter, output) = (settings.env_filter()?, settings.output()?);
        self.filter.reload(filter).context("cannot change the log filter")?;
        *self.output.lock().unwrap_or_else(PoisonError::into_inner) = output;
        Ok(())
    }
}

enum LogOutput {
    StandardError,
    File(File),
}

/// Writes to the current output.
#[derive(Clone)]
struct LogWriter(Arc<Mutex<LogOutput>>);

impl Write for LogWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            LogOutput::StandardError => io::stderr().write(bytes),
            LogOutput::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            LogOutput::StandardError => io::stderr().flush(),
            LogOutput::File(file) => file.flush(),
        }
    }
}

/// Opens a log file for appending. It contains addresses and names, so only its owner can read it.
fn open(path: &Path) -> Result<File> {
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
