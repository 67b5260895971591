//! Conditional actions in correspondence games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{ConditionalLines, ProblemKind, Scope};
use bosworth_table::{InvalidConditional, Refusal};

use crate::app::App;
use crate::http::answer::{Part, Sent};
use crate::http::games::parse;
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::people::{Caller, Quota, Who};
use crate::tables::NotPlanned;

const PATH: &str = "/api/games/{id}/conditional";

pub(super) fn routes() -> Routes {
    Routes::default().get(PATH, show).put(PATH, replace).delete(PATH, clear)
}

impl From<NotPlanned> for Failure {
    fn from(why: NotPlanned) -> Self {
        match why {
            NotPlanned::Refused(why @ Refusal::Spectator) => Self::forbidden(why.to_string()),
            NotPlanned::Refused(why) => Self::conflict(why.to_string()),
            NotPlanned::Live => {
                Self::conflict("conditional actions are for games by days and without a clock")
            }
            NotPlanned::Bad(why @ InvalidConditional::NotTheirTurn) => {
                Self::conflict(why.to_string())
            }
            NotPlanned::Bad(why) => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                ProblemKind::BadRequest,
                why.to_string(),
            ),
        }
    }
}

async fn show(
    State(app): State<App>,
    Part(id): Part,
    caller: Caller,
) -> Result<Json<ConditionalLines>, Failure> {
    caller.may(Scope::Play)?;
    Ok(Json(app.tables.conditional(parse(&id)?, caller.account.id).await??))
}

async fn replace(
    State(app): State<App>,
    Part(id): Part,
    caller: Caller,
    Sent(wanted): Sent<ConditionalLines>,
) -> Result<Json<ConditionalLines>, Failure> {
    caller.may(Scope::Play)?;
    let (game, account) = (parse(&id)?, caller.account.id);
    app.limit(Quota::Command, Who::Account(account))?;
    app.tables.set_conditional(game, account, &wanted).await??;
    Ok(Json(app.tables.conditional(game, account).await??))
}

async fn clear(
    State(app): State<App>,
    Part(id): Part,
    caller: Caller,
) -> Result<StatusCode, Failure> {
    caller.may(Scope::Play)?;
    app.tables.clear_conditional(parse(&id)?, caller.account.id).await??;
    Ok(StatusCode::NO_CONTENT)
}
