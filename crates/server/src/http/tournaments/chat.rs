//! The chat of a tournament: written by participants and the organiser, read by everybody.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::Scope;
use bosworth_protocol::tournament::{TournamentChatLine, TournamentChatRequest};
use bosworth_table::MAX_CHAT_CHARS;
use bosworth_tournament::PlayerId;
use serde::Deserialize;

use super::{check_texts, parse};
use crate::app::App;
use crate::auth::{Caller, MaybeCaller, Quota, RateLimitKey};
use crate::http::extract::{JsonBody, PathSegment, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/events/{id}/chat", read).post("/api/events/{id}/chat", say)
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    since: u32,
}

async fn read(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(id): PathSegment,
    QueryParams(Since { since }): QueryParams<Since>,
) -> Result<Json<Vec<TournamentChatLine>>, Failure> {
    let id = parse(&id)?;
    app.tournaments.load(id).await?;
    Ok(Json(app.store.chat_lines(id, since).await?))
}

async fn say(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
    JsonBody(TournamentChatRequest { text }): JsonBody<TournamentChatRequest>,
) -> Result<Json<TournamentChatLine>, Failure> {
    caller.require_scope(Scope::Play)?;
    let id = parse(&id)?;
    let event = app.tournaments.load(id).await?;
    let me = PlayerId(caller.account.id.0);
    if event.team_of(me).is_none() && event.announcement().organiser != me {
        return Err(Failure::forbidden("only participants and the organiser can write here"));
    }
    if event.is_sealed() {
        let message = "the chat is closed while games share a deal";
        return Err(Failure::conflict(message));
    }
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=MAX_CHAT_CHARS).contains(&length) || text.contains(char::is_control) {
        return Err(Failure::bad_request(format!(
            "a message is one line of 1 to {MAX_CHAT_CHARS} characters"
        )));
    }
    check_texts(&app, &caller, &[text])?;
    app.limit(Quota::Chat, RateLimitKey::Account(caller.account.id))?;
    let said = app.tournaments.add_chat_line(id, caller.account.id, text).await?;
    let full = || Failure::conflict("this chat is full");
    let (seq, at) = said.ok_or_else(full)?;
    let by = Some((&caller.account).into());
    Ok(Json(TournamentChatLine { seq, at, by, text: text.into() }))
}
