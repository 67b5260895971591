//! The engine analysis.

use bosworth_rules::Position;
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse};

use super::AnalysisControl;
use crate::engine::{self, Lane};
use crate::language::fill;
use crate::pages::play::{final_value, findings_value, hint_text};
use crate::parts::BarValue;

/// The search limits per position: milliseconds and nodes.
const SEARCH_TIME_MS: u32 = 30_000;
const SEARCH_NODES: u64 = 5_000_000;

/// The debounce delay before a search starts, in milliseconds, so that stepping quickly through a
/// game starts none.
const DEBOUNCE_MS: u32 = 150;

impl AnalysisControl {
    /// The value of the position, if known.
    pub fn value(self) -> Option<BarValue> {
        let position = self.position.get();
        if position.is_over() {
            return Some(final_value(&position));
        }
        self.findings.with(|findings| findings_value(findings.as_ref()?, position.side()))
    }

    /// Keeps the engine analysing the displayed position.
    pub(super) fn think(self) {
        Effect::new(move |_| {
            let position = self.position.get();
            engine::stop(Lane::Study);
            self.findings.set(None);
            if !self.thinking.get() || position.is_over() {
                return;
            }
            self.page.after(DEBOUNCE_MS, move || {
                let still = self.position.get_untracked() == position;
                if still && self.thinking.get_untracked() {
                    self.ask(position);
                }
            });
        });
    }

    fn ask(self, position: Position) {
        let ask = EngineRequest::Analyse {
            position: position.to_string(),
            milliseconds: Some(SEARCH_TIME_MS),
            nodes: Some(SEARCH_NODES),
        };
        engine::ask(self.page, Lane::Study, &ask, move |answer| match answer {
            EngineResponse::Analysis(findings) => {
                if findings.done {
                    self.app.say(hint_text(&findings, &position));
                }
                self.findings.set(Some(findings));
            }
            EngineResponse::Failed(why) => {
                self.state.update(|state| state.thinking = false);
                self.app.toast(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    }
}
