//! Nodes follow the audit log, so that every action of the host takes effect on all of them within
//! a second, even if it was performed on the command line.

use std::time::Duration;

use bosworth_protocol::{AuditLine, FromServer};
use bosworth_rules::Side;
use bosworth_table::TableOrder;
use tokio::time::timeout;

use super::operator_settings::OperatorSettings;
use crate::app::App;
use crate::http::me;
use crate::store::StoreError;
use crate::tables::TableError;
use crate::tournaments::TournamentError;

/// Poll interval of the audit log.
const AUDIT_LOG_POLL_INTERVAL: Duration = Duration::from_secs(1);

impl App {
    /// Loads the operator settings and returns the number of the last line of the audit log.
    pub(crate) async fn start_following_audit_log(&self) -> Result<i64, StoreError> {
        let last = self.store.audit_lines(i64::MAX, 1).await?;
        self.operator_settings.set(OperatorSettings::read(&self.store).await?);
        Ok(last.first().map_or(0, |line| line.seq))
    }

    /// Follows the audit log after this line. Never returns.
    pub(crate) async fn follow_audit_log(&self, mut last_seq: i64) {
        loop {
            let followed = async {
                for line in self.store.audit_lines_after(last_seq).await? {
                    self.apply_audit_line(&line).await?;
                    last_seq = line.seq;
                }
                // A failed order must not hold up the others.
                let mut done = Ok::<(), StoreError>(());
                for line in self.store.pending_orders().await? {
                    done = done.and(self.execute_order(&line).await);
                }
                done
            };
            if let Err(why) = followed.await {
                tracing::warn!(%why, "cannot follow the audit log");
            }
            let _ = timeout(AUDIT_LOG_POLL_INTERVAL, self.host_acted.notified()).await;
        }
    }

    /// Applies a line to the connections of this node. Every node does this.
    async fn apply_audit_line(&self, line: &AuditLine) -> Result<(), StoreError> {
        if let Some(account) = line.account {
            // Looks up credentials and names again, and closes outdated connections.
            self.account_changed(account);
        }
        if matches!(line.action.as_str(), "announce" | "registration" | "words") {
            let settings = OperatorSettings::read(&self.store).await?;
            let text = settings.announcement.clone();
            let before = self.operator_settings.set(settings);
            if before.announcement != text {
                self.connections.send_to_all(FromServer::Announce { text });
            }
        }
        if line.action == "disable" {
            self.lobby.announce();
        }
        Ok(())
    }

    /// Executes an order that only a node can. Idempotent: several nodes may try.
    async fn execute_order(&self, line: &AuditLine) -> Result<(), StoreError> {
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
                Ok(event) => self.tournaments.cancel(event).await,
                Err(_) => Err(TournamentError::Unknown),
            },
            _ => Ok(()),
        };
        match done {
            // Retried with the next poll.
            Err(TournamentError::Store(why) | TournamentError::Table(TableError::Store(why)))
                if why.is_outage() =>
            {
                return Err(why);
            }
            Err(why) => {
                tracing::error!(line = line.seq, %why, "cannot execute an order of the host");
            }
            Ok(()) => {}
        }
        self.store.carried_out(line.seq).await
    }
}
