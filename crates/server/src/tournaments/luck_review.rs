//! Luck-adjusted standings: results without the luck of the deal and the draws, from reviews of the
//! games.

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

/// Poll interval for games to review.
const IDLE_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How many finished tournaments are considered.
const MAX_REVIEWED_PAST_TOURNAMENTS: u32 = 20;

/// What has been dealt with.
#[derive(Default)]
struct Seen {
    /// Finished tournaments whose games are all reviewed.
    events: HashSet<TournamentId>,
    /// Games that cannot be reviewed.
    games: HashSet<GameId>,
}

impl Tournaments {
    /// Reviews finished games one at a time on a single thread. Never returns.
    pub(super) async fn review(&self) {
        let mut seen = Seen::default();
        loop {
            match self.review_next(&mut seen).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(why) => tracing::warn!(%why, "cannot review tournament games"),
            }
            sleep(IDLE_POLL_INTERVAL).await;
        }
    }

    /// Reviews one game. Returns whether there was one. If two nodes review the same game, the
    /// results are equal.
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

    /// The win chances that Red earned in a game, in thousandths; `None` if it was not dealt or is
    /// damaged. They rank a field, so there only finished games count: stopping while ahead gains
    /// nothing.
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

/// The played games that have not been reviewed.
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

/// Red's luck-adjusted result, the same as in the public review.
fn luck_adjusted(game: &Game) -> u16 {
    let review = Review::of(game, &Engine::default(), ReviewDepth::Standard.limits());
    let red = review.balance().luck_adjusted();
    (red.clamp(0.0, 1.0) * 1000.0).round() as u16
}
