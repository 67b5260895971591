use crate::state::State;
use crate::{
    Actions, BySide, Card, Cards, Direction, End, First, Outcome, Ruleset, Score, Setup, Side,
    Square, Squares, Territories, Verdict, zobrist,
};

/// Everything both players see at one moment of a game.
///
/// The order of the pile is not part of it, because nobody sees that. A position is always
/// valid: it comes from dealing ([`Position::deal`]), from validating a [`Setup`]
/// (`Position::try_from`), from parsing text, or from acting ([`Position::act`]), which leaves
/// the old position untouched.
///
/// ```
/// use bosworth_rules::{Action, Position, Square};
///
/// let text = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
/// let start: Position = text.parse()?;
/// assert_eq!(start.to_string(), text);
/// assert_eq!(start.crown(), Square::CENTRE);
/// assert!(start.actions().contains(Action::Play("NE2".parse()?)));
/// assert!(!start.actions().draw, "five cards are in hand");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    // Invariant: passes the checks of `TryFrom<Setup>`, and `rose_key` is the Zobrist key of
    // the roses.
    pub(crate) roses: ByTurn<Squares>,
    pub(crate) hands: ByTurn<Cards>,
    pub(crate) discard: Cards,
    pub(crate) state: State,
    pub(crate) rose_key: u64,
}

/// A pair of values relative to the side to act. Nearly every query is about that side, and
/// storing its part first saves a branch on the side each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByTurn<T> {
    /// The value of the side to act.
    pub(crate) own: T,
    /// The value of its opponent.
    pub(crate) theirs: T,
}

impl<T: Copy> ByTurn<T> {
    pub(crate) fn new(pair: BySide<T>, side: Side) -> Self {
        Self { own: pair[side], theirs: pair[!side] }
    }

    #[inline]
    pub(crate) fn swapped(self) -> Self {
        Self { own: self.theirs, theirs: self.own }
    }
}

impl Position {
    /// The maximum number of cards in a hand.
    pub const HAND: u32 = 5;
    /// The number of heroes each side starts with.
    pub const HEROES: u8 = 4;
    /// The number of roses in the supply shared by both sides.
    pub const ROSES: u8 = 52;

    /// The starting position with these hands, or `None` if they are not five cards each, all
    /// different, or if the ruleset does not let that side act first.
    pub fn deal(hands: BySide<Cards>, first: Side, ruleset: Ruleset) -> Option<Self> {
        let full = Side::ALL.iter().all(|&side| hands[side].len() == Self::HAND);
        let setup = Setup {
            roses: BySide::default(),
            crown: Square::CENTRE,
            side: first,
            hands,
            heroes: BySide { red: Self::HEROES, white: Self::HEROES },
            discard: Cards::EMPTY,
            ruleset,
        };
        let allowed = first == Side::Red || ruleset.first == First::Lot;
        if full && allowed { Self::try_from(setup).ok() } else { None }
    }

    /// Where a side's roses are.
    #[inline]
    pub fn roses(&self, side: Side) -> Squares {
        if side == self.side() { self.roses.own } else { self.roses.theirs }
    }

