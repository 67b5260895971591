//! A browser that subscribes to push messages, with keys by another implementation than the
//! server's.

use bosworth_server::Config;
use bosworth_testing::{PushService, PushedMessage, eventually};
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

use crate::http::http_fixture::TestVisitor;

/// The configuration of a server that pushes to this machine.
pub fn pushing() -> Config {
    Config {
        limits: false,
        push_contact: Some("mailto:host@example.org".into()),
        push_loopback: true,
        ..Config::default()
    }
}

pub struct Device {
    name: &'static str,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Device {
    pub fn new(name: &'static str, number: u8) -> Self {
        let secret = SecretKey::from_slice(&[number; 32]).expect("a key");
        Self { name, secret, auth: [number; 16] }
    }

    /// The subscription as its browser sends it.
    pub fn subscription(&self, service: &PushService) -> Value {
        let point = self.secret.public_key().to_encoded_point(false);
        let keys = json!({
            "p256dh": BASE64.encode(point.as_bytes()), "auth": BASE64.encode(self.auth),
        });
        json!({ "endpoint": service.endpoint(self.name), "keys": keys })
    }

    pub async fn subscribe(&self, service: &PushService, owner: &mut TestVisitor, language: &str) {
        let mut subscription = self.subscription(service);
        subscription["language"] = language.into();
        owner.post("/api/me/push", subscription).await.expect(201);
    }

    /// Decrypts a message, as the browser does.
    pub fn open(&self, message: &PushedMessage) -> Value {
        let opened = decrypt(message.body.clone(), &self.secret, &Auth::from(self.auth));
        serde_json::from_slice(&opened.expect("it is for this device")).expect("JSON")
    }

    /// Waits for the message with this number.
    pub async fn message(&self, service: &PushService, number: usize) -> (PushedMessage, Value) {
        let message =
            eventually("a message", async || service.received_by(self.name).get(number).cloned())
                .await;
        let opened = self.open(&message);
        (message, opened)
    }
}

/// Verifies the sender of a message, as push services do. Returns the signed claims.
pub fn verified(message: &PushedMessage, key: &str) -> Value {
    let header = &message.headers["authorization"];
    let (token, shown) =
        header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).expect("VAPID");
    assert_eq!(shown, key);
    let (signed, signature) = token.rsplit_once('.').expect("a signature");
    let key = BASE64.decode(key).expect("base64");
    let key = VerifyingKey::from_sec1_bytes(&key).expect("a key");
    let signature = BASE64.decode(signature).expect("base64");
    let signature = Signature::from_slice(&signature).expect("a signature");
    key.verify(signed.as_bytes(), &signature).expect("it is the server's");
    let (head, claims) = signed.split_once('.').expect("two parts");
    let read = |part| serde_json::from_slice(&BASE64.decode(part).expect("base64")).expect("JSON");
    let head: Value = read(head);
    assert_eq!(head["alg"], "ES256");
    read(claims)
}
