//! Frame time: `cargo bench -p bosworth-tui`.

use std::time::{Duration, Instant};

use bosworth_fair::Secret;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{BySide, Ruleset};
use bosworth_texts::Language;
use bosworth_tui::{Depth, GameSource, Ground, TerminalApp, Theme};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::{TerminalOptions, Viewport};

fn main() {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    let mut table = LocalTable::deal("bench".into(), Secret::new([7; 32]), Ruleset::CLASSIC, seats);
    for _ in 0..60 {
        let action = bosworth_tui::choose(3, table.position(), 1);
        if table.act(action).is_err() {
            break;
        }
    }
    let texts = bosworth_tui::texts(Language::English, &[]);
    let theme = Theme { depth: Depth::True, ground: Ground::Dark, ascii: false };
    let mut app =
        TerminalApp::new(GameSource::Table(Box::new(table)), texts, theme, Duration::ZERO);
    app.key(KeyCode::Char('t').into(), Instant::now());
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let options = TerminalOptions { viewport: Viewport::Fixed(Rect::new(0, 0, width, height)) };
        let backend = CrosstermBackend::new(std::io::sink());
        let mut terminal = Terminal::with_options(backend, options).expect("a terminal in memory");
        let mut times = Vec::new();
        for _ in 0..1000 {
            // Flipping the board changes most of the frame.
            app.key(KeyCode::Char('f').into(), Instant::now());
            let begun = Instant::now();
            let drawn = terminal.draw(|frame| {
                bosworth_tui::draw(&app, frame.buffer_mut());
            });
            times.push(begun.elapsed());
            assert!(drawn.is_ok(), "a frame is drawn into memory");
        }
        times.sort_unstable();
        let [median, most, all] = [500, 990, 999].map(|place| times[place]);
        println!("{width} × {height}: half within {median:?}, 99 % {most:?}, all {all:?}");
    }
}
