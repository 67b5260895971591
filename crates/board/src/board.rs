use bosworth_rules::{Action, Card, Game, Position, Side, Square};

use crate::scene::{drawn_by, facing, last_move};
use crate::{Arrow, BoardKey, Confirmation, Premove, Press, Reply, Scene, action_of, card_of};

/// The UI state of a board: the selection, a premove, the displayed ply, the orientation and the
/// cursor. Renderers draw its [`Scene`] and report input events; they keep no such state themselves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Board {
    /// The selection, and the position it was made in. It does not apply to any other position, so
    /// it need not be cleared when the game advances.
    chosen: Option<(Action, Position)>,
    /// The premove, and its side.
    premove: Option<(Premove, Side)>,
    at: Option<usize>,
    turned: bool,
    cursor: Option<Square>,
}

impl Board {
    /// A board that shows the position after a number of plies.
    pub fn standing_at(ply: usize) -> Self {
        Self { at: Some(ply), ..Self::default() }
    }

    /// The selection in a position.
    pub fn chosen(&self, position: &Position) -> Option<Action> {
        self.chosen.filter(|(_, chosen_in)| chosen_in == position).map(|(action, _)| action)
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        self.chosen = None;
    }

    /// The premove of a side, if the card is still in its hand.
    pub fn premove(&self, position: &Position, side: Side) -> Option<Premove> {
        let (premove, by) = self.premove?;
        (by == side && premove.is_possible(position, side)).then_some(premove)
    }

    /// Drops the premove.
    pub fn clear_premove(&mut self) {
        self.premove = None;
    }

    /// Removes the premove of the side to act. Returns its action if that is legal now, otherwise the
    /// premove as an error.
    pub fn take_premove(&mut self, position: &Position) -> Option<Result<Action, Premove>> {
        let (premove, by) = self.premove.take()?;
        if by != position.side() || position.is_over() {
            return None;
        }
        let action = premove.action();
        Some(position.choose(action).map(|_| action).map_err(|_| premove))
    }

    /// The displayed ply in a game of `last` plies.
    pub fn ply(&self, last: usize) -> usize {
        self.at.map_or(last, |at| at.min(last))
    }

    /// Whether the board follows the game, rather than showing an earlier position.
    pub fn is_live(&self) -> bool {
        self.at.is_none()
    }

    /// Follows the game.
    pub fn go_live(&mut self) {
        self.at = None;
    }

    /// Shows the position after a number of plies; at the last one, follows the game.
    pub fn go_to(&mut self, ply: usize, last: usize) {
        self.clear();
        self.at = (ply < last).then_some(ply);
    }

    /// Shows the position after a number of plies, without following the game.
    pub fn stay_at(&mut self, ply: usize) {
        self.clear();
        self.at = Some(ply);
    }

    /// Whether the board is flipped.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// Flips the board.
    pub fn turn(&mut self) {
        self.turned = !self.turned;
    }

    /// The side whose hand is below the board, for a viewer of this side.
    pub fn near(&self, viewer: Side) -> Side {
        if self.turned { !viewer } else { viewer }
    }

    /// Puts the keyboard cursor on a square.
    pub fn focus(&mut self, square: Square) {
        self.cursor = Some(square);
    }

    /// Moves the keyboard cursor from the square where the scene shows it; returns its new square.
    pub fn move_cursor(&mut self, arrow: Arrow, from: Square, bottom: Side) -> Square {
        let to = arrow.from(from, bottom);
        self.cursor = Some(to);
        to
    }

    /// A read-only scene of a position; [`Scene::offer`] makes it interactive. The cursor starts on
    /// the crown.
    pub fn scene(&self, position: Position, bottom: Side) -> Scene {
        let mut scene = Scene::new(position, bottom);
        scene.cursor = self.cursor.unwrap_or(scene.crown);
        scene
    }

    /// A read-only scene of a game after a number of plies, for a viewer with this hand below the
    /// board.
    pub fn scene_of(&self, game: &Game, ply: usize, near: Side) -> Scene {
        let ply = ply.min(game.plies().len());
        let position = game.positions()[ply];
        let bottom = facing(position.ruleset(), near, self.turned);
        Scene {
            near,
            last: last_move(game, ply),
            drawn: drawn_by(game, ply),
            ..self.scene(position, bottom)
        }
    }

    /// Handles a key press.
    pub fn key(&mut self, key: BoardKey, scene: &Scene, asks: Confirmation) -> Reply {
        match key {
            BoardKey::Card(place) => {
                let hand = scene.position.hand(scene.ahead.unwrap_or(scene.position.side()));
                match hand.iter().nth(place) {
                    Some(card) => self.press(Press::Card(card), scene, asks),
                    None => Reply::Nothing,
                }
            }
            BoardKey::Draw if scene.ahead.is_some() => self.press(Press::Pile, scene, asks),
            BoardKey::Draw => self.draw(scene, asks.draw_key, asks.repeat),
            BoardKey::Enter => self.press(Press::Confirm, scene, asks),
            BoardKey::Escape => {
                self.clear();
                self.clear_premove();
                Reply::Escaped
            }
            BoardKey::Step(step) => Reply::Step(step),
            BoardKey::Turn => Reply::Turn,
        }
    }

