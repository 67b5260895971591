//! Changes to the game: actions, undo and redo, resignation.

use bosworth_board::Board;
use bosworth_rules::{Action, Side};
use bosworth_texts::Speech;

use super::{HintRequest, LocalGameControl};
use crate::board_input::refusal_text;
use crate::browser;
use crate::clocked_table::{ClockedTable, Loss, Seat};
use crate::engine::{self, Lane};
use crate::language::{texts, tr};
use crate::pages::play::record::keep;

impl LocalGameControl {
    /// Performs an action of the side to act.
    pub fn act(self, action: Action) {
        let now = browser::now();
        let mut done = None;
        self.app.table.update(|table| {
            let Some(table) = table else { return };
            let before = *table.position();
            done = Some((before, table.act(action)));
            let (side, over) = (table.position().side(), table.is_over());
            if let (Some(clock), Some((_, Ok(_)))) = (&mut table.clock, &done) {
                clock.acted(before.side(), now);
                if !over {
                    clock.run(side, now);
                }
            }
        });
        match done {
            Some((before, Ok(ply))) => {
                self.reset_board();
                if keep(self.app) {
                    self.announce_ply(&before, ply);
                }
                self.continue_hint();
            }
            Some((before, Err(why))) => self.app.refuse(refusal_text(why, &before)),
            None => {}
        }
    }

    /// Resets the board after a change: no selection, following the game.
    fn reset_board(self) {
        self.board.update(|board| {
            board.clear();
            board.go_live();
        });
        self.counting.stop();
        self.clear_hint();
    }

    /// Undoes the last decision of a person.
    pub fn undo(self) {
        self.change(ClockedTable::undo, "undo-none");
    }

    /// Redoes what was undone.
    pub fn redo(self) {
        self.change(ClockedTable::redo, "redo-none");
    }

    fn change(self, change: impl FnOnce(&mut ClockedTable) -> bool, otherwise: &str) {
        engine::stop(Lane::Play);
        self.reset_board();
        self.hinting.set(HintRequest::None);
        if self.watching() {
            self.paused.set(true);
        }
        let mut changed = false;
        let before = self.with_untracked(|table| table.shuffles_anew()).unwrap_or_default();
        self.app.table.update(|table| changed = table.as_mut().is_some_and(change));
        if changed && !keep(self.app) {
            return;
        }
        if changed {
            let said = self.with_untracked(|table| {
                let side = table.position().side();
                let alone = table.seats[side] == Seat::Person && table.seats[!side] != Seat::Person;
                let turn = if alone && !table.position().is_over() {
                    tr("your-turn-now")
                } else {
                    let texts = texts();
                    Speech::new(&texts, table.game(), side).turn()
                };
                (table.shuffles_anew(), turn)
            });
            let (anew, turn) = said.unwrap_or_default();
            if anew && !before {
                self.app.toast(format!("{} {turn}", tr("shuffled-anew")));
            } else {
                self.app.say(turn);
            }
        } else {
            self.app.toast(tr(otherwise));
        }
    }

    /// Resigns for the person: the only one, or the one to act.
    pub fn resign(self) {
        self.app.table.update(|table| {
            let Some(table) = table else { return };
            let people: Vec<_> =
                Side::ALL.into_iter().filter(|&side| table.seats[side] == Seat::Person).collect();
            let side = if people.len() == 1 { people[0] } else { table.position().side() };
            if !table.is_over() {
                table.lost = Some(Loss::resigned(side));
            }
        });
        self.end_with_loss();
    }

    /// Ends the game after a resignation or a loss on time.
    pub(super) fn end_with_loss(self) {
        engine::stop(Lane::Play);
        self.board.update(Board::clear);
        self.pause_clock();
        keep(self.app);
        self.result();
    }
}
