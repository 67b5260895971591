//! API tokens, limited to certain scopes.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use bosworth_protocol::{Scope, TokenView};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::secret;
use crate::limits::MAX_TOKENS;
use crate::store::{StoreError, Token};

/// The prefix of every token, so that secret scanners can recognise one.
const TOKEN_PREFIX: &str = "bos_";

/// How often the last use of a token is stored, in milliseconds.
const LAST_USE_INTERVAL_MS: i64 = 3_600_000;

/// Creates a token, unless the account is at its limit. Only the returned view ever contains the
/// token itself.
pub async fn create(
    app: &App,
    account: AccountId,
    name: &str,
    scopes: &[Scope],
) -> Result<Option<TokenView>, StoreError> {
    let (token, view) = generate(account, name, scopes, app.now());
    let made = app.store.create_token(&token, MAX_TOKENS).await?;
    Ok(made.then_some(view))
}

/// Generates a token. It is not stored yet; the view contains its key.
pub fn generate(account: AccountId, name: &str, scopes: &[Scope], now: i64) -> (Token, TokenView) {
    let key = format!("{TOKEN_PREFIX}{}", secret::key());
    let token = Token {
        id: secret::label(),
        hash: secret::hash(&key),
        account,
        name: name.into(),
        scopes: scopes_text(scopes),
        created: now,
        seen: None,
    };
    let view = TokenView { token: Some(key), ..view(&token) };
    (token, view)
}

/// Stores the last use of a token, unless that was done recently.
pub async fn record_use(app: &App, token: &Token) -> Result<(), StoreError> {
    let now = app.now();
    if token.seen.is_some_and(|seen| now - seen < LAST_USE_INTERVAL_MS) {
        return Ok(());
    }
    app.store.touch_token(&token.hash, now).await
}

/// A token as its owner sees it later, without its key.
pub fn view(token: &Token) -> TokenView {
    TokenView {
        id: token.id.clone(),
        name: token.name.clone(),
        scopes: scopes(token),
        created: token.created,
        seen: token.seen,
        token: None,
    }
}

/// The scopes of a token.
pub fn scopes(token: &Token) -> Vec<Scope> {
    let all = [Scope::Play, Scope::Read, Scope::Admin];
    let named = |scope: &Scope| token.scopes.split(' ').any(|word| word == name(*scope));
    all.into_iter().filter(named).collect()
}

/// The hash of a request's bearer token; none without an `Authorization` header. For any other
/// scheme, a hash that matches no token.
pub fn hash(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(AUTHORIZATION)?.to_str().unwrap_or_default();
    let (scheme, token) = text.split_once(' ').unwrap_or_default();
    let token = token.trim();
    let good = scheme.eq_ignore_ascii_case("bearer")
        && token.strip_prefix(TOKEN_PREFIX).is_some_and(secret::is_key);
    Some(if good { secret::hash(token) } else { String::new() })
}

fn name(scope: Scope) -> &'static str {
    match scope {
        Scope::Play => "play",
        Scope::Read => "read",
        Scope::Admin => "admin",
    }
}

fn scopes_text(scopes: &[Scope]) -> String {
    scopes.iter().map(|&scope| name(scope)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(text: &str) -> HeaderMap {
        [(AUTHORIZATION, text.parse().expect("a value"))].into_iter().collect()
    }

    #[test]
    fn only_well_formed_tokens_are_looked_up() {
        let token = format!("bos_{}", "0a".repeat(32));
        let expected = Some(secret::hash(&token));
        assert_eq!(hash(&headers(&format!("Bearer {token}"))), expected);
        assert_eq!(hash(&headers(&format!("bearer  {token} "))), expected);
        for other in ["Bearer", "Bearer x", "Basic YTpi", &token, "Bearer bos_", ""] {
            assert_eq!(hash(&headers(other)).as_deref(), Some(""), "{other}");
        }
        assert_eq!(hash(&HeaderMap::new()), None);
    }

    #[test]
    fn scopes_survive_a_round_trip() {
        let token = |scopes: &[Scope]| Token {
            id: String::new(),
            hash: String::new(),
            account: AccountId(1),
            name: String::new(),
            scopes: scopes_text(scopes),
            created: 0,
            seen: None,
        };
        for list in [&[][..], &[Scope::Play], &[Scope::Read], &[Scope::Play, Scope::Admin]] {
            assert_eq!(scopes(&token(list)), list);
        }
    }
}
