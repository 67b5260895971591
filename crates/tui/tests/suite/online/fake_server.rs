//! A server and a screen to test with.

use std::time::Instant;

use bosworth_client::protocol::{
    AccountId, AccountKind, Command, Event, GameId, IdempotencyKey, Person, PlayerView, Players,
    RatingView, Seated, Speed, Table, TableSetup,
};
use bosworth_fair::Secret;
use bosworth_rules::{Ruleset, Side};
use bosworth_table::{AuthoritativeTable, Decision, LogEntry, TableOrder};
use bosworth_texts::Language;
use bosworth_tui::{Depth, Ground, NetworkEvent, OnlineScreen, Snapshot, Theme};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

pub const BEGUN: i64 = 1_000_000;
pub const SERVER: &str = "http://127.0.0.1:1485";

/// A fake server, and the view of one client.
pub struct FakeServer {
    pub host: AuthoritativeTable,
    pub table: Table,
    pub now: i64,
    pub keys: u64,
    pub side: Option<Side>,
    pub chat: Vec<(Side, String)>,
    pub names: [&'static str; 2],
}

pub fn game(number: u128) -> GameId {
    GameId::from_random(number)
}

pub fn person(id: i64, name: &str) -> Person {
    Person { id: AccountId(id), name: name.into(), kind: AccountKind::Person }
}

pub fn account(id: i64, name: &str) -> PlayerView {
    let person = person(id, name);
    let rating =
        RatingView { speed: Speed::Blitz, rating: 1512.0 + id as f64, deviation: 80.0, games: 9 };
    PlayerView::Account { person, rating: Some(rating) }
}

impl FakeServer {
    pub fn new(clock: &str, side: Option<Side>, tournament_slot: Option<&str>) -> Self {
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
            seek: None,
            sealed: None,
            handicap: None,
        };
        let log = [AuthoritativeTable::first_entry(setup, BEGUN)];
        let host = AuthoritativeTable::replay(&log, secret).expect("a table");
        let table = Table::replay(&log).expect("a table");
        let names = ["Anne", "Richard"];
        Self { host, table, now: BEGUN, keys: 0, side, chat: Vec::new(), names }
    }

    pub fn dealt(clock: &str, side: Option<Side>) -> Self {
        Self::dealt_in_tournament(clock, side, None)
    }

    pub fn dealt_in_tournament(clock: &str, side: Option<Side>, slot: Option<&str>) -> Self {
        let mut server = Self::new(clock, side, slot);
        for side in Side::ALL {
            server.order(&TableOrder::Came(side));
            server.say(side, &Command::Ready { nonce: format!("{side}'s part") });
        }
        server
    }

    pub fn apply(&mut self, decision: Decision) -> Vec<Event> {
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

    pub fn say(&mut self, side: Side, command: &Command) -> Vec<Event> {
        self.keys += 1;
        let decided =
            self.host.decide(side, IdempotencyKey(self.keys), command, self.now, 0, game(99));
        self.apply(decided.expect("it is allowed"))
    }

    pub fn order(&mut self, order: &TableOrder) -> Vec<Event> {
        let decided = self.host.decide_order(order, self.now).expect("it is obeyed");
        self.apply(decided)
    }

    /// Acts after some seconds, arbitrarily but deterministically.
    pub fn act(&mut self, seconds: i64) -> Vec<Event> {
        self.now += seconds * 1_000;
        let side = self.host.turn().expect("the game is on");
        let actions: Vec<_> = self.host.position().expect("cards").actions().iter().collect();
        let ply = self.host.plies();
        let action = actions[(ply * 7 + 3) % actions.len()];
        let revision = Some(self.host.revision());
        self.say(side, &Command::Act { action, ply: ply as u16, revision })
    }

    pub fn snapshot(&self) -> Snapshot {
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

    pub fn table_event(&self, events: Vec<Event>) -> NetworkEvent {
        NetworkEvent::Table(Box::new(self.snapshot()), events)
    }
}

pub fn screen(language: Language, depth: Depth, ascii: bool) -> OnlineScreen {
    OnlineScreen::new(language, Theme { depth, ground: Ground::Dark, ascii }, SERVER)
}

/// A screen that shows a table.
pub fn screen_with(server: &FakeServer, language: Language) -> OnlineScreen {
    let mut screen = screen(language, Depth::None, false);
    screen.set_time(server.now);
    screen.network_event(server.table_event(Vec::new()));
    screen
}

pub fn press(screen: &mut OnlineScreen, keys: &str) {
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

pub fn signs(screen: &OnlineScreen, width: u16, height: u16) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screen.draw(&mut buffer);
    let rows = 0..height;
    let row = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    rows.map(|y| row(y).trim_end().to_string() + "\n").collect()
}

pub fn middle(clock: &str, side: Option<Side>) -> FakeServer {
    let mut server = FakeServer::dealt(clock, side);
    for _ in 0..12 {
        server.act(4);
    }
    server
}
