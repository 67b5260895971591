use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::limits::PASSWORD_CHARS;

macro_rules! notification_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)+) => {
        /// What an account can be notified of while it is away.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum NotificationKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)+
        }

        impl NotificationKind {
            /// All kinds.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$kind),+];

            /// The wire name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }
    };
}

notification_kinds! {
    /// It is the account's turn.
    Turn = "turn",
    /// Someone challenges the account, or proposes a tournament team to it.
    Challenge = "challenge",
    /// An offer or rematch was accepted, and a game has started.
    Taken = "taken",
    /// A fifth of the time is left.
    Time = "time",
    /// A game is over.
    Over = "over",
    /// A round of a tournament starts.
    Round = "round",
}

impl NotificationKind {
    /// The kind with a wire name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What an account is notified of, and how. Kinds that are not listed are off.
// Servers read and write kinds that they know. A cached page can be older than its server: it reads
// the names as strings, and sends those that it does not know back unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "NotificationSettings")
)]
#[serde(deny_unknown_fields)]
pub struct NotificationSettings<Kind = NotificationKind> {
    /// The kinds sent as push notifications.
    pub push: Vec<Kind>,
    /// The kinds sent by mail.
    pub mail: Vec<Kind>,
    /// Whether to mail a daily digest of games in which it is the account's turn.
    pub digest: bool,
}

impl Default for NotificationSettings {
    /// Everything is pushed, because registering a device is opting in; mail is limited to what
    /// must not be missed.
    fn default() -> Self {
        use NotificationKind::{Challenge, Round, Taken, Time};
        Self {
            push: NotificationKind::ALL.into(),
            mail: vec![Challenge, Taken, Time, Round],
            digest: false,
        }
    }
}

/// What browsers need for a push subscription.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushView {
    /// The server's public VAPID key, in base64url, as the `applicationServerKey` of
    /// subscriptions; missing if push notifications are disabled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A push subscription as created by browsers (`PushSubscription.toJSON()`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushRequest {
    /// The URL to send messages to.
    pub endpoint: String,
    /// The keys to encrypt them with.
    pub keys: PushKeys,
    /// `en`, `de` or `fr`: the language of the device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = crate::LANGUAGES)))]
    pub language: Option<String>,
}

/// The keys of a subscription, in base64url.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushKeys {
    /// The device's public key.
    pub p256dh: String,
    /// The secret it shares with the server.
    pub auth: String,
}

/// A device registered for push notifications.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushDevice {
    /// Its id, for revoking it.
    pub id: String,
    /// When it was registered, in milliseconds since 1970.
    pub created: i64,
    /// When a message was last accepted for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<i64>,
    /// The user agent that registered it.
    pub agent: String,
}

/// A request to set the mail address.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MailRequest {
    /// The address.
    #[cfg_attr(feature = "schema", schemars(length(max = crate::limits::MAX_MAIL_ADDRESS_BYTES)))]
    pub address: String,
    /// The account's password, required because the address can be used to reset it.
    pub password: String,
    /// `en`, `de` or `fr`: the language of the mails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(extend("enum" = crate::LANGUAGES)))]
    pub language: Option<String>,
}

/// The mail address of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MailView {
    /// Whether this server sends mail.
    pub available: bool,
    /// The address, if one is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Whether the address has been confirmed by its link.
    pub confirmed: bool,
}

/// The secret of a link in a mail.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MailLink {
    /// 64 hexadecimal digits.
    pub secret: String,
}

/// A request to reset a forgotten password.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    /// An account name or mail address.
    pub who: String,
}

/// A new password, with the secret of the link that permits it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PasswordReset {
    /// The secret of the link, 64 hexadecimal digits.
    pub secret: String,
    /// The new password, different from the name.
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = *PASSWORD_CHARS.start(), max = *PASSWORD_CHARS.end()))
    )]
    pub password: String,
}
