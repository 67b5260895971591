use bosworth_rules::Setup;

use super::AnalysisControl;
use crate::browser;
use crate::language::{fill, tr};
use crate::pages::analysis::state::{AnalysisState, deal};
use crate::pages::analysis::tree::GameTree;
use crate::route::{AnalysisLink, Route};

/// The maximum length of the fragment of a link, in characters.
const MAX_LINK_LENGTH: usize = 8000;

/// A command, triggered by a button or a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AnalysisTool {
    First,
    Back,
    Forward,
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

impl AnalysisControl {
    /// Whether a tool is enabled.
    pub fn is_enabled(self, tool: AnalysisTool) -> bool {
        self.state.with(|state| match tool {
            AnalysisTool::First | AnalysisTool::Back | AnalysisTool::Delete => state.tree.at() != 0,
            AnalysisTool::Forward | AnalysisTool::Last => !state.tree.is_end(),
            AnalysisTool::Promote => !state.tree.is_main(),
            AnalysisTool::Restore => !state.before.is_empty(),
            _ => true,
        })
    }

    /// Runs a tool.
    pub fn run(self, tool: AnalysisTool) {
        let change = |change: fn(&mut GameTree) -> bool| {
            self.reset_input();
            self.state.update(|state| {
                let old = state.tree.clone();
                if change(&mut state.tree) {
                    state.remember(old);
                }
            });
        };
        match tool {
            AnalysisTool::First => self.walk(&|tree| tree.go(0)),
            AnalysisTool::Back => self.walk(&GameTree::back),
            AnalysisTool::Forward => self.walk(&GameTree::forward),
            AnalysisTool::Last => self.walk(&GameTree::end),
            AnalysisTool::Promote => change(GameTree::promote),
            AnalysisTool::Delete => change(GameTree::delete),
            AnalysisTool::Restore => {
                self.reset_input();
                self.state.update(AnalysisState::restore);
            }
            AnalysisTool::Turn => self.state.update(|state| state.bottom = !state.bottom),
            AnalysisTool::Deal => {
                let start = deal(self.position.get_untracked().ruleset());
                self.replace(GameTree::new(start), None, false);
            }
            AnalysisTool::Edit => {
                self.reset_input();
                self.state
                    .update(|state| state.editing = Some(Setup::from(*state.tree.position())));
                browser::focus_later("#edit-title");
            }
            AnalysisTool::LinkPosition => self.copy_link(AnalysisLink::Position(self.text())),
            AnalysisTool::LinkGame => self.copy_game_link(),
            AnalysisTool::CopyText => self.copy(self.text()),
            AnalysisTool::Save => {
                let name = format!("{}.rose", browser::date(browser::now()).replace('.', "-"));
                let file = self.state.with_untracked(AnalysisState::file);
                browser::download(&name, &file.to_string());
            }
        }
    }

    fn text(self) -> String {
        self.position.get_untracked().to_string()
    }

    /// Copies a link to the tree and the current place in it, unless it would be too long.
    fn copy_game_link(self) {
        let (text, at) = self.state.with_untracked(|state| (state.link_text(), state.tree.place()));
        let shared = AnalysisLink::Game(text, Some(at));
        match link_excess(&shared) {
            None => self.copy_link(shared),
            Some(length) => {
                self.long_link.set(Some(length));
                self.app.say(long_link_text(length));
                browser::reveal_later("#link-long");
            }
        }
    }

    fn copy_link(self, shared: AnalysisLink) {
        self.copy(format!("{}{}", browser::address(), Route::Analysis(shared)));
    }

    fn copy(self, text: String) {
        browser::copy(&text.clone(), move |copied| {
            self.app.toast(if copied {
                tr("an-copied")
            } else {
                fill("an-not-copied", &[("text", text.into())])
            });
        });
    }
}

/// The length of a link, if it is too long: chat and mail programs cut longer ones.
fn link_excess(shared: &AnalysisLink) -> Option<usize> {
    let length = Route::Analysis(shared.clone()).to_string().len();
    Some(length).filter(|length| *length > MAX_LINK_LENGTH)
}

/// Why a tree is not shared by a link.
pub fn long_link_text(length: usize) -> String {
    fill("an-link-long", &[("length", length.into()), ("limit", MAX_LINK_LENGTH.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_carries_at_most_8000_characters() {
        let link = |length: usize| AnalysisLink::Game("x".repeat(length), Some("0".into()));
        let rest = Route::Analysis(link(0)).to_string().len();
        assert_eq!(link_excess(&link(MAX_LINK_LENGTH - rest)), None);
        let excess = link_excess(&link(MAX_LINK_LENGTH - rest + 1));
        assert_eq!(excess, Some(MAX_LINK_LENGTH + 1));
        let said = long_link_text(8001);
        assert!(said.contains("8001") && said.contains("8000"), "{said}");
    }
}
