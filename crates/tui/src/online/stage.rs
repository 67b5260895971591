use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use bosworth_client::Client;
use bosworth_client::protocol::AccountId;
use bosworth_texts::{Language, Texts};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::keep::keep;
use super::messenger::{Messenger, Order, Wish};
use super::plain::{Heard, PlainOnline};
use super::room::OnlineRoom;
use super::typed::Typed;
use super::{Farewell, Keeping, Snapshot};
use crate::app::{Answer, Effect, Hit};
use crate::date::date_of;
use crate::plain::{Lines as _, Piped};
use crate::run::Look;
use crate::store::Shelf;
use crate::terminal::{Event, Screen};
use crate::worker::Worker;

/// The parameters of a session at a server.
pub struct Visit {
    /// The client, with its credentials.
    pub client: Client,
    /// The client's account.
    pub account: AccountId,
    /// The first destination.
    pub wish: Wish,
    /// The language of the user interface.
    pub language: Language,
    /// Where finished games are saved; none disables saving.
    pub shelf: Option<Shelf>,
}

impl Visit {
    fn keep(&self, snapshot: &Snapshot, texts: &Texts) -> Option<Keeping> {
        keep(snapshot, self.shelf.as_ref()?, texts, date_of(SystemTime::now()))
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Runs a session on the whole screen. Redraws after events, and once a second while a clock runs.
pub fn run_online(visit: &Visit, look: Look) -> io::Result<Farewell> {
    let texts = crate::texts(visit.language, &[]);
    let Look { mut theme, follow, .. } = look;
    let mut screen = Screen::take(&mut theme, follow)?;
    let sender = screen.sender();
    let tell = move |news| {
        // The receiver is gone once the screen is closed.
        let _ = sender.send(Event::News(Box::new(news)));
    };
    let messenger =
        Messenger::start(visit.client.clone(), visit.account, visit.wish.clone(), tell)?;
    let mut worker = Worker::new(screen.sender());
    let mut room = OnlineRoom::new(visit.language, theme, visit.client.base());
    let mut hits: Vec<(Rect, Hit)> = Vec::new();
    screen.clear()?;
    loop {
        room.set_time(now());
        room.drive(Instant::now());
        for effect in room.effects() {
            match effect {
                Effect::Do(command) => messenger.order(Order::Do(command)),
                Effect::Go(wish) => messenger.order(Order::Go(wish)),
                Effect::Next => messenger.order(Order::Next),
                Effect::Keep => {
                    let kept = room.snapshot().and_then(|snapshot| visit.keep(snapshot, &texts));
                    if let (Some(kept), Some(app)) = (kept, room.table_mut()) {
                        app.answer(Answer::Kept(kept), Instant::now());
                    }
                }
                effect => worker.start(effect),
            }
        }
        if let Some(farewell) = room.farewell() {
            let farewell = farewell.clone();
            drop(screen);
            return Ok(farewell);
        }
        screen.terminal.draw(|frame| hits = room.draw(frame.buffer_mut()))?;
        let wake = room.tick().map(|wait| Instant::now() + wait);
        let mut event = screen.next(wake);
        while let Some(happened) = event {
            take(&mut room, happened, &hits);
            // Clicks are relative to the last frame, so they wait until it is drawn.
            event = if room.farewell().is_some() { None } else { screen.ready() };
        }
    }
}

fn take(room: &mut OnlineRoom, event: Event, hits: &[(Rect, Hit)]) {
    let now = Instant::now();
    match event {
        Event::Key(key) => room.key(key, now),
        Event::Click(column, row) => {
            let at = Position { x: column, y: row };
            if let Some((_, hit)) = hits.iter().find(|(area, _)| area.contains(at)) {
                room.click(*hit);
            }
        }
        Event::Wheel(on) => {
            room.key((if on { KeyCode::Right } else { KeyCode::Left }).into(), now);
        }
        Event::Answer(answer) => {
            if let Some(app) = room.table_mut() {
                app.answer(answer, now);
            }
        }
        Event::News(news) => room.news(*news),
        Event::Background(ground) => room.set_ground(ground),
        Event::Redraw | Event::Resumed => {}
        Event::Stop => room.quit(),
    }
}

/// Runs a session line by line. A person at a terminal can edit lines and find earlier ones.
pub fn run_plain(visit: &Visit, output: impl Write) -> io::Result<Farewell> {
    let texts = crate::texts(visit.language, &[]);
    let (sender, heard) = mpsc::channel();
    catch_signals(&sender);
    let base = visit.client.base();
    if io::stdin().is_terminal() {
        let (typed, output) = Typed::start(sender.clone())?;
        let plain = PlainOnline::new(&texts, output, base, true).at_an_editor();
        return converse(plain, &heard, sender, Some(&typed), visit);
    }
    read_lines(sender.clone());
    converse(PlainOnline::new(&texts, output, base, false), &heard, sender, None, visit)
}

fn converse<O: Write>(
    mut plain: PlainOnline<'_, O>,
    heard: &Receiver<Heard>,
    sender: Sender<Heard>,
    typed: Option<&Typed>,
    visit: &Visit,
) -> io::Result<Farewell> {
    let tell = move |news| {
        // The receiver is gone once the program ends.
        let _ = sender.send(Heard::News(Box::new(news)));
    };
    let messenger =
        Messenger::start(visit.client.clone(), visit.account, visit.wish.clone(), tell)?;
    let texts = plain.texts();
    loop {
        plain.prompt()?;
        let Ok(next) = heard.recv() else { return Ok(Farewell::Quit(None)) };
        let line = matches!(next, Heard::Line(_));
        plain.hear(next, now())?;
        for order in plain.orders() {
            messenger.order(order);
        }
        if let Some(snapshot) = plain.ended() {
            let kept = visit.keep(snapshot, texts);
            plain.kept(kept.as_ref())?;
        }
        if let Some(farewell) = plain.farewell() {
            let farewell = farewell.clone();
            plain.prompt()?;
            return Ok(farewell);
        }
        if let (true, Some(typed)) = (line, typed) {
            // The answer first, then the prompt for the next line.
            plain.prompt()?;
            typed.next();
        }
    }
}

/// Reads input on its own thread, so that messages from the server are not blocked.
fn read_lines(sender: Sender<Heard>) {
    thread::spawn(move || {
        let mut lines = Piped(io::stdin().lock());
        while let Ok(Some(line)) = lines.next_line() {
            if sender.send(Heard::Line(line)).is_err() {
                return;
            }
        }
        let _ = sender.send(Heard::End);
    });
}

/// Shuts down gracefully on a termination signal: an offer is withdrawn.
#[cfg(unix)]
fn catch_signals(sender: &Sender<Heard>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let sender = sender.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(Heard::Stop).is_err() {
                return;
            }
        }
    });
}

#[cfg(not(unix))]
fn catch_signals(_: &Sender<Heard>) {}
