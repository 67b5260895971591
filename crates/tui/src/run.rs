use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use bosworth_client::protocol::TimeControl;
use bosworth_engine::PlyReview;
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::Ruleset;
use bosworth_texts::Texts;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::app::{AppEffect, ClickTarget, EffectResult, GameSource, LeaveReason, TerminalApp};
use crate::date::date_of;
use crate::menu::{LocalGameSetup, Menu, MenuChoice};
use crate::saved_games::LocalGame;
use crate::terminal::{TerminalEvent, TerminalScreen};
use crate::theme::Theme;
use crate::training::{PracticeSession, TrainingBackend};
use crate::worker::Worker;
use crate::{saved_games, screen};

/// The initial screen.
pub enum StartScreen {
    /// The menu for a new game, with these rules and this clock preselected.
    Menu(Ruleset, TimeControl),
    /// A local game.
    LocalGame(LocalGame),
    /// Games of a file.
    Records(GameSource),
}

/// What the menu needs: new games, the unfinished game and known servers.
pub trait MenuBackend {
    /// Deals the chosen game, and creates its file.
    fn begin(&mut self, game: LocalGameSetup) -> io::Result<LocalGame>;

    /// The most recent unfinished game.
    fn unfinished(&mut self) -> Option<LocalGame>;

    /// Addresses of servers, the likeliest first.
    fn servers(&mut self) -> Vec<String>;

    /// Takes the plies of a game that were reviewed.
    fn reviewed(&mut self, table: &LocalTable, plies: &[PlyReview]) -> io::Result<()>;
}

/// Appearance and pace.
#[derive(Clone, Copy, Debug)]
pub struct Appearance {
    /// Colours and characters.
    pub theme: Theme,
    /// Whether the background follows that of the terminal.
    pub follow: bool,
    /// The delay before a computer acts; none for the default.
    pub pace: Option<Duration>,
}

/// How the user interface was left.
pub enum ExitReason {
    /// Quit, with the last game, if any.
    Quit(Option<LocalGame>),
    /// Connect to this server.
    Server(String),
}

/// Runs the user interface until the person leaves.
pub fn run(
    start: StartScreen,
    mut texts: Texts,
    mut look: Appearance,
    openings: &mut dyn MenuBackend,
) -> io::Result<ExitReason> {
    let mut screen = TerminalScreen::take(&mut look.theme, look.follow)?;
    let mut start = start;
    let mut left = None;
    loop {
        let (source, clock, path) = match start {
            StartScreen::Menu(ruleset, clock) => {
                let unfinished = openings.unfinished();
                let mut menu = Menu::new(ruleset)
                    .with_clock(clock)
                    .with_unfinished(unfinished.as_ref().map(|open| open.describe(&texts)))
                    .with_servers(openings.servers());
                let open = match run_menu(&mut menu, &mut screen, &texts, &mut look.theme)? {
                    MenuChoice::Play(game) => openings.begin(game)?,
                    MenuChoice::GoOn => match unfinished {
                        Some(open) => open,
                        None => return Ok(ExitReason::Quit(left)),
                    },
                    MenuChoice::Server(address) => return Ok(ExitReason::Server(address)),
                    MenuChoice::Open | MenuChoice::Quit => return Ok(ExitReason::Quit(left)),
                };
                (GameSource::Table(open.table), open.clock, Some(open.path))
            }
            StartScreen::LocalGame(open) => {
                (GameSource::Table(open.table), open.clock, Some(open.path))
            }
            StartScreen::Records(source) => (source, None, None),
        };
        let pace = look.pace.unwrap_or_else(|| usual_pace(&source));
        let mut app = TerminalApp::new(source, texts, look.theme, pace).with_clock(clock);
        let leave = run_with_reviews(&mut app, &mut screen, path.as_ref(), openings)?;
        let ruleset = app.ruleset();
        look.theme = app.theme;
        let (source, clock, more) = app.into_parts();
        texts = more;
        let mut control = TimeControl::Untimed;
        if let (GameSource::Table(table), Some(path)) = (source, path) {
            control = clock.map_or(TimeControl::Untimed, |clock| clock.control());
            left = Some(LocalGame { table, clock, path });
        }
        match leave {
            LeaveReason::Quit | LeaveReason::Review | LeaveReason::Back => {
                return Ok(ExitReason::Quit(left));
            }
            LeaveReason::NewGame => start = StartScreen::Menu(ruleset, control),
        }
    }
}

