use std::collections::VecDeque;

use bosworth_protocol::{Command, FromClient, GameId, IdempotencyKey};

use crate::backoff::Backoff;
use crate::{Millis, RandomSource};

/// The maximum number of commands in flight. Servers process up to 16 per connection.
const WINDOW: usize = 8;
/// Back-off between retransmissions of a command over one connection.
const INITIAL_BACKOFF: Millis = 10_000;
const MAX_BACKOFF: Millis = 80_000;

/// Unacknowledged commands, in the order they were issued.
///
/// Each keeps its idempotency key until it is acknowledged, so it can be retransmitted, over every
/// new connection and with back-off over the same one, and still be carried out exactly once.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    waiting: VecDeque<Unanswered>,
}

#[derive(Clone, Debug)]
struct Unanswered {
    game: GameId,
    key: IdempotencyKey,
    command: Command,
    /// When to send or retransmit it.
    due: Millis,
    backoff: Backoff,
}

impl Outbox {
    /// Queues a command until it is acknowledged.
    pub(crate) fn keep(&mut self, game: GameId, key: IdempotencyKey, command: Command) {
        let backoff = Backoff::new(INITIAL_BACKOFF, MAX_BACKOFF);
        self.waiting.push_back(Unanswered { game, key, command, due: 0, backoff });
    }

    /// Removes an answered command, and returns it if it was pending.
    pub(crate) fn answered(&mut self, game: GameId, key: IdempotencyKey) -> Option<Command> {
        let place = self.waiting.iter().position(|it| (it.game, it.key) == (game, key))?;
        self.waiting.remove(place).map(|it| it.command)
    }

    /// Drops all commands for a game that does not exist.
    pub(crate) fn forget(&mut self, game: GameId) {
        self.waiting.retain(|it| it.game != game);
    }

    /// Drops all commands, because the account has changed.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Marks everything for retransmission over a new connection.
    pub(crate) fn rewind(&mut self) {
        for it in &mut self.waiting {
            it.due = 0;
            it.backoff.reset();
        }
    }

    /// The commands to send now.
    pub(crate) fn due(&mut self, now: Millis, random: RandomSource<'_>) -> Vec<FromClient> {
        let due = self.waiting.iter_mut().take(WINDOW).filter(|it| it.due <= now);
        due.map(|it| {
            it.due = now + it.backoff.wait(random);
            FromClient::Do { game: it.game, key: it.key, command: it.command.clone() }
        })
        .collect()
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        self.waiting.iter().take(WINDOW).map(|it| it.due).min()
    }

    /// The keys of the pending commands of a game.
    pub(crate) fn keys(&self, game: GameId) -> impl Iterator<Item = IdempotencyKey> {
        self.waiting.iter().filter(move |it| it.game == game).map(|it| it.key)
    }

    /// Whether every command has been answered.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The pending commands of a game.
    pub fn of(&self, game: GameId) -> impl Iterator<Item = &Command> {
        self.waiting.iter().filter(move |it| it.game == game).map(|it| &it.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(messages: &[FromClient]) -> Vec<u64> {
        let key = |message: &FromClient| match message {
            FromClient::Do { key, .. } => key.0,
            other => panic!("{other:?}"),
        };
        messages.iter().map(key).collect()
    }

    #[test]
    fn answered_commands_are_not_retransmitted() {
        let (game, other) = (GameId::from_random(1), GameId::from_random(2));
        let mut outbox = Outbox::default();
        outbox.keep(game, IdempotencyKey(1), Command::Resign);
        outbox.keep(game, IdempotencyKey(2), Command::Abort);
        outbox.keep(other, IdempotencyKey(3), Command::Abort);
        assert_eq!(keys(&outbox.due(0, &mut || 0)), [1, 2, 3]);
        assert_eq!(outbox.answered(game, IdempotencyKey(1)), Some(Command::Resign));
        assert_eq!(outbox.answered(game, IdempotencyKey(1)), None, "an answer can arrive twice");
        assert_eq!(outbox.answered(other, IdempotencyKey(2)), None, "keys are per game");
        outbox.rewind();
        assert_eq!(keys(&outbox.due(0, &mut || 0)), [2, 3]);
        assert_eq!(outbox.of(game).count(), 1);
        outbox.forget(game);
        assert_eq!(keys(&outbox.due(99_000, &mut || 0)), [3]);
    }

    #[test]
    fn unanswered_commands_are_retransmitted_with_back_off() {
        let mut outbox = Outbox::default();
        outbox.keep(GameId::from_random(1), IdempotencyKey(7), Command::Resign);
        let mut now = 5;
        outbox.due(now, &mut || 0);
        for wait in [10_000, 20_000, 40_000, 80_000, 80_000] {
            assert_eq!(outbox.wake_at(), Some(now + wait));
            assert_eq!(outbox.due(now + wait - 1, &mut || 0), []);
            now += wait;
            assert_eq!(keys(&outbox.due(now, &mut || 0)), [7], "under the same key");
        }
    }

    #[test]
    fn the_number_of_commands_in_flight_is_limited() {
        let game = GameId::from_random(1);
        let mut outbox = Outbox::default();
        for key in 0..10 {
            outbox.keep(game, IdempotencyKey(key), Command::Quiet(true));
        }
        assert_eq!(keys(&outbox.due(0, &mut || 0)), [0, 1, 2, 3, 4, 5, 6, 7]);
        outbox.answered(game, IdempotencyKey(3));
        assert_eq!(keys(&outbox.due(0, &mut || 0)), [8]);
    }
}
