use bosworth_protocol::{Command, FromClient, GameId, Key};

/// Commands that the server has not answered, in the order they were given.
///
/// Each keeps its number until it is answered. So it can be sent again after every lost
/// connection, and is still done only once.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    waiting: Vec<(GameId, Key, Command)>,
}

impl Outbox {
    /// Keeps a command until it is answered.
    pub fn keep(&mut self, game: GameId, key: Key, command: Command) {
        self.waiting.push((game, key, command));
    }

    /// Forgets a command that was answered, and says whether it was waited for.
    pub fn answered(&mut self, game: GameId, key: Key) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(of, number, _)| (*of, *number) != (game, key));
        self.waiting.len() < before
    }

    /// Forgets everything: somebody else plays here now.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// What waits in a game.
    pub fn of(&self, game: GameId) -> impl Iterator<Item = &Command> {
        self.waiting.iter().filter(move |(of, ..)| *of == game).map(|(.., command)| command)
    }

    /// All of it as messages.
    pub fn messages(&self) -> impl Iterator<Item = FromClient> {
        self.waiting.iter().map(|(game, key, command)| FromClient::Do {
            game: *game,
            key: *key,
            command: command.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_not_sent_again() {
        let (game, other) = (GameId::from_random(1), GameId::from_random(2));
        let mut outbox = Outbox::default();
        outbox.keep(game, Key(1), Command::Resign);
        outbox.keep(game, Key(2), Command::Abort);
        outbox.keep(other, Key(1), Command::Abort);
        assert!(outbox.answered(game, Key(1)));
        assert!(!outbox.answered(game, Key(1)), "an answer may come twice");
        let left: Vec<_> = outbox.messages().collect();
        assert_eq!(
            left,
            [
                FromClient::Do { game, key: Key(2), command: Command::Abort },
                FromClient::Do { game: other, key: Key(1), command: Command::Abort },
            ]
        );
        assert_eq!(outbox.of(game).count(), 1);
    }
}
