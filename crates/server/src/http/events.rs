//! Events over HTTP.

mod view;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bosworth_events::{
    BadOpening, Command, Deal, Entry, EventId, GameResult, Kind, Limits, Opening, PlayerId,
    Refusal, Series, Slot, Standing, Terms, TieBreak,
};
use bosworth_protocol::{AccountKind, ProblemKind, Scope};
use bosworth_table::{Clock, Seated};
use serde::{Deserialize, Serialize};

use self::view::{EventSummary, EventView};
use crate::app::App;
use crate::events::EventError;
use crate::http::answer::{Asked, Part, Sent};
use crate::http::problem::Failure;
use crate::http::route::Routes;
use crate::people::{Caller, MaybeCaller, Quota, Who};
use crate::rating;

/// How many events that are over are listed.
const PAST: u32 = 50;

/// Everything about events.
pub fn routes() -> Routes {
    Routes::default()
        .get("/api/events", list)
        .post("/api/events", create)
        .get("/api/events/{id}", one)
        .get("/api/events/{id}/log", log)
        .get("/api/events/{id}/standings", standings)
        .post("/api/events/{id}/command", command)
}

impl From<EventError> for Failure {
    fn from(why: EventError) -> Self {
        let message = why.to_string();
        match why {
            EventError::Unknown => Self::not_found(message),
            EventError::Opening(_) | EventError::Terms(_) => Self::bad_request(message),
            EventError::TooMany | EventError::Contended => Self::conflict(message),
            EventError::Refused(refusal) => match refusal {
                Refusal::NotOrganiser
                | Refusal::Rating
                | Refusal::Guests
                | Refusal::Bots
                | Refusal::Password
                | Refusal::Removed => Self::forbidden(message),
                Refusal::BadText | Refusal::Team => Self::bad_request(message),
                _ => Self::conflict(message),
            },
            EventError::Damaged(_) => {
                Self::new(StatusCode::CONFLICT, ProblemKind::Damaged, message)
            }
            EventError::Store(why) => why.into(),
            EventError::Table(why) => why.into(),
        }
    }
}

fn parse(id: &str) -> Result<EventId, Failure> {
    id.parse().map_err(|_| Failure::not_found("there is no such event"))
}

/// Events by how far they are.
#[derive(Serialize)]
struct Listed {
    open: Vec<EventSummary>,
    over: Vec<EventSummary>,
}

async fn list(State(app): State<App>, _: MaybeCaller) -> Result<Json<Listed>, Failure> {
    let open = summaries(&app, app.store.open_events().await?).await?;
    let over = summaries(&app, app.store.past_events(PAST).await?).await?;
    Ok(Json(Listed { open, over }))
}

async fn summaries(app: &App, ids: Vec<EventId>) -> Result<Vec<EventSummary>, Failure> {
    let mut summaries = Vec::with_capacity(ids.len());
    for id in ids {
        match app.events.look(id).await {
            Ok(event) => summaries.push(EventSummary::of(&event)),
            // One damaged event must not hide the others.
            Err(EventError::Damaged(why)) => tracing::error!(event = %id, %why, "damaged"),
            Err(why) => return Err(why.into()),
        }
    }
    Ok(summaries)
}

/// An event as its organiser asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventRequest {
    title: String,
    #[serde(default)]
    about: String,
    kind: Kind,
    #[serde(default)]
    series: Series,
    #[serde(default = "classic")]
    ruleset: String,
    clock: Clock,
    #[serde(default)]
    rated: bool,
    starts: i64,
    #[serde(default)]
    rest: i64,
    seats: Option<u16>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    late: u8,
    ties: Option<Vec<TieBreak>>,
}

fn classic() -> String {
    "classic".into()
}

impl EventRequest {
    fn opening(self) -> Result<Opening, Failure> {
        let ruleset = self.ruleset.parse().map_err(|_| {
            Failure::bad_request("there is no such ruleset; docs/notation.md says which there are")
        })?;
        Ok(Opening {
            event: EventId::from_random(0),
            organiser: PlayerId(0),
            title: self.title,
            about: self.about,
            kind: self.kind,
            series: self.series,
            deal: Deal::Fresh,
            terms: Terms { ruleset, clock: self.clock.to_string(), rated: self.rated },
            starts: self.starts,
            rest: self.rest,
            seats: self.seats.unwrap_or_else(|| self.kind.most()),
            limits: self.limits,
            late: self.late,
            ties: self.ties.unwrap_or_else(|| TieBreak::usual(self.kind)),
        })
    }
}

/// The name of an event that was announced.
#[derive(Serialize)]
struct Announced {
    event: EventId,
}

