//! The leaderboard.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::LeaderboardRow;
use bosworth_table::Speed;

use crate::app::App;
use crate::auth::MaybeCaller;
use crate::http::extract::{PathSegment, rating_view};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::rating;
use crate::store::{Account, Rating};

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
    let row = |(account, rating): &(Account, Rating)| LeaderboardRow {
        person: account.into(),
        rating: rating_view(speed, rating),
    };
    Ok(Json(leaders.iter().map(row).collect()))
}
