//! An online table, on the screen and in words, without a server.

use std::time::Instant;

use bosworth_client::ClientError;
use bosworth_client::protocol::tournament::{
    DealSharing, Eligibility, EntryStatus, Series, TournamentCommandRequest, TournamentFormat,
    TournamentId, TournamentRefusal, TournamentStage, TournamentSummary,
};
use bosworth_client::protocol::{
    AccountId, AccountKind, Command, Event, GameId, IdempotencyKey, Offer, OfferTerms, OpenGame,
    Person, PlayerView, Players, Problem, ProblemKind, RatingView, Seated, Seek, Speed, Table,
    TableSetup, TimeControl, WaitingGame,
};
use bosworth_fair::Secret;
use bosworth_rules::{Action, Ruleset, Side};
use bosworth_table::{AuthoritativeTable, Decision, LogEntry, TableOrder};
use bosworth_texts::Language;
use bosworth_tui::{
    AppEffect, Depth, Destination, Ground, LobbyContent, LobbyTournament, NetworkEvent,
    NetworkRequest, OnlineScreen, PlainInput, PlainOnline, SaveReport, SavedGames, SessionEnd,
    Snapshot, Theme, fault,
};
use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

const BEGUN: i64 = 1_000_000;
const SERVER: &str = "http://127.0.0.1:1485";

/// A fake server, and the view of one client.
struct FakeServer {
    host: AuthoritativeTable,
    table: Table,
    now: i64,
    keys: u64,
    side: Option<Side>,
    chat: Vec<(Side, String)>,
    names: [&'static str; 2],
}

fn game(number: u128) -> GameId {
    GameId::from_random(number)
}

fn person(id: i64, name: &str) -> Person {
    Person { id: AccountId(id), name: name.into(), kind: AccountKind::Person }
}

fn account(id: i64, name: &str) -> PlayerView {
    let person = person(id, name);
    let rating =
        RatingView { speed: Speed::Blitz, rating: 1512.0 + id as f64, deviation: 80.0, games: 9 };
    PlayerView::Account { person, rating: Some(rating) }
}

impl FakeServer {
    fn new(clock: &str, side: Option<Side>, tournament_slot: Option<&str>) -> Self {
        let (secret, id) = (Secret::new([7; 32]), game(1485));
        let setup = TableSetup {
            game: id,
            red: Seated::Account(AccountId(1)),
            white: Seated::Account(AccountId(2)),
            ruleset: Ruleset::CLASSIC,
            clock: clock.parse().expect("a clock"),
            rated: false,
            commitment: secret.commit(id.as_str()),
            after: None,
            tournament_slot: tournament_slot.map(str::to_owned),
            hands: None,
            sealed: None,
        };
        let log = [AuthoritativeTable::first_entry(setup, BEGUN)];
        let host = AuthoritativeTable::replay(&log, secret).expect("a table");
        let table = Table::replay(&log).expect("a table");
        let names = ["Anne", "Richard"];
        Self { host, table, now: BEGUN, keys: 0, side, chat: Vec::new(), names }
    }

    fn dealt(clock: &str, side: Option<Side>) -> Self {
        Self::dealt_in_tournament(clock, side, None)
    }

    fn dealt_in_tournament(clock: &str, side: Option<Side>, slot: Option<&str>) -> Self {
        let mut server = Self::new(clock, side, slot);
        for side in Side::ALL {
            server.order(&TableOrder::Came(side));
            server.say(side, &Command::Ready { nonce: format!("{side}'s part") });
        }
        server
    }

    fn apply(&mut self, decision: Decision) -> Vec<Event> {
        let Decision::Append(LogEntry { events, .. }) = &decision else { return Vec::new() };
        for event in events {
            if let Event::Chat { side, text } = event {
                self.chat.push((*side, text.clone()));
            }
        }
        let Decision::Append(entry) = decision else { return Vec::new() };
        self.host.fold(&entry).expect("it follows");
        self.table.fold(&entry).expect("it follows");
        entry.events
    }

    fn say(&mut self, side: Side, command: &Command) -> Vec<Event> {
        self.keys += 1;
        let decided =
            self.host.decide(side, IdempotencyKey(self.keys), command, self.now, 0, game(99));
        self.apply(decided.expect("it is allowed"))
    }

