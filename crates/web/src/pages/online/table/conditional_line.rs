//! Editing conditional actions on the board: a line of expected plies and the visitor's answers,
//! played as in an analysis.

use bosworth_board::Board;
use bosworth_protocol::{ConditionalLines, Stage};
use bosworth_rules::{Action, Card, Game, Next, Ply, Side};
use bosworth_view::prelude::*;

use super::control::OnlineGameControl;
use crate::board_input::{BoardInput, refusal_text};
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api::{self, RequestError};

/// The maximum length of a line, in plies.
const MAX_LINE_PLIES: usize = 30;

/// The conditional actions of the visitor.
#[derive(Clone, Copy)]
pub struct ConditionalPlans {
    /// The lines stored on the server, from the current position on.
    pub lines: RwSignal<Vec<String>>,
    /// The line being edited.
    pub line: RwSignal<Option<ConditionalLine>>,
    /// Whether the card of an opponent's draw is being chosen.
    pub drawing: RwSignal<bool>,
}

impl ConditionalPlans {
    pub fn new() -> Self {
        Self {
            lines: RwSignal::default(),
            line: RwSignal::new(None),
            drawing: RwSignal::new(false),
        }
    }
}

/// A line being edited.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConditionalLine {
    plies: Vec<Ply>,
    /// Whether it ends with a draw by the visitor, whose card is unknown.
    draws: bool,
}

impl ConditionalLine {
    /// Whether it ends with an action of the visitor, and can be saved.
    pub fn is_complete(&self) -> bool {
        self.draws || (!self.plies.is_empty() && self.plies.len().is_multiple_of(2))
    }

    /// Whether nothing can follow.
    fn is_full(&self) -> bool {
        self.draws || self.plies.len() >= MAX_LINE_PLIES
    }

    /// The line in notation, as sent to the server.
    pub fn text(&self) -> String {
        let mut words: Vec<String> = self.plies.iter().map(ToString::to_string).collect();
        words.extend(self.draws.then(|| Action::Draw.to_string()));
        words.join(" ")
    }

    fn back(&mut self) {
        if !core::mem::take(&mut self.draws) {
            self.plies.pop();
        }
    }
}

/// Whether two lines give different answers to the same plies.
fn contradicts(old: &str, new: &str) -> bool {
    let differ = old.split(' ').zip(new.split(' ')).position(|(old, new)| old != new);
    differ.is_some_and(|place| place % 2 == 1)
}

/// A line in words: "if N2, then SE1; if …".
pub fn line_words(line: &str) -> String {
    let texts = texts();
    let words: Vec<&str> = line.split(' ').collect();
    let pair = |pair: &[&str]| {
        let ply = pair[0].parse().map_or_else(|_| pair[0].into(), |ply| texts.short_ply(ply));
        match pair.get(1) {
            Some(own) => {
                let own = own.parse().map_or_else(|_| (*own).into(), |own| texts.short_action(own));
                fill("conditional-pair", &[("ply", ply.into()), ("action", own.into())])
            }
            None => fill("conditional-if", &[("ply", ply.into())]),
        }
    };
    words.chunks(2).map(pair).collect::<Vec<_>>().join("; ")
}

impl OnlineGameControl {
    /// Whether conditional actions can be edited: in a correspondence game, on the opponent's turn.
    pub fn can_plan(self) -> bool {
        let Some(side) = self.my_side() else { return false };
        self.with(|live| {
            let table = &live.table;
            let slow = !table.setup().clock.is_live();
            slow && table.stage() == Stage::Running && table.turn() == Some(!side)
        })
        .unwrap_or(false)
    }

    /// Whether a line is being edited.
    pub fn is_planning(self) -> bool {
        self.plans.line.with(Option::is_some)
    }

    /// Whether the line being edited can be saved as it is.
    pub fn can_save_line(self) -> bool {
        self.plans.line.with(|line| line.as_ref().is_some_and(ConditionalLine::is_complete))
            && !self.plans.drawing.get()
    }

    /// The game, continued with the line being edited.
    pub fn planned_game(self) -> Option<Game> {
        let plies = self.plans.line.with(|line| line.as_ref().map(|line| line.plies.clone()))?;
        let mut game = self.with(|live| live.table.game().cloned()).flatten()?;
        for ply in plies {
            game.push(ply).ok()?;
        }
        Some(game)
    }

    /// Whether the line being edited can be extended.
    pub fn can_extend_line(self) -> bool {
        self.plans.line.with(|line| line.as_ref().is_some_and(|line| !line.is_full()))
            && !self.plans.drawing.get()
    }

    /// Keeps the lines up to date, and stops editing when the game advances.
    pub fn follow_plans(self) {
        let revision = Memo::new(move |_| {
            let plans = self.can_plan();
            self.with(|live| live.table.revision()).map(|revision| (revision, plans))
        });
        Effect::new(move |before: Option<Option<(u32, bool)>>| {
            let now = revision.get();
            if before.flatten().is_some() && untrack(|| self.is_planning()) {
                self.stop_planning();
                self.app.toast(tr("conditional-gone-on"));
            }
            match now {
                Some((_, true)) => self.page.spawn(async move {
                    if let Ok(kept) = api::get::<ConditionalLines>(&self.plans_path()).await {
                        self.plans.lines.set(kept.lines);
                    }
                }),
                _ => self.plans.lines.set(Vec::new()),
            }
            now
        });
    }

