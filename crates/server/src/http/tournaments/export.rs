//! Tournament exports: the log, tables and all games.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bosworth_protocol::tournament::{CrossTable, Standings};
use bosworth_table::GameId;
use bosworth_tournament::{GameSlot, PlayerId, Tournament, TournamentEvent, TournamentLogEntry};
use futures_util::{TryStreamExt, stream};
use serde::Deserialize;

use super::{embedded_standings, parse, view};
use crate::app::App;
use crate::auth::{Address, MaybeCaller, Quota, RateLimitKey};
use crate::http::extract::{PathSegment, QueryParams};
use crate::http::listed_router::ListedRouter;
use crate::http::problem::Failure;
use crate::http::records;
use crate::notifications::texts;
use crate::store::StoreError;

/// Games read per query.
const GAMES_PER_CHUNK: usize = 20;

pub(super) fn routes() -> ListedRouter {
    ListedRouter::default()
        .get("/api/events/{id}/log", log)
        .get("/api/events/{id}/standings", standings)
        .get("/api/events/{id}/cross", cross)
        .get("/api/events/{id}/games", games)
}

async fn log(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(id): PathSegment,
) -> Result<Json<Vec<TournamentLogEntry>>, Failure> {
    let mut log = app.tournaments.log(parse(&id)?).await?;
    // Who proposed a team to whom, and who declined, stays between the two. The entries remain
    // without their contents, so that the log has no gap.
    for entry in &mut log {
        let steps = entry.events.len();
        entry.events.retain(|step| {
            !matches!(step, TournamentEvent::Propose { .. } | TournamentEvent::Retract { .. })
        });
        if entry.events.len() < steps {
            entry.by = None;
        }
    }
    Ok(Json(log))
}

async fn cross(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(id): PathSegment,
) -> Result<Json<Vec<CrossTable>>, Failure> {
    let event = app.tournaments.load(parse(&id)?).await?;
    if event.entrants().len() > 128 {
        return Err(Failure::conflict("too many players for a cross table"));
    }
    Ok(Json(event.cross_tables()))
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Csv,
    Trf,
    Html,
}

#[derive(Deserialize)]
struct Wanted {
    format: Option<Format>,
    /// The language of the page.
    lang: Option<String>,
}

async fn standings(
    State(app): State<App>,
    _: MaybeCaller,
    PathSegment(id): PathSegment,
    QueryParams(wanted): QueryParams<Wanted>,
) -> Result<Response, Failure> {
    let event = app.tournaments.load(parse(&id)?).await?;
    let text = |kind: &'static str, text: String| ([(CONTENT_TYPE, kind)], text).into_response();
    if matches!(wanted.format, None | Some(Format::Json)) {
        return Ok(Json(event.standings()).into_response());
    }
    let people = view::people(&app, std::iter::once(&*event), true).await?;
    let person = |player: PlayerId| {
        people.get(&player).map_or_else(|| player.to_string(), |person| person.name.clone())
    };
    let name = |player: PlayerId| match event.entrant(player).and_then(|entrant| entrant.mate) {
        Some(mate) => format!("{} & {}", person(player), person(mate)),
        None => person(player),
    };
    if matches!(wanted.format, Some(Format::Csv)) {
        return Ok(text("text/csv; charset=utf-8", csv(&event.standings(), name)));
    }
    if matches!(wanted.format, Some(Format::Html)) {
        let texts = texts::texts([wanted.lang.as_deref(), None]);
        return Ok(embedded_standings::page(&event, texts, name));
    }
    let report = event.trf(name);
    let report = report.ok_or_else(|| {
        Failure::bad_request("only round robins and Swiss tournaments have a TRF report")
    })?;
    Ok(text("text/plain; charset=utf-8", report))
}

/// Formats standings for a spreadsheet.
fn csv(tables: &[Standings], name: impl Fn(PlayerId) -> String) -> String {
    let mut text = String::from(
        "division,rank,name,points,played,won,drawn,lost,byes,margin,adjusted,reviewed\n",
    );
    for (table, row) in tables.iter().flat_map(|table| table.rows.iter().map(move |r| (table, r))) {
        text.push_str(&format!(
            "{},{},{},{:?},{},{},{},{},{},{},{:.3},{}\n",
            table.division,
            row.rank,
            quoted(&name(row.player)),
            f64::from(row.points),
            row.played,
            row.won,
            row.drawn,
            row.lost,
            row.byes,
            row.margin,
            f64::from(row.adjusted) / 1000.0,
            row.reviewed,
        ));
    }
    text
}

/// Quotes a text as one field, so that spreadsheets do not run it as a formula.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}

/// Streams the records of all finished games, round by round.
async fn games(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    address: Address,
    PathSegment(id): PathSegment,
) -> Result<Response, Failure> {
    let who = caller
        .map_or(RateLimitKey::Address(address), |caller| RateLimitKey::Account(caller.account.id));
    app.limit(Quota::Export, who)?;
    let event = app.tournaments.load(parse(&id)?).await?;
    let chunks: Vec<Vec<GameId>> =
        ended(&event).chunks(GAMES_PER_CHUNK).map(<[_]>::to_vec).collect();
    let first = (records::PlayerNames::new(&app.store), chunks.into_iter());
    let pieces = stream::try_unfold(first, move |(mut names, mut chunks)| {
        let app = app.clone();
        async move {
            let Some(ids) = chunks.next() else { return Ok::<_, StoreError>(None) };
            let text = records::rose(&app, &ids, &mut names).await?;
            Ok(Some((text, (names, chunks))))
        }
    });
    let name = format!("attachment; filename=\"{id}.rose\"");
    let body = Body::from_stream(pieces.into_stream());
    Ok(([(CONTENT_TYPE, records::ROSE_CONTENT_TYPE), (CONTENT_DISPOSITION, &name)], body)
        .into_response())
}

fn ended(event: &Tournament) -> Vec<GameId> {
    let mut games = Vec::new();
    for round in event.rounds() {
        for (board, pairing) in (1..).zip(&round.pairings) {
            for (game, result) in (0..).zip(&pairing.results) {
                let slot = GameSlot { round: round.number, board, game };
                let id = GameId::from_random(slot.number(event.announcement().id));
                games.extend(result.map(|_| id));
            }
        }
    }
    games
}
