//! Exports everything stored about an account, for its owner.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bosworth_practice::{Day, ProgressDocument};
use bosworth_protocol::{
    GameSummary, NotificationSettings, Person, Preferences, RatingPoint, RatingView, SessionView,
    TokenView,
};
use bosworth_table::{GameId, LogEntry, Speed, TimeControl};
use futures_util::{StreamExt, stream};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{rating_views, sessions};
use crate::app::App;
use crate::auth::{Caller, Quota, RateLimitKey, api_token};
use crate::http::extract::speed;
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::records::{PlayerNames, log, summary};
use crate::store::{
    AccountExport, GameRow, MailAddress, ReviewedGame, StoreError, StoredConditional,
    StoredDailyAnswer, StoredDevice, StoredHoliday, StoredIdentity, StoredReview, StoredSeek,
};

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default().get("/api/me/export", export)
}

/// Everything stored about an account.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AccountExport")]
pub(in crate::http) struct AccountDocument {
    /// When it was exported, in milliseconds since 1970.
    exported: i64,
    person: Person,
    /// When the account was created, in milliseconds since 1970.
    created: i64,
    preferences: Preferences,
    ratings: Vec<RatingEntry>,
    ratings_without_luck: Vec<RatingView>,
    reviews: Vec<ReviewEntry>,
    sessions: Vec<SessionView>,
    tokens: Vec<TokenView>,
    bots: Vec<Person>,
    seeks: Vec<SeekEntry>,
    devices: Vec<DeviceEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mail: Option<MailEntry>,
    identities: Vec<IdentityEntry>,
    notifications: NotificationSettings,
    holidays: Vec<HolidayEntry>,
    conditional_actions: Vec<ConditionalEntry>,
    training: ProgressDocument,
    daily_answers: Vec<DailyEntry>,
    /// Streamed after everything else.
    games: Vec<GameEntry>,
}

/// A push device, without its keys.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedDevice")]
struct DeviceEntry {
    /// Where messages are sent.
    endpoint: String,
    /// The browser's user agent.
    agent: String,
    language: Option<String>,
    /// When it was registered, in milliseconds since 1970.
    created: i64,
    /// When a message was last accepted for it.
    seen: Option<i64>,
}

/// A mail address.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedMail")]
struct MailEntry {
    /// The address.
    address: String,
    language: Option<String>,
    /// When it was set, in milliseconds since 1970.
    created: i64,
    /// When its link was followed.
    confirmed: Option<i64>,
}

/// Whom the account belongs to at another service.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedIdentity")]
struct IdentityEntry {
    /// The service.
    issuer: String,
    /// The id there.
    subject: String,
    /// When it was connected, in milliseconds since 1970.
    created: i64,
}

/// A rating with all its parameters.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedRating")]
struct RatingEntry {
    speed: Speed,
    /// The rating.
    rating: f64,
    /// The rating deviation.
    deviation: f64,
    /// The rating volatility.
    volatility: f64,
    /// The number of rated games.
    games: i64,
    /// When it last changed, in milliseconds since 1970.
    updated: i64,
    history: Vec<RatingPoint>,
}

/// What a review by the server found in a rated game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedReview")]
struct ReviewEntry {
    game: GameId,
    /// Red's result: 1, 0.5 or 0.
    result: f64,
    /// Red's luck, in wins.
    luck: f64,
    /// What the decisions of both sides cost: their number and the win chance that they lost.
    costs: Value,
}

/// An open offer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedSeek")]
struct SeekEntry {
    /// Its id.
    id: String,
    /// The ruleset.
    ruleset: String,
    #[schemars(with = "TimeControl")]
    clock: String,
    /// Whether the game is rated.
    rated: bool,
    /// Whether it is listed in the lobby.
    public: bool,
    rating_min: Option<i64>,
    rating_max: Option<i64>,
    /// The handicap, as who gives it and what.
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<String>,
    /// When it was made, in milliseconds since 1970.
    created: i64,
}

/// A holiday from correspondence games.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedHoliday")]
struct HolidayEntry {
    /// In milliseconds since 1970.
    begins: i64,
    /// In milliseconds since 1970.
    ends: i64,
}

/// Conditional actions in a game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedConditional")]
struct ConditionalEntry {
    game: GameId,
    /// The revision of the position that they start from.
    revision: i64,
    lines: Vec<String>,
}

/// An answer to the position of a day.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedDailyAnswer")]
struct DailyEntry {
    /// The UTC date.
    date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// What it costs, in points of win chance out of 100.
    loss: f64,
    /// When it was given, in milliseconds since 1970.
    at: i64,
}

/// A game, finished or not, with its whole log, chat included.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExportedGame")]
struct GameEntry {
    #[serde(flatten)]
    summary: GameSummary,
    log: Vec<LogEntry>,
}

