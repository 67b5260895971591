use std::time::Instant;

use bosworth_protocol::CommandAnswer;
use bosworth_rules::Side;
use bosworth_table::{
    AccountId, Command, Decision, GameId, IdempotencyKey, Offer, Refusal, Seated,
};

use super::{TableError, Tables};
use crate::limits::MAX_COMPUTER_GAMES;
use crate::lobby::Lobby;
use crate::prometheus::record_duration;
use crate::service_time::{self, now};

impl Tables {
    /// Executes a player's command. When this returns, its effect is durable and has been broadcast
    /// to everyone connected here. It must not be cancelled half-way: spawn it.
    pub async fn command(
        &self,
        game: GameId,
        account: AccountId,
        key: IdempotencyKey,
        command: &Command,
        lag: i64,
    ) -> Result<CommandAnswer, TableError> {
        let (came, shifted, begun) = (now(), service_time::total_shift(), Instant::now());
        if *command == Command::Offer(Offer::Rematch) && self.has_too_many(game, account).await? {
            return Ok(CommandAnswer::Refused(Refusal::TooMuch));
        }
        self.wait_until_time_is_reliable().await?;
        let _time = self.0.time.read().await;
        let room = self.room(game).await?;
        let mut table = room.table.lock().await;
        let arrived = came + service_time::total_shift() - shifted;
        let Some(side) = table.setup().side_of(account) else {
            return Ok(CommandAnswer::Refused(Refusal::Spectator));
        };
        let next = crate::random::game();
        let mut up_to_date = self.is_single_node();
        loop {
            match table.decide(side, key, command, arrived, lag, next) {
                // This node may be behind: catch up with the log, and retry.
                Err(_) if !up_to_date => {
                    self.catch_up(&room, &mut table).await?;
                    up_to_date = true;
                }
                Err(refusal) => return Ok(CommandAnswer::Refused(refusal)),
                Ok(Decision::AlreadyDone(seq)) => return Ok(CommandAnswer::Done(seq)),
                // A no-op: the current log already has its effect.
                Ok(Decision::Nothing) => return Ok(CommandAnswer::Done(table.length() - 1)),
                Ok(Decision::Append(entry)) => {
                    let seq = entry.seq;
                    if self.append(&room, &mut table, entry).await? {
                        record_duration("bosworth_delivery_seconds", begun);
                        return Ok(CommandAnswer::Done(seq));
                    }
                }
            }
        }
    }

    /// Whether an account is at its limit for another game like this one. A rematch against the
    /// computer begins at once, so a few games could turn into many.
    async fn has_too_many(&self, game: GameId, account: AccountId) -> Result<bool, TableError> {
        let store = &self.0.store;
        let (table, _) = self.snapshot(game).await?;
        let seats = table.setup().seats();
        let computer = Side::ALL.iter().any(|side| matches!(seats[*side], Seated::Computer(_)));
        if computer && store.computer_games_of(account).await? >= MAX_COMPUTER_GAMES {
            return Ok(true);
        }
        let Some(account) = store.account(account).await? else { return Ok(true) };
        Ok(Lobby::is_full(store, &account).await?)
    }
}
