//! Offers to a single account.

use bosworth_protocol::{AccountKind, FromServer, Seek};
use bosworth_table::AccountId;

use super::{Lobby, LobbyError};
use crate::bus::{Envelope, Notice};
use crate::service_time::now;
use crate::store::{self, Account};

impl Lobby {
    /// Returns the open challenges to an account.
    pub async fn challenges(&self, account: AccountId) -> Result<Vec<Seek>, LobbyError> {
        let mut seeks = Vec::new();
        for seek in self.store.seeks_to(account, now()).await? {
            seeks.push(self.view(seek).await?);
        }
        Ok(seeks)
    }

    /// Returns the number of open challenges to an account, up to the list limit.
    pub async fn count_challenges(&self, account: AccountId) -> Result<usize, LobbyError> {
        Ok(self.store.seeks_to(account, now()).await?.len())
    }

    /// Checks whether an account can be challenged on these terms.
    pub(super) fn check_recipient(
        to: Option<&Account>,
        by: &Account,
        rated: bool,
    ) -> Result<(), LobbyError> {
        match to {
            Some(to) if to.id == by.id => Err(LobbyError::Own),
            Some(to) if rated && to.kind == AccountKind::Guest => Err(LobbyError::NotRated),
            _ => Ok(()),
        }
    }

    /// Notifies both sides of a challenge, on all nodes, that it was made or is gone.
    pub(super) fn send_challenge_change(&self, seek: &store::StoredSeek) {
        let Some(recipient) = seek.recipient else { return };
        for account in [recipient, seek.account] {
            self.connections.send_to(account, FromServer::Challenges);
            let notice = Notice::Challenges { account };
            self.bus.publish(Envelope { from: self.node, notice });
        }
    }
}
