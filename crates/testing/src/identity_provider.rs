use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A person at an [`IdentityProvider`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityAtProvider {
    /// The permanent id.
    pub subject: String,
    /// The user name.
    pub name: String,
    /// The mail address, and whether it is verified.
    pub mail: Option<(String, bool)>,
}

/// A login that a browser was sent to.
struct StartedLogin {
    nonce: String,
    challenge: String,
    redirect: String,
    person: IdentityAtProvider,
}

struct State {
    origin: String,
    client: String,
    secret: String,
    key: EcdsaKeyPair,
    random: SystemRandom,
    logins: HashMap<String, StartedLogin>,
    next: u32,
    /// Claims that replace those of the next token.
    changes: Value,
}

/// A fake `OpenID` Connect provider, as strict as Keycloak about codes, PKCE and secrets.
pub struct IdentityProvider {
    origin: String,
    state: Arc<Mutex<State>>,
    serving: JoinHandle<()>,
}

impl IdentityProvider {
    /// Starts one on a free port, for one client with a secret.
    pub async fn start(client: &str, secret: &str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("a key");
        let state = Arc::new(Mutex::new(State {
            origin: origin.clone(),
            client: client.into(),
            secret: secret.into(),
            key,
            random,
            logins: HashMap::new(),
            next: 0,
            changes: json!({}),
        }));
        let shared = state.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = shared.clone();
                tokio::spawn(async move { converse(stream, &state).await });
            }
        });
        Self { origin, state, serving }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The issuer.
    pub fn issuer(&self) -> String {
        format!("{}/realms/club", self.origin)
    }

    /// Replaces claims of the tokens from now on, such as `{"aud": "other"}`.
    pub fn change_claims(&self, changes: Value) {
        self.state().changes = changes;
    }

    /// What happens when a person logs in on the page at `url`: returns the URL that their browser
    /// is sent back to.
    pub fn log_in(&self, url: &str, person: &IdentityAtProvider) -> String {
        let page = format!("{}/authorize?", self.issuer());
        let query = url.strip_prefix(&page).unwrap_or_else(|| panic!("{url} is not {page}"));
        let query = form(query);
        let mut state = self.state();
        assert_eq!(query["response_type"], "code");
        assert_eq!(query["client_id"], state.client);
        assert_eq!(query["code_challenge_method"], "S256");
        assert!(query["scope"].split(' ').any(|scope| scope == "openid"));
        state.next += 1;
        let code = format!("code-{}", state.next);
        let redirect = query["redirect_uri"].clone();
        let login = StartedLogin {
            nonce: query["nonce"].clone(),
            challenge: query["code_challenge"].clone(),
            redirect: redirect.clone(),
            person: person.clone(),
        };
        state.logins.insert(code.clone(), login);
        format!("{redirect}?state={}&code={code}", query["state"])
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn issuer(&self) -> String {
        format!("{}/realms/club", self.origin)
    }

    fn answer(&mut self, path: &str, authorization: &str, body: &str) -> Option<Value> {
        let issuer = self.issuer();
        match path.strip_prefix("/realms/club")? {
            "/.well-known/openid-configuration" => Some(json!({
                "issuer": issuer,
                "authorization_endpoint": format!("{issuer}/authorize"),
                "token_endpoint": format!("{issuer}/token"),
                "jwks_uri": format!("{issuer}/certs"),
                "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            })),
            "/certs" => {
                let point = self.key.public_key().as_ref();
                Some(json!({ "keys": [
                    { "kty": "RSA", "kid": "old", "use": "enc", "n": "AQAB", "e": "AQAB" },
                    { "kty": "EC", "kid": "one", "use": "sig", "crv": "P-256",
                      "x": BASE64.encode(&point[1..33]), "y": BASE64.encode(&point[33..]) },
                ] }))
            }
            "/token" => self.token(authorization, &form(body)),
            _ => None,
        }
    }

    fn token(&mut self, authorization: &str, form: &HashMap<String, String>) -> Option<Value> {
        let basic = base64::engine::general_purpose::STANDARD;
        let expected = basic.encode(format!("{}:{}", self.client, self.secret));
        // A code works once.
        let login = self.logins.remove(form.get("code")?)?;
        let verifier = digest(&SHA256, form.get("code_verifier")?.as_bytes());
        let is_good = authorization == format!("Basic {expected}")
            && form.get("grant_type")? == "authorization_code"
            && *form.get("redirect_uri")? == login.redirect
            && BASE64.encode(verifier) == login.challenge;
        let token = self.sign(&login);
        is_good.then(|| json!({ "access_token": "x", "token_type": "Bearer", "id_token": token }))
    }

    fn sign(&self, login: &StartedLogin) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let mut claims = json!({
            "iss": self.issuer(), "aud": self.client, "sub": login.person.subject,
            "iat": now, "exp": now + 60, "nonce": login.nonce,
            "preferred_username": login.person.name,
        });
        if let Some((mail, verified)) = &login.person.mail {
            claims["email"] = json!(mail);
            claims["email_verified"] = json!(verified);
        }
        for (name, value) in self.changes.as_object().into_iter().flatten() {
            claims[name] = value.clone();
        }
        let header = json!({ "alg": "ES256", "kid": "one", "typ": "JWT" });
        let [header, claims] = [header, claims].map(|part| BASE64.encode(part.to_string()));
        let message = format!("{header}.{claims}");
        let signature = self.key.sign(&self.random, message.as_bytes()).expect("a signature");
        format!("{message}.{}", BASE64.encode(signature))
    }
}

async fn converse(stream: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
        let path = line.split_whitespace().nth(1)?.to_owned();
        let (mut authorization, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.ok()?;
            let Some((name, value)) = line.trim().split_once(':') else { break };
            match name.to_lowercase().as_str() {
                "authorization" => value.trim().clone_into(&mut authorization),
                "content-length" => length = value.trim().parse().ok()?,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
        let body = String::from_utf8(body).ok()?;
        let answer = lock(state).answer(&path, &authorization, &body);
        let status = if answer.is_some() { "200 OK" } else { "400 Bad Request" };
        let body = answer.map_or_else(|| "{}".into(), |answer| answer.to_string());
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).await.ok()?;
    }
}

/// The fields of a form.
fn form(text: &str) -> HashMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decode(name), decode(value))).collect()
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next().unwrap_or(b'0'), rest.next().unwrap_or(b'0')];
                let digits = String::from_utf8_lossy(&digits).into_owned();
                u8::from_str_radix(&digits, 16).unwrap_or(b'?')
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
