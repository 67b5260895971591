//! SIGHUP: the log file is opened again, and settings that can change are read again.

use std::convert::Infallible;

use anyhow::Result;

use super::Args;
use crate::log::ActiveLog;
use crate::server_flag::GivenSettings;

/// The settings that a running server can change.
const RELOADED: [&str; 3] = ["access-log", "log", "log-file"];

/// Reloads at every SIGHUP. A server in a terminal ends with it instead, as other programs do.
#[cfg(unix)]
pub(super) fn on_hangup(
    args: &Args,
    started_with: GivenSettings,
    log: ActiveLog,
) -> Result<impl Future<Output = Infallible>> {
    use std::io::IsTerminal;

    use anyhow::Context;
    use tokio::signal::unix::{SignalKind, signal};

    let in_terminal = std::io::stdin().is_terminal();
    let hangup = (!in_terminal).then(|| signal(SignalKind::hangup())).transpose();
    let mut hangup = hangup.context("cannot listen for signals")?;
    Ok(async move {
        loop {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            };
            if let Err(why) = reload(args, &started_with, &log) {
                let why = format!("{why:#}");
                tracing::warn!(target: "bosworth::start", why, "cannot read the settings again");
            }
        }
    })
}

#[cfg(not(unix))]
pub(super) fn on_hangup(
    _: &Args,
    _: GivenSettings,
    _: ActiveLog,
) -> Result<impl Future<Output = Infallible>> {
    Ok(std::future::pending())
}

#[cfg_attr(not(unix), expect(dead_code, reason = "there is no SIGHUP"))]
fn reload(args: &Args, started_with: &GivenSettings, log: &ActiveLog) -> Result<()> {
    let given = args.flags.given()?;
    log.reload(&given.settings()?.log)?;
    tracing::info!(target: "bosworth::start", "settings read again");
    for setting in given.changes(started_with) {
        if !RELOADED.contains(&setting) {
            tracing::warn!(target: "bosworth::start", setting, "changed; restart to apply it");
        }
    }
    Ok(())
}
