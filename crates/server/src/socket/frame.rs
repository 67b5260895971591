//! Writes messages to a websocket.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use bosworth_protocol::FromServer;
use futures_util::SinkExt;
use tokio::time::timeout;

use crate::outgoing_message::OutgoingMessage;
use crate::subscriber::SendQueue;

/// Timeout for sending the reason when a connection ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The frame of a message.
pub(super) fn frame(message: &OutgoingMessage) -> Message {
    Message::Text(message.text().clone())
}

/// Writes a message and all that are queued behind it, then flushes. Nothing follows the last
/// message of a connection.
pub(super) async fn write(
    socket: &mut WebSocket,
    queue: &mut SendQueue,
    first: OutgoingMessage,
) -> Result<ControlFlow<()>, axum::Error> {
    let mut next = Some(first);
    let mut ended = ControlFlow::Continue(());
    while let (Some(message), ControlFlow::Continue(())) = (next.take(), ended) {
        if message.is_farewell() {
            ended = ControlFlow::Break(());
        }
        socket.feed(frame(&message)).await?;
        next = queue.try_next();
    }
    socket.flush().await?;
    Ok(ended)
}

/// Sends the reason, and closes the connection.
pub(super) async fn close_with_reason(socket: &mut WebSocket, reason: &str, again: bool) {
    let reason: String = reason.chars().take(100).collect();
    let code = if again { close_code::RESTART } else { close_code::POLICY };
    let close = Message::Close(Some(CloseFrame { code, reason: reason.as_str().into() }));
    let said = frame(&FromServer::Bye { reason, again }.into());
    let _ = timeout(CLOSE_TIMEOUT, async {
        socket.send(said).await?;
        socket.send(close).await
    })
    .await;
}
