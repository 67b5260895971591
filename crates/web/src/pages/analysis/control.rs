mod load;
mod think;
mod tool;

pub use tool::{AnalysisTool, long_link_text};

use bosworth_board::{Board, Press, Scene};
use bosworth_rules::{
    Action, BySide, Card, ImpossiblePosition, Next, Ply, Position, Setup, Side, Square,
};
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::Findings;

use super::draft::Draft;
use super::editor::Brush;
use super::import_error::impossible_position_text;
use super::import_source::{ImportError, ImportedGames};
use super::state::{self, AnalysisState};
use super::tree::GameTree;
use crate::app::AppContext;
use crate::board_input::BoardInput;
use crate::browser;
use crate::clocked_table::Seat;
use crate::engine::{self, Lane};
use crate::language::{texts, tr};
use crate::lifetime::Lifetime;
use crate::player_names::player_name;
use crate::route::AnalysisLink;
use crate::settings::HandTargets;
use crate::sound::Sound;

/// Where an import was started, and where its error is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportPlace {
    /// The URL of the page, or the list of games at the top.
    Page,
    /// The panel with the text field and the file button.
    Panel,
}

/// The controller of the analysis board.
#[derive(Clone, Copy)]
pub struct AnalysisControl {
    pub app: AppContext,
    pub page: Lifetime,
    pub state: RwSignal<AnalysisState>,
    /// The displayed position.
    pub position: Memo<Position>,
    /// Whether a position is being set up.
    pub editing: Memo<bool>,
    /// Whether the engine is on.
    pub thinking: Memo<bool>,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    /// Whether the card of a draw is being chosen.
    pub drawing: RwSignal<bool>,
    /// The engine's analysis.
    pub findings: RwSignal<Option<Findings>>,
    /// Why the last import failed, and where that is shown.
    pub fault: RwSignal<Option<(ImportPlace, ImportError)>>,
    /// The games of a file to choose from.
    pub games: RwSignal<Option<ImportedGames>>,
    /// The other drafts with their ids, the latest first.
    pub drafts: RwSignal<Vec<(String, Draft)>>,
    /// Whether the tree cannot be kept as a draft.
    pub is_lost: RwSignal<bool>,
    /// The length of a link that is too long to be shared.
    pub long_link: RwSignal<Option<usize>>,
    /// The brush of the position editor.
    pub brush: RwSignal<Brush>,
}

impl AnalysisControl {
    /// Restores the board, or loads the content of a link.
    pub fn new(app: AppContext, shared: AnalysisLink) -> Self {
        let state: RwSignal<AnalysisState> = state::analysis_state();
        let control = Self {
            app,
            page: Lifetime::new(),
            state,
            position: Memo::new(move |_| state.with(|state| *state.tree.position())),
            editing: Memo::new(move |_| state.with(|state| state.editing.is_some())),
            thinking: Memo::new(move |_| {
                state.with(|state| state.thinking && state.editing.is_none())
            }),
            board: RwSignal::new(Board::default()),
            drawing: RwSignal::new(false),
            findings: RwSignal::new(None),
            fault: RwSignal::new(None),
            games: RwSignal::new(None),
            drafts: RwSignal::default(),
            is_lost: RwSignal::new(false),
            long_link: RwSignal::new(None),
            brush: RwSignal::new(Brush::Rose(Side::Red)),
        };
        control.follow_link(shared);
        control.keep_drafts();
        control.think();
        on_cleanup(|| engine::stop(Lane::Study));
        control
    }

    /// Clears the selection, the draw prompt and the import.
    pub fn reset_input(self) {
        self.board.update(Board::clear);
        self.drawing.set(false);
        self.fault.set(None);
        self.games.set(None);
        self.long_link.set(None);
    }

    /// The side at the bottom.
    pub fn bottom(self) -> Side {
        self.state.with(|state| state.bottom)
    }

    /// The name of a side: the player in the record, or the colour.
    pub fn name(self, side: Side) -> String {
        let people = BySide { red: Seat::Person, white: Seat::Person };
        let name = self
            .state
            .with(|state| state.record.as_ref().map(|record| player_name(record, people, side)));
        name.unwrap_or_else(|| texts().side(side, self.position.get().ruleset()))
    }

