use bosworth_board::{Board, Press, Scene};
use bosworth_rules::{
    Action, Card, GameResult, ImpossiblePosition, Next, Ply, Position, Record, Setup, Side, Square,
};
use leptos::prelude::*;

use super::desk::{self, Desk, deal};
use super::editor::Brush;
use super::fault::impossible;
use super::source::{Fault, Source};
use super::tree::Tree;
use crate::app::App;
use crate::browser;
use crate::engine::{self, Lane};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::play::hint_text;
use crate::route::{Route, Shared};
use crate::settings::Hands;
use crate::sound::Sound;
use crate::store;
use crate::touch::Touch;
use bosworth_worker::wire::{Answer, Ask, Findings};

/// How long and how far the engine thinks about one position.
const TIME: u32 = 30_000;
const NODES: u64 = 5_000_000;

/// How long a position must stand before the engine starts, in milliseconds: who runs
/// through a game starts nothing.
const REST: u32 = 150;

/// What a button or a key does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Tool {
    First,
    Back,
    On,
    Last,
    Promote,
    Delete,
    Restore,
    Turn,
    Deal,
    Edit,
    LinkPosition,
    LinkGame,
    CopyText,
    Save,
}

/// Everything that happens on the analysis board.
#[derive(Clone, Copy)]
pub struct Control {
    pub app: App,
    pub page: Lifetime,
    pub desk: RwSignal<Desk>,
    /// The position that is looked at.
    pub position: Memo<Position>,
    /// Whether a position is being set up.
    pub editing: Memo<bool>,
    /// Whether the engine is on.
    pub thinking: Memo<bool>,
    /// What is selected.
    pub board: RwSignal<Board>,
    /// Whether the card of a draw is being chosen.
    pub drawing: RwSignal<bool>,
    /// What the engine says.
    pub findings: RwSignal<Option<Findings>>,
    /// Why the last text could not be shown.
    pub fault: RwSignal<Option<Fault>>,
    /// Games of a file, of which one is to be chosen, and whether there were more.
    pub games: RwSignal<Option<(Vec<Record>, bool)>>,
    /// What a square is given while a position is set up.
    pub brush: RwSignal<Brush>,
}

impl Control {
    /// The board as it was, or what a link brings.
    pub fn new(app: App, shared: Shared) -> Self {
        let desk: RwSignal<Desk> = desk::desk().into();
        let control = Self {
            app,
            page: Lifetime::new(),
            desk,
            position: Memo::new(move |_| desk.with(|desk| *desk.tree.position())),
            editing: Memo::new(move |_| desk.with(|desk| desk.editing.is_some())),
            thinking: Memo::new(move |_| desk.with(|desk| desk.thinking && desk.editing.is_none())),
            board: RwSignal::new(Board::default()),
            drawing: RwSignal::new(false),
            findings: RwSignal::new(None),
            fault: RwSignal::new(None),
            games: RwSignal::new(None),
            brush: RwSignal::new(Brush::Rose(Side::Red)),
        };
        control.follow_link(shared);
        control.think();
        on_cleanup(|| engine::stop(Lane::Study));
        control
    }

    /// Loads what a link names, unless it is what was loaded last: then the work on it goes on.
    fn follow_link(self, shared: Shared) {
        let text = match shared {
            Shared::Nothing => return,
            Shared::Position(text) | Shared::Game(text) => text,
            Shared::Stored(id) => match store::game(&id) {
                Some(entry) => entry.saved.record,
                None => return self.fault.set(Some(Fault::NotKept)),
            },
        };
        if self.desk.with_untracked(|desk| desk.linked != text) {
            self.load(&text);
            if self.fault.with_untracked(Option::is_none) {
                self.desk.update_untracked(|desk| desk.linked = text);
            }
        }
    }

    /// Shows a position or a game that is there as text; several games are listed.
    pub fn load(self, text: &str) {
        match Source::read(text) {
            Err(fault) => self.fault.set(Some(fault)),
            Ok(Source::Position(position)) => self.replace(Tree::new(position), None),
            Ok(Source::Games(mut games, false)) if games.len() == 1 => {
                if let Some(game) = games.pop() {
                    self.open(game);
                }
            }
            Ok(Source::Games(games, more)) => {
                self.fault.set(None);
                self.games.set(Some((games, more)));
                browser::focus_later("#games button");
            }
        }
    }

    /// Shows a game, if it follows the rules.
    pub fn open(self, record: Record) {
        match record.replay() {
            Err(why) => self.fault.set(Some(Fault::Replay(Box::new(record), why))),
            Ok(game) => {
                let mut tree = Tree::of(&game);
                if record.result == GameResult::Unfinished {
                    tree.end();
                }
                self.replace(tree, Some(record));
            }
        }
    }

    /// Reads a file that somebody chose or dropped.
    pub fn read_file(self, file: &web_sys::File) {
        if file.size() > super::source::LARGEST as f64 {
            self.fault.set(Some(Fault::TooLarge));
            return;
        }
        let read = self.page.bind_once(move |text: Option<String>| match text {
            Some(text) => self.load(&text),
            None => self.fault.set(Some(Fault::Unreadable)),
        });
        browser::read_file(file, read);
    }

