use bosworth_table::AccountId;

use super::stored_row::{ReadRow, WriteRow, stored_row};
use super::{Store, StoreError};

/// Consecutive permanent failures before a device is removed.
const MAX_CONSECUTIVE_REFUSALS: i64 = 10;

stored_row! {
    /// A Web Push device.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct StoredDevice in "push_devices" {
        /// Its id in lists.
        pub id: String,
        /// The account.
        pub account: AccountId,
        /// Where messages are sent.
        pub endpoint: String,
        /// Its public key, in base64url.
        pub p256dh: String,
        /// The secret shared with this service, in base64url.
        pub auth: String,
        /// Its language, if supported.
        pub language: Option<String>,
        /// The user agent that registered it.
        pub agent: String,
        /// When it was registered.
        pub created: i64,
        /// When a message was last accepted for it.
        pub seen: Option<i64>,
        /// How many messages in a row were refused for good.
        pub failures: i64,
    }
}

impl Store {
    /// Registers a device unless its account is at the limit. A registered device is updated, and
    /// moves to the account if it knows the secret. Returns the stored device.
    pub async fn put_device(
        &self,
        new: &StoredDevice,
        limit: i64,
    ) -> Result<Option<StoredDevice>, StoreError> {
        let sql = format!(
            "INSERT INTO push_devices {} WHERE \
             (SELECT COUNT(*) FROM push_devices WHERE account = $2 AND endpoint <> $3) < $11 \
             ON CONFLICT (endpoint) DO UPDATE SET account = excluded.account, \
             p256dh = excluded.p256dh, language = excluded.language, agent = excluded.agent, \
             failures = 0 WHERE push_devices.auth = excluded.auth",
            StoredDevice::inserted()
        );
        let mut values = new.values();
        values.push(limit.into());
        if self.change_locked(new.account, &sql, &values).await? == 0 {
            return Ok(None);
        }
        let all = self.devices_of(new.account).await?;
        Ok(all.into_iter().find(|device| device.endpoint == new.endpoint))
    }

    /// Returns the devices of an account, oldest first.
    pub async fn devices_of(&self, account: AccountId) -> Result<Vec<StoredDevice>, StoreError> {
        let sql = format!(
            "SELECT {} FROM push_devices WHERE account = $1 ORDER BY created, id",
            StoredDevice::selected()
        );
        self.pools.read(&sql, &[account.into()]).await?.iter().map(StoredDevice::read).collect()
    }

    /// Removes a device of an account. Returns whether there was one.
    pub async fn remove_device(&self, account: AccountId, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM push_devices WHERE account = $1 AND id = $2";
        Ok(self.pools.write(sql, &[account.into(), id.into()]).await? > 0)
    }

    /// Records that a message to a device was accepted.
    pub async fn device_accepted(&self, id: &str, now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE push_devices SET seen = $2, failures = 0 WHERE id = $1";
        self.pools.write(sql, &[id.into(), now.into()]).await.map(drop)
    }

    /// Records that a message to a device failed permanently. After too many consecutive failures
    /// the device is removed.
    pub async fn device_refused(&self, id: &str) -> Result<(), StoreError> {
        let sql = "UPDATE push_devices SET failures = failures + 1 WHERE id = $1";
        self.pools.write_once(sql, &[id.into()]).await?;
        let sql = "DELETE FROM push_devices WHERE id = $1 AND failures >= $2";
        self.pools.write(sql, &[id.into(), MAX_CONSECUTIVE_REFUSALS.into()]).await.map(drop)
    }
}
