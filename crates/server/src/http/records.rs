//! Finished games, as lists and as records.

mod filter;
mod game_record;
mod player_names;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bosworth_protocol::{GameExport, GameSummary};
use bosworth_table::GameId;
use futures_util::TryStreamExt;
use futures_util::stream;

use self::filter::{Format, GameQuery};
use crate::app::App;
use crate::auth::{Address, MaybeCaller, Quota, RateLimitKey};
use crate::http::extract::{PathSegment, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::store::{GamePage, GameRow, StoreError};
use crate::tables::TableError;

pub(super) use self::game_record::summary;
pub(crate) use self::game_record::{log, record};
pub(crate) use self::player_names::PlayerNames;

/// The content type of `.rose` files.
pub(super) const ROSE_CONTENT_TYPE: &str = "text/plain; charset=utf-8";
pub(super) const NDJSON_CONTENT_TYPE: &str = "application/x-ndjson";

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/people/{name}/games", list)
        .get("/api/games", export)
        .get("/api/games/{id}/record", download)
}

/// Lists a player's finished games, newest first.
async fn list(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(name): PathSegment,
    QueryParams(query): QueryParams<GameQuery>,
) -> Result<Json<Vec<GameSummary>>, Failure> {
    if query.player.is_some() || query.format.is_some() {
        return Err(Failure::bad_request("player and format are only valid for GET /api/games"));
    }
    let page =
        GamePage { after: query.after(&app).await?, limit: query.limit(Some(30))?.unwrap_or(30) };
    let filter = query.filter(&app, Some(&name)).await?;
    let mut names = PlayerNames::new(&app.store);
    let mut games = Vec::new();
    for row in app.store.games(&filter, page).await? {
        games.push(summary(&row, &mut names).await?);
    }
    Ok(Json(games))
}

/// Streams all matching finished games as a download, newest first.
async fn export(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    QueryParams(query): QueryParams<GameQuery>,
) -> Result<Response, Failure> {
    let who = caller
        .map_or(RateLimitKey::Address(address), |caller| RateLimitKey::Account(caller.account.id));
    app.limit(Quota::Export, who)?;
    let format = query.format.unwrap_or_default();
    let (after, limit) = (query.after(&app).await?, query.limit(None)?);
    let filter = query.filter(&app, query.player.as_deref()).await?;
    let first = (
        PlayerNames::new(&app.store),
        Some(GamePage { after, limit: limit.unwrap_or(50).min(50) }),
        limit,
    );
    let pieces = stream::try_unfold(first, move |(mut names, page, left)| {
        let (app, filter) = (app.clone(), filter.clone());
        async move {
            let Some(page) = page else { return Ok::<_, StoreError>(None) };
            let rows = app.store.games(&filter, page).await?;
            let mut text = String::new();
            for row in &rows {
                text += &written(&app, row, &mut names, format).await?;
            }
            let left = left.map(|left| left - rows.len() as u32);
            let full = rows.len() == page.limit as usize && left != Some(0);
            let last = rows.last().filter(|_| full).map(GameRow::cursor);
            let limit = left.unwrap_or(50).min(50);
            let next = last.map(|after| GamePage { after: Some(after), limit });
            Ok(Some((text, (names, next, left))))
        }
    });
    let (kind, name) = match format {
        Format::Rose => (ROSE_CONTENT_TYPE, "attachment; filename=\"games.rose\""),
        Format::Ndjson => (NDJSON_CONTENT_TYPE, "attachment; filename=\"games.ndjson\""),
    };
    let body = Body::from_stream(pieces.into_stream());
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], body).into_response())
}

/// A game in an export. If it was never dealt, it has no record.
async fn written(
    app: &App,
    row: &GameRow,
    names: &mut PlayerNames,
    format: Format,
) -> Result<String, StoreError> {
    let log = log(&app.store, row.id).await?;
    let record = record(row, &log, names).await?.map(|record| record.to_string());
    Ok(match format {
        Format::Rose => record.map(|record| record + "\n").unwrap_or_default(),
        Format::Ndjson => {
            let game = GameExport { summary: summary(row, names).await?, record };
            let line = serde_json::to_string(&game);
            line.map_err(|error| StoreError::Corrupt(error.to_string()))? + "\n"
        }
    })
}

/// Returns the records of games, in order. Games that were never dealt are skipped, and so are
/// sealed ones.
pub(super) async fn rose(
    app: &App,
    ids: &[GameId],
    names: &mut PlayerNames,
) -> Result<String, StoreError> {
    let rows = app.store.games_among(ids).await?;
    let mut text = String::new();
    let shown = |id: &GameId| rows.iter().find(|row| row.id == *id && row.is_shown_to(None));
    for row in ids.iter().filter_map(shown) {
        text += &written(app, row, names, Format::Rose).await?;
    }
    Ok(text)
}

/// Returns the record of a game, finished or in progress, unless it is sealed.
async fn download(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    PathSegment(id): PathSegment,
) -> Result<Response, Failure> {
    let unknown = || Failure::not_found("game not found");
    let id: GameId = id.parse().map_err(|_| unknown())?;
    let row = app.store.game(id).await?.ok_or_else(unknown)?;
    if !row.is_shown_to(caller.map(|caller| caller.account.id)) {
        return Err(TableError::Sealed.into());
    }
    let (log, mut names) = (log(&app.store, id).await?, PlayerNames::new(&app.store));
    let record = record(&row, &log, &mut names).await?;
    let early = || Failure::conflict("there is no record before the cards are dealt");
    let text = record.ok_or_else(early)?.to_string();
    let name = format!("attachment; filename=\"{id}.rose\"");
    Ok(([(CONTENT_TYPE, ROSE_CONTENT_TYPE), (CONTENT_DISPOSITION, &name)], text).into_response())
}