    /// Handles a press.
    pub fn press(&mut self, press: Press, scene: &Scene, asks: Confirmation) -> Reply {
        let reply = scene.ahead.and_then(|side| self.press_premove(press, side, scene));
        if let Some(reply) = reply {
            return reply;
        }
        match press {
            Press::Card(card) => self.card(card, scene, asks),
            Press::EnterOn(card) => match self.chosen(&scene.position) {
                Some(action) if card_of(action) == Some(card) => self.act(action, scene),
                _ => self.card(card, scene, asks),
            },
            Press::Square(_) if scene.past => Reply::Return,
            Press::Square(square) => self.square(square, scene, asks.square),
            Press::Drag(square) => self.drag(square, scene, asks.drag),
            Press::DragCard(card, square) => self.drag_card(card, square, scene, asks.drag),
            Press::Pile => self.draw(scene, asks.pile, true),
            Press::Confirm => match self.chosen(&scene.position).or(scene.pass()) {
                Some(action) => self.act(action, scene),
                None if scene.past => Reply::Return,
                None => Reply::Nothing,
            },
        }
    }

    /// Handles a press that concerns a premove. Repeating it, or confirming, cancels the premove.
    fn press_premove(&mut self, press: Press, side: Side, scene: &Scene) -> Option<Reply> {
        let premove = match press {
            Press::Card(card) | Press::EnterOn(card) => Premove::Card(card),
            Press::Pile => Premove::Draw,
            Press::Confirm => scene.premove?,
            Press::Square(_) | Press::Drag(_) | Press::DragCard(..) => return None,
        };
        if scene.premove == Some(premove) {
            self.clear_premove();
            return Some(Reply::Cleared);
        }
        if !premove.is_possible(&scene.position, side) {
            return Some(Reply::NotNow);
        }
        self.premove = Some((premove, side));
        Some(Reply::PremoveSet(premove))
    }

    fn card(&mut self, card: Card, scene: &Scene, asks: Confirmation) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        let chosen = self.chosen(&scene.position);
        match action_of(&scene.position, card) {
            Err(why) => Reply::Refuse(why),
            Ok(action) if !asks.card => self.act(action, scene),
            Ok(action) if chosen == Some(action) && asks.repeat => self.act(action, scene),
            Ok(action) if chosen == Some(action) => {
                self.clear();
                Reply::Cleared
            }
            Ok(action) => self.choose(action, scene),
        }
    }

    fn square(&mut self, square: Square, scene: &Scene, asks: bool) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        let chosen = self.chosen(&scene.position);
        match scene.target_at(square).map(|target| target.action) {
            Some(action) if chosen == Some(action) || !asks => self.act(action, scene),
            Some(action) => self.choose(action, scene),
            None if chosen.is_some() => {
                self.clear();
                Reply::Cleared
            }
            None => Reply::Nowhere { square, dragged: false },
        }
    }

    fn drag(&mut self, square: Square, scene: &Scene, asks: bool) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        match scene.target_at(square).map(|target| target.action) {
            Some(action) if asks => self.choose(action, scene),
            Some(action) => self.act(action, scene),
            None => Reply::Nowhere { square, dragged: true },
        }
    }

    fn drag_card(&mut self, card: Card, square: Square, scene: &Scene, asks: bool) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        let target = scene.position.target(scene.position.side(), card);
        match action_of(&scene.position, card) {
            Err(why) => Reply::Refuse(why),
            Ok(action) if target == Some(square) && !asks => self.act(action, scene),
            Ok(action) => self.choose(action, scene),
        }
    }

    /// Draws a card. With `asks`, it needs a confirmation; with `repeat`, repeating the input
    /// confirms it.
    fn draw(&mut self, scene: &Scene, asks: bool, repeat: bool) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        let again = repeat && self.chosen(&scene.position) == Some(Action::Draw);
        if asks && !again {
            self.choose(Action::Draw, scene)
        } else {
            self.act(Action::Draw, scene)
        }
    }

    fn choose(&mut self, action: Action, scene: &Scene) -> Reply {
        if let Err(why) = scene.position.choose(action) {
            return Reply::Refuse(why);
        }
        self.chosen = Some((action, scene.position));
        Reply::Chose(action)
    }

    fn act(&mut self, action: Action, scene: &Scene) -> Reply {
        if !scene.is_open() {
            return Reply::NotNow;
        }
        if let Err(why) = scene.position.choose(action) {
            return Reply::Refuse(why);
        }
        self.clear();
        Reply::Act(action)
    }
}
