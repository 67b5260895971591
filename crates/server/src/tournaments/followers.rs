//! The people who follow a tournament, and its chat.

use bosworth_protocol::FromServer;
use bosworth_table::AccountId;
use bosworth_tournament::TournamentId;

use super::{TournamentError, Tournaments};
use crate::bus::{Bus, Envelope, Notice};
use crate::service_time::now;
use crate::store::StoreError;

impl Tournaments {
    /// How far an event is.
    pub(crate) async fn extent(&self, id: TournamentId) -> Result<FromServer, TournamentError> {
        let event = self.load(id).await?;
        let chat = self.0.store.count_chat_lines(id).await?;
        Ok(FromServer::Event { event: id, seq: event.length(), chat })
    }

    /// Tells everybody who follows an event that it has gone on, at all nodes.
    pub(super) async fn publish_change(&self, id: TournamentId) {
        let alone = matches!(&self.0.bus, Bus::Local(bus) if bus.has_one_subscriber());
        if !alone {
            let notice = Notice::Tournament { tournament: id };
            self.0.bus.publish(Envelope { from: self.0.node, notice });
        }
        self.send_extent_here(id).await;
    }

    /// Tells those who follow an event at this node how far it is.
    pub(crate) async fn send_extent_here(&self, id: TournamentId) {
        if !self.0.connections.has_followers(id) {
            return;
        }
        match self.extent(id).await {
            Ok(message) => self.0.connections.send_to_followers(id, message),
            Err(why) => {
                tracing::warn!(event = %id, %why, "cannot notify the followers of a tournament");
            }
        }
    }

    /// Adds a line to the chat of an event. Returns its number and time; none if there is no room.
    pub(crate) async fn add_chat_line(
        &self,
        id: TournamentId,
        account: AccountId,
        text: &str,
    ) -> Result<Option<(u32, i64)>, StoreError> {
        let at = now();
        let Some(number) = self.0.store.add_chat_line(id, account, text, at).await? else {
            return Ok(None);
        };
        self.publish_change(id).await;
        Ok(Some((number, at)))
    }
}
