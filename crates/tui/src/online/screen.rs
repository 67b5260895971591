use std::time::{Duration, Instant};

use bosworth_client::protocol::{GameId, Seek};
use bosworth_rules::Date;
use bosworth_texts::{Language, Texts};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::SessionEnd;
use super::error_text::fault;
use super::lobby_list::LobbyList;
use super::network::{Destination, NetworkEvent};
use super::snapshot::Snapshot;
use super::table_description::{TableDescription, clock_name, rules_name};
use super::verify_and_save::named_record;
use crate::app::{
    AppEffect, ClickTarget, EffectResult, GameSource, LeaveReason, OnlineGame, TerminalApp,
};
use crate::painter::{Painter, wrap};
use crate::screen::{self, window};
use crate::theme::{Ground, Theme};

/// The state of the screen in an online session. Like [`TerminalApp`], it does not spawn threads or read
/// clocks.
pub struct OnlineScreen {
    language: Language,
    texts: Texts,
    theme: Theme,
    server: String,
    view: ScreenContent,
    /// A review of the finished game at the table, in front of it.
    review: Option<Box<TerminalApp>>,
    /// The status line below lists and waiting.
    message: Option<String>,
    lost: bool,
    now: i64,
    effects: Vec<AppEffect>,
    session_end: Option<SessionEnd>,
}

enum ScreenContent {
    /// A request is pending, described in words.
    Waiting(Vec<String>),
    Lobby(LobbyList),
    Table(Box<TerminalApp>),
}

impl OnlineScreen {
    /// A new session.
    pub fn new(language: Language, theme: Theme, server: &str) -> Self {
        let texts = crate::texts(language, &[]);
        let connecting = texts.format("online-connecting", &[("server", server.into())]);
        Self {
            language,
            texts,
            theme,
            server: server.into(),
            view: ScreenContent::Waiting(vec![connecting]),
            review: None,
            message: None,
            lost: false,
            now: 0,
            effects: Vec::new(),
            session_end: None,
        }
    }

    /// Takes the pending side effects.
    pub fn effects(&mut self) -> Vec<AppEffect> {
        let mut effects = std::mem::take(&mut self.effects);
        if let ScreenContent::Table(app) = &mut self.view {
            effects.extend(app.effects());
        }
        if let Some(review) = &mut self.review {
            effects.extend(review.effects());
        }
        if effects.iter().any(|effect| matches!(effect, AppEffect::Go(_))) {
            self.wait("online-going");
        }
        effects
    }

    /// Whether and how the session has ended.
    pub fn session_end(&self) -> Option<&SessionEnd> {
        self.session_end.as_ref()
    }

    /// The table that is shown.
    pub fn table(&self) -> Option<&TerminalApp> {
        match &self.view {
            ScreenContent::Table(app) => Some(app),
            _ => None,
        }
    }

    /// The table or the review in front.
    fn front_mut(&mut self) -> Option<&mut TerminalApp> {
        match (&mut self.review, &mut self.view) {
            (Some(review), _) => Some(review),
            (None, ScreenContent::Table(app)) => Some(app),
            (None, _) => None,
        }
    }

    /// Handles an answer of the engine.
    pub fn answer(&mut self, answer: EffectResult, now: Instant) {
        if let Some(app) = self.front_mut() {
            app.answer(answer, now);
        }
    }

    /// The table that is shown, for answers of the disk.
    pub fn table_mut(&mut self) -> Option<&mut TerminalApp> {
        match &mut self.view {
            ScreenContent::Table(app) => Some(app),
            _ => None,
        }
    }

