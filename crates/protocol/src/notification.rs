use serde::{Deserialize, Serialize};

/// What an account can be told about while it is away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotificationKind {
    /// It is the account's turn.
    Turn,
    /// Somebody challenges the account, or proposes a team for an event to it.
    Challenge,
    /// An offer was taken, a rematch included: a game has begun.
    Taken,
    /// A fifth of the time is left.
    Time,
    /// A game is over.
    Over,
    /// A round of an event begins.
    Round,
}

impl NotificationKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Turn, Self::Challenge, Self::Taken, Self::Time, Self::Over, Self::Round];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Challenge => "challenge",
            Self::Taken => "taken",
            Self::Time => "time",
            Self::Over => "over",
            Self::Round => "round",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What an account is told, and how. Whatever is not named stays switched off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotificationSettings {
    /// The kinds that devices are pushed.
    pub push: Vec<NotificationKind>,
    /// The kinds that come by mail.
    pub mail: Vec<NotificationKind>,
    /// Whether the games that wait come by mail once a day.
    pub digest: bool,
}

impl Default for NotificationSettings {
    /// Devices are told everything, for whoever registered one asked for it; mails are for what
    /// has to reach everybody.
    fn default() -> Self {
        use NotificationKind::{Challenge, Round, Taken, Time};
        Self {
            push: NotificationKind::ALL.into(),
            mail: vec![Challenge, Taken, Time, Round],
            digest: false,
        }
    }
}

/// Whether the server pushes, and what browsers need for a subscription.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushView {
    /// The server's public key (VAPID), in base64url; none if it does not push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A subscription as browsers give it (`PushSubscription.toJSON()`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushRequest {
    /// Where to send messages.
    pub endpoint: String,
    /// What to encrypt them with.
    pub keys: PushKeys,
    /// `en`, `de` or `fr`: the language of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// The keys of a subscription, in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushKeys {
    /// The device's public key.
    pub p256dh: String,
    /// The secret it shares with the server.
    pub auth: String,
}

/// A device that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PushDevice {
    /// Its id, for revoking it.
    pub id: String,
    /// When it was registered.
    pub created: i64,
    /// When a message was last accepted for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<i64>,
    /// The user agent that registered it.
    pub agent: String,
}

/// A mail address to use.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailRequest {
    /// The address.
    pub address: String,
    /// The password of the account: whoever reads its mails can choose another one.
    pub password: String,
    /// `en`, `de` or `fr`: the language of the mails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// The mail address of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MailView {
    /// Whether this server sends mails.
    pub available: bool,
    /// The address, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether the link that was sent there has been followed.
    pub confirmed: bool,
}

/// The secret of a link in a mail.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MailLink {
    pub secret: String,
}

/// Whose password was forgotten.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// A name or a mail address.
    pub who: String,
}

/// A new password, with the secret of the link that allows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordReset {
    pub secret: String,
    pub password: String,
}
