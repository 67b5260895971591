use bosworth_protocol::{
    Command, FoldError, FromClient, FromServer, GameId, IdempotencyKey, LogEntry, Stage,
};

use super::Conversation;
use crate::follower::{Advance, Page};
use crate::{Live, Millis, RandomSource, Update, random};

/// Input: messages, connection loss and time.
impl Conversation {
    /// Handles an incoming text frame. Unknown messages come from a newer server and are ignored,
    /// but still reset the idle timeout.
    pub fn receive_text(&mut self, now: Millis, text: &str, random: RandomSource<'_>) {
        match bosworth_json::from_str(text) {
            Ok(message) => self.receive(now, message, random),
            Err(_) => self.link.heard(now),
        }
    }

    /// Handles an incoming message.
    pub fn receive(&mut self, now: Millis, message: FromServer, random: RandomSource<'_>) {
        if !self.link.listens() {
            return;
        }
        self.link.heard(now);
        if !matches!(message, FromServer::Welcome { .. } | FromServer::Bye { .. }) {
            self.link.proven();
        }
        match message {
            FromServer::Welcome { now: server, .. } => self.welcomed(now, server),
            FromServer::Table { game, players, entries, watchers, now: server, more } => {
                self.time.hear(server, now);
                let page = Page { players: *players, entries, watchers, more };
                self.page(now, game, page, random);
            }
            FromServer::Entry { game, entry } => {
                self.time.hear(entry.at, now);
                self.entry(now, game, entry);
            }
            FromServer::Done { game, key, seq } => {
                self.answered(game, key);
                if let Some(follower) = self.following(game) {
                    follower.note(seq, now);
                }
            }
            FromServer::Refused { game, key, refusal } => {
                if let Some(command) = self.outbox.answered(game, key) {
                    self.updates.push_back(Update::Refused { key, command, refusal });
                }
            }
            FromServer::Watchers { game, count } => {
                if let Some(follower) = self.following(game) {
                    follower.count(count);
                    self.updates.push_back(Update::Watchers(count));
                }
            }
            FromServer::Unknown { game, damaged } => {
                self.outbox.forget(game);
                if let Some(follower) = self.following(game) {
                    follower.give_up();
                    // The server watches nothing for us now, so it pings at the idle interval.
                    self.link.set_in_game(now, false);
                    self.updates.push_back(Update::Unknown { game, damaged });
                }
            }
            FromServer::Seeks(seeks) => {
                self.offers.seeks = Some(seeks);
                self.updates.push_back(Update::Seeks);
            }
            FromServer::Announce { text } => self.updates.push_back(Update::Announced(text)),
            FromServer::LobbyActivity(hall) => {
                self.offers.lobby_activity = Some(hall);
                self.updates.push_back(Update::LobbyActivity);
            }
            FromServer::Challenges => self.updates.push_back(Update::Challenges),
            FromServer::Event { event, seq, chat } => {
                if self.event == Some(event) {
                    self.updates.push_back(Update::Event { event, seq, chat });
                }
            }
            FromServer::Begin { game, .. } => self.updates.push_back(Update::Begin(game)),
            FromServer::Turn { game } => {
                if self.following(game).is_none() {
                    self.updates.push_back(Update::Turn(game));
                }
            }
            FromServer::Ping { n, lag } => {
                self.lag = lag;
                self.link.say(FromClient::Pong(n));
            }
            FromServer::Bye { reason, again: true } => self.lost(now, reason, random),
            FromServer::Bye { reason, again: false } => {
                self.lag = None;
                self.link.end();
                self.updates.push_back(Update::Ended(reason));
            }
        }
        self.pump(now, random);
    }

    /// The connection was lost or could not be established.
    pub fn lost(&mut self, now: Millis, why: String, random: RandomSource<'_>) {
        self.lag = None;
        if self.link.lost(now, random) {
            self.updates.push_back(Update::Lost(why));
        }
    }

    /// Retries now instead of waiting for the back-off: the network is back, or the page is visible
    /// again.
    pub fn nudge(&mut self, now: Millis) {
        self.link.nudge(now);
    }

    /// Handles timeouts.
    pub fn tick(&mut self, now: Millis, random: RandomSource<'_>) {
        if let Some(why) = self.link.tick(now, random) {
            self.lag = None;
            self.updates.push_back(Update::Lost(why.into()));
        }
        self.pump(now, random);
    }

    /// Restores all subscriptions, and marks pending commands for retransmission.
    fn welcomed(&mut self, now: Millis, server: i64) {
        self.time.reset();
        self.time.hear(server, now);
        self.link.welcomed(now);
        self.updates.push_back(Update::Open);
        if self.offers.wanted {
            self.link.say(FromClient::Lobby(true));
        }
        if let Some(event) = self.event {
            self.link.say(FromClient::Follow { event });
        }
        if let Some(follower) = &mut self.follower {
            follower.rewind(now);
            self.link.set_in_game(now, true);
        }
        self.outbox.rewind();
    }

    fn page(&mut self, now: Millis, game: GameId, page: Page, random: RandomSource<'_>) {
        let Some(follower) = self.following(game) else { return };
        match follower.page(page, now) {
            Err(why) => self.tear(now, why),
            Ok((advances, up_to_date)) => {
                self.settle(game);
                for Advance { entry, before } in advances {
                    self.updates.push_back(Update::Entry { entry, before, missed: true });
                }
                if up_to_date {
                    self.updates.push_back(Update::Table);
                    self.get_ready(now, game, random);
                }
            }
        }
    }

    fn entry(&mut self, now: Millis, game: GameId, entry: LogEntry) {
        match self.following(game).map(|follower| follower.entry(entry, now)) {
            Some(Ok(Some(Advance { entry, before }))) => {
                self.settle(game);
                self.updates.push_back(Update::Entry { entry, before, missed: false });
            }
            Some(Err(why)) => self.tear(now, why),
            Some(Ok(None)) | None => {}
        }
    }

    /// The server sends only durable entries, so a command's own entry acknowledges it.
    fn settle(&mut self, game: GameId) {
        let (Some(side), Some(Live { table, .. })) = (self.side(), self.live()) else { return };
        let done = |key: &IdempotencyKey| table.seq_of_command(side, *key).is_some();
        for key in self.outbox.keys(game).filter(done).collect::<Vec<_>>() {
            self.answered(game, key);
        }
    }

    fn answered(&mut self, game: GameId, key: IdempotencyKey) {
        if self.outbox.answered(game, key).is_some() {
            self.updates.push_back(Update::Done(key));
        }
    }

    fn tear(&mut self, now: Millis, why: FoldError) {
        if let Some(follower) = &mut self.follower
            && !follower.tear(now)
        {
            self.updates.push_back(Update::Unreadable(why));
        }
    }

    /// Contributes the player's nonce to the shuffle once the server has published its commitment.
    fn get_ready(&mut self, now: Millis, game: GameId, random: RandomSource<'_>) {
        let (Some(side), Some(Live { table, .. })) = (self.side(), self.live()) else { return };
        let missing = table.stage() == Stage::Waiting && table.nonce(side).is_none();
        let is_ready = |command: &Command| matches!(command, Command::Ready { .. });
        if missing && !self.outbox.of(game).any(is_ready) {
            let nonce = random::nonce(random);
            self.command(now, game, Command::Ready { nonce }, random);
        }
    }
}
