use bosworth_client::protocol::TimeControl;
use bosworth_local::Seat;
use bosworth_rules::{BySide, GivenHandicap, Ruleset, Side};
use bosworth_texts::Texts;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Style;

use crate::online::clock_name;
use crate::painter::Painter;
use crate::screen::window;
use crate::theme::Theme;

/// The parameters of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalGameSetup {
    /// The edition.
    pub ruleset: Ruleset,
    /// Who plays.
    pub seats: BySide<Seat>,
    /// The clock.
    pub clock: TimeControl,
    /// The handicap.
    pub handicap: Option<GivenHandicap>,
}

/// The kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Players {
    Computer,
    Two,
    Watch,
}

/// The rows of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MenuRow {
    GoOn,
    Players,
    Level,
    OtherLevel,
    Side,
    Rules,
    Clock,
    Start,
    Server,
}

/// The clocks of local games.
const CLOCKS: [&str; 7] = ["-", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20"];
/// Maximum length of a server address.
const MAX_ADDRESS_BYTES: usize = 200;

/// The menu for a new game.
#[derive(Clone, Debug)]
pub struct Menu {
    players: Players,
    level: u8,
    other: u8,
    side: Side,
    rulesets: Vec<Ruleset>,
    ruleset: usize,
    clocks: Vec<TimeControl>,
    clock: usize,
    /// The most recent unfinished game.
    unfinished: Option<String>,
    /// Known servers, and the address on display, which can be edited.
    servers: Vec<String>,
    server: String,
    line: MenuRow,
}

/// The outcome of a key in the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MenuChoice {
    /// The menu stays open.
    Open,
    /// Start a game.
    Play(LocalGameSetup),
    /// Resume the unfinished game.
    GoOn,
    /// Connect to the server at this address.
    Server(String),
    /// Quit.
    Quit,
}

impl Menu {
    /// A menu with these rules preselected.
    pub fn new(ruleset: Ruleset) -> Self {
        let editions = ["classic", "brettspielnetz", "kingofroses"];
        let mut rulesets: Vec<Ruleset> =
            editions.iter().filter_map(|name| name.parse().ok()).collect();
        if !rulesets.contains(&ruleset) {
            rulesets.insert(0, ruleset);
        }
        let place = rulesets.iter().position(|known| *known == ruleset).unwrap_or(0);
        Self {
            players: Players::Computer,
            level: 3,
            other: 3,
            side: Side::Red,
            rulesets,
            ruleset: place,
            clocks: CLOCKS.iter().filter_map(|clock| clock.parse().ok()).collect(),
            clock: 0,
            unfinished: None,
            servers: Vec::new(),
            server: String::new(),
            line: MenuRow::Start,
        }
    }

    /// Preselects a clock.
    pub fn with_clock(mut self, clock: TimeControl) -> Self {
        self.clock = self.clocks.iter().position(|known| *known == clock).unwrap_or_else(|| {
            self.clocks.push(clock);
            self.clocks.len() - 1
        });
        self
    }

    /// Offers to resume an unfinished game with this description.
    pub fn with_unfinished(mut self, unfinished: Option<String>) -> Self {
        if unfinished.is_some() {
            self.line = MenuRow::GoOn;
        }
        self.unfinished = unfinished;
        self
    }

    /// Offers these servers, the first one preselected.
    pub fn with_servers(mut self, servers: Vec<String>) -> Self {
        self.server = servers.first().cloned().unwrap_or_default();
        self.servers = servers;
        self
    }

    fn lines(&self) -> Vec<MenuRow> {
        let players: &[MenuRow] = match self.players {
            Players::Computer => &[MenuRow::Players, MenuRow::Level, MenuRow::Side],
            Players::Two => &[MenuRow::Players],
            Players::Watch => &[MenuRow::Players, MenuRow::Level, MenuRow::OtherLevel],
        };
        let first = self.unfinished.iter().map(|_| MenuRow::GoOn);
        let rest = [MenuRow::Rules, MenuRow::Clock, MenuRow::Start, MenuRow::Server];
        first.chain(players.iter().copied()).chain(rest).collect()
    }

