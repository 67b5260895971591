use std::io::{self, IsTerminal, Write};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};

/// Raw mode, which is left when this is dropped.
struct RawModeGuard;

impl Drop for RawModeGuard {
    fn drop(&mut self) {
        let _ = disable_raw_mode();
    }
}

/// Prompts for a line without echoing it. Without a terminal, reads it from standard input.
pub fn prompt_password(prompt: &str) -> io::Result<String> {
    if !io::stdin().is_terminal() {
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    eprint!("{prompt}");
    io::stderr().flush()?;
    enable_raw_mode()?;
    let raw = RawModeGuard;
    let answer = typed();
    drop(raw);
    eprintln!();
    answer
}

fn typed() -> io::Result<String> {
    let mut line = String::new();
    loop {
        let Event::Key(key) = event::read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Ok(line),
            KeyCode::Char('c' | 'd') if control => return Err(io::ErrorKind::Interrupted.into()),
            KeyCode::Backspace => drop(line.pop()),
            KeyCode::Char(letter) if !control => line.push(letter),
            _ => {}
        }
    }
}
