//! Explains why a server cannot start.

use std::io;
use std::net::SocketAddr;

use anyhow::{Error, anyhow};
use bosworth_server::WebAppError;

use crate::texts::Texts;

pub(super) fn site_error(error: NoSite, texts: &Texts) -> Error {
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

pub(super) fn listen_error(error: io::Error, address: SocketAddr, texts: &Texts) -> Error {
    let port = ("port", address.port().to_string().into());
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(texts.format("serve-port-in-use", &[port])),
        io::ErrorKind::PermissionDenied => anyhow!(texts.format("serve-port-forbidden", &[port])),
        _ => {
            let address = address.to_string().into();
            Error::new(error).context(texts.format("serve-cannot-listen", &[("address", address)]))
        }
    }
}
