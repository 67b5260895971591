use bosworth_client::protocol::{
    Challenge, HandicapOffer, OfferTerms, OpenGame, PlayerView, Seek, TimeControl, WaitingGame,
};
use bosworth_rules::Ruleset;
use bosworth_texts::Texts;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Style;

use super::lobby_tournament::LobbyTournament;
use super::network::{Destination, LobbyContent};
use super::sanitise::sanitise;
use super::snapshot::time_text;
use super::table_description::{clock_name, rules_name};
use crate::painter::Painter;
use crate::screen::{key_window, window};
use crate::theme::Theme;

/// The list of the player's open games (waiting ones first), of others' offers, and of tournaments.
#[derive(Clone, Debug)]
pub struct LobbyList {
    listed: LobbyContent,
    place: usize,
    /// The terms of a new offer: its index in [`OFFERED_CLOCKS`], and whether it is rated.
    clock: usize,
    rated: bool,
    /// The level of the computer to play against.
    level: u8,
    /// Whether the player is being asked to confirm the selected item.
    asked: bool,
    /// Whether the keys are shown.
    help: bool,
}

/// The clocks that can be offered.
const OFFERED_CLOCKS: [&str; 9] =
    ["1+0", "3+2", "5+3", "10+5", "15+10", "30+20", "2d", "7d+1d", "-"];
/// The number of rows below the lists: make an offer, and play the computer.
const EXTRA_ROWS: usize = 2;

impl Default for LobbyList {
    fn default() -> Self {
        Self {
            listed: LobbyContent::default(),
            place: 0,
            clock: 2,
            rated: false,
            level: 3,
            asked: false,
            help: false,
        }
    }
}

fn terms(clock: TimeControl, rated: bool) -> OfferTerms {
    OfferTerms { ruleset: Ruleset::CLASSIC.to_string(), clock, rated, side: None }
}

/// An open offer.
pub(super) fn offer(clock: TimeControl, rated: bool) -> Destination {
    Destination::Offer(Box::new(Challenge::open(terms(clock, rated))))
}

/// A game against a level of the computer.
pub(super) fn computer(level: u8) -> Destination {
    Destination::Computer(level, terms(TimeControl::Untimed, false))
}

impl LobbyList {
    /// Replaces the lists. The selection is kept while its item exists.
    pub fn fill(&mut self, listed: LobbyContent) {
        let (below, empty) = (self.place.checked_sub(self.count()), self.count() == 0);
        let marked = self.destination(self.place);
        self.listed = listed;
        let again = match below {
            // The first items to arrive are more important than making an offer.
            Some(0) if empty => Some(0),
            Some(row) => Some(self.count() + row),
            None => (0..self.count()).find(|place| self.destination(*place) == marked),
        };
        self.place = again.unwrap_or(self.place).min(self.count() + EXTRA_ROWS - 1);
        self.asked &= again == Some(self.place) && self.is_serious(self.place);
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        let LobbyContent { waiting, games, challenges, seeks, events } = &self.listed;
        waiting.len() + games.len() + challenges.len() + seeks.len() + events.len()
    }

    /// The waiting game with the least time left.
    pub fn next(&self) -> Option<Destination> {
        self.listed.waiting.first().map(|game| Destination::Game(game.game))
    }

    /// The destination of the item with this index.
    pub fn destination(&self, place: usize) -> Option<Destination> {
        let LobbyContent { waiting, games, challenges, seeks, events } = &self.listed;
        let ids = waiting.iter().map(|game| game.game).chain(games.iter().map(|game| game.game));
        let seeks = challenges.iter().chain(seeks).map(|seek| Destination::Take(seek.id.clone()));
        let events = events.iter().map(LobbyTournament::destination);
        ids.map(Destination::Game).chain(seeks).chain(events).nth(place)
    }

    /// Whether choosing an item needs confirmation.
    pub fn is_serious(&self, place: usize) -> bool {
        self.event(place).is_some_and(LobbyTournament::is_serious)
    }

    /// The destination that declines the item with this index, if it can be declined.
    pub fn declined(&self, place: usize) -> Option<Destination> {
        self.event(place)?.declined()
    }

