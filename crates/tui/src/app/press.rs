//! What people do to a game: press cards and squares, take back, do again.

use bosworth_local::{LocalTable, action_of};
use bosworth_rules::{Action, Card, Ply, Square};

use super::{App, Effect, Source};

/// What a click can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A square of the board.
    Square(Square),
    /// A card of the side to act.
    Card(Card),
    /// The pile.
    Pile,
    /// A place in the list of actions: after so many plies.
    Ply(usize),
}

impl App {
    /// Takes a click.
    pub fn click(&mut self, hit: Hit) {
        if self.help || self.asks.is_some() {
            self.help = false;
            self.asks = None;
            return;
        }
        match hit {
            Hit::Card(card) => self.press_card(card),
            Hit::Pile => self.press_draw(),
            Hit::Ply(ply) => self.go_to(ply),
            Hit::Square(square) => {
                let target = self.targets().into_iter().find(|target| target.square == square);
                match target {
                    Some(target) => self.choose(target.action),
                    None => self.chosen = None,
                }
            }
        }
    }

    fn press_card(&mut self, card: Card) {
        if !self.may_act() {
            self.refuse();
            return;
        }
        let position = *self.position();
        match action_of(&position, card) {
            Ok(action) => self.choose(action),
            Err(why) => {
                self.chosen = None;
                self.message = Some(self.texts.refusal(why, &position));
            }
        }
    }

    pub(super) fn press_number(&mut self, number: usize) {
        let hand = self.position().hand(self.position().side());
        if let Some(card) = hand.iter().nth(number) {
            self.press_card(card);
        }
    }

    pub(super) fn press_draw(&mut self) {
        if self.may_act() { self.choose(Action::Draw) } else { self.refuse() }
    }

    fn choose(&mut self, action: Action) {
        let position = *self.position();
        if self.chosen == Some(action) {
            self.act(action);
            return;
        }
        if let Err(why) = position.act(action) {
            self.message = Some(self.texts.refusal(why, &position));
            return;
        }
        self.chosen = Some(action);
        self.message = None;
    }

    /// Why a person may not act now.
    pub(super) fn refuse(&mut self) {
        let id = if !self.is_live() && self.is_played() {
            "tui-not-live"
        } else if self.shows_end() {
            "tui-over"
        } else if self.online().is_some_and(|online| online.snapshot.sending) {
            "online-sending"
        } else {
            "tui-not-your-turn"
        };
        self.say(id);
    }

    /// Does an action of whoever is to act.
    pub(super) fn act(&mut self, action: Action) {
        if matches!(self.source, Source::Online(_)) {
            self.send_action(action);
            return;
        }
        let Some(table) = self.table_mut() else { return };
        let before = *table.position();
        match table.act(action) {
            Err(why) => self.message = Some(self.texts.refusal(why, &before)),
            Ok(ply) => {
                self.chosen = None;
                self.forget_thoughts();
                self.message = Some(match ply {
                    Ply::Pass => {
                        let side = self.texts.side(before.side(), before.ruleset());
                        self.texts.format("tui-forced-pass", &[("side", side.into())])
                    }
                    ply => self.texts.ply(&before, ply),
                });
                self.effects.push(Effect::Save);
            }
        }
    }

    pub(super) fn change(&mut self, change: fn(&mut LocalTable) -> bool, otherwise: &str) {
        let watching = self.watching();
        let Some(table) = self.table_mut() else { return };
        let before = table.shuffles_anew();
        let changed = change(table);
        let anew = table.shuffles_anew() && !before;
        self.chosen = None;
        self.at = None;
        self.message = None;
        self.forget_thoughts();
        if changed {
            self.pending = None;
            self.choosing = None;
            self.paused |= watching;
            self.effects.push(Effect::Save);
            if anew {
                self.say("tui-shuffled-anew");
            }
        } else {
            self.say(otherwise);
        }
    }
}
