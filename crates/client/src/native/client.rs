use std::time::Duration;

use bosworth_protocol::{
    Challenge, CommandAnswer, CommandRequest, ConditionalLines, Credentials, GameId, Me,
    OfferTerms, OpenGame, Problem, Seek, SeekAnswer, TableView, Waiting,
};
use reqwest::header::{AUTHORIZATION, COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{ClientError, Connection};

/// Connect timeout; responses may take three times as long.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// An HTTP client for the server's REST API, with its credentials.
#[derive(Clone, Debug)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    identity: Identity,
}

#[derive(Clone, Debug)]
enum Identity {
    Anonymous,
    Token(String),
    Cookie(String),
}

#[derive(Deserialize)]
struct Begun {
    game: GameId,
}

impl Client {
    /// An anonymous client for the server at this URL, such as `http://localhost:1485`.
    pub fn new(address: &str) -> Result<Self, ClientError> {
        let wrong = || ClientError::Address(address.into());
        let url = reqwest::Url::parse(address).map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(wrong());
        }
        let base = url.as_str().split(['#', '?']).next().unwrap_or_default();
        let base = base.trim_end_matches('/').to_owned();
        let http = reqwest::Client::builder()
            .user_agent(concat!("bosworth/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(3 * CONNECT_TIMEOUT)
            .build()?;
        Ok(Self { base, http, identity: Identity::Anonymous })
    }

    /// Authenticates with an API token.
    #[must_use]
    pub fn with_token(mut self, token: &str) -> Self {
        self.identity = Identity::Token(token.into());
        self
    }

    /// Authenticates with a session cookie.
    #[must_use]
    pub fn with_cookie(mut self, cookie: &str) -> Self {
        self.identity = Identity::Cookie(cookie.into());
        self
    }

    /// The session cookie, to be stored for later.
    pub fn cookie(&self) -> Option<&str> {
        match &self.identity {
            Identity::Cookie(cookie) => Some(cookie),
            Identity::Anonymous | Identity::Token(_) => None,
        }
    }

    /// The base URL of the server.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The authentication headers.
    pub(super) fn headers(&self) -> Vec<(&'static str, String)> {
        match &self.identity {
            Identity::Anonymous => Vec::new(),
            Identity::Token(token) => vec![(AUTHORIZATION.as_str(), format!("Bearer {token}"))],
            Identity::Cookie(cookie) => {
                vec![(COOKIE.as_str(), cookie.clone()), (ORIGIN.as_str(), self.origin())]
            }
        }
    }

    fn origin(&self) -> String {
        match reqwest::Url::parse(&self.base) {
            Ok(url) => url.origin().ascii_serialization(),
            Err(_) => self.base.clone(),
        }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        for (name, value) in self.headers() {
            request = request.header(name, value);
        }
        request
    }

    async fn send(request: RequestBuilder) -> Result<Response, ClientError> {
        let response = request.send().await?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let body = response.bytes().await?;
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => Err(ClientError::Problem(problem)),
            Err(_) => Err(ClientError::Nonsense(format!("it answers {status}"))),
        }
    }

    async fn read<T: DeserializeOwned>(response: Response) -> Result<T, ClientError> {
        let body = response.bytes().await?;
        Ok(serde_json::from_slice(&body)?)
    }

