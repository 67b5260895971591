use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use bosworth_local::{LocalTable, Seat};
use bosworth_texts::Texts;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::app::{Answer, App, Effect, Hit, Leave, Source};
use crate::date::Date;
use crate::menu::{Menu, MenuChoice, NewGame};
use crate::terminal::{Event, Screen};
use crate::theme::Theme;
use crate::worker::Worker;
use crate::{screen, store};

/// The initial screen.
pub enum Start {
    /// The menu for a new game.
    Menu(Menu),
    /// A game, and the file it is saved in.
    Table(Box<LocalTable>, PathBuf),
    /// Games of a file.
    Records(Source),
}

/// Appearance and pace.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours and characters.
    pub theme: Theme,
    /// Whether the background follows that of the terminal.
    pub follow: bool,
    /// The delay before a computer acts; none for the default.
    pub pace: Option<Duration>,
}

/// A game that was left, and the file it is saved in.
pub type Left = Option<(Box<LocalTable>, PathBuf)>;

/// Runs the user interface until the person leaves. `begin` deals a game that was chosen in the
/// menu and returns where it is saved.
pub fn run(
    start: Start,
    mut texts: Texts,
    mut look: Look,
    begin: &mut dyn FnMut(NewGame) -> io::Result<(LocalTable, PathBuf)>,
) -> io::Result<Left> {
    let mut screen = Screen::take(&mut look.theme, look.follow)?;
    let mut start = start;
    let mut left: Left = None;
    loop {
        let (source, path) = match start {
            Start::Menu(mut menu) => match ask(&mut menu, &mut screen, &texts, &mut look.theme)? {
                None => return Ok(left),
                Some(opening) => {
                    let (table, path) = begin(opening)?;
                    (Source::Table(Box::new(table)), Some(path))
                }
            },
            Start::Table(table, path) => (Source::Table(table), Some(path)),
            Start::Records(source) => (source, None),
        };
        let pace = look.pace.unwrap_or_else(|| usual_pace(&source));
        let mut app = App::new(source, texts, look.theme, pace);
        let leave = show(&mut app, &mut screen, path.as_ref())?;
        let ruleset = app.ruleset();
        look.theme = app.theme;
        let (source, more) = app.into_parts();
        texts = more;
        if let (Source::Table(table), Some(path)) = (source, path) {
            left = Some((table, path));
        }
        match leave {
            Leave::Quit => return Ok(left),
            Leave::NewGame => start = Start::Menu(Menu::new(ruleset)),
        }
    }
}

/// Games between computers are slower.
fn usual_pace(source: &Source) -> Duration {
    let watched = match source {
        Source::Table(table) => ![table.seats.red, table.seats.white].contains(&Seat::Person),
        Source::Online(_) | Source::Records { .. } => false,
    };
    Duration::from_millis(if watched { 800 } else { 350 })
}

fn ask(
    menu: &mut Menu,
    screen: &mut Screen,
    texts: &Texts,
    theme: &mut Theme,
) -> io::Result<Option<NewGame>> {
    screen.clear()?;
    loop {
        screen.terminal.draw(|frame| menu.draw(texts, *theme, frame.buffer_mut()))?;
        match screen.next(None) {
            Some(Event::Key(key)) => match menu.key(key) {
                MenuChoice::Open => {}
                MenuChoice::Play(opening) => return Ok(Some(opening)),
                MenuChoice::Quit => return Ok(None),
            },
            Some(Event::Background(ground)) => theme.ground = ground,
            Some(Event::Stop) => return Ok(None),
            _ => {}
        }
    }
}

/// Runs an app until it is closed. Redraws only after events.
fn show(app: &mut App, screen: &mut Screen, path: Option<&PathBuf>) -> io::Result<Leave> {
    let mut worker = Worker::new(screen.sender());
    let mut hits: Vec<(Rect, Hit)> = Vec::new();
    screen.clear()?;
    loop {
        let now = Instant::now();
        app.drive(now);
        for effect in app.effects() {
            match (effect, app.table(), path) {
                (Effect::Save, Some(table), Some(path)) => {
                    let today = Date::of(SystemTime::now());
                    if let Err(error) = store::save(table, path, today) {
                        app.answer(Answer::NotSaved(error.to_string()), now);
                    }
                }
                (effect, ..) => worker.start(effect),
            }
        }
        if let Some(leave) = app.leave() {
            return Ok(leave);
        }
        screen.terminal.draw(|frame| hits = screen::draw(app, frame.buffer_mut()))?;
        let mut event = screen.next(app.wake());
        // Drain all pending events before the next frame.
        while let Some(happened) = event {
            let now = Instant::now();
            match happened {
                Event::Key(key) => app.key(key, now),
                Event::Click(column, row) => {
                    let at = Position { x: column, y: row };
                    let hit = hits.iter().find(|(area, _)| area.contains(at));
                    if let Some((_, hit)) = hit {
                        app.click(*hit);
                    }
                }
                Event::Wheel(on) => {
                    app.key((if on { KeyCode::Right } else { KeyCode::Left }).into(), now);
                }
                Event::Answer(answer) => app.answer(answer, now),
                Event::Background(ground) => app.set_ground(ground),
                Event::Redraw | Event::Resumed | Event::News(_) => {}
                Event::Stop => return Ok(Leave::Quit),
            }
            // Clicks are relative to the last frame, so they wait until it is drawn.
            event =
                if app.leave().is_some() || app.wake().is_some() { None } else { screen.ready() };
            app.drive(Instant::now());
        }
    }
}
