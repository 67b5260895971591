//! Following a game, message by message.

use bosworth_client::Conversation;
use bosworth_client::Update;
use bosworth_client::protocol::{Event, FromServer, IdempotencyKey, LogEntry};

use crate::exchange::{
    entry, following, hear, knowing, length, random, sent, told, updates, watch,
};
use crate::server::{EPOCH, RED, Server, game, players};

#[test]
fn single_entries_and_pages_fold_to_the_same_table() {
    let mut server = Server::dealt("5+3", 99);
    let mut grown = knowing(&server, None);
    for key in 10..20 {
        let next = server.act(key, EPOCH);
        hear(&mut grown, 1, entry(next.clone()));
        hear(&mut grown, 1, entry(next));
    }
    let told = told(&updates(&mut grown));
    assert_eq!(told, (3..13).map(|seq| (seq, false)).collect::<Vec<_>>(), "each exactly once");
    let whole = knowing(&server, None);
    let table = |talk: &Conversation| talk.live().expect("a table").table.game().cloned();
    assert_eq!(table(&grown), table(&whole));
    assert_eq!(sent(&mut grown), []);
}

#[test]
fn an_action_is_reported_with_the_position_before_it() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, None);
    let before = server.host().position().copied();
    hear(&mut talk, 1, entry(server.act(10, EPOCH)));
    let [Update::Entry { entry, before: shown, .. }] = &updates(&mut talk)[..] else {
        panic!("one entry")
    };
    assert_eq!(*shown, before);
    assert!(matches!(entry.events[..], [Event::Act { .. }]));
}

#[test]
fn a_gap_is_requested_once_from_the_last_known_entry() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, None);
    let _missed = server.act(10, EPOCH);
    let (next, after) = (server.act(11, EPOCH), server.act(12, EPOCH));
    hear(&mut talk, 5, entry(next));
    assert_eq!(sent(&mut talk), [watch(3)]);
    hear(&mut talk, 6, entry(after));
    assert_eq!(sent(&mut talk), [], "the answer is on its way");
    assert_eq!(length(&talk), Some(3), "the known part stays visible meanwhile");
    hear(&mut talk, 7, server.table(3, EPOCH));
    let updates = updates(&mut talk);
    assert_eq!(told(&updates), [(3, true), (4, true), (5, true)]);
    assert_eq!(updates.last(), Some(&Update::Table));
    hear(&mut talk, 8, entry(server.act(13, EPOCH)));
    assert_eq!((length(&talk), sent(&mut talk)), (Some(7), vec![]));
}

#[test]
fn an_outdated_answer_is_followed_by_another_request() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, None);
    let _missed = server.act(10, EPOCH);
    let old = server.table(3, EPOCH);
    let last = server.act(11, EPOCH);
    hear(&mut talk, 5, entry(last));
    assert_eq!(sent(&mut talk), [watch(3)]);
    hear(&mut talk, 6, old);
    assert_eq!((length(&talk), sent(&mut talk)), (Some(4), vec![watch(4)]));
    hear(&mut talk, 7, server.table(4, EPOCH));
    assert_eq!((length(&talk), sent(&mut talk)), (Some(5), vec![]));
}

#[test]
fn unanswered_requests_are_repeated_with_back_off() {
    let mut talk = following(None);
    let mut now = 0;
    for wait in [10_000, 20_000, 40_000] {
        let at = talk.wake_at().expect("a deadline");
        assert!(at <= now + 10_000, "the idle timeout or the retry is next");
        for step in 0..wait / 2_500 {
            hear(&mut talk, now + step * 2_500, FromServer::Ping { n: 1, lag: None });
            talk.tick(now + step * 2_500, &mut random);
        }
        assert!(!sent(&mut talk).contains(&watch(0)));
        now += wait;
        hear(&mut talk, now, FromServer::Ping { n: 1, lag: None });
        assert!(sent(&mut talk).contains(&watch(0)));
    }
}

#[test]
fn an_empty_answer_does_not_trigger_an_immediate_request() {
    let server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    // The server acknowledges entry 900 without sending it.
    hear(&mut talk, 5, FromServer::Done { game: game(), key: IdempotencyKey(1), seq: 900 });
    assert_eq!(sent(&mut talk), [], "it is probably in flight");
    talk.tick(2_005, &mut random);
    assert_eq!(sent(&mut talk), [watch(3)]);
    for _ in 0..9 {
        hear(&mut talk, 2_006, server.table(3, EPOCH));
    }
    assert_eq!(sent(&mut talk), []);
}

#[test]
fn a_long_log_arrives_in_pages_and_is_shown_when_complete() {
    let mut server = Server::dealt("5+3", 2);
    for key in 10..14 {
        server.act(key, EPOCH);
    }
    let mut talk = following(None);
    for since in [0, 2, 4] {
        hear(&mut talk, 1, server.table(since, EPOCH));
        assert_eq!((talk.live().is_none(), sent(&mut talk)), (true, vec![watch(since + 2)]));
    }
    // A duplicated page, with an entry in between.
    hear(&mut talk, 2, server.table(4, EPOCH));
    let next = server.act(14, EPOCH);
    hear(&mut talk, 2, entry(next));
    assert_eq!((talk.live().is_none(), sent(&mut talk)), (true, vec![]));
    hear(&mut talk, 3, server.table(6, EPOCH));
    assert_eq!((length(&talk), sent(&mut talk)), (Some(8), vec![]));
    let updates = updates(&mut talk);
    assert_eq!((told(&updates), updates.last()), (vec![], Some(&Update::Table)));
}

#[test]
fn a_log_that_does_not_fold_is_refetched_once() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, None);
    let good = server.act(10, EPOCH);
    let bad =
        LogEntry { events: vec![Event::Open(Box::new(server.host().setup().clone()))], ..good };
    hear(&mut talk, 1, entry(bad.clone()));
    assert_eq!(sent(&mut talk), [watch(0)]);
    hear(&mut talk, 2, server.table(0, EPOCH));
    assert_eq!((length(&talk), updates(&mut talk)), (Some(4), vec![Update::Table]));
    // If the refetched log does not fold either, the client gives up.
    server.log[3] = bad;
    let again = LogEntry { seq: 4, ..server.log[3].clone() };
    hear(&mut talk, 3, entry(again));
    assert_eq!(sent(&mut talk), [watch(0)]);
    hear(&mut talk, 4, server.table(0, EPOCH));
    assert!(matches!(updates(&mut talk)[..], [Update::Unreadable(_)]));
    assert_eq!((talk.live().is_none(), sent(&mut talk)), (true, vec![]));
}

#[test]
fn names_can_change_without_an_entry() {
    let server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, None);
    let mut renamed = players();
    renamed.red = renamed.white.clone();
    let message = FromServer::Table {
        game: game(),
        players: Box::new(renamed.clone()),
        entries: Vec::new(),
        watchers: 7,
        now: EPOCH,
        more: false,
    };
    hear(&mut talk, 1, message.clone());
    assert_eq!(updates(&mut talk), [Update::Table]);
    assert_eq!(talk.live().map(|live| (&live.players, live.watchers)), Some((&renamed, 7)));
    let mut early = following(None);
    hear(&mut early, 1, message);
    assert!(early.live().is_none(), "the table is not known yet");
}
