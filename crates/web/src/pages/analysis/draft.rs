use bosworth_rules::Record;
use serde::{Deserialize, Serialize};

use crate::clocked_table::whole;
use crate::order::sort_descending;

/// The maximum number of drafts that are kept besides the tree on the board.
pub const MAX_DRAFTS: usize = 20;

/// A tree with more characters than this is not kept.
const MAX_DRAFT_LENGTH: usize = 200_000;

/// A tree of the analysis board as it is kept in this browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// The record with all variations.
    pub record: String,
    /// The place that was shown last.
    pub at: String,
    /// The content of the link it was opened from.
    #[serde(default)]
    pub link: String,
    /// Whether the user has made or changed it. Others are dropped once they have left the board.
    pub is_own: bool,
    /// When it was changed last.
    #[serde(serialize_with = "whole")]
    pub updated: f64,
    /// The number of writes, by which a tab detects that another one has changed it.
    pub version: u64,
}

impl Draft {
    /// The record, or `None` if it is damaged.
    pub fn record(&self) -> Option<Record> {
        self.record.parse().ok()
    }
}

/// How the tree on the board relates to its draft.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DraftState {
    /// The id of the draft; empty until it is stored.
    pub id: String,
    /// Whether the tree cannot be kept: it is too large, or the store is full.
    pub is_lost: bool,
    is_own: bool,
    version: u64,
    /// The record as it was loaded.
    loaded: Option<String>,
    /// The record and the place as they were stored last.
    stored: Option<(String, String)>,
}

impl DraftState {
    /// For a tree that was just loaded. It is the user's own from the beginning, or once it changes.
    pub fn new(is_own: bool) -> Self {
        Self { is_own, ..Self::default() }
    }

    /// For a tree that was loaded from its draft.
    pub fn of(id: String, draft: &Draft) -> Self {
        let Draft { is_own, version, .. } = *draft;
        Self { id, is_own, version, loaded: Some(draft.record.clone()), ..Self::default() }
    }

    /// Whether the tree is the user's own and has been on the board since the app was started.
    pub fn is_own_and_shown(&self) -> bool {
        self.is_own && self.stored.is_some()
    }

    /// The draft to store for a tree, if anything has changed. `stored_version` is that of the draft in
    /// the store; if another tab has changed it, this tree becomes a draft of its own.
    pub fn next(
        &mut self,
        (record, at, link): (String, String, String),
        stored_version: impl Fn(&str) -> Option<u64>,
        new_id: impl Fn() -> String,
        now: f64,
    ) -> Option<Draft> {
        let loaded = self.loaded.get_or_insert_with(|| record.clone());
        self.is_own |= *loaded != record;
        if self.stored.as_ref().is_some_and(|(known, place)| *known == record && *place == at) {
            return None;
        }
        self.is_lost = record.len() > MAX_DRAFT_LENGTH;
        if self.is_lost {
            return None;
        }
        let is_foreign = stored_version(&self.id).is_some_and(|version| version > self.version);
        if self.id.is_empty() || is_foreign {
            self.id = new_id();
        }
        self.version += 1;
        self.stored = Some((record.clone(), at.clone()));
        Some(Draft { record, at, link, is_own: self.is_own, updated: now, version: self.version })
    }
}

/// Sorts drafts, the latest first.
pub fn sort(drafts: &mut [(String, Draft)]) {
    sort_descending(drafts, |(_, draft)| draft.updated);
}

/// Moves the drafts that are dropped to make room out of a sorted list. The tree on the board stays.
pub fn drop_surplus(drafts: &mut Vec<(String, Draft)>, shown: &str) -> Vec<String> {
    let mut kept = 0;
    let mut dropped = Vec::new();
    drafts.retain(|(id, draft)| {
        let stays = id == shown || draft.is_own && kept < MAX_DRAFTS;
        kept += usize::from(stays && id != shown);
        if !stays {
            dropped.push(id.clone());
        }
        stays
    });
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(record: &str, at: &str) -> (String, String, String) {
        (record.into(), at.into(), String::new())
    }

    fn draft(is_own: bool, updated: f64) -> Draft {
        let empty = String::new;
        Draft { record: empty(), at: empty(), link: empty(), is_own, updated, version: 1 }
    }

    #[test]
    fn a_tree_is_stored_when_it_changes_and_is_the_users_own_from_then_on() {
        let mut state = DraftState::new(false);
        let mut next = |tree| state.next(tree, |_| None, || "a".into(), 7.0);
        let first = next(tree("1. NE2 *", "1")).expect("stored");
        assert!(!first.is_own && first.version == 1);
        assert_eq!(next(tree("1. NE2 *", "1")), None);
        let moved = next(tree("1. NE2 *", "0")).expect("the place is stored, too");
        assert!(!moved.is_own && moved.at == "0");
        assert!(next(tree("1. NE2 W1 *", "2")).is_some_and(|draft| draft.is_own));
        assert!(next(tree("1. NE2 *", "1")).is_some_and(|draft| draft.is_own));
        assert_eq!(state.id, "a");
    }

    #[test]
    fn the_draft_of_another_tab_is_never_overwritten() {
        let mut state = DraftState::of("a".into(), &draft(true, 1.0));
        let stored = |id: &str| (id == "a").then_some(2);
        assert!(state.next(tree("*", "0"), stored, || "b".into(), 7.0).is_some());
        assert_eq!(state.id, "b");
    }

    #[test]
    fn a_tree_that_is_too_large_is_reported_instead_of_stored() {
        let mut state = DraftState::new(true);
        let large = "x".repeat(MAX_DRAFT_LENGTH + 1);
        assert_eq!(state.next(tree(&large, "0"), |_| None, String::new, 7.0), None);
        assert!(state.is_lost);
    }

    #[test]
    fn the_latest_own_drafts_and_the_tree_on_the_board_are_kept() {
        let mut drafts: Vec<_> =
            (0..MAX_DRAFTS + 3).map(|n| (n.to_string(), draft(n != 4, n as f64))).collect();
        sort(&mut drafts);
        let dropped = drop_surplus(&mut drafts, "0");
        assert_eq!(dropped, ["4", "1"], "one that was only looked at, and the oldest");
        assert_eq!(drafts.len(), MAX_DRAFTS + 1);
        let mut alone = vec![("x".to_string(), draft(false, 1.0))];
        assert!(drop_surplus(&mut alone, "x").is_empty());
    }
}
