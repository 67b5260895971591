//! Websocket messages in both directions, and stream lines.

use bosworth_protocol::tournament::TournamentId;
use bosworth_protocol::{
    AccountId, AccountKind, BotLine, Command, EndReason, Event, FromClient, FromServer,
    IdempotencyKey, LobbyActivity, LogEntry, OfferTerms, Person, PlayerView, Players, RatingView,
    Refusal, RunningGame, Seek, Speed, TableView, TimeControl,
};
use bosworth_rules::Side;
use insta::assert_snapshot;

use crate::{POSITION, SECRET, game, lines};

fn anne() -> Person {
    Person { id: AccountId(7), name: "Anne".into(), kind: AccountKind::Person }
}

fn players() -> Players {
    let rating = RatingView { speed: Speed::Blitz, rating: 1612.5, deviation: 80.25, games: 12 };
    let red = PlayerView::Account { person: anne(), rating: Some(rating) };
    Players { red, white: PlayerView::Computer { level: 3 } }
}

fn entry() -> LogEntry {
    let events = vec![Event::Came { side: Side::Red }];
    LogEntry { seq: 4, at: 1_700_000_000_000, by: None, key: None, events }
}

fn seek() -> Seek {
    let terms = OfferTerms {
        ruleset: "classic".into(),
        clock: TimeControl::Live { minutes: 5, increment: 3 },
        rated: true,
        side: Some(Side::White),
    };
    Seek {
        id: "abc".into(),
        by: players().red,
        terms,
        public: true,
        rating_min: Some(1500),
        rating_max: None,
        flexible: false,
        to: None,
        handicap: None,
        created: 1_700_000_000_000,
    }
}

pub fn view() -> TableView {
    TableView {
        game: game(1485),
        players: players(),
        ruleset: "classic".into(),
        clock: TimeControl::Live { minutes: 5, increment: 3 },
        rated: true,
        stage: "running".into(),
        you: Some("red".into()),
        position: Some(POSITION.into()),
        actions: vec!["N2".into(), "+".into()],
        plies: vec!["S1".into(), "+NE2".into()],
        revision: 3,
        turn: Some("red".into()),
        left: Some((300_000, 299_000)),
        commitment: SECRET.into(),
        result: "*".into(),
        reason: Some(EndReason::Time),
        seq: 9,
        handicap: None,
    }
}

#[test]
fn messages_from_clients() {
    let messages = every!(FromClient {
        FromClient::Watch { .. } => FromClient::Watch { game: game(1), since: 12 },
        FromClient::Leave { .. } => FromClient::Leave { game: game(1) },
        FromClient::Do { .. } => {
            FromClient::Do { game: game(1), key: IdempotencyKey(5), command: Command::Resign }
        },
        FromClient::Lobby(_) => FromClient::Lobby(true),
        FromClient::Follow { .. } => FromClient::Follow { event: TournamentId::from_random(1485) },
        FromClient::Unfollow { .. } => FromClient::Unfollow { event: TournamentId::from_random(1485) },
        FromClient::Pong(_) => FromClient::Pong(3),
    });
    assert_snapshot!("from_client", lines(&messages));
    // What may be left out.
    let watch: FromClient =
        serde_json::from_str(r#"{"watch":{"game":"100000000000"}}"#).expect("a message");
    assert_eq!(watch, FromClient::Watch { game: game(1), since: 0 });
}

#[test]
fn messages_from_servers() {
    let game = game(1);
    let messages = every!(FromServer {
        FromServer::Welcome { you: Some(_), .. } => {
            FromServer::Welcome { you: Some(anne()), now: 1_700_000_000_000 }
        },
        FromServer::Welcome { you: None, .. } => FromServer::Welcome { you: None, now: 0 },
        FromServer::Table { more: false, .. } => FromServer::Table {
            game,
            players: Box::new(players()),
            entries: vec![entry()],
            watchers: 2,
            now: 1_700_000_000_000,
            more: false,
        },
        FromServer::Table { more: true, .. } => FromServer::Table {
            game,
            players: Box::new(players()),
            entries: Vec::new(),
            watchers: 0,
            now: 0,
            more: true,
        },
        FromServer::Entry { .. } => FromServer::Entry { game, entry: entry() },
        FromServer::Announce { .. } => FromServer::Announce { text: "we move house".into() },
        FromServer::Done { .. } => FromServer::Done { game, key: IdempotencyKey(5), seq: 4 },
        FromServer::Refused { .. } => {
            FromServer::Refused { game, key: IdempotencyKey(5), refusal: Refusal::Outdated(7) }
        },
        FromServer::Watchers { .. } => FromServer::Watchers { game, count: 3 },
        FromServer::Unknown { damaged: false, .. } => {
            FromServer::Unknown { game, damaged: false }
        },
        FromServer::Unknown { damaged: true, .. } => FromServer::Unknown { game, damaged: true },
        FromServer::Seeks(_) => FromServer::Seeks(vec![seek()]),
        FromServer::LobbyActivity(_) => FromServer::LobbyActivity(LobbyActivity {
            people: vec![anne()],
            count: 1,
            games: vec![RunningGame {
                game,
                players: players(),
                ruleset: "classic".into(),
                clock: TimeControl::Live { minutes: 5, increment: 3 },
                rated: true,
                handicap: None,
            }],
        }),
        FromServer::Challenges => FromServer::Challenges,
        FromServer::Event { .. } => {
            FromServer::Event { event: TournamentId::from_random(1485), seq: 12, chat: 3 }
        },
        FromServer::Begin { .. } => FromServer::Begin { game, seek: Some("aB3dE6gH".into()) },
        FromServer::Turn { .. } => FromServer::Turn { game },
        FromServer::Ping { lag: Some(_), .. } => FromServer::Ping { n: 3, lag: Some(41) },
        FromServer::Ping { lag: None, .. } => FromServer::Ping { n: 1, lag: None },
        FromServer::Bye { .. } => FromServer::Bye { reason: "in words".into(), again: true },
    });
    assert_snapshot!("from_server", lines(&messages));
}

#[test]
fn stream_lines() {
    let game = game(1);
    let (view, players) = (Box::new(view()), Box::new(players()));
    let stream = every!(BotLine {
        BotLine::State { .. } => {
            BotLine::State { view: view.clone(), players, entries: vec![entry()] }
        },
        BotLine::Entry { .. } => BotLine::Entry { entry: entry(), view },
        BotLine::Begin { .. } => BotLine::Begin { game, seek: Some("aB3dE6gH".into()) },
        BotLine::Turn { .. } => BotLine::Turn { game },
        BotLine::Challenges {} => BotLine::Challenges {},
    });
    assert_snapshot!("stream", lines(&stream));
}
