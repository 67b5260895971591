//! Tournaments over HTTP.

mod chat;
mod embedded_standings;
mod export;
mod view;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bosworth_protocol::tournament::{
    Invitation, RoundView, TournamentAnnounced, TournamentCommandRequest, TournamentList,
    TournamentRequest, TournamentSummary, TournamentView,
};
use bosworth_protocol::{AccountKind, ProblemKind, Scope};
use bosworth_table::Seated;
use bosworth_tournament::{
    Announcement, Applicant, GameTerms, InvalidAnnouncement, PlayerId, TieBreak, TournamentCommand,
    TournamentId, TournamentRefusal,
};
use serde::Deserialize;

use self::view::Viewer;
use crate::app::App;
use crate::auth::{Caller, MaybeCaller, Quota, RateLimitKey, secret};
use crate::http::extract::{JsonBody, PathSegment, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::profiles::find;
use crate::rating;
use crate::store::Account;
use crate::tournaments::{TournamentError, shares_deal};

/// The maximum number of finished tournaments in the list.
const MAX_LISTED_PAST_TOURNAMENTS: u32 = 50;

/// All tournament routes.
pub fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/events", list)
        .post("/api/events", create)
        .get("/api/events/{id}", one)
        .get("/api/events/{id}/round", round)
        .get("/api/events/{id}/invitation", invitation)
        .post("/api/events/{id}/command", command)
        .with(export::routes())
        .with(chat::routes())
}

impl From<TournamentError> for Failure {
    fn from(why: TournamentError) -> Self {
        let message = why.to_string();
        match why {
            TournamentError::Unknown => Self::not_found(message),
            TournamentError::Opening(_) | TournamentError::Terms(_) => Self::bad_request(message),
            TournamentError::TooMany | TournamentError::Contended => Self::conflict(message),
            TournamentError::Refused(refusal) => Self::refused(refusal),
            TournamentError::Damaged(_) => {
                Self::new(StatusCode::CONFLICT, ProblemKind::Damaged, message)
            }
            TournamentError::Store(why) => why.into(),
            TournamentError::Table(why) => why.into(),
        }
    }
}

fn parse(id: &str) -> Result<TournamentId, Failure> {
    id.parse().map_err(|_| Failure::not_found("tournament not found"))
}

async fn list(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
) -> Result<Json<TournamentList>, Failure> {
    let viewer = Viewer::new(&app, caller.as_ref()).await?;
    let open = summaries(&app, app.store.open_tournaments().await?, &viewer).await?;
    let over = app.store.past_tournaments(MAX_LISTED_PAST_TOURNAMENTS).await?;
    let over = summaries(&app, over, &viewer).await?;
    Ok(Json(TournamentList { open, over }))
}

async fn summaries(
    app: &App,
    ids: Vec<TournamentId>,
    viewer: &Viewer,
) -> Result<Vec<TournamentSummary>, Failure> {
    let mut events = Vec::with_capacity(ids.len());
    for id in ids {
        match app.tournaments.load(id).await {
            Ok(event) => events.push(event),
            // A damaged tournament must not hide the others.
            Err(TournamentError::Damaged(why)) => tracing::error!(event = %id, %why, "damaged"),
            Err(why) => return Err(why.into()),
        }
    }
    let people = view::people(app, events.iter().map(AsRef::as_ref), false).await?;
    Ok(events.iter().map(|event| view::summary(event, &people, viewer)).collect())
}

/// Turns an organiser's request into an announcement; its id and organiser are set later.
fn announcement(request: TournamentRequest) -> Result<Announcement, Failure> {
    let ruleset = request
        .ruleset
        .parse()
        .map_err(|_| Failure::bad_request("not a valid ruleset; see docs/notation.md"))?;
    let TournamentRequest { format, clock, rated, .. } = request;
    let suits_guests = !rated && !shares_deal(request.deal, format);
    Ok(Announcement {
        id: TournamentId::from_random(0),
        organiser: PlayerId(0),
        title: request.title,
        about: request.about,
        format,
        series: request.series,
        deal: request.deal,
        terms: GameTerms { ruleset, clock: clock.to_string(), rated },
        starts: request.starts,
        rest: request.rest,
        seats: request.seats.unwrap_or_else(|| format.max_players()),
        limits: request.limits.or_guests(suits_guests),
        late: request.late,
        ties: request.ties.unwrap_or_else(|| TieBreak::usual(format)),
    })
}

