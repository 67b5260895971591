//! An online table, on the screen and in words, without a server.

use std::time::Instant;

use bosworth_client::ClientError;
use bosworth_client::protocol::tournament::{
    DealSharing, Eligibility, Series, TournamentCommandRequest, TournamentFormat, TournamentId,
    TournamentRefusal, TournamentStage, TournamentSummary,
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
    Depth, Effect, Farewell, Ground, Heard, Keeping, Listed, ListedEvent, News, OnlineRoom, Order,
    PlainOnline, Shelf, Snapshot, Theme, Wish, fault,
};
use insta::assert_snapshot;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

const BEGUN: i64 = 1_000_000;
const SERVER: &str = "http://127.0.0.1:1485";

/// A fake server, and the view of one client.
struct Desk {
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

impl Desk {
    fn new(clock: &str, side: Option<Side>) -> Self {
        let (secret, id) = (Secret::new([7; 32]), game(1485));
        let opening = TableSetup {
            game: id,
            red: Seated::Account(AccountId(1)),
            white: Seated::Account(AccountId(2)),
            ruleset: Ruleset::CLASSIC,
            clock: clock.parse().expect("a clock"),
            rated: false,
            commitment: secret.commit(id.as_str()),
            after: None,
            tournament_slot: None,
            hands: None,
            sealed: None,
        };
        let log = [AuthoritativeTable::first_entry(opening, BEGUN)];
        let host = AuthoritativeTable::replay(&log, secret).expect("a table");
        let table = Table::replay(&log).expect("a table");
        let names = ["Anne", "Richard"];
        Self { host, table, now: BEGUN, keys: 0, side, chat: Vec::new(), names }
    }

    fn dealt(clock: &str, side: Option<Side>) -> Self {
        let mut desk = Self::new(clock, side);
        for side in Side::ALL {
            desk.order(&TableOrder::Came(side));
            desk.say(side, &Command::Ready { nonce: format!("{side}'s part") });
        }
        desk
    }

    fn keep(&mut self, decision: Decision) -> Vec<Event> {
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
        self.keep(decided.expect("it is allowed"))
    }

