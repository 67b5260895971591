use bosworth_rules::{BySide, Game, GameResult, Position, Record, Ruleset, Setup, Side};
use bosworth_view::prelude::*;

use super::draft::{Draft, DraftState, sort};
use super::tree::GameTree;
use crate::browser;
use crate::clocked_table::{ClockedTable, Seat};
use crate::store;

/// The maximum number of trees that can be restored.
const MAX_RESTORABLE_TREES: usize = 20;

/// A tree with what belongs to it.
#[derive(Clone)]
pub struct AnalysedTree {
    tree: GameTree,
    record: Option<Record>,
    linked: String,
    draft: DraftState,
}

/// The state of the analysis board, which survives language changes and navigation to other pages.
/// The tree also survives a reload, as a draft.
pub struct AnalysisState {
    /// The current tree.
    pub tree: GameTree,
    /// The record it was loaded from.
    pub record: Option<Record>,
    /// The position that is being set up.
    pub editing: Option<Setup>,
    /// Whether the engine is on.
    pub thinking: bool,
    /// The number of lines shown.
    pub lines: usize,
    /// The side at the bottom.
    pub bottom: Side,
    /// The content of the link that the tree was opened from.
    pub linked: String,
    /// The draft of the tree.
    pub draft: DraftState,
    /// The previous trees, most recent last.
    pub before: Vec<AnalysedTree>,
}

thread_local! {
    static STATE: RwSignal<AnalysisState> = RwSignal::everlasting(AnalysisState::new());
}

/// The analysis state, a singleton that lives as long as the app.
pub fn analysis_state() -> RwSignal<AnalysisState> {
    STATE.with(|state| *state)
}

impl AnalysisState {
    /// Continues with the latest draft, or starts with a new deal.
    fn new() -> Self {
        let mut state = Self {
            tree: GameTree::new(deal(Ruleset::CLASSIC)),
            record: None,
            editing: None,
            thinking: false,
            lines: 3,
            // North is up.
            bottom: Side::White,
            linked: String::new(),
            draft: DraftState::new(false),
            before: Vec::new(),
        };
        let mut drafts = store::drafts();
        sort(&mut drafts);
        if let Some((id, draft)) = drafts.first() {
            state.open_draft(id, draft);
            state.before.clear();
        }
        state
    }

    /// The whole tree as a record: the game that was played, and everything else as variations in
    /// comments. Metadata of the loaded record that still applies is kept.
    pub fn file(&self) -> Record {
        let played = self.record.as_ref().and_then(|record| {
            let mut line = self.tree.line(record.steps.iter().map(|step| step.ply))?;
            // Plies added to an unfinished game continue it.
            if record.result == GameResult::Unfinished {
                self.tree.extend_to_end(&mut line);
            }
            Some(line)
        });
        let line = played.unwrap_or_else(|| {
            let mut line = vec![0];
            self.tree.extend_to_end(&mut line);
            line
        });
        let mut record = self.record_of(&self.tree.game_of(&line));
        self.tree.write_beside(&line, &mut record);
        record
    }

    /// The whole tree as a record for a link: without the proof of the shuffle and empty tags.
    pub fn link_text(&self) -> String {
        let mut record = self.file();
        record.tags.retain(|(name, _)| is_about_players(name));
        let text = record.to_string();
        let told = |line: &&str| !line.ends_with(" \"?\"]") && !line.ends_with("??.??\"]");
        text.lines().filter(told).collect::<Vec<_>>().join("\n")
    }

    /// The record of a game, with comments, and with the proof if the loaded game is unchanged.
    fn record_of(&self, game: &Game) -> Record {
        let mut record = Record::of(game);
        let Some(source) = &self.record else { return record };
        let same = source.start == record.start
            && source.steps.iter().map(|step| step.ply).eq(game.plies().iter().copied());
        for (name, value) in &source.tags {
            if same || is_about_players(name) {
                record.set_tag(name, value);
            }
        }
        if same {
            record.result = source.result;
        }
        if source.start == record.start {
            record.comments.clone_from(&source.comments);
            for (step, known) in record.steps.iter_mut().zip(&source.steps) {
                if step.ply != known.ply {
                    break;
                }
                step.comments.clone_from(&known.comments);
            }
        }
        record
    }

    /// The tree as a draft, if it has changed since it was stored.
    pub fn next_draft(&mut self) -> Option<Draft> {
        let tree = (self.file().to_string(), self.tree.place(), self.linked.clone());
        let stored_version = |id: &str| store::draft(id).map(|draft| draft.version);
        self.draft.next(tree, stored_version, store::new_id, browser::now())
    }

    /// Shows a draft; returns whether it could be read.
    pub fn open_draft(&mut self, id: &str, draft: &Draft) -> bool {
        let Some(mut record) = draft.record() else { return false };
        let Ok(game) = record.replay() else { return false };
        let tree = GameTree::read(&mut record, &game);
        let is_named = record.tags.iter().any(|(_, value)| !value.starts_with('?'));
        self.replace(tree, is_named.then_some(record), DraftState::of(id.into(), draft));
        self.tree.go_to_place(&draft.at);
        self.linked.clone_from(&draft.link);
        true
    }

    /// Replaces the tree. The old one can be restored.
    pub fn replace(&mut self, tree: GameTree, record: Option<Record>, draft: DraftState) {
        self.remember(self.tree.clone());
        (self.tree, self.record, self.draft) = (tree, record, draft);
        self.linked.clear();
        self.editing = None;
    }

    /// Navigates to a ply of the original game, or to the last one of it that is still in the tree.
    pub fn go_played(&mut self, at: usize) {
        let Some(record) = &self.record else { return };
        let plies: Vec<_> = record.steps.iter().take(at).map(|step| step.ply).collect();
        let line = (0..=plies.len())
            .rev()
            .find_map(|count| self.tree.line(plies[..count].iter().copied()));
        if let Some(node) = line.and_then(|line| line.last().copied()) {
            self.tree.go(node);
        }
    }

    /// Keeps an old tree for restoring.
    pub fn remember(&mut self, tree: GameTree) {
        let (record, linked) = (self.record.clone(), self.linked.clone());
        self.before.push(AnalysedTree { tree, record, linked, draft: self.draft.clone() });
        let surplus = self.before.len().saturating_sub(MAX_RESTORABLE_TREES);
        self.before.drain(..surplus);
    }

    /// Restores the previous tree.
    pub fn restore(&mut self) {
        let Some(old) = self.before.pop() else { return };
        (self.tree, self.record, self.linked) = (old.tree, old.record, old.linked);
        if self.draft.id != old.draft.id {
            self.draft = old.draft;
        }
    }
}

/// Whether a tag still applies when the game has been changed.
fn is_about_players(tag: &str) -> bool {
    matches!(tag, "Event" | "Date" | "Red" | "White")
}

/// A newly dealt start position.
pub fn deal(ruleset: Ruleset) -> Position {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    *ClockedTable::deal("analysis".into(), browser::secret(), ruleset, seats, None, None, 0.0)
        .position()
}
