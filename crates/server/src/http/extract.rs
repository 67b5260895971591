//! Extractors and conversions shared by all requests and answers.

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use bosworth_protocol::{Person, Preferences, RatingPoint, RatingView};
use bosworth_table::Speed;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::{Address, Caller, MaybeCaller};
use crate::http::listed_router::{Argument, SchemaOf};
use crate::http::problem::Failure;
use crate::limits::BODY_TIMEOUT;
use crate::rating;
use crate::store::{Account, HistoryPoint, Rating, StoreError};

/// Handlers use the state for the database, which can fail or be away.
impl Argument for State<App> {
    const FAILURES: &'static [u16] = &[500, 503];
}

/// A public request: its token may be unknown, and requests are limited.
impl Argument for MaybeCaller {
    const FAILURES: &'static [u16] = &[401, 403, 429];
}

/// A scope or a session is required; both are refused with the same status as another site's page.
impl Argument for Caller {
    const FAILURES: &'static [u16] = MaybeCaller::FAILURES;
}

/// The address is what requests without a caller are limited by.
impl Argument for Address {
    const FAILURES: &'static [u16] = &[429];
}

impl Argument for HeaderMap {}

/// The upgrade to a websocket.
#[derive(Debug)]
pub struct Upgrade(pub WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self(WebSocketUpgrade::from_request_parts(parts, state).await?))
    }
}

impl Argument for Upgrade {
    const FAILURES: &'static [u16] = &[400, 426];
}

/// A JSON body.
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let body = timeout(BODY_TIMEOUT, Json::from_request(request, state)).await;
        let Json(sent) = body.map_err(|_| Failure::body_timeout())??;
        Ok(Self(sent))
    }
}

impl<T: JsonSchema> Argument for JsonBody<T> {
    const FAILURES: &'static [u16] = &[400, 408, 413, 415];
    const BODY: Option<SchemaOf> = Some(SchemaGenerator::subschema_for::<T>);
}

/// The query of a URL.
#[derive(Clone, Copy, Debug)]
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Query(asked) = Query::from_request_parts(parts, state).await?;
        Ok(Self(asked))
    }
}

impl<T> Argument for QueryParams<T> {
    const FAILURES: &'static [u16] = &[400];
}

/// A path segment used as an id. A malformed one is a 404.
#[derive(Clone, Debug)]
pub struct PathSegment(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathSegment {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let part = Path::<String>::from_request_parts(parts, state).await;
        let part = part
            .ok()
            .map(|Path(part)| part)
            .filter(|part| !part.contains(|c: char| c.is_control() || c.is_whitespace()));
        part.map(Self).ok_or_else(|| Failure::not_found("not found"))
    }
}

impl Argument for PathSegment {
    const FAILURES: &'static [u16] = &[404];
}

impl From<&Account> for Person {
    fn from(account: &Account) -> Self {
        Self { id: account.id, name: account.name.clone(), kind: account.kind }
    }
}

impl From<&Account> for Preferences {
    fn from(account: &Account) -> Self {
        Self { chat: account.chat, language: account.language.clone() }
    }
}

impl From<&HistoryPoint> for RatingPoint {
    fn from(point: &HistoryPoint) -> Self {
        let HistoryPoint { at, game, rating, deviation } = *point;
        Self { game, at, rating, deviation }
    }
}

/// Returns a rating as shown to users.
pub fn rating_view(speed: Speed, rating: &Rating) -> RatingView {
    let Rating { rating, deviation, games, .. } = *rating;
    RatingView { speed, rating, deviation, games }
}

/// Returns the speed with this number in the database.
pub fn speed(number: i64) -> Result<Speed, StoreError> {
    rating::speed(number).ok_or_else(|| StoreError::Corrupt(format!("{number} is not a speed")))
}
