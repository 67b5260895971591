//! Login sessions of browsers.

use axum::http::header::{COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::{request_origin, secret};
use crate::store::{LoginSession, StoreError};

const COOKIE_NAME: &str = "bosworth";

/// How long a session is valid after its last use, in milliseconds.
const SESSION_LIFETIME_MS: i64 = 90 * 86_400_000;

/// How often the last use of a session is stored, in milliseconds.
const LAST_USE_INTERVAL_MS: i64 = 3_600_000;

/// The maximum length of a stored user agent.
const MAX_USER_AGENT_CHARS: usize = 200;

/// Opens a session, and returns its cookie.
pub async fn open(
    app: &App,
    account: AccountId,
    headers: &HeaderMap,
) -> Result<HeaderValue, StoreError> {
    let (key, now) = (secret::key(), app.now());
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let session = LoginSession {
        hash: secret::hash(&key),
        id: secret::label(),
        account,
        created: now,
        seen: now,
        expires: now + SESSION_LIFETIME_MS,
        agent: agent.chars().take(MAX_USER_AGENT_CHARS).collect(),
    };
    app.store.open_session(&session).await?;
    Ok(cookie(&key, request_origin::is_secure(headers, &app.config)))
}

/// Stores the last use of a session and extends it, unless that was done recently.
pub async fn record_use(app: &App, session: &LoginSession) -> Result<(), StoreError> {
    let now = app.now();
    if now - session.seen < LAST_USE_INTERVAL_MS {
        return Ok(());
    }
    app.store.touch_session(&session.hash, now, now + SESSION_LIFETIME_MS).await
}

/// The session key of a request. A malformed one counts as none.
pub fn key(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|p| p.split_once('='));
    let found = pairs.find(|(name, _)| name.trim() == COOKIE_NAME).map(|(_, value)| value.trim());
    found.filter(|key| secret::is_key(key))
}

/// The cookie for a key: `HttpOnly`, and `SameSite`.
pub fn cookie(key: &str, secure: bool) -> HeaderValue {
    header(key, SESSION_LIFETIME_MS / 1_000, secure)
}

/// An expired cookie, which deletes it.
pub fn no_cookie(secure: bool) -> HeaderValue {
    header("", 0, secure)
}

fn header(value: &str, age: i64, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text =
        format!("{COOKIE_NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("a cookie consists of plain characters")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cookies: &[&str], expected: Option<&str>) {
        let mut headers = HeaderMap::new();
        for cookie in cookies {
            headers.append(COOKIE, cookie.parse().expect("a header"));
        }
        assert_eq!(key(&headers), expected, "{cookies:?}");
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let key = "0a".repeat(32);
        let own = format!("bosworth={key}");
        check(&[&own], Some(&key));
        check(&[&format!("theme=dark; {own}; x=y")], Some(&key));
        check(&["theme=dark", &own], Some(&key));
        check(&[&format!("bosworth2={key}")], None);
        check(&["bosworth=short"], None);
        check(&["bosworth"], None);
        check(&[], None);
    }

    #[test]
    fn the_cookie_is_hidden_from_scripts_and_other_sites() {
        let text = cookie("k", true);
        let expected = "bosworth=k; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure";
        assert_eq!(text, expected);
        assert_eq!(no_cookie(false), "bosworth=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }
}
