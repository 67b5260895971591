//! Tournaments in words.

use bosworth_protocol::tournament::{
    BoardView, DealSharing, Eligibility, EntrantView, PlayerId, Points, RoundView, Series,
    StandingsRow, TieBreak, TournamentFormat, TournamentRefusal, TournamentStage,
    TournamentSummary, TournamentView,
};
use bosworth_protocol::{ProblemKind, TimeControl};

use super::when::soon;
use crate::language::{fill, texts, tr};
use crate::online::api::Fault;
use crate::pages::online::words::{clock_text, rated_text, ruleset_text};
use crate::route::Route;

/// How it is played.
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

/// The kind in one word, as ids of messages have it.
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

/// How many games decide a pairing; nothing for a single one.
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

/// The clock of the games.
pub fn clock_of(event: &TournamentSummary) -> Option<TimeControl> {
    event.clock.parse().ok()
}

/// What is played, in short parts.
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

/// The key of the stage, for classes and messages.
pub fn stage_key(event: &TournamentSummary) -> &'static str {
    match event.stage {
        _ if event.cancelled => "cancelled",
        TournamentStage::Over => "over",
        _ if event.paused => "paused",
        TournamentStage::Running => "running",
        TournamentStage::Coming => "coming",
    }
}

/// How many take part.
pub fn players_text(event: &TournamentSummary) -> String {
    // Seats that nobody expects to fill say nothing.
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

/// How far it is: the round.
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

/// Who may take part.
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

/// The key of a tie-break, for messages.
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

/// Won, drawn and lost in short.
pub fn record_text(row: &StandingsRow) -> String {
    format!("+{} ={} −{}", row.won, row.drawn, row.lost)
}

/// The entry of somebody who takes part or did, alone or in a team.
pub fn entry_of(view: &TournamentView, player: PlayerId) -> Option<&EntrantView> {
    let in_team = |one: &&EntrantView| one.mate.as_ref().is_some_and(|mate| mate.id.0 == player.0);
    let alone = view.entrants.iter().find(|entrant| entrant.player == player);
    alone.or_else(|| view.entrants.iter().find(in_team))
}

/// The name of somebody who takes part or did; of a team, both.
pub fn name_of(view: &TournamentView, player: PlayerId) -> String {
    entry_of(view, player).map_or_else(|| tr("event-somebody"), team_name)
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

/// The page of somebody who takes part or did; of a team, the captain's.
pub fn page_of(view: &TournamentView, player: PlayerId) -> String {
    let entrant = view.entrants.iter().find(|entrant| entrant.player == player);
    let name = entrant.and_then(|entrant| entrant.person.as_ref()).map(|person| &person.name);
    Route::Person(name.cloned().unwrap_or_default()).to_string()
}

/// When the next round begins, or that there is none after this one.
pub fn next_text(view: &TournamentView, next: i64, now: i64) -> String {
    let event = &view.summary;
    let last = match event.format {
        TournamentFormat::Swiss { rounds } => event.rounds >= rounds.into(),
        TournamentFormat::Field { deals, .. } => event.rounds >= deals.into(),
        TournamentFormat::Knockout => {
            view.bracket.rounds.last().is_some_and(|matches| matches.len() == 1)
        }
        TournamentFormat::RoundRobin { .. }
        | TournamentFormat::League { .. }
        | TournamentFormat::Arena { .. } => false,
    };
    let id = if last { "event-next-end" } else { "event-next-round" };
    fill(id, &[("in", soon(next, now).into())])
}

/// Whether only those who play a game may see it, because others play the same cards: the two tables
/// of a pairing of teams, or all tables of a deal of a field.
pub fn is_sealed(event: &TournamentSummary, round: &RoundView, board: &BoardView) -> bool {
    let live = |board: &BoardView| board.games.iter().any(|game| game.result.is_none());
    match (event.format, event.deal) {
        (TournamentFormat::Field { .. }, _) => round.boards.iter().any(live),
        (_, DealSharing::Teams) => live(board),
        (_, DealSharing::Fresh | DealSharing::Hands) => false,
    }
}

/// The name at a board; nobody is the computer.
pub fn seat_of(view: &TournamentView, player: Option<PlayerId>) -> String {
    player.map_or_else(|| tr("event-computer"), |player| name_of(view, player))
}

/// The name of a round of a knock-out, by how many matches it has.
pub fn knockout_round(matches: usize) -> String {
    match matches {
        0 | 1 => tr("event-final"),
        2 => tr("event-semifinals"),
        4 => tr("event-quarterfinals"),
        more => {
            // The French count the matches, the others who is left.
            let french = texts().language() == bosworth_texts::Language::French;
            let count = if french { more } else { 2 * more };
            fill("event-last-of", &[("count", count.into())])
        }
    }
}

/// Why a tournament refused, in words.
pub fn fault_text(fault: &Fault) -> String {
    if let Fault::Problem(problem) = fault {
        if let Some(refusal) = problem.refusal {
            return refusal_text(refusal);
        }
        if problem.problem == ProblemKind::Forbidden && !problem.message.is_empty() {
            return fill("problem-other", &[("message", problem.message.clone().into())]);
        }
    }
    fault.text()
}

/// A refusal in words.
pub fn refusal_text(refusal: TournamentRefusal) -> String {
    tr(&format!("event-refusal-{}", format!("{refusal:?}").to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_words() {
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
