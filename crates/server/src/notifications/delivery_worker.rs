//! The worker that delivers the outbox. Every node has one.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use tokio::time::sleep;
use tracing::Instrument;

use super::backoff::{MAX_DELIVERY_ATTEMPTS, retry_delay};
use super::delivery_decision::{DeliveryDecision, Wording};
use super::mailer::{Mail, MailOutcome, Mailer};
use super::notification::Notification;
use super::payload::NotificationPayload;
use super::push::{PushMessage, PushOutcome, Pusher};
use super::texts;
use super::{Inner, Notifier};
use crate::auth::secret;
use crate::prometheus::count_by_label;
use crate::service_time::now;
use crate::store::{
    Account, LinkPurpose, MAX_NEWS_DELAY_MS, MailAddress, OutboxContent, OutboxRow, StoreError,
    StoredDevice,
};
use crate::trace;

/// Poll interval of the outbox.
const OUTBOX_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The number of polls between two checks for due digests.
const POLLS_PER_DIGEST_CHECK: u32 = 20;
/// The number of rows claimed at a time, and delivered concurrently.
const CLAIM_BATCH_SIZE: i64 = 32;
const MAX_CONCURRENT_DELIVERIES: usize = 8;
/// How long a claim is valid, in milliseconds: longer than all deliveries of a batch together.
const CLAIM_LIFETIME_MS: i64 = 3 * 60 * 1_000;
/// The name of the mail address in the list of notified destinations.
const MAIL_DESTINATION: &str = "mail";

/// The outcome of a delivery.
enum DeliveryOutcome {
    /// Delivered, or impossible to deliver.
    Done,
    /// Failed: retry, after at least the requested number of milliseconds.
    Failed(Option<i64>),
}

impl DeliveryOutcome {
    /// Combines two outcomes: failed if one has failed, with the longer delay.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Done, Self::Done) => Self::Done,
            (Self::Failed(asked), Self::Done) | (Self::Done, Self::Failed(asked)) => {
                Self::Failed(asked)
            }
            (Self::Failed(one), Self::Failed(other)) => Self::Failed(one.max(other)),
        }
    }
}

impl Notifier {
    /// Delivers due notifications. Never returns.
    pub(crate) async fn run(&self) {
        if self.0.pusher.is_none() && self.0.mailer.is_none() {
            return;
        }
        let mut polls = 0_u32;
        loop {
            sleep(OUTBOX_POLL_INTERVAL).await;
            if self.0.mailer.is_some() && polls.is_multiple_of(POLLS_PER_DIGEST_CHECK) {
                let begun = self.0.store.begin_digests(now(), CLAIM_BATCH_SIZE).await;
                log_failure(begun, "cannot create the due digests");
            }
            polls = polls.wrapping_add(1);
            // After an outage, deadlines are wrong until the time is credited.
            if !self.0.tables.is_time_reliable() {
                continue;
            }
            log_failure(self.deliver_due().await, "cannot read the outbox");
        }
    }

    async fn deliver_due(&self) -> Result<(), StoreError> {
        let Inner { node, store, .. } = &*self.0;
        let due = store
            .claim_notifications(*node, now(), now() + CLAIM_LIFETIME_MS, CLAIM_BATCH_SIZE)
            .await?;
        let one = |row: OutboxRow| async move {
            let span = trace::delivery(&row.kind, row.tries);
            let delivered = self.deliver(row).instrument(span).await;
            log_failure(delivered, "cannot deliver a notification");
        };
        stream::iter(due).for_each_concurrent(MAX_CONCURRENT_DELIVERIES, one).await;
        Ok(())
    }

