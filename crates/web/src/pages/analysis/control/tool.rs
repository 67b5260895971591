use bosworth_rules::Setup;

use super::AnalysisControl;
use crate::browser;
use crate::language::{fill, tr};
use crate::pages::analysis::state::{AnalysisState, deal};
use crate::pages::analysis::tree::GameTree;
use crate::route::{AnalysisLink, Route};

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
                let old = (state.tree.clone(), state.record.clone());
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
                self.state.update(|state| {
                    if let Some((tree, record)) = state.before.pop() {
                        (state.tree, state.record) = (tree, record);
                    }
                });
            }
            AnalysisTool::Turn => self.state.update(|state| state.bottom = !state.bottom),
            AnalysisTool::Deal => {
                self.replace(GameTree::new(deal(self.position.get_untracked().ruleset())), None);
            }
            AnalysisTool::Edit => {
                self.reset_input();
                self.state
                    .update(|state| state.editing = Some(Setup::from(*state.tree.position())));
                browser::focus_later("#edit-title");
            }
            AnalysisTool::LinkPosition => self.copy_link(AnalysisLink::Position(self.text())),
            AnalysisTool::LinkGame => self.copy_link(AnalysisLink::Game(self.short_game())),
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

    /// The game without empty tags, for a short link.
    fn short_game(self) -> String {
        let text = self.state.with_untracked(AnalysisState::main_line).to_string();
        let told = |line: &&str| !line.ends_with(" \"?\"]") && !line.ends_with("??.??\"]");
        text.lines().filter(told).collect::<Vec<_>>().join("\n")
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
