use bosworth_protocol::{NotificationKind, NotificationSettings};
use bosworth_table::AccountId;

use super::outbox::DIGEST_INTERVAL_MS;
use super::sql_value::Columns;
use super::{Store, StoreError};

/// The kinds as text. Those that are stored already and that this version does not know are kept:
/// during an upgrade, a newer node may have stored them.
fn written(kinds: &[NotificationKind], stored: &str) -> String {
    let on = NotificationKind::ALL.into_iter().filter(|kind| kinds.contains(kind));
    let unknown = stored.split_whitespace().filter(|n| NotificationKind::from_name(n).is_none());
    on.map(|kind| kind.name()).chain(unknown).collect::<Vec<_>>().join(" ")
}

fn read(text: &str) -> Vec<NotificationKind> {
    text.split_whitespace().filter_map(NotificationKind::from_name).collect()
}

impl Store {
    /// Returns the notification settings of an account.
    pub async fn notification_settings(
        &self,
        account: AccountId,
    ) -> Result<NotificationSettings, StoreError> {
        let sql = "SELECT push, mail, digest FROM notification_settings WHERE account = $1";
        let rows = self.pools.read(sql, &[account.into()]).await?;
        let Some(row) = rows.first() else { return Ok(NotificationSettings::default()) };
        Ok(NotificationSettings {
            push: read(&row.text("push")?),
            mail: read(&row.text("mail")?),
            digest: row.int_or_none("digest")?.is_some(),
        })
    }

    /// Changes the notification settings of an account. The first digest is sent a day after it is
    /// enabled, at a time of day that suits the reader.
    pub async fn set_notifications(
        &self,
        account: AccountId,
        settings: &NotificationSettings,
        now: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO notification_settings (account, push, mail, digest) \
                   VALUES ($1, $2, $3, $4) ON CONFLICT (account) DO UPDATE SET \
                   push = excluded.push, mail = excluded.mail, \
                   digest = CASE WHEN excluded.digest IS NULL THEN NULL \
                     ELSE COALESCE(notification_settings.digest, excluded.digest) END";
        let stored = "SELECT push, mail FROM notification_settings WHERE account = $1";
        let stored = self.pools.read(stored, &[account.into()]).await?;
        let stored = |column| stored.first().map_or(Ok(String::new()), |row| row.text(column));
        let push = written(&settings.push, &stored("push")?);
        let mail = written(&settings.mail, &stored("mail")?);
        let digest = settings.digest.then_some(now + DIGEST_INTERVAL_MS);
        let values = [account.into(), (&push).into(), (&mail).into(), digest.into()];
        self.pools.write(sql, &values).await.map(drop)
    }

    /// Returns a key shared by all nodes: the stored one, or else `fresh`.
    pub async fn service_key(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let sql = "INSERT INTO service_keys (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO NOTHING";
        self.pools.write(sql, &[name.into(), fresh.into()]).await?;
        let sql = "SELECT value FROM service_keys WHERE name = $1";
        let rows = self.pools.read(sql, &[name.into()]).await?;
        let row =
            rows.first().ok_or_else(|| StoreError::Corrupt(format!("key {name} not found")))?;
        row.text("value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_stored_by_a_newer_version_are_kept() {
        use NotificationKind::{Round, Turn};
        assert_eq!(written(&[Round, Turn], ""), "turn round");
        assert_eq!(written(&[Turn], "turn later round"), "turn later");
        assert_eq!(read("turn later"), [Turn]);
    }
}
