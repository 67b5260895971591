mod fetch;

use core::cell::RefCell;
use core::ops::Deref;

use bosworth_client::browser::{self as driver, Socket};
use bosworth_client::{Conversation, LinkState, Live, Millis, RandomSource, Update};
use bosworth_protocol::tournament::TournamentId;
use bosworth_protocol::{
    AccountId, Command, Event, GameId, LobbyActivity, OpenGame, Seek, SeekAnswer, Stage, Waiting,
};
use bosworth_rules::{Position, Side};
use bosworth_view::event::on_window;
use bosworth_view::prelude::*;

use super::inbox::{Inbox, use_inbox};
use super::refusal::refusal_text;
use super::visitor::{BACK_EVENTS, ServerStatus, Visitor, remember_account};
use super::visitor_label::VisitorLabel;
use crate::browser;
use crate::language::tr;
use crate::route::Route;
use crate::sound::Sound;

type Listener = Callback<(Event, Option<Position>)>;

thread_local! {
    /// The last announcement of the host.
    static LAST_ANNOUNCEMENT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The visitor and the state of the connection as signals, shared by all online pages.
#[derive(Clone, Copy)]
pub struct Session {
    visitor: Visitor,
    /// The state of the connection.
    pub state: RwSignal<LinkState>,
    /// Why the server closed the connection for good.
    pub bye: RwSignal<String>,
    /// The round-trip time, in milliseconds.
    pub lag: RwSignal<Option<u32>>,
    /// All open offers, once the server has sent them.
    pub seeks: RwSignal<Option<Vec<Seek>>>,
    /// The people in the lobby and the running games, once the server has sent them.
    pub lobby_activity: RwSignal<Option<LobbyActivity>>,
    /// The items that await the visitor, shown on all pages.
    pub inbox: Inbox,
    /// The visitor's unfinished games, for the lobby.
    pub games: RwSignal<Vec<OpenGame>>,
    /// Counts the changes of challenges.
    pub challenged: RwSignal<u32>,
    /// A line of chat that was refused, until the chat has taken it back.
    pub refused_line: RwSignal<Option<String>>,
    /// The followed tournament: its id, and the lengths of its log and its chat.
    pub followed_tournament: RwSignal<Option<(TournamentId, u32, u32)>>,
    /// The followed game.
    pub live: RwSignal<Option<Live>>,
    /// Whether the followed game does not exist.
    pub missing: RwSignal<bool>,
    /// The unacknowledged commands of the followed game.
    pub sending: RwSignal<Vec<Command>>,
    /// Whether the connection was lost and has not been restored.
    lost: StoredValue<bool>,
    watching: StoredValue<Option<GameId>>,
    listener: StoredValue<Option<Listener>>,
    socket: StoredValue<Option<Socket>>,
}

impl Deref for Session {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

/// The shared session, for any component.
pub fn use_session() -> Session {
    expect_context()
}

impl Session {
    /// Provides the session once, for all pages. It is connected while an online page is shown, and
    /// on every page for a visitor with an account, who is notified when it is their turn or an
    /// opponent is found, and whose offers stay open. They count as present at a table only while
    /// they look at it.
    pub fn prepare() {
        if use_context::<Self>().is_some() {
            return;
        }
        let session = Self {
            visitor: Visitor::provide(),
            state: RwSignal::new(LinkState::Off),
            bye: RwSignal::default(),
            lag: RwSignal::new(None),
            seeks: RwSignal::new(None),
            lobby_activity: RwSignal::new(None),
            inbox: use_inbox(),
            games: RwSignal::default(),
            challenged: RwSignal::new(0),
            refused_line: RwSignal::new(None),
            followed_tournament: RwSignal::new(None),
            live: RwSignal::new(None),
            missing: RwSignal::new(false),
            sending: RwSignal::default(),
            lost: StoredValue::default(),
            watching: StoredValue::new(None),
            listener: StoredValue::new(None),
            socket: StoredValue::new(None),
        };
        provide_context(session);
        let address = format!("{}api/ws", browser::folder()).replacen("http", "ws", 1);
        session.socket.set_value(Some(Socket::new(address, move |socket| session.sync(socket))));
        session.fetch_account();
        session.follow_visitor();
        // The page may have been suspended: check the connection whenever it resumes.
        for event in BACK_EVENTS {
            on_window(event, move |_: web_sys::Event| {
                if !browser::is_hidden() {
                    session.drive(|talk, now, luck| {
                        talk.tick(now, luck);
                        talk.nudge(now);
                    });
                }
            });
        }
    }

    /// Connects as the visitor, while a server is available and the connection is needed.
    fn follow_visitor(self) {
        let who = Memo::new(move |_| self.me.with(|me| me.as_ref().map(|me| me.person.id)));
        Effect::new(move |_| {
            if self.server.get() == ServerStatus::Available {
                let label = self.me.with(|me| me.as_ref().map(VisitorLabel::of));
                remember_account(label.as_ref());
                self.inbox.visitor.set(label);
            }
        });
        let wanted = Memo::new(move |_| {
            self.app.route.with(|route| needs_connection(self.server.get(), who.get(), route))
        });
        Effect::new(move |before: Option<Option<AccountId>>| {
            let account = who.get();
            if !wanted.get() {
                self.drive(|talk, _, _| talk.stop());
                return before.flatten();
            }
            if before.is_some_and(|before| before != account) {
                self.inbox.waiting.set(Waiting::default());
                self.games.set(Vec::new());
                self.inbox.challenges.set(Vec::new());
                self.inbox.tournaments.set(Vec::new());
                self.inbox.next_round.set(None);
                self.inbox.seek.set(None);
            }
            self.drive(|talk, now, _| {
                talk.switch_account(now, account);
                talk.start(now);
            });
            self.fetch_games();
            self.fetch_challenges();
            self.fetch_offer();
            self.fetch_tournaments();
            account
        });
        // A game may have ended while its page was not shown.
        Effect::new(move |_| {
            if self.app.route.with(|route| *route == Route::Home) {
                self.fetch_tournaments();
            }
            if self.inbox.waiting.with_untracked(|waiting| waiting.count > 0) {
                self.fetch_games();
            }
        });
    }

    /// Changes the connection state, and carries out the resulting operations.
    fn drive(self, change: impl FnOnce(&mut Conversation, Millis, RandomSource<'_>)) {
        if let Some(socket) = self.socket.get_value() {
            socket.drive(change);
        }
    }

    /// Reconnects after the server has closed the connection for good.
    pub fn reconnect(self) {
        self.drive(|talk, now, _| talk.start(now));
    }

    /// Subscribes to open offers, or unsubscribes.
    pub fn subscribe_lobby(self, on: bool) {
        self.drive(|talk, _, _| talk.subscribe_lobby(on));
    }

    /// Follows a tournament instead of any other one, or none.
    pub fn follow_tournament(self, event: Option<TournamentId>) {
        self.drive(|talk, _, _| talk.follow_tournament(event));
    }

    /// Navigates to the game that resulted from an offer, or to the waiting page.
    pub fn open_seek_answer(self, answer: SeekAnswer) {
        match answer {
            SeekAnswer::Game(game) => browser::go(&Route::Game(game.to_string())),
            SeekAnswer::Seek(seek) => {
                self.inbox.seek.set(Some(seek.id.clone()));
                browser::go(&Route::Seek(seek.id));
            }
        }
    }

    /// The server's current time.
    pub fn now(self) -> i64 {
        let time = |socket: &Socket| socket.with(|talk| talk.server_time(driver::now()));
        self.socket.with_value(|socket| socket.as_ref().map(time)).unwrap_or_default()
    }

    /// Follows a game; the listener receives its events, each with the position before it.
    pub fn watch(self, game: GameId, listener: impl Fn(&Event, Option<&Position>) + 'static) {
        self.live.set(None);
        self.missing.set(false);
        let listener = move |(event, before): (Event, Option<Position>)| {
            listener(&event, before.as_ref());
        };
        self.listener.set_value(Some(Callback::new(listener)));
        self.watching.set_value(Some(game));
        self.drive(|talk, now, luck| talk.follow(now, game, luck));
    }

    /// Unfollows the game.
    pub fn leave(self) {
        self.listener.set_value(None);
        self.drive(|talk, now, _| talk.leave(now));
    }

    /// The visitor's side in the followed game.
    pub fn my_side(self) -> Option<Side> {
        let me = self.me.with(|me| me.as_ref().map(|me| me.person.id))?;
        self.live.with(|live| live.as_ref()?.table.setup().side_of(me))
    }

    /// Sends a command to a game.
    pub fn command(self, game: GameId, command: Command) {
        self.drive(|talk, now, luck| {
            talk.command(now, game, command, luck);
        });
    }

    /// Copies the connection state into the signals, and handles its updates.
    fn sync(self, socket: &Socket) {
        let (state, lag) = socket.with(|talk| (talk.state(), talk.lag()));
        if self.state.get_untracked() != state {
            self.set_link_state(state);
        }
        if self.lag.get_untracked() != lag {
            self.lag.set(lag);
        }
        let sending: Vec<_> = match self.watching.get_value() {
            Some(game) => socket.with(|talk| talk.outbox().of(game).cloned().collect()),
            None => Vec::new(),
        };
        if self.sending.with_untracked(|before| *before != sending) {
            self.sending.set(sending);
        }
        while let Some(update) = socket.take(Conversation::update) {
            self.handle_update(socket, update);
        }
    }

    /// Handles a change of the connection state.
    fn set_link_state(self, state: LinkState) {
        if state == LinkState::Waiting && !self.lost.get_value() {
            self.lost.set_value(true);
            self.app.say(tr("link-lost"));
        }
        if state == LinkState::Open && self.lost.get_value() {
            self.lost.set_value(false);
            self.app.say(tr("link-open"));
            // Games may have ended, and rounds begun.
            self.fetch_games();
            self.fetch_tournaments();
        }
        self.state.set(state);
    }

    fn handle_update(self, socket: &Socket, update: Update) {
        match update {
            Update::Table => {
                self.update_live_game(socket);
                self.missing.set(false);
            }
            Update::Watchers(_) => self.update_live_game(socket),
            Update::Entry { entry, before, .. } => {
                self.update_live_game(socket);
                if let Some(listener) = self.listener.get_value() {
                    for event in entry.events {
                        listener.run((event, before));
                    }
                }
            }
            Update::Unknown { .. } | Update::Unreadable(_) => self.missing.set(true),
            Update::Refused { command, refusal, .. } => {
                self.app.refuse(refusal_text(&refusal));
                if let Command::Chat { text } = command {
                    self.refused_line.set(Some(text));
                }
            }
            Update::Seeks => self.seeks.set(socket.with(|talk| talk.seeks().map(<[_]>::to_vec))),
            Update::Announced(text) => self.announce(text),
            Update::Begin(game) => self.game_started(game),
            Update::Turn(game) => self.turn_elsewhere(game),
            Update::Ended(reason) => self.bye.set(reason),
            Update::LobbyActivity => {
                self.lobby_activity.set(socket.with(|talk| talk.lobby_activity().cloned()));
            }
            Update::Challenges => {
                self.challenged.set(self.challenged.get_untracked() + 1);
                self.fetch_challenges();
                self.fetch_offer();
            }
            Update::Event { event, seq, chat } => {
                self.followed_tournament.set(Some((event, seq, chat)));
            }
            Update::Open | Update::Lost(_) | Update::Done(_) => {}
        }
    }

    /// Shows an announcement of the host once, even after reconnecting.
    fn announce(self, text: String) {
        let before = LAST_ANNOUNCEMENT.replace(text.clone());
        if !text.is_empty() && text != before {
            self.app.toast(text);
        }
    }

    /// Updates the signal of the followed game.
    fn update_live_game(self, socket: &Socket) {
        self.live.set(socket.with(|talk| talk.live().cloned()));
    }

    /// Navigates to the visitor's new game, unless that would interrupt something.
    fn game_started(self, game: GameId) {
        let route = self.app.route.get_untracked();
        let there = Route::Game(game.to_string());
        self.inbox.seek.set(None);
        self.fetch_games();
        self.fetch_tournaments();
        if route == there {
            return;
        }
        self.app.sound(Sound::Join);
        if would_interrupt(&route, untrack(|| self.is_playing()), browser::is_hidden()) {
            self.app.toast(tr("notice-begin"));
        } else {
            self.app.say(tr("notice-begin"));
            browser::go(&there);
        }
    }

    /// Whether the visitor is playing in the followed game.
    fn is_playing(self) -> bool {
        let on = |live: &Live| live.table.stage() == Stage::Running;
        self.live.with(|live| live.as_ref().is_some_and(on)) && self.my_side().is_some()
    }

    fn turn_elsewhere(self, game: GameId) {
        self.fetch_games();
        if self.app.route.get_untracked() != Route::Game(game.to_string()) {
            self.app.sound(Sound::Draw);
            self.app.toast(tr("notice-turn"));
        }
    }
}

/// Whether a page needs the connection: while a server is available, an account needs it on every
/// page, and others on online pages.
fn needs_connection(server: ServerStatus, account: Option<AccountId>, route: &Route) -> bool {
    server == ServerStatus::Available && (account.is_some() || route.is_online())
}

/// Whether going to a game that has started would interrupt the visitor.
fn would_interrupt(route: &Route, is_playing: bool, is_hidden: bool) -> bool {
    match route {
        // A visitor waiting for a game must reach the table in time.
        Route::Lobby | Route::Seek(_) => false,
        Route::Game(_) => is_playing || is_hidden,
        _ => is_hidden,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNE: Option<AccountId> = Some(AccountId(7));

    #[test]
    fn an_account_is_connected_on_every_page_and_a_visitor_on_online_pages() {
        for (server, account, route, is_needed) in [
            (ServerStatus::Available, ANNE, Route::Rules, true),
            (ServerStatus::Available, None, Route::Rules, false),
            (ServerStatus::Available, None, Route::Lobby, true),
            (ServerStatus::Unavailable, ANNE, Route::Lobby, false),
        ] {
            assert_eq!(needs_connection(server, account, &route), is_needed, "{account:?} {route}");
        }
    }

    #[test]
    fn a_game_that_starts_takes_over_unless_it_would_interrupt_another_one() {
        let game = || Route::Game("x".into());
        for (route, is_playing, is_hidden, interrupts) in [
            (Route::Lobby, false, true, false),
            (Route::Seek("x".into()), false, true, false),
            (game(), true, false, true),
            (game(), false, false, false),
            (game(), false, true, true),
            (Route::Rules, false, false, false),
            (Route::Rules, false, true, true),
        ] {
            let found = would_interrupt(&route, is_playing, is_hidden);
            assert_eq!(found, interrupts, "{route}, playing: {is_playing}, hidden: {is_hidden}");
        }
    }
}