    fn order(&mut self, order: &TableOrder) -> Vec<Event> {
        let decided = self.host.decide_order(order, self.now).expect("it is obeyed");
        self.apply(decided)
    }

    /// Acts after some seconds, arbitrarily but deterministically.
    fn act(&mut self, seconds: i64) -> Vec<Event> {
        self.now += seconds * 1_000;
        let side = self.host.turn().expect("the game is on");
        let actions: Vec<_> = self.host.position().expect("cards").actions().iter().collect();
        let ply = self.host.plies();
        let action = actions[(ply * 7 + 3) % actions.len()];
        let revision = Some(self.host.revision());
        self.say(side, &Command::Act { action, ply: ply as u16, revision })
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            table: self.table.clone(),
            players: Players { red: account(1, self.names[0]), white: account(2, self.names[1]) },
            side: self.side,
            ahead: 0,
            sending: false,
            watchers: 3,
            chat: self.chat.clone(),
        }
    }

    fn table_event(&self, events: Vec<Event>) -> NetworkEvent {
        NetworkEvent::Table(Box::new(self.snapshot()), events)
    }
}

fn screen(language: Language, depth: Depth, ascii: bool) -> OnlineScreen {
    OnlineScreen::new(language, Theme { depth, ground: Ground::Dark, ascii }, SERVER)
}

/// A screen that shows a table.
fn screen_with(server: &FakeServer, language: Language) -> OnlineScreen {
    let mut screen = screen(language, Depth::None, false);
    screen.set_time(server.now);
    screen.network_event(server.table_event(Vec::new()));
    screen
}

fn press(screen: &mut OnlineScreen, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        screen.key(code.into(), Instant::now());
        screen.drive(Instant::now());
    }
}

fn signs(screen: &OnlineScreen, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screen.draw(&mut buffer);
    let rows = 0..height;
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    rows.map(|y| row(y).trim_end().to_string() + "\n").collect()
}

fn middle(clock: &str, side: Option<Side>) -> FakeServer {
    let mut server = FakeServer::dealt(clock, side);
    for _ in 0..12 {
        server.act(4);
    }
    server
}

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

fn listed() -> LobbyContent {
    let open = |number| OpenGame {
        game: game(number),
        players: Players { red: account(1, "Anne"), white: PlayerView::Computer { level: 3 } },
        ruleset: "classic".into(),
        clock: TimeControl::Untimed,
        rated: false,
        your_turn: false,
        deadline: None,
        plies: 17,
    };
    let waits = |number, clock: &str, left| WaitingGame {
        game: game(number),
        opponent: account(3, "Margaret"),
        ruleset: "classic".into(),
        clock: clock.parse().expect("a clock"),
        rated: false,
        left,
        since: BEGUN,
        ply: 1,
    };
    let seek = Seek {
        id: "abc".into(),
        by: account(2, "Richard\u{1b}[0m"),
        terms: OfferTerms {
            ruleset: "classic".into(),
            clock: "5+3".parse().expect("a clock"),
            rated: true,
            side: None,
        },
        public: true,
        rating_min: None,
        rating_max: None,
        flexible: false,
        to: None,
        created: BEGUN,
    };
    LobbyContent {
        waiting: vec![waits(1, "2d", Some(100_000_000)), waits(4, "-", None)],
        games: vec![open(2)],
        challenges: vec![Seek { id: "def".into(), to: Some(person(1, "Anne")), ..seek.clone() }],
        seeks: vec![seek],
        events: Vec::new(),
    }
}

fn tournament(joined: bool, stage: TournamentStage, game: Option<GameId>) -> LobbyTournament {
    let summary = TournamentSummary {
        id: TournamentId::from_random(1485),
        title: "Friday\u{1b}[0m Swiss".into(),
        organiser: Some(person(7, "Olga")),
        format: TournamentFormat::Swiss { rounds: 5 },
        series: Series::One,
        deal: DealSharing::Fresh,
        ruleset: "classic".into(),
        clock: "5+3".into(),
        rated: false,
        starts: BEGUN,
        stage,
        paused: false,
        cancelled: false,
        players: 9,
        seats: 16,
        rounds: 0,
        limits: Eligibility::default(),
        joined,
        entry: EntryStatus::default(),
        game,
    };
    LobbyTournament { summary, left: 20 * 60_000 }
}

