use std::future::pending;
use std::panic::resume_unwind;

use bosworth_client::protocol::Waiting;
use bosworth_client::{Client, ClientError};
use tokio::task::JoinHandle;

/// Asks a server for waiting games while a game is played. It runs concurrently: an unresponsive
/// server must block neither the game nor the keyboard.
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

    /// Sends a request, or schedules another one after the request in progress.
    pub(super) fn ask(&mut self) {
        if self.asking.is_some() {
            self.again = true;
            return;
        }
        let client = self.client.clone();
        self.asking = Some(tokio::spawn(async move { client.waiting().await }));
    }

    /// Returns the next answer; pends forever while no request is in progress. Cancel safe.
    pub(super) async fn answer(&mut self) -> Result<Waiting, ClientError> {
        loop {
            let Some(asking) = &mut self.asking else { return pending().await };
            let answer = asking.await;
            self.asking = None;
            if std::mem::take(&mut self.again) {
                // The answer may be outdated.
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
