mod input_line;
mod network_events;

use std::collections::VecDeque;
use std::io::{self, Write};

use bosworth_rules::Side;
use bosworth_texts::Texts;

use super::lobby_list::LobbyList;
use super::network::{NetworkEvent, NetworkRequest};
use super::snapshot::Snapshot;
use super::{SaveReport, SessionEnd};

/// An input event of an online session in plain mode.
#[derive(Debug)]
pub enum PlainInput {
    /// A line of input.
    Line(String),
    /// End of input.
    End,
    /// A termination signal.
    Stop,
    /// A message from the server.
    Network(Box<NetworkEvent>),
}

/// Plays on a server line by line, in words.
pub struct PlainOnline<'a, O> {
    texts: &'a Texts,
    output: O,
    server: &'a str,
    /// Whether input is interactive. Otherwise lines are queued until they can be used, because a
    /// script does not know when it is its turn.
    talk: bool,
    lines: VecDeque<PlainInput>,
    place: PlainState,
    lost: bool,
    /// Whether the list was asked for and has not arrived.
    awaits_list: bool,
    /// The question that awaits an answer.
    asked: Option<PlainQuestion>,
    passed: Option<u32>,
    requests: Vec<NetworkRequest>,
    ended: bool,
    prompted: bool,
    /// Whether a line editor shows the prompt.
    edited: bool,
    session_end: Option<SessionEnd>,
}

/// What the answers to a question request.
struct PlainQuestion {
    yes: NetworkRequest,
    no: Option<NetworkRequest>,
}

impl From<NetworkRequest> for PlainQuestion {
    /// A request that needs confirmation.
    fn from(yes: NetworkRequest) -> Self {
        Self { yes, no: None }
    }
}

enum PlainState {
    Connecting,
    Lobby(LobbyList),
    Table(Box<Snapshot>),
}

impl<'a, O: Write> PlainOnline<'a, O> {
    /// A new session.
    pub fn new(texts: &'a Texts, output: O, server: &'a str, talk: bool) -> Self {
        Self {
            texts,
            output,
            server,
            talk,
            lines: VecDeque::new(),
            place: PlainState::Connecting,
            lost: false,
            awaits_list: false,
            asked: None,
            passed: None,
            requests: Vec::new(),
            ended: false,
            prompted: false,
            edited: false,
            session_end: None,
        }
    }

    /// Prints no prompt: a line editor shows its own.
    #[must_use]
    pub fn with_line_editor(mut self) -> Self {
        self.edited = true;
        self
    }

    /// The messages in the language of the session.
    pub fn texts(&self) -> &'a Texts {
        self.texts
    }

    /// Takes the pending requests.
    pub fn requests(&mut self) -> Vec<NetworkRequest> {
        std::mem::take(&mut self.requests)
    }

    /// Takes the table of the player's game that has just ended.
    pub fn ended(&mut self) -> Option<&Snapshot> {
        match &self.place {
            PlainState::Table(snapshot) if std::mem::take(&mut self.ended) => Some(snapshot),
            _ => None,
        }
    }

    /// Whether and how the session has ended.
    pub fn session_end(&self) -> Option<&SessionEnd> {
        self.session_end.as_ref()
    }

    /// Shows the prompt, if input is interactive.
    pub fn prompt(&mut self) -> io::Result<()> {
        if self.talk && !self.edited && !self.prompted {
            self.prompted = true;
            write!(self.output, "> ")?;
        }
        self.output.flush()
    }

    /// Handles an event, at a time in milliseconds since 1970.
    pub fn handle(&mut self, heard: PlainInput, now: i64) -> io::Result<()> {
        match heard {
            PlainInput::Network(news) => self.network_event(*news, now)?,
            PlainInput::Stop => self.quit(),
            typed => {
                self.prompted = false;
                self.lines.push_back(typed);
            }
        }
        while self.session_end.is_none() && (self.talk || self.is_asked()) {
            match self.lines.pop_front() {
                Some(PlainInput::Line(line)) => self.line(line.trim(), now)?,
                Some(_) => self.quit(),
                None => break,
            }
        }
        Ok(())
    }

    /// Whether a line of scripted input can be used now.
    fn is_asked(&self) -> bool {
        match &self.place {
            PlainState::Connecting => false,
            _ if self.awaits_list => false,
            PlainState::Lobby(_) => self.requests.is_empty(),
            PlainState::Table(snapshot) => {
                let act = snapshot.is_my_turn() && !snapshot.must_pass();
                let free = snapshot.side.is_none() || snapshot.is_over() || act;
                free && !snapshot.sending && self.requests.is_empty()
            }
        }
    }

    /// Reports the result of verifying and saving a game that has ended.
    pub fn kept(&mut self, kept: Option<&SaveReport>) -> io::Result<()> {
        let lines = kept.map(|kept| kept.lines(self.texts)).unwrap_or_default();
        self.say_all(&lines)
    }

    fn quit(&mut self) {
        let line = match &self.place {
            PlainState::Table(snapshot) if snapshot.side.is_some() && !snapshot.is_over() => {
                Some(self.how_back(snapshot))
            }
            _ => None,
        };
        self.session_end = Some(SessionEnd::Quit(line));
    }

    fn how_back(&self, snapshot: &Snapshot) -> String {
        let id = if self.lost { "online-goes-on-lost" } else { "online-goes-on" };
        let game = snapshot.table.id().to_string();
        self.texts.format(id, &[("server", self.server.into()), ("game", game.into())])
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        if self.prompted {
            // Messages start on a new line, not after the prompt.
            self.prompted = false;
            writeln!(self.output)?;
        }
        writeln!(self.output, "{line}")
    }

    fn say_all(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn say_text(&mut self, id: &str) -> io::Result<()> {
        let text = self.texts.get(id);
        self.say(&text)
    }
}

/// The point of view: that of the player here, otherwise of the side to act.
fn listener(snapshot: &Snapshot) -> Side {
    snapshot.side.or(snapshot.table.turn()).unwrap_or(Side::Red)
}
