//! Public profiles.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::Profile;

use crate::app::App;
use crate::auth::{MaybeCaller, account_name};
use crate::http::extract::PathSegment;
use crate::http::listed_router::ListedRouter;
use crate::http::me::{rating_views, ratings};
use crate::http::problem::Failure;
use crate::rating;
use crate::store::Account;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/people/{name}", profile)
}

/// Finds an account by name, unless it was deleted.
pub(super) async fn find(app: &App, name: &str) -> Result<Account, Failure> {
    let found = app.store.account_by_name(&account_name::key(name)).await?;
    let found = found.filter(|account| account_name::is_same(&account.name, name));
    let found = found.filter(|account| account.closed.is_none());
    found.ok_or_else(|| Failure::not_found("player not found"))
}

async fn profile(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(name): PathSegment,
) -> Result<Json<Profile>, Failure> {
    let account = find(&app, &name).await?;
    let ratings = ratings(&app, account.id).await?;
    let mut history = Vec::new();
    for rating in &ratings {
        let points = app.store.rating_history(account.id, rating::number(rating.speed)).await?;
        history.push((rating.speed, points.iter().map(Into::into).collect()));
    }
    let (person, created) = ((&account).into(), account.created);
    let results = app.store.result_counts(account.id).await?;
    let without_luck = app.store.ratings_without_luck(account.id).await?;
    let ratings_without_luck = rating_views(&without_luck)?;
    Ok(Json(Profile { person, created, ratings, history, results, ratings_without_luck }))
}
