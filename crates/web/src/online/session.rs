use core::ops::Deref;

use bosworth_protocol::{
    AccountId, Command, FromClient, FromServer, GameId, Key, LogEntry, OpenGame, Players, Seek,
    SeekAnswer, Stage,
};
use bosworth_rules::Side;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::api;
use super::link::{Link, State};
use super::live::{Live, News};
use super::refusal::refusal_text;
use super::socket;
use super::time::ServerTime;
use super::visitor::{Server, Visitor};
use crate::browser;
use crate::language::tr;
use crate::route::{Program, Route};
use crate::sound::Sound;

/// Who plays here and what the server has said: what all online pages share.
#[derive(Clone, Copy)]
pub struct Session {
    visitor: Visitor,
    /// How the connection stands.
    pub state: RwSignal<State>,
    /// Why the server sent us away.
    pub bye: RwSignal<String>,
    /// How long messages take there and back, in milliseconds.
    pub lag: RwSignal<Option<u32>>,
    /// All open offers, once they were told.
    pub seeks: RwSignal<Option<Vec<Seek>>>,
    /// One's own games that go on.
    pub games: RwSignal<Vec<OpenGame>>,
    /// The game that is looked at.
    pub live: RwSignal<Option<Live>>,
    /// Whether there is no such game.
    pub missing: RwSignal<bool>,
    /// What was sent in the game that is looked at, and not answered.
    pub sending: RwSignal<Vec<Command>>,
    /// Whether the connection was lost and is not back.
    lost: StoredValue<bool>,
    time: StoredValue<ServerTime>,
    /// A game of which the first pages are there.
    paging: StoredValue<Option<Live>>,
    listener: StoredValue<Option<Callback<News>>>,
}

impl Deref for Session {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

/// What all online pages share, from inside of any part.
pub fn use_session() -> Session {
    expect_context()
}

impl Session {
    /// Makes it once, for all pages of a program. It is connected while one of them is shown.
    pub fn prepare(program: Program) {
        let session = Self {
            visitor: Visitor::provide(program),
            state: RwSignal::new(State::Off),
            bye: RwSignal::default(),
            lag: RwSignal::new(None),
            seeks: RwSignal::new(None),
            games: RwSignal::default(),
            live: RwSignal::new(None),
            missing: RwSignal::new(false),
            sending: RwSignal::default(),
            lost: StoredValue::default(),
            time: StoredValue::default(),
            paging: StoredValue::new(None),
            listener: StoredValue::new(None),
        };
        provide_context(session);
        socket::attach(session);
        session.greet();
        session.follow_visitor(program);
        // The page may sleep: whenever it wakes, the connection is looked at.
        let look = || {
            socket::drive(|link| link.look(browser::now()));
        };
        let _ = set_interval_with_handle(look, core::time::Duration::from_secs(2));
        for event in ["online", "visibilitychange", "pageshow"] {
            let _ = window_event_listener_untyped(event, move |_| {
                if !browser::is_hidden() {
                    socket::drive(|link| link.look(browser::now()));
                    socket::drive(Link::wake);
                }
            });
        }
    }

    /// Connects as whoever is here, as long as there is a server and a page to show.
    fn follow_visitor(self, program: Program) {
        let who = Memo::new(move |_| self.me.with(|me| me.as_ref().map(|me| me.person.id)));
        let wanted = Memo::new(move |_| {
            self.server.get() == Server::There && self.app.route.with(Route::program) == program
        });
        Effect::new(move |before: Option<Option<AccountId>>| {
            let now = who.get();
            if !wanted.get() {
                socket::drive(Link::stop);
                return before.flatten();
            }
            if before.is_some_and(|before| before != now) {
                self.games.set(Vec::new());
                self.sending.set(Vec::new());
                socket::drive(Link::renew);
            } else {
                socket::drive(Link::start);
            }
            self.ask_games();
            now
        });
    }

    /// Goes where an offer led: to the game, or where it is waited for.
    pub fn offered(self, answer: SeekAnswer) {
        match answer {
            SeekAnswer::Game(game) => browser::go(&Route::Game(game.to_string())),
            SeekAnswer::Seek(seek) => browser::go(&Route::Seek(seek.id)),
        }
    }

