//! Composes mails: notifications, links, and the digest.

use bosworth_texts::Texts;

use super::Notifier;
use super::mailer::{Mail, Mailer};
use super::payload::NotificationPayload;
use super::texts;
use crate::auth::secret;
use crate::service_time::now;
use crate::store::{Account, LinkPurpose, MailAddress, StoreError};
use crate::tables::TableError;

/// How long links are valid, in milliseconds.
const CONFIRM_LINK_LIFETIME_MS: i64 = 2 * 24 * 60 * 60 * 1_000;
const RESET_LINK_LIFETIME_MS: i64 = 60 * 60 * 1_000;
const WELCOME_LINK_LIFETIME_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

impl Notifier {
    /// Composes the mail of a notification.
    pub(super) async fn notification_mail(
        &self,
        mailer: &Mailer,
        texts: &Texts,
        (account, to): (&Account, &MailAddress),
        payload: &NotificationPayload,
    ) -> Result<Mail, StoreError> {
        let text = format!("{}\n\n{}", payload.body, mailer.link(&payload.url));
        self.with_footer(mailer, texts, (account, to), payload.title.clone(), &text).await
    }

    /// Composes a mail with a link to unsubscribe.
    async fn with_footer(
        &self,
        mailer: &Mailer,
        texts: &Texts,
        (account, to): (&Account, &MailAddress),
        subject: String,
        text: &str,
    ) -> Result<Mail, StoreError> {
        let token = self.unsubscribe_token(account.id, &to.address).await?;
        let site = mailer.link("");
        let hello = texts.format("mail-hello", &[("name", account.name.as_str().into())]);
        let footer = texts.format("mail-footer", &[("site", site.as_str().into())]);
        let end = mailer.link(&format!("#/mail/unsubscribe/{token}"));
        Ok(Mail {
            to: to.address.clone(),
            subject,
            body: format!("{hello}\n\n{text}\n\n-- \n{footer}\n{end}\n"),
            unsubscribe: Some(format!("api/mail/unsubscribe/{token}")),
        })
    }

    /// Composes a mail with a link, or `None` if it is no longer needed.
    pub(super) async fn link_mail(
        &self,
        mailer: &Mailer,
        purpose: LinkPurpose,
        account: &Account,
        to: &MailAddress,
    ) -> Result<Option<Mail>, StoreError> {
        let texts = texts::texts([account.language.as_deref(), to.language.as_deref()]);
        let (word, page, valid, is_needed) = match purpose {
            LinkPurpose::Confirm => {
                ("confirm", "mail/confirm", CONFIRM_LINK_LIFETIME_MS, to.confirmed.is_none())
            }
            LinkPurpose::Reset => {
                ("reset", "password", RESET_LINK_LIFETIME_MS, to.confirmed.is_some())
            }
            LinkPurpose::Welcome => {
                ("welcome", "password", WELCOME_LINK_LIFETIME_MS, to.confirmed.is_none())
            }
        };
        if !is_needed {
            return Ok(None);
        }
        // Generated only now, so that the outbox never contains it; a retry generates another one.
        let key = secret::key();
        let hash = secret::hash(&key);
        self.0.store.put_link(account.id, purpose, &hash, &to.address, now() + valid).await?;
        let link = mailer.link(&format!("#/{page}/{key}"));
        let site = mailer.link("");
        let say = |id: &str| {
            let gaps = [("name", account.name.as_str().into()), ("site", site.as_str().into())];
            texts.format(id, &gaps)
        };
        let [hello, body, otherwise] =
            ["mail-hello".into(), format!("{word}-body"), format!("{word}-otherwise")]
                .map(|id: String| say(&id));
        Ok(Some(Mail {
            to: to.address.clone(),
            subject: say(&format!("{word}-subject")),
            body: format!("{hello}\n\n{body}\n\n{link}\n\n{otherwise}\n"),
            unsubscribe: None,
        }))
    }

    /// Composes the list of waiting games; none if there are none or it was turned off.
    pub(super) async fn digest_mail(
        &self,
        mailer: &Mailer,
        account: &Account,
        to: &MailAddress,
    ) -> Result<Option<Mail>, StoreError> {
        if to.confirmed.is_none() || !self.0.store.notification_settings(account.id).await?.digest {
            return Ok(None);
        }
        let texts = texts::texts([account.language.as_deref(), to.language.as_deref()]);
        let waiting = match self.0.tables.waiting_for(account.id).await {
            Ok(waiting) => waiting,
            Err(TableError::Store(why)) => return Err(why),
            Err(_) => return Ok(None),
        };
        if waiting.games.is_empty() {
            return Ok(None);
        }
        let mut text = texts.get("digest-body");
        for waiting in &waiting.games {
            let opponent = texts::player(texts, &waiting.opponent);
            let left = waiting.left.map(|left| texts::time(texts, left));
            let id = if left.is_some() { "digest-line-left" } else { "digest-line" };
            let gaps = [("opponent", opponent.into()), ("time", left.unwrap_or_default().into())];
            let link = mailer.link(&format!("#/game/{}", waiting.game));
            text += &format!("\n\n{}\n{link}", texts.format(id, &gaps));
        }
        let subject = texts.count("digest-subject", waiting.count as u32);
        self.with_footer(mailer, texts, (account, to), subject, &text).await.map(Some)
    }
}
