//! Opens tables for planned games and turns their ends into results.

use std::collections::BTreeSet;

use bosworth_fair::Secret;
use bosworth_rules::{BySide, Side};
use bosworth_table::{AccountId, GameId, SealedDeal, Seated, SharedHands, TableOrder, TimeControl};
use bosworth_tournament::{
    Announcement, DealSharing, GamePlan, GameSlot, Opponent, SlotResult, Tournament,
    TournamentFormat,
};

use super::scheduled_work::game_id;
use super::{TournamentError, Tournaments};
use crate::store::GameRow;
use crate::tables::{NewTable, TableError};

/// Checks that this server supports a tournament.
pub(crate) fn check(announcement: &Announcement) -> Result<(), TournamentError> {
    let refuse = |why: &str| Err(TournamentError::Terms(why.into()));
    // A game without a clock could hold up the tournament forever.
    match clock(announcement)? {
        TimeControl::Untimed => return refuse("tournament games need a clock"),
        TimeControl::Days(_) if matches!(announcement.format, TournamentFormat::Arena { .. }) => {
            return refuse("an arena needs a live clock");
        }
        _ => {}
    }
    if shares_deal(announcement.deal, announcement.format) {
        // Anyone who can easily get a second account could play a deal twice.
        if announcement.limits.guests {
            return refuse("games with a shared deal are for accounts only: exclude guests");
        }
        if announcement.limits.bots {
            return refuse("games with a shared deal are for people only: exclude bots");
        }
        // Players do not contribute to such a shuffle: it is fair across all its games, not within
        // each.
        if announcement.terms.rated {
            return refuse("games with a shared deal are casual");
        }
    }
    if announcement.terms.rated && announcement.limits.guests {
        return refuse("guests can play casual games only: exclude them, or make the games casual");
    }
    Ok(())
}

/// Whether games of different players have the same deal.
pub(crate) fn shares_deal(deal: DealSharing, format: TournamentFormat) -> bool {
    deal == DealSharing::Teams || matches!(format, TournamentFormat::Field { .. })
}

/// The time control of a tournament's games.
pub(crate) fn clock(announcement: &Announcement) -> Result<TimeControl, TournamentError> {
    announcement.terms.clock.parse().map_err(|_| TournamentError::Terms("not a valid clock".into()))
}

/// The setup of the table for a planned game.
pub(super) fn table(
    event: &Tournament,
    plan: &GamePlan,
    hands: Option<SharedHands>,
    sealed: Option<(SealedDeal, Secret)>,
) -> Result<NewTable, TournamentError> {
    let announcement = event.announcement();
    Ok(NewTable {
        seats: BySide { red: seat(plan.red), white: seat(plan.white) },
        ruleset: announcement.terms.ruleset,
        clock: clock(announcement)?,
        rated: announcement.terms.rated,
        after: None,
        seek: None,
        event: Some(format!("{}/{}", announcement.id, plan.slot)),
        hands,
        sealed,
        handicap: None,
    })
}

fn seat(opponent: Opponent) -> Seated {
    match opponent {
        Opponent::Player(player) => Seated::Account(AccountId(player.0)),
        Opponent::Computer(level) => Seated::Computer(level),
    }
}

impl Tournaments {
    /// The hands that a planned game takes from an earlier one. That game is over, so all of its
    /// cards are known; the new pile is independent of them.
    pub(super) async fn shared_hands(
        &self,
        event: &Tournament,
        plan: &GamePlan,
    ) -> Result<Option<SharedHands>, TournamentError> {
        let hands = plan.shared.is_some_and(|shared| !shared.pile);
        let Some(game) = plan.slot.game.checked_sub(1).filter(|_| hands) else {
            return Ok(None);
        };
        let slot = GameSlot { game, ..plan.slot };
        let of = GameId::from_random(slot.number(event.announcement().id));
        let table = match self.0.tables.snapshot(of).await {
            Ok((table, _)) => table,
            Err(TableError::Store(why)) => return Err(why.into()),
            // A damaged log must not block the tournament.
            Err(_) => return Ok(None),
        };
        // The cards of an aborted game may never have been dealt.
        Ok(table.game().map(|game| SharedHands { of, start: *game.start() }))
    }

    /// How a game ended; `None` while it is in progress.
    pub(super) async fn result(
        &self,
        row: &GameRow,
    ) -> Result<Option<SlotResult>, TournamentError> {
        let Some(ending) = &row.ending else { return Ok(None) };
        if ending.aborted {
            let forfeits = match self.0.tables.snapshot(row.id).await {
                // A damaged log must not block the tournament.
                Err(TableError::Damaged(_)) => return Ok(Some(SlotResult::Drawn)),
                snapshot => snapshot?.0.forfeits(),
            };
            return Ok(Some(match (forfeits.red, forfeits.white) {
                (true, true) => SlotResult::Nobody,
                (true, false) => SlotResult::NoRed,
                (false, true) => SlotResult::NoWhite,
                // The host aborted a game in progress.
                (false, false) => SlotResult::Drawn,
            }));
        }
        Ok(Some(match ending.winner {
            Some(side) => {
                let margin = ending.points[side] - ending.points[!side];
                SlotResult::won(side, margin as i32)
            }
            None => SlotResult::Drawn,
        }))
    }

    /// Ends games that no longer matter because a player has left the tournament: the opponent
    /// wins. If the node stops first, a game is played out without affecting the tournament.
    pub(super) async fn end_abandoned_games(&self, before: &Tournament, after: &Tournament) {
        let still: BTreeSet<_> = after.games().map(|plan| plan.slot).collect();
        for plan in before.games().filter(|plan| !still.contains(&plan.slot)) {
            let slot = plan.slot;
            let Some(pairing) = after.pairing(slot.round, slot.board) else { continue };
            let game = usize::from(slot.game);
            if pairing.results.get(game).is_none_or(Option::is_some) || after.is_cancelled() {
                continue;
            }
            let winner = Side::ALL.into_iter().find(|&seat| !pairing.is_forfeited_by(seat));
            let order = TableOrder::Adjudicate(winner.map(|seat| pairing.side(game, seat)));
            if let Err(why) = self.0.tables.order(game_id(&plan), &order).await {
                tracing::warn!(%slot, %why, "cannot end a game that no longer matters");
            }
        }
    }
}
