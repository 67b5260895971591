use bosworth_protocol::AccountKind;
use bosworth_rules::Side;
use bosworth_table::AccountId;
use sqlx::any::AnyRow;

use super::account::kind_to_number;
use super::game::NewGameRow;
use super::outbox::OutboxRow;
use super::retry::{STATEMENT_TIMEOUT, finish, within};
use super::sql_value::{Columns, SqlValue, change};
use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};
use crate::notifications::Notification;

/// How long an offer outlives its owner's presence, in milliseconds, unless it is lasting.
const OWNER_PRESENCE_LIFETIME_MS: i64 = 60_000;

/// How long an unaccepted public offer stays open, in milliseconds: of an account, and of a guest.
const PUBLIC_OFFER_LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
const PUBLIC_GUEST_OFFER_LIFETIME_MS: i64 = 3 * 24 * 60 * 60 * 1_000;

/// The maximum number of public offers listed: those for live games first, then the latest.
const MAX_LISTED_OFFERS: u32 = 500;

/// The maximum number of challenges listed per recipient.
const MAX_LISTED_CHALLENGES: u32 = 20;

stored_row! {
    /// An open offer to play: public, or for anyone with the link.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredSeek in "seeks" {
        /// Its id, as in the link.
        pub id: String,
        /// Its owner.
        pub account: AccountId,
        /// The ruleset, as text.
        pub ruleset: String,
        /// The clock, as text.
        pub clock: String,
        /// Whether the game is rated.
        pub rated: bool,
        /// The side its owner wants; random if `None`.
        pub side: Option<Side>,
        /// Whether it is listed publicly.
        pub public as "open_to_all": bool,
        /// The minimum rating of an opponent.
        pub rating_min: Option<i64>,
        /// The maximum rating of an opponent.
        pub rating_max: Option<i64>,
        /// When it was created.
        pub created: i64,
        /// When its owner was last seen.
        pub seen: i64,
        /// Whether it outlives its owner's connection.
        pub lasting: bool,
        /// Whether it matches any live clock, and casual games too.
        pub flexible: bool,
        /// The only account that can accept it.
        pub recipient: Option<AccountId>,
        /// The handicap, as text: who gives it, a colon, and what.
        pub handicap: Option<String>,
    }
}

impl Store {
    /// Makes an offer, replacing one with the same id and owner, unless its owner is at the limit.
    /// The recipient of a challenge is notified in the same transaction. Returns whether it was
    /// made.
    pub async fn put_seek(&self, seek: &StoredSeek, limit: i64) -> Result<bool, StoreError> {
        let sql = format!(
            "INSERT INTO seeks {} \
             WHERE (SELECT COUNT(*) FROM seeks WHERE account = $2 AND id <> $1) < $16 \
             ON CONFLICT (id) DO UPDATE SET {} WHERE seeks.account = excluded.account",
            StoredSeek::inserted(),
            StoredSeek::updated(2)
        );
        let mut values = seek.values();
        values.push(limit.into());
        let told = seek
            .recipient
            .map(|recipient| Notification::of_challenge(recipient, &seek.id, seek.created));
        Ok(self.change_locked_notifying(seek.account, &sql, &values, told).await? > 0)
    }

    /// Returns the public offers, oldest first, without those whose owners are gone.
    pub async fn seeks(&self, now: i64) -> Result<Vec<StoredSeek>, StoreError> {
        let sql = format!(
            "SELECT {} FROM seeks WHERE open_to_all = 1 AND (lasting = 1 OR seen >= $1) \
             ORDER BY lasting, created DESC, id LIMIT {MAX_LISTED_OFFERS}",
            StoredSeek::selected()
        );
        let mut seeks = self.read_seeks(&sql, &[(now - OWNER_PRESENCE_LIFETIME_MS).into()]).await?;
        seeks.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
        Ok(seeks)
    }

    /// Returns an offer.
    pub async fn seek(&self, id: &str) -> Result<Option<StoredSeek>, StoreError> {
        let sql = format!("SELECT {} FROM seeks WHERE id = $1", StoredSeek::selected());
        Ok(self.read_seeks(&sql, &[id.into()]).await?.pop())
    }

    /// Returns the offers of an account, oldest first.
    pub async fn seeks_of(&self, account: AccountId) -> Result<Vec<StoredSeek>, StoreError> {
        let sql = format!(
            "SELECT {} FROM seeks WHERE account = $1 ORDER BY created, id",
            StoredSeek::selected()
        );
        self.read_seeks(&sql, &[account.into()]).await
    }

    /// Returns the offers to an account, oldest first, without those whose owners are gone.
    pub async fn seeks_to(
        &self,
        account: AccountId,
        now: i64,
    ) -> Result<Vec<StoredSeek>, StoreError> {
        let sql = format!(
            "SELECT {} FROM seeks WHERE recipient = $1 AND (lasting = 1 OR seen >= $2) \
             ORDER BY created, id LIMIT {MAX_LISTED_CHALLENGES}",
            StoredSeek::selected()
        );
        self.read_seeks(&sql, &[account.into(), (now - OWNER_PRESENCE_LIFETIME_MS).into()]).await
    }