    /// The owner of the rose on a square.
    pub fn rose_at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.roses(side).contains(square))
    }

    /// Where the crown stands.
    #[inline]
    pub fn crown(&self) -> Square {
        self.state.crown()
    }

    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Side {
        self.state.side()
    }

    /// A side's open cards.
    #[inline]
    pub fn hand(&self, side: Side) -> Cards {
        if side == self.side() { self.hands.own } else { self.hands.theirs }
    }

    /// The number of heroes a side has left.
    #[inline]
    pub fn heroes(&self, side: Side) -> u8 {
        self.state.heroes(side)
    }

    /// The open discard.
    #[inline]
    pub fn discard(&self) -> Cards {
        self.discard
    }

    /// The set of cards in the face-down pile; their order is hidden from both sides.
    #[inline]
    pub fn pile(&self) -> Cards {
        Cards::ALL - self.hands.own - self.hands.theirs - self.discard
    }

    /// The number of roses left in the supply.
    #[inline]
    pub fn supply(&self) -> u8 {
        self.state.supply()
    }

    /// The ruleset in force.
    pub fn ruleset(&self) -> Ruleset {
        self.state.ruleset()
    }

    /// A 64-bit hash, for transposition tables: equal for positions with the same continuations,
    /// and distinct otherwise up to accidental collisions. Stable across builds and machines.
    #[inline]
    pub fn key(&self) -> u64 {
        let Self { hands: ByTurn { own, theirs }, discard, state, .. } = self;
        self.rose_key ^ zobrist::mix([own.bits(), theirs.bits(), discard.bits(), state.word()])
    }

    /// The direction on the board of a side's card: the opposite of the printed one if cards are
    /// read by their holder and the holder is Red.
    pub fn direction(&self, side: Side, card: Card) -> Direction {
        let seen = self.turned_for(side, Cards::of(card));
        seen.unordered().next().map_or(card.direction, |card| card.direction)
    }

    /// The square to which a side's card would move the crown, if it is on the board.
    #[inline]
    pub fn target(&self, side: Side, card: Card) -> Option<Square> {
        let card = self.turned_for(side, Cards::of(card));
        let on_board = !(card & Cards::on_board(self.crown())).is_empty();
        on_board.then(|| card.target_from(self.crown()))
    }

    /// The cards whose target would be on the board if a side played them.
    #[inline]
    pub fn cards_on_board(&self, side: Side) -> Cards {
        self.turned_for(side, Cards::on_board(self.crown()))
    }

    /// The legal actions of the side to act. Empty if and only if the game is over.
    #[inline]
    pub fn actions(&self) -> Actions {
        if self.supply() == 0 {
            return Actions::default();
        }
        let side = self.side();
        let (plays, heroes) = self.playable_with(side, self.roses, self.hands.own);
        let draw = self.hands.own.len() < Self::HAND;
        let nothing = !draw && (plays | heroes).is_empty();
        let over = if self.state.ends_for_either() {
            nothing || self.is_blocked(!side)
        } else {
            nothing && self.is_blocked(!side)
        };
        if over { Actions::default() } else { Actions { plays, heroes, draw, pass: nothing } }
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.actions().is_empty()
    }

    /// What ended the game, or `None` while it is in progress.
    pub fn end(&self) -> Option<End> {
        if self.supply() == 0 {
            return Some(End::LastRose);
        }
        let either = self.state.ends_for_either();
        match (self.is_blocked(Side::Red), self.is_blocked(Side::White)) {
            (true, true) => Some(End::BothBlocked),
            (true, false) if either => Some(End::Blocked(Side::Red)),
            (false, true) if either => Some(End::Blocked(Side::White)),
            _ => None,
        }
    }

    /// How the game ended, or `None` while it is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end()?;
        let scores = self.scores();
        Some(Outcome { end, verdict: Verdict::of(scores, self.ruleset()), scores })
    }

    /// The current scores.
    pub fn scores(&self) -> BySide<Score> {
        BySide::from_fn(|side| Score::of(self.roses(side)))
    }

    /// A side's territories.
    pub fn territories(&self, side: Side) -> Territories {
        Territories::of(self.roses(side))
    }

    /// The cards a side could play if it were its turn: alone, and with a hero.
    #[inline]
    pub fn playable(&self, side: Side) -> (Cards, Cards) {
        if side == self.side() {
            self.playable_with(side, self.roses, self.hands.own)
        } else {
            self.playable_with(side, self.roses.swapped(), self.hands.theirs)
        }
    }

    #[inline]
    fn playable_with(&self, side: Side, roses: ByTurn<Squares>, hand: Cards) -> (Cards, Cards) {
        let crown = self.crown();
        let theirs = roses.theirs.seen_from(crown);
        let taken = (roses.own | roses.theirs).seen_from(crown);
        let hand = self.turned_for(side, hand) & Cards::on_board(crown);
        let plays = hand.leading_to(!taken);
        let heroes = hand.leading_to(if self.heroes(side) == 0 { 0 } else { theirs });
        (self.turned_for(side, plays), self.turned_for(side, heroes))
    }

    /// Whether a side holds five cards and can play none of them, even with a hero.
    #[inline]
    pub fn is_blocked(&self, side: Side) -> bool {
        let (plays, heroes) = self.playable(side);
        (plays | heroes).is_empty() && self.hand(side).len() == Self::HAND
    }

    /// Converts a side's cards between printed and board directions, an involution: where cards
    /// are read by their holder, Red's are rotated by 180°.
    #[inline]
    pub fn turned_for(&self, side: Side, cards: Cards) -> Cards {
        if self.state.turns_cards() { turned_if_red(side, cards) } else { cards }
    }
}

/// Out of line, to keep it off the hot path of the editions in which it never happens.
#[inline(never)]
fn turned_if_red(side: Side, cards: Cards) -> Cards {
    match side {
        Side::Red => cards.turned(),
        Side::White => cards,
    }
}
