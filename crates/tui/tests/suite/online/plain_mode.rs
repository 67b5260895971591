//! An online table line by line.

use bosworth_client::protocol::{Command, Offer};
use bosworth_rules::Side;
use bosworth_texts::Language;
use bosworth_tui::{
    Destination, NetworkEvent, NetworkRequest, PlainInput, PlainOnline, SessionEnd,
};
use insta::assert_snapshot;

use super::fake_server::{FakeServer, SERVER, game, middle};
use super::lobby::listed;

/// The whole output, and all requests.
fn talk(
    language: Language,
    server: &mut FakeServer,
    script: &[&str],
) -> (String, Vec<NetworkRequest>) {
    let texts = bosworth_tui::texts(language, &[]);
    let mut said = Vec::new();
    let mut requests = Vec::new();
    let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
    plain
        .handle(PlainInput::Network(Box::new(server.table_event(Vec::new()))), server.now)
        .expect("it is said");
    for line in script {
        match *line {
            "ACT" => {
                let events = server.act(3);
                let news = server.table_event(events);
                plain.handle(PlainInput::Network(Box::new(news)), server.now).expect("it is said");
            }
            line => plain.handle(PlainInput::Line(line.into()), server.now).expect("it is said"),
        }
        requests.extend(plain.requests());
    }
    drop(plain);
    (String::from_utf8(said).expect("UTF-8"), requests)
}

#[test]
fn plain_mode_understands_every_command() {
    for language in Language::ALL {
        let mut server = middle("5+3", Some(Side::Red));
        let script = [
            "help",
            "clock",
            "players",
            "hint",
            "nonsense",
            "rematch",
            "claim",
            "decline",
            "ACT",
            "+",
            "ACT",
            "chat good luck",
            "takeback",
            "resign",
            "yes",
            "",
            "next",
        ];
        let (text, requests) = talk(language, &mut server, &script);
        assert!(!text.contains("online-") && !text.contains("plain-"), "{text}");
        assert_snapshot!(format!("words_{}", language.code()), text);
        assert_eq!(
            requests,
            [
                NetworkRequest::Do(Command::Chat { text: "good luck".into() }),
                NetworkRequest::Do(Command::Offer(Offer::Takeback)),
                NetworkRequest::Do(Command::Resign),
                NetworkRequest::Next,
            ]
        );
    }
}

#[test]
fn next_opens_the_waiting_game_in_plain_mode() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let mut said = Vec::new();
        let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
        let mut server = middle("2d", Some(Side::Red));
        let news = [
            NetworkEvent::Lobby(listed()),
            server.table_event(Vec::new()),
            NetworkEvent::Elsewhere(3),
            NetworkEvent::Elsewhere(1),
            NetworkEvent::NoneWaiting,
        ];
        let mut requests = Vec::new();
        for news in news {
            plain.handle(PlainInput::Network(Box::new(news)), server.now).expect("it is said");
            plain.handle(PlainInput::Line("next".into()), server.now).expect("it is said");
            requests.extend(plain.requests());
        }
        let events = server.say(Side::White, &Command::Resign);
        for news in [server.table_event(events), NetworkEvent::NoneWaiting] {
            plain.handle(PlainInput::Network(Box::new(news)), server.now).expect("it is said");
        }
        requests.extend(plain.requests());
        drop(plain);
        let text = String::from_utf8(said).expect("UTF-8");
        assert_snapshot!(format!("next_words_{}", language.code()), text);
        let mut expected = vec![NetworkRequest::Go(Destination::Game(game(1)))];
        expected.extend([
            NetworkRequest::Next,
            NetworkRequest::Next,
            NetworkRequest::Next,
            NetworkRequest::Next,
        ]);
        expected.push(NetworkRequest::Go(Destination::Lobby));
        assert_eq!(requests, expected);
    }
}

#[test]
fn scripted_input_waits_for_its_turn() {
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut server = middle("-", Some(Side::Red));
    server.act(1);
    let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, false);
    let position = server.table.position().expect("cards");
    assert_eq!(position.side(), Side::White);
    plain.handle(PlainInput::Line("last".into()), server.now).expect("heard");
    plain.handle(PlainInput::Line("resign".into()), server.now).expect("heard");
    plain.handle(PlainInput::Line("yes".into()), server.now).expect("heard");
    plain.handle(PlainInput::End, server.now).expect("heard");
    plain
        .handle(PlainInput::Network(Box::new(server.table_event(Vec::new()))), server.now)
        .expect("heard");
    assert!(plain.requests().is_empty() && plain.session_end().is_none(), "it is not its turn");
    let events = server.act(1);
    plain
        .handle(PlainInput::Network(Box::new(server.table_event(events))), server.now)
        .expect("heard");
    assert_eq!(plain.requests(), [NetworkRequest::Do(Command::Resign)]);
    assert!(plain.session_end().is_none(), "the end comes after the answer");
    let events = server.say(Side::Red, &Command::Resign);
    plain
        .handle(PlainInput::Network(Box::new(server.table_event(events))), server.now)
        .expect("heard");
    assert!(plain.ended().is_some());
    assert_eq!(plain.session_end(), Some(&SessionEnd::Quit(None)));
}

#[test]
fn a_script_that_asks_for_the_list_waits_for_it() {
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut server = middle("-", Some(Side::Red));
    let events = server.say(Side::Red, &Command::Resign);
    let mut said = Vec::new();
    let mut plain = PlainOnline::new(&texts, &mut said, SERVER, false);
    plain
        .handle(PlainInput::Network(Box::new(server.table_event(events))), server.now)
        .expect("heard");
    plain.handle(PlainInput::Line("list".into()), server.now).expect("heard");
    assert_eq!(plain.requests(), [NetworkRequest::Go(Destination::Lobby)]);
    plain.handle(PlainInput::Line("quit".into()), server.now).expect("heard");
    assert_eq!(plain.session_end(), None, "the list has not arrived");
    plain
        .handle(PlainInput::Network(Box::new(NetworkEvent::Lobby(listed()))), server.now)
        .expect("heard");
    assert_eq!(plain.session_end(), Some(&SessionEnd::Quit(None)));
    drop(plain);
    let said = String::from_utf8(said).expect("UTF-8");
    assert!(said.contains("1. ") && said.contains("Margaret"), "{said}");
}
