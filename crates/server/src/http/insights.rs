//! What reviews found in somebody's games.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::InsightsView;

use super::profiles::find;
use crate::app::App;
use crate::auth::MaybeCaller;
use crate::game_reviews::insights::{MAX_INSIGHT_GAMES, insights};
use crate::http::extract::PathSegment;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/people/{name}/insights", show)
}

async fn show(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(name): PathSegment,
) -> Result<Json<InsightsView>, Failure> {
    let account = find(&app, &name).await?;
    let games = app.store.reviewed_games(account.id, MAX_INSIGHT_GAMES).await?;
    Ok(Json(insights(&games)))
}
