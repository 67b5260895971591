use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use bosworth_client::protocol::TimeControl;
use bosworth_local::Seat;
use bosworth_rules::Ruleset;
use bosworth_texts::Texts;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::app::{Answer, App, Effect, Hit, Leave, Source};
use crate::date::date_of;
use crate::menu::{Menu, MenuChoice, NewGame};
use crate::store::OpenTable;
use crate::terminal::{Event, Screen};
use crate::theme::Theme;
use crate::worker::Worker;
use crate::{screen, store};

/// The initial screen.
pub enum Start {
    /// The menu for a new game, with these rules and this clock preselected.
    Menu(Ruleset, TimeControl),
    /// A local game.
    Table(OpenTable),
    /// Games of a file.
    Records(Source),
}

/// What the menu can lead to.
pub trait Openings {
    /// Deals a game that was chosen, and begins its file.
    fn begin(&mut self, game: NewGame) -> io::Result<OpenTable>;

    /// The game that was left unfinished last.
    fn unfinished(&mut self) -> Option<OpenTable>;

    /// Addresses of servers, the likeliest first.
    fn servers(&mut self) -> Vec<String>;
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

/// How the user interface was left.
pub enum Exit {
    /// Quit, after this game, if there was one.
    Quit(Option<OpenTable>),
    /// For games at this server.
    Server(String),
}

/// Runs the user interface until the person leaves.
pub fn run(
    start: Start,
    mut texts: Texts,
    mut look: Look,
    openings: &mut dyn Openings,
) -> io::Result<Exit> {
    let mut screen = Screen::take(&mut look.theme, look.follow)?;
    let mut start = start;
    let mut left = None;
    loop {
        let (source, clock, path) = match start {
            Start::Menu(ruleset, clock) => {
                let unfinished = openings.unfinished();
                let mut menu = Menu::new(ruleset)
                    .with_clock(clock)
                    .with_unfinished(unfinished.as_ref().map(|open| open.describe(&texts)))
                    .with_servers(openings.servers());
                let open = match ask(&mut menu, &mut screen, &texts, &mut look.theme)? {
                    MenuChoice::Play(game) => openings.begin(game)?,
                    MenuChoice::GoOn => match unfinished {
                        Some(open) => open,
                        None => return Ok(Exit::Quit(left)),
                    },
                    MenuChoice::Server(address) => return Ok(Exit::Server(address)),
                    MenuChoice::Open | MenuChoice::Quit => return Ok(Exit::Quit(left)),
                };
                (Source::Table(open.table), open.clock, Some(open.path))
            }
            Start::Table(open) => (Source::Table(open.table), open.clock, Some(open.path)),
            Start::Records(source) => (source, None, None),
        };
        let pace = look.pace.unwrap_or_else(|| usual_pace(&source));
        let mut app = App::new(source, texts, look.theme, pace).with_clock(clock);
        let leave = show(&mut app, &mut screen, path.as_ref())?;
        let ruleset = app.ruleset();
        look.theme = app.theme;
        let (source, clock, more) = app.into_parts();
        texts = more;
        let mut control = TimeControl::Untimed;
        if let (Source::Table(table), Some(path)) = (source, path) {
            control = clock.map_or(TimeControl::Untimed, |clock| clock.control());
            left = Some(OpenTable { table, clock, path });
        }
        match leave {
            Leave::Quit => return Ok(Exit::Quit(left)),
            Leave::NewGame => start = Start::Menu(ruleset, control),
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
) -> io::Result<MenuChoice> {
    screen.clear()?;
    loop {
        screen.terminal.draw(|frame| menu.draw(texts, *theme, frame.buffer_mut()))?;
        match screen.next(None) {
            Some(Event::Key(key)) => match menu.key(key) {
                MenuChoice::Open => {}
                choice => return Ok(choice),
            },
            Some(Event::Background(ground)) => theme.ground = ground,
            Some(Event::Stop) => return Ok(MenuChoice::Quit),
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
                    let today = date_of(SystemTime::now());
                    if let Err(error) = store::save(table, app.clock.as_ref(), path, today) {
                        app.answer(Answer::NotSaved(error.to_string()), now);
                    }
                }
                (effect, ..) => worker.start(effect),
            }
        }
        if let Some(leave) = app.leave() {
            save_clock(app, path)?;
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
                    app.drive(now);
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
                Event::Stop => {
                    save_clock(app, path)?;
                    return Ok(Leave::Quit);
                }
            }
            // Clicks are relative to the last frame, so they wait until it is drawn.
            event =
                if app.leave().is_some() || app.wake().is_some() { None } else { screen.ready() };
            app.drive(Instant::now());
        }
    }
}

/// Saves the time that was spent since the last action, if there is a clock.
fn save_clock(app: &App, path: Option<&PathBuf>) -> io::Result<()> {
    match (app.table(), &app.clock, path) {
        (Some(table), Some(clock), Some(path)) => {
            store::save(table, Some(clock), path, date_of(SystemTime::now()))
        }
        _ => Ok(()),
    }
}
