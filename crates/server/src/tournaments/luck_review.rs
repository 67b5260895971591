//! The luck-adjusted table: what players would have without the luck of the deal and of the draws,
//! from reviews of their games.

use std::collections::HashSet;
use std::time::Duration;

use bosworth_engine::{Engine, Review, ReviewDepth};
use bosworth_rules::{Game, Side};
use bosworth_table::{EndReason, GameId};
use bosworth_tournament::{
    GameSlot, Tournament, TournamentFormat, TournamentId, TournamentOrder, TournamentStage,
};
use tokio::time::sleep;

use super::{TournamentError, Tournaments};
use crate::tables::TableError;

/// The pause after which it is looked whether there is something to review.
const IDLE_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How many events that are over are looked at.
const MAX_REVIEWED_PAST_TOURNAMENTS: u32 = 20;

/// What need not be looked at again.
#[derive(Default)]
struct Seen {
    /// Events that are over, of which every game was reviewed.
    events: HashSet<TournamentId>,
    /// Games that cannot be reviewed.
    games: HashSet<GameId>,
}

impl Tournaments {
    /// Reviews games that have ended, one after the other, in one thread. Never ends.
    pub(super) async fn review(&self) {
        let mut seen = Seen::default();
        loop {
            match self.review_next(&mut seen).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(why) => tracing::warn!(%why, "games of events cannot be reviewed"),
            }
            sleep(IDLE_POLL_INTERVAL).await;
        }
    }

    /// Reviews a game that was not; whether there was one. Two nodes may review the same, with the
    /// same result.
    async fn review_next(&self, seen: &mut Seen) -> Result<bool, TournamentError> {
        let mut ids = self.0.store.open_tournaments().await?;
        ids.extend(self.0.store.past_tournaments(MAX_REVIEWED_PAST_TOURNAMENTS).await?);
        for id in ids {
            if seen.events.contains(&id) {
                continue;
            }
            let event = match self.load(id).await {
                Err(TournamentError::Damaged(_)) => continue,
                event => event?,
            };
            for slot in unreviewed(&event) {
                let game = GameId::from_random(slot.number(id));
                if seen.games.contains(&game) {
                    continue;
                }
                let field = matches!(event.announcement().format, TournamentFormat::Field { .. });
                if let Some(red) = self.reviewed(game, field).await? {
                    let order = TournamentOrder::Review { slot, red };
                    self.carry_out(id, move |event, now| event.decide_order(&order, now)).await?;
                    return Ok(true);
                }
                seen.games.insert(game);
            }
            if event.stage() == TournamentStage::Over {
                seen.events.insert(id);
            }
        }
        Ok(false)
    }

    /// The win chances that Red earned in a game, in thousandths; none if it was not dealt
    /// or is damaged. A field is ranked by them, so there a game counts only if it was finished:
    /// whoever stops while ahead has gained nothing.
    async fn reviewed(&self, game: GameId, field: bool) -> Result<Option<u16>, TournamentError> {
        let table = match self.0.tables.snapshot(game).await {
            Ok((table, _)) => table,
            Err(TableError::Store(why)) => return Err(why.into()),
            Err(_) => return Ok(None),
        };
        let given_up = table.ending().filter(|end| field && end.reason != EndReason::Played);
        if let Some(winner) = given_up.and_then(|end| end.winner) {
            return Ok(Some(if winner == Side::Red { 1000 } else { 0 }));
        }
        let Some(game) = table.game().cloned() else { return Ok(None) };
        let red = tokio::task::spawn_blocking(move || luck_adjusted(&game)).await;
        red.map(Some).map_err(|_| TournamentError::Contended)
    }
}

/// The games that were played and not reviewed.
fn unreviewed(event: &Tournament) -> Vec<GameSlot> {
    let mut slots = Vec::new();
    for round in event.rounds() {
        for (board, pairing) in (1..).zip(&round.pairings) {
            let games = pairing.results.iter().zip(&pairing.reviews);
            for (game, (result, review)) in (0..).zip(games) {
                if review.is_none() && result.is_some_and(|result| result.is_played()) {
                    slots.push(GameSlot { round: round.number, board, game });
                }
            }
        }
    }
    slots
}

/// Red's luck-adjusted result, as the review that everybody gets has it.
fn luck_adjusted(game: &Game) -> u16 {
    let review = Review::of(game, &Engine::default(), ReviewDepth::Standard.limits());
    let red = review.balance().luck_adjusted();
    (red.clamp(0.0, 1.0) * 1000.0).round() as u16
}
