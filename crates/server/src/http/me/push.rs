//! The Web Push devices of an account.

use axum::Json;
use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use bosworth_protocol::{PushDevice, PushRequest, PushView};

use super::check_language;
use crate::app::App;
use crate::auth::{Caller, MaybeCaller, Quota, RateLimitKey, secret};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::limits::MAX_DEVICES;
use crate::notifications::{MAX_USER_AGENT_CHARS, are_push_keys};
use crate::store::StoredDevice;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/push", key)
        .get("/api/me/push", list)
        .post("/api/me/push", register)
        .delete("/api/me/push/{id}", remove)
}

fn view(device: StoredDevice) -> PushDevice {
    let StoredDevice { id, created, seen, agent, .. } = device;
    PushDevice { id, created, seen, agent }
}

async fn key(State(app): State<App>, _: MaybeCaller) -> Result<Json<PushView>, Failure> {
    Ok(Json(PushView { key: app.notifier.push_key().await? }))
}

async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<PushDevice>>, Failure> {
    caller.require_session()?;
    let devices = app.store.devices_of(caller.account.id).await?;
    Ok(Json(devices.into_iter().map(view).collect()))
}

/// Registers a device, or renews its registration.
async fn register(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    JsonBody(PushRequest { endpoint, keys, language }): JsonBody<PushRequest>,
) -> Result<(StatusCode, Json<PushDevice>), Failure> {
    caller.require_session()?;
    let account = caller.account.id;
    check_language(language.as_deref())?;
    match app.notifier.endpoint(&endpoint) {
        None => return Err(Failure::forbidden("push notifications are disabled on this server")),
        Some(Err(why)) => return Err(Failure::bad_request(why.to_string())),
        Some(Ok(_)) if !are_push_keys(&keys.p256dh, &keys.auth) => {
            return Err(Failure::bad_request("not valid keys of a push subscription"));
        }
        Some(Ok(_)) => {}
    }
    app.limit(Quota::Make, RateLimitKey::Account(account))?;
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let new = StoredDevice {
        id: secret::label(),
        account,
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
        language,
        agent: agent.chars().take(MAX_USER_AGENT_CHARS).collect(),
        created: app.now(),
        seen: None,
        failures: 0,
    };
    let full =
        || Failure::conflict(format!("the limit is {MAX_DEVICES} devices; remove one first"));
    let device = app.store.put_device(&new, MAX_DEVICES).await?.ok_or_else(full)?;
    Ok((StatusCode::CREATED, Json(view(device))))
}

async fn remove(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.require_session()?;
    if app.store.remove_device(caller.account.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::not_found("device not found; GET /api/me/push lists yours"))
}
