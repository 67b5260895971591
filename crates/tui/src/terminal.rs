mod background;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Stdout};
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;

use self::background::{AnswerFilter, FilteredInput};
use crate::app::EffectResult;
use crate::online::NetworkEvent;
use crate::theme::{Depth, Ground, Theme};

/// How long the first frame waits for the terminal's background. A later answer causes a repaint.
const BACKGROUND_TIMEOUT: Duration = Duration::from_millis(120);

/// An event of the main loop.
#[derive(Debug)]
pub enum TerminalEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// A click of the left button on a column and a row.
    Click(u16, u16),
    /// The mouse wheel: forward or back.
    Wheel(bool),
    /// The window was resized, or its content may be damaged.
    Redraw,
    /// The terminal has reported its background.
    Background(Ground),
    /// A result of the engine or the disk.
    Answer(EffectResult),
    /// A message from the server.
    Network(Box<NetworkEvent>),
    /// The program was suspended and continues.
    Resumed,
    /// The program has to end: on a signal, a closed terminal or a panic in a thread.
    Stop,
}

/// Whether standard input and output are both a terminal.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether the whole screen can be used: a terminal whose cursor can be moved.
pub fn has_screen() -> bool {
    is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// The alternate screen, in raw mode, until this is dropped. The terminal is restored in any case,
/// even on a panic.
pub struct TerminalScreen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    events: Receiver<TerminalEvent>,
    sender: Sender<TerminalEvent>,
    /// Events that arrived while waiting for the background.
    early: VecDeque<TerminalEvent>,
}

impl TerminalScreen {
    /// Takes over the terminal. If `follow` is set, the theme adopts its background.
    pub fn take(theme: &mut Theme, follow: bool) -> io::Result<Self> {
        restore_on_panic();
        enable_raw_mode()?;
        let terminal = enter()
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())))
            .inspect_err(|_| restore())?;
        let (sender, events) = mpsc::channel();
        read_input(sender.clone());
        catch_signals(&sender);
        let mut screen = Self { terminal, events, sender, early: VecDeque::new() };
        if follow && theme.depth != Depth::None && background::can_be_asked() {
            background::ask(&mut io::stdout())?;
            screen.await_background(theme);
        }
        Ok(screen)
    }

    /// Waits briefly for the terminal's answer. Other events are kept for later.
    fn await_background(&mut self, theme: &mut Theme) {
        let until = Instant::now() + BACKGROUND_TIMEOUT;
        while let Ok(event) =
            self.events.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            if let TerminalEvent::Background(ground) = event {
                theme.ground = ground;
                return;
            }
            self.early.push_back(event);
        }
    }

    /// Clears the screen and forces a full redraw. Sends no queries to the terminal: some never
    /// answer.
    pub fn clear(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::new(0, 0, size.width, size.height))
    }

    /// The sending end of the event queue.
    pub fn sender(&self) -> Sender<TerminalEvent> {
        self.sender.clone()
    }

    /// Blocks for the next event, without polling; none at the deadline.
    pub fn next(&mut self, until: Option<Instant>) -> Option<TerminalEvent> {
        let event = match (self.early.pop_front(), until) {
            (Some(event), _) => Some(event),
            (None, None) => Some(self.events.recv().unwrap_or(TerminalEvent::Stop)),
            (None, Some(until)) => {
                let wait = until.saturating_duration_since(Instant::now());
                match self.events.recv_timeout(wait) {
                    Ok(event) => Some(event),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(TerminalEvent::Stop),
                }
            }
        };
        event.map(|event| self.own(event))
    }

    /// A pending event, without blocking.
    pub fn ready(&mut self) -> Option<TerminalEvent> {
        let event = self.early.pop_front().or_else(|| self.events.try_recv().ok())?;
        Some(self.own(event))
    }

    /// Handles suspending and resuming, which concern only the terminal.
    fn own(&mut self, event: TerminalEvent) -> TerminalEvent {
        match event {
            TerminalEvent::Key(key)
                if key.code == KeyCode::Char('z')
                    && key.modifiers.contains(KeyModifiers::CONTROL) =>
            {
                suspend();
                self.retaken()
            }
            TerminalEvent::Resumed => self.retaken(),
            event => event,
        }
    }

    fn retaken(&mut self) -> TerminalEvent {
        if self.retake().is_ok() { TerminalEvent::Redraw } else { TerminalEvent::Stop }
    }

    /// Takes over the terminal again. Another program, such as the shell, has used it meanwhile, so
    /// its modes and content are unknown.
    fn retake(&mut self) -> io::Result<()> {
        // Raw mode is entered only from what crossterm knows as cooked mode.
        disable_raw_mode()?;
        enable_raw_mode()?;
        enter()?;
        self.clear()
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal and stops the whole job, as Ctrl-Z does in cooked mode. Without a shell to
/// continue the job, the signal has no effect.
#[cfg(unix)]
fn suspend() {
    use rustix::process::{Signal, kill_current_process_group};

    restore();
    // An error leaves the program running, as it was.
    let _ = kill_current_process_group(Signal::TSTP);
}

#[cfg(not(unix))]
fn suspend() {}

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

/// The receiver of terminal events: the screen that is currently open.
static LISTENER: Mutex<Option<Sender<TerminalEvent>>> = Mutex::new(None);

/// Reads keys and the mouse on a thread, which blocks while idle. The program has only one: a read
/// cannot be cancelled, and two readers would steal keys from each other.
fn read_input(sender: Sender<TerminalEvent>) {
    static ONCE: Once = Once::new();
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
    ONCE.call_once(|| {
        thread::spawn(|| {
            let mut filter = AnswerFilter::default();
            while forward(&event::read(), &mut filter) {}
        });
    });
}

/// Forwards an input event; returns false at the end of input.
fn forward(read: &io::Result<Input>, filter: &mut AnswerFilter) -> bool {
    let events = match read {
        Ok(Input::Key(key)) if key.kind != KeyEventKind::Release => match filter.take(*key) {
            FilteredInput::Background(ground) => vec![TerminalEvent::Background(ground)],
            FilteredInput::Keys(keys) => keys.into_iter().map(TerminalEvent::Key).collect(),
        },
        Ok(Input::Mouse(mouse)) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                vec![TerminalEvent::Click(mouse.column, mouse.row)]
            }
            MouseEventKind::ScrollUp => vec![TerminalEvent::Wheel(false)],
            MouseEventKind::ScrollDown => vec![TerminalEvent::Wheel(true)],
            _ => Vec::new(),
        },
        Ok(Input::Resize(..) | Input::FocusGained) => vec![TerminalEvent::Redraw],
        Ok(_) => Vec::new(),
        Err(_) => vec![TerminalEvent::Stop],
    };
    let more = !matches!(events[..], [TerminalEvent::Stop]);
    if let Some(listener) = &*LISTENER.lock().unwrap_or_else(PoisonError::into_inner) {
        for event in events {
            // The screen may have been closed.
            let _ = listener.send(event);
        }
    }
    more
}

/// Shuts down gracefully on a termination signal, and repaints the screen after a suspension.
#[cfg(unix)]
fn catch_signals(sender: &Sender<TerminalEvent>) {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM]) else { return };
    let sender = sender.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let event =
                if signal == SIGCONT { TerminalEvent::Resumed } else { TerminalEvent::Stop };
            if sender.send(event).is_err() {
                return;
            }
        }
    });
}

#[cfg(not(unix))]
fn catch_signals(_: &Sender<TerminalEvent>) {}
