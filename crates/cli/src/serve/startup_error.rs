//! Explains why a server cannot start.

use std::io;

use anyhow::{Error, anyhow};
use bosworth_server::WebAppError;

use super::listen_address::ListenAddress;
use crate::texts::Texts;

pub(super) fn site_error(error: WebAppError, texts: &Texts) -> Error {
    match error {
        WebAppError::NotEmbedded => anyhow!(texts.get("serve-not-embedded")),
        WebAppError::Unreadable(folder, error) => {
            let folder = folder.display().to_string();
            let unreadable = texts.format("serve-unreadable", &[("folder", folder.into())]);
            Error::new(error).context(unreadable)
        }
        WebAppError::NoIndex(folder) => {
            let folder = folder.display().to_string();
            anyhow!(texts.format("serve-no-index", &[("folder", folder.into())]))
        }
    }
}

pub(super) fn listen_error(
    error: io::Error,
    address: &ListenAddress,
    number: u16,
    texts: &Texts,
) -> Error {
    let port = ("port", number.to_string().into());
    let is_tcp = !matches!(address, ListenAddress::Unix(_));
    match error.kind() {
        io::ErrorKind::AddrInUse if is_tcp => anyhow!(texts.format("serve-port-in-use", &[port])),
        io::ErrorKind::PermissionDenied if is_tcp => {
            anyhow!(texts.format("serve-port-forbidden", &[port]))
        }
        _ => {
            let address = match address {
                ListenAddress::Ip(ip) => std::net::SocketAddr::new(*ip, number).to_string(),
                ListenAddress::Host(name) => format!("{name}:{number}"),
                ListenAddress::Unix(_) => address.to_string(),
            };
            let address = address.into();
            Error::new(error).context(texts.format("serve-cannot-listen", &[("address", address)]))
        }
    }
}
