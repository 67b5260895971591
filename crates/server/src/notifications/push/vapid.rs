//! Identifies this server to push services: VAPID, RFC 8292.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::store::{Store, StoreError};

/// How long a signature is valid, in seconds: services accept up to a day.
const TOKEN_LIFETIME_SECONDS: i64 = 12 * 60 * 60;

/// The key pair of this service.
#[derive(Debug)]
pub(crate) struct Vapid {
    pair: EcdsaKeyPair,
    public: String,
    contact: String,
}

impl Vapid {
    /// Loads the stored key pair, or stores a new one.
    pub(super) async fn load(store: &Store, contact: &str) -> Result<Self, StoreError> {
        let unusable = |why: &str| StoreError::Corrupt(format!("the key for push {why}"));
        let random = SystemRandom::new();
        let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map_err(|_| unusable("cannot be generated"))?;
        let stored = store.service_key("vapid", &BASE64.encode(fresh)).await?;
        let stored = BASE64.decode(stored).map_err(|_| unusable("is not base64"))?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &stored, &random)
            .map_err(|_| unusable("is not a valid key"))?;
        let public = BASE64.encode(pair.public_key());
        Ok(Self { pair, public, contact: contact.to_owned() })
    }

    /// The public key, in base64url.
    pub(crate) fn public_key(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header for a push service; `now` is in milliseconds since 1970.
    pub(super) fn authorization(&self, origin: &str, now: i64) -> Option<String> {
        let header = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = json!({ "aud": origin, "exp": now / 1_000 + TOKEN_LIFETIME_SECONDS, "sub": self.contact });
        let signed_text = format!("{header}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed_text.as_bytes()).ok()?;
        Some(format!("vapid t={signed_text}.{}, k={}", BASE64.encode(signature), self.public))
    }
}
