//! The leaderboard.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::{AccountKind, LeaderboardRow, Person};
use bosworth_table::Speed;

use crate::app::App;
use crate::auth::MaybeCaller;
use crate::http::extract::{PathSegment, rating_view};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::rating;

/// The maximum number of rows.
const LEADERBOARD_ROWS: u32 = 100;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/leaderboard/{speed}", leaderboard)
}

async fn leaderboard(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(speed): PathSegment,
) -> Result<Json<Vec<LeaderboardRow>>, Failure> {
    let unknown =
        || Failure::not_found("not a valid speed; use bullet, blitz, rapid, slow or days");
    let speed = Speed::from_name(&speed).ok_or_else(unknown)?;
    let leaders = app.store.leaderboard(rating::number(speed), LEADERBOARD_ROWS).await?;
    let line = |leader: crate::store::RankedAccount| {
        let kind = if leader.bot { AccountKind::Bot } else { AccountKind::Person };
        let person = Person { id: leader.account, name: leader.name, kind };
        LeaderboardRow { person, rating: rating_view(speed, &leader.rating) }
    };
    Ok(Json(leaders.into_iter().map(line).collect()))
}
