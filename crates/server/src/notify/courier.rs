//! The worker that empties the outbox. Every node has one.

use std::time::Duration;

use bosworth_protocol::NotificationKind;
use futures_util::StreamExt;
use futures_util::stream;
use tokio::time::sleep;
use tracing::Instrument;

use super::backoff::{MAX_DELIVERY_ATTEMPTS, retry_delay};
use super::letter::Words;
use super::mail::{Mail, Mailed, Mailer};
use super::occasion::{Occasion, Verdict};
use super::push::{Message, Pushed, Pusher};
use super::words;
use super::{Inner, Notifier};
use crate::clock::now;
use crate::people::secret;
use crate::store::{Account, Errand, Notification, StoreError, StoredDevice};
use crate::trace;

/// Poll interval of the outbox.
const OUTBOX_POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How often digests are looked for, in polls.
const POLLS_PER_DIGEST_CHECK: u32 = 20;
/// Rows that are claimed at a time, and how many are delivered concurrently.
const CLAIM_BATCH_SIZE: i64 = 32;
const MAX_CONCURRENT_DELIVERIES: usize = 8;
/// How long a claim lasts, in milliseconds: longer than all attempts of a batch together.
const CLAIM_LIFETIME_MS: i64 = 3 * 60 * 1_000;
/// What could not be delivered this long after it was due is not news any more.
const MAX_DELIVERY_AGE_MS: i64 = 12 * 60 * 60 * 1_000;
/// Where mails go, in the list of those who were told.
const MAIL_DESTINATION: &str = "mail";

/// What became of one delivery.
enum Delivered {
    /// It is done with, one way or another.
    Done,
    /// It is tried again, after as many milliseconds as asked for.
    Failed(Option<i64>),
}

impl Delivered {
    /// Both: tried again if one has failed, when the more patient one says.
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
    /// Delivers what is due. Never ends.
    pub(crate) async fn run(&self) {
        if self.0.pusher.is_none() && self.0.mailer.is_none() {
            return;
        }
        let mut polls = 0_u32;
        loop {
            sleep(OUTBOX_POLL_INTERVAL).await;
            if self.0.mailer.is_some() && polls.is_multiple_of(POLLS_PER_DIGEST_CHECK) {
                let begun = self.0.store.begin_digests(now(), CLAIM_BATCH_SIZE).await;
                complain(begun, "digests cannot be ordered");
            }
            polls = polls.wrapping_add(1);
            complain(self.deliver_due().await, "the outbox cannot be read");
        }
    }

    async fn deliver_due(&self) -> Result<(), StoreError> {
        let Inner { node, store, .. } = &*self.0;
        let due = store
            .claim_notifications(*node, now(), now() + CLAIM_LIFETIME_MS, CLAIM_BATCH_SIZE)
            .await?;
        let one = |told: Notification| async move {
            let span = trace::delivery(told.errand.name(), told.tries);
            let delivered = self.deliver(told).instrument(span).await;
            complain(delivered, "a notification was not delivered");
        };
        stream::iter(due).for_each_concurrent(MAX_CONCURRENT_DELIVERIES, one).await;
        Ok(())
    }

    /// Delivers one row, and deletes it or gives it back.
    async fn deliver(&self, mut told: Notification) -> Result<(), StoreError> {
        let Inner { node, store, .. } = &*self.0;
        if now() - told.due > MAX_DELIVERY_AGE_MS {
            give_up(&told, "stale");
            return store.settle_notification(*node, &told).await;
        }
        let account = store.account(told.account).await?;
        let account = account.filter(|found| found.closed.is_none() && found.disabled.is_none());
        let Some(account) = account else {
            return store.settle_notification(*node, &told).await;
        };
        let delivered = match told.errand {
            Errand::Tell(kind) => match self.judge(&told, kind).await? {
                Verdict::Drop => Delivered::Done,
                Verdict::Later(due) => {
                    told.due = due;
                    return store.postpone_notification(*node, &told).await;
                }
                Verdict::Tell(occasion) => self.tell(&mut told, kind, &account, &occasion).await?,
            },
            errand => self.run_errand(errand, &account).await?,
        };
        match delivered {
            Delivered::Done => store.settle_notification(*node, &told).await,
            Delivered::Failed(_) if told.tries + 1 >= MAX_DELIVERY_ATTEMPTS => {
                give_up(&told, "tries");
                store.settle_notification(*node, &told).await
            }
            Delivered::Failed(asked) => {
                told.due = now() + retry_delay(told.tries, asked, secret::number());
                told.tries += 1;
                store.postpone_notification(*node, &told).await
            }
        }
    }