    fn order(&mut self, order: &TableOrder) -> Vec<Event> {
        let decided = self.host.decide_order(order, self.now).expect("it is obeyed");
        self.keep(decided)
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

    fn news(&self, events: Vec<Event>) -> News {
        News::Table(Box::new(self.snapshot()), events)
    }
}

fn room(language: Language, depth: Depth, ascii: bool) -> OnlineRoom {
    OnlineRoom::new(language, Theme { depth, ground: Ground::Dark, ascii }, SERVER)
}

/// A room that shows a table.
fn sitting(desk: &Desk, language: Language) -> OnlineRoom {
    let mut room = room(language, Depth::None, false);
    room.set_time(desk.now);
    room.news(desk.news(Vec::new()));
    room
}

fn press(room: &mut OnlineRoom, keys: &str) {
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        room.key(code.into(), Instant::now());
        room.drive(Instant::now());
    }
}

fn signs(room: &OnlineRoom, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    room.draw(&mut buffer);
    let rows = 0..height;
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    rows.map(|y| row(y).trim_end().to_string() + "\n").collect()
}

fn middle(clock: &str, side: Option<Side>) -> Desk {
    let mut desk = Desk::dealt(clock, side);
    for _ in 0..12 {
        desk.act(4);
    }
    desk
}

#[test]
fn the_table_at_two_sizes_in_every_language() {
    for language in Language::ALL {
        let mut desk = middle("5+3", Some(Side::Red));
        desk.say(Side::White, &Command::Chat { text: "good luck".into() });
        desk.now += 1_500;
        let room = sitting(&desk, language);
        let shown = signs(&room, 80, 24);
        assert!(!shown.contains("online-") && !shown.contains("tui-"), "{shown}");
        assert_snapshot!(format!("table_{}", language.code()), shown);
    }
    let desk = middle("5+3", Some(Side::White));
    assert_snapshot!("table_wide", signs(&sitting(&desk, Language::English), 120, 40));
}

#[test]
fn ascii_is_enough() {
    let desk = middle("5+3", Some(Side::Red));
    let mut room = room(Language::German, Depth::None, true);
    room.set_time(desk.now);
    room.news(desk.news(Vec::new()));
    for keys in ["", "?", "\u{1b}/"] {
        press(&mut room, keys);
        let shown = signs(&room, 80, 24);
        assert!(shown.is_ascii(), "{shown}");
    }
}

#[test]
fn no_size_of_a_window_is_a_problem() {
    let mut desk = middle("5+3", Some(Side::Red));
    desk.say(Side::White, &Command::Chat { text: "x".repeat(200) });
    let mut room = sitting(&desk, Language::German);
    press(&mut room, "/hallo");
    for width in (1..240).step_by(13) {
        for height in (1..80).step_by(7) {
            signs(&room, width, height);
        }
    }
}

#[test]
fn an_action_is_sent_and_shown_as_on_its_way() {
    let desk = middle("5+3", Some(Side::Red));
    let mut room = sitting(&desk, Language::English);
    assert!(signs(&room, 80, 24).contains("Your turn"), "{}", signs(&room, 80, 24));
    let targets = bosworth_board::targets(desk.table.position().expect("cards"));
    let key = targets.first().map_or("d".into(), |target| target.number.to_string());
    press(&mut room, &format!("{key}\n"));
    let effects = room.effects();
    assert!(
        matches!(&effects[..], [Effect::Do(Command::Act { ply: 12, .. })]),
        "one action for this very ply: {effects:?}"
    );
    assert!(signs(&room, 80, 24).contains("sending"));
    press(&mut room, &format!("{key}\n"));
    assert!(room.effects().is_empty(), "it is not sent twice");
    room.news(News::Lost("the network is gone".into()));
    let shown = signs(&room, 80, 24);
    assert!(shown.contains("Connection lost") && shown.contains("be sent as soon"), "{shown}");
    assert_snapshot!("lost", shown);
    room.news(News::Back);
    room.news(desk.news(Vec::new()));
    assert!(signs(&room, 80, 24).contains("The connection is back."));
}

#[test]
fn clocks_tick_only_while_they_run() {
    let mut desk = Desk::dealt("5+3", Some(Side::Red));
    desk.now += 200;
    let room = sitting(&desk, Language::English);
    assert!(signs(&room, 80, 24).contains("First action within 30 s"), "{}", signs(&room, 80, 24));
    assert!(room.tick().is_some(), "the time to begin is counted");
    for _ in 0..3 {
        desk.act(2);
    }
    desk.now += 300;
    let mut room = sitting(&desk, Language::English);
    let wait = room.tick().expect("a clock runs").as_millis();
    assert!((1..=1_000).contains(&wait), "{wait}");
    let before = signs(&room, 80, 24);
    room.set_time(desk.now + wait as i64);
    assert_ne!(signs(&room, 80, 24), before, "then another time is shown");
    desk.now += 280_000;
    let room = sitting(&desk, Language::English);
    assert!(signs(&room, 80, 24).contains("! 0:"), "{}", signs(&room, 80, 24));
    desk.say(Side::Red, &Command::Resign);
    assert_eq!(sitting(&desk, Language::English).tick(), None, "after the end nothing ticks");
    let untimed = middle("-", Some(Side::Red));
    assert_eq!(sitting(&untimed, Language::English).tick(), None);
    let mut days = middle("2d", Some(Side::Red));
    days.now += 10_000;
    let wait = sitting(&days, Language::English).tick().expect("a clock runs");
    assert!(wait.as_secs() > 60, "days do not need seconds");
}

#[test]
fn names_and_words_of_others_stay_in_their_places() {
    let mut desk = middle("5+3", Some(Side::Red));
    desk.names[1] = "\u{1b}[31mEvil\u{202e}\n\u{7}";
    desk.chat = vec![(Side::White, "a\u{1b}[2Jb".into())];
    let room = sitting(&desk, Language::English);
    let shown = signs(&room, 80, 24);
    assert!(shown.contains("Evil 1514"), "{shown}");
    let free = |text: &str| text.chars().all(|letter| letter == '\n' || !letter.is_control());
    assert!(free(&shown), "{shown:?}");
}

#[test]
fn giving_up_is_asked_first() {
    let mut desk = Desk::dealt("5+3", Some(Side::Red));
    let mut room = sitting(&desk, Language::English);
    press(&mut room, "R");
    assert!(signs(&room, 80, 24).contains("Call this game off?"));
    press(&mut room, "n");
    assert!(room.effects().is_empty());
    press(&mut room, "Ry");
    assert_eq!(room.effects(), [Effect::Do(Command::Abort)]);
    for _ in 0..2 {
        desk.act(1);
    }
    room.news(desk.news(Vec::new()));
    press(&mut room, "Ry");
    assert_eq!(room.effects(), [Effect::Do(Command::Resign)]);
    press(&mut room, "h");
    assert!(signs(&room, 80, 24).contains("only after the game"), "no help while it counts");
}

#[test]
fn offers_are_answered_with_a_key() {
    let mut desk = middle("5+3", Some(Side::Red));
    let events = desk.say(Side::White, &Command::Offer(Offer::Takeback));
    let mut room = sitting(&desk, Language::English);
    room.news(desk.news(events));
    let shown = signs(&room, 80, 24);
    assert!(shown.contains("Richard asks for a takeback: y yes, x no"), "{shown}");
    press(&mut room, "x");
    assert_eq!(room.effects(), [Effect::Do(Command::Decline(Offer::Takeback))]);
    press(&mut room, "y");
    assert_eq!(room.effects(), [Effect::Do(Command::Offer(Offer::Takeback))]);
    press(&mut room, "/good q game\n");
    assert_eq!(room.effects(), [Effect::Do(Command::Chat { text: "good q game".into() })]);
    assert!(room.farewell().is_none(), "a q in a sentence is a letter");
}

#[test]
fn that_the_pile_is_shuffled_anew_after_a_takeback_is_said_in_every_language() {
    for (language, words) in [
        (Language::English, "The pile is reshuffled."),
        (Language::German, "Der Stapel wird neu gemischt."),
        (Language::French, "La pioche est remélangée."),
    ] {
        let mut desk = middle("5+3", Some(Side::Red));
        while !desk.host.position().expect("cards").actions().draw {
            desk.act(1);
        }
        let side = desk.host.turn().expect("the game is on");
        let (ply, revision) = (desk.host.plies() as u16, Some(desk.host.revision()));
        desk.say(side, &Command::Act { action: Action::Draw, ply, revision });
        desk.say(side, &Command::Offer(Offer::Takeback));
        let texts = bosworth_tui::texts(language, &[]);
        let mut said = Vec::new();
        let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
        let events = desk.say(!side, &Command::Offer(Offer::Takeback));
        let news = desk.news(events.clone());
        plain.hear(Heard::News(Box::new(news)), desk.now).expect("it is said");
        drop(plain);
        let said = String::from_utf8(said).expect("UTF-8");
        assert!(said.contains(words), "{said}");
        let mut room = sitting(&desk, language);
        room.news(desk.news(events));
        let shown = signs(&room, 100, 30);
        assert!(shown.contains(words), "{shown}");
    }
}

#[test]
fn a_game_of_somebody_who_is_gone_can_be_claimed() {
    let mut desk = middle("5+3", Some(Side::Red));
    let events = desk.order(&TableOrder::Left(Side::White));
    let mut room = sitting(&desk, Language::English);
    room.news(desk.news(events));
    let shown = signs(&room, 80, 24);
    assert!(shown.contains("away") && shown.contains("in 30 s."), "{shown}");
    press(&mut room, "c");
    assert!(room.effects().is_empty());
    room.set_time(desk.now + 31_000);
    assert!(signs(&room, 80, 24).contains("c claims the game"));
    press(&mut room, "cy");
    assert_eq!(room.effects(), [Effect::Do(Command::Claim { draw: false })]);
}

#[test]
fn the_end_is_told_checked_and_kept_and_a_rematch_is_followed() {
    let mut desk = middle("5+3", Some(Side::Red));
    let mut room = sitting(&desk, Language::English);
    while desk.table.turn().is_some() {
        let events = desk.act(1);
        room.news(desk.news(events));
    }
    assert!(desk.table.ending().is_some(), "the server ends a game that is over");
    assert_eq!(room.effects().last(), Some(&Effect::Keep));
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Shelf::new(folder.path().join("games"));
    let texts = bosworth_tui::texts(Language::English, &[]);
    let today = bosworth_rules::Date::from_days(20_772);
    let snapshot = room.snapshot().expect("a table");
    let kept = bosworth_tui::keep(snapshot, &shelf, &texts, today).expect("a record");
    let name = game(1485).to_string();
    assert_eq!(kept, Keeping { fault: None, name: Ok(name.clone()) });
    let path = shelf.find(&name).expect("read").expect("it is there").path;
    let table = bosworth_tui::load(&path).expect("a whole game with its proof");
    assert_eq!(Some(table.game()), desk.table.game());
    let app = room.table_mut().expect("a table");
    app.answer(bosworth_tui::Answer::Kept(kept), Instant::now());
    assert_snapshot!("end", signs(&room, 80, 24));
    press(&mut room, "m");
    assert_eq!(room.effects(), [Effect::Do(Command::Offer(Offer::Rematch))]);
    let mut events = desk.say(Side::Red, &Command::Offer(Offer::Rematch));
    events.extend(desk.say(Side::White, &Command::Offer(Offer::Rematch)));
    room.news(desk.news(events));
    assert_eq!(room.effects(), [Effect::Go(Wish::Game(game(99)))]);
}

#[test]
fn whoever_looks_on_only_looks() {
    let desk = middle("5+3", None);
    let mut room = sitting(&desk, Language::English);
    press(&mut room, "1\ndRum");
    assert!(room.effects().is_empty());
    assert!(signs(&room, 80, 24).contains("Only the two players"));
    press(&mut room, "n");
    assert_eq!(room.effects(), [Effect::Next]);
    room.news(News::NoneWaits);
    assert_eq!(room.effects(), [Effect::Go(Wish::Lobby)]);
}

#[test]
fn one_key_goes_on_to_the_next_game_that_waits() {
    for language in Language::ALL {
        let desk = middle("2d", Some(Side::Red));
        let mut room = sitting(&desk, language);
        room.news(News::Elsewhere(2));
        assert_snapshot!(format!("next_{}", language.code()), signs(&room, 80, 24));
    }
    let desk = middle("2d", Some(Side::Red));
    let mut room = sitting(&desk, Language::English);
    room.news(News::Elsewhere(1));
    assert!(signs(&room, 80, 24).contains("n next game (1)"));
    press(&mut room, "n");
    assert_eq!(room.effects(), [Effect::Next]);
    // The table stays as it is until the server has answered, and if nothing else waits.
    room.news(News::Elsewhere(0));
    room.news(News::NoneWaits);
    assert!(room.effects().is_empty());
    let shown = signs(&room, 80, 24);
    assert!(
        shown.contains("No other game is waiting") && !shown.contains("next game ("),
        "{shown}"
    );
}

fn listed() -> Listed {
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
    Listed {
        waiting: vec![waits(1, "2d", Some(100_000_000)), waits(4, "-", None)],
        games: vec![open(2)],
        challenges: vec![Seek { id: "def".into(), to: Some(person(1, "Anne")), ..seek.clone() }],
        seeks: vec![seek],
        events: Vec::new(),
    }
}

fn tournament(joined: bool, stage: TournamentStage, game: Option<GameId>) -> ListedEvent {
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
        game,
    };
    ListedEvent { summary, left: 20 * 60_000 }
}