    /// Asks for one's own games.
    pub fn ask_games(self) {
        if self.me.with_untracked(Option::is_none) {
            return;
        }
        spawn_local(async move {
            if let Ok(mut games) = api::get::<Vec<OpenGame>>("api/me/games").await {
                games.sort_by_key(|game| (!game.your_turn, game.deadline.unwrap_or(i64::MAX)));
                self.games.set(games);
            }
        });
    }

    /// The server's time.
    pub fn now(self) -> i64 {
        self.time.with_value(|time| time.at(browser::now()))
    }

    /// Looks at a game and hears its news.
    pub fn watch(self, game: GameId, listener: Callback<News>) {
        self.live.set(None);
        self.paging.set_value(None);
        self.missing.set(false);
        self.listener.set_value(Some(listener));
        socket::drive(|link| link.watch(game, 0));
        self.count_sending(game);
    }

    /// Looks at no game any more.
    pub fn leave(self) {
        self.listener.set_value(None);
        socket::drive(Link::leave);
    }

    /// Which side whoever plays here has in the game that is looked at.
    pub fn my_side(self) -> Option<Side> {
        let me = self.me.with(|me| me.as_ref().map(|me| me.person.id))?;
        self.live.with(|live| live.as_ref()?.table.opening().side_of(me))
    }

    /// Wants something done in a game.
    pub fn command(self, game: GameId, command: Command) {
        let key = Key(u64::from_le_bytes(browser::random()) >> 11);
        socket::drive(|link| link.command(game, key, command));
        self.count_sending(game);
    }

    fn count_sending(self, game: GameId) {
        let sending: Vec<_> = socket::with(|link| link.outbox().of(game).cloned().collect());
        if self.sending.with_untracked(|before| *before != sending) {
            self.sending.set(sending);
        }
    }

    fn answered(self, game: GameId, key: Key) {
        socket::drive(|link| {
            link.answered(game, key);
            Vec::new()
        });
        self.count_sending(game);
    }

    /// The connection stands otherwise than before.
    pub fn turned(self, state: State) {
        if state == State::Waiting && !self.lost.get_value() {
            self.lost.set_value(true);
            self.app.say(tr("link-lost"));
        }
        if state == State::Open && self.lost.get_value() {
            self.lost.set_value(false);
            self.app.say(tr("link-open"));
        }
        self.state.set(state);
        if state != State::Open {
            self.lag.set(None);
        }
    }

    /// Hears what the server says.
    pub fn hear(self, message: FromServer) {
        match message {
            FromServer::Welcome { now, .. } => {
                self.time.update_value(|time| {
                    time.reset();
                    time.hear(now, browser::now());
                });
                socket::drive(|link| link.welcomed(browser::now()));
            }
            FromServer::Table { game, players, entries, watchers, now, more } => {
                self.time.update_value(|time| time.hear(now, browser::now()));
                self.hear_table(game, *players, &entries, watchers, more);
            }
            FromServer::Entry { game, entry } => {
                self.time.update_value(|time| time.hear(entry.at, browser::now()));
                self.hear_entry(game, &entry);
            }
            FromServer::Done { game, key, .. } => self.answered(game, key),
            FromServer::Refused { game, key, refusal } => {
                self.answered(game, key);
                self.app.refuse(refusal_text(&refusal));
            }
            FromServer::Watchers { game, count } => self.live.update(|live| {
                if let Some(live) = live.as_mut().filter(|live| live.table.id() == game) {
                    live.watchers = count;
                }
            }),
            FromServer::Unknown { .. } => self.missing.set(true),
            FromServer::Seeks(seeks) => self.seeks.set(Some(seeks)),
            FromServer::Begin { game } => self.begin(game),
            FromServer::Turn { game } => self.other_turn(game),
            FromServer::Ping { n, lag } => {
                socket::drive(|link| link.say(FromClient::Pong(n)));
                self.lag.set(lag);
            }
            FromServer::Bye { reason, again } => {
                self.bye.set(reason);
                socket::drive(|link| link.bye(again));
            }
        }
    }

