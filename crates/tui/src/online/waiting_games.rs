use std::future::pending;
use std::panic::resume_unwind;

use bosworth_client::protocol::Waiting;
use bosworth_client::{Client, ClientError};
use tokio::task::JoinHandle;

/// Asks a server what waits for the player while a game is played. It runs beside the game: a server
/// that does not answer must hold up neither the game nor the keys.
pub(super) struct WaitingGamesRequest {
    client: Client,
    asking: Option<JoinHandle<Result<Waiting, ClientError>>>,
    /// Whether something has changed since the request was sent.
    again: bool,
}

impl WaitingGamesRequest {
    pub(super) fn new(client: Client) -> Self {
        Self { client, asking: None, again: false }
    }

    /// Asks, or asks once more after the request that is under way.
    pub(super) fn ask(&mut self) {
        if self.asking.is_some() {
            self.again = true;
            return;
        }
        let client = self.client.clone();
        self.asking = Some(tokio::spawn(async move { client.waiting().await }));
    }

    /// The next answer; never, while nothing was asked. Cancel safe.
    pub(super) async fn answer(&mut self) -> Result<Waiting, ClientError> {
        loop {
            let Some(asking) = &mut self.asking else { return pending().await };
            let answer = asking.await;
            self.asking = None;
            if std::mem::take(&mut self.again) {
                // What was answered may be outdated.
                self.ask();
                continue;
            }
            match answer {
                Ok(answer) => return answer,
                Err(why) if why.is_panic() => resume_unwind(why.into_panic()),
                Err(_) => return pending().await,
            }
        }
    }
}

impl Drop for WaitingGamesRequest {
    fn drop(&mut self) {
        if let Some(asking) = &self.asking {
            asking.abort();
        }
    }
}
