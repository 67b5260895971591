//! The caller's notification settings.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::NotificationSettings;

use crate::app::App;
use crate::auth::Caller;
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/me/notifications", show).put("/api/me/notifications", change)
}

async fn show(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<NotificationSettings>, Failure> {
    caller.require_session()?;
    Ok(Json(app.store.notification_settings(caller.account.id).await?))
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    JsonBody(settings): JsonBody<NotificationSettings>,
) -> Result<Json<NotificationSettings>, Failure> {
    caller.require_session()?;
    let id = caller.account.id;
    app.store.set_notifications(id, &settings, app.now()).await?;
    Ok(Json(app.store.notification_settings(id).await?))
}
