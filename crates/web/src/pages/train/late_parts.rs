use bosworth_board::Scene;
use bosworth_practice::Day;
use bosworth_rules::Action;
use bosworth_view::prelude::*;

use super::aftermath::aftermath;
use super::control::SolveControl;
use super::daily_results;
use super::summary::summary;
use super::sync::AccountSync;
use super::training::Training;
use crate::online::visitor::Visitor;
use crate::parts::TextMode;

/// What the page of an exercise shows only after an answer, and the visitor's account. It comes with
/// the code of the road, so that the first position is there without it.
#[derive(Clone, Copy)]
pub struct TrainingParts {
    /// Why the attempt is good or bad; and after the answer, how it goes on.
    pub aftermath: fn(SolveControl, Memo<Scene>) -> View,
    /// What was solved.
    pub summary: fn(SolveControl) -> View,
    /// Asks the engine what follows the answer.
    pub ask_continuation: fn(SolveControl, Action),
    /// Asks how others answered the position of the day.
    pub ask_daily: fn(SolveControl, Day, Option<Action>),
    /// Begins a game against a level of the computer.
    pub begin_game: fn(SolveControl, u8),
    /// Performs an action in it.
    pub act_in_game: fn(SolveControl, Action),
    /// Text mode.
    pub text_mode: fn(SolveControl) -> View,
    /// Keeps a change with the account.
    pub keep: fn(AccountSync, Training),
    /// The account.
    pub sync: AccountSync,
}

impl TrainingParts {
    /// Provides them once. Refers to the code of all parts, so only a chunk that comes later may call
    /// it.
    pub fn provide(training: Training, visitor: Visitor) {
        if training.parts.with_untracked(Option::is_some) {
            return;
        }
        let sync = AccountSync::new(visitor);
        training.parts.set(Some(Self {
            aftermath,
            summary,
            ask_continuation: SolveControl::ask_continuation,
            ask_daily: daily_results::ask,
            begin_game: SolveControl::begin_game,
            act_in_game: SolveControl::act_in_game,
            text_mode,
            keep: AccountSync::send_soon,
            sync,
        }));
        sync.follow(training);
    }
}

fn text_mode(control: SolveControl) -> View {
    view! {
        <TextMode answer=Callback::new(move |text: String| control.answer(&text)) log=control.log/>
    }
}
