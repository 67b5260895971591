use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::StoreError;

static MEMORIES: AtomicU64 = AtomicU64::new(0);

/// The location of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Location {
    /// An SQLite file.
    File(PathBuf),
    /// In memory, for the lifetime of the store. The number tells them apart.
    Memory(u64),
    /// A file without a name, which goes with its connection.
    Temporary,
    /// At a PostgreSQL server.
    Postgres(String),
}

impl Location {
    /// Parses `sqlite:FILE`, `sqlite::memory:`, `postgres://…`, or the bare name of a file.
    pub(super) fn parse(given: &str) -> Result<Self, StoreError> {
        let wrong = |why: &str| StoreError::Address { given: public(given), why: why.into() };
        if given.starts_with("postgres:") || given.starts_with("postgresql:") {
            return Ok(Self::Postgres(given.into()));
        }
        let file = match given.strip_prefix("sqlite:") {
            Some(":memory:") => {
                return Ok(Self::Memory(MEMORIES.fetch_add(1, Ordering::Relaxed)));
            }
            Some(rest) => rest.strip_prefix("//").unwrap_or(rest),
            None if given.contains("://") => return Err(wrong("unknown kind of database")),
            None => given,
        };
        if file.is_empty() {
            return Err(wrong("the name of the file is missing"));
        }
        let path = std::path::absolute(file).map_err(|error| wrong(&error.to_string()))?;
        if path.is_dir() {
            return Err(wrong("it is a folder"));
        }
        Ok(Self::File(path))
    }

    /// Refuses a file in a folder that does not exist: it is probably a typo, and a server with a
    /// new, empty database looks as if all games were lost.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let Self::File(path) = self else { return Ok(()) };
        match path.parent() {
            Some(folder) if !folder.is_dir() => Err(StoreError::NoFolder(folder.to_path_buf())),
            _ => Ok(()),
        }
    }

    /// The URL without its password, for logs.
    pub(super) fn public(&self) -> String {
        match self {
            Self::File(path) => format!("sqlite:{}", path.display()),
            Self::Memory(_) => "sqlite::memory:".into(),
            Self::Temporary => "sqlite:".into(),
            Self::Postgres(url) => public(url),
        }
    }

    /// The URL in the driver's format.
    pub(super) fn url(&self) -> String {
        match self {
            Self::File(path) => format!("sqlite://{}?mode=rwc", escaped(path)),
            // Named and shared, so that all connections see the same database.
            Self::Memory(number) => format!("sqlite:file:bosworth-{number}?mode=memory"),
            Self::Temporary => "sqlite://?mode=rwc".into(),
            Self::Postgres(url) => url.clone(),
        }
    }

    /// The URL in the driver's format for reading only. SQLite takes no locks in an `unused` file,
    /// and creates nothing beside it.
    pub(super) fn url_to_read(&self, unused: bool) -> String {
        match self {
            Self::File(path) => {
                let immutable = if unused { "&immutable=true" } else { "" };
                format!("sqlite://{}?mode=ro{immutable}", escaped(path))
            }
            other => other.url(),
        }
    }

    pub(super) fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}

/// The URL with its password removed.
fn public(given: &str) -> String {
    // A password can also be a parameter.
    let given = given.split('?').next().unwrap_or(given);
    let Some((kind, rest)) = given.split_once("://") else { return given.into() };
    match rest.rsplit_once('@') {
        Some((_, host)) => format!("{kind}://…@{host}"),
        None => given.into(),
    }
}

/// Percent-encodes a file name for a URL.
fn escaped(path: &Path) -> String {
    let bytes = path.to_string_lossy().into_owned().into_bytes();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~:\\".contains(&byte);
    let escape = |byte: u8| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    bytes.into_iter().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_parsed() {
        let memory = Location::parse("sqlite::memory:").expect("an address");
        assert!(matches!(memory, Location::Memory(_)));
        assert_ne!(Location::parse("sqlite::memory:").expect("an address"), memory);
        for same in ["sqlite:/a/b.db", "sqlite:///a/b.db", "/a/b.db"] {
            assert_eq!(
                Location::parse(same).expect("an address"),
                Location::File("/a/b.db".into())
            );
        }
        let url = "postgres://me:secret@host/name";
        assert_eq!(Location::parse(url).expect("an address"), Location::Postgres(url.into()));
    }

    #[test]
    fn file_names_are_escaped() {
        let location = Location::File("/a b/ö?#%.db".into());
        assert_eq!(location.url(), "sqlite:///a%20b/%C3%B6%3F%23%25.db?mode=rwc");
    }

    #[test]
    fn invalid_locations_are_rejected_without_revealing_the_password() {
        let said = Location::parse("mysql://me:secret@host/name").expect_err("unknown").to_string();
        assert!(said.starts_with("mysql://…@host/name is not a database"), "{said}");
        assert!(Location::parse("sqlite:").is_err());
        assert!(Location::parse("/").is_err());
    }

    #[test]
    fn logs_name_the_database_without_its_password() {
        for (given, expected) in [
            ("postgres://me:secret@host/name", "postgres://…@host/name"),
            ("postgres://host/name", "postgres://host/name"),
            ("postgres://host/name?user=me&password=secret", "postgres://host/name"),
            ("/a/b.db", "sqlite:/a/b.db"),
            ("sqlite::memory:", "sqlite::memory:"),
        ] {
            assert_eq!(Location::parse(given).expect("an address").public(), expected);
        }
    }
}