    /// Tells an account, on all ways that it wants and that have not worked yet.
    async fn tell(
        &self,
        told: &mut Notification,
        kind: NotificationKind,
        account: &Account,
        occasion: &Occasion,
    ) -> Result<Delivered, StoreError> {
        let store = &self.0.store;
        let settings = store.notification_settings(account.id).await?;
        let mut all = Delivered::Done;
        if let Some(pusher) = self.0.pusher.as_ref().filter(|_| settings.push.contains(&kind)) {
            let devices = store.devices_of(account.id).await?;
            let devices = devices.into_iter().filter(|device| !told.told.contains(&device.id));
            let row = &*told;
            let sent = stream::iter(devices).map(|device| async move {
                let texts = words::texts([account.language.as_deref(), device.language.as_deref()]);
                let words = Words::new(texts, row, kind, occasion);
                let delivered = self.push(pusher, &device, kind, &words).await?;
                Ok::<_, StoreError>((device.id, delivered))
            });
            let sent: Vec<_> = sent.buffer_unordered(MAX_CONCURRENT_DELIVERIES).collect().await;
            for one in sent {
                match one? {
                    (device, Delivered::Done) => told.told.push(device),
                    (_, failed @ Delivered::Failed(_)) => all = all.and(failed),
                }
            }
        }
        let by_mail =
            settings.mail.contains(&kind) && !told.told.iter().any(|to| to == MAIL_DESTINATION);
        if let Some(mailer) = self.0.mailer.as_ref().filter(|_| by_mail)
            && let Some(to) = store.mail_address(account.id).await?
            && to.confirmed.is_some()
        {
            let texts = words::texts([account.language.as_deref(), to.language.as_deref()]);
            let words = Words::new(texts, told, kind, occasion);
            let mail = self.letter(mailer, texts, (account, &to), &words).await?;
            match self.mail(mailer, &mail).await {
                Delivered::Done => told.told.push(MAIL_DESTINATION.into()),
                failed @ Delivered::Failed(_) => all = all.and(failed),
            }
        }
        Ok(all)
    }

    async fn push(
        &self,
        pusher: &Pusher,
        device: &StoredDevice,
        kind: NotificationKind,
        words: &Words,
    ) -> Result<Delivered, StoreError> {
        let store = &self.0.store;
        let text =
            serde_json::to_string(words).map_err(|why| StoreError::Corrupt(why.to_string()))?;
        let urgent = kind == NotificationKind::Time;
        let message = Message { text: &text, topic: kind.name(), urgent };
        let pushed = pusher.send(store, device, message).await?;
        let result = match &pushed {
            Pushed::Accepted => "accepted",
            Pushed::Gone => "gone",
            Pushed::Refused(_) => "refused",
            Pushed::Later(_) => "later",
        };
        metrics::counter!("bosworth_pushes_total", "result" => result).increment(1);
        match pushed {
            Pushed::Accepted => store.device_accepted(&device.id, now()).await?,
            Pushed::Gone => {
                store.remove_device(device.account, &device.id).await?;
            }
            Pushed::Refused(why) => {
                tracing::warn!(device = device.id, %why, "a device cannot be told");
                store.device_refused(&device.id).await?;
            }
            Pushed::Later(asked) => return Ok(Delivered::Failed(asked)),
        }
        Ok(Delivered::Done)
    }

    async fn mail(&self, mailer: &Mailer, mail: &Mail) -> Delivered {
        let mailed = mailer.send(mail).await;
        let result = match &mailed {
            Mailed::Accepted => "accepted",
            Mailed::Refused(_) => "refused",
            Mailed::Later(_) => "later",
        };
        metrics::counter!("bosworth_mails_total", "result" => result).increment(1);
        match mailed {
            Mailed::Accepted => Delivered::Done,
            Mailed::Refused(why) => {
                tracing::warn!(%why, "a mail was refused");
                Delivered::Done
            }
            Mailed::Later(why) => {
                tracing::warn!(%why, "a mail cannot be sent now");
                Delivered::Failed(None)
            }
        }
    }

    async fn run_errand(&self, errand: Errand, account: &Account) -> Result<Delivered, StoreError> {
        let Some(mailer) = &self.0.mailer else { return Ok(Delivered::Done) };
        let Some(to) = self.0.store.mail_address(account.id).await? else {
            return Ok(Delivered::Done);
        };
        Ok(match self.errand(mailer, errand, account, &to).await? {
            Some(mail) => self.mail(mailer, &mail).await,
            None => Delivered::Done,
        })
    }
}

fn give_up(told: &Notification, why: &'static str) {
    metrics::counter!("bosworth_notifications_given_up_total", "why" => why).increment(1);
    tracing::warn!(
        kind = told.errand.name(),
        tries = told.tries,
        why,
        "a notification is given up"
    );
}

fn complain(done: Result<(), StoreError>, what: &str) {
    if let Err(why) = done {
        tracing::warn!(%why, "{what}");
    }
}