#[test]
fn tournaments_are_listed_and_lead_in_and_out_and_to_the_game() {
    let cases = [
        (tournament(false, TournamentStage::Coming, None), "select to join", "20 min"),
        (tournament(true, TournamentStage::Coming, None), "select to withdraw", "20 min"),
        (tournament(true, TournamentStage::Running, Some(game(5))), "your game is on", "running"),
    ];
    let event = TournamentId::from_random(1485);
    let wishes = [
        Wish::Event(event, TournamentCommandRequest::Join { invitation: None, mate: None }),
        Wish::Event(event, TournamentCommandRequest::Leave),
        Wish::Game(game(5)),
    ];
    for ((listed, state, when), wish) in cases.into_iter().zip(wishes) {
        let mut room = room(Language::English, Depth::None, false);
        room.news(News::Lobby(Listed { events: vec![listed], ..Listed::default() }));
        let shown = signs(&room, 80, 24);
        for part in [state, when, "Friday"] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
        assert!(!shown.contains('\u{1b}'), "what others write is tamed");
        press(&mut room, "1\n");
        assert_eq!(room.effects(), [Effect::Go(wish)]);
    }
}

#[test]
fn withdrawing_from_a_tournament_that_has_begun_is_asked_twice() {
    let running = || Listed {
        events: vec![tournament(true, TournamentStage::Running, None)],
        ..Listed::default()
    };
    let leave = Wish::Event(TournamentId::from_random(1485), TournamentCommandRequest::Leave);
    for language in Language::ALL {
        let mut room = room(language, Depth::None, false);
        room.news(News::Lobby(running()));
        press(&mut room, "1\n");
        assert!(room.effects().is_empty());
        let sure = bosworth_tui::texts(language, &[]).get("online-event-sure");
        assert!(signs(&room, 80, 24).contains(&sure), "{}", signs(&room, 80, 24));
        // Any other key means no; news do not.
        press(&mut room, "j1");
        assert!(!signs(&room, 80, 24).contains(&sure));
        press(&mut room, "\n");
        room.news(News::Lobby(running()));
        assert!(room.effects().is_empty());
        press(&mut room, "\n");
        assert_eq!(room.effects(), [Effect::Go(leave.clone())]);
    }
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, true);
    plain.hear(Heard::News(Box::new(News::Lobby(running()))), 0).expect("heard");
    let mut orders = Vec::new();
    for line in ["1", "no", "yes", "1", "7", "yes", "1"] {
        plain.hear(Heard::Line(line.into()), 0).expect("heard");
        orders.extend(plain.orders());
    }
    assert!(orders.is_empty(), "nobody said yes to it");
    plain.hear(Heard::Line("yes".into()), 0).expect("heard");
    assert_eq!(plain.orders(), [Order::Go(leave)]);
}

