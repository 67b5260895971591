use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
#[cfg(unix)]
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

/// A listening socket: a TCP port, or a Unix socket for a proxy on the same machine.
#[derive(Debug)]
pub enum ServerListener {
    /// A port.
    Tcp(TcpListener),
    /// A file.
    #[cfg(unix)]
    Unix(UnixListener),
}

/// Where a server listens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoundAddress {
    /// A port.
    Tcp(SocketAddr),
    /// A file.
    #[cfg(unix)]
    Unix(PathBuf),
}

impl BoundAddress {
    /// The address and port; none of a Unix socket.
    pub fn tcp(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(address) => Some(*address),
            #[cfg(unix)]
            Self::Unix(_) => None,
        }
    }

    /// The address for other ports of the server.
    pub(crate) fn ip(&self) -> IpAddr {
        self.tcp().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
    }
}

impl fmt::Display for BoundAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            #[cfg(unix)]
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

impl ServerListener {
    /// Binds a port of an address, or of the first address of a name that works.
    pub async fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        TcpListener::bind(address).await.map(Self::Tcp)
    }

    /// Creates a Unix socket. The proxy usually runs as another user, so everybody may connect who
    /// can reach the folder. A socket that a killed server left behind is replaced.
    #[cfg(unix)]
    pub fn bind_unix(path: &Path) -> io::Result<Self> {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt};
        let is_socket = path.symlink_metadata().is_ok_and(|file| file.file_type().is_socket());
        if is_socket && std::os::unix::net::UnixStream::connect(path).is_err() {
            std::fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o666))?;
        Ok(Self::Unix(listener))
    }

    /// Uses a port that a service manager has opened.
    pub fn inherited(listener: std::net::TcpListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener).map(Self::Tcp)
    }

    /// Uses a Unix socket that a service manager has opened.
    #[cfg(unix)]
    pub fn inherited_unix(listener: std::os::unix::net::UnixListener) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        UnixListener::from_std(listener).map(Self::Unix)
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<BoundAddress> {
        Ok(match self {
            Self::Tcp(listener) => BoundAddress::Tcp(listener.local_addr()?),
            #[cfg(unix)]
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                BoundAddress::Unix(address.as_pathname().map(Path::to_path_buf).unwrap_or_default())
            }
        })
    }

    /// The next connection. Clients of a Unix socket have the address of this machine; their own
    /// is what the proxy says.
    pub(super) async fn accept(&self) -> io::Result<(ClientStream, SocketAddr)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((ClientStream::Tcp(stream), peer))
            }
            #[cfg(unix)]
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((ClientStream::Unix(stream), SocketAddr::from((Ipv4Addr::LOCALHOST, 0))))
            }
        }
    }
}

/// A connection of a client.
pub(super) enum ClientStream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl ClientStream {
    /// Sends small messages at once (`TCP_NODELAY`): every millisecond counts.
    pub(super) fn set_nodelay(&self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.set_nodelay(true),
            #[cfg(unix)]
            Self::Unix(_) => Ok(()),
        }
    }
}

macro_rules! forward {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).$method($($argument),*),
            #[cfg(unix)]
            Self::Unix(stream) => Pin::new(stream).$method($($argument),*),
        }
    };
}

impl AsyncRead for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        forward!(self.poll_read(cx, buffer))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        forward!(self.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        forward!(self.poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Tcp(stream) => stream.is_write_vectored(),
            #[cfg(unix)]
            Self::Unix(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        forward!(self.poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        forward!(self.poll_shutdown(cx))
    }
}