    /// Sends a GET request and parses the JSON response.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        Self::read(Self::send(self.request(Method::GET, path)).await?).await
    }

    /// Sends a GET request for plain text.
    pub async fn text(&self, path: &str) -> Result<String, ClientError> {
        Ok(Self::send(self.request(Method::GET, path)).await?.text().await?)
    }

    /// Sends a POST request with a JSON body and parses the JSON response.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        Self::read(Self::send(self.request(Method::POST, path).json(body)).await?).await
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str) -> Result<(), ClientError> {
        Self::send(self.request(Method::DELETE, path)).await.map(drop)
    }

    /// Sends a request that opens a session, and stores its cookie.
    async fn enter(&mut self, path: &str, body: &impl Serialize) -> Result<Me, ClientError> {
        let response =
            Self::send(self.request(Method::POST, path).header(ORIGIN, self.origin()).json(body))
                .await?;
        let cookie = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.identity = Identity::Cookie(cookie.into());
        }
        Self::read(response).await
    }

    /// Opens a guest session.
    pub async fn guest(&mut self) -> Result<Me, ClientError> {
        self.enter("/api/guest", &()).await
    }

    /// Logs in.
    pub async fn login(&mut self, credentials: &Credentials) -> Result<Me, ClientError> {
        self.enter("/api/login", credentials).await
    }

    /// Registers an account, or upgrades a guest.
    pub async fn register(&mut self, credentials: &Credentials) -> Result<Me, ClientError> {
        self.enter("/api/register", credentials).await
    }

    /// Ends the session.
    pub async fn logout(&mut self) -> Result<(), ClientError> {
        Self::send(self.request(Method::POST, "/api/logout").json(&())).await?;
        self.identity = Identity::Anonymous;
        Ok(())
    }

    /// The authenticated account.
    pub async fn me(&self) -> Result<Me, ClientError> {
        self.get("/api/me").await
    }

    /// The account's unfinished games.
    pub async fn games(&self) -> Result<Vec<OpenGame>, ClientError> {
        self.get("/api/me/games").await
    }

    /// What waits for the account.
    pub async fn waiting(&self) -> Result<Waiting, ClientError> {
        self.get("/api/me/waiting").await
    }

    /// The challenges to the account.
    pub async fn challenges(&self) -> Result<Vec<Seek>, ClientError> {
        self.get("/api/me/challenges").await
    }

    /// Open offers.
    pub async fn seeks(&self) -> Result<Vec<Seek>, ClientError> {
        self.get("/api/seeks").await
    }

    /// Offers a game.
    pub async fn offer(&self, challenge: &Challenge) -> Result<SeekAnswer, ClientError> {
        self.post("/api/seeks", challenge).await
    }

    /// Accepts an offer.
    pub async fn accept(&self, seek: &str) -> Result<GameId, ClientError> {
        Ok(self.post::<Begun>(&format!("/api/seeks/{seek}/accept"), &()).await?.game)
    }

    /// Withdraws an offer.
    pub async fn withdraw(&self, seek: &str) -> Result<(), ClientError> {
        self.delete(&format!("/api/seeks/{seek}")).await
    }

    /// Whether an offer is still open.
    pub async fn is_offer_open(&self, seek: &str) -> Result<bool, ClientError> {
        match self.get::<Seek>(&format!("/api/seeks/{seek}")).await {
            Ok(_) => Ok(true),
            Err(why) if why.is_transient() => Err(why),
            Err(_) => Ok(false),
        }
    }

    /// Starts a game against the computer.
    pub async fn computer(&self, level: u8, terms: &OfferTerms) -> Result<GameId, ClientError> {
        let body = serde_json::json!({ "level": level, "terms": terms });
        Ok(self.post::<Begun>("/api/computer", &body).await?.game)
    }

    /// A summary of a game.
    pub async fn look(&self, game: GameId) -> Result<TableView, ClientError> {
        self.get(&format!("/api/games/{game}")).await
    }

    /// The remaining conditional actions of the account in a game.
    pub async fn conditional(&self, game: GameId) -> Result<ConditionalLines, ClientError> {
        self.get(&format!("/api/games/{game}/conditional")).await
    }

    /// Replaces one's conditional actions in a game.
    pub async fn set_conditional(
        &self,
        game: GameId,
        wanted: &ConditionalLines,
    ) -> Result<ConditionalLines, ClientError> {
        let path = format!("/api/games/{game}/conditional");
        Self::read(Self::send(self.request(Method::PUT, &path).json(wanted)).await?).await
    }

    /// A game's record.
    pub async fn record(&self, game: GameId) -> Result<String, ClientError> {
        self.text(&format!("/api/games/{game}/record")).await
    }

    /// Sends a command over HTTP.
    pub async fn command(
        &self,
        game: GameId,
        request: &CommandRequest,
    ) -> Result<CommandAnswer, ClientError> {
        let path = format!("/api/games/{game}/command");
        let response = self.request(Method::POST, &path).json(request).send().await?;
        let status = response.status();
        let body = response.bytes().await?;
        // A refusal is an answer, whatever its status.
        if let Ok(answer) = serde_json::from_slice(&body) {
            return Ok(answer);
        }
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => Err(ClientError::Problem(problem)),
            Err(_) => Err(ClientError::Nonsense(format!("it answers {status}"))),
        }
    }

    /// Opens a websocket.
    pub async fn connect(&self) -> Result<Connection, ClientError> {
        Connection::open(self).await
    }
}