    fn event(&self, place: usize) -> Option<&LobbyTournament> {
        let LobbyContent { events, .. } = &self.listed;
        let first = self.count() - events.len();
        place.checked_sub(first).and_then(|place| events.get(place))
    }

    /// The destination of Enter in the selected row.
    fn chosen(&self) -> Option<Destination> {
        match self.place.checked_sub(self.count()) {
            None => self.destination(self.place),
            Some(0) => Some(offer(OFFERED_CLOCKS[self.clock].parse().ok()?, self.rated)),
            Some(_) => Some(computer(self.level)),
        }
    }

    /// Changes the offer or the level in the selected row.
    fn change(&mut self, on: bool) {
        match self.place.checked_sub(self.count()) {
            Some(0) => {
                let step = if on { 1 } else { OFFERED_CLOCKS.len() - 1 };
                self.clock = (self.clock + step) % OFFERED_CLOCKS.len();
            }
            Some(_) => self.level = if on { self.level % 8 + 1 } else { (self.level + 6) % 8 + 1 },
            None => {}
        }
    }

    /// The rows below the lists.
    fn more(&self, texts: &Texts) -> [String; EXTRA_ROWS] {
        let rated = if self.rated { "online-rated" } else { "online-casual" };
        let clock = clock_name(texts, OFFERED_CLOCKS[self.clock]);
        let offer = [("clock", clock.into()), ("rated", texts.get(rated).into())];
        let level = texts.format("tui-computer", &[("level", self.level.into())]);
        [
            texts.format("online-make-offer", &offer),
            texts.format("online-play-computer", &[("level", level.into())]),
        ]
    }

    /// All items, one line each.
    pub fn lines(&self, texts: &Texts) -> Vec<String> {
        let LobbyContent { waiting, games, challenges, seeks, events } = &self.listed;
        let waiting = waiting.iter().map(|game| waiting_line(texts, game));
        let games = games.iter().map(|game| game_line(texts, game));
        let seeks = challenges.iter().chain(seeks).map(|seek| seek_line(texts, seek));
        let first = self.count() - events.len();
        let asked = |place| self.asked && self.place == first + place;
        let events = events.iter().enumerate();
        let events = events.map(|(place, event)| event.line(texts, asked(place)));
        waiting.chain(games).chain(seeks).chain(events).collect()
    }

    /// Closes the window with the keys. Returns whether it was open.
    pub fn close_help(&mut self) -> bool {
        std::mem::take(&mut self.help)
    }

