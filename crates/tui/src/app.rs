mod board_input;
mod computer;
mod effect;
mod keys;
mod names;
mod online;
mod resign;
mod training;

pub use board_input::ClickTarget;
pub use effect::{AppEffect, EffectResult};
pub use online::OnlineGame;
pub use training::TrainingInput;

use std::time::{Duration, Instant};

use bosworth_board::{Board, Scene, facing};
use bosworth_engine::{Analysis, PlyReview, ReviewDepth, Summary};
use bosworth_local::{LocalTable, Seat};
use bosworth_rules::{Action, BySide, CardView, Game, Position, Record, Ruleset, Side};
use bosworth_texts::{MessageArgument, Texts};

use self::resign::PendingQuestion;
use crate::local_clock::LocalClock;
use crate::theme::{Ground, Theme};
use crate::training::PracticeSession;

/// The content of the screen.
pub enum GameSource {
    /// A local game.
    Table(Box<LocalTable>),
    /// A game on a server.
    Online(Box<OnlineGame>),
    /// Training.
    Training(Box<PracticeSession>),
    /// The games of a file, to be replayed.
    Records {
        /// The games, each with the fault in its record, if any.
        games: Vec<(Record, Game, Option<String>)>,
        /// The index of the game that is shown.
        place: usize,
        /// The depth of the review; none if there is no review.
        review: Option<ReviewDepth>,
    },
}

/// Why the app is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveReason {
    /// Quit the program.
    Quit,
    /// Start another game.
    NewGame,
    /// Review the finished game.
    Review,
    /// Return to the finished game that was reviewed.
    Back,
}

/// The state of the screen, and the key bindings. It does not draw, spawn threads, read clocks or
/// write files; [`effects`](TerminalApp::effects) returns the side effects to perform.
pub struct TerminalApp {
    pub(crate) texts: Texts,
    pub(crate) theme: Theme,
    pub(crate) source: GameSource,
    /// The selection, the position shown and its orientation.
    pub(crate) board: Board,
    pub(crate) areas: bool,
    pub(crate) valued: bool,
    pub(crate) help: bool,
    pub(crate) paused: bool,
    /// The delay before a computer acts.
    pub(crate) pace: Duration,
    /// The latest analysis and its position.
    pub(crate) value: Option<(Position, Analysis)>,
    pub(crate) hint: Option<(Position, Analysis)>,
    pub(crate) hinting: bool,
    pub(crate) message: Option<String>,
    pub(crate) asks: Option<PendingQuestion>,
    pub(crate) plies: Vec<PlyReview>,
    pub(crate) summaries: Option<BySide<Summary>>,
    /// Whether leaving returns to another screen instead of quitting.
    pub(crate) returns: bool,
    /// The clock of a local game.
    pub(crate) clock: Option<LocalClock>,
    /// The time of the latest tick.
    pub(crate) now: Option<Instant>,
    /// An action scheduled for a later time.
    pending: Option<(Action, Instant)>,
    /// The ticket of the outstanding request for an action.
    choosing: Option<u64>,
    valuing: Option<u64>,
    reviewing: Option<u64>,
    tickets: u64,
    effects: Vec<AppEffect>,
    leave: Option<LeaveReason>,
}

impl TerminalApp {
    /// An app that shows `source`.
    pub fn new(source: GameSource, texts: Texts, theme: Theme, pace: Duration) -> Self {
        let board = match source {
            GameSource::Records { .. } => Board::standing_at(0),
            _ => Board::default(),
        };
        // A game with a handicap says so at the start.
        let message = match &source {
            GameSource::Table(table) => table
                .handicap()
                .map(|given| texts.given_handicap(given, table.position().ruleset())),
            _ => None,
        };
        let mut app = Self {
            texts,
            theme,
            source,
            board,
            areas: false,
            valued: false,
            help: false,
            paused: false,
            pace,
            value: None,
            hint: None,
            hinting: false,
            message,
            asks: None,
            plies: Vec::new(),
            summaries: None,
            returns: false,
            clock: None,
            now: None,
            pending: None,
            choosing: None,
            valuing: None,
            reviewing: None,
            tickets: 0,
            effects: Vec::new(),
            leave: None,
        };
        app.begin_review();
        if app
            .online()
            .is_some_and(|online| online.snapshot.is_over() && online.snapshot.side.is_some())
        {
            app.effects.push(AppEffect::VerifyAndSave);
        }
        app
    }

    /// A review of a finished game, which leads back to it.
    pub fn review(record: Record, game: Game, texts: Texts, theme: Theme) -> Self {
        let games = vec![(record, game, None)];
        let review = Some(ReviewDepth::default());
        let source = GameSource::Records { games, place: 0, review };
        Self { returns: true, ..Self::new(source, texts, theme, Duration::ZERO) }
    }