#[test]
fn listed_tournaments_can_be_joined_left_and_played() {
    let cases = [
        (tournament(false, TournamentStage::Coming, None), "select to join", "20 min"),
        (tournament(true, TournamentStage::Coming, None), "select to withdraw", "20 min"),
        (
            tournament(true, TournamentStage::Running, Some(game(5))),
            "your game is in progress",
            "running",
        ),
    ];
    let event = TournamentId::from_random(1485);
    let wishes = [
        Destination::Event(event, TournamentCommandRequest::Join { invitation: None, mate: None }),
        Destination::Event(event, TournamentCommandRequest::Leave),
        Destination::Game(game(5)),
    ];
    for ((listed, state, when), destination) in cases.into_iter().zip(wishes) {
        let mut screen = screen(Language::English, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(LobbyContent {
            events: vec![listed],
            ..LobbyContent::default()
        }));
        let shown = signs(&screen, 80, 24);
        for part in [state, when, "Friday"] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
        assert!(!shown.contains('\u{1b}'), "what others write is tamed");
        press(&mut screen, "1\n");
        assert_eq!(screen.effects(), [AppEffect::Go(destination)]);
    }
}

#[test]
fn a_listed_tournament_says_what_the_server_says_about_entering() {
    let cases = [
        (false, EntryStatus::Refused(TournamentRefusal::Full), "online-event-closed"),
        (true, EntryStatus::Waiting { place: 2 }, "online-event-waiting"),
        (true, EntryStatus::Eliminated, "online-event-out"),
    ];
    for language in Language::ALL {
        for (joined, entry, state) in cases {
            let mut listed = tournament(joined, TournamentStage::Running, None);
            listed.summary.entry = entry;
            let events = vec![listed];
            let mut screen = screen(language, Depth::None, false);
            screen.network_event(NetworkEvent::Lobby(LobbyContent {
                events,
                ..LobbyContent::default()
            }));
            let state = bosworth_tui::texts(language, &[]).get(state);
            let shown = signs(&screen, 100, 24);
            assert!(shown.contains(&state), "{state} in {shown}");
        }
    }
}

#[test]
fn withdrawing_from_a_running_tournament_needs_confirmation() {
    let running = || LobbyContent {
        events: vec![tournament(true, TournamentStage::Running, None)],
        ..LobbyContent::default()
    };
    let leave =
        Destination::Event(TournamentId::from_random(1485), TournamentCommandRequest::Leave);
    for language in Language::ALL {
        let mut screen = screen(language, Depth::None, false);
        screen.network_event(NetworkEvent::Lobby(running()));
        press(&mut screen, "1\n");
        assert!(screen.effects().is_empty());
        let sure = bosworth_tui::texts(language, &[]).get("online-event-sure");
        assert!(signs(&screen, 80, 24).contains(&sure), "{}", signs(&screen, 80, 24));
        // Any other key means no; network events do not.
        press(&mut screen, "j1");
        assert!(!signs(&screen, 80, 24).contains(&sure));
        press(&mut screen, "\n");
        screen.network_event(NetworkEvent::Lobby(running()));
        assert!(screen.effects().is_empty());
        press(&mut screen, "\n");
        assert_eq!(screen.effects(), [AppEffect::Go(leave.clone())]);
    }
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, true);
    plain.handle(PlainInput::Network(Box::new(NetworkEvent::Lobby(running()))), 0).expect("heard");
    let mut requests = Vec::new();
    for line in ["1", "no", "yes", "1", "7", "yes", "1"] {
        plain.handle(PlainInput::Line(line.into()), 0).expect("heard");
        requests.extend(plain.requests());
    }
    assert!(requests.is_empty(), "nobody said yes to it");
    plain.handle(PlainInput::Line("yes".into()), 0).expect("heard");
    assert_eq!(plain.requests(), [NetworkRequest::Go(leave)]);
}

