//! Reviews of rated games: results without luck, the ratings that follow from them, and what the
//! decisions of players cost. The server computes them itself, because clients could lie.
//!
//! The queue is the database: games that count for a rating and have no review yet, in the order in
//! which they ended. Storing a review and rating both players is one transaction that happens once, so
//! any node can review any game. The node with the lowest number goes first; the others take a game
//! only if it has waited longer, in case that node is busy, dead or has no engine.

mod decision_costs;
pub(crate) mod insights;

use std::time::{Duration, Instant};

use bosworth_engine::{Engine, Review, ReviewDepth};
use bosworth_rules::{Game, Side};
use tokio::time::sleep;

use self::decision_costs::DecisionCosts;
use crate::jobs::JobSubmitter;
use crate::prometheus::record_duration;
use crate::rating;
use crate::service_time::now;
use crate::store::{GameRow, Store, StoreError, StoredReview};
use crate::tables::{TableError, Tables};

/// Games that ended longer ago are not reviewed any more, so the backlog is bounded.
const MAX_AGE_MS: i64 = 30 * 86_400_000;
/// The delay after the end of a game, so that games that end at the same time are seen in order.
const DELAY_MS: i64 = 2_000;
/// The additional delay for each node with a lower number.
const DELAY_PER_NODE_MS: i64 = 60_000;
/// Poll interval for games to review.
const IDLE_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Poll interval while a turn of the computer waits for the engine.
const BUSY_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Reviews games while the engine has nothing else to do.
pub(crate) struct GameReviewer {
    node: i64,
    store: Store,
    tables: Tables,
    jobs: JobSubmitter,
}

impl GameReviewer {
    pub(crate) fn new(node: u64, store: Store, tables: Tables, jobs: JobSubmitter) -> Self {
        Self { node: node as i64, store, tables, jobs }
    }

    /// Reviews games one at a time on a single thread. Never returns.
    pub(crate) async fn run(self) {
        loop {
            let reviewed = if self.jobs.is_idle() { self.review_next().await } else { Ok(true) };
            let pause = match reviewed {
                Ok(true) if self.jobs.is_idle() => continue,
                Ok(true) => BUSY_POLL_INTERVAL,
                Ok(false) => IDLE_POLL_INTERVAL,
                Err(why) => {
                    tracing::warn!(%why, "cannot review games");
                    IDLE_POLL_INTERVAL
                }
            };
            sleep(pause).await;
        }
    }

    /// Reviews the first game that waits. Returns whether there was one.
    async fn review_next(&self) -> Result<bool, StoreError> {
        let leases = self.store.leases().await?;
        let earlier =
            leases.iter().filter(|lease| !lease.is_released() && lease.node < self.node).count();
        let (now, delay) = (now(), DELAY_MS + earlier as i64 * DELAY_PER_NODE_MS);
        let next = self.store.next_to_review(now - MAX_AGE_MS, now - delay).await?;
        let Some(row) = next else { return Ok(false) };
        let begun = Instant::now();
        let game = match self.tables.snapshot(row.id).await {
            Ok((table, _)) => table.game().cloned(),
            Err(TableError::Store(why)) => return Err(why),
            Err(_) => None,
        };
        let (Some(game), Some(ending)) = (game, &row.ending) else {
            self.store.skip_review(row.id).await?;
            return Ok(true);
        };
        let (id, winner, ended) = (row.id, ending.winner, ending.ended);
        let review = tokio::task::spawn_blocking(move || review(&row, &game, winner)).await;
        let Ok(review) = review else {
            tracing::error!(game = %id, "the engine failed");
            self.store.skip_review(id).await?;
            return Ok(true);
        };
        let score = review.result - review.luck;
        let change = move |before| rating::after_without_luck(before, score, ended);
        if self.store.add_review(&review, change).await? {
            record_duration("bosworth_review_seconds", begun);
        }
        Ok(true)
    }
}

/// The review of a game, as everybody gets it who asks for nothing else. Its result is the one in the lists: a resignation counts as lost.
fn review(row: &GameRow, game: &Game, winner: Option<Side>) -> StoredReview {
    let review = Review::of(game, &Engine::default(), ReviewDepth::Standard.limits());
    let balance = review.balance();
    StoredReview {
        game: row.id,
        result: match winner {
            Some(Side::Red) => 1.0,
            Some(Side::White) => 0.0,
            None => 0.5,
        },
        luck: balance.deal_luck + balance.luck,
        body: DecisionCosts::of(&review, game).to_json(),
    }
}
