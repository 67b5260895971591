//! The public rules of this server.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::HouseRules;

use crate::app::App;
use crate::auth::MaybeCaller;
use crate::http::listed_router::ListedRouter;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/house", house_rules)
}

/// The rules that apply to everybody on this server.
async fn house_rules(State(app): State<App>, _: MaybeCaller) -> Json<HouseRules> {
    let rules = app.operator_settings.current();
    let announcement = Some(rules.announcement.clone()).filter(|text| !text.is_empty());
    let login_provider = app.login_provider.as_ref().map(|provider| provider.host().to_owned());
    Json(HouseRules { registration: rules.registration, announcement, login_provider })
}