    /// Delivers one row, and deletes or postpones it.
    async fn deliver(&self, mut row: OutboxRow) -> Result<(), StoreError> {
        let Inner { node, store, .. } = &*self.0;
        let max_delay_ms =
            row.content.as_ref().map_or(Some(MAX_NEWS_DELAY_MS), OutboxContent::max_delay_ms);
        if max_delay_ms.is_some_and(|max| now() - row.due > max) {
            give_up(&row, "stale");
            return store.settle_notification(*node, &row).await;
        }
        let Some(content) = row.content.clone() else {
            // A node of that version can take it when this claim lapses.
            tracing::warn!(kind = row.kind, "another version wrote a notification");
            return Ok(());
        };
        let account = store.account(row.account).await?;
        let account = account.filter(|found| found.closed.is_none() && found.disabled.is_none());
        let Some(account) = account else {
            return store.settle_notification(*node, &row).await;
        };
        let delivered = match content {
            OutboxContent::Notification(notification) => {
                match self.decide(&notification, &row).await? {
                    None => DeliveryOutcome::Done,
                    Some(DeliveryDecision::Postpone(due)) => {
                        row.due = due;
                        return store.postpone_notification(*node, &row).await;
                    }
                    Some(DeliveryDecision::Deliver(wording)) => {
                        self.notify(&mut row, &notification, &account, &wording).await?
                    }
                }
            }
            OutboxContent::Confirm => self.send_link(LinkPurpose::Confirm, &account).await?,
            OutboxContent::Reset => self.send_link(LinkPurpose::Reset, &account).await?,
            OutboxContent::Welcome => self.send_link(LinkPurpose::Welcome, &account).await?,
            OutboxContent::Digest => self.send_digest(&account).await?,
        };
        match delivered {
            DeliveryOutcome::Done => store.settle_notification(*node, &row).await,
            DeliveryOutcome::Failed(_) if row.tries + 1 >= MAX_DELIVERY_ATTEMPTS => {
                give_up(&row, "tries");
                store.settle_notification(*node, &row).await
            }
            DeliveryOutcome::Failed(asked) => {
                row.due = now() + retry_delay(row.tries, asked, secret::number());
                row.tries += 1;
                store.postpone_notification(*node, &row).await
            }
        }
    }

    /// Notifies an account on all channels that it has enabled and that have not succeeded yet.
    async fn notify(
        &self,
        row: &mut OutboxRow,
        notification: &Notification,
        account: &Account,
        wording: &Wording,
    ) -> Result<DeliveryOutcome, StoreError> {
        let store = &self.0.store;
        let kind = notification.kind();
        let settings = store.notification_settings(account.id).await?;
        let mut all = DeliveryOutcome::Done;
        if let Some(pusher) = self.0.pusher.as_ref().filter(|_| settings.push.contains(&kind)) {
            let devices = store.devices_of(account.id).await?;
            let devices = devices.into_iter().filter(|device| !row.told.contains(&device.id));
            let sent = stream::iter(devices).map(|device| async move {
                let texts = texts::texts([account.language.as_deref(), device.language.as_deref()]);
                let payload = NotificationPayload::new(texts, notification, wording);
                let delivered = self.push(pusher, &device, notification, &payload).await?;
                Ok::<_, StoreError>((device.id, delivered))
            });
            let sent: Vec<_> = sent.buffer_unordered(MAX_CONCURRENT_DELIVERIES).collect().await;
            for one in sent {
                match one? {
                    (device, DeliveryOutcome::Done) => row.told.push(device),
                    (_, failed @ DeliveryOutcome::Failed(_)) => all = all.and(failed),
                }
            }
        }
        let by_mail =
            settings.mail.contains(&kind) && !row.told.iter().any(|to| to == MAIL_DESTINATION);
        if let Some(mailer) = self.0.mailer.as_ref().filter(|_| by_mail)
            && let Some(to) = store.mail_address(account.id).await?
            && to.confirmed.is_some()
        {
            let texts = texts::texts([account.language.as_deref(), to.language.as_deref()]);
            let payload = NotificationPayload::new(texts, notification, wording);
            let mail = self.notification_mail(mailer, texts, (account, &to), &payload).await?;
            match self.mail(mailer, &mail).await {
                DeliveryOutcome::Done => row.told.push(MAIL_DESTINATION.into()),
                failed @ DeliveryOutcome::Failed(_) => all = all.and(failed),
            }
        }
        Ok(all)
    }