    /// The scene of the board.
    pub fn scene(self) -> Scene {
        let (both, areas) = self
            .app
            .settings
            .with(|settings| (settings.hands == HandTargets::Both, settings.areas));
        let best = self
            .findings
            .with(|findings| findings.as_ref().filter(|_| self.thinking.get())?.best());
        let board = self.board.get();
        self.state.with(|state| {
            if let Some(setup) = state.editing {
                return super::editor::scene(&board, setup, state.bottom);
            }
            let position = *state.tree.position();
            let mut scene = board.scene(position, state.bottom);
            scene.offer(&board, both);
            scene.last = state.tree.movement();
            scene.drawn = state.tree.drawn();
            if let Some(best) = best {
                scene.point_at(best);
            }
            scene.areas = areas || position.is_over();
            scene
        })
    }

    /// Handles a press; in the position editor, squares are painted with the brush.
    pub fn handle_press(self, press: Press) {
        let editing = self.state.with_untracked(|state| state.editing);
        match (editing, press) {
            (None, _) => self.press(press),
            (Some(setup), Press::Square(square)) => {
                self.paint(self.brush.get_untracked(), setup, square);
            }
            (Some(setup), Press::Drag(square)) => self.paint(Brush::Crown, setup, square),
            (Some(_), _) => {}
        }
    }

    /// Paints a square, unless the supply of roses is exhausted.
    fn paint(self, brush: Brush, setup: Setup, square: Square) {
        let setup = brush.paint(setup, square);
        match Position::try_from(setup) {
            Err(why @ ImpossiblePosition::TooManyRoses(_)) => {
                self.app.toast(impossible_position_text(why, setup.ruleset));
            }
            _ => self.state.update(|state| state.editing = Some(setup)),
        }
    }

    /// Performs an action; for a draw, asks for the card.
    pub fn act(self, action: Action) {
        let position = self.position.get_untracked();
        if let Err(why) = position.choose(action) {
            self.app.refuse(texts().refusal(why, &position));
            return;
        }
        if let Some(ply) = action.resolved(None) {
            return self.follow(ply);
        }
        self.board.update(Board::clear);
        self.drawing.set(true);
        browser::focus_later("#draw-chance");
    }

    /// The cards that may be drawn.
    pub fn outcomes(self) -> bosworth_rules::Cards {
        match self.position.get().act(Action::Draw) {
            Ok(Next::Draw(pending)) => pending.outcomes(),
            _ => bosworth_rules::Cards::EMPTY,
        }
    }

    /// Draws this card, or a random one.
    pub fn draw(self, card: Option<Card>) {
        let cards = untrack(|| self.outcomes());
        let by_chance = || cards.pick(u32::from_le_bytes(browser::random()) % cards.len().max(1));
        if let Some(card) = card.or_else(by_chance) {
            self.follow(Ply::Draw(card));
        }
    }

    /// Plays a ply.
    fn follow(self, ply: Ply) {
        self.reset_input();
        let before = self.position.get_untracked();
        let mut done = false;
        self.state.update(|state| done = state.tree.add(ply).is_ok());
        if done {
            let after = self.position.get_untracked();
            self.app.sound(match ply {
                _ if after.is_over() => Sound::End,
                Ply::Hero(_) => Sound::Hero,
                Ply::Play(_) => Sound::Play,
                Ply::Draw(_) | Ply::Pass => Sound::Draw,
            });
            self.app.say(texts().ply(&before, ply));
        }
    }

    /// Plays a line of the engine.
    pub fn follow_line(self, actions: &[String]) {
        for action in actions.iter().filter_map(|text| text.parse().ok()) {
            self.act(action);
        }
    }

    /// Navigates in the tree, and announces the last ply.
    pub fn walk(self, walk: &dyn Fn(&mut GameTree)) {
        self.reset_input();
        self.state.update(|state| walk(&mut state.tree));
        let last = self.state.with_untracked(|state| state.tree.last());
        self.app.say(match last {
            Some((before, ply)) => texts().ply(&before, ply),
            None => tr("at-start"),
        });
    }

    /// Closes the editor, with the edited position or without changes.
    pub fn edited(self, position: Option<Position>) {
        match position.filter(|position| *position != self.position.get_untracked()) {
            Some(position) => self.replace(GameTree::new(position), None, true),
            None => self.state.update(|state| state.editing = None),
        }
        browser::focus("main h1");
    }
}