    fn hear_table(
        self,
        game: GameId,
        players: Players,
        entries: &[LogEntry],
        watchers: u32,
        more: bool,
    ) {
        let known = self
            .live
            .with_untracked(|live| live.as_ref().is_some_and(|live| live.table.id() == game));
        if known {
            for entry in entries {
                self.hear_entry(game, entry);
            }
            self.live.update(|live| {
                if let Some(live) = live {
                    live.watchers = watchers;
                    live.players = players;
                }
            });
            if more {
                let length = self
                    .live
                    .with_untracked(|live| live.as_ref().map_or(0, |live| live.table.length()));
                socket::drive(|link| link.watch(game, length));
                return;
            }
            // Whoever came as somebody else before may have to get ready now.
            self.get_ready(game);
            return;
        }
        // Shown once it is whole: nobody wants to see a long game page by page.
        let begun = self.paging.try_update_value(Option::take).flatten();
        let opened = match begun.filter(|live| live.table.id() == game) {
            Some(live) => live.turn_page(players, entries),
            None => Live::open(players, entries),
        };
        let Ok(mut live) = opened else {
            self.missing.set(true);
            return;
        };
        live.watchers = watchers;
        let length = live.table.length();
        if more {
            self.paging.set_value(Some(live));
            socket::drive(|link| link.watch(game, length));
            return;
        }
        self.live.set(Some(live));
        socket::drive(|link| {
            link.knows(game, length);
            Vec::new()
        });
        self.get_ready(game);
    }

    /// Gives one's part of the shuffle, once.
    fn get_ready(self, game: GameId) {
        let side = untrack(|| self.my_side());
        let needed = self.live.with_untracked(|live| {
            let (Some(live), Some(side)) = (live, side) else { return false };
            live.table.stage() == Stage::Waiting && live.table.nonce(side).is_none()
        });
        let sent = self.sending.with_untracked(|sending| {
            sending.iter().any(|command| matches!(command, Command::Ready { .. }))
        });
        if needed && !sent {
            let nonce = browser::random::<16>().map(|byte| format!("{byte:02x}")).concat();
            self.command(game, Command::Ready { nonce });
        }
    }

    fn hear_entry(self, game: GameId, entry: &LogEntry) {
        let mut heard = None;
        self.live.update(|live| {
            if let Some(live) = live.as_mut().filter(|live| live.table.id() == game) {
                heard = Some((live.take(entry), live.table.length()));
            }
        });
        match heard {
            None => {}
            Some((Ok(news), length)) => {
                socket::drive(|link| {
                    link.knows(game, length);
                    Vec::new()
                });
                if let (Some(by), Some(key)) = (entry.by, entry.key)
                    && untrack(|| self.my_side()) == Some(by)
                {
                    self.answered(game, key);
                }
                let listener = self.listener.get_value();
                for news in news {
                    if let Some(listener) = listener {
                        listener.run(news);
                    }
                }
            }
            // Something was missed, or does not fit: the whole game is asked for again.
            Some((Err(_), _)) => {
                self.live.set(None);
                socket::drive(|link| link.watch(game, 0));
            }
        }
    }

    /// A game of ours begins: we go there, unless that would tear us from something.
    fn begin(self, game: GameId) {
        let route = self.app.route.get_untracked();
        let there = Route::Game(game.to_string());
        self.ask_games();
        if route == there {
            return;
        }
        let busy = match &route {
            // Whoever waits for a game is to be at the table in time.
            Route::Online | Route::Seek(_) => false,
            Route::Game(_) => untrack(|| self.is_playing()) || browser::is_hidden(),
            _ => browser::is_hidden(),
        };
        self.app.sound(Sound::Join);
        if busy {
            self.app.notice(tr("notice-begin"));
        } else {
            self.app.say(tr("notice-begin"));
            browser::go(&there);
        }
    }

    /// Whether whoever is here plays in the game that is looked at, and it is on.
    fn is_playing(self) -> bool {
        let on = |live: &Live| live.table.stage() == Stage::Running;
        self.live.with(|live| live.as_ref().is_some_and(on)) && self.my_side().is_some()
    }

    fn other_turn(self, game: GameId) {
        self.ask_games();
        if self.app.route.get_untracked() != Route::Game(game.to_string()) {
            self.app.sound(Sound::Draw);
            self.app.notice(tr("notice-turn"));
        }
    }
}
