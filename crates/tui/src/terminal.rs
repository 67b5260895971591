use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyEvent, KeyEventKind,
    MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;

use crate::app::Answer;
use crate::online::News;

/// An event of the main loop.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// A click of the left button on a column and a row.
    Click(u16, u16),
    /// The mouse wheel: forward or back.
    Wheel(bool),
    /// The window was resized, or its content is not trusted.
    Redraw,
    /// A result of the engine or the disk.
    Answer(Answer),
    /// A message from the server.
    News(Box<News>),
    /// The program has to end: a signal, a closed terminal, a thread that panicked.
    Stop,
}

/// Whether standard input and output are both a terminal.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The alternate screen, in raw mode, until this is dropped. The terminal is restored whatever
/// happens, even on a panic.
pub struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    events: Receiver<Event>,
    sender: Sender<Event>,
}

impl Screen {
    /// Takes over the terminal.
    pub fn take() -> io::Result<Self> {
        restore_on_panic();
        enable_raw_mode()?;
        let mut out = io::stdout();
        execute!(out, EnterAlternateScreen, EnableMouseCapture).inspect_err(|_| restore())?;
        let terminal = Terminal::new(CrosstermBackend::new(out)).inspect_err(|_| restore())?;
        let (sender, events) = mpsc::channel();
        read_input(sender.clone());
        catch_signals(&sender);
        Ok(Self { terminal, events, sender })
    }

    /// Clears the screen and forces a full redraw. Sends no queries to the terminal: some never
    /// answer.
    pub fn clear(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// The sending end of the event queue.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Blocks for the next event, without polling; none at the deadline.
    pub fn next(&self, until: Option<Instant>) -> Option<Event> {
        let Some(until) = until else {
            return Some(self.events.recv().unwrap_or(Event::Stop));
        };
        let wait = until.saturating_duration_since(Instant::now());
        match self.events.recv_timeout(wait) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Stop),
        }
    }

    /// A pending event, without blocking.
    pub fn ready(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors cannot be handled here.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}

/// Restores the terminal before the panic message is printed, so that it can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// Reads keys and the mouse on a thread, which blocks while idle.
fn read_input(sender: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                Ok(Input::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
                Ok(Input::Mouse(mouse)) => match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => {
                        Event::Click(mouse.column, mouse.row)
                    }
                    MouseEventKind::ScrollUp => Event::Wheel(false),
                    MouseEventKind::ScrollDown => Event::Wheel(true),
                    _ => continue,
                },
                Ok(Input::Resize(..) | Input::FocusGained) => Event::Redraw,
                Ok(_) => continue,
                Err(_) => Event::Stop,
            };
            let last = matches!(event, Event::Stop);
            if sender.send(event).is_err() || last {
                return;
            }
        }
    });
}

/// Shuts down gracefully on a termination signal.
#[cfg(unix)]
fn catch_signals(sender: &Sender<Event>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let sender = sender.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(Event::Stop).is_err() {
                return;
            }
        }
    });
}

#[cfg(not(unix))]
fn catch_signals(_: &Sender<Event>) {}
