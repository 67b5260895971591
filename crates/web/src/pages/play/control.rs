mod announce;
mod change;
mod clock;
mod computer;
mod count;
mod input;

pub use computer::{HintRequest, HintTime, final_value, findings_value};

use bosworth_board::{Board, Scene};
use bosworth_rules::Side;
use bosworth_texts::Speech;
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::Findings;

use crate::app::AppContext;
use crate::browser;
use crate::chunk::Chunks;
use crate::clocked_table::{ClockedTable, Seat};
use crate::count_animation::CountAnimation;
use crate::engine::{self, Lane};
use crate::language::{texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::play::late_parts::LateParts;
use crate::parts::BarValue;
use crate::settings::HandTargets;

/// The delay before the code that comes later than a game is fetched, in milliseconds, so that the
/// first action waits for nothing else.
const LATE_PARTS_DELAY_MS: u32 = 1500;

/// The controller of a local game.
#[derive(Clone, Copy)]
pub struct LocalGameControl {
    pub app: AppContext,
    pub page: Lifetime,
    /// The UI state of the board.
    pub board: RwSignal<Board>,
    /// The displayed ply.
    pub ply: Memo<usize>,
    /// Whether the keyboard help is open, a modal dialog.
    pub help: RwSignal<bool>,
    /// Whether the board turns to the side to act.
    pub turning: RwSignal<bool>,
    /// The engine's hint.
    pub hint: RwSignal<Option<Findings>>,
    /// The request for a hint.
    pub hinting: RwSignal<HintRequest>,
    /// Red's win chance and expected lead.
    pub value: RwSignal<Option<BarValue>>,
    /// Whether an engine-vs-engine game is paused.
    pub paused: RwSignal<bool>,
    /// The delay between actions in an engine-vs-engine game, in milliseconds.
    pub pace: RwSignal<u32>,
    /// The count at the end.
    pub counting: CountAnimation,
    /// The log of text mode.
    pub log: RwSignal<Vec<String>>,
    /// The current time, while a clock runs.
    pub now: RwSignal<f64>,
    /// The code that comes later than the game, once it is here.
    pub late_parts: RwSignal<Option<LateParts>>,
    /// Whether it could not be fetched.
    pub lacks_late_parts: RwSignal<bool>,
    chunks: Chunks,
}

impl LocalGameControl {
    pub fn new(app: AppContext) -> Self {
        let board = RwSignal::new(Board::default());
        let page = Lifetime::new();
        let chunks: Chunks = expect_context();
        let control = Self {
            app,
            page,
            board,
            ply: Memo::new(move |_| {
                let last = app.table.with(|table| Some(table.as_ref()?.game().plies().len()));
                board.with(|board| board.ply(last.unwrap_or_default()))
            }),
            help: RwSignal::new(false),
            turning: RwSignal::new(false),
            hint: RwSignal::new(None),
            hinting: RwSignal::new(HintRequest::None),
            value: RwSignal::new(None),
            paused: RwSignal::new(false),
            pace: RwSignal::new(700),
            counting: CountAnimation::new(page),
            log: RwSignal::new(Vec::new()),
            now: RwSignal::new(browser::now()),
            late_parts: chunks.late_parts(),
            lacks_late_parts: RwSignal::new(false),
            chunks,
        };
        let greeting = control.with_untracked(|table| {
            let texts = texts();
            let speech = Speech::new(&texts, table.game(), table.position().side());
            vec![speech.words(), speech.turn()]
        });
        control.log.set(greeting.unwrap_or_default());
        control.drive();
        control.watch_value();
        control.run_clock();
        on_cleanup(move || {
            engine::stop(Lane::Play);
            engine::stop(Lane::Study);
            control.pause_clock();
        });
        control
    }

    /// Reads the table, which always exists while there is a controller.
    pub fn with<T>(self, look: impl FnOnce(&ClockedTable) -> T) -> Option<T> {
        self.app.table.with(|table| table.as_ref().map(look))
    }

    pub fn with_untracked<T>(self, look: impl FnOnce(&ClockedTable) -> T) -> Option<T> {
        self.app.table.with_untracked(|table| table.as_ref().map(look))
    }

    /// The side of the viewer: the person's, or the side to act if both are people.
    pub fn viewer(self) -> Side {
        self.with(|table| match (table.seats.red, table.seats.white) {
            (Seat::Level(_), Seat::Person) => Side::White,
            (Seat::Person, Seat::Person) if self.turning.get() => table.position().side(),
            _ => Side::Red,
        })
        .unwrap_or(Side::Red)
    }

    /// The side whose hand is below the board.
    pub fn near(self) -> Side {
        let viewer = self.viewer();
        self.board.with(|board| board.near(viewer))
    }

    /// Whether the board follows the game.
    pub fn is_live(self) -> bool {
        self.board.with(Board::is_live)
    }

    /// Whether a person may act now.
    pub fn may_act(self) -> bool {
        self.is_live() && self.with(|table| table.turn() == Some(Seat::Person)).unwrap_or(false)
    }

    /// The scene of the board.
    pub fn scene(self) -> Option<Scene> {
        let (ply, near, board) = (self.ply.get(), self.near(), self.board.get());
        let (turning, may_act) = (self.turning.get(), self.may_act());
        let best = self.hint.with(|hint| hint.as_ref()?.best());
        let tally = self.tally().filter(|_| board.is_live());
        let (both, areas) = self
            .app
            .settings
            .with(|settings| (settings.hands == HandTargets::Both, settings.areas));
        self.with(|table| {
            let people = table.seats.red == table.seats.white && table.seats.red == Seat::Person;
            let mut scene = board.scene_of(table.game(), ply, near);
            if turning && people {
                scene.bottom = near;
            }
            if may_act {
                scene.offer(&board, both);
                if let Some(best) = best {
                    scene.point_at(best);
                }
            } else if both && board.is_live() && !table.is_over() {
                scene.show_threats();
            }
            scene.past = !board.is_live();
            scene.tally = tally;
            scene.areas = areas || scene.position.is_over() || (table.is_over() && board.is_live());
            scene
        })
    }

    /// Fetches the code that comes later than the game: in a while, and at once while it is needed.
    pub fn fetch_late_parts(self, needed: Memo<bool>) {
        Effect::new(move |_| {
            let delay = if needed.get() { 0 } else { LATE_PARTS_DELAY_MS };
            self.page.after(delay, move || {
                self.page.spawn(async move {
                    self.lacks_late_parts.set(!self.chunks.fetch_lessons().await);
                });
            });
        });
    }

    /// Whether only computers play.
    pub fn watching(self) -> bool {
        self.with_untracked(|table| Side::ALL.iter().all(|&side| table.seats[side] != Seat::Person))
            .unwrap_or(false)
    }

    /// Navigates to a ply.
    pub fn go_to(self, ply: usize) {
        let last = self.with_untracked(|table| table.game().plies().len()).unwrap_or_default();
        self.board.update(|board| board.go_to(ply, last));
        let said = self.with_untracked(|table| {
            let before = ply.checked_sub(1)?;
            Some(texts().ply(&table.game().positions()[before], *table.game().plies().get(before)?))
        });
        self.app.say(said.flatten().unwrap_or_else(|| tr("at-start")));
    }
}
