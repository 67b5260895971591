use bosworth_client::protocol::{OpenGame, PlayerView, Seek};
use bosworth_texts::Texts;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Style;

use super::messenger::Wish;
use super::tame::tame;
use super::told::{clock_name, rules_name};
use crate::ink::Ink;
use crate::screen::window;
use crate::theme::Theme;

/// The list of the player's own open games and of others' offers.
#[derive(Clone, Default, Debug)]
pub struct Lobby {
    games: Vec<OpenGame>,
    seeks: Vec<Seek>,
    place: usize,
}

impl Lobby {
    /// Replaces the lists. The selection is kept while its item exists.
    pub fn fill(&mut self, games: Vec<OpenGame>, seeks: Vec<Seek>) {
        let marked = self.wish(self.place);
        (self.games, self.seeks) = (games, seeks);
        let again = (0..self.count()).find(|place| self.wish(*place) == marked);
        self.place = again.unwrap_or(self.place).min(self.count().saturating_sub(1));
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.games.len() + self.seeks.len()
    }

    /// The destination of an item, from 0.
    pub fn wish(&self, place: usize) -> Option<Wish> {
        if let Some(game) = self.games.get(place) {
            return Some(Wish::Game(game.game));
        }
        let seek = self.seeks.get(place - self.games.len())?;
        Some(Wish::Take(seek.id.clone()))
    }

    /// All items, a line each.
    pub fn lines(&self, texts: &Texts) -> Vec<String> {
        let games = self.games.iter().map(|game| {
            let id = if game.your_turn { "online-game-waits" } else { "online-game-open" };
            let values = [
                ("red", player(texts, &game.players.red).into()),
                ("white", player(texts, &game.players.white).into()),
                ("clock", clock_name(texts, &game.clock.to_string()).into()),
                ("rules", rules_name(texts, &game.ruleset).into()),
                ("count", game.plies.into()),
            ];
            texts.format(id, &values)
        });
        let seeks = self.seeks.iter().map(|seek| {
            let rated = if seek.terms.rated { "online-rated" } else { "online-casual" };
            let values = [
                ("name", player(texts, &seek.by).into()),
                ("clock", clock_name(texts, &seek.terms.clock.to_string()).into()),
                ("rules", rules_name(texts, &seek.terms.ruleset).into()),
                ("rated", texts.get(rated).into()),
            ];
            texts.format("online-seek", &values)
        });
        games.chain(seeks).collect()
    }

    /// Handles a key; returns the destination if an item was chosen.
    pub fn key(&mut self, code: KeyCode) -> Option<Wish> {
        let last = self.count().saturating_sub(1);
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
            KeyCode::Enter => return self.wish(self.place),
            _ => {}
        }
        None
    }

    /// Draws the list, with a status line below it.
    pub fn draw(&self, texts: &Texts, theme: Theme, title: &str, below: &str, buffer: &mut Buffer) {
        let area = buffer.area;
        let mut ink = Ink::new(theme, buffer);
        ink.fill(area, Style::new());
        let rows = (self.count().max(1) as u16 + 5).clamp(8, area.height);
        let inner = window(&mut ink, area, 76, rows, title);
        let lines = self.lines(texts);
        if lines.is_empty() {
            let none = texts.get("online-lobby-empty");
            for (y, line) in (inner.y + 1..).zip(crate::ink::wrap(&none, inner.width)) {
                ink.text(inner.x, y, inner.width, &line, Style::new());
            }
        }
        let shown = usize::from(inner.height.saturating_sub(3));
        let first = (self.place + 1).saturating_sub(shown);
        for (row, (place, line)) in lines.iter().enumerate().skip(first).take(shown).enumerate() {
            let here = place == self.place;
            let mark = if here { theme.or("▶", ">") } else { " " };
            let style = if here { theme.chosen() } else { Style::new() };
            let y = inner.y + 1 + row as u16;
            ink.text(inner.x, y, inner.width, &format!("{mark} {:2}  {line}", place + 1), style);
        }
        if inner.height >= 2 {
            ink.text(inner.x, inner.bottom() - 2, inner.width, below, theme.target());
            let keys = texts.get("online-lobby-keys");
            let keys = if theme.ascii { keys.replace(['↑', '↓'], "^") } else { keys };
            ink.text(inner.x, inner.bottom() - 1, inner.width, &keys, theme.faint());
        }
    }
}

fn player(texts: &Texts, player: &PlayerView) -> String {
    match player {
        PlayerView::Computer { level } => {
            texts.format("tui-computer", &[("level", (*level).into())])
        }
        PlayerView::Account { person, rating } => {
            let name = tame(&person.name);
            match rating {
                Some(rating) => format!("{name} {:.0}", rating.rating),
                None => name,
            }
        }
    }
}
