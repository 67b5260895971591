use bosworth_local::Seat;
use bosworth_rules::{BySide, Ruleset, Side};
use bosworth_texts::Texts;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Style;

use crate::ink::Ink;
use crate::screen::window;
use crate::theme::Theme;

/// The parameters of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The edition.
    pub ruleset: Ruleset,
    /// Who plays.
    pub seats: BySide<Seat>,
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
enum Line {
    Players,
    Level,
    OtherLevel,
    Side,
    Rules,
    Start,
}

/// The menu for a new game.
#[derive(Clone, Debug)]
pub struct Menu {
    players: Players,
    level: u8,
    other: u8,
    side: Side,
    rulesets: Vec<Ruleset>,
    ruleset: usize,
    line: Line,
}

/// The outcome of a key in the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenuChoice {
    /// The menu stays open.
    Open,
    /// Start a game.
    Play(NewGame),
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
            line: Line::Start,
        }
    }

    fn lines(&self) -> &'static [Line] {
        match self.players {
            Players::Computer => {
                &[Line::Players, Line::Level, Line::Side, Line::Rules, Line::Start]
            }
            Players::Two => &[Line::Players, Line::Rules, Line::Start],
            Players::Watch => {
                &[Line::Players, Line::Level, Line::OtherLevel, Line::Rules, Line::Start]
            }
        }
    }

    fn opening(&self) -> NewGame {
        let seats = match self.players {
            Players::Two => BySide { red: Seat::Person, white: Seat::Person },
            Players::Watch => {
                BySide { red: Seat::Level(self.level), white: Seat::Level(self.other) }
            }
            Players::Computer => BySide::from_fn(|side| {
                if side == self.side { Seat::Person } else { Seat::Level(self.level) }
            }),
        };
        NewGame { ruleset: self.rulesets[self.ruleset], seats }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent) -> MenuChoice {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return MenuChoice::Quit,
            KeyCode::Char('q') | KeyCode::Esc => return MenuChoice::Quit,
            KeyCode::Enter => return MenuChoice::Play(self.opening()),
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
            Line::Players => {
                self.players = match (self.players, on) {
                    (Players::Computer, true) | (Players::Watch, false) => Players::Two,
                    (Players::Two, true) | (Players::Computer, false) => Players::Watch,
                    (Players::Watch, true) | (Players::Two, false) => Players::Computer,
                }
            }
            Line::Level => self.level = level(self.level),
            Line::OtherLevel => self.other = level(self.other),
            Line::Side => self.side = !self.side,
            Line::Rules => {
                let count = self.rulesets.len();
                let step = if on { 1 } else { count - 1 };
                self.ruleset = (self.ruleset + step) % count;
            }
            Line::Start => {}
        }
    }

    /// Draws the menu.
    pub fn draw(&self, texts: &Texts, theme: Theme, buffer: &mut Buffer) {
        let area = buffer.area;
        let mut ink = Ink::new(theme, buffer);
        ink.fill(area, Style::new());
        let title = format!("{} · {}", texts.get("tui-title"), texts.get("tui-menu-title"));
        let inner = window(&mut ink, area, 66, 13, &title);
        let ruleset = self.rulesets[self.ruleset];
        for (n, &line) in self.lines().iter().enumerate() {
            let y = inner.y + 1 + n as u16 + u16::from(line == Line::Start);
            let (name, value) = match line {
                Line::Players => {
                    let id = match self.players {
                        Players::Computer => "tui-menu-computer",
                        Players::Two => "tui-menu-two",
                        Players::Watch => "tui-menu-watch",
                    };
                    ("tui-menu-opponent", texts.get(id))
                }
                Line::Level => ("tui-menu-level", stars(self.level, theme)),
                Line::OtherLevel => ("tui-menu-level-other", stars(self.other, theme)),
                Line::Side => ("tui-menu-side", texts.side(self.side, ruleset)),
                Line::Rules => ("tui-menu-rules", texts.ruleset(ruleset)),
                Line::Start => ("tui-menu-start", String::new()),
            };
            let here = line == self.line;
            let style = if here { theme.chosen() } else { Style::new() };
            let mark = if here { theme.or("▶", ">") } else { " " };
            let name = texts.get(name);
            ink.text(inner.x, y, inner.width, &format!("{mark} {name:18} "), style);
            let arrows = if here && line != Line::Start { ("‹ ", " ›") } else { ("  ", "") };
            let arrows = (theme.or(arrows.0, "< "), theme.or(arrows.1, " >"));
            let value = match line {
                Line::Start => String::new(),
                _ if here => format!("{}{value}{}", arrows.0, arrows.1),
                _ => format!("  {value}"),
            };
            ink.text(inner.x + 22, y, inner.width.saturating_sub(22), &value, theme.strong());
        }
        let keys = texts.get("tui-menu-keys");
        let keys = if theme.ascii { keys.replace(['↑', '↓'], "^") } else { keys };
        ink.text(inner.x, inner.bottom() - 1, inner.width, &keys, theme.faint());
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
        let MenuChoice::Play(opening) = press(&mut menu, &[KeyCode::Enter]) else { panic!() };
        assert_eq!(opening.seats, BySide { red: Seat::Person, white: Seat::Level(3) });
        let keys = [KeyCode::Up, KeyCode::Right, KeyCode::Up, KeyCode::Right, KeyCode::Char('8')];
        press(&mut menu, &keys);
        let MenuChoice::Play(opening) = press(&mut menu, &[KeyCode::Enter]) else { panic!() };
        assert_eq!(opening.seats, BySide { red: Seat::Level(8), white: Seat::Person });
        assert_ne!(opening.ruleset, Ruleset::CLASSIC);
        assert_eq!(press(&mut menu, &[KeyCode::Esc]), MenuChoice::Quit);
    }
}
