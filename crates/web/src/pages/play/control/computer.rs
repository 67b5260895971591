//! The engine: its actions, its hints and its evaluation.

use bosworth_rules::{Action, Position, Side};
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse, Findings};

use super::LocalGameControl;
use crate::browser;
use crate::clocked_table::Seat;
use crate::engine::{self, Lane};
use crate::language::fill;
use crate::pages::play::names::hint_text;
use crate::parts::BarValue;
use crate::settings::BarKind;

/// The time limits of searches for a hint and for the evaluation bar, in milliseconds.
const HINT_TIME_MS: u32 = 900;
const BAR_TIME_MS: u32 = 350;

impl LocalGameControl {
    /// Plays for the engines, and passes automatically if that is the only action.
    pub(super) fn drive(self) {
        Effect::new(move |_| {
            let turn = self.with(|table| {
                let position = *table.position();
                (
                    // If another tab was used last, it plays for the computer.
                    table.turn().filter(|_| !table.is_elsewhere),
                    table.id.clone(),
                    table.game().plies().len(),
                    position,
                    table.number(),
                )
            });
            let paused = self.paused.get();
            let Some((Some(seat), id, plies, position, number)) = turn else { return };
            let watching = self.watching();
            if watching && paused {
                return;
            }
            let wait = if watching { self.pace.get_untracked() } else { self.app.pace() };
            if position.actions().pass {
                self.page.after(wait + 400.min(wait * 2), move || {
                    if self.is_unchanged(&id, plies) {
                        self.act(Action::Pass);
                    }
                });
                return;
            }
            let Seat::Level(level) = seat else { return };
            let ask = EngineRequest::Choose { position: position.to_string(), level, game: number };
            let begun = browser::now();
            engine::ask(self.page, Lane::Play, &ask, move |answer| match answer {
                EngineResponse::Chosen(text) => {
                    let id = id.clone();
                    // An instant reply would be easy to miss.
                    let used = (browser::now() - begun) as u32;
                    self.page.after((wait + 150).saturating_sub(used), move || {
                        let stopped = watching && self.paused.get_untracked();
                        if let Ok(action) = text.parse()
                            && self.is_unchanged(&id, plies)
                            && !stopped
                        {
                            self.act(action);
                        }
                    });
                }
                EngineResponse::Failed(why) => {
                    self.app.toast(fill("engine-failed", &[("why", why.into())]));
                }
                _ => {}
            });
        });
    }

    /// Whether the game is unchanged: the same id and number of plies.
    pub(super) fn is_unchanged(self, id: &str, plies: usize) -> bool {
        self.with_untracked(|table| table.id == id && table.game().plies().len() == plies)
            .unwrap_or(false)
    }

    /// Pauses an engine-vs-engine game, and plays a single action.
    pub fn step(self) {
        let Some((Some(Seat::Level(level)), position, number)) =
            self.with_untracked(|table| (table.turn(), *table.position(), table.number()))
        else {
            return;
        };
        self.paused.set(true);
        if position.actions().pass {
            self.act(Action::Pass);
            return;
        }
        let ask = EngineRequest::Choose { position: position.to_string(), level, game: number };
        engine::ask(self.page, Lane::Play, &ask, move |answer| {
            if let EngineResponse::Chosen(text) = answer
                && let Ok(action) = text.parse()
            {
                self.act(action);
            }
        });
    }

    /// Keeps the evaluation bar up to date.
    pub(super) fn watch_value(self) {
        Effect::new(move |_| {
            if self.app.settings.with(|settings| settings.bar) == BarKind::Off {
                self.value.set(None);
                return;
            }
            let ply = self.ply.get();
            let Some(position) = self.with(|table| table.game().positions()[ply]) else { return };
            if self.hinting.get_untracked() == HintRequest::Searching {
                return;
            }
            if position.is_over() {
                self.value.set(Some(final_value(&position)));
                return;
            }
            let ask = EngineRequest::Analyse {
                position: position.to_string(),
                milliseconds: Some(BAR_TIME_MS),
                nodes: None,
            };
            engine::ask(self.page, Lane::Study, &ask, move |answer| {
                if let EngineResponse::Analysis(findings) = answer {
                    self.value.set(findings_value(&findings, position.side()));
                }
            });
        });
    }