    fn setup(&self) -> LocalGameSetup {
        let seats = match self.players {
            Players::Two => BySide { red: Seat::Person, white: Seat::Person },
            Players::Watch => {
                BySide { red: Seat::Level(self.level), white: Seat::Level(self.other) }
            }
            Players::Computer => BySide::from_fn(|side| {
                if side == self.side { Seat::Person } else { Seat::Level(self.level) }
            }),
        };
        LocalGameSetup {
            ruleset: self.rulesets[self.ruleset],
            seats,
            clock: self.clocks[self.clock],
            handicap: None,
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> MenuChoice {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return MenuChoice::Quit,
            KeyCode::Enter => match self.line {
                MenuRow::GoOn => return MenuChoice::GoOn,
                MenuRow::Server if self.server.is_empty() => {}
                MenuRow::Server => return MenuChoice::Server(self.server.clone()),
                _ => return MenuChoice::Play(self.setup()),
            },
            // The address is edited.
            KeyCode::Char(letter) if self.line == MenuRow::Server => {
                let room = MAX_ADDRESS_BYTES.saturating_sub(self.server.len() + letter.len_utf8());
                self.server.extend((room > 0).then_some(letter));
            }
            KeyCode::Backspace if self.line == MenuRow::Server => {
                self.server.pop();
            }
            KeyCode::Esc | KeyCode::Char('q') => return MenuChoice::Quit,
            KeyCode::Up | KeyCode::Char('k') => self.go(false),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.go(true),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Char(digit @ '1'..='8') => self.level = digit as u8 - b'0',
            _ => {}
        }
        MenuChoice::Open
    }

    fn go(&mut self, down: bool) {
        let lines = self.lines();
        let place = lines.iter().position(|line| *line == self.line).unwrap_or(0);
        let step = if down { 1 } else { lines.len() - 1 };
        self.line = lines[(place + step) % lines.len()];
    }

    fn change(&mut self, on: bool) {
        let level = |level: u8| if on { level % 8 + 1 } else { (level + 6) % 8 + 1 };
        match self.line {
            MenuRow::Players => {
                self.players = match (self.players, on) {
                    (Players::Computer, true) | (Players::Watch, false) => Players::Two,
                    (Players::Two, true) | (Players::Computer, false) => Players::Watch,
                    (Players::Watch, true) | (Players::Two, false) => Players::Computer,
                }
            }
            MenuRow::Level => self.level = level(self.level),
            MenuRow::OtherLevel => self.other = level(self.other),
            MenuRow::Side => self.side = !self.side,
            MenuRow::Rules => {
                let count = self.rulesets.len();
                let step = if on { 1 } else { count - 1 };
                self.ruleset = (self.ruleset + step) % count;
            }
            MenuRow::Clock => {
                let count = self.clocks.len();
                let step = if on { 1 } else { count - 1 };
                self.clock = (self.clock + step) % count;
            }
            MenuRow::Server => {
                let count = self.servers.len();
                let place = self.servers.iter().position(|known| *known == self.server);
                let next = place.map_or(0, |place| place + if on { 1 } else { count - 1 });
                if count > 0 {
                    self.server.clone_from(&self.servers[next % count]);
                }
            }
            MenuRow::GoOn | MenuRow::Start => {}
        }
    }

    /// Draws the menu.
    pub fn draw(&self, texts: &Texts, theme: Theme, buffer: &mut Buffer) {
        let area = buffer.area;
        let mut painter = Painter::new(theme, buffer);
        painter.fill(area, Style::new());
        let title = format!("{} · {}", texts.get("tui-title"), texts.get("tui-menu-title"));
        let inner = window(&mut painter, area, 72, 15, &title);
        let ruleset = self.rulesets[self.ruleset];
        for (n, &line) in self.lines().iter().enumerate() {
            let gaps = self.unfinished.is_some() && line != MenuRow::GoOn;
            let y = inner.y + 1 + n as u16 + u16::from(gaps) + u16::from(line == MenuRow::Server);
            let (name, value) = match line {
                MenuRow::Players => {
                    let id = match self.players {
                        Players::Computer => "tui-menu-computer",
                        Players::Two => "tui-menu-two",
                        Players::Watch => "tui-menu-watch",
                    };
                    ("tui-menu-opponent", texts.get(id))
                }
                MenuRow::Level => ("tui-menu-level", stars(self.level, theme)),
                MenuRow::OtherLevel => ("tui-menu-level-other", stars(self.other, theme)),
                MenuRow::Side => ("tui-menu-side", texts.side(self.side, ruleset)),
                MenuRow::Rules => ("tui-menu-rules", texts.ruleset(ruleset)),
                MenuRow::Clock => {
                    let clock = self.clocks[self.clock].to_string();
                    ("tui-menu-clock", clock_name(texts, &clock))
                }
                MenuRow::Start => ("tui-menu-start", String::new()),
                MenuRow::GoOn => ("tui-menu-go-on", self.unfinished.clone().unwrap_or_default()),
                MenuRow::Server => {
                    let cursor = if line == self.line { theme.or("▏", "_") } else { "" };
                    ("tui-menu-server", format!("{}{cursor}", self.server))
                }
            };
            let here = line == self.line;
            let style = if here { theme.chosen() } else { Style::new() };
            let mark = if here { theme.or("▶", ">") } else { " " };
            let name = texts.get(name);
            painter.text(inner.x, y, inner.width, &format!("{mark} {name:18} "), style);
            let changes = !matches!(line, MenuRow::Start | MenuRow::GoOn)
                && (line != MenuRow::Server || self.servers.len() > 1);
            let arrows = if here && changes { ("‹ ", " ›") } else { ("  ", "") };
            let ascii = if here && changes { ("< ", " >") } else { ("  ", "") };
            let arrows = (theme.or(arrows.0, ascii.0), theme.or(arrows.1, ascii.1));
            let value = match line {
                MenuRow::Start => String::new(),
                _ if here => format!("{}{value}{}", arrows.0, arrows.1),
                _ => format!("  {value}"),
            };
            painter.text(inner.x + 22, y, inner.width.saturating_sub(22), &value, theme.strong());
        }
        let keys = texts.get("tui-menu-keys");
        let keys = if theme.ascii { keys.replace(['↑', '↓'], "^") } else { keys };
        painter.text(inner.x, inner.bottom() - 1, inner.width, &keys, theme.faint());
    }
}

/// A level as a number and a row of stars.
fn stars(level: u8, theme: Theme) -> String {
    let full = theme.or("●", "#").repeat(level.into());
    format!("{level} {full}{}", theme.or("○", ".").repeat((8 - level).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(menu: &mut Menu, codes: &[KeyCode]) -> MenuChoice {
        let mut last = MenuChoice::Open;
        for code in codes {
            last = menu.key((*code).into());
        }
        last
    }

    #[test]
    fn keys_choose_a_game() {
        let mut menu = Menu::new(Ruleset::CLASSIC);
        let MenuChoice::Play(setup) = press(&mut menu, &[KeyCode::Enter]) else { panic!() };
        assert_eq!(setup.seats, BySide { red: Seat::Person, white: Seat::Level(3) });
        assert_eq!(setup.clock, TimeControl::Untimed);
        let keys = [KeyCode::Up, KeyCode::Right, KeyCode::Up, KeyCode::Right, KeyCode::Up];
        press(&mut menu, &keys);
        press(&mut menu, &[KeyCode::Right, KeyCode::Char('8')]);
        let MenuChoice::Play(setup) = press(&mut menu, &[KeyCode::Enter]) else { panic!() };
        assert_eq!(setup.seats, BySide { red: Seat::Level(8), white: Seat::Person });
        assert_ne!(setup.ruleset, Ruleset::CLASSIC);
        assert_eq!(setup.clock, "1+0".parse().expect("a clock"));
        assert_eq!(press(&mut menu, &[KeyCode::Esc]), MenuChoice::Quit);
    }

    #[test]
    fn any_clock_can_be_preselected() {
        for clock in ["5+3", "7+1"] {
            let clock = clock.parse().expect("a clock");
            let mut menu = Menu::new(Ruleset::CLASSIC).with_clock(clock);
            let MenuChoice::Play(setup) = press(&mut menu, &[KeyCode::Enter]) else { panic!() };
            assert_eq!(setup.clock, clock);
        }
    }

    #[test]
    fn the_menu_resumes_games_and_opens_servers() {
        let mut menu = Menu::new(Ruleset::CLASSIC)
            .with_unfinished(Some("you – level 3".into()))
            .with_servers(vec!["http://a".into(), "http://b".into()]);
        assert_eq!(press(&mut menu, &[KeyCode::Enter]), MenuChoice::GoOn);
        let server = |address: &str| MenuChoice::Server(address.into());
        assert_eq!(press(&mut menu, &[KeyCode::Up, KeyCode::Enter]), server("http://a"));
        assert_eq!(press(&mut menu, &[KeyCode::Right, KeyCode::Enter]), server("http://b"));
        let keys = [KeyCode::Backspace, KeyCode::Char('q'), KeyCode::Char('2'), KeyCode::Enter];
        assert_eq!(press(&mut menu, &keys), server("http://q2"), "an address is typed");
        assert_eq!(press(&mut menu, &[KeyCode::Esc]), MenuChoice::Quit);
    }
}
