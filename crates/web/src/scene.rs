use bosworth_rules::{Action, Card, CardView, Game, Ply, Position, Ruleset, Side, Square};

pub use bosworth_local::{Target, action_of, card, movement, targets, threats};

/// What the board shows. The board knows no rules: what can be done is handed to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The position.
    pub position: Position,
    /// Where the crown is drawn. An editor may have it where no position could.
    pub crown: Square,
    /// Whose side of the board is at the bottom; with White's, north is up.
    pub bottom: Side,
    /// Whose hand lies below the board.
    pub near: Side,
    /// Where cards lead.
    pub targets: Vec<Target>,
    /// The action that is chosen but not done.
    pub chosen: Option<Action>,
    /// Where the crown came from and went last.
    pub last: Option<(Square, Square)>,
    /// Squares to point at, as a hint or in a lesson.
    pub hints: Vec<Square>,
    /// Whether territories show their outlines and points.
    pub areas: bool,
}

/// Where the crown came from and went last in a game, after so many plies.
pub fn last(game: &Game, ply: usize) -> Option<(Square, Square)> {
    (0..ply).rev().find_map(|n| movement(&game.positions()[n], game.plies()[n]))
}

/// The card that came up last in a game, and by whom, if that was the last thing that happened
/// to that hand.
pub fn drawn(game: &Game, ply: usize) -> Option<(Side, Card)> {
    (ply.saturating_sub(2)..ply).rev().find_map(|n| match game.plies()[n] {
        Ply::Draw(card) => Some((game.positions()[n].side(), card)),
        _ => None,
    })
}

/// How the board lies for somebody whose hand is below it: with north up where cards mean the
/// same for both sides, so that words and pictures agree; as from their seat where cards are
/// read from there.
pub fn facing(ruleset: Ruleset, near: Side, turned: bool) -> Side {
    match ruleset.cards {
        CardView::Holder => near,
        CardView::Board if turned => Side::Red,
        CardView::Board => Side::White,
    }
}

impl Scene {
    /// A position with nothing to do in it.
    pub fn of(position: Position, bottom: Side) -> Self {
        Self {
            position,
            crown: position.crown(),
            bottom,
            near: bottom,
            targets: Vec::new(),
            chosen: None,
            last: None,
            hints: Vec::new(),
            areas: false,
        }
    }

    /// The target on a square that belongs to the side to act.
    pub fn target_at(&self, square: Square) -> Option<&Target> {
        let side = self.position.side();
        self.targets.iter().find(|target| target.square == square && target.side == side)
    }

    /// The target of the chosen action.
    pub fn chosen_target(&self) -> Option<&Target> {
        let chosen = self.chosen?;
        let side = self.position.side();
        self.targets.iter().find(|target| target.action == chosen && target.side == side)
    }
}
