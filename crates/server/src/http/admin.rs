//! Administration by the host, with a token of the scope `admin`, and by moderators.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{
    AdminAction, AdminAnswer, AdminGame, AdminGameChat, AdminPerson, AdminSettings, AuditLine,
    ChatPlace, PeopleFilter, ProblemKind, ReportView, Scope, TokenView,
};
use serde::Deserialize;

use crate::admin::{AdminError, Administrator, Authority};
use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey, account_name, api_token};
use crate::http::extract::{JsonBody, PathSegment, QueryParams};
use crate::http::games;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;
use crate::http::records::PlayerNames;
use crate::store::{Account, GameFilter, GamePage, GameRow, StoreError};
use crate::tables::TableError;

/// Rows per page.
const ROWS_PER_PAGE: u32 = 200;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .post("/api/admin/do", act)
        .get("/api/admin/people", people)
        .get("/api/admin/people/{name}/tokens", tokens)
        .get("/api/admin/games", open_games)
        .get("/api/admin/games/{id}", game)
        .get("/api/admin/log", log)
        .get("/api/admin/reports", reports)
        .get("/api/admin/settings", settings)
}

impl From<AdminError> for Failure {
    fn from(why: AdminError) -> Self {
        let message = why.to_string();
        match why {
            AdminError::Forbidden(_) => Self::forbidden(message),
            AdminError::UnknownAccount(_) | AdminError::NotFound(_) => Self::not_found(message),
            AdminError::NotApplicable(_) => Self::conflict(message),
            AdminError::OutOfBounds(_) => Self::bad_request(message),
            AdminError::Name(why) => why.into(),
            AdminError::Password(why) => why.into(),
            AdminError::Busy => Self::unavailable(),
            AdminError::Store(why) => why.into(),
        }
    }
}

impl From<&Account> for AdminPerson {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id,
            name: account.name.clone(),
            kind: account.kind,
            created: account.created,
            disabled: account.disabled,
            muted: account.muted,
            owner: account.owner,
            role: account.role,
        }
    }
}

async fn act(
    State(app): State<App>,
    caller: Caller,
    JsonBody(action): JsonBody<AdminAction>,
) -> Result<Json<AdminAnswer>, Failure> {
    let authority = caller.require_moderator()?;
    if authority != Authority::Host {
        app.limit(Quota::Moderate, RateLimitKey::Account(caller.account.id))?;
    }
    let host = Administrator {
        store: &app.store,
        actor: caller.account.name.clone(),
        authority,
        now: app.now(),
        password_hashers: &app.rate_limits.password_hashers,
    };
    let answer = host.perform(&action).await?;
    app.host_acted.notify_one();
    Ok(Json(answer))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    /// Part of the name; all accounts if left out.
    #[serde(default)]
    find: String,
    /// Only accounts in this state.
    only: Option<PeopleFilter>,
    /// The last name of the previous page.
    #[serde(default)]
    after: String,
}

async fn people(
    State(app): State<App>,
    caller: Caller,
    QueryParams(Search { find, only, after }): QueryParams<Search>,
) -> Result<Json<Vec<AdminPerson>>, Failure> {
    caller.require_moderator()?;
    let (find, after) = (account_name::key(&find), account_name::key(&after));
    let found = app.store.find_accounts(&find, only, &after, ROWS_PER_PAGE).await?;
    Ok(Json(found.iter().map(AdminPerson::from).collect()))
}

async fn tokens(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<Json<Vec<TokenView>>, Failure> {
    caller.require_scope(Scope::Admin)?;
    let account = find(&app, &name).await?;
    Ok(Json(app.store.tokens_of(account.id).await?.iter().map(api_token::view).collect()))
}

async fn view(row: &GameRow, names: &mut PlayerNames) -> Result<AdminGame, StoreError> {
    Ok(AdminGame {
        game: row.id,
        players: names.players(row.seats).await?,
        created: row.created,
        ended: row.ending.as_ref().map(|ending| ending.ended),
    })
}

/// Games in progress between people, sealed ones included, without their positions.
async fn open_games(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<AdminGame>>, Failure> {
    caller.require_moderator()?;
    let filter = GameFilter { computer: Some(false), ended: Some(false), ..GameFilter::default() };
    let page = GamePage { after: None, limit: ROWS_PER_PAGE };
    let mut names = PlayerNames::new(&app.store);
    let mut games = Vec::new();
    for row in app.store.games(&filter, page).await? {
        games.push(view(&row, &mut names).await?);
    }
    Ok(Json(games))
}

async fn game(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<Json<AdminGameChat>, Failure> {
    caller.require_moderator()?;
    let row = app.store.game(games::parse(&id)?).await?.ok_or(TableError::Unknown)?;
    let game = view(&row, &mut PlayerNames::new(&app.store)).await?;
    let chat = crate::admin::chat(&app.store, ChatPlace::Game(row.id)).await?;
    Ok(Json(AdminGameChat { game, chat }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    /// Only lines before this number.
    before: Option<i64>,
}

async fn log(
    State(app): State<App>,
    caller: Caller,
    QueryParams(Before { before }): QueryParams<Before>,
) -> Result<Json<Vec<AuditLine>>, Failure> {
    caller.require_moderator()?;
    Ok(Json(app.store.audit_lines(before.unwrap_or(i64::MAX), ROWS_PER_PAGE).await?))
}

async fn reports(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ReportView>>, Failure> {
    let authority = caller.require_moderator()?;
    Ok(Json(app.store.reports(authority.limit(), ROWS_PER_PAGE).await?))
}

async fn settings(State(app): State<App>, caller: Caller) -> Result<Json<AdminSettings>, Failure> {
    caller.require_scope(Scope::Admin)?;
    Ok(Json(crate::admin::settings(&app.store, app.now()).await?))
}

/// The answer to a login with a disabled account.
pub(super) fn disabled() -> Failure {
    let message = "this account is disabled; contact the host of this server";
    Failure::new(StatusCode::FORBIDDEN, ProblemKind::Forbidden, message)
}
