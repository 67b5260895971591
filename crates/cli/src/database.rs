use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

/// Where a server of this user keeps its games if nothing else is said.
pub(crate) fn default() -> Result<String> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
        .or_else(|| folder("APPDATA"))
        .context("no folder for the database is known: name one with --database")?;
    Ok(format!("sqlite:{}", data.join("bosworth").join("server.db").display()))
}