#[test]
fn why_a_tournament_refuses_is_said_in_every_language() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        for refusal in TournamentRefusal::ALL {
            let problem = ProblemKind::Conflict;
            let problem = Problem { problem, message: "English".into(), refusal: Some(refusal) };
            let said = fault(&texts, &ClientError::Problem(problem), SERVER);
            // What nothing in the terminal can lead to is passed on as the server says it.
            let own = !said.contains("English");
            assert_eq!(own, EXPLAINED.contains(&refusal), "{refusal:?}: {said}");
        }
    }
}

/// The refusals that joining and leaving can meet with.
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

fn lobby() -> News {
    News::Lobby(listed())
}

#[test]
fn a_list_shows_games_and_offers() {
    for language in Language::ALL {
        let mut room = room(language, Depth::None, false);
        room.news(lobby());
        assert_snapshot!(format!("lobby_{}", language.code()), signs(&room, 80, 24));
    }
    let mut room = room(Language::English, Depth::None, false);
    room.news(lobby());
    // The most urgent game is one key away, wherever the mark is.
    press(&mut room, "jjn");
    assert_eq!(room.effects(), [Effect::Go(Wish::Game(game(1)))]);
    room.news(lobby());
    press(&mut room, "jjjj\n");
    assert_eq!(room.effects(), [Effect::Go(Wish::Take("abc".into()))]);
    let gone = Problem {
        problem: ProblemKind::Gone,
        message: "somebody was faster".into(),
        refusal: None,
    };
    room.news(News::Denied(ClientError::Problem(gone)));
    room.news(News::Lobby(Listed::default()));
    let shown = signs(&room, 80, 24);
    assert!(
        shown.contains("Someone was faster") && shown.contains("nobody is offering"),
        "{shown}"
    );
    room.effects();
    press(&mut room, "r\n");
    let effects = room.effects();
    let [Effect::Go(Wish::Offer(offer))] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((offer.terms.clock.to_string(), offer.terms.rated), ("5+3".into(), true));
    room.news(News::Lobby(Listed::default()));
    press(&mut room, "j \n");
    let effects = room.effects();
    assert!(matches!(effects[..], [Effect::Go(Wish::Computer(4, _))]), "{effects:?}");
    room.news(News::Lobby(Listed::default()));
    press(&mut room, "q");
    assert_eq!(room.farewell(), Some(&Farewell::Quit(None)));
}