async fn export(State(app): State<App>, caller: Caller) -> Result<Response, Failure> {
    caller.require_session()?;
    let id = caller.account.id;
    app.limit(Quota::Export, RateLimitKey::Account(id))?;
    let found = app.store.export_account(id).await?;
    let mut all = found.ok_or_else(|| Failure::unauthorized("the account was deleted"))?;
    let games = std::mem::take(&mut all.games);
    let head = json(&account_document(&app, &caller, all)?)?;
    let head = head.strip_suffix("]}").unwrap_or(&head).to_string();

    let names = PlayerNames::new(&app.store);
    let first = (app, names, games.into_iter(), "\n");
    let games = stream::try_unfold(first, |(app, mut names, mut rows, comma)| async move {
        let Some(row) = rows.next() else { return Ok::<_, StoreError>(None) };
        let text = comma.to_string() + &game(&app, &row, &mut names).await?;
        Ok(Some((text, (app, names, rows, ",\n"))))
    });
    let ends = |text: String| stream::once(async move { Ok(text) });
    let body = Body::from_stream(ends(head).chain(games).chain(ends("]}\n".into())));
    let name = "attachment; filename=\"bosworth-account.json\"";
    Ok(([(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, name)], body).into_response())
}

async fn game(app: &App, row: &GameRow, names: &mut PlayerNames) -> Result<String, StoreError> {
    json(&GameEntry { summary: summary(row, names).await?, log: log(&app.store, row.id).await? })
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

fn account_document(
    app: &App,
    caller: &Caller,
    all: AccountExport,
) -> Result<AccountDocument, StoreError> {
    let rating = |(number, rating, history): &(i64, crate::store::Rating, Vec<_>)| {
        Ok(RatingEntry {
            speed: speed(*number)?,
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
            games: rating.games,
            updated: rating.updated,
            history: history.iter().map(Into::into).collect(),
        })
    };
    let session = |session| sessions::view(session, caller.session.as_ref());
    Ok(AccountDocument {
        exported: app.now(),
        person: (&all.account).into(),
        created: all.account.created,
        preferences: (&all.account).into(),
        ratings: all.ratings.iter().map(rating).collect::<Result<_, StoreError>>()?,
        ratings_without_luck: rating_views(&all.ratings_without_luck)?,
        reviews: all.reviews.into_iter().map(ReviewEntry::from).collect(),
        sessions: all.sessions.iter().map(session).collect(),
        tokens: all.tokens.iter().map(api_token::view).collect(),
        bots: all.bots.iter().map(Person::from).collect(),
        seeks: all.seeks.into_iter().map(SeekEntry::from).collect(),
        devices: all.devices.into_iter().map(DeviceEntry::from).collect(),
        mail: all.mail.map(MailEntry::from),
        identities: all.identities.into_iter().map(IdentityEntry::from).collect(),
        notifications: all.notifications,
        holidays: all.holidays.into_iter().map(HolidayEntry::from).collect(),
        conditional_actions: all.conditionals.into_iter().map(ConditionalEntry::from).collect(),
        training: (&all.training).into(),
        daily_answers: all.daily_answers.into_iter().map(DailyEntry::from).collect(),
        games: Vec::new(),
    })
}

impl From<StoredDevice> for DeviceEntry {
    fn from(device: StoredDevice) -> Self {
        let StoredDevice { endpoint, agent, language, created, seen, .. } = device;
        Self { endpoint, agent, language, created, seen }
    }
}

impl From<MailAddress> for MailEntry {
    fn from(mail: MailAddress) -> Self {
        let MailAddress { address, language, created, confirmed, .. } = mail;
        Self { address, language, created, confirmed }
    }
}

impl From<StoredIdentity> for IdentityEntry {
    fn from(identity: StoredIdentity) -> Self {
        let StoredIdentity { issuer, subject, created, .. } = identity;
        Self { issuer, subject, created }
    }
}

impl From<ReviewedGame> for ReviewEntry {
    fn from(ReviewedGame { review, .. }: ReviewedGame) -> Self {
        let StoredReview { game, result, luck, body } = review;
        Self { game, result, luck, costs: serde_json::from_str(&body).unwrap_or_default() }
    }
}

impl From<StoredHoliday> for HolidayEntry {
    fn from(StoredHoliday { begins, ends, .. }: StoredHoliday) -> Self {
        Self { begins, ends }
    }
}

impl From<StoredConditional> for ConditionalEntry {
    fn from(StoredConditional { game, revision, body, .. }: StoredConditional) -> Self {
        Self { game, revision, lines: body.lines().map(Into::into).collect() }
    }
}

impl From<StoredDailyAnswer> for DailyEntry {
    fn from(StoredDailyAnswer { day, loss, at, action }: StoredDailyAnswer) -> Self {
        Self { date: Day(day as i32).to_string(), loss: loss as f64 / 2.0, at, action }
    }
}

impl From<StoredSeek> for SeekEntry {
    fn from(seek: StoredSeek) -> Self {
        let StoredSeek {
            id,
            ruleset,
            clock,
            rated,
            public,
            rating_min,
            rating_max,
            handicap,
            created,
            ..
        } = seek;
        Self { id, ruleset, clock, rated, public, rating_min, rating_max, handicap, created }
    }
}
