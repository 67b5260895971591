//! Formatting of tournaments.

use bosworth_protocol::tournament::{
    DealSharing, Eligibility, EntrantView, PlayerId, Points, Series, StandingsRow, TieBreak,
    TournamentFormat, TournamentRefusal, TournamentStage, TournamentSummary, TournamentView,
};
use bosworth_protocol::{ProblemKind, TimeControl};

use super::times::relative_time;
use crate::language::{fill, texts, tr};
use crate::online::api::RequestError;
use crate::pages::online::labels::{clock_text, rated_text, ruleset_text};
use crate::route::Route;

/// The name of a format.
pub fn kind_text(kind: TournamentFormat) -> String {
    match kind {
        TournamentFormat::RoundRobin { cycles: 2, .. } => tr("event-kind-double"),
        TournamentFormat::RoundRobin { .. } => tr("event-kind-roundrobin"),
        TournamentFormat::League { .. } => tr("event-kind-league"),
        TournamentFormat::Swiss { rounds } => texts().count("event-kind-swiss", rounds.into()),
        TournamentFormat::Knockout => tr("event-kind-knockout"),
        TournamentFormat::Arena { minutes } => {
            fill("event-kind-arena", &[("minutes", minutes.into())])
        }
        TournamentFormat::Field { level, .. } => {
            fill("event-kind-field", &[("level", level.into())])
        }
    }
}

/// The key of a format, for message ids.
pub fn kind_key(kind: TournamentFormat) -> &'static str {
    match kind {
        TournamentFormat::RoundRobin { .. } => "roundrobin",
        TournamentFormat::League { .. } => "league",
        TournamentFormat::Swiss { .. } => "swiss",
        TournamentFormat::Knockout => "knockout",
        TournamentFormat::Arena { .. } => "arena",
        TournamentFormat::Field { .. } => "field",
    }
}

/// The number of games per pairing; `None` for a single game.
pub fn series_text(series: Series) -> Option<String> {
    match series {
        Series::One => None,
        Series::Two => Some(tr("event-series-2")),
        Series::BestOf(games) => Some(fill("event-series-bo", &[("games", games.into())])),
    }
}

fn deal_text(deal: DealSharing) -> Option<String> {
    match deal {
        DealSharing::Fresh => None,
        DealSharing::Hands => Some(tr("event-deal-hands")),
        DealSharing::Teams => Some(tr("event-deal-teams")),
    }
}

/// The time control of the games.
pub fn clock_of(event: &TournamentSummary) -> Option<TimeControl> {
    event.clock.parse().ok()
}

/// The terms of the games, in short parts.
pub fn terms(event: &TournamentSummary) -> Vec<String> {
    let clock = clock_of(event).map_or_else(|| event.clock.clone(), clock_text);
    let edition = (event.ruleset != "classic").then(|| ruleset_text(&event.ruleset));
    let parts = [
        Some(kind_text(event.format)),
        series_text(event.series),
        deal_text(event.deal),
        Some(clock),
        edition,
        Some(rated_text(event.rated)),
    ];
    parts.into_iter().flatten().collect()
}

/// The key of the stage, for CSS classes and message ids.
pub fn stage_key(event: &TournamentSummary) -> &'static str {
    match event.stage {
        _ if event.cancelled => "cancelled",
        TournamentStage::Over => "over",
        _ if event.paused => "paused",
        TournamentStage::Running => "running",
        TournamentStage::Coming => "coming",
    }
}

/// The number of participants.
pub fn players_text(event: &TournamentSummary) -> String {
    // Don't mention the seats if there is effectively no limit.
    if event.stage != TournamentStage::Coming || event.seats >= event.format.max_players() {
        return texts().count("event-players", event.players.into());
    }
    let taken = event.players.min(event.seats);
    let values = [("players", taken.into()), ("seats", event.seats.into())];
    let seats = fill("event-players-seats", &values);
    match event.players - taken {
        0 => seats,
        waiting => {
            let values = [("seats", seats.into()), ("waiting", waiting.into())];
            fill("event-players-waiting", &values)
        }
    }
}

/// The current round.
pub fn round_text(event: &TournamentSummary) -> Option<String> {
    let round = ("round", event.rounds.into());
    match event.format {
        _ if event.rounds == 0 => None,
        TournamentFormat::Arena { .. } => None,
        TournamentFormat::Swiss { rounds } | TournamentFormat::Field { deals: rounds, .. } => {
            Some(fill("event-round-of", &[round, ("rounds", rounds.into())]))
        }
        _ => Some(fill("event-round", &[round])),
    }
}

/// Who can take part.
pub fn limits_text(limits: &Eligibility) -> String {
    let mut parts = Vec::new();
    if limits.invited {
        parts.push(tr("event-for-invited"));
    }
    if !limits.guests {
        parts.push(tr("event-for-accounts"));
    }
    match (limits.from, limits.to) {
        (None, None) => {}
        (Some(from), None) => parts.push(fill("event-for-from", &[("from", from.into())])),
        (None, Some(to)) => parts.push(fill("event-for-to", &[("to", to.into())])),
        (Some(from), Some(to)) => {
            let values = [("from", from.into()), ("to", to.into())];
            parts.push(fill("event-for-between", &values));
        }
    }
    if parts.is_empty() {
        parts.push(tr("event-for-all"));
    }
    if limits.bots {
        parts.push(tr("event-for-bots"));
    }
    parts.join(", ")
}

