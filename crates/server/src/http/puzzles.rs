//! Puzzles, and the position of the day.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bosworth_practice::{Day, daily_puzzle};
use bosworth_protocol::{DailyReply, DailyResults, DailyShare, DailyView, Scope};
use bosworth_puzzles::{Grade, Puzzle, Tag};
use bosworth_rules::Ruleset;
use bosworth_table::AccountId;
use serde::Deserialize;

use crate::app::App;
use crate::auth::{Address, Caller, MaybeCaller, Quota, RateLimitKey};
use crate::http::extract::{JsonBody, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::records::NDJSON_CONTENT_TYPE;
use crate::store::{DailyCount, PuzzleRating, StoredDailyAnswer};

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/puzzles", export)
        .get("/api/puzzles/daily", daily)
        .post("/api/puzzles/daily", answer)
}

/// Which puzzles to export.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleQuery {
    edition: Option<String>,
    tag: Option<String>,
    level: Option<u8>,
}

/// All matching puzzles, one a line.
async fn export(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    QueryParams(query): QueryParams<PuzzleQuery>,
) -> Result<Response, Failure> {
    let who = caller
        .map_or(RateLimitKey::Address(address), |caller| RateLimitKey::Account(caller.account.id));
    let edition: Option<Ruleset> =
        query.edition.map(|name| name.parse()).transpose().map_err(|_| {
            Failure::bad_request("not a valid edition; use classic, brettspielnetz or kingofroses")
        })?;
    let unknown = || Failure::bad_request(format!("not a valid tag; use {}", tag_names()));
    let tag = query.tag.map(|name| Tag::from_name(&name).ok_or_else(unknown)).transpose()?;
    app.limit(Quota::Export, who)?;
    let ratings = app.store.puzzle_ratings().await?;
    let ratings: HashMap<_, _> = ratings.into_iter().map(|it| (it.puzzle, it)).collect();
    let mut lines = String::new();
    for puzzle in app.puzzles().iter() {
        let matches = edition.is_none_or(|edition| edition == puzzle.edition())
            && tag.is_none_or(|tag| puzzle.tags().contains(tag))
            && query.level.is_none_or(|level| level == puzzle.level());
        if matches {
            lines += &line(&puzzle, ratings.get(&puzzle.id().0.into()));
        }
    }
    Ok(([(CONTENT_TYPE, NDJSON_CONTENT_TYPE)], lines).into_response())
}

fn tag_names() -> String {
    Tag::ALL.map(Tag::name).join(", ")
}

/// The line of a puzzle, with its rating by the answers of people if there are any.
fn line(puzzle: &Puzzle, rated: Option<&PuzzleRating>) -> String {
    let mut line = puzzle.json();
    if let Some(PuzzleRating { rating, deviation, answers, .. }) = rated {
        line.pop();
        line += &format!(
            r#","people":{{"rating":{rating:.1},"deviation":{deviation:.1},"answers":{answers}}}}}"#
        );
    }
    line + "\n"
}

async fn daily(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
) -> Result<Json<DailyView>, Failure> {
    let today = Day::of(app.now());
    view(&app, today, caller.map(|caller| caller.account.id)).await
}

async fn answer(
    State(app): State<App>,
    caller: Caller,
    JsonBody(DailyReply { date, action }): JsonBody<DailyReply>,
) -> Result<Json<DailyView>, Failure> {
    caller.require_scope(Scope::Play)?;
    let account = caller.account.id;
    app.limit(Quota::Training, RateLimitKey::Account(account))?;
    let today = Day::of(app.now());
    let day = [today, today.plus(-1)].into_iter().find(|day| day.to_string() == date);
    let day = day.ok_or_else(|| {
        Failure::conflict(format!("answers are accepted for today, {today}, and yesterday"))
    })?;
    let puzzle = puzzle(&app, day)?;
    let action = action.parse().map_err(|why| Failure::bad_request(format!("{why}")))?;
    let illegal = || Failure::bad_request("not a legal action in this position");
    let answer = puzzle.answer(action).ok_or_else(illegal)?;
    let loss = (answer.loss() * 2.0) as i64;
    let action = Some(action.to_string());
    let stored = StoredDailyAnswer { day: day.0.into(), loss, at: app.now(), action };
    if !app.store.answer_daily(account, stored).await? {
        return Err(Failure::conflict("you have answered this position already"));
    }
    view(&app, day, Some(account)).await
}

fn puzzle(app: &App, day: Day) -> Result<Puzzle, Failure> {
    let puzzle = daily_puzzle(app.puzzles(), day).and_then(|id| app.puzzles().find(id));
    puzzle.ok_or_else(|| Failure::not_found("this server has no puzzles"))
}

async fn view(app: &App, day: Day, account: Option<AccountId>) -> Result<Json<DailyView>, Failure> {
    let puzzle = puzzle(app, day)?;
    let mut results = DailyResults::default();
    let (mut total, mut lost, mut actions) = (0, 0, Vec::new());
    for DailyCount { action, loss, answers } in app.store.daily_results(day).await? {
        let count = match Grade::of(loss as f64 / 2.0) {
            Grade::Best | Grade::Right => &mut results.right,
            Grade::Close => &mut results.close,
            Grade::Wrong => &mut results.wrong,
        };
        *count += answers as u32;
        total += answers;
        lost += loss * answers;
        let answers = answers as u32;
        actions.extend(action.map(|action| DailyShare { action, answers }));
    }
    let own = match account {
        Some(account) => app.store.daily_answer(account, day).await?,
        None => None,
    };
    // They would give the answer away.
    if own.is_none() {
        actions.clear();
    }
    Ok(Json(DailyView {
        date: day.to_string(),
        puzzle: puzzle.id().0,
        position: puzzle.position().to_string(),
        level: puzzle.level(),
        results,
        mean: (total > 0).then(|| lost as f64 / 2.0 / total as f64),
        actions,
        own: own.map(|half_points| half_points as f64 / 2.0),
    }))
}