/// Trains on the full screen until the person leaves, and returns the session.
pub fn run_training(
    session: PracticeSession,
    texts: Texts,
    mut look: Appearance,
    backend: &mut dyn TrainingBackend,
) -> io::Result<PracticeSession> {
    let mut screen = TerminalScreen::take(&mut look.theme, look.follow)?;
    let source = GameSource::Training(Box::new(session));
    let mut app = TerminalApp::new(source, texts, look.theme, Duration::ZERO);
    run_app(&mut app, &mut screen, None, Some(backend))?;
    match app.into_parts().0 {
        GameSource::Training(session) => Ok(*session),
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Games between computers are slower.
fn usual_pace(source: &GameSource) -> Duration {
    let watched = match source {
        GameSource::Table(table) => ![table.seats.red, table.seats.white].contains(&Seat::Person),
        _ => false,
    };
    Duration::from_millis(if watched { 800 } else { 350 })
}

fn run_menu(
    menu: &mut Menu,
    screen: &mut TerminalScreen,
    texts: &Texts,
    theme: &mut Theme,
) -> io::Result<MenuChoice> {
    screen.clear()?;
    loop {
        screen.terminal.draw(|frame| menu.draw(texts, *theme, frame.buffer_mut()))?;
        match screen.next(None) {
            Some(TerminalEvent::Key(key)) => match menu.key(key) {
                MenuChoice::Open => {}
                choice => return Ok(choice),
            },
            Some(TerminalEvent::Background(ground)) => theme.ground = ground,
            Some(TerminalEvent::Stop) => return Ok(MenuChoice::Quit),
            _ => {}
        }
    }
}

/// Runs an app, and reviews of its game, until it is closed.
fn run_with_reviews(
    app: &mut TerminalApp,
    screen: &mut TerminalScreen,
    path: Option<&PathBuf>,
    openings: &mut dyn MenuBackend,
) -> io::Result<LeaveReason> {
    loop {
        let leave = run_app(app, screen, path, None)?;
        let (LeaveReason::Review, Some(table)) = (leave, app.table()) else { return Ok(leave) };
        let record = saved_games::record(table, date_of(SystemTime::now()));
        let texts = crate::texts(app.texts.language(), &[]);
        let mut review = TerminalApp::review(record, table.game().clone(), texts, app.theme);
        let leave = run_app(&mut review, screen, None, None)?;
        if let Some(table) = app.table() {
            openings.reviewed(table, &review.plies)?;
        }
        if leave == LeaveReason::Quit {
            return Ok(LeaveReason::Quit);
        }
        app.theme = review.theme;
        app.stay();
    }
}

/// Runs an app until it is closed. Redraws only after events.
fn run_app(
    app: &mut TerminalApp,
    screen: &mut TerminalScreen,
    path: Option<&PathBuf>,
    mut training: Option<&mut dyn TrainingBackend>,
) -> io::Result<LeaveReason> {
    let mut worker = Worker::new(screen.sender());
    let mut hits: Vec<(Rect, ClickTarget)> = Vec::new();
    screen.clear()?;
    loop {
        let now = Instant::now();
        app.drive(now);
        for effect in app.effects() {
            if let (AppEffect::Train(input), Some(backend)) = (&effect, &mut training) {
                app.train(*input, *backend);
            }
            match (effect, app.table(), path) {
                (AppEffect::Save, Some(table), Some(path)) => {
                    let today = date_of(SystemTime::now());
                    if let Err(error) = saved_games::save(table, app.clock.as_ref(), path, today) {
                        app.answer(EffectResult::NotSaved(error.to_string()), now);
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
                TerminalEvent::Key(key) => app.key(key, now),
                TerminalEvent::Click(column, row) => {
                    app.drive(now);
                    let at = Position { x: column, y: row };
                    let hit = hits.iter().find(|(area, _)| area.contains(at));
                    if let Some((_, hit)) = hit {
                        app.click(*hit);
                    }
                }
                TerminalEvent::Wheel(on) => {
                    app.key((if on { KeyCode::Right } else { KeyCode::Left }).into(), now);
                }
                TerminalEvent::Answer(answer) => app.answer(answer, now),
                TerminalEvent::Background(ground) => app.set_ground(ground),
                TerminalEvent::Redraw | TerminalEvent::Resumed | TerminalEvent::Network(_) => {}
                TerminalEvent::Stop => {
                    save_clock(app, path)?;
                    return Ok(LeaveReason::Quit);
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
fn save_clock(app: &TerminalApp, path: Option<&PathBuf>) -> io::Result<()> {
    match (app.table(), &app.clock, path) {
        (Some(table), Some(clock), Some(path)) => {
            saved_games::save(table, Some(clock), path, date_of(SystemTime::now()))
        }
        _ => Ok(()),
    }
}