    /// When a hint that is asked for now can be given.
    pub fn hint_time(self) -> HintTime {
        let table = self.with(|table| (table.turn(), table.position().actions().pass));
        match table {
            Some((turn, must_pass)) if self.is_live() => HintTime::of(turn, must_pass),
            _ => HintTime::Never,
        }
    }

    /// Requests a hint.
    pub fn ask_hint(self) {
        if self.hinting.get_untracked() != HintRequest::None
            || untrack(|| self.hint_time()) == HintTime::Never
        {
            return;
        }
        self.hint.set(None);
        self.hinting.set(HintRequest::Waiting);
        self.continue_hint();
    }

    /// Searches for a hint that was asked for, once the person can act.
    pub(super) fn continue_hint(self) {
        if self.hinting.get_untracked() != HintRequest::Waiting {
            return;
        }
        let Some((position, is_over)) =
            self.with_untracked(|table| (*table.position(), table.is_over()))
        else {
            return;
        };
        if is_over {
            return self.hinting.set(HintRequest::None);
        }
        if untrack(|| self.hint_time()) != HintTime::Now {
            return;
        }
        self.hinting.set(HintRequest::Searching);
        let ask = EngineRequest::Analyse {
            position: position.to_string(),
            milliseconds: Some(HINT_TIME_MS),
            nodes: None,
        };
        engine::ask(self.page, Lane::Study, &ask, move |answer| match answer {
            EngineResponse::Analysis(findings) if findings.done => {
                self.hinting.set(HintRequest::None);
                self.app.say(hint_text(&findings, &position));
                self.log.update(|log| log.push(hint_text(&findings, &position)));
                self.hint.set(Some(findings));
            }
            EngineResponse::Failed(why) => {
                self.hinting.set(HintRequest::None);
                self.app.toast(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    }

    /// Discards the hint for a position that is gone. One that waits for the person's turn stays.
    pub(super) fn clear_hint(self) {
        if self.hint.with_untracked(Option::is_some) {
            self.hint.set(None);
        }
        if self.hinting.get_untracked() == HintRequest::Searching {
            self.hinting.set(HintRequest::None);
            engine::stop(Lane::Study);
        }
    }
}

/// The request for a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintRequest {
    /// There is none.
    None,
    /// It waits until the person can act.
    Waiting,
    /// The engine is searching.
    Searching,
}

/// When a hint can be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintTime {
    /// Now.
    Now,
    /// In the next turn of the person: somebody passes first.
    Later,
    /// Not at all, or the person has to ask again.
    Never,
}

impl HintTime {
    /// The time for a seat to act, which may have nothing to do but pass.
    fn of(turn: Option<Seat>, must_pass: bool) -> Self {
        match turn {
            Some(_) if must_pass => Self::Later,
            Some(Seat::Person) => Self::Now,
            Some(Seat::Level(_)) | None => Self::Never,
        }
    }
}

/// The value that an analysis found, given the side to act.
pub fn findings_value(findings: &Findings, side: Side) -> Option<BarValue> {
    let best = findings.lines.first()?;
    let (chance, margin) = match side {
        Side::Red => (best.chance, best.margin),
        Side::White => (1.0 - best.chance, -best.margin),
    };
    Some((chance, margin, findings.forecast(side)))
}

/// The value of a game that is over.
pub fn final_value(position: &Position) -> BarValue {
    let scores = position.scores();
    let margin = f64::from(scores.red.points) - f64::from(scores.white.points);
    let chance = match position.outcome().and_then(|outcome| outcome.verdict.winner()) {
        Some(Side::Red) => 1.0,
        Some(Side::White) => 0.0,
        None => 0.5,
    };
    (chance, margin, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_asked_for_before_a_pass_comes_after_it() {
        let computer = Some(Seat::Level(3));
        assert_eq!(HintTime::of(computer, true), HintTime::Later);
        assert_eq!(HintTime::of(Some(Seat::Person), true), HintTime::Later);
        assert_eq!(HintTime::of(Some(Seat::Person), false), HintTime::Now);
        assert_eq!(HintTime::of(computer, false), HintTime::Never);
        assert_eq!(HintTime::of(None, false), HintTime::Never, "the game is over");
    }
}
