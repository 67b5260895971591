//! Nodes follow the audit log: whatever the host does, at whichever node or beside all of them,
//! takes effect everywhere within a second.

use std::time::Duration;

use bosworth_protocol::{AuditLine, FromServer};
use bosworth_rules::Side;
use bosworth_table::TableOrder;
use tokio::time::timeout;

use super::house::Rules;
use crate::app::App;
use crate::events::EventError;
use crate::http::me;
use crate::store::StoreError;
use crate::tables::TableError;

/// Poll interval of the audit log.
const LOOK: Duration = Duration::from_secs(1);

impl App {
    /// The number of the last line of the audit log. What happened before the start is known.
    pub(crate) async fn begin_to_follow(&self) -> Result<i64, StoreError> {
        let last = self.store.audit_lines(i64::MAX, 1).await?;
        self.house.set(Rules::read(&self.store).await?);
        Ok(last.first().map_or(0, |line| line.seq))
    }

    /// Follows the audit log from a line on. Never ends.
    pub(crate) async fn follow_host(&self, mut known: i64) {
        loop {
            let followed = async {
                for line in self.store.audit_lines_after(known).await? {
                    self.take_note(&line).await?;
                    known = line.seq;
                }
                // One that fails keeps no other waiting.
                let mut done = Ok::<(), StoreError>(());
                for line in self.store.pending_orders().await? {
                    done = done.and(self.carry_out(&line).await);
                }
                done
            };
            if let Err(why) = followed.await {
                tracing::warn!(%why, "the audit log cannot be followed");
            }
            let _ = timeout(LOOK, self.host_acted.notified()).await;
        }
    }

    /// What a line means for those who are connected here. Every node does this for itself.
    async fn take_note(&self, line: &AuditLine) -> Result<(), StoreError> {
        if let Some(account) = line.account {
            // Keys, names and rights are looked up again, and connections closed if need be.
            self.changed(account);
        }
        if matches!(line.action.as_str(), "announce" | "registration" | "words") {
            let rules = Rules::read(&self.store).await?;
            let text = rules.announcement.clone();
            let before = self.house.set(rules);
            if before.announcement != text {
                self.crowd.tell_all(FromServer::Announce { text });
            }
        }
        if line.action == "disable" {
            self.lobby.announce();
        }
        Ok(())
    }

    /// Carries out what only a node can do. Idempotent: several nodes may try.
    async fn carry_out(&self, line: &AuditLine) -> Result<(), StoreError> {
        let done = match (line.action.as_str(), line.game, line.account) {
            ("void", Some(game), _) => {
                self.tables.order(game, &TableOrder::Void).await.map_err(Into::into)
            }
            ("end", Some(game), _) => {
                let winner = match line.detail.as_str() {
                    "red" => Some(Side::Red),
                    "white" => Some(Side::White),
                    _ => None,
                };
                self.tables.order(game, &TableOrder::Adjudicate(winner)).await.map_err(Into::into)
            }
            ("delete", _, Some(account)) => {
                me::close_with_bots(self, account).await.map_err(Into::into)
            }
            ("cancel", ..) => match line.detail.parse() {
                Ok(event) => self.events.cancel(event).await,
                Err(_) => Err(EventError::Unknown),
            },
            _ => Ok(()),
        };
        match done {
            // It is tried again with the next look.
            Err(EventError::Store(why) | EventError::Table(TableError::Store(why)))
                if why.is_outage() =>
            {
                return Err(why);
            }
            Err(why) => tracing::error!(line = line.seq, %why, "an order cannot be carried out"),
            Ok(()) => {}
        }
        self.store.carried_out(line.seq).await
    }
}
