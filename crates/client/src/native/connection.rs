use bosworth_protocol::{FromClient, FromServer, Problem};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::{Client, ClientError};

/// A bare websocket to a server, for a [`Driver`](crate::Driver), and for tests that violate the
/// protocol.
#[derive(Debug)]
pub struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

fn lost(why: &Error) -> ClientError {
    match why {
        Error::Http(response) => {
            let body = response.body().as_deref().unwrap_or_default();
            match serde_json::from_slice::<Problem>(body) {
                Ok(problem) => ClientError::Problem(problem),
                Err(_) => ClientError::Nonsense(format!("it answers {}", response.status())),
            }
        }
        why => ClientError::Network(why.to_string()),
    }
}

impl Connection {
    pub(super) async fn open(client: &Client) -> Result<Self, ClientError> {
        let url = format!("{}/api/ws", client.base().replacen("http", "ws", 1));
        let wrong = |_| ClientError::Address(client.base().into());
        let mut request = url.into_client_request().map_err(wrong)?;
        for (name, value) in client.headers() {
            if let Ok(value) = HeaderValue::from_str(&value) {
                request.headers_mut().insert(name, value);
            }
        }
        let (socket, _) = connect_async(request).await.map_err(|why| lost(&why))?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            // Failure only costs latency.
            let _ = stream.set_nodelay(true);
        }
        Ok(Self { socket })
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &FromClient) -> Result<(), ClientError> {
        self.feed(message).await?;
        self.flush().await
    }

    /// Buffers a message for the next [`Self::flush`]. Cancel safe: buffers all of it or nothing.
    pub(super) async fn feed(&mut self, message: &FromClient) -> Result<(), ClientError> {
        let text = serde_json::to_string(message);
        let text = text.map_err(|why| ClientError::Nonsense(why.to_string()))?;
        self.socket.feed(Message::Text(text.into())).await.map_err(|why| lost(&why))
    }

    /// Flushes the buffered messages.
    pub(super) async fn flush(&mut self) -> Result<(), ClientError> {
        self.socket.flush().await.map_err(|why| lost(&why))
    }

    /// Sends a raw text frame, for tests of invalid messages.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        self.socket.send(Message::Text(text.into())).await.map_err(|why| lost(&why))
    }

    /// The text of the next message. Cancel safe.
    pub async fn next_text(&mut self) -> Result<String, ClientError> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(_))) | None => {
                    return Err(ClientError::Network("the connection was closed".into()));
                }
                Some(Ok(_)) => {}
                Some(Err(why)) => return Err(lost(&why)),
            }
        }
    }

    /// The next message other than a ping; pings are answered. Cancel safe.
    pub async fn next(&mut self) -> Result<FromServer, ClientError> {
        loop {
            let text = self.next_text().await?;
            match serde_json::from_str(&text)? {
                FromServer::Ping { n, .. } => self.send(&FromClient::Pong(n)).await?,
                FromServer::Bye { reason, again } => {
                    return Err(ClientError::Bye { reason, again });
                }
                message => return Ok(message),
            }
        }
    }
}
