//! What is written to whom, in words.

use bosworth_protocol::{NotificationKind, PlayerView};
use bosworth_texts::{MessageArgument, Texts};
use serde::Serialize;

use super::Notifier;
use super::mail::{Mail, Mailer};
use super::occasion::Occasion;
use super::words;
use crate::clock::now;
use crate::people::secret;
use crate::store::{Account, Errand, LinkPurpose, MailAddress, Notification, StoreError};
use crate::tables::TableError;

/// How long links are good for, in milliseconds.
const CONFIRM: i64 = 2 * 24 * 60 * 60 * 1_000;
const RESET: i64 = 60 * 60 * 1_000;

/// A notification in words: the payload of a push message, and the core of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Words {
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) body: String,
    /// Notifications with the same tag replace each other: one for each game.
    pub(super) tag: String,
    /// The page that a click opens.
    pub(super) url: String,
}

impl Words {
    pub(super) fn new(
        texts: &Texts,
        told: &Notification,
        kind: NotificationKind,
        occasion: &Occasion,
    ) -> Self {
        let say = |id: &str, opponent: &PlayerView, left: Option<i64>| {
            let name = words::player(texts, opponent);
            let time = left.map(|left| words::time(texts, left)).unwrap_or_default();
            texts.format(id, &[("opponent", name.into()), ("time", time.into())])
        };
        let both = |title: &str, body: &str, opponent: &PlayerView, left: Option<i64>| {
            (say(title, opponent, left), say(body, opponent, left))
        };
        let (title, body) = match occasion {
            Occasion::Turn(by, None) => both("turn-title", "turn-body", by, None),
            Occasion::Turn(by, left) => both("turn-title", "turn-body-left", by, *left),
            Occasion::Challenge(by) => both("challenge-title", "challenge-body", by, None),
            Occasion::Taken(by) => both("taken-title", "taken-body", by, None),
            Occasion::Time(by, left) => both("time-title", "time-body", by, Some(*left)),
            Occasion::Over(by, Some(true)) => both("won-title", "over-body", by, None),
            Occasion::Over(by, Some(false)) => both("lost-title", "over-body", by, None),
            Occasion::Over(by, None) => both("drawn-title", "over-body", by, None),
            Occasion::Aborted(by) => both("aborted-title", "over-body", by, None),
            Occasion::Round(event) => {
                let gap = [("event", MessageArgument::from(event.as_str()))];
                (texts.format("round-title", &gap), texts.format("round-body", &gap))
            }
            Occasion::Team(by, event) => {
                let name = words::player(texts, by);
                let gaps =
                    [("opponent", name.into()), ("event", MessageArgument::from(event.as_str()))];
                (texts.format("team-title", &gaps), texts.format("team-body", &gaps))
            }
        };
        let page = match (kind, occasion) {
            (NotificationKind::Round, _) | (_, Occasion::Team(..)) => "event",
            (NotificationKind::Challenge, _) => "seek",
            _ => "game",
        };
        let subject = told.subject.split('/').next().unwrap_or_default();
        let (tag, url) = (told.subject.clone(), format!("#/{page}/{subject}"));
        Self { kind: kind.name(), title, body, tag, url }
    }
}

impl Notifier {
    /// The mail of a notification.
    pub(super) async fn letter(
        &self,
        mailer: &Mailer,
        texts: &Texts,
        (account, to): (&Account, &MailAddress),
        words: &Words,
    ) -> Result<Mail, StoreError> {
        let text = format!("{}\n\n{}", words.body, mailer.link(&words.url));
        self.with_footer(mailer, texts, (account, to), words.title.clone(), &text).await
    }

    /// A mail that its reader can end.
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

    /// The mail of an errand; none if there is nothing to say any more.
    pub(super) async fn errand(
        &self,
        mailer: &Mailer,
        errand: Errand,
        account: &Account,
        to: &MailAddress,
    ) -> Result<Option<Mail>, StoreError> {
        let texts = words::texts([account.language.as_deref(), to.language.as_deref()]);
        let (purpose, word, page, valid) = match errand {
            Errand::Confirm if to.confirmed.is_none() => {
                (LinkPurpose::Confirm, "confirm", "mail/confirm", CONFIRM)
            }
            Errand::Reset if to.confirmed.is_some() => {
                (LinkPurpose::Reset, "reset", "password", RESET)
            }
            Errand::Digest if to.confirmed.is_some() => {
                return self.digest(mailer, texts, account, to).await;
            }
            _ => return Ok(None),
        };
        // Made now, so that the outbox never holds it; a retry makes another one.
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

    async fn digest(
        &self,
        mailer: &Mailer,
        texts: &Texts,
        account: &Account,
        to: &MailAddress,
    ) -> Result<Option<Mail>, StoreError> {
        if !self.0.store.notification_settings(account.id).await?.digest {
            return Ok(None);
        }
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
            let opponent = words::player(texts, &waiting.opponent);
            let left = waiting.left.map(|left| words::time(texts, left));
            let id = if left.is_some() { "digest-line-left" } else { "digest-line" };
            let gaps = [("opponent", opponent.into()), ("time", left.unwrap_or_default().into())];
            let link = mailer.link(&format!("#/game/{}", waiting.game));
            text += &format!("\n\n{}\n{link}", texts.format(id, &gaps));
        }
        let subject = texts.count("digest-subject", waiting.count as u32);
        self.with_footer(mailer, texts, (account, to), subject, &text).await.map(Some)
    }
}
