//! The engine protocol: UGI, the UCI dialect that board-game match runners speak.

mod command;
mod go;
mod input_line;
mod options;
mod search;

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use bosworth_analysis::SearchPool;
use bosworth_rules::{Action, GameResult, Position, Side};

use self::command::{Query, UgiCommand};
use self::go::Go;
use self::input_line::InputLine;
use self::options::UgiOptions;
use self::search::{BackgroundSearch, SearchTask, say};
use crate::Finding;
use crate::memory;
use crate::position_input::wait_for;
use crate::texts::Texts;
use crate::version::version;

/// Run the engine as a subprocess that speaks UGI, a dialect of UCI
///
/// For match runners, scripts and user interfaces. One command per line:
///
///   ugi                                   identify, list the options
///   setoption name Threads value 2        also Hash, Level, Seed and more
///   isready                               answered by readyok, while thinking too
///   uginewgame                            start a new game
///   position pos POSITION [moves NE2 SW3 +N1 ...]
///   go movetime 1000                      also nodes, depth, infinite, rtime/wtime/rinc/winc
///   go rollout games 500                  also movetime: play games on from each action
///   stop                                  answer at once
///   query gameover|result|legal           about the position
///   quit
///
/// A command that cannot be executed is answered by "info error" and the reason, and changes nothing.
/// With one thread and a node limit, answers are reproducible.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {}

/// The position before any other is set.
const START: &str = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";

pub(crate) fn run(_: &Args, texts: &Texts) -> Result<Finding> {
    wait_for("engine-waits", texts);
    let mut session = UgiSession::new()?;
    let mut input = io::stdin().lock();
    loop {
        let command = match InputLine::read(&mut input)? {
            InputLine::Line(line) => UgiCommand::parse(&line),
            InputLine::TooLong => {
                error(format_args!(
                    "the line is longer than {} bytes",
                    input_line::MAX_LINE_BYTES
                ))?;
                continue;
            }
            InputLine::End => break,
        };
        match command {
            Ok(None) => {}
            Ok(Some(UgiCommand::Quit)) => {
                session.stop();
                break;
            }
            Ok(Some(command)) => session.execute(command)?,
            Err(fault) => error(format_args!("{fault:#}"))?,
        }
    }
    session.end();
    Ok(Finding::Good)
}

/// Reports why a line was refused: on one line, however long and malformed the input was.
fn error(why: impl Display) -> io::Result<()> {
    const MAX_ERROR_CHARS: usize = 400;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let why: String = why.to_string().chars().take(MAX_ERROR_CHARS).map(clean).collect();
    say(format_args!("info error {why}"))
}

/// The state of the session.
struct UgiSession {
    position: Position,
    options: UgiOptions,
    thinking: Option<BackgroundSearch>,
    /// The engines of the last search, and the options they were made for.
    engines: Option<(UgiOptions, Arc<SearchPool>)>,
}

impl UgiSession {
    fn new() -> Result<Self> {
        Ok(Self {
            position: START.parse()?,
            options: UgiOptions::default(),
            thinking: None,
            engines: None,
        })
    }

    /// Executes a command, or reports why not. Fails only if standard output is closed.
    fn execute(&mut self, command: UgiCommand) -> io::Result<()> {
        let done = match command {
            UgiCommand::Ugi => return greet(),
            UgiCommand::IsReady => return say("readyok"),
            UgiCommand::Query(query) => return say(self.response(query)),
            UgiCommand::Stop | UgiCommand::Quit => {
                self.stop();
                Ok(())
            }
            command => self.change(command),
        };
        done.or_else(|fault| error(format_args!("{fault:#}")))
    }

    /// Commands that would disturb a running search wait until it has finished.
    fn change(&mut self, command: UgiCommand) -> Result<()> {
        if self.thinking.as_ref().is_some_and(BackgroundSearch::is_busy) {
            bail!("thinking: wait for bestmove, or send stop to get it at once");
        }
        match command {
            UgiCommand::SetOption { name, value } => self.set_option(&name, &value),
            UgiCommand::Position(position) => {
                self.position = *position;
                Ok(())
            }
            UgiCommand::Go(go) => self.go(&go),
            // Searches share no state, so there is nothing to reset.
            _ => Ok(()),
        }
    }

    fn go(&mut self, go: &Go) -> Result<()> {
        let started = Instant::now();
        ensure!(!self.position.is_over(), "the game is over");
        let plan = go.plan(self.position.side(), started)?;
        if let Some(done) = self.thinking.take() {
            done.finish();
        }
        let options = self.options;
        let task = SearchTask {
            position: self.position,
            options,
            plan,
            started,
            engines: self.engines(options),
        };
        self.thinking = Some(BackgroundSearch::start(task)?);
        Ok(())
    }

    /// The engines for these options. They keep their memory from one search to the next: freeing a
    /// large table takes longer than an answer to `stop` may.
    fn engines(&mut self, options: UgiOptions) -> Arc<SearchPool> {
        match &self.engines {
            Some((same, engines)) if *same == options => engines.clone(),
            _ => {
                let engines = Arc::new(SearchPool::new(options.settings, options.threads));
                self.engines = Some((options, engines.clone()));
                engines
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<()> {
        let mut options = self.options;
        options.set(name, value)?;
        if options.settings.hash > self.options.settings.hash {
            memory::check(options.settings.hash)?;
        }
        self.options = options;
        Ok(())
    }

    fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
    }

    /// Waits for the pending answer, and ends.
    fn end(self) {
        if let Some(thinking) = self.thinking {
            if !thinking.is_limited() {
                thinking.stop();
            }
            thinking.finish();
        }
    }

    fn response(&self, query: Query) -> String {
        match query {
            Query::GameOver => format!("response {}", self.position.is_over()),
            Query::Result => {
                let result = match GameResult::of(&self.position) {
                    GameResult::Won(Side::Red) => "p1win",
                    GameResult::Won(Side::White) => "p2win",
                    GameResult::Drawn => "draw",
                    GameResult::Unfinished => "none",
                };
                format!("response {result}")
            }
            Query::Legal => {
                let actions = self.position.actions();
                let words = actions.iter().map(|action: Action| format!(" {action}"));
                format!("response{}", words.collect::<String>())
            }
        }
    }
}

fn greet() -> io::Result<()> {
    say(format_args!("id name Bosworth {}", version()))?;
    say(concat!("id author ", env!("CARGO_PKG_AUTHORS")))?;
    for line in UgiOptions::lines() {
        say(line)?;
    }
    say("ugiok")
}
