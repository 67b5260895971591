//! Deals shared by several games: opened with one secret, recorded and revealed together.

use std::collections::BTreeMap;

use bosworth_fair::Secret;
use bosworth_table::SealedDeal;
use bosworth_tournament::{
    GamePlan, GameSlot, SlotResult, Tournament, TournamentFormat, TournamentId, TournamentOrder,
};

use super::{TournamentError, Tournaments};
use crate::random;
use crate::service_time::now;
use crate::store::{GameRow, StoreError};

/// How long to wait for games to end after their window has closed, in milliseconds. They end
/// automatically then, unless a log is damaged.
const WINDOW_GRACE_PERIOD_MS: i64 = 5 * 60_000;

/// Planned games, each with its row if it has one.
pub(super) type Planned<'a> = [(&'a GamePlan, Option<&'a GameRow>)];

impl Tournaments {
    /// The shared deal of a planned game and its secret, which is durable before any game is opened
    /// with it. Among several nodes, the first to write decides.
    pub(super) async fn sealed_deal(
        &self,
        event: &Tournament,
        plan: &GamePlan,
    ) -> Result<Option<(SealedDeal, Secret)>, TournamentError> {
        let Some(deal) = event.sealed_deal(plan.slot) else { return Ok(None) };
        let fresh = random::secret().to_string();
        let secret = self.0.store.deal_secret(&deal, &fresh).await?;
        let corrupt = |_| StoreError::Corrupt(format!("the secret of the deal {deal}"));
        let secret: Secret = secret.parse().map_err(corrupt)?;
        let window = matches!(event.announcement().format, TournamentFormat::Field { .. });
        let until = event.closes_at().filter(|_| window);
        Ok(Some((SealedDeal { deal, until }, secret)))
    }

    /// Records the results of deals whose games are all over. Returns whether there were any.
    /// Earlier results could reveal the rest of the pile to those still playing.
    pub(super) async fn note_deals(
        &self,
        id: TournamentId,
        event: &Tournament,
        games: &Planned<'_>,
    ) -> Result<bool, TournamentError> {
        let mut deals: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for game in games {
            if let Some(deal) = event.sealed_deal(game.0.slot) {
                deals.entry(deal).or_default().push(*game);
            }
        }
        let mut noted = false;
        for (deal, games) in deals {
            if !is_late(event) && self.is_played(&deal, &games).await? {
                continue;
            }
            for (slot, result) in self.results(&games).await? {
                let order = TournamentOrder::Result { slot, result };
                self.carry_out(id, move |event, now| event.decide_order(&order, now)).await?;
                noted = true;
            }
        }
        Ok(noted)
    }

    /// Whether a game with this deal is in progress or has yet to be opened.
    async fn is_played(&self, deal: &str, games: &Planned<'_>) -> Result<bool, StoreError> {
        if games.iter().any(|(_, row)| row.is_none_or(|row| row.ending.is_none())) {
            return Ok(true);
        }
        // Games that no longer matter to the tournament still draw from the same pile.
        let sealed = self.0.store.sealed_games(deal).await?;
        Ok(sealed.iter().any(|row| row.ending.is_none()))
    }

    /// No-shows come first: they decide a pairing, whatever happened at the other table.
    async fn results(
        &self,
        games: &Planned<'_>,
    ) -> Result<Vec<(GameSlot, SlotResult)>, TournamentError> {
        let mut results = Vec::with_capacity(games.len());
        for (plan, row) in games {
            if let Some(row) = row
                && let Some(result) = self.result(row).await?
            {
                results.push((plan.slot, result));
            }
        }
        results.sort_by_key(|(slot, result)| (result.is_played(), *slot));
        Ok(results)
    }

    /// Reveals the secrets of deals whose games are all over, whatever became of their tournaments.
    /// Idempotent: two nodes can do it, and it can be interrupted anywhere.
    pub(super) async fn unseal(&self) -> Result<(), StoreError> {
        for deal in self.0.store.played_deals().await? {
            if let Err(why) = self.unseal_deal(&deal).await {
                tracing::warn!(%deal, %why, "a deal stays sealed");
            }
        }
        Ok(())
    }

    async fn unseal_deal(&self, deal: &str) -> Result<(), TournamentError> {
        let event = deal.split('/').next().and_then(|id| id.parse().ok());
        if self.load(event.ok_or(TournamentError::Unknown)?).await?.sealed_deals().contains(deal) {
            return Ok(());
        }
        let games = self.0.store.sealed_games(deal).await?;
        let over = games.iter().all(|row| row.ending.is_some());
        // Closed before anything is revealed, so that no node can open another game.
        if !over || !self.0.store.close_deal(deal, games.len() as i64, now()).await? {
            return Ok(());
        }
        for row in games {
            let unseal = bosworth_table::TableOrder::Unseal;
            if let Err(why) = self.0.tables.order(row.id, &unseal).await {
                tracing::warn!(game = %row.id, %why, "a game stays sealed");
            }
        }
        Ok(())
    }
}

/// Whether a tournament is waiting for games to end whose window is closing: players who have
/// finished must not count as absent.
pub(super) fn waits(event: &Tournament, games: &Planned<'_>) -> bool {
    let open = games.iter().any(|(_, row)| row.is_none_or(|row| row.ending.is_none()));
    matches!(event.announcement().format, TournamentFormat::Field { .. }) && open && !is_late(event)
}

/// Whether the window of a deal closed so long ago that games still in progress will never end.
fn is_late(event: &Tournament) -> bool {
    let window = matches!(event.announcement().format, TournamentFormat::Field { .. });
    window && event.closes_at().is_some_and(|closes| closes + WINDOW_GRACE_PERIOD_MS < now())
}