async fn create(
    State(app): State<App>,
    caller: Caller,
    JsonBody(request): JsonBody<TournamentRequest>,
) -> Result<Json<TournamentAnnounced>, Failure> {
    caller.require_scope(Scope::Play)?;
    if caller.account.kind == AccountKind::Guest {
        return Err(Failure::forbidden("guests cannot organise tournaments; register first"));
    }
    app.limit(Quota::Command, RateLimitKey::Account(caller.account.id))?;
    let announcement = announcement(request)?;
    check_texts(&app, &caller, &[&announcement.title, &announcement.about])?;
    check_start(&app, announcement.starts)?;
    announcement
        .check()
        .map_err(|why: InvalidAnnouncement| Failure::bad_request(why.to_string()))?;
    let event = app.tournaments.create(caller.account.id, announcement).await?;
    Ok(Json(TournamentAnnounced { event }))
}

async fn one(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    PathSegment(id): PathSegment,
) -> Result<Json<TournamentView>, Failure> {
    let event = app.tournaments.load(parse(&id)?).await?;
    let viewer = Viewer::new(&app, caller.as_ref()).await?;
    Ok(Json(view::view(&app, &event, &viewer).await?))
}

#[derive(Deserialize)]
struct Numbered {
    number: u16,
}

async fn round(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    PathSegment(id): PathSegment,
    QueryParams(Numbered { number }): QueryParams<Numbered>,
) -> Result<Json<RoundView>, Failure> {
    let event = app.tournaments.load(parse(&id)?).await?;
    let at = usize::from(number).checked_sub(1);
    let found = at.and_then(|at| event.rounds().get(at));
    let found = found.ok_or_else(|| Failure::not_found("round not found"))?;
    let viewer = Viewer::new(&app, caller.as_ref()).await?;
    Ok(Json(view::round(&event, found, &viewer)))
}

/// The invitation, for the organiser to pass on.
async fn invitation(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
) -> Result<Json<Invitation>, Failure> {
    caller.require_scope(Scope::Play)?;
    let id = parse(&id)?;
    let event = app.tournaments.load(id).await?;
    if event.announcement().organiser != PlayerId(caller.account.id.0) {
        return Err(TournamentError::Refused(TournamentRefusal::NotOrganiser).into());
    }
    Ok(Json(Invitation { invitation: app.store.tournament_invitation(id).await? }))
}

async fn command(
    State(app): State<App>,
    caller: Caller,
    PathSegment(id): PathSegment,
    JsonBody(command): JsonBody<TournamentCommandRequest>,
) -> Result<Json<TournamentView>, Failure> {
    caller.require_scope(Scope::Play)?;
    app.limit(Quota::Command, RateLimitKey::Account(caller.account.id))?;
    let id = parse(&id)?;
    let command = match command {
        TournamentCommandRequest::Join { invitation, mate } => {
            let invitation = invitation.as_deref();
            let mut applicant = applicant(&app, &caller.account, id, invitation).await?;
            let mut mate_id = None;
            if let Some(name) = mate {
                let mate = find_mate(&app, &caller, &name).await?;
                applicant =
                    team_applicant(applicant, self::applicant(&app, &mate, id, invitation).await?);
                mate_id = Some(PlayerId(mate.id.0));
            }
            TournamentCommand::Join { applicant, mate: mate_id }
        }
        TournamentCommandRequest::Accept { captain } => TournamentCommand::Accept { captain },
        TournamentCommandRequest::Decline { captain } => TournamentCommand::Decline { captain },
        TournamentCommandRequest::Leave => TournamentCommand::Leave,
        TournamentCommandRequest::Start => TournamentCommand::Start,
        TournamentCommandRequest::Describe { title, about } => {
            check_texts(&app, &caller, &[&title, &about])?;
            TournamentCommand::Describe { title, about }
        }
        TournamentCommandRequest::Reschedule { starts } => {
            check_start(&app, starts)?;
            TournamentCommand::Reschedule { starts }
        }
        TournamentCommandRequest::Pause => TournamentCommand::Pause,
        TournamentCommandRequest::Resume => TournamentCommand::Resume,
        TournamentCommandRequest::Remove { player } => TournamentCommand::Remove { player },
        TournamentCommandRequest::Correct { slot, result } => {
            TournamentCommand::Correct { slot, result }
        }
        TournamentCommandRequest::Cancel => TournamentCommand::Cancel,
    };
    // Spawned, so that a lost connection cannot cancel it half-way: players whose games it ends
    // must be notified.
    let (events, by) = (app.tournaments.clone(), caller.account.id);
    let done = tokio::spawn(async move { events.command(id, by, &command).await }).await;
    let event = done.map_err(|_| TournamentError::Contended)??;
    let viewer = Viewer::new(&app, Some(&caller)).await?;
    Ok(Json(view::view(&app, &event, &viewer).await?))
}