    /// The latest snapshot of the table.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.table()?.online().map(|online| &online.snapshot)
    }

    /// Sets the local wall clock, in milliseconds since 1970.
    pub fn set_time(&mut self, now: i64) {
        self.now = now;
        if let Some(app) = self.table_mut() {
            app.set_time(now);
        }
    }

    /// Sets the background.
    pub fn set_ground(&mut self, ground: Ground) {
        self.theme.ground = ground;
        if let Some(review) = &mut self.review {
            review.set_ground(ground);
        }
        if let Some(app) = self.table_mut() {
            app.set_ground(ground);
        }
    }

    /// The time until a displayed clock changes.
    pub fn tick(&self) -> Option<Duration> {
        self.table().and_then(TerminalApp::tick)
    }

    /// Performs scheduled actions. Called after every event.
    pub fn drive(&mut self, now: Instant) {
        if let Some(app) = self.table_mut() {
            app.drive(now);
            match app.leave() {
                Some(LeaveReason::Quit) => self.quit(),
                Some(LeaveReason::Review) => {
                    app.stay();
                    self.open_review();
                }
                _ => {}
            }
        }
        if let Some(review) = &mut self.review {
            review.drive(now);
            match review.leave() {
                Some(LeaveReason::Quit) => self.quit(),
                Some(LeaveReason::Back) => self.review = None,
                _ => {}
            }
        }
    }

    /// Opens a review of the finished game at the table.
    fn open_review(&mut self) {
        let Some(app) = self.table() else { return };
        let Some(online) = app.online() else { return };
        let today = Date::from_timestamp(self.now);
        let record = named_record(&online.snapshot, &self.texts, today);
        let texts = crate::texts(self.language, &[]);
        let review =
            record.map(|record| TerminalApp::review(record, app.game().clone(), texts, self.theme));
        self.review = review.map(Box::new);
    }

    fn wait(&mut self, id: &str) {
        self.review = None;
        self.view = ScreenContent::Waiting(vec![self.texts.get(id)]);
    }

    /// Quits, with a line about games that are still in progress.
    pub fn quit(&mut self) {
        let line = self.snapshot().and_then(|snapshot| {
            let goes_on = snapshot.side.is_some() && !snapshot.is_over();
            goes_on.then(|| self.how_back(snapshot.table.id()))
        });
        self.session_end = Some(SessionEnd::Quit(line));
    }

    fn how_back(&self, game: GameId) -> String {
        let id = if self.lost { "online-goes-on-lost" } else { "online-goes-on" };
        let values = [("server", self.server.clone().into()), ("game", game.to_string().into())];
        self.texts.format(id, &values)
    }

    /// Handles a message from the network thread.
    pub fn network_event(&mut self, news: NetworkEvent) {
        match news {
            NetworkEvent::Lobby(listed) => {
                self.review = None;
                if !matches!(self.view, ScreenContent::Lobby(_)) {
                    self.view = ScreenContent::Lobby(LobbyList::default());
                }
                if let ScreenContent::Lobby(lobby) = &mut self.view {
                    lobby.fill(listed);
                }
            }
            NetworkEvent::Offered(seek) => {
                self.view = ScreenContent::Waiting(offered(&self.texts, &seek, &self.server));
            }
            NetworkEvent::Table(snapshot, events) => {
                let same = self.snapshot().map(|old| old.table.id()) == Some(snapshot.table.id());
                match self.table_mut() {
                    Some(app) if same => app.update(*snapshot, &events),
                    _ => self.sit(*snapshot),
                }
            }
            NetworkEvent::Refused(command, why) => {
                if let Some(app) = self.table_mut() {
                    app.refused(command, &why);
                }
            }
            NetworkEvent::Denied(why) => {
                let text = fault(&self.texts, &why, &self.server);
                match self.table_mut() {
                    Some(app) => app.tell(text),
                    None => self.message = Some(text),
                }
            }
            NetworkEvent::Lost(_) => self.set_lost(true),
            NetworkEvent::Back => self.set_lost(false),
            NetworkEvent::Elsewhere(others) => {
                if let Some(app) = self.table_mut() {
                    app.set_waiting_elsewhere(others);
                }
            }
            NetworkEvent::NoneWaiting => {
                if let Some(app) = self.table_mut() {
                    app.none_waiting();
                }
            }
            NetworkEvent::Failed(why) => {
                let mut text = fault(&self.texts, &why, &self.server);
                if let Some(snapshot) = self.snapshot()
                    && !snapshot.is_over()
                {
                    text += &format!("\n{}", self.how_back(snapshot.table.id()));
                }
                self.session_end = Some(SessionEnd::Failed(text));
            }
        }
    }

    fn set_lost(&mut self, lost: bool) {
        self.lost = lost;
        if let Some(app) = self.table_mut() {
            app.set_lost(lost);
        }
    }

    /// Shows a table, or waits until it is dealt.
    fn sit(&mut self, snapshot: Snapshot) {
        self.review = None;
        self.message = None;
        self.lost = false;
        let description = TableDescription::new(&self.texts, &snapshot);
        let names = [
            ("red", description.rated_name(bosworth_rules::Side::Red).into()),
            ("white", description.rated_name(bosworth_rules::Side::White).into()),
        ];
        let mut lines = vec![self.texts.format("online-between", &names), description.terms()];
        if snapshot.is_over() {
            lines.extend(description.ending());
        } else {
            lines.push(self.texts.get("online-undealt"));
        }
        self.view = match OnlineGame::new(snapshot, self.now) {
            None => ScreenContent::Waiting(lines),
            Some(online) => {
                let texts = crate::texts(self.language, &[]);
                let source = GameSource::Online(Box::new(online));
                ScreenContent::Table(Box::new(TerminalApp::new(
                    source,
                    texts,
                    self.theme,
                    Duration::ZERO,
                )))
            }
        };
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if let Some(app) = self.front_mut() {
            app.key(key, now);
            return;
        }
        if let ScreenContent::Lobby(lobby) = &mut self.view
            && lobby.close_help()
        {
            return;
        }
        match &mut self.view {
            ScreenContent::Table(_) => {}
            ScreenContent::Waiting(_) | ScreenContent::Lobby(_) => match key.code {
                KeyCode::Char('c') if control => self.quit(),
                KeyCode::Char('q') | KeyCode::Esc => self.quit(),
                code => {
                    let ScreenContent::Lobby(lobby) = &mut self.view else { return };
                    self.message = None;
                    if let Some(destination) = lobby.key(code) {
                        self.go(destination);
                    }
                }
            },
        }
    }

    fn go(&mut self, destination: Destination) {
        self.effects.push(AppEffect::Go(destination));
    }

    /// Handles a click.
    pub fn click(&mut self, hit: ClickTarget) {
        if let Some(app) = self.front_mut() {
            app.click(hit);
        }
    }

    /// Draws everything and returns the clickable areas.
    pub fn draw(&self, buffer: &mut Buffer) -> Vec<(Rect, ClickTarget)> {
        if let Some(review) = &self.review {
            return screen::draw(review, buffer);
        }
        let lost = self.lost.then(|| self.texts.get("online-lost"));
        let below = lost.or_else(|| self.message.clone()).unwrap_or_default();
        let title = format!("{} · {}", self.texts.get("tui-title"), self.server);
        match &self.view {
            ScreenContent::Table(app) => return screen::draw(app, buffer),
            ScreenContent::Lobby(lobby) => {
                lobby.draw(&self.texts, self.theme, &title, &below, buffer);
            }
            ScreenContent::Waiting(lines) => {
                let area = buffer.area;
                let mut painter = Painter::new(self.theme, buffer);
                painter.fill(area, Style::new());
                let columns = 72.min(area.width).saturating_sub(4);
                let mut text: Vec<_> = lines.iter().flat_map(|line| wrap(line, columns)).collect();
                text.extend(wrap(&below, columns));
                let rows = text.len() as u16 + 5;
                let inner = window(&mut painter, area, 72, rows, &title);
                for (y, line) in (inner.y + 1..inner.bottom()).zip(&text) {
                    painter.text(inner.x, y, inner.width, line, Style::new());
                }
                let keys = self.texts.get("online-waiting-keys");
                let y = inner.bottom().saturating_sub(1);
                painter.text(inner.x, y, inner.width, &keys, self.theme.faint());
            }
        }
        Vec::new()
    }
}

/// Describes an open offer, with its link.
pub(super) fn offered(texts: &Texts, seek: &Seek, server: &str) -> Vec<String> {
    let rated = if seek.terms.rated { "online-rated" } else { "online-casual" };
    let values = [
        ("clock", clock_name(texts, &seek.terms.clock.to_string()).into()),
        ("rules", rules_name(texts, &seek.terms.ruleset).into()),
        ("rated", texts.get(rated).into()),
    ];
    let link = format!("{server}/#/seek/{}", seek.id);
    vec![
        texts.format("online-offered", &values),
        texts.format("online-offered-link", &[("link", link.into())]),
    ]
}
