//! The texts of notifications.

use bosworth_protocol::{NotificationKind, PlayerView};
use bosworth_texts::{MessageArgument, Texts};
use serde::Serialize;

use super::delivery_decision::NotificationContent;
use super::texts;
use crate::store::Notification;

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
    pub(super) fn new(
        texts: &Texts,
        told: &Notification,
        kind: NotificationKind,
        content: &NotificationContent,
    ) -> Self {
        let say = |id: &str, opponent: &PlayerView, left: Option<i64>| {
            let name = texts::player(texts, opponent);
            let time = left.map(|left| texts::time(texts, left)).unwrap_or_default();
            texts.format(id, &[("opponent", name.into()), ("time", time.into())])
        };
        let both = |title: &str, body: &str, opponent: &PlayerView, left: Option<i64>| {
            (say(title, opponent, left), say(body, opponent, left))
        };
        let (title, body) = match content {
            NotificationContent::Turn(by, None) => both("turn-title", "turn-body", by, None),
            NotificationContent::Turn(by, left) => both("turn-title", "turn-body-left", by, *left),
            NotificationContent::Challenge(by) => {
                both("challenge-title", "challenge-body", by, None)
            }
            NotificationContent::Taken(by) => both("taken-title", "taken-body", by, None),
            NotificationContent::Time(by, left) => both("time-title", "time-body", by, Some(*left)),
            NotificationContent::Over(by, Some(true)) => both("won-title", "over-body", by, None),
            NotificationContent::Over(by, Some(false)) => both("lost-title", "over-body", by, None),
            NotificationContent::Over(by, None) => both("drawn-title", "over-body", by, None),
            NotificationContent::Aborted(by) => both("aborted-title", "over-body", by, None),
            NotificationContent::Round(event) => {
                let gap = [("event", MessageArgument::from(event.as_str()))];
                (texts.format("round-title", &gap), texts.format("round-body", &gap))
            }
            NotificationContent::Team(by, event) => {
                let name = texts::player(texts, by);
                let gaps =
                    [("opponent", name.into()), ("event", MessageArgument::from(event.as_str()))];
                (texts.format("team-title", &gaps), texts.format("team-body", &gaps))
            }
        };
        let page = match (kind, content) {
            (NotificationKind::Round, _) | (_, NotificationContent::Team(..)) => "event",
            (NotificationKind::Challenge, _) => "seek",
            _ => "game",
        };
        let subject = told.subject.split('/').next().unwrap_or_default();
        let (tag, url) = (told.subject.clone(), format!("#/{page}/{subject}"));
        Self { kind: kind.name(), title, body, tag, url }
    }
}
