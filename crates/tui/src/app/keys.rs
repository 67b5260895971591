//! What keys do.

use std::time::Instant;

use bosworth_local::LocalTable;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Leave};

impl App {
    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.leave = Some(Leave::Quit),
            code if self.is_typing() => self.type_key(code),
            code if self.asks.is_some() => self.answer_key(code),
            KeyCode::Char('q') => self.leave = Some(Leave::Quit),
            KeyCode::Char('?') | KeyCode::F(1) => self.help = !self.help,
            _ if self.help => self.help = false,
            code if self.online_key(code) => {}
            code => self.table_key(code, now),
        }
    }

    fn table_key(&mut self, code: KeyCode, now: Instant) {
        let (ply, last) = (self.ply(), self.game().plies().len());
        match code {
            KeyCode::Char(digit @ '1'..='5') => self.press_number(digit as usize - '1' as usize),
            KeyCode::Char('d') => self.press_draw(),
            KeyCode::Enter => match self.chosen {
                Some(action) => self.act(action),
                None if !self.is_live() && self.is_played() => self.go_to(last),
                None => {}
            },
            KeyCode::Esc => {
                self.chosen = None;
                self.message = None;
                self.hint = None;
            }
            KeyCode::Left | KeyCode::Char('k') | KeyCode::Up => self.go_to(ply.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('j') | KeyCode::Down => self.go_to((ply + 1).min(last)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(last),
            KeyCode::Char('f') => self.flipped = !self.flipped,
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('R') => self.ask_resign(),
            KeyCode::Char('u') => self.change(LocalTable::undo, "tui-undo-none"),
            KeyCode::Char('r') => self.change(LocalTable::redo, "tui-redo-none"),
            KeyCode::Char('t') => self.areas = !self.areas,
            KeyCode::Char('e') => self.valued = !self.valued,
            KeyCode::Char(' ') if self.watching() => {
                self.paused = !self.paused;
                if self.paused {
                    self.pending = None;
                    self.choosing = None;
                }
                self.message = None;
            }
            KeyCode::Char('s') if self.watching() => self.step(now),
            KeyCode::Char('+') if self.watching() => self.change_pace(true),
            KeyCode::Char('-') if self.watching() => self.change_pace(false),
            KeyCode::Char('n' | ']') if !self.is_played() => self.other_game(true),
            KeyCode::Char('p' | '[') if !self.is_played() => self.other_game(false),
            KeyCode::Char('n') if self.table().is_some() => self.leave = Some(Leave::NewGame),
            _ => {}
        }
    }
}
