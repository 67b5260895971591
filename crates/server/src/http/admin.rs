//! Administration by the host, with a token of the scope `admin`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{
    AdminAction, AdminAnswer, AdminPerson, AdminSettings, AuditLine, ProblemKind, ReportView,
    Scope, TokenView,
};
use serde::Deserialize;

use crate::admin::{AdminError, Administrator};
use crate::app::App;
use crate::auth::{Caller, account_name, api_token};
use crate::http::extract::{JsonBody, PathSegment, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;
use crate::store::Account;

/// Rows per page.
const ROWS_PER_PAGE: u32 = 200;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .post("/api/admin/do", act)
        .get("/api/admin/people", people)
        .get("/api/admin/people/{name}/tokens", tokens)
        .get("/api/admin/log", log)
        .get("/api/admin/reports", reports)
        .get("/api/admin/settings", settings)
}

impl From<AdminError> for Failure {
    fn from(why: AdminError) -> Self {
        let message = why.to_string();
        match why {
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
        }
    }
}

async fn act(
    State(app): State<App>,
    caller: Caller,
    JsonBody(action): JsonBody<AdminAction>,
) -> Result<Json<AdminAnswer>, Failure> {
    caller.require_scope(Scope::Admin)?;
    let host = Administrator {
        store: &app.store,
        actor: caller.account.name.clone(),
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
    /// The last name of the previous page.
    #[serde(default)]
    after: String,
}

async fn people(
    State(app): State<App>,
    caller: Caller,
    QueryParams(Search { find, after }): QueryParams<Search>,
) -> Result<Json<Vec<AdminPerson>>, Failure> {
    caller.require_scope(Scope::Admin)?;
    let found = app
        .store
        .find_accounts(&account_name::key(&find), &account_name::key(&after), ROWS_PER_PAGE)
        .await?;
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
    caller.require_scope(Scope::Admin)?;
    Ok(Json(app.store.audit_lines(before.unwrap_or(i64::MAX), ROWS_PER_PAGE).await?))
}

async fn reports(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ReportView>>, Failure> {
    caller.require_scope(Scope::Admin)?;
    Ok(Json(app.store.reports(ROWS_PER_PAGE).await?))
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
