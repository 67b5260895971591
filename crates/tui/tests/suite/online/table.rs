//! An online table on the screen.

use std::time::Instant;

use bosworth_client::protocol::{Command, Offer, Refusal};
use bosworth_rules::{Action, Side};
use bosworth_table::TableOrder;
use bosworth_texts::Language;
use bosworth_tui::{
    AppEffect, Depth, Destination, NetworkEvent, PlainInput, PlainOnline, SaveReport, SavedGames,
};
use insta::assert_snapshot;

use super::fake_server::{FakeServer, SERVER, game, middle, press, screen, screen_with, signs};

#[test]
fn the_table_at_two_sizes_in_every_language() {
    for language in Language::ALL {
        let mut server = middle("5+3", Some(Side::Red));
        server.say(Side::White, &Command::Chat { text: "good luck".into() });
        server.now += 1_500;
        let screen = screen_with(&server, language);
        let shown = signs(&screen, 80, 24);
        assert!(!shown.contains("online-") && !shown.contains("tui-"), "{shown}");
        assert_snapshot!(format!("table_{}", language.code()), shown);
    }
    let server = middle("5+3", Some(Side::White));
    assert_snapshot!("table_wide", signs(&screen_with(&server, Language::English), 120, 40));
}

#[test]
fn online_frames_can_be_ascii() {
    let server = middle("5+3", Some(Side::Red));
    let mut screen = screen(Language::German, Depth::None, true);
    screen.set_time(server.now);
    screen.network_event(server.table_event(Vec::new()));
    for keys in ["", "?", "\u{1b}/"] {
        press(&mut screen, keys);
        let shown = signs(&screen, 80, 24);
        assert!(shown.is_ascii(), "{shown}");
    }
}

#[test]
fn no_window_size_panics() {
    let mut server = middle("5+3", Some(Side::Red));
    server.say(Side::White, &Command::Chat { text: "x".repeat(200) });
    let mut screen = screen_with(&server, Language::German);
    press(&mut screen, "/hallo");
    for width in (1..240).step_by(13) {
        for height in (1..80).step_by(7) {
            signs(&screen, width, height);
        }
    }
}

#[test]
fn a_sent_action_is_shown_as_pending() {
    let server = middle("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    assert!(signs(&screen, 80, 24).contains("Your turn"), "{}", signs(&screen, 80, 24));
    let targets = bosworth_board::targets(server.table.position().expect("cards"));
    let key = targets.first().map_or("d".into(), |target| target.number.to_string());
    press(&mut screen, &format!("{key}\n"));
    let effects = screen.effects();
    assert!(
        matches!(&effects[..], [AppEffect::Do(Command::Act { ply: 12, .. })]),
        "one action for this very ply: {effects:?}"
    );
    assert!(signs(&screen, 80, 24).contains("sending"));
    press(&mut screen, &format!("{key}\n"));
    assert!(screen.effects().is_empty(), "it is not sent twice");
    screen.network_event(NetworkEvent::Lost("the network is gone".into()));
    let shown = signs(&screen, 80, 24);
    assert!(shown.contains("Connection lost") && shown.contains("will be sent as soon"), "{shown}");
    assert_snapshot!("lost", shown);
    screen.network_event(NetworkEvent::Back);
    screen.network_event(server.table_event(Vec::new()));
    assert!(signs(&screen, 80, 24).contains("The connection is back."));
}

#[test]
fn clocks_tick_only_while_they_run() {
    let mut server = FakeServer::dealt("5+3", Some(Side::Red));
    server.now += 200;
    let screen = screen_with(&server, Language::English);
    assert!(
        signs(&screen, 80, 24).contains("First action within 30 s"),
        "{}",
        signs(&screen, 80, 24)
    );
    assert!(screen.tick().is_some(), "the time to begin is counted");
    for _ in 0..3 {
        server.act(2);
    }
    server.now += 300;
    let mut screen = screen_with(&server, Language::English);
    let wait = screen.tick().expect("a clock runs").as_millis();
    assert!((1..=1_000).contains(&wait), "{wait}");
    let before = signs(&screen, 80, 24);
    screen.set_time(server.now + wait as i64);
    assert_ne!(signs(&screen, 80, 24), before, "then another time is shown");
    server.now += 280_000;
    let screen = screen_with(&server, Language::English);
    assert!(signs(&screen, 80, 24).contains("! 0:"), "{}", signs(&screen, 80, 24));
    server.say(Side::Red, &Command::Resign);
    assert_eq!(screen_with(&server, Language::English).tick(), None, "after the end nothing ticks");
    let untimed = middle("-", Some(Side::Red));
    assert_eq!(screen_with(&untimed, Language::English).tick(), None);
    let mut days = middle("2d", Some(Side::Red));
    days.now += 10_000;
    let wait = screen_with(&days, Language::English).tick().expect("a clock runs");
    assert!(wait.as_secs() > 60, "days do not need seconds");
}

#[test]
fn names_and_chat_of_others_are_sanitised() {
    let mut server = middle("5+3", Some(Side::Red));
    server.names[1] = "\u{1b}[31mEvil\u{202e}\n\u{7}";
    server.chat = vec![(Side::White, "a\u{1b}[2Jb".into())];
    let screen = screen_with(&server, Language::English);
    let shown = signs(&screen, 80, 24);
    assert!(shown.contains("Evil 1514"), "{shown}");
    let free = |text: &str| text.chars().all(|letter| letter == '\n' || !letter.is_control());
    assert!(free(&shown), "{shown:?}");
}

#[test]
fn a_refused_line_of_chat_can_be_sent_again() {
    let server = middle("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    press(&mut screen, "/good game\n");
    let chat = Command::Chat { text: "good game".into() };
    assert_eq!(screen.effects(), [AppEffect::Do(chat.clone())]);
    screen.network_event(NetworkEvent::Refused(chat.clone(), Refusal::Quiet));
    let shown = signs(&screen, 80, 24);
    assert!(shown.contains("good game"), "{shown}");
    press(&mut screen, "!\n");
    let again = Command::Chat { text: "good game!".into() };
    assert_eq!(screen.effects(), [AppEffect::Do(again)]);
    // A line that has been begun meanwhile stays.
    press(&mut screen, "/well");
    screen.network_event(NetworkEvent::Refused(chat, Refusal::Quiet));
    press(&mut screen, "\n");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Chat { text: "well".into() })]);
}

