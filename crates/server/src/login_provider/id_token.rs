//! Identity tokens: signed JSON of the provider (JWT), checked as OpenID Connect Core 3.1.3.7 says.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RSA_PSS_2048_8192_SHA256,
    RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;

use super::Identity;

/// How far the clocks of provider and server may differ, in seconds.
const MAX_CLOCK_SKEW_S: i64 = 60;
/// The longest id of a person.
const MAX_SUBJECT_BYTES: usize = 255;

/// What a token must say.
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) client_id: &'a str,
    pub(super) nonce: &'a str,
}

/// The public keys of a provider (JWKS). Keys of other kinds are left alone.
#[derive(Debug, Deserialize)]
pub(super) struct KeySet {
    keys: Vec<PublicKey>,
}

#[derive(Debug, Deserialize)]
struct PublicKey {
    kty: String,
    #[serde(default)]
    kid: Option<String>,
    #[serde(default, rename = "use")]
    purpose: Option<String>,
    #[serde(default)]
    crv: Option<String>,
    #[serde(default)]
    n: Option<String>,
    #[serde(default)]
    e: Option<String>,
    #[serde(default)]
    x: Option<String>,
    #[serde(default)]
    y: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: Algorithm,
    #[serde(default)]
    kid: Option<String>,
}

/// The supported signatures. `none` and shared secrets are not among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
enum Algorithm {
    RS256,
    PS256,
    ES256,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    exp: i64,
    iat: i64,
    #[serde(default)]
    azp: Option<String>,
    #[serde(default)]
    nonce: Option<String>,
    #[serde(default)]
    preferred_username: Option<String>,
    #[serde(default)]
    nickname: Option<String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    email_verified: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl KeySet {
    /// Whether the key that a token names is there.
    pub(super) fn has_key_of(&self, token: &str) -> bool {
        header(token).is_ok_and(|header| self.candidates(&header).next().is_some())
    }

    /// The keys that a token may be signed with.
    fn candidates(&self, header: &Header) -> impl Iterator<Item = &PublicKey> {
        let kind = if header.alg == Algorithm::ES256 { "EC" } else { "RSA" };
        self.keys.iter().filter(move |key| {
            let is_named = header.kid.is_none() || header.kid == key.kid;
            is_named && key.kty == kind && key.purpose.as_deref().is_none_or(|it| it == "sig")
        })
    }
}

impl PublicKey {
    fn verifies(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> Option<bool> {
        let decoded = |text: &Option<String>| BASE64.decode(text.as_deref()?).ok();
        Some(match algorithm {
            Algorithm::ES256 => {
                let (x, y) = (decoded(&self.x)?, decoded(&self.y)?);
                if self.crv.as_deref() != Some("P-256") || x.len() != 32 || y.len() != 32 {
                    return None;
                }
                let point = [&[4], x.as_slice(), y.as_slice()].concat();
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(message, signature).is_ok()
            }
            Algorithm::RS256 | Algorithm::PS256 => {
                let (n, e) = (decoded(&self.n)?, decoded(&self.e)?);
                let parameters = match algorithm {
                    Algorithm::RS256 => &RSA_PKCS1_2048_8192_SHA256,
                    _ => &RSA_PSS_2048_8192_SHA256,
                };
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature).is_ok()
            }
        })
    }
}

fn header(token: &str) -> Result<Header, &'static str> {
    let part = token.split('.').next().unwrap_or_default();
    let text = BASE64.decode(part).map_err(|_| "its header is malformed")?;
    serde_json::from_slice(&text).map_err(|_| "its header or signature algorithm is not supported")
}

/// Checks a token, and returns whom it is about.
pub(super) fn verify(
    token: &str,
    keys: &KeySet,
    expected: &Expected<'_>,
) -> Result<Identity, &'static str> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64);
    verify_at(token, keys, expected, now)
}

