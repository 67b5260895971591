use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use bosworth_client::Client;

/// The stored guest session of a server, so that guests find their games again.
pub(super) struct GuestSession {
    path: PathBuf,
    server: String,
}

impl GuestSession {
    /// The session for a server, in the user's data folder.
    pub(super) fn at(client: &Client) -> Result<Self> {
        let saved_games = super::saved_games()?;
        let data =
            saved_games.folder().parent().context("the folder of saved games has no parent")?;
        Ok(Self::within(data, client.base()))
    }

    fn within(data: &Path, server: &str) -> Self {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = server.chars().map(plain).collect();
        Self { path: data.join("sessions").join(name), server: server.into() }
    }

    /// The cookie, if one is stored for this server.
    pub(super) fn read(&self) -> Option<String> {
        let text = fs::read_to_string(&self.path).ok()?;
        let (server, cookie) = text.trim_end().split_once('\n')?;
        // A cookie is one line; anything else was not written by this program.
        (server == self.server && !cookie.contains(['\n', '\r'])).then(|| cookie.to_string())
    }

    /// Stores a cookie, readable by its owner only.
    pub(super) fn write(&self, cookie: &str) -> Result<()> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let write = || {
            fs::create_dir_all(folder)?;
            let part = self.path.with_extension(format!("{}.part", std::process::id()));
            let mut file = private(&part)?;
            file.write_all(format!("{}\n{cookie}\n", self.server).as_bytes())?;
            fs::rename(&part, &self.path)
        };
        write().with_context(|| format!("cannot save the session in {}", self.path.display()))
    }
}

/// The servers of the stored sessions, the most recent session first.
pub(super) fn servers() -> Vec<String> {
    let folder = super::saved_games()
        .ok()
        .and_then(|saved_games| Some(saved_games.folder().parent()?.to_owned()));
    let entries = folder.and_then(|data| fs::read_dir(data.join("sessions")).ok());
    let mut found: Vec<_> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let text = fs::read_to_string(entry.path()).ok()?;
            let (server, _) = text.split_once('\n')?;
            Some((entry.metadata().ok()?.modified().ok()?, server.to_string()))
        })
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    found.into_iter().map(|(_, server)| server).collect()
}

/// Creates a file with mode 0600.
#[cfg(unix)]
fn private(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private(path: &Path) -> io::Result<fs::File> {
    fs::File::create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_used_for_its_own_server_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let session = GuestSession::within(folder.path(), "http://127.0.0.1:1485");
        assert_eq!(session.read(), None);
        session.write("session=abc").expect("written");
        assert_eq!(session.read().as_deref(), Some("session=abc"));
        let other = GuestSession::within(folder.path(), "http://127.0.0.1-1485");
        assert_eq!(other.path, session.path);
        assert_eq!(other.read(), None, "a name that only looks the same");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&session.path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