/// The key of a tie-break, for message ids.
pub fn tie_key(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Direct => "direct",
        TieBreak::Buchholz => "buchholz",
        TieBreak::SonnebornBerger => "sonneborn",
        TieBreak::Wins => "wins",
        TieBreak::Margin => "margin",
    }
}

/// The value of a tie-break, in points.
pub fn tie_text(tie: TieBreak, value: i64) -> String {
    match tie {
        TieBreak::Direct | TieBreak::Buchholz => Points::of_halves(value.max(0) as u32).to_string(),
        TieBreak::SonnebornBerger => quarters(value),
        TieBreak::Wins => value.to_string(),
        TieBreak::Margin => signed(value),
    }
}

fn quarters(value: i64) -> String {
    let part = ["", "¼", "½", "¾"][value.rem_euclid(4) as usize];
    match value.div_euclid(4) {
        0 if !part.is_empty() => part.into(),
        whole => format!("{whole}{part}"),
    }
}

/// A number with its sign.
pub fn signed(value: i64) -> String {
    match value {
        0 => "0".into(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// The numbers of games won, drawn and lost.
pub fn record_text(row: &StandingsRow) -> String {
    format!("+{} ={} −{}", row.won, row.drawn, row.lost)
}

/// The name of a current or former participant; both names for a team.
pub fn name_of(view: &TournamentView, player: PlayerId) -> String {
    let in_team = |one: &&EntrantView| one.mate.as_ref().is_some_and(|mate| mate.id.0 == player.0);
    let alone = view.entrants.iter().find(|entrant| entrant.player == player);
    let entrant = alone.or_else(|| view.entrants.iter().find(in_team));
    entrant.map_or_else(|| tr("event-somebody"), team_name)
}

/// The name of an entry.
pub fn team_name(entrant: &EntrantView) -> String {
    let somebody = || tr("event-somebody");
    let name = entrant.person.as_ref().map_or_else(somebody, |person| person.name.clone());
    match &entrant.mate {
        Some(mate) => format!("{name} & {}", mate.name),
        None => name,
    }
}

/// The profile page of a current or former participant; the captain's for a team.
pub fn page_of(view: &TournamentView, player: PlayerId) -> String {
    let entrant = view.entrants.iter().find(|entrant| entrant.player == player);
    let name = entrant.and_then(|entrant| entrant.person.as_ref()).map(|person| &person.name);
    Route::Person(name.cloned().unwrap_or_default()).to_string()
}

/// When the next round starts, or when the tournament ends.
pub fn next_text(view: &TournamentView, next: i64, now: i64) -> String {
    let id = if view.last { "event-next-end" } else { "event-next-round" };
    fill(id, &[("in", relative_time(next, now).into())])
}

/// The name of the player at a board; `None` is the computer.
pub fn seat_of(view: &TournamentView, player: Option<PlayerId>) -> String {
    player.map_or_else(|| tr("event-computer"), |player| name_of(view, player))
}

/// The name of a knockout round, by its number of matches.
pub fn knockout_round(matches: usize) -> String {
    match matches {
        0 | 1 => tr("event-final"),
        2 => tr("event-semifinals"),
        4 => tr("event-quarterfinals"),
        more => {
            // French counts the matches, other languages the players.
            let french = texts().language() == bosworth_texts::Language::French;
            let count = if french { more } else { 2 * more };
            fill("event-last-of", &[("count", count.into())])
        }
    }
}

/// The message of a failed tournament request.
pub fn fault_text(fault: &RequestError) -> String {
    if let RequestError::Problem(problem) = fault {
        if let Some(refusal) = problem.refusal {
            return refusal_text(refusal);
        }
        if problem.problem == ProblemKind::Forbidden && !problem.message.is_empty() {
            return fill("problem-other", &[("message", problem.message.clone().into())]);
        }
    }
    fault.text()
}

/// The message of a refusal.
pub fn refusal_text(refusal: TournamentRefusal) -> String {
    tr(&format!("event-refusal-{}", format!("{refusal:?}").to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_a_message() {
        for refusal in TournamentRefusal::ALL {
            assert!(!refusal_text(refusal).starts_with("event-"), "{refusal:?}");
        }
    }

    #[test]
    fn tie_breaks_are_written_as_fractions() {
        assert_eq!(tie_text(TieBreak::Buchholz, 15), "7½");
        assert_eq!(tie_text(TieBreak::SonnebornBerger, 27), "6¾");
        assert_eq!(tie_text(TieBreak::SonnebornBerger, 1), "¼");
        assert_eq!(tie_text(TieBreak::SonnebornBerger, 0), "0");
        assert_eq!(tie_text(TieBreak::Margin, -12), "−12");
    }
}
