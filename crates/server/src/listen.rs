//! Accepts connections, and evicts idle ones.
//!
//! A connection is *waiting* until the headers of a request are complete, and again once the
//! response is written: silence, partial headers and idle keep-alive are treated alike. Waiting has
//! a timeout. If there is no room for a new connection, the longest waiting connection of the
//! address with the most connections is evicted.

pub(crate) mod connection_limits;
mod open_connections;
pub(crate) mod server_listener;
mod stall_timeout;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tower::Service;

use self::open_connections::ConnectionRefusal;
pub(crate) use self::open_connections::{ConnectionCapacity, OpenConnections};
use self::server_listener::{ClientStream, ServerListener};
use self::stall_timeout::StallTimeoutStream;

use crate::limits::MAX_HEADER_BYTES;

/// Delay after `EMFILE` and other failures of `accept`.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The response to a client with too many connections, sent without reading the request.
const TOO_MANY_CONNECTIONS_RESPONSE: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\n\
    content-type: application/json\r\ncontent-length: 88\r\nconnection: close\r\n\r\n\
    {\"problem\":\"too-many\",\"message\":\"too many connections from your address; close some\"}  \n";

/// Accepts connections until shutdown, then waits until they have ended.
pub(crate) async fn run(
    listener: ServerListener,
    router: Router,
    connections: Arc<OpenConnections>,
    mut stopping: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        match accepted {
            Ok((stream, peer)) => accept(stream, peer, &router, &connections, &stopping),
            // The client closed the connection before it was accepted.
            Err(why) if is_of_the_peer(&why) => {}
            Err(why) => {
                tracing::warn!(%why, "cannot accept a connection; evicting an idle one");
                connections.make_room();
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    connections.all_closed().await;
}

fn is_of_the_peer(why: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(why.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn accept(
    stream: ClientStream,
    peer: SocketAddr,
    router: &Router,
    connections: &Arc<OpenConnections>,
    stopping: &watch::Receiver<bool>,
) {
    let slot = match connections.admit(peer.ip()) {
        Ok(slot) => slot,
        Err(why) => {
            metrics::counter!("bosworth_connections_refused_total").increment(1);
            if why == ConnectionRefusal::AddressLimit {
                refuse(stream);
            }
            return;
        }
    };
    if let Err(why) = stream.set_nodelay() {
        tracing::debug!(%why, "cannot set TCP_NODELAY");
    }
    let (router, mut stopping) = (router.clone(), stopping.clone());
    tokio::spawn(async move {
        let waiting = slot.clone();
        let service = service_fn(|mut request: Request<Incoming>| {
            let (mut router, mut guard) = (router.clone(), slot.begin_request());
            request.extensions_mut().insert(ConnectInfo(peer));
            async move {
                let Ok(response) = router.call(request.map(Body::new)).await;
                if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    guard.keep();
                }
                Ok::<_, Infallible>(response.map(|body| GuardedBody { body, _guard: guard }))
            }
        });
        let io = TokioIo::new(StallTimeoutStream::new(stream, slot.clone()));
        let connection = http1::Builder::new()
            .max_buf_size(MAX_HEADER_BYTES)
            .serve_connection(io, service)
            .with_upgrades();
        let mut connection = pin!(connection);
        let mut shutting_down = false;
        loop {
            tokio::select! {
                _ = connection.as_mut() => return,
                // Dropping it closes the connection immediately.
                () = waiting.expired_or_evicted() => return,
                _ = stopping.wait_for(|stopping| *stopping), if !shutting_down => {
                    shutting_down = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    });
}

/// Sends the reason, with a short timeout, and closes the connection.
fn refuse(mut stream: ClientStream) {
    tokio::spawn(async move {
        let sent = async {
            stream.write_all(TOO_MANY_CONNECTIONS_RESPONSE).await?;
            stream.shutdown().await
        };
        let _ = tokio::time::timeout(Duration::from_secs(1), sent).await;
    });
}

/// The body of a response. The connection counts as busy until it is completely written or dropped.
struct GuardedBody {
    body: Body,
    _guard: open_connections::RequestGuard,
}

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