    async fn read_seeks(
        &self,
        sql: &str,
        values: &[SqlValue<'_>],
    ) -> Result<Vec<StoredSeek>, StoreError> {
        self.pools.read(sql, values).await?.iter().map(StoredSeek::read).collect()
    }

    /// Withdraws or declines an offer. Returns whether it existed and was made by or to this
    /// account.
    pub async fn drop_seek(&self, id: &str, account: AccountId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM seeks WHERE id = $1 AND (account = $2 OR recipient = $2)";
        Ok(self.pools.write(sql, &[id.into(), account.into()]).await? > 0)
    }

    /// Creates a game and takes the offers it comes from, all or nothing: each offer ends up in one
    /// game, and none is lost without one. Returns the offers that are gone; if there are any,
    /// nothing has changed.
    pub async fn create_game_from_offers(
        &self,
        offers: &[&str],
        new: &NewGameRow,
        first: String,
        told: Vec<OutboxRow>,
    ) -> Result<Vec<String>, StoreError> {
        let (store, new) = (self.clone(), new.clone());
        let mut offers: Vec<String> = offers.iter().map(|&offer| offer.to_owned()).collect();
        // In a fixed lock order, to prevent deadlocks.
        offers.sort_unstable();
        let work = async move {
            let mut transaction = store.pools.begin().await?;
            let mut gone = Vec::new();
            for id in offers {
                let sql = "DELETE FROM seeks WHERE id = $1";
                if change(&mut transaction, sql, &[(&id).into()]).await? == 0 {
                    gone.push(id);
                }
            }
            if !gone.is_empty() {
                transaction.rollback().await?;
                return Ok(gone);
            }
            new.insert(&mut transaction).await?;
            let sql = "INSERT INTO entries (game, seq, body) VALUES ($1, 0, $2)";
            change(&mut transaction, sql, &[(&new.id).into(), (&first).into()]).await?;
            for notification in told {
                notification.insert(&mut transaction).await?;
            }
            transaction.commit().await?;
            Ok(gone)
        };
        finish(async move { within(STATEMENT_TIMEOUT, work).await }).await
    }

    /// Returns the offers that depend on their owners' presence, including hidden ones: id, owner,
    /// and when a node last confirmed it; never, if that node is dead.
    pub async fn passing_seeks(&self) -> Result<Vec<(String, AccountId, i64)>, StoreError> {
        let sql = "SELECT id, account, CASE WHEN node IS NULL THEN 0 ELSE seen END AS vouched \
                   FROM seeks WHERE lasting = 0 ORDER BY id";
        let rows = self.pools.read(sql, &[]).await?;
        let read =
            |row: &AnyRow| Ok((row.text("id")?, row.account("account")?, row.int("vouched")?));
        rows.iter().map(read).collect()
    }

    /// Records that the owners of these offers are connected to a node.
    pub async fn touch_seeks(&self, ids: &[String], node: i64, now: i64) -> Result<(), StoreError> {
        for ids in ids.chunks(100) {
            let places = (3..ids.len() + 3).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            let sql = format!(
                "UPDATE seeks SET seen = CASE WHEN seen < $1 THEN $1 ELSE seen END, node = $2 \
                 WHERE id IN ({places})"
            );
            let values =
                [now.into(), node.into()].into_iter().chain(ids.iter().map(SqlValue::from));
            self.pools.write(&sql, &values.collect::<Vec<_>>()).await?;
        }
        Ok(())
    }

    /// Hides the offers whose owners were connected to a dead node, until another node confirms
    /// their presence. Returns whether there were any.
    pub async fn hide_seeks(&self, node: i64, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE seeks SET seen = $2, node = NULL WHERE node = $1 AND lasting = 0";
        let hidden = now - OWNER_PRESENCE_LIFETIME_MS - 1;
        Ok(self.pools.write(sql, &[node.into(), hidden.into()]).await? > 0)
    }

    /// Deletes the offers of owners who are gone for good, and expired public ones.
    pub async fn forget_seeks(&self, now: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM seeks WHERE lasting = 0 AND seen < $1 \
                   OR open_to_all = 1 AND created < $2 \
                   OR open_to_all = 1 AND created < $3 \
                      AND account IN (SELECT id FROM accounts WHERE kind = $4)";
        let guest = kind_to_number(AccountKind::Guest);
        let gone = [
            now - 2 * OWNER_PRESENCE_LIFETIME_MS,
            now - PUBLIC_OFFER_LIFETIME_MS,
            now - PUBLIC_GUEST_OFFER_LIFETIME_MS,
            guest,
        ];
        self.pools.write(sql, &gone.map(Into::into)).await.map(drop)
    }
}
