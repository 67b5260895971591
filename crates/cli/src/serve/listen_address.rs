use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Error, Result, bail};

/// Where to listen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ListenAddress {
    /// An address of this machine.
    Ip(IpAddr),
    /// A name, which is resolved when the server starts.
    Host(String),
    /// A Unix socket.
    Unix(PathBuf),
}

impl ListenAddress {
    pub(crate) const LOCALHOST: Self = Self::Ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
}

impl FromStr for ListenAddress {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(path) = text.strip_prefix("unix:") {
            if !path.starts_with('/') {
                bail!("the path of a Unix socket is absolute, such as unix:/run/bosworth/http");
            }
            return Ok(Self::Unix(path.into()));
        }
        let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        if let Ok(address) = bare.parse() {
            return Ok(Self::Ip(address));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        // A name of digits and dots is a mistyped address.
        let is_name = text.chars().any(|c| c.is_ascii_alphabetic()) && text.chars().all(is_plain);
        if !is_name {
            bail!("{text:?} is not an IP address, a host name or unix:/PATH");
        }
        Ok(Self::Host(text.into()))
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(address) => address.fmt(f),
            Self::Host(name) => name.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_names_and_sockets_are_told_apart() {
        let ip = |text: &str| ListenAddress::Ip(text.parse().expect("an address"));
        for (text, expected) in [
            ("0.0.0.0", ip("0.0.0.0")),
            ("::1", ip("::1")),
            ("[::1]", ip("::1")),
            ("localhost", ListenAddress::Host("localhost".into())),
            ("rose-1.example.org", ListenAddress::Host("rose-1.example.org".into())),
            ("unix:/run/b/http", ListenAddress::Unix("/run/b/http".into())),
        ] {
            assert_eq!(text.parse::<ListenAddress>().expect(text), expected, "{text}");
        }
        for bad in ["", "127.0.0.1:80", "127.0.0", "he re", "unix:http", "http://here"] {
            assert!(bad.parse::<ListenAddress>().is_err(), "{bad}");
        }
    }
}
