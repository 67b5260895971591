//! Events as they are shown.

use std::collections::BTreeMap;

use bosworth_events::{
    Bracket, Event, EventId, Gone, Kind, Limits, PlayerId, Round, Series, Slot, Stage, Standings,
    TieBreak,
};
use bosworth_protocol::Person;
use bosworth_table::{AccountId, GameId};
use serde::Serialize;

use crate::app::App;
use crate::http::problem::Failure;
use crate::store::StoreError;

/// An event in a list.
#[derive(Serialize)]
pub(super) struct EventSummary {
    id: EventId,
    title: String,
    organiser: PlayerId,
    kind: Kind,
    series: Series,
    ruleset: String,
    clock: String,
    rated: bool,
    starts: i64,
    stage: Stage,
    paused: bool,
    cancelled: bool,
    players: usize,
    seats: u16,
}

impl EventSummary {
    pub(super) fn of(event: &Event) -> Self {
        let opening = event.opening();
        Self {
            id: opening.event,
            title: opening.title.clone(),
            organiser: opening.organiser,
            kind: opening.kind,
            series: opening.series,
            ruleset: opening.terms.ruleset.to_string(),
            clock: opening.terms.clock.clone(),
            rated: opening.terms.rated,
            starts: opening.starts,
            stage: event.stage(),
            paused: event.is_paused(),
            cancelled: event.is_cancelled(),
            players: event.entrants().iter().filter(|entrant| entrant.is_active()).count(),
            seats: opening.seats,
        }
    }
}

/// An event with everything that its page shows.
#[derive(Serialize)]
pub(super) struct EventView {
    #[serde(flatten)]
    summary: EventSummary,
    about: String,
    rest: i64,
    late: u8,
    limits: Limits,
    ties: Vec<TieBreak>,
    /// The number of entries of its log.
    seq: u32,
    season: u16,
    /// How many rounds have begun.
    rounds: usize,
    /// The last of them.
    round: Option<Round>,
    /// When the next thing is due by itself.
    next: Option<i64>,
    /// The games that are played now.
    games: Vec<GameView>,
    entrants: Vec<EntrantView>,
    standings: Vec<Standings>,
    bracket: Bracket,
}

/// A game that is played now.
#[derive(Serialize)]
struct GameView {
    slot: Slot,
    game: GameId,
}

/// Who takes part.
#[derive(Serialize)]
struct EntrantView {
    player: PlayerId,
    person: Option<Person>,
    rating: i32,
    waiting: bool,
    gone: Option<Gone>,
}

impl EventView {
    pub(super) async fn of(app: &App, event: &Event) -> Result<Self, Failure> {
        let opening = event.opening();
        let people = people(app, event).await?;
        let entrants = event.entrants().iter().map(|entrant| EntrantView {
            player: entrant.player,
            person: people.get(&entrant.player).cloned(),
            rating: entrant.rating,
            waiting: event.is_waiting(entrant.player),
            gone: entrant.gone,
        });
        let games = event
            .games()
            .map(|plan| GameView { slot: plan.slot, game: GameId::from_random(plan.number) });
        Ok(Self {
            summary: EventSummary::of(event),
            about: opening.about.clone(),
            rest: opening.rest,
            late: opening.late,
            limits: opening.limits,
            ties: opening.ties.clone(),
            seq: event.length(),
            season: event.season(),
            rounds: event.rounds().len(),
            round: event.rounds().last().cloned(),
            next: event.wake_at(app.now()),
            games: games.collect(),
            entrants: entrants.collect(),
            standings: event.standings(),
            bracket: event.bracket(),
        })
    }
}

/// The people who take part.
async fn people(app: &App, event: &Event) -> Result<BTreeMap<PlayerId, Person>, StoreError> {
    let ids: Vec<_> = event.entrants().iter().map(|entrant| AccountId(entrant.player.0)).collect();
    let accounts = app.store.accounts_among(&ids).await?;
    Ok(accounts.iter().map(|account| (PlayerId(account.id.0), Person::from(account))).collect())
}

/// The names of those who take part.
pub(super) async fn names(
    app: &App,
    event: &Event,
) -> Result<BTreeMap<PlayerId, String>, StoreError> {
    let people = people(app, event).await?;
    Ok(people.into_iter().map(|(player, person)| (player, person.name)).collect())
}

/// The standings for a spreadsheet.
pub(super) fn csv(event: &Event, name: impl Fn(PlayerId) -> String) -> String {
    let mut text =
        String::from("division,rank,name,points,played,won,drawn,lost,byes,margin,adjusted\n");
    for table in event.standings() {
        for row in table.rows {
            text.push_str(&format!(
                "{},{},{},{:?},{},{},{},{},{},{},{:.3}\n",
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
            ));
        }
    }
    text
}

/// A text as one field. What a spreadsheet would take for a formula is none.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}
