//! A login with a provider that has begun in this browser: a signed cookie.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use bosworth_table::AccountId;
use ring::hmac;

use crate::app::App;
use crate::auth::{request_origin, secret};
use crate::store::StoreError;

const COOKIE_NAME: &str = "bosworth_login";

/// How long a login at the provider may take, in milliseconds.
const LIFETIME_MS: i64 = 10 * 60 * 1_000;

/// A login that has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingLogin {
    /// What everything else about it is derived from.
    pub key: String,
    /// The account to connect, whose password was given; none to log in.
    pub connects: Option<AccountId>,
}

impl PendingLogin {
    /// Begins a login.
    pub fn new(connects: Option<AccountId>) -> Self {
        Self { key: secret::key(), connects }
    }

    /// The cookie. It is signed: a forged one could connect somebody else's account with the
    /// forger's identity.
    pub async fn cookie(&self, app: &App, headers: &HeaderMap) -> Result<HeaderValue, StoreError> {
        let connects = self.connects.map_or_else(|| "-".into(), |id| format!("{:x}", id.0));
        let text = format!("{}.{:x}.{connects}", self.key, app.now() + LIFETIME_MS);
        let tag = hmac::sign(&signing_key(app).await?, text.as_bytes());
        let tag: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(header(&format!("{text}.{tag}"), LIFETIME_MS / 1_000, app, headers))
    }

    /// The login of a request's cookie, if it is valid.
    pub async fn of(app: &App, headers: &HeaderMap) -> Result<Option<Self>, StoreError> {
        let Some(cookie) = cookie(headers) else { return Ok(None) };
        let key = signing_key(app).await?;
        Ok(parse(cookie, &key, app.now()))
    }

    /// An expired cookie, which deletes it.
    pub fn no_cookie(app: &App, headers: &HeaderMap) -> HeaderValue {
        header("", 0, app, headers)
    }
}

async fn signing_key(app: &App) -> Result<hmac::Key, StoreError> {
    let key = app.store.service_key("login", &secret::key()).await?;
    Ok(hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes()))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|p| p.split_once('='));
    pairs.find(|(name, _)| name.trim() == COOKIE_NAME).map(|(_, value)| value.trim())
}

fn parse(cookie: &str, signing_key: &hmac::Key, now: i64) -> Option<PendingLogin> {
    let (text, tag) = cookie.rsplit_once('.')?;
    let tag: Option<Vec<u8>> = tag.as_bytes().chunks(2).map(hex_byte).collect();
    hmac::verify(signing_key, text.as_bytes(), &tag?).ok()?;
    let mut parts = text.split('.');
    let (key, expires, connects) = (parts.next()?, parts.next()?, parts.next()?);
    let is_valid = secret::is_key(key) && i64::from_str_radix(expires, 16).ok()? > now;
    let connects = match connects {
        "-" => None,
        id => Some(AccountId(i64::from_str_radix(id, 16).ok()?)),
    };
    is_valid.then(|| PendingLogin { key: key.into(), connects })
}

fn hex_byte(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// `SameSite=Lax`: the provider sends the browser back with a link.
fn header(value: &str, age: i64, app: &App, headers: &HeaderMap) -> HeaderValue {
    let is_secure = request_origin::is_secure(headers, &app.config);
    let secure = if is_secure { "; Secure" } else { "" };
    let text =
        format!("{COOKIE_NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("a cookie consists of plain characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_and_expired_cookies_are_refused() {
        let (own, other) = (hmac::Key::new(hmac::HMAC_SHA256, b"own"), b"other");
        let other = hmac::Key::new(hmac::HMAC_SHA256, other);
        let key = "0a".repeat(32);
        let signed = |text: &str, with: &hmac::Key| {
            let tag = hmac::sign(with, text.as_bytes());
            let tag: String = tag.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{text}.{tag}")
        };
        let text = format!("{key}.64.2a");
        let login = PendingLogin { key: key.clone(), connects: Some(AccountId(42)) };
        assert_eq!(parse(&signed(&text, &own), &own, 99), Some(login));
        assert_eq!(parse(&signed(&text, &own), &own, 100), None, "expired");
        assert_eq!(parse(&signed(&text, &other), &own, 99), None, "forged");
        let changed = signed(&text, &own).replace(".2a.", ".2b.");
        assert_eq!(parse(&changed, &own, 99), None, "changed");
        for bad in ["", ".", "a.b.c", &text, &signed("x.64.-", &own)] {
            assert_eq!(parse(bad, &own, 0), None, "{bad}");
        }
    }
}
