use crate::state::State;
use crate::{
    Actions, BySide, Card, Cards, Direction, End, First, Outcome, Ruleset, Score, Setup, Side,
    Square, Squares, Territories, Verdict, zobrist,
};

/// Everything both players see at one moment of a game.
///
/// The order of the pile is not part of it: nobody sees that. A position is always a
/// possible one. It is made by dealing ([`Position::deal`]), by checking a [`Setup`]
/// (`Position::try_from`), by reading text (`parse`), or by acting ([`Position::act`]);
/// acting leaves the old position as it was.
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
    // Invariant: what `TryFrom<Setup>` checks, and `rose_key` is the key of the roses.
    pub(crate) roses: ByTurn<Squares>,
    pub(crate) hands: ByTurn<Cards>,
    pub(crate) discard: Cards,
    pub(crate) state: State,
    pub(crate) rose_key: u64,
}

/// A pair of things by whose turn it is. Positions keep them this way because nearly every
/// question is about the side to act; it saves a look at the side each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByTurn<T> {
    /// Of the side to act.
    pub(crate) own: T,
    /// Of its opponent.
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
    /// How many cards a hand holds at most.
    pub const HAND: u32 = 5;
    /// How many heroes each side has at the start.
    pub const HEROES: u8 = 4;
    /// How many roses there are for both sides together.
    pub const ROSES: u8 = 52;

    /// The first position of a game with these hands, or nothing if they are not five cards
    /// each, all different, or if the rules do not let that side act first.
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

    /// Whose rose is on a square.
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

    /// How many heroes a side has left.
    #[inline]
    pub fn heroes(&self, side: Side) -> u8 {
        self.state.heroes(side)
    }

    /// The open discard.
    #[inline]
    pub fn discard(&self) -> Cards {
        self.discard
    }

    /// The cards of the face-down pile, as far as both sides know them: which, not in what
    /// order.
    #[inline]
    pub fn pile(&self) -> Cards {
        Cards::ALL - self.hands.own - self.hands.theirs - self.discard
    }

    /// How many roses are left to place.
    #[inline]
    pub fn supply(&self) -> u8 {
        self.state.supply()
    }

    /// The rules it is played by.
    pub fn ruleset(&self) -> Ruleset {
        self.state.ruleset()
    }

    /// A hash: equal for positions that are played on in the same way, and as good as never
    /// for others. It stays the same over builds and machines.
    #[inline]
    pub fn key(&self) -> u64 {
        let Self { hands: ByTurn { own, theirs }, discard, state, .. } = self;
        self.rose_key ^ zobrist::mix([own.bits(), theirs.bits(), discard.bits(), state.word()])
    }

    /// Where a side's card points on the board: not where it says, if cards are seen by their
    /// holder and the holder is Red.
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

    /// The cards that would keep the crown on the board if a side played them.
    #[inline]
    pub fn cards_on_board(&self, side: Side) -> Cards {
        self.turned_for(side, Cards::on_board(self.crown()))
    }

    /// What the side to act may do. Empty when the game is over, and only then.
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

    /// What ended the game, or nothing while it goes on.
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

    /// How the game ended, or nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let end = self.end()?;
        let scores = self.scores();
        Some(Outcome { end, verdict: Verdict::of(scores, self.ruleset()), scores })
    }

    /// What both sides' roses come to now.
    pub fn scores(&self) -> BySide<Score> {
        BySide::from_fn(|side| Score::of(self.roses(side)))
    }

    /// A side's territories.
    pub fn territories(&self, side: Side) -> Territories {
        Territories::of(self.roses(side))
    }

    /// The cards a side could play now, were it its turn: alone, and with a hero.
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

    /// Whether a side holds five cards and can play none of them, heroes counted.
    #[inline]
    pub fn is_blocked(&self, side: Side) -> bool {
        let (plays, heroes) = self.playable(side);
        (plays | heroes).is_empty() && self.hand(side).len() == Self::HAND
    }

    /// A side's cards as the board sees them, and back: where cards are seen by their
    /// holder, Red's point the other way.
    #[inline]
    pub fn turned_for(&self, side: Side, cards: Cards) -> Cards {
        if self.state.turns_cards() { turned_if_red(side, cards) } else { cards }
    }
}

/// Apart, so that the editions in which it never happens do not make room for it.
#[inline(never)]
fn turned_if_red(side: Side, cards: Cards) -> Cards {
    match side {
        Side::Red => cards.turned(),
        Side::White => cards,
    }
}
