//! Login with another service (OpenID Connect): the authorization code flow with PKCE.
//!
//! [`LoginProvider::begin`] makes the URL to which the browser is sent, [`LoginProvider::finish`]
//! exchanges the code with which it comes back for an [`Identity`]. Nothing is stored in between:
//! `state`, `nonce` and the PKCE verifier are derived from a random key in a cookie, so only the
//! browser that began a login can finish it.

mod id_token;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use reqwest::Client;
use reqwest::redirect::Policy;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use url::Url;

use crate::auth::secret;
use crate::config::Config;

use self::id_token::{Expected, KeySet};

/// Timeouts of a request to the provider, and of connecting.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest answer that is read.
const MAX_ANSWER_BYTES: usize = 256 * 1024;
/// How long the provider's own description is used, and its keys at least.
const METADATA_LIFETIME: Duration = Duration::from_secs(60 * 60);
const MIN_KEYS_LIFETIME: Duration = Duration::from_secs(60);

/// Why the configuration of the provider is invalid.
#[derive(Debug)]
pub struct InvalidLoginProvider(&'static str);

impl fmt::Display for InvalidLoginProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for InvalidLoginProvider {}

/// Why a login with the provider failed, for the log.
#[derive(Debug)]
pub enum LoginProviderError {
    /// The provider cannot be reached or refuses, or its answer is malformed.
    Exchange(String),
    /// The identity token is not valid.
    Token(&'static str),
}

impl fmt::Display for LoginProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exchange(why) => f.write_str(why),
            Self::Token(why) => write!(f, "invalid identity token: {why}"),
        }
    }
}

impl std::error::Error for LoginProviderError {}

/// Somebody at a provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The provider's permanent id of the person.
    pub subject: String,
    /// Names, the most suitable first.
    pub names: Vec<String>,
    /// The mail address, if the provider has verified it.
    pub verified_mail: Option<String>,
}

/// The provider that people can log in with. Clones are cheap.
#[derive(Clone, Debug)]
pub struct LoginProvider(Arc<Inner>);

struct Inner {
    issuer: String,
    /// The host of the issuer, for people.
    host: String,
    client_id: String,
    client_secret: Option<String>,
    /// Where the provider sends the browser back to.
    redirect: String,
    http: Client,
    metadata: Mutex<Option<(Instant, Arc<ProviderMetadata>)>>,
    keys: Mutex<Option<(Instant, Arc<KeySet>)>>,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoginProvider").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// What a provider says about itself (OpenID Connect Discovery).
#[derive(Debug, Deserialize)]
struct ProviderMetadata {
    issuer: String,
    #[serde(deserialize_with = "safe_url")]
    authorization_endpoint: Url,
    #[serde(deserialize_with = "safe_url")]
    token_endpoint: Url,
    #[serde(deserialize_with = "safe_url")]
    jwks_uri: Url,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

/// The values of one login, derived from its key.
struct LoginSecrets {
    state: String,
    nonce: String,
    verifier: String,
}

impl LoginSecrets {
    fn of(key: &str) -> Self {
        let derived = |purpose: &str| secret::hash(&format!("{purpose} {key}"));
        Self { state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier") }
    }
}

/// Whether this is the `state` of the login with a key.
pub fn is_state(key: &str, given: &str) -> bool {
    // Hashed, so that the duration of the comparison reveals nothing about the expected value.
    secret::hash(&LoginSecrets::of(key).state) == secret::hash(given)
}

impl LoginProvider {
    /// None without an issuer. With one, a client id and a public URL are required as well.
    pub fn new(config: &Config) -> Result<Option<Self>, InvalidLoginProvider> {
        let Some(issuer) = config.oidc_issuer.clone() else { return Ok(None) };
        let url = Url::parse(&issuer).ok().filter(is_safe);
        let invalid = InvalidLoginProvider(
            "oidc-issuer must be https://…, as the provider writes it in its own description",
        );
        let host = url.as_ref().and_then(Url::host_str).ok_or(invalid)?.to_owned();
        let client_id = config.oidc_client_id.clone().ok_or(InvalidLoginProvider(
            "login with a provider needs the id that it knows this server by: set oidc-client-id",
        ))?;
        let public = config.public_url.as_deref().and_then(|url| Url::parse(url).ok());
        let public = public.filter(|url| ["https", "http"].contains(&url.scheme()));
        let public = public.ok_or(InvalidLoginProvider(
            "login with a provider needs the address it sends people back to: set public-url to \
             https://…",
        ))?;
        let redirect = format!("{}/{CALLBACK_PATH}", public.as_str().trim_end_matches('/'));
        let http = Client::builder()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|_| InvalidLoginProvider("the system provides no TLS"))?;
        let client_secret = config.oidc_secret.clone();
        let (metadata, keys) = (Mutex::default(), Mutex::default());
        Ok(Some(Self(Arc::new(Inner {
            issuer,
            host,
            client_id,
            client_secret,
            redirect,
            http,
            metadata,
            keys,
        }))))
    }

    /// The host of the issuer, by which people know it.
    pub fn host(&self) -> &str {
        &self.0.host
    }