    /// Handles a key; returns the destination if an item was chosen.
    pub fn key(&mut self, code: KeyCode) -> Option<Destination> {
        let last = self.count() + EXTRA_ROWS - 1;
        let asked = std::mem::take(&mut self.asked);
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.place = self.place.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.place = (self.place + 1).min(last);
            }
            KeyCode::Home => self.place = 0,
            KeyCode::End => self.place = last,
            KeyCode::Char(digit @ '1'..='9') => {
                let place = digit as usize - '1' as usize;
                self.place = if place < self.count() { place } else { self.place };
            }
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Char('r') if self.place == self.count() => self.rated = !self.rated,
            KeyCode::Enter if !asked && self.is_serious(self.place) => self.asked = true,
            KeyCode::Enter => return self.chosen(),
            KeyCode::Char('x') => return self.declined(self.place),
            KeyCode::Char('n') => return self.next(),
            KeyCode::Char('?') => self.help = true,
            _ => {}
        }
        None
    }

    /// Draws the list, with a status line below it.
    pub fn draw(&self, texts: &Texts, theme: Theme, title: &str, below: &str, buffer: &mut Buffer) {
        let area = buffer.area;
        let mut painter = Painter::new(theme, buffer);
        painter.fill(area, Style::new());
        let empty = u16::from(self.count() == 0);
        let rows = ((self.count() + EXTRA_ROWS) as u16 + 6 + 2 * empty).min(area.height);
        let inner = window(&mut painter, area, 76, rows, title);
        let mut lines = self.lines(texts);
        if lines.is_empty() {
            let none = texts.get("online-lobby-empty");
            painter.text(inner.x, inner.y + 1, inner.width, &none, Style::new());
        }
        lines.extend(self.more(texts));
        let top = inner.y + 1 + 2 * empty;
        let shown = usize::from(inner.height.saturating_sub(3 + 2 * empty));
        let first = (self.place + 1).saturating_sub(shown);
        for (row, (place, line)) in lines.iter().enumerate().skip(first).take(shown).enumerate() {
            let here = place == self.place;
            let mark = if here { theme.or("▶", ">") } else { " " };
            let style = if here { theme.chosen() } else { Style::new() };
            let y = top + row as u16;
            let number = if place < self.count() {
                (place + 1).to_string()
            } else {
                theme.or("‹›", "<>").into()
            };
            painter.text(inner.x, y, inner.width, &format!("{mark} {number:>2}  {line}"), style);
        }
        if inner.height >= 2 {
            painter.text(inner.x, inner.bottom() - 2, inner.width, below, theme.target());
            let keys = texts.get("online-lobby-keys");
            let keys = if theme.ascii { keys.replace(['↑', '↓'], "^") } else { keys };
            painter.text(inner.x, inner.bottom() - 1, inner.width, &keys, theme.faint());
        }
        if self.help {
            let keys = ["key-enter", "key-ends"].map(|id| texts.get(id));
            let [enter, ends] = &keys;
            key_window(
                &mut painter,
                area,
                texts,
                &[
                    (
                        &format!("{} 1 – 9 {ends}", theme.or("↑ ↓", "^ v")),
                        "online-list-help-choose",
                    ),
                    ("← →", "online-list-help-change"),
                    ("r", "online-list-help-rated"),
                    (enter, "online-list-help-open"),
                    ("n", "online-list-help-next"),
                    ("x", "online-list-help-decline"),
                    ("q", "online-list-help-quit"),
                ],
                &[],
            );
        }
    }
}

/// A game that waits for the player, with the time left.
fn waiting_line(texts: &Texts, game: &WaitingGame) -> String {
    let left = game.left.map_or_else(String::new, |left| time_text(left, game.clock));
    let values = [
        ("left", left.into()),
        ("name", player(texts, &game.opponent).into()),
        ("clock", clock_name(texts, &game.clock.to_string()).into()),
        ("rules", rules_name(texts, &game.ruleset).into()),
        ("count", game.ply.into()),
    ];
    let id = if game.left.is_some() { "online-game-waits-left" } else { "online-game-waits" };
    texts.format(id, &values)
}

fn game_line(texts: &Texts, game: &OpenGame) -> String {
    let values = [
        ("red", player(texts, &game.players.red).into()),
        ("white", player(texts, &game.players.white).into()),
        ("clock", clock_name(texts, &game.clock.to_string()).into()),
        ("rules", rules_name(texts, &game.ruleset).into()),
        ("count", game.plies.into()),
    ];
    texts.format("online-game-open", &values)
}

fn seek_line(texts: &Texts, seek: &Seek) -> String {
    let rated = if seek.terms.rated { "online-rated" } else { "online-casual" };
    let values = [
        ("name", player(texts, &seek.by).into()),
        ("clock", clock_name(texts, &seek.terms.clock.to_string()).into()),
        ("rules", rules_name(texts, &seek.terms.ruleset).into()),
        ("rated", texts.get(rated).into()),
    ];
    let line =
        texts.format(if seek.to.is_some() { "online-challenge" } else { "online-seek" }, &values);
    let offer = seek.handicap.as_ref().and_then(|text| text.parse::<HandicapOffer>().ok());
    let Some(offer) = offer else { return line };
    let (owner, opponent) = (player(texts, &seek.by), texts.get("handicap-opponent"));
    let [giver, other] = offer.giver_first(owner, opponent);
    format!("{line} · {}", texts.handicap(offer.handicap, &giver, &other))
}

fn player(texts: &Texts, player: &PlayerView) -> String {
    match player {
        PlayerView::Computer { level } => {
            texts.format("tui-computer", &[("level", (*level).into())])
        }
        PlayerView::Account { person, rating } => {
            let name = sanitise(&person.name);
            match rating {
                Some(rating) => format!("{name} {:.0}", rating.rating),
                None => name,
            }
        }
    }
}
