use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use bosworth_client::Client;
use bosworth_client::protocol::AccountId;
use bosworth_texts::{Language, Texts};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::line_editor::LineEditor;
use super::network::{Destination, NetworkRequest, NetworkThread};
use super::plain::{PlainInput, PlainOnline};
use super::screen::OnlineScreen;
use super::verify_and_save::verify_and_save;
use super::{SaveReport, SessionEnd, Snapshot};
use crate::app::{AppEffect, ClickTarget, EffectResult};
use crate::date::date_of;
use crate::plain::{LineSource as _, PipedLines};
use crate::run::Appearance;
use crate::saved_games::SavedGames;
use crate::terminal::{TerminalEvent, TerminalScreen};
use crate::worker::Worker;

/// The parameters of a session at a server.
pub struct OnlineSession {
    /// The client, with its credentials.
    pub client: Client,
    /// The client's account.
    pub account: AccountId,
    /// The first destination.
    pub destination: Destination,
    /// The language of the user interface.
    pub language: Language,
    /// The folder for finished games; none disables saving.
    pub saved_games: Option<SavedGames>,
}

impl OnlineSession {
    fn verify_and_save(&self, snapshot: &Snapshot, texts: &Texts) -> Option<SaveReport> {
        verify_and_save(snapshot, self.saved_games.as_ref()?, texts, date_of(SystemTime::now()))
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Runs a session on the whole screen. Redraws after events, and once a second while a clock runs.
pub fn run_online(session: &OnlineSession, look: Appearance) -> io::Result<SessionEnd> {
    let texts = crate::texts(session.language, &[]);
    let Appearance { mut theme, follow, .. } = look;
    let mut screen = TerminalScreen::take(&mut theme, follow)?;
    let sender = screen.sender();
    let tell = move |event| {
        // The receiver is gone once the screen is closed.
        let _ = sender.send(TerminalEvent::Network(Box::new(event)));
    };
    let network = NetworkThread::start(
        session.client.clone(),
        session.account,
        session.destination.clone(),
        tell,
    )?;
    let mut worker = Worker::new(screen.sender());
    let mut online = OnlineScreen::new(session.language, theme, session.client.base());
    let mut hits: Vec<(Rect, ClickTarget)> = Vec::new();
    screen.clear()?;
    loop {
        online.set_time(now());
        online.drive(Instant::now());
        for effect in online.effects() {
            match effect {
                AppEffect::Do(command) => network.request(NetworkRequest::Do(command)),
                AppEffect::Go(destination) => network.request(NetworkRequest::Go(destination)),
                AppEffect::Next => network.request(NetworkRequest::Next),
                AppEffect::VerifyAndSave => {
                    let kept = online
                        .snapshot()
                        .and_then(|snapshot| session.verify_and_save(snapshot, &texts));
                    if let (Some(kept), Some(app)) = (kept, online.table_mut()) {
                        app.answer(EffectResult::VerifiedAndSaved(kept), Instant::now());
                    }
                }
                effect => worker.start(effect),
            }
        }
        if let Some(session_end) = online.session_end() {
            let session_end = session_end.clone();
            drop(screen);
            return Ok(session_end);
        }
        screen.terminal.draw(|frame| hits = online.draw(frame.buffer_mut()))?;
        let wake = online.tick().map(|wait| Instant::now() + wait);
        let mut event = screen.next(wake);
        while let Some(happened) = event {
            take(&mut online, happened, &hits);
            // Clicks are relative to the last frame, so they wait until it is drawn.
            event = if online.session_end().is_some() { None } else { screen.ready() };
        }
    }
}

fn take(online: &mut OnlineScreen, event: TerminalEvent, hits: &[(Rect, ClickTarget)]) {
    let now = Instant::now();
    match event {
        TerminalEvent::Key(key) => online.key(key, now),
        TerminalEvent::Click(column, row) => {
            let at = Position { x: column, y: row };
            if let Some((_, hit)) = hits.iter().find(|(area, _)| area.contains(at)) {
                online.click(*hit);
            }
        }
        TerminalEvent::Wheel(on) => {
            online.key((if on { KeyCode::Right } else { KeyCode::Left }).into(), now);
        }
        TerminalEvent::Answer(answer) => online.answer(answer, now),
        TerminalEvent::Network(event) => online.network_event(*event),
        TerminalEvent::Background(ground) => online.set_ground(ground),
        TerminalEvent::Redraw | TerminalEvent::Resumed => {}
        TerminalEvent::Stop => online.quit(),
    }
}

/// Runs a session line by line. On a terminal, lines can be edited and recalled.
pub fn run_plain(session: &OnlineSession, output: impl Write) -> io::Result<SessionEnd> {
    let texts = crate::texts(session.language, &[]);
    let (sender, heard) = mpsc::channel();
    catch_signals(&sender);
    let base = session.client.base();
    if io::stdin().is_terminal() {
        let (typed, output) = LineEditor::start(sender.clone())?;
        let plain = PlainOnline::new(&texts, output, base, true).with_line_editor();
        return converse(plain, &heard, sender, Some(&typed), session);
    }
    read_lines(sender.clone());
    converse(PlainOnline::new(&texts, output, base, false), &heard, sender, None, session)
}

fn converse<O: Write>(
    mut plain: PlainOnline<'_, O>,
    heard: &Receiver<PlainInput>,
    sender: Sender<PlainInput>,
    typed: Option<&LineEditor>,
    session: &OnlineSession,
) -> io::Result<SessionEnd> {
    let tell = move |event| {
        // The receiver is gone once the program ends.
        let _ = sender.send(PlainInput::Network(Box::new(event)));
    };
    let network = NetworkThread::start(
        session.client.clone(),
        session.account,
        session.destination.clone(),
        tell,
    )?;
    let texts = plain.texts();
    loop {
        plain.prompt()?;
        let Ok(next) = heard.recv() else { return Ok(SessionEnd::Quit(None)) };
        let line = matches!(next, PlainInput::Line(_));
        plain.handle(next, now())?;
        for request in plain.requests() {
            network.request(request);
        }
        if let Some(snapshot) = plain.ended() {
            let kept = session.verify_and_save(snapshot, texts);
            plain.kept(kept.as_ref())?;
        }
        if let Some(session_end) = plain.session_end() {
            let session_end = session_end.clone();
            plain.prompt()?;
            return Ok(session_end);
        }
        if let (true, Some(typed)) = (line, typed) {
            // The answer first, then the prompt for the next line.
            plain.prompt()?;
            typed.next();
        }
    }
}

/// Reads input on its own thread, so that messages from the server are not blocked.
fn read_lines(sender: Sender<PlainInput>) {
    thread::spawn(move || {
        let mut lines = PipedLines(io::stdin().lock());
        while let Ok(Some(line)) = lines.next_line() {
            if sender.send(PlainInput::Line(line)).is_err() {
                return;
            }
        }
        let _ = sender.send(PlainInput::End);
    });
}

/// Shuts down gracefully on a termination signal: an offer is withdrawn.
#[cfg(unix)]
fn catch_signals(sender: &Sender<PlainInput>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let sender = sender.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if sender.send(PlainInput::Stop).is_err() {
                return;
            }
        }
    });
}

#[cfg(not(unix))]
fn catch_signals(_: &Sender<PlainInput>) {}