#[test]
fn resigning_and_aborting_need_confirmation() {
    let mut server = FakeServer::dealt("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    press(&mut screen, "R");
    assert!(signs(&screen, 80, 24).contains("Abort this game?"));
    press(&mut screen, "n");
    assert!(screen.effects().is_empty());
    press(&mut screen, "Ry");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Abort)]);
    for _ in 0..2 {
        server.act(1);
    }
    screen.network_event(server.table_event(Vec::new()));
    press(&mut screen, "Ry");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Resign)]);
    press(&mut screen, "h");
    assert!(signs(&screen, 80, 24).contains("only after the game"), "no help while it counts");
}

#[test]
fn aborting_a_tournament_game_is_called_a_forfeit() {
    let server = || FakeServer::dealt_in_tournament("5+3", Some(Side::Red), Some("abc/1.1.0"));
    let mut screen = screen_with(&server(), Language::English);
    press(&mut screen, "R");
    assert!(signs(&screen, 80, 24).contains("Forfeit this game of the tournament?"));
    for (by, result) in [
        (Side::Red, "You forfeit this game of the tournament."),
        (Side::White, "Richard forfeits this game of the tournament."),
    ] {
        let mut server = server();
        let mut screen = screen_with(&server, Language::English);
        let events = server.say(by, &Command::Abort);
        screen.network_event(server.table_event(events));
        let shown = signs(&screen, 120, 24);
        assert!(shown.contains(result), "{shown}");
    }
}

#[test]
fn offers_are_answered_with_a_key() {
    let mut server = middle("5+3", Some(Side::Red));
    let events = server.say(Side::White, &Command::Offer(Offer::Takeback));
    let mut screen = screen_with(&server, Language::English);
    screen.network_event(server.table_event(events));
    let shown = signs(&screen, 80, 24);
    assert!(shown.contains("Richard asks for a takeback: y yes, x no"), "{shown}");
    press(&mut screen, "x");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Decline(Offer::Takeback))]);
    press(&mut screen, "y");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Offer(Offer::Takeback))]);
    press(&mut screen, "/good q game\n");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Chat { text: "good q game".into() })]);
    assert!(screen.session_end().is_none(), "a q in a sentence is a letter");
}

