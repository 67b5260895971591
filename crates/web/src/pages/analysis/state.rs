use bosworth_rules::{BySide, Game, GameResult, Position, Record, Ruleset, Setup, Side};
use bosworth_view::prelude::*;

use super::tree::GameTree;
use crate::browser;
use crate::clocked_table::{ClockedTable, Seat};

/// The maximum number of trees that can be restored.
const MAX_RESTORABLE_TREES: usize = 20;

/// The state of the analysis board, which survives language changes and navigation to other pages.
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
    /// The content of the link loaded last.
    pub linked: String,
    /// The previous trees, most recent last.
    pub before: Vec<(GameTree, Option<Record>)>,
}

thread_local! {
    static STATE: RwSignal<AnalysisState> = RwSignal::everlasting(AnalysisState::new());
}

/// The analysis state, a singleton that lives as long as the app.
pub fn analysis_state() -> RwSignal<AnalysisState> {
    STATE.with(|state| *state)
}

impl AnalysisState {
    fn new() -> Self {
        Self {
            tree: GameTree::new(deal(Ruleset::CLASSIC)),
            record: None,
            editing: None,
            thinking: false,
            lines: 3,
            // North is up.
            bottom: Side::White,
            linked: String::new(),
            before: Vec::new(),
        }
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
        let mut record = self.record_of(&self.tree.game_of(&line), true);
        self.tree.write_beside(&line, &mut record);
        record
    }

    /// The main line as a record with only the players and the date, for a short link.
    pub fn main_line(&self) -> Record {
        self.record_of(&self.tree.game(), false)
    }

    /// The record of a game; `full` includes comments and the proof of the loaded one.
    fn record_of(&self, game: &Game, full: bool) -> Record {
        let mut record = Record::of(game);
        let Some(source) = &self.record else { return record };
        let same = source.start == record.start
            && source.steps.iter().map(|step| step.ply).eq(game.plies().iter().copied());
        for (name, value) in &source.tags {
            let names = matches!(name.as_str(), "Event" | "Date" | "Red" | "White");
            if names || (same && full) {
                record.set_tag(name, value);
            }
        }
        if same {
            record.result = source.result;
        }
        if full && source.start == record.start {
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

    /// Replaces the tree. The old one can be restored.
    pub fn replace(&mut self, tree: GameTree, record: Option<Record>) {
        let old = (core::mem::replace(&mut self.tree, tree), self.record.take());
        self.record = record;
        self.editing = None;
        self.remember(old);
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
    pub fn remember(&mut self, old: (GameTree, Option<Record>)) {
        self.before.push(old);
        let surplus = self.before.len().saturating_sub(MAX_RESTORABLE_TREES);
        self.before.drain(..surplus);
    }
}

/// A newly dealt start position.
pub fn deal(ruleset: Ruleset) -> Position {
    let seats = BySide { red: Seat::Person, white: Seat::Person };
    *ClockedTable::deal("analysis".into(), browser::secret(), ruleset, seats, None, 0.0).position()
}
