//! What the caller has done while training, for all devices.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_practice::{Progress, ProgressDocument};
use bosworth_protocol::{AccountKind, Scope};

use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey};
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::limits::MAX_TRAINING_PART_BYTES;
use crate::store::TrainingOutcome;

const PATH: &str = "/api/me/training";
/// By how much the clock of a device may be fast, in milliseconds.
const MAX_FAST_MS: i64 = 86_400_000;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get(PATH, show).put_up_to(PATH, MAX_TRAINING_PART_BYTES, merge)
}

async fn show(State(app): State<App>, caller: Caller) -> Result<Json<ProgressDocument>, Failure> {
    caller.require_scope(Scope::Read)?;
    let progress = app.store.training(caller.account.id).await?;
    Ok(Json((&progress).into()))
}

/// Merges; a device keeps what the server has not got.
async fn merge(
    State(app): State<App>,
    caller: Caller,
    JsonBody(document): JsonBody<ProgressDocument>,
) -> Result<StatusCode, Failure> {
    caller.require_scope(Scope::Play)?;
    if caller.account.kind != AccountKind::Person {
        return Err(Failure::forbidden("only registered people can store training progress"));
    }
    let account = caller.account.id;
    app.limit(Quota::Training, RateLimitKey::Account(account))?;
    let part = Progress::try_from(document).map_err(|why| Failure::bad_request(why.to_string()))?;
    if part.latest().is_some_and(|latest| latest > app.now() + MAX_FAST_MS) {
        return Err(Failure::bad_request("an answer is in the future; check the device's clock"));
    }
    let known = |puzzle| app.puzzles().place(puzzle).is_some();
    match app.store.merge_training(account, &part, known, app.now()).await? {
        TrainingOutcome::Merged => Ok(StatusCode::NO_CONTENT),
        TrainingOutcome::TooLong => {
            Err(Failure::conflict("your training progress would be longer than 4 MiB"))
        }
    }
}
