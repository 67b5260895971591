//! What players do about each other: reports to the host, and blocks.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::{HouseRules, ReportRequest, Scope};

use crate::app::App;
use crate::auth::{Caller, MaybeCaller, Quota, RateLimitKey, secret};
use crate::http::extract::{JsonBody, PathSegment};
use crate::http::people::find;
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::store::NewReport;

/// The longest text of a report, in characters.
const MAX_REPORT_CHARS: usize = 500;

pub(super) fn routes() -> Routes {
    Routes::default()
        .get("/api/house", house)
        .post("/api/reports", report)
        .get("/api/me/blocks", blocks)
        .put("/api/me/blocks/{name}", block)
        .delete("/api/me/blocks/{name}", unblock)
}

/// What holds for everybody here.
async fn house(State(app): State<App>, _: MaybeCaller) -> Json<HouseRules> {
    let rules = app.operator_settings.current();
    let announcement = Some(rules.announcement.clone()).filter(|text| !text.is_empty());
    Json(HouseRules { registration: rules.registration, announcement })
}

async fn report(
    State(app): State<App>,
    caller: Caller,
    JsonBody(ReportRequest { name, reason, game, text }): JsonBody<ReportRequest>,
) -> Result<StatusCode, Failure> {
    caller.may(Scope::Play)?;
    let control = |c: char| c.is_control() && c != '\n';
    if text.chars().count() > MAX_REPORT_CHARS || text.chars().any(control) {
        return Err(Failure::bad_request("a report has at most 500 letters"));
    }
    let about = find(&app, &name).await?;
    if about.id == caller.account.id {
        return Err(Failure::conflict("that is you"));
    }
    app.limit(Quota::Report, RateLimitKey::Account(caller.account.id))?;
    let report = NewReport {
        id: secret::label(),
        at: app.now(),
        reporter: caller.account.id,
        account: about.id,
        reason,
        game,
        text,
    };
    if app.store.put_report(&report).await? {
        metrics::counter!("bosworth_reports_total").increment(1);
        tracing::warn!(target: "bosworth::report", about = about.name, ?reason, "report");
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::conflict("too many reports are open; the host will look at them"))
}

async fn blocks(State(app): State<App>, caller: Caller) -> Result<Json<Vec<String>>, Failure> {
    caller.in_person()?;
    Ok(Json(app.store.blocked_by(caller.account.id).await?))
}

async fn block(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.in_person()?;
    let other = find(&app, &name).await?;
    if other.id == caller.account.id {
        return Err(Failure::conflict("that is you"));
    }
    if app.store.block(caller.account.id, other.id, app.now()).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::conflict("200 people are the most that can be blocked"))
}

async fn unblock(
    State(app): State<App>,
    caller: Caller,
    PathSegment(name): PathSegment,
) -> Result<StatusCode, Failure> {
    caller.in_person()?;
    let other = find(&app, &name).await?;
    if app.store.unblock(caller.account.id, other.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Failure::not_found("you have not blocked anybody of this name"))
}