fn verify_at(
    token: &str,
    keys: &KeySet,
    expected: &Expected<'_>,
    now: i64,
) -> Result<Identity, &'static str> {
    let header = header(token)?;
    let (message, signature) = token.rsplit_once('.').ok_or("it is malformed")?;
    let (_, claims) = message.split_once('.').ok_or("it is malformed")?;
    let signature = BASE64.decode(signature).map_err(|_| "its signature is malformed")?;
    let mut candidates = keys.candidates(&header);
    let is_signed = candidates
        .any(|key| key.verifies(header.alg, message.as_bytes(), &signature) == Some(true));
    if !is_signed {
        return Err("it is not signed by the provider");
    }
    let claims = BASE64.decode(claims).map_err(|_| "its claims are malformed")?;
    let claims: Claims = serde_json::from_slice(&claims).map_err(|_| "its claims are malformed")?;
    check(&claims, expected, now)?;
    let names = [claims.preferred_username, claims.nickname, claims.name];
    Ok(Identity {
        issuer: claims.iss,
        subject: claims.sub,
        names: names.into_iter().flatten().collect(),
        verified_mail: claims.email.filter(|_| claims.email_verified),
    })
}

fn check(claims: &Claims, expected: &Expected<'_>, now: i64) -> Result<(), &'static str> {
    if claims.iss != expected.issuer {
        return Err("it is from another issuer");
    }
    let audience = match &claims.aud {
        Audience::One(one) => std::slice::from_ref(one),
        Audience::Several(several) => several,
    };
    if !audience.iter().any(|it| it == expected.client_id) {
        return Err("it is for another client");
    }
    if claims.azp.as_deref().map_or(audience.len() > 1, |azp| azp != expected.client_id) {
        return Err("it was issued to another client");
    }
    if claims.exp + MAX_CLOCK_SKEW_S < now {
        return Err("it has expired");
    }
    if claims.iat - MAX_CLOCK_SKEW_S > now {
        return Err("it is from the future");
    }
    if claims.nonce.as_deref() != Some(expected.nonce) {
        return Err("it belongs to another login");
    }
    if claims.sub.is_empty() || claims.sub.len() > MAX_SUBJECT_BYTES {
        return Err("it has no valid subject");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with OpenSSL; the private key was thrown away.
    const MODULUS: &str = "lEgIXX97b6YJSY_mgufIOYBHU7b2kuhUYxajoqACMWX_Yuf7y5wwAQtnaYSaP_F0QjWAmenYg0fKyFX3y6Ykbiy_\
     nV5crMpPoJNG0fksRlfFZM6Up5oqWOjQ9rRn25SrCnM-EJbKwDB29w5vMzkc-StF0_B0_TgFTfSYtgpDV8OwraKj\
     yI7FrJfFpsj1-vErn5Dl_eUuf00oJbEZ5NoqOLy0Z1DjPKZYVFRNn_B9frLDKdksjwdgs9qUQu1iSBoUYCT501Pv\
     -tR9jETP46gntG8u26unLmmwlpInB-8J8ZIGf07ZBVGXbucAZK68Hrf-Oi11ULO4GJ8yPKrdfjA--w";
    const RS256: &str = "eyJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2kiLCJzdWIiOiIxIiwiYXVkIjoiYyI\
     sImV4cCI6MTAwLCJpYXQiOjEwLCJub25jZSI6Im4iLCJuYW1lIjoiQW5uZSJ9.aKHaF-WdLhp63l_jwsn0A22Nj3\
     q01r7NfWUlWer9Cy0ZNvZ8-phaTQMmHOEAYPZt3iUHbjIN_lIpEky8A41yrn76MV2AjghUbE6KHQZLu1icUUGa76\
     ybmzHcwGzYFFfYGbEstXEVLM1gN-3IagixoE31Chteh39G1DAE1nqlfmOP2WMcnioGVl-osRQVAYMfXQJxUiG3iI\
     NJut-W5Xl2qjOsReKZAAuVDAIsOQ6JIBoEGlE2sS3jJTbTSVKhJTrZNr5tBnVD4PkuYuD2XjPV0z2L7gBvAQSUmd\
     bzIP1N5FdLtLUJPIMcG9rln0i2BFskdz4xgbziu7_eujZLRw3vTA";
    const PS256: &str = "eyJhbGciOiJQUzI1NiIsImtpZCI6InJzYSJ9.eyJpc3MiOiJodHRwczovL2kiLCJzdWIiOiIxIiwiYXVkIjoiYyI\
     sImV4cCI6MTAwLCJpYXQiOjEwLCJub25jZSI6Im4iLCJuYW1lIjoiQW5uZSJ9.JsHL0ckXzLacRGWmDjmdXNfTi3\
     iCAeAbPjqdz9G8qvBQhO2rwV3qLqIwo2CdG0K1dg6GV7Ee3TbR0kBkbJe9mQd2euw_AnX6RkHNzDGmueTzYM0hFV\
     7kGwcx-R5Y0ddd9S-rNuUHTI6uaeUpNzJvHG84C-zSJU23BYfUGYQg9pyswvWW5Q62ESKfDULnxWHZuXoJ2YH_o3\
     oDuF3Yc2HnPI6kHcZvteoLuHszNh2xL3zDQleJNQjPwvignJFdL_GXYq7dV5bdaMFn95TKYFhmxr_EkI0myAKA0c\
     l9KdFB-nlyAXUMPayzYrbbYEN2ppwIBZGpNfM08Fpeh4sxy38Fbg";
    const EXPECTED: Expected<'static> =
        Expected { issuer: "https://i", client_id: "c", nonce: "n" };

    fn keys(kind: &str, purpose: &str) -> KeySet {
        let key = serde_json::json!({
            "kty": kind, "kid": "rsa", "use": purpose, "n": MODULUS, "e": "AQAB", "alg": "RS256",
        });
        serde_json::from_value(serde_json::json!({ "keys": [key] })).expect("keys")
    }

    #[test]
    fn rsa_signatures_are_verified() {
        let keys = keys("RSA", "sig");
        for token in [RS256, PS256] {
            let identity = verify_at(token, &keys, &EXPECTED, 50).expect("valid");
            assert_eq!((&*identity.subject, &*identity.names), ("1", &["Anne".to_owned()][..]));
            let (message, signature) = token.rsplit_once('.').expect("a signature");
            let (head, claims) = message.split_once('.').expect("claims");
            let text = BASE64.decode(claims).expect("base64");
            let text = String::from_utf8(text).expect("text").replace("Anne", "Bess");
            let changed = format!("{head}.{}.{signature}", BASE64.encode(text));
            let why = verify_at(&changed, &keys, &EXPECTED, 50).expect_err("changed");
            assert_eq!(why, "it is not signed by the provider");
        }
    }

    #[test]
    fn a_token_is_valid_for_its_time_only() {
        let keys = keys("RSA", "sig");
        assert!(verify_at(RS256, &keys, &EXPECTED, 160).is_ok(), "clocks differ a little");
        assert_eq!(verify_at(RS256, &keys, &EXPECTED, 161), Err("it has expired"));
        assert_eq!(verify_at(RS256, &keys, &EXPECTED, -51), Err("it is from the future"));
    }

    #[test]
    fn unsigned_tokens_and_other_algorithms_are_refused() {
        let claims = RS256.split('.').nth(1).expect("claims");
        for algorithm in ["none", "HS256", "RS512"] {
            let head = BASE64.encode(format!("{{\"alg\":\"{algorithm}\"}}"));
            for signature in ["", "AAAA"] {
                let token = format!("{head}.{claims}.{signature}");
                let why = verify_at(&token, &keys("RSA", "sig"), &EXPECTED, 50);
                let expected = Err("its header or signature algorithm is not supported");
                assert_eq!(why, expected, "{algorithm}");
            }
        }
        // A key of another kind or purpose proves nothing.
        let unsigned = Err("it is not signed by the provider");
        for (kind, purpose) in [("EC", "sig"), ("RSA", "enc"), ("oct", "sig")] {
            assert_eq!(verify_at(RS256, &keys(kind, purpose), &EXPECTED, 50), unsigned);
        }
        for token in ["", "a", "a.b", "a.b.c", "....", "e30.e30.e30"] {
            assert!(verify_at(token, &keys("RSA", "sig"), &EXPECTED, 50).is_err(), "{token}");
        }
    }
}
