//! Views of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use bosworth_protocol::Person;
use bosworth_protocol::tournament::{
    BoardGame, BoardView, EntrantView, ProposalView, RoundView, TournamentGame, TournamentSummary,
    TournamentView,
};
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::{
    Entrant, GamePlan, GameSlot, Opponent, Pairing, PlayerId, Round, Tournament,
};

use crate::app::App;
use crate::store::StoreError;

/// People by their player ids.
pub(super) type People = BTreeMap<PlayerId, Person>;

/// Looks up the participants and organisers of tournaments.
pub(super) async fn people<'a>(
    app: &App,
    events: impl Iterator<Item = &'a Tournament>,
    entrants: bool,
) -> Result<People, StoreError> {
    let mut ids = BTreeSet::new();
    for event in events {
        ids.insert(AccountId(event.announcement().organiser.0));
        if entrants {
            let team = |one: &Entrant| [Some(one.player), one.mate].into_iter().flatten();
            let all = event.entrants().iter().flat_map(team);
            let asked = event.proposals().flat_map(|(captain, mate)| [captain, mate]);
            ids.extend(all.chain(asked).map(|player| AccountId(player.0)));
        }
    }
    let ids: Vec<_> = ids.into_iter().collect();
    let accounts = app.store.accounts_among(&ids).await?;
    Ok(accounts.iter().map(|account| (PlayerId(account.id.0), Person::from(account))).collect())
}

/// Returns a tournament as listed for an account.
pub(super) fn summary(
    event: &Tournament,
    people: &People,
    me: Option<PlayerId>,
) -> TournamentSummary {
    let announcement = event.announcement();
    let plays = |plan: &GamePlan| me.is_some_and(|me| plan_has(plan, me));
    TournamentSummary {
        id: announcement.id,
        title: announcement.title.clone(),
        organiser: people.get(&announcement.organiser).cloned(),
        format: announcement.format,
        series: announcement.series,
        deal: announcement.deal,
        ruleset: announcement.terms.ruleset.to_string(),
        clock: announcement.terms.clock.clone(),
        rated: announcement.terms.rated,
        starts: event.starts(),
        stage: event.stage(),
        paused: event.is_paused(),
        cancelled: event.is_cancelled(),
        players: event.players() as u16,
        seats: announcement.seats,
        rounds: event.rounds().len() as u16,
        limits: announcement.limits,
        joined: me.is_some_and(|me| event.team_of(me).is_some()),
        game: event.games().find(plays).map(|plan| GameId::from_random(plan.number)),
    }
}

fn plan_has(plan: &GamePlan, player: PlayerId) -> bool {
    [plan.red, plan.white].contains(&Opponent::Player(player))
}

/// Returns a tournament with everything its page shows.
pub(super) async fn view(
    app: &App,
    event: &Tournament,
    me: Option<PlayerId>,
) -> Result<TournamentView, StoreError> {
    let announcement = event.announcement();
    let people = people(app, std::iter::once(event), true).await?;
    let entrants = event.entrants().iter().map(|entrant| EntrantView {
        player: entrant.player,
        person: people.get(&entrant.player).cloned(),
        mate: entrant.mate.and_then(|mate| people.get(&mate).cloned()),
        rating: entrant.rating,
        waiting: event.is_waiting(entrant.player),
        gone: entrant.gone,
    });
    let games = event.games().map(|plan| TournamentGame {
        slot: plan.slot,
        game: GameId::from_random(plan.number),
        red: player(plan.red),
        white: player(plan.white),
    });
    let mine =
        |(captain, mate): &(PlayerId, PlayerId)| me.is_some_and(|me| me == *captain || me == *mate);
    let proposals = event.proposals().filter(mine).filter_map(|(captain, mate)| {
        let person = |player: PlayerId| people.get(&player).cloned();
        Some(ProposalView { captain: person(captain)?, mate: person(mate)? })
    });
    Ok(TournamentView {
        summary: summary(event, &people, me),
        about: announcement.about.clone(),
        rest: announcement.rest,
        late: announcement.late,
        ties: announcement.ties.clone(),
        seq: event.length(),
        season: event.season(),
        round: event.rounds().last().map(|last| round(event, last)),
        next: event.wake_at(app.now()),
        closes: event.closes_at(),
        sealed: event.is_sealed(),
        games: games.collect(),
        entrants: entrants.collect(),
        proposals: proposals.collect(),
        standings: event.standings(),
        bracket: event.bracket(),
    })
}

fn player(opponent: Opponent) -> Option<PlayerId> {
    match opponent {
        Opponent::Player(player) => Some(player),
        Opponent::Computer(_) => None,
    }
}

/// Returns a round of a tournament.
pub(super) fn round(event: &Tournament, round: &Round) -> RoundView {
    let open: BTreeSet<_> = event.games().map(|plan| plan.slot).collect();
    let boards = (1..).zip(&round.pairings);
    RoundView {
        number: round.number,
        season: round.season,
        at: round.at,
        boards: boards.map(|(board, two)| self::board(event, round, board, two, &open)).collect(),
        byes: round.byes.clone(),
    }
}

fn board(
    event: &Tournament,
    round: &Round,
    board: u16,
    pairing: &Pairing,
    open: &BTreeSet<GameSlot>,
) -> BoardView {
    let games = pairing.results.iter().zip(&pairing.reviews).enumerate();
    let games = games.filter_map(|(game, (&result, &review))| {
        let slot = GameSlot { round: round.number, board, game: game as u8 };
        (result.is_some() || open.contains(&slot)).then(|| BoardGame {
            game: GameId::from_random(slot.number(event.announcement().id)),
            straight: pairing.side(game, Side::Red) == Side::Red,
            result,
            review,
        })
    });
    BoardView {
        red: pairing.red,
        white: pairing.white,
        points: pairing.score().map(|score| (score.red, score.white)),
        games: games.collect(),
    }
}
