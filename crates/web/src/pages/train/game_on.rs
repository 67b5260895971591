use bosworth_board::{Board, Scene};
use bosworth_rules::{Action, Game, PendingDraw, Side};
use bosworth_web_engine::wire::{EngineRequest, EngineResponse};

use super::control::SolveControl;
use crate::board_input::{Actor, announce_ply};
use crate::browser;
use crate::engine::{self, Lane};
use crate::language::fill;
use crate::sound::Sound;

/// A game against the computer from the position of an exercise on. It is not kept.
#[derive(Clone, PartialEq, Debug)]
pub struct GameOn {
    pub game: Game,
    /// The level of the computer.
    pub level: u8,
    /// The side of the person.
    pub side: Side,
    /// Tells it from other games when the computer answers.
    seed: u64,
}

impl GameOn {
    /// The number of plies.
    pub fn plies(&self) -> usize {
        self.game.plies().len()
    }

    /// The scene of the board.
    pub fn scene(&self, board: &Board, both: bool) -> Scene {
        let mut scene = board.scene_of(&self.game, self.plies(), board.near(self.side));
        if self.game.position().side() == self.side {
            scene.offer(board, both);
        }
        scene
    }
}

impl SolveControl {
    /// Begins a game against a level of the computer from the position of the exercise.
    pub fn begin_game(self, level: u8) {
        let Some(position) =
            self.state.with_untracked(|state| Some(state.as_ref()?.exercise.position))
        else {
            return;
        };
        let seed = u64::from_le_bytes(browser::random());
        self.board.update(|board| {
            board.clear();
            board.go_live();
        });
        let game = Game::new(position);
        self.is_choosing_level.set(false);
        self.game_on.set(Some(GameOn { game, level, side: position.side(), seed }));
        browser::focus_later("#status");
    }

    /// Ends the game, and shows the answer again.
    pub fn leave_game(self) {
        engine::stop(Lane::Play);
        self.game_on.set(None);
        self.board.update(|board| board.stay_at(1));
        browser::focus_later("#next");
    }

    /// Performs an action of the person, then those of the computer.
    pub(super) fn act_in_game(self, action: Action) {
        self.play_in_game(action);
        self.answer_in_game();
    }

    /// The computer acts; a side that can do nothing else passes.
    fn answer_in_game(self) {
        let Some(GameOn { game, level, side, seed }) = self.game_on.get_untracked() else { return };
        let position = *game.position();
        if position.is_over() {
            return;
        }
        if position.actions().pass {
            self.play_in_game(Action::Pass);
            return self.answer_in_game();
        }
        if position.side() == side {
            return;
        }
        let ask = EngineRequest::Choose { position: position.to_string(), level, game: seed };
        engine::ask(self.page, Lane::Play, &ask, move |answer| match answer {
            EngineResponse::Chosen(text) => {
                let is_same = self.game_on.with_untracked(|now| {
                    now.as_ref().is_some_and(|now| now.seed == seed && now.game == game)
                });
                if let Some(action) = text.parse().ok().filter(|_| is_same) {
                    self.act_in_game(action);
                }
            }
            EngineResponse::Failed(why) => {
                self.app.toast(fill("engine-failed", &[("why", why.into())]));
            }
            _ => {}
        });
    }

    /// Performs an action of either side; a draw brings a random card.
    fn play_in_game(self, action: Action) {
        let random = u32::from_le_bytes(browser::random());
        let draw = move |pending: &PendingDraw| {
            let cards = pending.outcomes();
            let card = cards.pick(random % cards.len());
            card.unwrap_or_else(|| unreachable!("a draw has outcomes"))
        };
        let mut game_on = self.game_on.get_untracked();
        let Some(now) = &mut game_on else { return };
        let before = *now.game.position();
        let Ok(ply) = now.game.act_with(action, draw) else { return };
        let after = *now.game.position();
        let actor = if before.side() == now.side { Actor::Yours } else { Actor::Computer };
        self.board.update(Board::clear);
        self.game_on.set(game_on);
        self.app.sound(Sound::of(&before, ply, &after));
        let said = announce_ply(self.app, &before, ply, &after, actor);
        self.app.say(said.clone());
        self.log.update(|log| log.push(said));
    }
}