async fn create(
    State(app): State<App>,
    caller: Caller,
    Sent(request): Sent<EventRequest>,
) -> Result<Json<Announced>, Failure> {
    caller.may(Scope::Play)?;
    if caller.account.kind == AccountKind::Guest {
        return Err(Failure::forbidden("guests cannot organise; open an account first"));
    }
    app.limit(Quota::Command, Who::Account(caller.account.id))?;
    let opening = request.opening()?;
    may_say(&app, &caller, &[&opening.title, &opening.about])?;
    // A year is plenty, and no event waits for ever.
    if !(app.now()..=app.now() + 366 * 86_400_000).contains(&opening.starts) {
        return Err(Failure::bad_request("an event begins in the future, and within a year"));
    }
    opening.check().map_err(|why: BadOpening| Failure::bad_request(why.to_string()))?;
    let event = app.events.create(caller.account.id, opening).await?;
    Ok(Json(Announced { event }))
}

async fn one(
    State(app): State<App>,
    _: MaybeCaller,
    Part(id): Part,
) -> Result<Json<EventView>, Failure> {
    let event = app.events.look(parse(&id)?).await?;
    Ok(Json(EventView::of(&app, &event).await?))
}

async fn log(
    State(app): State<App>,
    _: MaybeCaller,
    Part(id): Part,
) -> Result<Json<Vec<Entry>>, Failure> {
    Ok(Json(app.events.log(parse(&id)?).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Csv,
    Trf,
}

#[derive(Deserialize)]
struct Wanted {
    format: Option<Format>,
}

async fn standings(
    State(app): State<App>,
    _: MaybeCaller,
    Part(id): Part,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Failure> {
    let event = app.events.look(parse(&id)?).await?;
    let text = |kind: &'static str, text: String| {
        ([(CONTENT_TYPE, HeaderValue::from_static(kind))], text).into_response()
    };
    if matches!(wanted.format, None | Some(Format::Json)) {
        return Ok(Json(event.standings()).into_response());
    }
    let names = view::names(&app, &event).await?;
    let name = |player: PlayerId| names.get(&player).cloned().unwrap_or_else(|| player.to_string());
    if matches!(wanted.format, Some(Format::Csv)) {
        return Ok(text("text/csv; charset=utf-8", view::csv(&event, name)));
    }
    let report = event.trf(name);
    let report = report.ok_or_else(|| Failure::bad_request("such an event has no TRF report"))?;
    Ok(text("text/plain; charset=utf-8", report))
}

/// What somebody asks of an event; the server knows the rest.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum EventCommand {
    Join,
    Leave,
    Start,
    Describe { title: String, about: String },
    Pause,
    Resume,
    Remove { player: PlayerId },
    Correct { slot: Slot, result: GameResult },
    Cancel,
}

async fn command(
    State(app): State<App>,
    caller: Caller,
    Part(id): Part,
    Sent(command): Sent<EventCommand>,
) -> Result<Json<EventView>, Failure> {
    caller.may(Scope::Play)?;
    app.limit(Quota::Command, Who::Account(caller.account.id))?;
    let id = parse(&id)?;
    let command = match command {
        EventCommand::Join => {
            let standing = standing(&app, &caller, id).await?;
            Command::Join { standing, mate: None }
        }
        EventCommand::Leave => Command::Leave,
        EventCommand::Start => Command::Start,
        EventCommand::Describe { title, about } => {
            may_say(&app, &caller, &[&title, &about])?;
            Command::Describe { title, about }
        }
        EventCommand::Pause => Command::Pause,
        EventCommand::Resume => Command::Resume,
        EventCommand::Remove { player } => Command::Remove { player },
        EventCommand::Correct { slot, result } => Command::Correct { slot, result },
        EventCommand::Cancel => Command::Cancel,
    };
    let event = app.events.command(id, caller.account.id, &command).await?;
    Ok(Json(EventView::of(&app, &event).await?))
}

/// Titles and descriptions are for others to read: they keep the rules of the house.
fn may_say(app: &App, caller: &Caller, texts: &[&str]) -> Result<(), Failure> {
    if caller.account.muted.is_some() {
        return Err(Failure::forbidden("the host keeps you from writing to others"));
    }
    let rules = app.house.rules();
    if texts.iter().any(|text| rules.words.forbid_text(text)) {
        return Err(Failure::bad_request("the host does not want one of these words here"));
    }
    Ok(())
}

/// What the limits of an event ask about its caller.
async fn standing(app: &App, caller: &Caller, id: EventId) -> Result<Standing, Failure> {
    let event = app.events.look(id).await?;
    let clock = crate::events::clock(event.opening())?;
    let account = &caller.account;
    let speed = rating::number(clock.speed());
    let rating = app.store.rating(Seated::Account(account.id), speed).await?;
    Ok(Standing {
        rating: rating.rating.round() as i32,
        guest: account.kind == AccountKind::Guest,
        bot: account.kind == AccountKind::Bot,
        invited: false,
    })
}
