//! Reports of players to the host.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::limits::MAX_REPORT_CHARS;
use bosworth_protocol::{OwnReport, ReportRequest, Scope};

use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey, secret};
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;
use crate::store::NewReport;

/// The latest reports that their author sees.
const MAX_OWN_REPORTS: u32 = 50;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().post("/api/reports", report).get("/api/me/reports", own)
}

async fn own(State(app): State<App>, caller: Caller) -> Result<Json<Vec<OwnReport>>, Failure> {
    caller.require_session()?;
    Ok(Json(app.store.reports_by(caller.account.id, MAX_OWN_REPORTS).await?))
}

async fn report(
    State(app): State<App>,
    caller: Caller,
    JsonBody(ReportRequest { name, reason, game, text }): JsonBody<ReportRequest>,
) -> Result<StatusCode, Failure> {
    caller.require_scope(Scope::Play)?;
    let control = |c: char| c.is_control() && c != '\n';
    if text.chars().count() > MAX_REPORT_CHARS || text.chars().any(control) {
        return Err(Failure::bad_request(format!(
            "a report has at most {MAX_REPORT_CHARS} characters"
        )));
    }
    let about = find(&app, &name).await?;
    if about.id == caller.account.id {
        return Err(Failure::conflict("you cannot report yourself"));
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
    Err(Failure::conflict("too many reports are open; wait until the host has dealt with them"))
}
