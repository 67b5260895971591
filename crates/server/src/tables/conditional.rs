//! Conditional actions, executed as commands of their author as soon as they are due.
//!
//! What is due follows from the log and the stored lines, so any node can execute it at any time,
//! and it is executed once: the command names the revision that it answers.

use std::pin::Pin;

use bosworth_protocol::ConditionalLines;
use bosworth_rules::Side;
use bosworth_table::{
    AccountId, AuthoritativeTable, Command, Conditional, ConditionalStatus, ConditionalTree,
    GameId, IdempotencyKey, InvalidConditional, Refusal, Table,
};

use super::{TableError, Tables};
use crate::store::StoredConditional;

/// The upper bits of the idempotency keys of conditional actions; the lower bits are the revision
/// that is answered.
const CONDITIONAL_KEY_PREFIX: u64 = 0x001F_C0DE << 32;

/// Why conditional actions were refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionalRefusal {
    /// For the same reason as a command.
    Refused(Refusal),
    /// Conditional actions are not for live games.
    Live,
    /// The lines are invalid.
    Bad(InvalidConditional),
}

impl Tables {
    /// Returns the remaining conditional actions of an account in a game.
    pub async fn conditional(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<Result<ConditionalLines, ConditionalRefusal>, TableError> {
        let (table, _) = self.snapshot(game).await?;
        let Some(side) = table.setup().side_of(account) else {
            return Ok(Err(ConditionalRefusal::Refused(Refusal::Spectator)));
        };
        let mut lines = Vec::new();
        for stored in self.0.store.conditionals(game).await? {
            let plan = stored.side == side && stored.account == account;
            if let Some(plan) = plan.then(|| parse(&stored)).flatten()
                && let ConditionalStatus::Waits(tree) = plan.standing(&table)
            {
                lines = tree.lines();
            }
        }
        Ok(Ok(ConditionalLines { revision: table.revision(), lines }))
    }

    /// Stores the conditional actions of an account, replacing its previous ones; without lines
    /// there are none. They can be due at once, if the opponent was faster.
    pub async fn set_conditional(
        &self,
        game: GameId,
        account: AccountId,
        wanted: &ConditionalLines,
    ) -> Result<Result<(), ConditionalRefusal>, TableError> {
        let (table, _) = self.snapshot(game).await?;
        let (side, plan) = match plan(&table, account, wanted) {
            Ok(planned) => planned,
            Err(why) => return Ok(Err(why)),
        };
        let stored = StoredConditional {
            game,
            side,
            account,
            revision: plan.revision.into(),
            ply: plan.ply.into(),
            body: plan.tree.lines().join("\n"),
        };
        self.0.store.put_conditional(&stored).await?;
        self.carry_out(game).await?;
        Ok(Ok(()))
    }

    /// Deletes the conditional actions of an account in a game.
    pub async fn clear_conditional(
        &self,
        game: GameId,
        account: AccountId,
    ) -> Result<Result<(), ConditionalRefusal>, TableError> {
        let (table, _) = self.snapshot(game).await?;
        if table.setup().side_of(account).is_none() {
            return Ok(Err(ConditionalRefusal::Refused(Refusal::Spectator)));
        }
        for stored in self.0.store.conditionals(game).await? {
            if stored.account == account {
                self.0.store.drop_conditional(game, stored.side, stored.revision).await?;
            }
        }
        Ok(Ok(()))
    }

    /// Spawns the conditional action that is due, if any; the caller holds the lock on the game.
    pub(super) fn run_conditional(&self, table: &AuthoritativeTable) {
        if table.setup().clock.is_live() || table.turn().is_none() {
            return;
        }
        let (tables, game) = (self.clone(), table.id());
        let done: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            if let Err(why) = tables.carry_out(game).await {
                tracing::warn!(%game, %why, "cannot execute conditional actions");
            }
        });
        tokio::spawn(done);
    }

    /// Executes the due conditional actions in a game, and deletes those that can no longer be
    /// reached. Idempotent, on any node.
    pub async fn carry_out(&self, game: GameId) -> Result<(), TableError> {
        let all = self.0.store.conditionals(game).await?;
        if all.is_empty() {
            return Ok(());
        }
        let (table, _) = self.snapshot(game).await?;
        for stored in all {
            let standing = parse(&stored);
            match standing.as_ref().map_or(ConditionalStatus::Over, |plan| plan.standing(&table)) {
                ConditionalStatus::Waits(_) => {}
                ConditionalStatus::Due(action) => {
                    let revision = table.revision();
                    let command = Command::Act {
                        action,
                        ply: table.plies() as u16,
                        revision: Some(revision),
                    };
                    let key = IdempotencyKey(CONDITIONAL_KEY_PREFIX | u64::from(revision));
                    // Refused if another node, or the player, was faster.
                    self.command(game, stored.account, key, &command, 0).await?;
                }
                ConditionalStatus::Over => {
                    self.0.store.drop_conditional(game, stored.side, stored.revision).await?;
                }
            }
        }
        Ok(())
    }
}

/// Checks conditional actions for the present position.
fn plan(
    table: &Table,
    account: AccountId,
    wanted: &ConditionalLines,
) -> Result<(Side, Conditional), ConditionalRefusal> {
    let refused = ConditionalRefusal::Refused;
    let side = table.setup().side_of(account).ok_or(refused(Refusal::Spectator))?;
    if table.setup().clock.is_live() {
        return Err(ConditionalRefusal::Live);
    }
    match table.position() {
        None => return Err(refused(Refusal::NotBegun)),
        Some(_) if table.ending().is_some() => return Err(refused(Refusal::Over)),
        Some(_) if table.revision() != wanted.revision => {
            return Err(refused(Refusal::Outdated(table.plies() as u16)));
        }
        Some(_) => {}
    }
    let tree = ConditionalTree::parse(wanted.lines.iter().map(String::as_str));
    let plan = tree
        .and_then(|tree| Conditional::new(table, side, tree))
        .map_err(ConditionalRefusal::Bad)?;
    Ok((side, plan))
}

/// Parses stored conditional actions; `None` if they are invalid.
fn parse(stored: &StoredConditional) -> Option<Conditional> {
    Some(Conditional {
        revision: stored.revision.try_into().ok()?,
        ply: stored.ply.try_into().ok()?,
        tree: ConditionalTree::parse(stored.body.lines()).ok()?,
    })
}
