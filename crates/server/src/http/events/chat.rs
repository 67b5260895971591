//! The chat of an event: for those who take part and for its organiser, to be read by everybody.

use axum::Json;
use axum::extract::State;
use bosworth_protocol::Scope;
use bosworth_protocol::tournament::{TournamentChatLine, TournamentChatRequest};
use bosworth_tournament::PlayerId;
use serde::Deserialize;

use super::{may_say, parse};
use crate::app::App;
use crate::http::answer::{Asked, Part, Sent};
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::people::{Caller, MaybeCaller, Quota, Who};

/// The longest line, in characters, as at tables.
const LONGEST: usize = 200;

pub(super) fn routes() -> Routes {
    Routes::default().get("/api/events/{id}/chat", read).post("/api/events/{id}/chat", say)
}

#[derive(Deserialize)]
struct Since {
    #[serde(default)]
    since: u32,
}

async fn read(
    State(app): State<App>,
    _: MaybeCaller,
    Part(id): Part,
    Asked(Since { since }): Asked<Since>,
) -> Result<Json<Vec<TournamentChatLine>>, Failure> {
    let id = parse(&id)?;
    app.events.look(id).await?;
    Ok(Json(app.store.event_lines(id, since).await?))
}

async fn say(
    State(app): State<App>,
    caller: Caller,
    Part(id): Part,
    Sent(TournamentChatRequest { text }): Sent<TournamentChatRequest>,
) -> Result<Json<TournamentChatLine>, Failure> {
    caller.may(Scope::Play)?;
    let id = parse(&id)?;
    let event = app.events.look(id).await?;
    let me = PlayerId(caller.account.id.0);
    if event.team_of(me).is_none() && event.announcement().organiser != me {
        return Err(Failure::forbidden("only those who take part can write here"));
    }
    if event.is_sealed() {
        let message = "the chat is closed while several play the same deal";
        return Err(Failure::conflict(message));
    }
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=LONGEST).contains(&length) || text.contains(char::is_control) {
        return Err(Failure::bad_request("a message has 1 to 200 letters, in one line"));
    }
    may_say(&app, &caller, &[text])?;
    app.limit(Quota::Chat, Who::Account(caller.account.id))?;
    let said = app.events.say(id, caller.account.id, text).await?;
    let full = || Failure::conflict("there is no room for more in this chat");
    let (seq, at) = said.ok_or_else(full)?;
    let by = Some((&caller.account).into());
    Ok(Json(TournamentChatLine { seq, at, by, text: text.into() }))
}