#[test]
fn reshuffles_after_takebacks_are_reported_in_every_language() {
    for (language, words) in [
        (Language::English, "The pile is reshuffled."),
        (Language::German, "Der Stapel wird neu gemischt."),
        (Language::French, "La pioche est remélangée."),
    ] {
        let mut server = middle("5+3", Some(Side::Red));
        while !server.host.position().expect("cards").actions().draw {
            server.act(1);
        }
        let side = server.host.turn().expect("the game is on");
        let (ply, revision) = (server.host.plies() as u16, Some(server.host.revision()));
        server.say(side, &Command::Act { action: Action::Draw, ply, revision });
        server.say(side, &Command::Offer(Offer::Takeback));
        let texts = bosworth_tui::texts(language, &[]);
        let mut said = Vec::new();
        let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
        let events = server.say(!side, &Command::Offer(Offer::Takeback));
        let news = server.table_event(events.clone());
        plain.handle(PlainInput::Network(Box::new(news)), server.now).expect("it is said");
        drop(plain);
        let said = String::from_utf8(said).expect("UTF-8");
        assert!(said.contains(words), "{said}");
        let mut screen = screen_with(&server, language);
        screen.network_event(server.table_event(events));
        let shown = signs(&screen, 100, 30);
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn a_game_of_an_absent_opponent_can_be_claimed() {
    let mut server = middle("5+3", Some(Side::Red));
    let events = server.order(&TableOrder::Left(Side::White));
    let mut screen = screen_with(&server, Language::English);
    screen.network_event(server.table_event(events));
    let shown = signs(&screen, 80, 24);
    assert!(shown.contains("away") && shown.contains("in 30 s."), "{shown}");
    press(&mut screen, "c");
    assert!(screen.effects().is_empty());
    screen.set_time(server.now + 31_000);
    assert!(signs(&screen, 80, 24).contains("c claims the game"));
    press(&mut screen, "cy");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Claim { draw: false })]);
}

#[test]
fn finished_games_are_verified_and_saved_and_rematches_followed() {
    let mut server = middle("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    while server.table.turn().is_some() {
        let events = server.act(1);
        screen.network_event(server.table_event(events));
    }
    assert!(server.table.ending().is_some(), "the server ends a game that is over");
    assert_eq!(screen.effects().last(), Some(&AppEffect::VerifyAndSave));
    let folder = tempfile::tempdir().expect("a folder");
    let saved_games = SavedGames::new(folder.path().join("games"));
    let texts = bosworth_tui::texts(Language::English, &[]);
    let today = bosworth_rules::Date::from_days(20_772);
    let snapshot = screen.snapshot().expect("a table");
    let kept =
        bosworth_tui::verify_and_save(snapshot, &saved_games, &texts, today).expect("a record");
    let name = game(1485).to_string();
    assert_eq!(kept, SaveReport { fault: None, name: Ok(name.clone()) });
    let path = saved_games.find(&name).expect("read").expect("it is there").path;
    let table = bosworth_tui::load(&path).expect("a whole game with its proof");
    assert_eq!(Some(table.game()), server.table.game());
    let app = screen.table_mut().expect("a table");
    app.answer(bosworth_tui::EffectResult::VerifiedAndSaved(kept), Instant::now());
    assert_snapshot!("end", signs(&screen, 80, 24));
    press(&mut screen, "v");
    screen.drive(Instant::now());
    assert!(matches!(screen.effects()[..], [AppEffect::Review { .. }]));
    assert!(signs(&screen, 80, 24).contains("q back to the game"));
    press(&mut screen, "q");
    screen.drive(Instant::now());
    assert!(signs(&screen, 80, 24).contains("m rematch"), "and back");
    press(&mut screen, "m");
    assert_eq!(screen.effects(), [AppEffect::Do(Command::Offer(Offer::Rematch))]);
    let mut events = server.say(Side::Red, &Command::Offer(Offer::Rematch));
    events.extend(server.say(Side::White, &Command::Offer(Offer::Rematch)));
    screen.network_event(server.table_event(events));
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Game(game(99)))]);
}

#[test]
fn spectators_cannot_act() {
    let server = middle("5+3", None);
    let mut screen = screen_with(&server, Language::English);
    press(&mut screen, "1\ndRum");
    assert!(screen.effects().is_empty());
    assert!(signs(&screen, 80, 24).contains("Only the two players"));
    press(&mut screen, "n");
    assert_eq!(screen.effects(), [AppEffect::Next]);
    screen.network_event(NetworkEvent::NoneWaiting);
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Lobby)]);
}

#[test]
fn one_key_opens_the_next_waiting_game() {
    for language in Language::ALL {
        let server = middle("2d", Some(Side::Red));
        let mut screen = screen_with(&server, language);
        screen.network_event(NetworkEvent::Elsewhere(2));
        assert_snapshot!(format!("next_{}", language.code()), signs(&screen, 80, 24));
    }
    let server = middle("2d", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    screen.network_event(NetworkEvent::Elsewhere(1));
    assert!(signs(&screen, 80, 24).contains("n next game (1)"));
    press(&mut screen, "n");
    assert_eq!(screen.effects(), [AppEffect::Next]);
    // The table stays on screen until the server has answered, and if no other game waits.
    screen.network_event(NetworkEvent::Elsewhere(0));
    screen.network_event(NetworkEvent::NoneWaiting);
    assert!(screen.effects().is_empty());
    let shown = signs(&screen, 80, 24);
    assert!(
        shown.contains("No other game is waiting") && !shown.contains("next game ("),
        "{shown}"
    );
}
