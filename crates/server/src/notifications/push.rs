//! Web Push (RFC 8030): sends messages to browsers through their push services.

mod encryption;
mod endpoint;
mod vapid;

use std::time::{Duration, Instant};

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use tokio::sync::OnceCell;

use super::InvalidNotifierConfig;
use crate::config::Config;
use crate::prometheus::record_duration;
use crate::service_time::now;
use crate::store::{Store, StoreError, StoredDevice};

use self::encryption::{AUTH_SECRET_BYTES, PUBLIC_KEY_BYTES, encrypt};
use self::endpoint::PublicResolver;
pub use self::endpoint::{Endpoint, InvalidEndpoint};
use self::vapid::Vapid;

/// How long a push service keeps a message for an offline device, in seconds: half a day.
const MESSAGE_TTL_SECONDS: u32 = 12 * 60 * 60;
/// Timeouts of a request and of connecting.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Browsers send base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The outcome of sending a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PushOutcome {
    /// The push service accepted it.
    Accepted,
    /// The device is no longer subscribed.
    Gone,
    /// Refused permanently.
    Refused(String),
    /// Failed temporarily: retry, after at least the requested number of milliseconds.
    Later(Option<i64>),
}

/// A message for a device.
#[derive(Debug, Clone, Copy)]
pub(super) struct PushMessage<'a> {
    pub(super) text: &'a str,
    /// A queued message is replaced by a newer one with the same topic.
    pub(super) topic: &'a str,
    pub(super) urgent: bool,
}

/// Sends messages to push services.
#[derive(Debug)]
pub(super) struct Pusher {
    client: Client,
    contact: String,
    loopback: bool,
    vapid: OnceCell<Vapid>,
}

impl Pusher {
    /// None without a contact for push services.
    pub(super) fn new(config: &Config) -> Result<Option<Self>, InvalidNotifierConfig> {
        let Some(contact) = config.push_contact.clone() else { return Ok(None) };
        if !contact.starts_with("mailto:") && !contact.starts_with("https://") {
            let why = "the contact for push services must be mailto:… or https://…";
            return Err(InvalidNotifierConfig(why.into()));
        }
        let client = Client::builder()
            .dns_resolver(PublicResolver::shared())
            .no_proxy()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|why| InvalidNotifierConfig(format!("cannot set up push: {why}")))?;
        let (loopback, vapid) = (config.push_loopback, OnceCell::new());
        Ok(Some(Self { client, contact, loopback, vapid }))
    }

    /// The key pair of this service, loaded on first use.
    pub(super) async fn vapid(&self, store: &Store) -> Result<&Vapid, StoreError> {
        self.vapid.get_or_try_init(|| Vapid::load(store, &self.contact)).await
    }

    /// Validates an endpoint.
    pub(super) fn endpoint(&self, given: &str) -> Result<Endpoint, InvalidEndpoint> {
        Endpoint::parse(given, self.loopback)
    }

    /// Encrypts and sends a message. Only the status of the response is read.
    pub(super) async fn send(
        &self,
        store: &Store,
        device: &StoredDevice,
        message: PushMessage<'_>,
    ) -> Result<PushOutcome, StoreError> {
        let vapid = self.vapid(store).await?;
        let refused = |why: &str| Ok(PushOutcome::Refused(why.into()));
        let endpoint = match self.endpoint(&device.endpoint) {
            Ok(endpoint) => endpoint,
            Err(why) => return Ok(PushOutcome::Refused(why.to_string())),
        };
        let Some((point, auth)) = keys(&device.p256dh, &device.auth) else {
            return refused("the keys of the device are malformed");
        };
        let Ok(body) = encrypt(message.text.as_bytes(), &point, &auth) else {
            return refused("the message cannot be encrypted");
        };
        let Some(authorization) = vapid.authorization(&endpoint.origin(), now()) else {
            return refused("the message cannot be signed");
        };
        let request = self
            .client
            .post(endpoint.url())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", MESSAGE_TTL_SECONDS)
            .header("Topic", message.topic)
            .header("Urgency", if message.urgent { "high" } else { "normal" })
            .body(body);
        let begun = Instant::now();
        let answer = request.send().await;
        record_duration("bosworth_push_seconds", begun);
        Ok(match answer {
            Ok(answer) => outcome_of(&answer),
            Err(why) => {
                tracing::debug!(%why, "cannot reach a push service");
                PushOutcome::Later(None)
            }
        })
    }
}

fn outcome_of(answer: &Response) -> PushOutcome {
    match answer.status() {
        status if status.is_success() => PushOutcome::Accepted,
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            let seconds = asked.and_then(|seconds| seconds.trim().parse::<u32>().ok());
            PushOutcome::Later(seconds.map(|seconds| i64::from(seconds) * 1_000))
        }
        status => PushOutcome::Refused(format!("the push service responded with {status}")),
    }
}

/// Decodes the keys of a subscription: a point and a secret.
pub(crate) fn keys(
    p256dh: &str,
    auth: &str,
) -> Option<([u8; PUBLIC_KEY_BYTES], [u8; AUTH_SECRET_BYTES])> {
    let point = BASE64.decode(p256dh).ok()?.try_into().ok()?;
    let auth = BASE64.decode(auth).ok()?.try_into().ok()?;
    // Encrypting fails unless the point is on the curve.
    encrypt(b"", &point, &auth).ok()?;
    Some((point, auth))
}
