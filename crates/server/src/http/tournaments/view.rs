//! Views of tournaments.

use std::collections::{BTreeMap, BTreeSet};

use bosworth_protocol::tournament::{
    BoardGame, BoardView, EntrantView, ProposalView, RoundView, TournamentGame, TournamentSummary,
    TournamentView,
};
use bosworth_protocol::{AccountKind, Person};
use bosworth_rules::Side;
use bosworth_table::{AccountId, GameId};
use bosworth_tournament::{
    Applicant, Entrant, EntryStatus, GamePlan, GameSlot, Opponent, Pairing, PlayerId, Round,
    Tournament,
};

use crate::app::App;
use crate::auth::Caller;
use crate::rating;
use crate::store::{Rating, StoreError};
use crate::tournaments::clock;

/// People by their player ids.
pub(super) type People = BTreeMap<PlayerId, Person>;

/// The person for whom a tournament is shown.
pub(super) struct Viewer {
    /// `None` without an account.
    pub(super) player: Option<PlayerId>,
    kind: AccountKind,
    /// By speed.
    ratings: Vec<(i64, Rating)>,
    now: i64,
}

impl Viewer {
    pub(super) async fn new(app: &App, caller: Option<&Caller>) -> Result<Self, StoreError> {
        let account = caller.map(|caller| &caller.account);
        Ok(Self {
            player: account.map(|account| PlayerId(account.id.0)),
            // People without an account enter as guests.
            kind: account.map_or(AccountKind::Guest, |account| account.kind),
            ratings: match account {
                Some(account) => app.store.ratings(account.id).await?,
                None => Vec::new(),
            },
            now: app.now(),
        })
    }

    fn is(&self, player: PlayerId) -> bool {
        self.player == Some(player)
    }

    fn entry_status(&self, event: &Tournament) -> EntryStatus {
        let speed = clock(event.announcement()).map(|clock| rating::number(clock.speed()));
        let known = self.ratings.iter().find(|(at, _)| speed.as_ref().is_ok_and(|to| to == at));
        let rating = known.map(|(_, rating)| *rating).unwrap_or_default();
        event.entry_status(self.player, applicant(rating, self.kind, false), self.now)
    }
}

/// What the eligibility rules need to know about an account.
pub(super) fn applicant(rating: Rating, kind: AccountKind, invited: bool) -> Applicant {
    Applicant {
        rating: rating.rating.round() as i32,
        guest: kind == AccountKind::Guest,
        bot: kind == AccountKind::Bot,
        invited,
    }
}

/// Looks up the participants and organisers of tournaments.
pub(super) async fn people<'a>(
    app: &App,
    events: impl Iterator<Item = &'a Tournament>,
    entrants: bool,
) -> Result<People, StoreError> {
    let mut ids = BTreeSet::new();
    for event in events {
        ids.insert(AccountId(event.announcement().organiser.0));
        ids.extend(event.winners().into_iter().map(|player| AccountId(player.0)));
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

/// Returns a tournament as it is listed.
pub(super) fn summary(event: &Tournament, people: &People, viewer: &Viewer) -> TournamentSummary {
    let announcement = event.announcement();
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
        joined: viewer.player.is_some_and(|player| event.team_of(player).is_some()),
        entry: viewer.entry_status(event),
        game: event
            .games()
            .find(|plan| plays(viewer, plan))
            .map(|plan| GameId::from_random(plan.number)),
        winners: event.winners().iter().filter_map(|player| people.get(player).cloned()).collect(),
    }
}

fn plays(viewer: &Viewer, plan: &GamePlan) -> bool {
    viewer.player.is_some_and(|me| [plan.red, plan.white].contains(&Opponent::Player(me)))
}

/// Returns a tournament with everything its page shows.
pub(super) async fn view(
    app: &App,
    event: &Tournament,
    viewer: &Viewer,
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
    let mine = |(captain, mate): &(PlayerId, PlayerId)| viewer.is(*captain) || viewer.is(*mate);
    let proposals = event.proposals().filter(mine).filter_map(|(captain, mate)| {
        let person = |player: PlayerId| people.get(&player).cloned();
        let refusal = event.check_proposal(captain, mate, viewer.now).err();
        Some(ProposalView { captain: person(captain)?, mate: person(mate)?, refusal })
    });
    Ok(TournamentView {
        summary: summary(event, &people, viewer),
        about: announcement.about.clone(),
        rest: announcement.rest,
        late: announcement.late,
        ties: announcement.ties.clone(),
        seq: event.length(),
        season: event.season(),
        round: event.rounds().last().map(|last| round(event, last, viewer)),
        last: event.is_last_round(),
        next: event.wake_at(viewer.now),
        closes: event.closes_at(),
        sealed: event.is_sealed(),
        games: games.collect(),
        entrants: entrants.collect(),
        proposals: proposals.collect(),
        standings: event.standings(),
        bracket: event.bracket(),
        me: viewer.player.and_then(|me| Some(event.entry_of(me)?.player)),
    })
}

fn player(opponent: Opponent) -> Option<PlayerId> {
    match opponent {
        Opponent::Player(player) => Some(player),
        Opponent::Computer(_) => None,
    }
}

/// Returns a round of a tournament.
pub(super) fn round(event: &Tournament, round: &Round, viewer: &Viewer) -> RoundView {
    let open: BTreeSet<_> = event.games().map(|plan| plan.slot).collect();
    let sealed = event.sealed_deals();
    let boards = (1..).zip(&round.pairings).map(|(board, pairing)| {
        let slot = GameSlot { round: round.number, board, game: 0 };
        let sealed = event.sealed_deal(slot).is_some_and(|deal| sealed.contains(&deal));
        self::board(event, slot, pairing, viewer, &open, sealed)
    });
    RoundView {
        number: round.number,
        season: round.season,
        at: round.at,
        boards: boards.collect(),
        byes: round.byes.clone(),
    }
}

fn board(
    event: &Tournament,
    first: GameSlot,
    pairing: &Pairing,
    viewer: &Viewer,
    open: &BTreeSet<GameSlot>,
    sealed: bool,
) -> BoardView {
    let games = pairing.results.iter().zip(&pairing.reviews).enumerate();
    let games = games.filter_map(|(game, (&result, &review))| {
        let slot = GameSlot { game: game as u8, ..first };
        let plays = || event.game(slot).is_some_and(|plan| plays(viewer, &plan));
        let abandoned = pairing.is_abandoned(slot.game);
        (result.is_some() || abandoned || open.contains(&slot)).then(|| BoardGame {
            game: GameId::from_random(slot.number(event.announcement().id)),
            straight: pairing.side(game, Side::Red) == Side::Red,
            result,
            review,
            abandoned: abandoned && result.is_none(),
            hidden: sealed && !plays(),
        })
    });
    BoardView {
        red: pairing.red,
        white: pairing.white,
        points: pairing.score().map(|score| (score.red, score.white)),
        games: games.collect(),
        sealed,
    }
}
