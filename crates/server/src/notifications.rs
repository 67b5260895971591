//! Notifies players who are away, by Web Push and by mail. What they are notified of, and in which
//! words, is in `notification`.
//!
//! Notifications are derived from log entries and written to the outbox in the same transaction.
//! Every node delivers due rows (`delivery_worker`): it claims them, checks whether they are still
//! relevant, and passes them to `push` and `mailer`.
//! Delivery is at least once: if a node dies between sending and deleting a row, another one sends
//! it again, under the same topic.

mod backoff;
mod delivery_decision;
mod delivery_worker;
mod host_name;
mod mail_composer;
mod mailer;
mod notification;
mod payload;
mod push;
pub(crate) mod texts;

use std::sync::Arc;

use bosworth_table::AccountId;
use ring::hmac;
use tokio::sync::OnceCell;

use crate::auth::secret;
use crate::config::Config;
use crate::store::{Store, StoreError};
use crate::tables::Tables;
use crate::tournaments::Tournaments;

use self::mailer::Mailer;
use self::push::Pusher;

pub(crate) use self::host_name::is_mail_address;
pub use self::notification::Notification;
pub use self::push::{Endpoint, InvalidEndpoint};

/// The maximum length of the user agent of a device, in characters.
pub(crate) const MAX_USER_AGENT_CHARS: usize = 200;

/// Whether these are valid keys of a push subscription: a point on the curve, and a secret.
pub(crate) fn are_push_keys(p256dh: &str, auth: &str) -> bool {
    push::keys(p256dh, auth).is_some()
}

/// Why the configuration of notifications is invalid.
#[derive(Debug)]
pub struct InvalidNotifierConfig(String);

impl std::fmt::Display for InvalidNotifierConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidNotifierConfig {}

/// Delivers notifications. Clones are cheap.
#[derive(Clone)]
pub struct Notifier(Arc<Inner>);

struct Inner {
    node: i64,
    store: Store,
    tables: Tables,
    tournaments: Tournaments,
    pusher: Option<Pusher>,
    mailer: Option<Mailer>,
    /// The key that signs links in mails, loaded on first use.
    signing: OnceCell<hmac::Key>,
}

impl Notifier {
    /// Creates the notifier of a server from its configuration.
    pub(crate) fn new(
        config: &Config,
        node: u64,
        store: Store,
        tables: Tables,
        tournaments: Tournaments,
    ) -> Result<Self, InvalidNotifierConfig> {
        let pusher = Pusher::new(config)?;
        let mailer = Mailer::new(config)?;
        let signing = OnceCell::new();
        let node = node as i64;
        Ok(Self(Arc::new(Inner { node, store, tables, tournaments, pusher, mailer, signing })))
    }

    /// Checks a configuration without creating anything.
    pub fn check(config: &Config) -> Result<(), InvalidNotifierConfig> {
        Pusher::new(config)?;
        Mailer::new(config).map(drop)
    }

    /// Whether mail is enabled.
    pub fn sends_mail(&self) -> bool {
        self.0.mailer.is_some()
    }

    /// The public key that browsers subscribe with; none if push is disabled.
    pub async fn push_key(&self) -> Result<Option<String>, StoreError> {
        match &self.0.pusher {
            Some(pusher) => Ok(Some(pusher.vapid(&self.0.store).await?.public_key().to_owned())),
            None => Ok(None),
        }
    }

    /// Validates a push endpoint; none if push is disabled.
    pub fn endpoint(&self, given: &str) -> Option<Result<Endpoint, InvalidEndpoint>> {
        self.0.pusher.as_ref().map(|pusher| pusher.endpoint(given))
    }

    async fn signing_key(&self) -> Result<&hmac::Key, StoreError> {
        let read = async || {
            let key = self.0.store.service_key("mail", &secret::key()).await?;
            Ok(hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()))
        };
        self.0.signing.get_or_try_init(read).await
    }

    /// The token that unsubscribes an account from mails, and allows nothing else. It is derived
    /// from the address, so the links in all mails to that address work, and those to earlier
    /// addresses do not.
    async fn unsubscribe_token(
        &self,
        account: AccountId,
        address: &str,
    ) -> Result<String, StoreError> {
        let key = self.signing_key().await?;
        let tag = hmac::sign(key, signed_text(account, address).as_bytes());
        let tag: String = tag.as_ref()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{:x}-{tag}", account.0))
    }

    /// Unsubscribes the account and address of a token. Returns whether the token was valid.
    pub async fn unsubscribe(&self, token: &str) -> Result<bool, StoreError> {
        let account = token.split_once('-').and_then(|(id, _)| i64::from_str_radix(id, 16).ok());
        let Some(account) = account.map(AccountId) else { return Ok(false) };
        let Some(mail) = self.0.store.mail_address(account).await? else { return Ok(false) };
        let expected = self.unsubscribe_token(account, &mail.address).await?;
        // Hashed, so that the duration of the comparison reveals nothing about the token.
        if secret::hash(token) != secret::hash(&expected) {
            return Ok(false);
        }
        let mut settings = self.0.store.notification_settings(account).await?;
        settings.mail.clear();
        settings.digest = false;
        self.0.store.set_notifications(account, &settings, crate::service_time::now()).await?;
        Ok(true)
    }
}

fn signed_text(account: AccountId, address: &str) -> String {
    format!("unsubscribe {} {}", account.0, crate::store::address_key(address))
}
