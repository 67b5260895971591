//! The standings as a small page without scripts that other sites can frame. It is the only page
//! that may be framed, because it has no actions to hijack.

use std::fmt::Write as _;

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bosworth_texts::Texts;
use bosworth_tournament::{PlayerId, Points, StandingsRow, TieBreak, Tournament, TournamentStage};
use sha2::{Digest, Sha256};

use crate::http::api_document::escape;

const STYLE: &str = "body{margin:0;padding:8px 12px;background:#fbf6ea;color:#2a2018;\
font:16px/1.45 Palatino,Georgia,serif}h1{font-size:20px;margin:0 0 8px}table{border-collapse:collapse;\
width:100%;font-variant-numeric:tabular-nums}th,td{padding:5px 8px;border-bottom:1px solid #cdb88f;\
text-align:right;white-space:nowrap}th{font-weight:600}.n{text-align:left}a{color:#9e1b32}.out{opacity:.6}\
div{overflow-x:auto}@media(prefers-color-scheme:dark){body{background:#231d18;color:#efe4cd}\
th,td{border-color:#5a4b38}a{color:#f0899c}}";

/// How often the page of a running tournament reloads, in seconds.
const REFRESH_SECONDS: u32 = 60;

/// Renders the page.
pub(super) fn page(
    event: &Tournament,
    texts: &Texts,
    name: impl Fn(PlayerId) -> String,
) -> Response {
    let announcement = event.announcement();
    let title = escape(&announcement.title);
    let refresh = match event.stage() {
        TournamentStage::Over => String::new(),
        _ => format!("<meta http-equiv=\"refresh\" content=\"{REFRESH_SECONDS}\">"),
    };
    let mut page = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">{refresh}\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title} – Bosworth</title>\
         <style>{STYLE}</style><main><h1>{title}</h1>",
        texts.language().code()
    );
    let ties: String =
        announcement.ties.iter().map(|tie| head(&texts.get(tie_name(*tie)))).collect();
    for table in event.standings() {
        if table.division > 0 {
            let division = texts.format("standings-division", &[("number", table.division.into())]);
            let _ = write!(page, "<h2>{}</h2>", escape(&division));
        }
        let _ = write!(
            page,
            "<div><table><thead><tr>{}<th scope=\"col\" class=\"n\">{}</th>{}{}{ties}</tr></thead><tbody>",
            head("#"),
            escape(&texts.get("standings-name")),
            head(&texts.get("standings-points")),
            head("+ = −"),
        );
        for row in &table.rows {
            page += &line(row, &announcement.ties, &name(row.player));
        }
        page += "</tbody></table></div>";
    }
    let _ = write!(
        page,
        "<p><a href=\"../../../#/event/{}\" target=\"_blank\" rel=\"noopener\">{}</a></p></main></html>",
        announcement.id,
        escape(&texts.get("standings-page")),
    );
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'; \
         frame-ancestors *"
    );
    let mut response = ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn head(text: &str) -> String {
    format!("<th scope=\"col\">{}</th>", escape(text))
}

fn line(row: &StandingsRow, ties: &[TieBreak], name: &str) -> String {
    let out = if row.active { "" } else { " class=\"out\"" };
    let values: String = ties
        .iter()
        .zip(&row.ties)
        .map(|(tie, value)| format!("<td>{}</td>", tie_value(*tie, *value)))
        .collect();
    format!(
        "<tr{out}><td>{}</td><th scope=\"row\" class=\"n\">{}</th><td><b>{}</b></td>\
         <td>+{} ={} −{}</td>{values}</tr>",
        row.rank,
        escape(name),
        row.points,
        row.won,
        row.drawn,
        row.lost,
    )
}

fn tie_name(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Direct => "tie-direct",
        TieBreak::Buchholz => "tie-buchholz",
        TieBreak::SonnebornBerger => "tie-sonneborn",
        TieBreak::Wins => "tie-wins",
        TieBreak::Margin => "tie-margin",
    }
}

/// Formats the value of a tie-break, in points.
fn tie_value(tie: TieBreak, value: i64) -> String {
    match tie {
        TieBreak::Direct | TieBreak::Buchholz => Points::of_halves(value.max(0) as u32).to_string(),
        TieBreak::SonnebornBerger => format!("{:.2}", value as f64 / 4.0),
        TieBreak::Wins | TieBreak::Margin => value.to_string(),
    }
}
