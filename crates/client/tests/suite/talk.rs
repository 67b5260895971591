//! Connections and commands, message by message.

use bosworth_client::protocol::tournament::TournamentId;
use bosworth_client::protocol::{
    AccountId, Command, FromClient, FromServer, OfferTerms, Refusal, Seek,
};
use bosworth_client::{Conversation, LinkState, SocketOperation, Update};

use crate::exchange::{
    entry, following, hear, knowing, random, sent, steps, updates, watch, welcome,
};
use crate::server::{EPOCH, RED, Server, game, players};

#[test]
fn subscriptions_and_commands_are_restored_after_reconnecting() {
    let server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    talk.subscribe_lobby(true);
    let key = talk.command(1, game(), Command::Resign, &mut random);
    let resign = FromClient::Do { game: game(), key, command: Command::Resign };
    assert_eq!(sent(&mut talk), [FromClient::Lobby(true), resign.clone()]);
    talk.lost(2, "gone".into(), &mut random);
    assert_eq!(
        (talk.state(), steps(&mut talk)),
        (LinkState::Waiting, vec![SocketOperation::Close])
    );
    assert_eq!(updates(&mut talk), [Update::Lost("gone".into())]);
    let retry = talk.wake_at().expect("a retry");
    assert_eq!(retry, 502);
    talk.tick(retry, &mut random);
    assert_eq!(steps(&mut talk), [SocketOperation::Connect]);
    welcome(&mut talk, 600);
    assert_eq!(sent(&mut talk), [FromClient::Lobby(true), watch(3), resign]);
    hear(&mut talk, 601, FromServer::Done { game: game(), key, seq: 2 });
    hear(&mut talk, 602, FromServer::Done { game: game(), key, seq: 2 });
    assert_eq!(updates(&mut talk), [Update::Open, Update::Done(key)], "reported once");
    talk.lost(700, "gone".into(), &mut random);
    talk.nudge(701);
    assert_eq!(
        steps(&mut talk),
        [SocketOperation::Close, SocketOperation::Connect],
        "no need to wait"
    );
    welcome(&mut talk, 702);
    assert_eq!(sent(&mut talk), [FromClient::Lobby(true), watch(3)], "it was answered");
}

#[test]
fn the_entry_of_a_command_acknowledges_it() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    let key = talk.command(1, game(), Command::Resign, &mut random);
    let side = talk.side().expect("a player");
    let resigned = server.command(side, key, &Command::Resign, EPOCH);
    talk.lost(2, String::new(), &mut random);
    talk.nudge(2);
    welcome(&mut talk, 3);
    updates(&mut talk);
    hear(&mut talk, 4, server.table(3, EPOCH));
    assert_eq!(updates(&mut talk)[0], Update::Done(key));
    assert!(talk.outbox().is_empty());
    hear(&mut talk, 5, resigned.answer.expect("an answer"));
    assert_eq!(updates(&mut talk), [], "the answer is not reported again");
}

#[test]
fn a_refusal_is_reported_once_with_its_command() {
    let server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    let command = Command::Chat { text: "a line that somebody has typed".into() };
    let key = talk.command(1, game(), command.clone(), &mut random);
    let refusal = Refusal::Quiet;
    let refused = FromServer::Refused { game: game(), key, refusal: refusal.clone() };
    hear(&mut talk, 2, refused.clone());
    hear(&mut talk, 3, refused);
    assert_eq!(updates(&mut talk), [Update::Refused { key, command, refusal }]);
}

#[test]
fn a_player_gets_ready_once_and_a_spectator_never() {
    let server = Server::new("5+3", 99);
    let ready = |talk: &mut Conversation| {
        let sent = sent(talk);
        let ready =
            |it: &&FromClient| matches!(it, FromClient::Do { command: Command::Ready { .. }, .. });
        sent.iter().filter(ready).count()
    };
    let mut player = knowing(&server, Some(RED));
    assert_eq!(ready(&mut player), 1);
    hear(&mut player, 1, server.table(1, EPOCH));
    assert_eq!(ready(&mut player), 0, "already in flight");
    let mut spectator = knowing(&server, None);
    assert_eq!(ready(&mut spectator), 0);
    // A spectator who logs in takes their seat at the same table.
    spectator.switch_account(5, Some(RED));
    welcome(&mut spectator, 6);
    hear(&mut spectator, 7, server.table(1, EPOCH));
    assert_eq!(ready(&mut spectator), 1);
}

#[test]
fn switching_accounts_drops_the_commands_of_the_old_one() {
    let server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    talk.command(1, game(), Command::Resign, &mut random);
    steps(&mut talk);
    talk.switch_account(2, Some(AccountId(9)));
    assert_eq!(steps(&mut talk), [SocketOperation::Close, SocketOperation::Connect]);
    welcome(&mut talk, 3);
    assert_eq!(sent(&mut talk), [watch(3)], "but the table is still watched");
    talk.switch_account(4, Some(AccountId(9)));
    assert_eq!(steps(&mut talk), [], "nothing else is sent");
}

#[test]
fn an_unknown_game_is_not_requested_again() {
    let mut talk = following(Some(RED));
    talk.command(1, game(), Command::Resign, &mut random);
    updates(&mut talk);
    hear(&mut talk, 2, FromServer::Unknown { game: game(), damaged: true });
    assert_eq!(updates(&mut talk), [Update::Unknown { game: game(), damaged: true }]);
    assert!(talk.outbox().is_empty(), "commands for an unknown game are dropped");
    steps(&mut talk);
    talk.tick(60_000, &mut random);
    assert_eq!(steps(&mut talk), [], "and the idle interval applies");
}

