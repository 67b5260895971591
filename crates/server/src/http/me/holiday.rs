//! Holidays from correspondence games.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::limits::HOLIDAY_DAYS_PER_YEAR;
use bosworth_protocol::{AccountKind, HolidayRequest, HolidayView, Scope};
use bosworth_table::AccountId;

use crate::app::App;
use crate::auth::Caller;
use crate::http::extract::JsonBody;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::store::HolidayOutcome;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/me/holiday", show)
        .post("/api/me/holiday", take)
        .delete("/api/me/holiday", end)
}

async fn view(app: &App, account: AccountId) -> Result<Json<HolidayView>, Failure> {
    let used = app.store.holidays_used(account, app.now()).await?;
    Ok(Json(HolidayView {
        until: app.store.holiday(account, app.now()).await?,
        left: (HOLIDAY_DAYS_PER_YEAR - used).max(0),
        allowance: HOLIDAY_DAYS_PER_YEAR,
    }))
}

async fn show(State(app): State<App>, caller: Caller) -> Result<Json<HolidayView>, Failure> {
    caller.require_scope(Scope::Read)?;
    view(&app, caller.account.id).await
}

async fn take(
    State(app): State<App>,
    caller: Caller,
    JsonBody(HolidayRequest { days }): JsonBody<HolidayRequest>,
) -> Result<Json<HolidayView>, Failure> {
    caller.require_scope(Scope::Play)?;
    if caller.account.kind == AccountKind::Bot {
        return Err(Failure::forbidden("bots cannot take holidays"));
    }
    if !(1..=HOLIDAY_DAYS_PER_YEAR).contains(&days) {
        return Err(Failure::bad_request(format!(
            "a holiday lasts 1 to {HOLIDAY_DAYS_PER_YEAR} days"
        )));
    }
    let account = caller.account.id;
    match app.store.take_holiday(account, days, HOLIDAY_DAYS_PER_YEAR, app.now()).await? {
        HolidayOutcome::Begun => {}
        HolidayOutcome::Already => {
            return Err(Failure::conflict("you are already on holiday; end it first"));
        }
        HolidayOutcome::TooLong => {
            return Err(Failure::conflict("not enough days of holiday are left this year"));
        }
    }
    app.tables.note_holidays().await?;
    view(&app, account).await
}

async fn end(State(app): State<App>, caller: Caller) -> Result<Json<HolidayView>, Failure> {
    caller.require_scope(Scope::Play)?;
    let account = caller.account.id;
    if app.store.end_holiday(account, app.now()).await? {
        app.tables.note_holidays().await?;
    }
    view(&app, account).await
}