    /// Adds a clock.
    pub fn with_clock(mut self, clock: Option<LocalClock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets the background.
    pub fn set_ground(&mut self, ground: Ground) {
        self.theme.ground = ground;
    }

    /// Takes the pending side effects.
    pub fn effects(&mut self) -> Vec<AppEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Whether and why the app is closed.
    pub fn leave(&self) -> Option<LeaveReason> {
        self.leave
    }

    /// Stays open after all.
    pub fn stay(&mut self) {
        self.leave = None;
    }

    /// Whether the game shown can be reviewed: a finished one with at least one action.
    pub(crate) fn can_be_reviewed(&self) -> bool {
        self.is_played() && self.is_over() && !self.game().plies().is_empty()
    }

    /// The source, the clock and the texts, for the next screen.
    pub fn into_parts(self) -> (GameSource, Option<LocalClock>, Texts) {
        (self.source, self.clock, self.texts)
    }

    /// The table of a local game.
    pub fn table(&self) -> Option<&LocalTable> {
        match &self.source {
            GameSource::Table(table) => Some(table),
            _ => None,
        }
    }

    fn table_mut(&mut self) -> Option<&mut LocalTable> {
        match &mut self.source {
            GameSource::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        match &self.source {
            GameSource::Table(table) => table.game(),
            GameSource::Online(online) => online.game(),
            GameSource::Training(session) => session.game(),
            GameSource::Records { games, place, .. } => &games[*place].1,
        }
    }

    /// The ply that the board shows.
    pub(crate) fn ply(&self) -> usize {
        self.board.ply(self.game().plies().len())
    }

    pub(crate) fn position(&self) -> &Position {
        &self.game().positions()[self.ply()]
    }

    pub(crate) fn ruleset(&self) -> Ruleset {
        self.position().ruleset()
    }

    /// Whether the board shows the latest position.
    pub(crate) fn is_live(&self) -> bool {
        self.board.is_live()
    }

    /// Whether a game is played, locally or online, rather than replayed.
    pub(crate) fn is_played(&self) -> bool {
        !matches!(self.source, GameSource::Records { .. })
    }

    /// Whether the game has ended, by the rules or early.
    pub(crate) fn is_over(&self) -> bool {
        match &self.source {
            GameSource::Table(table) => table.is_over(),
            GameSource::Online(online) => online.snapshot.is_over(),
            GameSource::Training(_) | GameSource::Records { .. } => false,
        }
    }

    /// Whether the board shows the final position.
    pub(crate) fn shows_end(&self) -> bool {
        self.position().is_over() || (self.is_live() && self.is_over())
    }

    /// Whether both players are computers.
    pub(crate) fn watching(&self) -> bool {
        let computer = |table: &LocalTable| {
            Side::ALL.iter().all(|&side| matches!(table.seats[side], Seat::Level(_)))
        };
        self.table().is_some_and(computer)
    }

    /// Whether a person may act in the position shown.
    pub(crate) fn may_act(&self) -> bool {
        if let GameSource::Online(online) = &self.source {
            return self.is_live() && online.may_act();
        }
        if let GameSource::Training(session) = &self.source {
            return session.is_open();
        }
        let turn = self.table().and_then(LocalTable::turn);
        self.is_live() && turn == Some(Seat::Person) && !self.position().actions().pass
    }

    /// The side whose hand is below the board: the person's, against a computer.
    pub(crate) fn near(&self) -> Side {
        let own = match &self.source {
            GameSource::Online(online) => online.snapshot.side.unwrap_or(Side::Red),
            GameSource::Table(table) => match (table.seats.red, table.seats.white) {
                (Seat::Level(_), Seat::Person) => Side::White,
                _ => Side::Red,
            },
            GameSource::Training(session) => session.game().start().side(),
            GameSource::Records { .. } => Side::Red,
        };
        self.board.near(own)
    }

    /// The side at the bottom of the board. North is up unless the board is turned, to match
    /// arrows, names and lists.
    pub(crate) fn bottom(&self) -> Side {
        facing(self.ruleset(), self.near(), self.board.is_turned())
    }

    /// Whether the directions on the screen are not those of the cards' names.
    pub(crate) fn is_upside_down(&self) -> bool {
        self.bottom() == Side::Red && self.ruleset().cards == CardView::Board
    }

    /// The board's scene, including what can be clicked.
    pub(crate) fn scene(&self) -> Scene {
        let mut scene = self.board.scene_of(self.game(), self.ply(), self.near());
        if self.may_act() {
            scene.offer(&self.board, false);
        }
        if let Some(best) = self.training().and_then(PracticeSession::solution) {
            scene.point_at(best);
        }
        let hint = self.hint.as_ref().filter(|(of, _)| of == self.position());
        if let Some(best) = hint.and_then(|(_, analysis)| analysis.best()) {
            scene.point_at(best);
        }
        scene.areas = self.areas;
        scene.past = !self.is_live() && self.is_played();
        scene
    }

    fn say(&mut self, id: &str) {
        self.message = Some(self.texts.get(id));
    }

    fn say_with(&mut self, id: &str, values: &[(&str, MessageArgument<'_>)]) {
        self.message = Some(self.texts.format(id, values));
    }

    fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    fn go_to(&mut self, ply: usize) {
        let last = self.game().plies().len();
        self.message = None;
        self.discard_analyses();
        if self.is_played() {
            self.board.go_to(ply, last);
        } else {
            // Stay at the end of a record: no more plies will follow.
            self.board.stay_at(ply.min(last));
        }
    }

    /// Whether a review is shown.
    pub(crate) fn is_review(&self) -> bool {
        matches!(self.source, GameSource::Records { review: Some(_), .. })
    }

    /// Shows the next action with a mark, or the one before.
    fn next_mistake(&mut self, on: bool) {
        let at = self.ply();
        let mut marked = self.plies.iter().filter(|review| review.mark().is_some());
        let next = if on {
            marked.find(|review| review.number > at)
        } else {
            marked.rfind(|review| review.number < at)
        };
        match next.map(|review| review.number) {
            Some(ply) => self.go_to(ply),
            None => self.say("tui-no-mistake"),
        }
    }

    fn other_game(&mut self, on: bool) {
        let GameSource::Records { games, place, .. } = &mut self.source else { return };
        let next = if on { *place + 1 } else { place.wrapping_sub(1) };
        if next >= games.len() {
            return;
        }
        *place = next;
        self.board.stay_at(0);
        self.message = None;
        self.discard_analyses();
        self.begin_review();
    }
}