    async fn push(
        &self,
        pusher: &Pusher,
        device: &StoredDevice,
        notification: &Notification,
        payload: &NotificationPayload,
    ) -> Result<DeliveryOutcome, StoreError> {
        let store = &self.0.store;
        let text =
            serde_json::to_string(payload).map_err(|why| StoreError::Corrupt(why.to_string()))?;
        let message = PushMessage {
            text: &text,
            topic: notification.kind().name(),
            urgent: notification.is_urgent(),
        };
        let pushed = pusher.send(store, device, message).await?;
        let result = match &pushed {
            PushOutcome::Accepted => "accepted",
            PushOutcome::Gone => "gone",
            PushOutcome::Refused(_) => "refused",
            PushOutcome::Later(_) => "later",
        };
        count_by_label("bosworth_pushes_total", result);
        match pushed {
            PushOutcome::Accepted => store.device_accepted(&device.id, now()).await?,
            PushOutcome::Gone => {
                store.remove_device(device.account, &device.id).await?;
            }
            PushOutcome::Refused(why) => {
                tracing::warn!(device = device.id, %why, "cannot notify a device");
                store.device_refused(&device.id).await?;
            }
            PushOutcome::Later(asked) => return Ok(DeliveryOutcome::Failed(asked)),
        }
        Ok(DeliveryOutcome::Done)
    }

    async fn mail(&self, mailer: &Mailer, mail: &Mail) -> DeliveryOutcome {
        let mailed = mailer.send(mail).await;
        let result = match &mailed {
            MailOutcome::Accepted => "accepted",
            MailOutcome::Refused(_) => "refused",
            MailOutcome::Later(_) => "later",
        };
        count_by_label("bosworth_mails_total", result);
        match mailed {
            MailOutcome::Accepted => DeliveryOutcome::Done,
            MailOutcome::Refused(why) => {
                tracing::warn!(%why, "a mail was refused");
                DeliveryOutcome::Done
            }
            MailOutcome::Later(why) => {
                tracing::warn!(%why, "cannot send a mail yet");
                DeliveryOutcome::Failed(None)
            }
        }
    }

    async fn send_link(
        &self,
        purpose: LinkPurpose,
        account: &Account,
    ) -> Result<DeliveryOutcome, StoreError> {
        let Some((mailer, to)) = self.mailer_and_address(account).await? else {
            return Ok(DeliveryOutcome::Done);
        };
        Ok(match self.link_mail(mailer, purpose, account, &to).await? {
            Some(mail) => self.mail(mailer, &mail).await,
            None => DeliveryOutcome::Done,
        })
    }

    async fn send_digest(&self, account: &Account) -> Result<DeliveryOutcome, StoreError> {
        let Some((mailer, to)) = self.mailer_and_address(account).await? else {
            return Ok(DeliveryOutcome::Done);
        };
        Ok(match self.digest_mail(mailer, account, &to).await? {
            Some(mail) => self.mail(mailer, &mail).await,
            None => DeliveryOutcome::Done,
        })
    }

    async fn mailer_and_address(
        &self,
        account: &Account,
    ) -> Result<Option<(&Mailer, MailAddress)>, StoreError> {
        let Some(mailer) = &self.0.mailer else { return Ok(None) };
        Ok(self.0.store.mail_address(account.id).await?.map(|to| (mailer, to)))
    }
}

fn give_up(row: &OutboxRow, why: &'static str) {
    count_by_label("bosworth_notifications_given_up_total", why);
    tracing::warn!(kind = row.kind, tries = row.tries, why, "giving up on a notification");
}

fn log_failure(done: Result<(), StoreError>, what: &str) {
    if let Err(why) = done {
        tracing::warn!(%why, "{what}");
    }
}