/// A tournament starts at most a year ahead, so that none waits forever.
fn check_start(app: &App, starts: i64) -> Result<(), Failure> {
    if !(app.now()..=app.now() + 366 * 86_400_000).contains(&starts) {
        return Err(Failure::bad_request("a tournament must start in the future, within a year"));
    }
    Ok(())
}

/// Titles and descriptions are public, so the rules for chat apply.
fn check_texts(app: &App, caller: &Caller, texts: &[&str]) -> Result<(), Failure> {
    if caller.account.muted.is_some() {
        return Err(Failure::forbidden("the host of this server has muted you"));
    }
    let rules = app.operator_settings.current();
    if texts.iter().any(|text| rules.forbidden_words.is_in_text(text)) {
        return Err(Failure::bad_request(
            "the text contains a word that is forbidden on this server",
        ));
    }
    Ok(())
}

/// Finds the account invited to form a team.
async fn find_mate(app: &App, caller: &Caller, name: &str) -> Result<Account, Failure> {
    let mate = find(app, name).await?;
    if app.store.has_blocked(mate.id, caller.account.id).await? {
        return Err(Failure::forbidden("this player does not want to play with you"));
    }
    Ok(mate)
}

/// Combines two applicants into a team with the mean of their ratings.
fn team_applicant(one: Applicant, other: Applicant) -> Applicant {
    Applicant {
        rating: i32::midpoint(one.rating, other.rating),
        guest: one.guest || other.guest,
        bot: one.bot || other.bot,
        invited: one.invited && other.invited,
    }
}

/// Collects what the eligibility rules need to know about an applicant.
async fn applicant(
    app: &App,
    account: &Account,
    id: TournamentId,
    invitation: Option<&str>,
) -> Result<Applicant, Failure> {
    let event = app.tournaments.load(id).await?;
    let clock = crate::tournaments::clock(event.announcement())?;
    let speed = rating::number(clock.speed());
    let rating = app.store.rating(Seated::Account(account.id), speed).await?;
    let expected = app.store.tournament_invitation(id).await?;
    // Hashed, so that timing reveals nothing about the password.
    let hash = |text: &str| secret::hash(&text.trim().to_lowercase());
    let invited = expected.is_some_and(|expected| invitation.map(hash) == Some(hash(&expected)));
    Ok(view::applicant(rating, account.kind, invited))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tournaments::check;

    /// The announcement of a request with these members.
    fn asked(members: &Value) -> Announcement {
        let mut request =
            json!({ "title": "Open", "kind": "knockout", "clock": "5+3", "starts": 0 });
        let members = members.as_object().expect("members").clone();
        request.as_object_mut().expect("a request").extend(members);
        let request = serde_json::from_value(request).expect("a valid request");
        announcement(request).expect("an announcement")
    }

    #[test]
    fn guests_may_enter_by_default_if_they_can_play_the_games() {
        for (members, guests) in [
            (json!({}), true),
            (json!({ "rated": true }), false),
            (json!({ "rated": true, "limits": { "from": 1500 } }), false),
            (json!({ "kind": { "field": { "level": 3, "deals": 2, "minutes": 60 } } }), false),
            (json!({ "limits": { "guests": false } }), false),
        ] {
            let announced = asked(&members);
            assert_eq!(announced.limits.guests, guests, "{members}");
            check(&announced).unwrap_or_else(|why| panic!("{members}: {why}"));
        }
        // What is said and cannot be is an error.
        let wrong = asked(&json!({ "rated": true, "limits": { "guests": true } }));
        check(&wrong).expect_err("guests cannot play rated games");
    }
}
