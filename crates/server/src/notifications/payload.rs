//! The texts of notifications.

use bosworth_texts::Texts;
use serde::Serialize;

use super::delivery_decision::Wording;
use super::notification::Notification;
use super::texts;

/// A notification as text: the payload of a push message, and the core of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct NotificationPayload {
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) body: String,
    /// Notifications with the same tag replace each other, so there is one per game.
    pub(super) tag: String,
    /// The page that a click on the notification opens.
    pub(super) url: String,
}

impl NotificationPayload {
    pub(super) fn new(texts: &Texts, notification: &Notification, wording: &Wording) -> Self {
        let opponent = wording.opponent.as_ref().map(|opponent| texts::player(texts, opponent));
        let time = wording.time.map(|time| texts::time(texts, time));
        let gaps = [("opponent", opponent), ("time", time), ("event", wording.event.clone())];
        let gaps: Vec<_> =
            gaps.into_iter().filter_map(|(gap, text)| Some((gap, text?.into()))).collect();
        Self {
            kind: notification.kind().name(),
            title: texts.format(wording.title, &gaps),
            body: texts.format(wording.body, &gaps),
            tag: notification.subject(),
            url: notification.page(),
        }
    }
}
