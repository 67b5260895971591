use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use bosworth_protocol::FromServer;

/// A message to any number of clients. Clones share it, and it is serialised lazily, at most once.
#[derive(Clone, Debug)]
pub struct OutgoingMessage(Arc<SharedMessage>);

#[derive(Debug)]
struct SharedMessage {
    message: FromServer,
    text: OnceLock<Utf8Bytes>,
}

impl OutgoingMessage {
    /// The message.
    pub fn message(&self) -> &FromServer {
        &self.0.message
    }

    /// The serialised message.
    pub fn text(&self) -> &Utf8Bytes {
        self.0.text.get_or_init(|| match serde_json::to_string(&self.0.message) {
            Ok(text) => text.into(),
            Err(why) => unreachable!("every message can be serialised: {why}"),
        })
    }

    /// Whether it is the last message of a connection.
    pub fn is_farewell(&self) -> bool {
        matches!(self.0.message, FromServer::Bye { .. })
    }
}

impl From<FromServer> for OutgoingMessage {
    fn from(message: FromServer) -> Self {
        Self(Arc::new(SharedMessage { message, text: OnceLock::new() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_serialised_text() {
        let first = OutgoingMessage::from(FromServer::Ping { n: 1485, lag: None });
        let second = first.clone();
        assert_eq!(first.text().as_str(), r#"{"ping":{"n":1485}}"#);
        assert_eq!(first.text().as_ptr(), second.text().as_ptr());
    }
}
