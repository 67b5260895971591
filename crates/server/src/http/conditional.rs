//! Conditional actions in correspondence games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{ConditionalLines, ProblemKind, Scope};
use bosworth_table::{InvalidConditional, Refusal};

use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::games::parse;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::tables::ConditionalRefusal;

const PATH: &str = "/api/games/{id}/conditional";

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get(PATH, show).put(PATH, replace).delete(PATH, clear)
}

impl From<ConditionalRefusal> for Failure {
    fn from(why: ConditionalRefusal) -> Self {
        match why {
            ConditionalRefusal::Refused(why @ Refusal::Spectator) => {
                Self::forbidden(why.to_string())
            }
            ConditionalRefusal::Refused(why) => Self::conflict(why.to_string()),
            ConditionalRefusal::Live => Self::conflict(
                "conditional actions need a correspondence game or a game without a clock",
            ),
            ConditionalRefusal::Bad(why @ InvalidConditional::NotTheirTurn) => {
                Self::conflict(why.to_string())
            }
            ConditionalRefusal::Bad(why) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemKind::BadRequest,
                why.to_string(),
            ),
        }
    }
}

async fn show(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    caller: Caller,
) -> Result<Json<ConditionalLines>, Failure> {
    caller.require_scope(Scope::Play)?;
    Ok(Json(app.tables.conditional(parse(&id)?, caller.account.id).await??))
}

async fn replace(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    caller: Caller,
    JsonBody(wanted): JsonBody<ConditionalLines>,
) -> Result<Json<ConditionalLines>, Failure> {
    caller.require_scope(Scope::Play)?;
    let (game, account) = (parse(&id)?, caller.account.id);
    app.limit(Quota::Command, RateLimitKey::Account(account))?;
    app.tables.set_conditional(game, account, &wanted).await??;
    Ok(Json(app.tables.conditional(game, account).await??))
}

async fn clear(
    State(app): State<App>,
    PathSegment(id): PathSegment,
    caller: Caller,
) -> Result<StatusCode, Failure> {
    caller.require_scope(Scope::Play)?;
    app.tables.clear_conditional(parse(&id)?, caller.account.id).await??;
    Ok(StatusCode::NO_CONTENT)
}