    fn plans_path(self) -> String {
        format!("api/games/{}/conditional", self.id)
    }

    pub fn start_planning(self) {
        self.board.update(|board| {
            board.clear();
            board.go_live();
        });
        self.plans.drawing.set(false);
        self.plans.line.set(Some(ConditionalLine::default()));
        // On a phone, the panel is below the board.
        browser::reveal_later(".squares");
    }

    pub fn stop_planning(self) {
        self.board.update(Board::clear);
        self.plans.drawing.set(false);
        self.plans.line.set(None);
    }

    /// Adds an action of either side to the line.
    pub fn plan(self, action: Action) {
        let Some(game) = untrack(|| self.planned_game()) else { return };
        if !untrack(|| self.can_extend_line()) {
            return;
        }
        let position = game.position();
        let next = match position.act(action) {
            Ok(next) => next,
            Err(why) => return self.refuse(refusal_text(why, position)),
        };
        self.board.update(Board::clear);
        let mine = untrack(|| self.my_side()) == Some(position.side());
        match (next, mine) {
            (Next::Draw(_), true) => self.change_line(|line| line.draws = true),
            (Next::Draw(_), false) => self.plans.drawing.set(true),
            (Next::Position(_), _) => {
                let ply = action.resolved(None);
                self.change_line(|line| line.plies.extend(ply));
            }
        }
    }

    /// Adds the opponent's draw of a card.
    pub fn plan_draw(self, card: Card) {
        self.plans.drawing.set(false);
        self.change_line(|line| line.plies.push(Ply::Draw(card)));
    }

    /// Removes the last step of the line.
    pub fn unplan(self) {
        self.board.update(Board::clear);
        if self.plans.drawing.get_untracked() {
            self.plans.drawing.set(false);
        } else {
            self.change_line(ConditionalLine::back);
        }
    }

    fn change_line(self, change: impl FnOnce(&mut ConditionalLine)) {
        self.plans.line.update(|line| {
            if let Some(line) = line {
                change(line);
            }
        });
        let said = self.plans.line.with_untracked(|line| line.as_ref().map(ConditionalLine::text));
        if let Some(said) = said.filter(|said| !said.is_empty()) {
            self.app.say(line_words(&said));
        }
    }

    /// Saves the line being edited, replacing lines that it contradicts.
    pub fn save_line(self) {
        let line = self.plans.line.get_untracked().filter(ConditionalLine::is_complete);
        let Some(new) = line.map(|line| line.text()) else { return };
        let mut lines = self.plans.lines.get_untracked();
        lines.retain(|old| !contradicts(old, &new));
        lines.push(new);
        self.keep_lines(lines, true);
    }

    /// Removes a line.
    pub fn remove_line(self, place: usize) {
        let mut lines = self.plans.lines.get_untracked();
        if place < lines.len() {
            lines.remove(place);
            self.keep_lines(lines, false);
        }
    }

    fn keep_lines(self, lines: Vec<String>, made: bool) {
        let Some(revision) = self.with_untracked(|live| live.table.revision()) else { return };
        let wanted = ConditionalLines { revision, lines };
        self.page.spawn(async move {
            let kept: Result<ConditionalLines, RequestError> =
                api::put(&self.plans_path(), &wanted).await;
            match kept {
                Ok(kept) => {
                    self.plans.lines.set(kept.lines);
                    if made {
                        self.stop_planning();
                        self.app.toast(tr("conditional-kept"));
                    }
                }
                Err(fault) => self.app.toast(fault.text()),
            }
        });
    }

    /// The next choice for the line, in words.
    pub fn planning_words(self) -> Option<String> {
        let side = self.planned_game()?.position().side();
        let mine = self.my_side() == Some(side);
        let done = self.plans.line.with(|line| line.as_ref().is_some_and(ConditionalLine::is_full));
        Some(match (done, mine) {
            (true, _) => tr("conditional-full"),
            (false, true) => tr("conditional-then-you"),
            (false, false) => fill("conditional-if-side", &[("name", self.name(side).into())]),
        })
    }
}

/// The game and the side whose drawn card is being chosen.
pub fn asked_draw(control: OnlineGameControl) -> Option<(Game, Side)> {
    let game = control.plans.drawing.get().then(|| control.planned_game()).flatten()?;
    let side = game.position().side();
    Some((game, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_complete_if_it_ends_with_the_players_own_action() {
        let ply = |text: &str| text.parse().expect("a ply");
        let mut line = ConditionalLine::default();
        assert!(!line.is_complete());
        line.plies.push(ply("+NE3"));
        assert!(!line.is_complete());
        line.draws = true;
        assert!(line.is_complete() && line.is_full());
        assert_eq!(line.text(), "+NE3 +");
        line.back();
        line.plies.push(ply("N2"));
        assert_eq!((line.text().as_str(), line.is_complete()), ("+NE3 N2", true));
    }

    #[test]
    fn a_different_answer_contradicts_but_a_different_condition_does_not() {
        assert!(contradicts("N2 SE1", "N2 SE3"));
        assert!(contradicts("N2 SE1 W1 +", "N2 SE1 W1 S1"));
        assert!(!contradicts("N2 SE1", "N2 SE1 W1 S1"));
        assert!(!contradicts("N2 SE1 W1 +", "N2 SE1 W2 S1"));
        assert!(!contradicts("N2 SE1", "N3 SE3"));
    }
}