#[test]
fn what_cannot_be_helped_is_said_in_every_language() {
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
fn a_game_that_goes_on_is_not_forgotten_when_the_server_is() {
    let desk = middle("5+3", Some(Side::Red));
    let mut room = sitting(&desk, Language::English);
    room.news(News::Failed(ClientError::Bye { reason: "closed".into(), again: false }));
    let Some(Farewell::Failed(text)) = room.farewell() else { panic!("it is over") };
    assert!(text.contains(&format!("play --server {SERVER} {}", game(1485))), "{text}");
}

/// The whole output, and all orders.
fn talk(language: Language, desk: &mut Desk, script: &[&str]) -> (String, Vec<Order>) {
    let texts = bosworth_tui::texts(language, &[]);
    let mut said = Vec::new();
    let mut orders = Vec::new();
    let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
    plain.hear(Heard::News(Box::new(desk.news(Vec::new()))), desk.now).expect("it is said");
    for line in script {
        match *line {
            "ACT" => {
                let events = desk.act(3);
                let news = desk.news(events);
                plain.hear(Heard::News(Box::new(news)), desk.now).expect("it is said");
            }
            line => plain.hear(Heard::Line(line.into()), desk.now).expect("it is said"),
        }
        orders.extend(plain.orders());
    }
    drop(plain);
    (String::from_utf8(said).expect("UTF-8"), orders)
}

#[test]
fn everything_can_be_said_in_words() {
    for language in Language::ALL {
        let mut desk = middle("5+3", Some(Side::Red));
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
        let (text, orders) = talk(language, &mut desk, &script);
        assert!(!text.contains("online-") && !text.contains("plain-"), "{text}");
        assert_snapshot!(format!("words_{}", language.code()), text);
        assert_eq!(
            orders,
            [
                Order::Do(Command::Chat { text: "good luck".into() }),
                Order::Do(Command::Offer(Offer::Takeback)),
                Order::Do(Command::Resign),
                Order::Next,
            ]
        );
    }
}

#[test]
fn in_words_next_goes_on_to_the_game_that_waits() {
    for language in Language::ALL {
        let texts = bosworth_tui::texts(language, &[]);
        let mut said = Vec::new();
        let mut plain = PlainOnline::new(&texts, &mut said, SERVER, true);
        let mut desk = middle("2d", Some(Side::Red));
        let news = [
            News::Lobby(listed()),
            desk.news(Vec::new()),
            News::Elsewhere(3),
            News::Elsewhere(1),
            News::NoneWaits,
        ];
        let mut orders = Vec::new();
        for news in news {
            plain.hear(Heard::News(Box::new(news)), desk.now).expect("it is said");
            plain.hear(Heard::Line("next".into()), desk.now).expect("it is said");
            orders.extend(plain.orders());
        }
        let events = desk.say(Side::White, &Command::Resign);
        for news in [desk.news(events), News::NoneWaits] {
            plain.hear(Heard::News(Box::new(news)), desk.now).expect("it is said");
        }
        orders.extend(plain.orders());
        drop(plain);
        let text = String::from_utf8(said).expect("UTF-8");
        assert_snapshot!(format!("next_words_{}", language.code()), text);
        let mut expected = vec![Order::Go(Wish::Game(game(1)))];
        expected.extend([Order::Next, Order::Next, Order::Next, Order::Next]);
        expected.push(Order::Go(Wish::Lobby));
        assert_eq!(orders, expected);
    }
}

#[test]
fn a_script_waits_for_its_turn() {
    let texts = bosworth_tui::texts(Language::English, &[]);
    let mut desk = middle("-", Some(Side::Red));
    desk.act(1);
    let mut plain = PlainOnline::new(&texts, Vec::new(), SERVER, false);
    let position = desk.table.position().expect("cards");
    assert_eq!(position.side(), Side::White);
    plain.hear(Heard::Line("last".into()), desk.now).expect("heard");
    plain.hear(Heard::Line("resign".into()), desk.now).expect("heard");
    plain.hear(Heard::Line("yes".into()), desk.now).expect("heard");
    plain.hear(Heard::End, desk.now).expect("heard");
    plain.hear(Heard::News(Box::new(desk.news(Vec::new()))), desk.now).expect("heard");
    assert!(plain.orders().is_empty() && plain.farewell().is_none(), "it is not its turn");
    let events = desk.act(1);
    plain.hear(Heard::News(Box::new(desk.news(events))), desk.now).expect("heard");
    assert_eq!(plain.orders(), [Order::Do(Command::Resign)]);
    assert!(plain.farewell().is_none(), "the end comes after the answer");
    let events = desk.say(Side::Red, &Command::Resign);
    plain.hear(Heard::News(Box::new(desk.news(events))), desk.now).expect("heard");
    assert!(plain.ended().is_some());
    assert_eq!(plain.farewell(), Some(&Farewell::Quit(None)));
}
