//! Helpers shared by the tests of conversations.

use bosworth_client::protocol::{AccountId, FromClient, FromServer, LogEntry};
use bosworth_client::{Conversation, SocketOperation, Update};

use crate::server::{EPOCH, Server, game};

/// A constant source of randomness: no jitter.
pub fn random() -> u64 {
    0
}

pub fn steps(talk: &mut Conversation) -> Vec<SocketOperation> {
    core::iter::from_fn(|| talk.step()).collect()
}

pub fn updates(talk: &mut Conversation) -> Vec<Update> {
    core::iter::from_fn(|| talk.update()).collect()
}

/// The messages sent, ignoring all other steps.
pub fn sent(talk: &mut Conversation) -> Vec<FromClient> {
    let sent = steps(talk).into_iter().filter_map(|step| match step {
        SocketOperation::Send(message) => Some(message),
        SocketOperation::Connect | SocketOperation::Close => None,
    });
    sent.collect()
}

#[allow(clippy::needless_pass_by_value, reason = "callers make the message on the spot")]
pub fn hear(talk: &mut Conversation, now: u64, message: FromServer) {
    let text = serde_json::to_string(&message).expect("a text");
    talk.receive_text(now, &text, &mut random);
}

pub fn welcome(talk: &mut Conversation, now: u64) {
    hear(talk, now, FromServer::Welcome { you: None, now: EPOCH + now as i64 });
}

/// A connected client that follows the game and has received nothing of it yet.
pub fn following(account: Option<AccountId>) -> Conversation {
    let mut talk = Conversation::new(account);
    talk.start(0);
    welcome(&mut talk, 0);
    talk.follow(0, game(), &mut random);
    assert_eq!(sent(&mut talk), [watch(0)]);
    talk
}

/// A client that is up to date with a server's table.
pub fn knowing(server: &Server, account: Option<AccountId>) -> Conversation {
    let mut talk = following(account);
    hear(&mut talk, 0, server.table(0, EPOCH));
    assert_eq!(updates(&mut talk), [Update::Open, Update::Table]);
    talk
}

pub fn watch(since: u32) -> FromClient {
    FromClient::Watch { game: game(), since }
}

pub fn entry(entry: LogEntry) -> FromServer {
    FromServer::Entry { game: game(), entry }
}

/// The sequence numbers of the reported entries, and whether they were missed.
pub fn told(updates: &[Update]) -> Vec<(u32, bool)> {
    let told = updates.iter().filter_map(|update| match update {
        Update::Entry { entry, missed, .. } => Some((entry.seq, *missed)),
        _ => None,
    });
    told.collect()
}

pub fn length(talk: &Conversation) -> Option<u32> {
    talk.live().map(|live| live.table.length())
}
