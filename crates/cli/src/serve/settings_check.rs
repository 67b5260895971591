//! Checks of the settings as a whole, before the server starts or instead of starting it.

use std::net::ToSocketAddrs;
use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use bosworth_server::store::Store;
use clap::CommandFactory;

use super::listen_address::ListenAddress;
use super::settings::{FLAGS, ServerSettings};
use crate::server_flag::{GivenSettings, known_variables};
use crate::texts::Texts;
use crate::{Cli, db, output};

/// Fails if the settings cannot work, with everything that is wrong, below the faults that were
/// found while they were read.
pub(super) fn check(
    settings: &ServerSettings,
    mut faults: Vec<Error>,
    texts: &Texts,
) -> Result<()> {
    faults.extend(self::faults(settings, texts));
    if faults.is_empty() {
        return Ok(());
    }
    let faults: Vec<_> = faults.iter().map(|why| format!("{why:#}")).collect();
    bail!(faults.join("\n"))
}

/// Prints the settings and where they come from.
pub(super) fn print(given: &GivenSettings, settings: &ServerSettings) -> Result<()> {
    let rows: Vec<_> = FLAGS
        .iter()
        .map(|flag| {
            let (value, source) = given.effective(flag);
            let url = &settings.config.database;
            let value =
                if flag.name == "database" { Store::describe(url).unwrap_or(value) } else { value };
            (flag.name, value, source)
        })
        .collect();
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or_default();
    let values = rows.iter().map(|(_, value, _)| value.chars().count()).max().unwrap_or_default();
    for (name, value, source) in rows {
        output::line(format!("{name:<width$} {value:<values$}  ({source})"))?;
    }
    for conflict in given.conflicts() {
        output::note(format_args!("warning: {conflict}"));
    }
    Ok(())
}

fn faults(settings: &ServerSettings, texts: &Texts) -> Vec<Error> {
    let checks = [
        ports(settings),
        address(settings),
        variables(),
        database(settings, texts),
        settings.log.file.as_deref().map_or(Ok(()), |file| {
            require_writable(file).with_context(|| format!("log-file {}", file.display()))
        }),
    ];
    let faults = settings.config.faults().into_iter().map(Into::into);
    faults.chain(checks.into_iter().filter_map(Result::err)).collect()
}

fn ports(settings: &ServerSettings) -> Result<()> {
    let is_tcp = !matches!(settings.address, ListenAddress::Unix(_));
    if is_tcp && settings.port != 0 && settings.config.metrics_port == Some(settings.port) {
        bail!("port and metrics-port are both {}; choose another one", settings.port);
    }
    Ok(())
}

fn address(settings: &ServerSettings) -> Result<()> {
    match &settings.address {
        ListenAddress::Ip(_) => Ok(()),
        ListenAddress::Host(name) => {
            let resolved = (name.as_str(), settings.port).to_socket_addrs();
            resolved.map(drop).with_context(|| format!("address {name}"))
        }
        ListenAddress::Unix(path) => require_writable_folder(path).context("address"),
    }
}

/// A variable that nothing reads is a typo, and its setting would silently keep the default.
fn variables() -> Result<()> {
    let known = known_variables(&Cli::command());
    let given = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut unknown: Vec<_> =
        given.filter(|name| name.starts_with("BOSWORTH_") && !known.contains(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    unknown.sort();
    bail!(
        "unknown variable {}; see bosworth serve --help for those of the settings",
        unknown.join(", ")
    )
}

fn database(settings: &ServerSettings, texts: &Texts) -> Result<()> {
    let url = &settings.config.database;
    // The default folder is created at the start.
    if db::default_url().is_ok_and(|default| default == *url) {
        return Ok(());
    }
    let explain = |why| db::explained(why, texts);
    Store::describe(url).map_err(explain)?;
    match Store::file(url).map_err(explain)? {
        Some(file) => require_writable(&file).context("database"),
        None => Ok(()),
    }
}

/// Fails if a file can be neither written nor created.
fn require_writable(file: &Path) -> Result<()> {
    if file.exists() {
        let opened = std::fs::OpenOptions::new().append(true).open(file);
        return opened.map(drop).with_context(|| format!("cannot write to {}", file.display()));
    }
    require_writable_folder(file)
}

/// Fails if no file can be created beside this one.
fn require_writable_folder(file: &Path) -> Result<()> {
    let file = std::path::absolute(file)?;
    let folder = file.parent().context("it is a folder")?;
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        access(folder, Access::WRITE_OK | Access::EXEC_OK)
            .with_context(|| format!("cannot write to the folder {}", folder.display()))?;
    }
    #[cfg(not(unix))]
    if !folder.is_dir() {
        bail!("there is no folder {}", folder.display());
    }
    Ok(())
}