    /// The URL at the provider where the login with this key takes place.
    pub async fn begin(&self, key: &str) -> Result<String, LoginProviderError> {
        let metadata = self.metadata().await?;
        let secrets = LoginSecrets::of(key);
        let challenge = BASE64.encode(Sha256::digest(secrets.verifier.as_bytes()));
        let mut url = metadata.authorization_endpoint.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.0.client_id)
            .append_pair("redirect_uri", &self.0.redirect)
            .append_pair("scope", "openid profile email")
            .append_pair("state", &secrets.state)
            .append_pair("nonce", &secrets.nonce)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Exchanges the code of the login with this key for the identity. `issuer` is what the
    /// provider says to be in the query, if it does (RFC 9207).
    pub async fn finish(
        &self,
        key: &str,
        code: &str,
        issuer: Option<&str>,
    ) -> Result<Identity, LoginProviderError> {
        if issuer.is_some_and(|issuer| issuer != self.0.issuer) {
            return Err(LoginProviderError::Token("it is from another issuer"));
        }
        let metadata = self.metadata().await?;
        let secrets = LoginSecrets::of(key);
        let token = self.token(&metadata, code, &secrets.verifier).await?;
        let expected = Expected {
            issuer: &self.0.issuer,
            client_id: &self.0.client_id,
            nonce: &secrets.nonce,
        };
        let keys = self.keys(&metadata, METADATA_LIFETIME).await?;
        let keys = if keys.has_key_of(&token) {
            keys
        } else {
            // The provider has new keys.
            self.keys(&metadata, MIN_KEYS_LIFETIME).await?
        };
        id_token::verify(&token, &keys, &expected).map_err(LoginProviderError::Token)
    }

    /// The identity token for a code.
    async fn token(
        &self,
        metadata: &ProviderMetadata,
        code: &str,
        verifier: &str,
    ) -> Result<String, LoginProviderError> {
        #[derive(Deserialize)]
        struct TokenAnswer {
            id_token: String,
        }

        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.0.redirect),
            ("code_verifier", verifier),
        ];
        let mut request = self.0.http.post(metadata.token_endpoint.clone());
        let methods = metadata.token_endpoint_auth_methods_supported.as_deref();
        let has = |name: &str| methods.is_some_and(|methods| methods.iter().any(|it| it == name));
        match &self.0.client_secret {
            // The default, unless the provider knows only the other one.
            Some(secret) if methods.is_none() || has("client_secret_basic") => {
                request = request.basic_auth(encoded(&self.0.client_id), Some(encoded(secret)));
            }
            Some(secret) => {
                form.extend([("client_id", &*self.0.client_id), ("client_secret", secret)]);
            }
            None => form.push(("client_id", &self.0.client_id)),
        }
        let body: String =
            url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let kind = "application/x-www-form-urlencoded";
        let request = request.header(reqwest::header::CONTENT_TYPE, kind).body(body);
        let answer: TokenAnswer = read(request, "the token").await?;
        Ok(answer.id_token)
    }

    async fn metadata(&self) -> Result<Arc<ProviderMetadata>, LoginProviderError> {
        let mut known = self.0.metadata.lock().await;
        if let Some((since, metadata)) = &*known
            && since.elapsed() < METADATA_LIFETIME
        {
            return Ok(metadata.clone());
        }
        let base = self.0.issuer.trim_end_matches('/');
        let url = format!("{base}/.well-known/openid-configuration");
        let metadata: ProviderMetadata = read(self.0.http.get(url), "the description").await?;
        if metadata.issuer != self.0.issuer {
            let why = "the provider's description names another issuer";
            return Err(LoginProviderError::Exchange(why.into()));
        }
        let metadata = Arc::new(metadata);
        *known = Some((Instant::now(), metadata.clone()));
        Ok(metadata)
    }

    /// The provider's keys, not older than this.
    async fn keys(
        &self,
        metadata: &ProviderMetadata,
        lifetime: Duration,
    ) -> Result<Arc<KeySet>, LoginProviderError> {
        let mut known = self.0.keys.lock().await;
        if let Some((since, keys)) = &*known
            && since.elapsed() < lifetime
        {
            return Ok(keys.clone());
        }
        let keys: KeySet = read(self.0.http.get(metadata.jwks_uri.clone()), "the keys").await?;
        let keys = Arc::new(keys);
        *known = Some((Instant::now(), keys.clone()));
        Ok(keys)
    }
}

/// The path to which the provider sends browsers back.
const CALLBACK_PATH: &str = "api/login/provider/callback";

/// Whether secrets can be sent to a URL: by TLS, or to this machine.
fn is_safe(url: &Url) -> bool {
    let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    url.has_host() && (url.scheme() == "https" || (url.scheme() == "http" && is_here))
}

fn safe_url<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Url, D::Error> {
    let text = String::deserialize(deserializer)?;
    let url = Url::parse(&text).ok().filter(is_safe);
    url.ok_or_else(|| serde::de::Error::custom(format!("{text} is not https://…")))
}

/// A part of the credentials of HTTP, encoded as OAuth demands (RFC 6749, 2.3.1).
fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Sends a request and reads a JSON answer of bounded length.
async fn read<T: DeserializeOwned>(
    request: reqwest::RequestBuilder,
    what: &str,
) -> Result<T, LoginProviderError> {
    // Errors of the library name the URL, which contains no secret here.
    let failed = |why: String| {
        LoginProviderError::Exchange(format!("cannot get {what} from the provider: {why}"))
    };
    let mut answer = request.send().await.map_err(|why| failed(why.to_string()))?;
    let status = answer.status();
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|why| failed(why.to_string()))? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_ANSWER_BYTES {
            return Err(failed("its answer is too long".into()));
        }
    }
    if !status.is_success() {
        return Err(failed(format!("it answers {status}")));
    }
    serde_json::from_slice(&body).map_err(|why| failed(why.to_string()))
}
