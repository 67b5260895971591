//! Key bindings.

use std::time::Instant;

use bosworth_board::{BoardKey, Navigation};
use bosworth_local::LocalTable;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{LeaveReason, TerminalApp};

impl TerminalApp {
    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        self.now = Some(now);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => self.leave = Some(LeaveReason::Quit),
            code if self.is_typing() => self.type_key(code),
            code if self.asks.is_some() => self.answer_key(code),
            KeyCode::Char('q') if self.returns => self.leave = Some(LeaveReason::Back),
            KeyCode::Char('q') => self.leave = Some(LeaveReason::Quit),
            KeyCode::Char('?') | KeyCode::F(1) => self.help = !self.help,
            _ if self.help => self.help = false,
            code if self.online_key(code) || self.training_key(code) => {}
            code => self.table_key(code, now),
        }
    }

    fn table_key(&mut self, code: KeyCode, now: Instant) {
        if let Some(key) = board_key(code) {
            self.board_key(key);
            return;
        }
        match code {
            KeyCode::Char('h') => self.ask_hint(),
            KeyCode::Char('R') => self.ask_resign(),
            KeyCode::Char('u') => self.change(LocalTable::undo, "tui-undo-none"),
            KeyCode::Char('r') => self.change(LocalTable::redo, "tui-redo-none"),
            KeyCode::Char('v') if self.can_be_reviewed() => {
                self.leave = Some(LeaveReason::Review);
            }
            KeyCode::Char('v') if self.is_played() => self.say("plain-not-over"),
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
            KeyCode::Tab if self.is_review() => self.next_mistake(true),
            KeyCode::BackTab if self.is_review() => self.next_mistake(false),
            KeyCode::Char('n' | ']') if !self.is_played() => self.other_game(true),
            KeyCode::Char('p' | '[') if !self.is_played() => self.other_game(false),
            KeyCode::Char('n') if self.table().is_some() => self.leave = Some(LeaveReason::NewGame),
            _ => {}
        }
    }
}

/// The board's key for a key code.
fn board_key(code: KeyCode) -> Option<BoardKey> {
    Some(match code {
        KeyCode::Char(letter) => return BoardKey::named(letter.encode_utf8(&mut [0; 4])),
        KeyCode::Enter => BoardKey::Enter,
        KeyCode::Esc => BoardKey::Escape,
        KeyCode::Left | KeyCode::Up => BoardKey::Step(Navigation::Back),
        KeyCode::Right | KeyCode::Down => BoardKey::Step(Navigation::Forward),
        KeyCode::Home => BoardKey::Step(Navigation::First),
        KeyCode::End => BoardKey::Step(Navigation::Last),
        _ => return None,
    })
}
