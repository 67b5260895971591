use alloc::vec::Vec;

use bosworth_rules::{
    Action, Actions, Card, CardView, Game, Ply, Position, Ruleset, Side, Square, Territory,
};

use crate::{Board, FinalCount, Premove, Target, card_of, movement, targets, threats};

/// The view model of a board: what it shows, and what can be pressed on it. Renderers know no
/// rules; everything they draw is in the scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The position.
    pub position: Position,
    /// Where the crown is drawn. In the position editor, this may be an illegal square.
    pub crown: Square,
    /// The side at the bottom of the board; with White, north is up.
    pub bottom: Side,
    /// The side whose hand is below the board.
    pub near: Side,
    /// The actions open to the user; empty while they may not act.
    pub actions: Actions,
    /// The targets of the cards that can be played, heroes included.
    pub targets: Vec<Target>,
    /// The targets of the cards that cannot be played now, because it is not their side's turn.
    pub threats: Vec<Target>,
    /// The selected action, awaiting confirmation.
    pub chosen: Option<Action>,
    /// The side that may choose a premove, while the other one is thinking.
    pub ahead: Option<Side>,
    /// The premove.
    pub premove: Option<Premove>,
    /// The last move of the crown: from and to.
    pub last: Option<(Square, Square)>,
    /// The last card drawn, and by which side.
    pub drawn: Option<(Side, Card)>,
    /// The action suggested by a hint or a lesson.
    pub hint: Option<Action>,
    /// Squares to highlight.
    pub hints: Vec<Square>,
    /// Whether targets show the points that they gain. In an exercise this would be the answer.
    pub gains: bool,
    /// Whether territories show their outlines and points.
    pub areas: bool,
    /// The progress of the count at the end; `None` if nothing is being counted.
    pub tally: Option<FinalCount>,
    /// Whether this is an earlier position of the game.
    pub past: bool,
    /// The square of the keyboard cursor.
    pub cursor: Square,
}

/// How a card in a hand is to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HandCard {
    /// Whether it leads to a square where a rose may be placed, now or in the next turn.
    pub playable: bool,
    /// Whether that costs a hero.
    pub hero: bool,
    /// Whether it is selected.
    pub chosen: bool,
    /// Whether it is the premove.
    pub premove: bool,
    /// Whether a hint names it.
    pub hinted: bool,
    /// Whether it was drawn in the last ply.
    pub new: bool,
}

impl Scene {
    /// A read-only scene.
    pub fn new(position: Position, bottom: Side) -> Self {
        Self {
            position,
            crown: position.crown(),
            bottom,
            near: bottom,
            actions: Actions::default(),
            targets: Vec::new(),
            threats: Vec::new(),
            chosen: None,
            ahead: None,
            premove: None,
            last: None,
            drawn: None,
            hint: None,
            hints: Vec::new(),
            gains: true,
            areas: false,
            tally: None,
            past: false,
            cursor: position.crown(),
        }
    }

    /// Makes the scene interactive: offers the legal actions, and shows the board's selection. With
    /// `show_threats`, it also shows where the cards of the other side would lead.
    pub fn offer(&mut self, board: &Board, show_threats: bool) {
        self.actions = self.position.actions();
        self.targets.extend(targets(&self.position));
        if show_threats {
            self.show_threats();
        }
        self.chosen = board.chosen(&self.position);
    }

    /// Shows where the cards lead that the user cannot play now: those of the other side, and those
    /// of the side to act if it is not the user's.
    pub fn show_threats(&mut self) {
        for side in Side::ALL {
            if !(self.is_open() && side == self.position.side()) {
                self.threats.extend(threats(&self.position, side));
            }
        }
    }

    /// Lets a side choose a premove while the other one is thinking, and shows it.
    pub fn offer_ahead(&mut self, side: Side, board: &Board) {
        if self.position.side() != side && !self.position.is_over() {
            self.ahead = Some(side);
            self.premove = board.premove(&self.position, side);
        }
    }

    /// Highlights an action.
    pub fn point_at(&mut self, action: Action) {
        let (side, card) = (self.position.side(), card_of(action));
        self.hint = Some(action);
        self.hints.extend(card.and_then(|card| self.position.target(side, card)));
    }

    /// Whether the user may act.
    pub fn is_open(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Whether the cards of a side can be pressed, to act or for a premove.
    pub fn is_open_for(&self, side: Side) -> bool {
        (self.is_open() && self.position.side() == side) || self.ahead == Some(side)
    }

    /// Whether a draw can be chosen as a premove.
    pub fn can_draw_ahead(&self) -> bool {
        self.ahead.is_some_and(|side| Premove::Draw.is_possible(&self.position, side))
    }

    /// The action that a confirmation would perform: the selection, or a pass where that is the
    /// only legal action.
    pub fn ready(&self) -> Option<Action> {
        self.chosen.or(self.pass())
    }

    pub(crate) fn pass(&self) -> Option<Action> {
        self.actions.pass.then_some(Action::Pass)
    }

    /// The target on a square.
    pub fn target_at(&self, square: Square) -> Option<&Target> {
        self.targets.iter().find(|target| target.square == square)
    }

    /// The target of the selected action.
    pub fn chosen_target(&self) -> Option<&Target> {
        self.targets.iter().find(|target| Some(target.action) == self.chosen)
    }

    /// How a card in the hand of a side is to be drawn.
    pub fn held(&self, side: Side, card: Card) -> HandCard {
        let (plays, heroes) = self.position.playable(side);
        let own = |action: Option<Action>| {
            self.position.side() == side && action.and_then(card_of) == Some(card)
        };
        HandCard {
            playable: (plays | heroes).contains(card) && !self.position.is_over(),
            hero: heroes.contains(card),
            chosen: own(self.chosen),
            premove: self.ahead == Some(side) && self.premove == Some(Premove::Card(card)),
            hinted: own(self.hint),
            new: self.drawn == Some((side, card)),
        }
    }

    /// The territories of both sides.
    pub fn territories(&self) -> impl Iterator<Item = (Side, Territory)> {
        let of = |side| self.position.territories(side).map(move |territory| (side, territory));
        Side::ALL.into_iter().flat_map(of)
    }
}

/// The last move of the crown in the first `ply` plies of a game: from and to.
pub fn last_move(game: &Game, ply: usize) -> Option<(Square, Square)> {
    (0..ply).rev().find_map(|n| movement(&game.positions()[n], game.plies()[n]))
}

/// The last card drawn in a game, and by which side, if that was the side's last ply.
pub(crate) fn drawn_by(game: &Game, ply: usize) -> Option<(Side, Card)> {
    (ply.saturating_sub(2)..ply).rev().find_map(|n| match game.plies()[n] {
        Ply::Draw(card) => Some((game.positions()[n].side(), card)),
        _ => None,
    })
}

/// The side at the bottom of the board for a viewer with this hand below it. North is up where
/// cards mean the same for both sides, so that notation and drawing agree; otherwise the board is
/// seen from the viewer's seat, as the cards are.
pub fn facing(ruleset: Ruleset, near: Side, turned: bool) -> Side {
    match ruleset.cards {
        CardView::Holder => near,
        CardView::Board if turned => Side::Red,
        CardView::Board => Side::White,
    }
}