    /// Shows something else. What was there can be brought back.
    fn replace(self, tree: Tree, record: Option<Record>) {
        self.rest();
        self.desk.update(|desk| desk.replace(tree, record));
        self.app.say(tr("an-loaded"));
    }

    /// Nothing is selected or asked for any more.
    pub fn rest(self) {
        self.board.update(Board::clear);
        self.drawing.set(false);
        self.fault.set(None);
        self.games.set(None);
    }

    /// Whose side is at the bottom.
    pub fn bottom(self) -> Side {
        self.desk.with(|desk| desk.bottom)
    }

    /// What a side is called: as the record says, or by its colour.
    pub fn name(self, side: Side) -> String {
        let tag = if side == Side::Red { "Red" } else { "White" };
        let name = self.desk.with(|desk| {
            let record = desk.record.as_ref()?;
            record.tag(tag).map(str::to_string)
        });
        name.unwrap_or_else(|| texts().side(side, self.position.get().ruleset()))
    }

    /// What the board shows.
    pub fn scene(self) -> Scene {
        let (both, areas) =
            self.app.settings.with(|settings| (settings.hands == Hands::Both, settings.areas));
        let best = self
            .findings
            .with(|findings| findings.as_ref().filter(|_| self.thinking.get())?.best());
        let board = self.board.get();
        self.desk.with(|desk| {
            if let Some(setup) = desk.editing {
                return super::editor::scene(&board, setup, desk.bottom);
            }
            let position = *desk.tree.position();
            let mut scene = board.scene(position, desk.bottom);
            if both {
                scene.warn();
            }
            scene.offer(&board);
            scene.last = desk.tree.movement();
            scene.drawn = desk.tree.drawn();
            if let Some(best) = best {
                scene.point_at(best);
            }
            scene.areas = areas || position.is_over();
            scene
        })
    }

    /// Something was pressed; while a position is set up, squares take what the brush holds.
    pub fn touch(self, press: Press) {
        let editing = self.desk.with_untracked(|desk| desk.editing);
        match (editing, press) {
            (None, _) => self.press(press),
            (Some(setup), Press::Square(square)) => {
                self.paint(self.brush.get_untracked(), setup, square);
            }
            (Some(setup), Press::Drag(square)) => self.paint(Brush::Crown, setup, square),
            (Some(_), _) => {}
        }
    }

    /// Gives a square what a brush holds. There are only so many roses.
    fn paint(self, brush: Brush, setup: Setup, square: Square) {
        let setup = brush.paint(setup, square);
        match Position::try_from(setup) {
            Err(why @ ImpossiblePosition::TooManyRoses(_)) => {
                self.app.notice(impossible(why, setup.ruleset));
            }
            _ => self.desk.update(|desk| desk.editing = Some(setup)),
        }
    }

    /// Does an action; for a draw the card is asked for.
    pub fn act(self, action: Action) {
        match (self.position.get_untracked().act(action), action) {
            (Err(why), _) => {
                self.app.refuse(texts().refusal(why, &self.position.get_untracked()));
            }
            (Ok(Next::Draw(_)), _) => {
                self.board.update(Board::clear);
                self.drawing.set(true);
                browser::focus_later("#draw-chance");
            }
            (Ok(_), Action::Play(card)) => self.follow(Ply::Play(card)),
            (Ok(_), Action::Hero(card)) => self.follow(Ply::Hero(card)),
            (Ok(_), _) => self.follow(Ply::Pass),
        }
    }

    /// The cards that may come up.
    pub fn outcomes(self) -> bosworth_rules::Cards {
        match self.position.get().act(Action::Draw) {
            Ok(Next::Draw(pending)) => pending.outcomes(),
            _ => bosworth_rules::Cards::EMPTY,
        }
    }

    /// Draws this card, or any.
    pub fn draw(self, card: Option<Card>) {
        let cards = untrack(|| self.outcomes());
        let by_chance = || cards.pick(u32::from_le_bytes(browser::random()) % cards.len().max(1));
        if let Some(card) = card.or_else(by_chance) {
            self.follow(Ply::Draw(card));
        }
    }