#[test]
fn tournament_refusals_are_explained_in_every_language() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        for refusal in TournamentRefusal::ALL {
            let problem = ProblemKind::Conflict;
            let problem = Problem { problem, message: "English".into(), refusal: Some(refusal) };
            let said = fault(&texts, &ClientError::Problem(problem), SERVER);
            // Refusals that the terminal cannot cause are shown in the server's words.
            let own = !said.contains("English");
            assert_eq!(own, EXPLAINED.contains(&refusal), "{refusal:?}: {said}");
        }
    }
}

/// The refusals of joining and leaving.
const EXPLAINED: [TournamentRefusal; 11] = [
    TournamentRefusal::Team,
    TournamentRefusal::Over,
    TournamentRefusal::TooLate,
    TournamentRefusal::Rating,
    TournamentRefusal::Guests,
    TournamentRefusal::Bots,
    TournamentRefusal::Password,
    TournamentRefusal::Removed,
    TournamentRefusal::TooOften,
    TournamentRefusal::Full,
    TournamentRefusal::NoPlayer,
];

fn lobby() -> NetworkEvent {
    NetworkEvent::Lobby(listed())
}

#[test]
fn the_lobby_lists_games_and_offers() {
    for language in Language::ALL {
        let mut screen = screen(language, Depth::None, false);
        screen.network_event(lobby());
        assert_snapshot!(format!("lobby_{}", language.code()), signs(&screen, 80, 24));
    }
    let mut screen = screen(Language::English, Depth::None, false);
    screen.network_event(lobby());
    // The most urgent game is one key away, whatever is selected.
    press(&mut screen, "jjn");
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Game(game(1)))]);
    screen.network_event(lobby());
    press(&mut screen, "jjjj\n");
    assert_eq!(screen.effects(), [AppEffect::Go(Destination::Take("abc".into()))]);
    let gone = Problem {
        problem: ProblemKind::Gone,
        message: "somebody was faster".into(),
        refusal: None,
    };
    screen.network_event(NetworkEvent::Denied(ClientError::Problem(gone)));
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    let shown = signs(&screen, 80, 24);
    assert!(
        shown.contains("Someone was faster") && shown.contains("nobody is offering"),
        "{shown}"
    );
    screen.effects();
    press(&mut screen, "r\n");
    let effects = screen.effects();
    let [AppEffect::Go(Destination::Offer(offer))] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((offer.terms.clock.to_string(), offer.terms.rated), ("5+3".into(), true));
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    press(&mut screen, "j \n");
    let effects = screen.effects();
    assert!(matches!(effects[..], [AppEffect::Go(Destination::Computer(4, _))]), "{effects:?}");
    screen.network_event(NetworkEvent::Lobby(LobbyContent::default()));
    press(&mut screen, "q");
    assert_eq!(screen.session_end(), Some(&SessionEnd::Quit(None)));
}

#[test]
fn client_errors_are_explained_in_every_language() {
    let problem = |problem| {
        ClientError::Problem(Problem { problem, message: "why\u{1b}[2J".into(), refusal: None })
    };
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let faults = [
            ClientError::Address("nonsense".into()),
            ClientError::Network("connection refused".into()),
            ClientError::NoGame(game(1)),
            ClientError::Nonsense("it answers 404".into()),
            ClientError::Bye { reason: "too many messages".into(), again: false },
            problem(ProblemKind::Unauthorized),
            problem(ProblemKind::NotFound),
            problem(ProblemKind::Gone),
            problem(ProblemKind::Forbidden),
        ];
        let lines: Vec<_> =
            faults.iter().map(|why| bosworth_tui::fault(&texts, why, SERVER)).collect();
        assert_snapshot!(format!("faults_{}", language.code()), lines.join("\n"));
    }
}

#[test]
fn a_failed_session_says_how_to_resume_the_game() {
    let server = middle("5+3", Some(Side::Red));
    let mut screen = screen_with(&server, Language::English);
    screen.network_event(NetworkEvent::Failed(ClientError::Bye {
        reason: "closed".into(),
        again: false,
    }));
    let Some(SessionEnd::Failed(text)) = screen.session_end() else { panic!("it is over") };
    assert!(text.contains(&format!("play --server {SERVER} {}", game(1485))), "{text}");
}

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
