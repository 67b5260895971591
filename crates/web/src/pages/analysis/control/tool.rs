use bosworth_rules::Setup;

use super::Control;
use crate::browser;
use crate::language::{fill, tr};
use crate::pages::analysis::desk::{Desk, deal};
use crate::pages::analysis::tree::Tree;
use crate::route::{AnalysisLink, Route};

/// A command of a button or a key.
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

impl Control {
    /// Whether a tool is enabled.
    pub fn can(self, tool: Tool) -> bool {
        self.desk.with(|desk| match tool {
            Tool::First | Tool::Back | Tool::Delete => desk.tree.at() != 0,
            Tool::On | Tool::Last => !desk.tree.is_end(),
            Tool::Promote => !desk.tree.is_main(),
            Tool::Restore => !desk.before.is_empty(),
            _ => true,
        })
    }

    /// Runs a tool.
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
            Tool::LinkPosition => self.copy_link(AnalysisLink::Position(self.text())),
            Tool::LinkGame => self.copy_link(AnalysisLink::Game(self.short_game())),
            Tool::CopyText => self.copy(self.text()),
            Tool::Save => {
                let name = format!("{}.rose", browser::date(browser::now()).replace('.', "-"));
                let file = self.desk.with_untracked(Desk::file);
                browser::download(&name, &file.to_string());
            }
        }
    }

    fn text(self) -> String {
        self.position.get_untracked().to_string()
    }

    /// The game without empty tags, for a short link.
    fn short_game(self) -> String {
        let text = self.desk.with_untracked(Desk::main_line).to_string();
        let told = |line: &&str| !line.ends_with(" \"?\"]") && !line.ends_with("??.??\"]");
        text.lines().filter(told).collect::<Vec<_>>().join("\n")
    }

    fn copy_link(self, shared: AnalysisLink) {
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
}