#[test]
fn leaving_a_game_stops_updates_but_not_pending_commands() {
    let mut server = Server::dealt("5+3", 99);
    let mut talk = knowing(&server, Some(RED));
    let key = talk.command(1, game(), Command::Resign, &mut random);
    talk.leave(2);
    assert!(sent(&mut talk).contains(&FromClient::Leave { game: game() }));
    hear(&mut talk, 3, entry(server.act(10, EPOCH)));
    assert_eq!(updates(&mut talk), []);
    talk.lost(4, String::new(), &mut random);
    talk.nudge(4);
    welcome(&mut talk, 5);
    let resign = FromClient::Do { game: game(), key, command: Command::Resign };
    assert_eq!(sent(&mut talk), [resign]);
}

#[test]
fn pings_are_answered_and_report_the_lag_while_connected() {
    let mut talk = following(None);
    hear(&mut talk, 1, FromServer::Ping { n: 7, lag: Some(42) });
    assert_eq!((sent(&mut talk), talk.lag()), (vec![FromClient::Pong(7)], Some(42)));
    talk.tick(10_001, &mut random);
    assert_eq!(
        steps(&mut talk),
        [SocketOperation::Close, SocketOperation::Connect],
        "the connection is silent"
    );
    assert_eq!((talk.state(), talk.lag()), (LinkState::Connecting, None));
    assert!(matches!(updates(&mut talk)[..], [Update::Open, Update::Lost(_)]));
}

#[test]
fn bye_reconnects_only_if_the_server_says_so() {
    let mut talk = following(None);
    updates(&mut talk);
    hear(&mut talk, 1, FromServer::Bye { reason: "the server stops".into(), again: true });
    assert_eq!(
        (talk.state(), steps(&mut talk)),
        (LinkState::Waiting, vec![SocketOperation::Close])
    );
    assert_eq!(updates(&mut talk), [Update::Lost("the server stops".into())]);
    talk.nudge(2);
    welcome(&mut talk, 3);
    hear(&mut talk, 4, FromServer::Bye { reason: "too much".into(), again: false });
    assert_eq!((talk.state(), talk.wake_at()), (LinkState::Ended, None));
    assert_eq!(updates(&mut talk), [Update::Open, Update::Ended("too much".into())]);
    steps(&mut talk);
    talk.start(5);
    assert_eq!(steps(&mut talk), [SocketOperation::Connect], "unless started again");
}

#[test]
fn unknown_messages_from_a_newer_server_reset_the_idle_timeout() {
    let mut talk = following(None);
    steps(&mut talk);
    talk.receive_text(9_000, r#"{"weather":"fine"}"#, &mut random);
    talk.tick(18_999, &mut random);
    assert_eq!(talk.state(), LinkState::Open);
    talk.tick(19_000, &mut random);
    assert_eq!(talk.state(), LinkState::Connecting);
}

#[test]
fn a_followed_tournament_is_followed_again_after_reconnecting() {
    let event = TournamentId::from_random(1485);
    let other = TournamentId::from_random(1486);
    let mut talk = Conversation::new(None);
    talk.follow_tournament(Some(event));
    talk.start(0);
    welcome(&mut talk, 1);
    assert_eq!(sent(&mut talk), [FromClient::Follow { event }]);
    updates(&mut talk);
    hear(&mut talk, 2, FromServer::Event { event, seq: 3, chat: 1 });
    hear(&mut talk, 3, FromServer::Event { event: other, seq: 9, chat: 0 });
    assert_eq!(updates(&mut talk), [Update::Event { event, seq: 3, chat: 1 }]);
    talk.lost(4, "gone".into(), &mut || 4);
    talk.nudge(5);
    welcome(&mut talk, 6);
    assert_eq!(sent(&mut talk), [FromClient::Follow { event }]);
    talk.follow_tournament(Some(event));
    assert_eq!(sent(&mut talk), [], "it is already followed");
    talk.follow_tournament(Some(other));
    let sent_now = sent(&mut talk);
    assert_eq!(sent_now, [FromClient::Unfollow { event }, FromClient::Follow { event: other }]);
}

#[test]
fn changed_offers_are_reported() {
    let mut talk = Conversation::new(Some(RED));
    talk.subscribe_lobby(true);
    talk.start(0);
    welcome(&mut talk, 1);
    assert_eq!(sent(&mut talk), [FromClient::Lobby(true)]);
    assert_eq!(talk.seeks(), None);
    let seek = Seek {
        id: "abc".into(),
        by: players().red,
        terms: OfferTerms {
            ruleset: "classic".into(),
            clock: "5+3".parse().expect("a clock"),
            rated: false,
            side: None,
        },
        public: true,
        rating_min: None,
        rating_max: None,
        flexible: false,
        to: None,
        handicap: None,
        created: EPOCH,
    };
    updates(&mut talk);
    hear(&mut talk, 2, FromServer::Seeks(vec![seek.clone()]));
    assert_eq!((updates(&mut talk), talk.seeks()), (vec![Update::Seeks], Some(&[seek][..])));
    hear(&mut talk, 3, FromServer::Begin { game: game(), seek: None });
    hear(&mut talk, 4, FromServer::Turn { game: game() });
    assert_eq!(updates(&mut talk), [Update::Begin(game()), Update::Turn(game())]);
    talk.subscribe_lobby(false);
    assert_eq!(sent(&mut talk), [FromClient::Lobby(false)]);
}