    /// Goes one ply on.
    fn follow(self, ply: Ply) {
        self.rest();
        let before = self.position.get_untracked();
        let mut done = false;
        self.desk.update(|desk| done = desk.tree.add(ply).is_ok());
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

    /// Does the first actions of a line of the engine, as far as chance has no part in them.
    pub fn follow_line(self, actions: &[String]) {
        for action in actions.iter().filter_map(|text| text.parse().ok()) {
            self.act(action);
        }
    }

    /// Goes elsewhere in the tree and says what was done there.
    pub fn walk(self, walk: &dyn Fn(&mut Tree)) {
        self.rest();
        self.desk.update(|desk| walk(&mut desk.tree));
        let last = self.desk.with_untracked(|desk| desk.tree.last());
        self.app.say(match last {
            Some((before, ply)) => texts().ply(&before, ply),
            None => tr("at-start"),
        });
    }

    /// Whether a tool has anything to do.
    pub fn can(self, tool: Tool) -> bool {
        self.desk.with(|desk| match tool {
            Tool::First | Tool::Back | Tool::Delete => desk.tree.at() != 0,
            Tool::On | Tool::Last => !desk.tree.is_end(),
            Tool::Promote => !desk.tree.is_main(),
            Tool::Restore => !desk.before.is_empty(),
            _ => true,
        })
    }

    /// Uses a tool.
    pub fn run(self, tool: Tool) {
        let change = |change: fn(&mut Tree) -> bool| {
            self.rest();
            self.desk.update(|desk| {
                let old = (desk.tree.clone(), desk.record.clone());
                if change(&mut desk.tree) {
                    desk.remember(old);
                }
            });
        };
        match tool {
            Tool::First => self.walk(&|tree| tree.go(0)),
            Tool::Back => self.walk(&Tree::back),
            Tool::On => self.walk(&Tree::on),
            Tool::Last => self.walk(&Tree::end),
            Tool::Promote => change(Tree::promote),
            Tool::Delete => change(Tree::delete),
            Tool::Restore => {
                self.rest();
                self.desk.update(|desk| {
                    if let Some((tree, record)) = desk.before.pop() {
                        (desk.tree, desk.record) = (tree, record);
                    }
                });
            }
            Tool::Turn => self.desk.update(|desk| desk.bottom = !desk.bottom),
            Tool::Deal => {
                self.replace(Tree::new(deal(self.position.get_untracked().ruleset())), None);
            }
            Tool::Edit => {
                self.rest();
                self.desk.update(|desk| desk.editing = Some(Setup::from(*desk.tree.position())));
                browser::focus_later("#edit-title");
            }
            Tool::LinkPosition => self.copy_link(Shared::Position(self.text())),
            Tool::LinkGame => self.copy_link(Shared::Game(self.short_game())),
            Tool::CopyText => self.copy(self.text()),
            Tool::Save => {
                let name = format!("{}.rose", browser::date(browser::now()).replace('.', "-"));
                browser::download(&name, &self.game(true));
            }
        }
    }

    fn text(self) -> String {
        self.position.get_untracked().to_string()
    }

    fn game(self, full: bool) -> String {
        self.desk.with_untracked(|desk| desk.record(full).to_string())
    }

    /// The game without the tags that nobody filled in: a link should be short.
    fn short_game(self) -> String {
        let text = self.game(false);
        let told = |line: &&str| !line.ends_with(" \"?\"]") && !line.ends_with("??.??\"]");
        text.lines().filter(told).collect::<Vec<_>>().join("\n")
    }

    fn copy_link(self, shared: Shared) {
        self.copy(format!("{}{}", browser::address(), Route::Analysis(shared)));
    }

    fn copy(self, text: String) {
        browser::copy(&text.clone(), move |copied| {
            self.app.notice(if copied {
                tr("an-copied")
            } else {
                fill("an-not-copied", &[("text", text.into())])
            });
        });
    }

    /// Leaves the editor: with a new position, or with nothing changed.
    pub fn edited(self, position: Option<Position>) {
        match position.filter(|position| *position != self.position.get_untracked()) {
            Some(position) => self.replace(Tree::new(position), None),
            None => self.desk.update(|desk| desk.editing = None),
        }
        browser::focus("main h1");
    }

    /// Red's win chance and expected lead.
    pub fn value(self) -> Option<(f64, f64)> {
        let position = self.position.get();
        if position.is_over() {
            return Some(crate::pages::play::final_value(&position));
        }
        self.findings.with(|findings| {
            let best = findings.as_ref()?.lines.first()?;
            Some(match position.side() {
                Side::Red => (best.chance, best.margin),
                Side::White => (1.0 - best.chance, -best.margin),
            })
        })
    }

    /// Lets the engine think about whatever is looked at.
    fn think(self) {
        Effect::new(move |_| {
            let position = self.position.get();
            engine::stop(Lane::Study);
            self.findings.set(None);
            if !self.thinking.get() || position.is_over() {
                return;
            }
            self.page.after(REST, move || {
                let still = self.position.get_untracked() == position;
                if still && self.thinking.get_untracked() {
                    self.ask(position);
                }
            });
        });
    }

    fn ask(self, position: Position) {
        let ask = Ask::Analyse {
            position: position.to_string(),
            milliseconds: Some(TIME),
            nodes: Some(NODES),
        };
        engine::ask(self.page, Lane::Study, &ask, move |answer| match answer {
            Answer::Analysis(findings) => {
                if findings.done {
                    self.app.say(hint_text(&findings, &position));
                }
                self.findings.set(Some(findings));
            }
            Answer::Failed(why) => {
                self.desk.update(|desk| desk.thinking = false);
                self.app.notice(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    }
}
