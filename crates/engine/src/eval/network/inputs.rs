//! The input features of the network: a position as a sparse list of indices.
//!
//! Features are binary; a position is the list of the indices of its active ones. All are
//! relative to the side that acts next, so exchanging the sides changes nothing. Cards are in
//! board directions.

use bosworth_rules::{
    Card, CardView, Cards, Ending, PendingDraw, Position, Reshuffle, Side, Square, Ties,
};

use super::board::{Board, Who};
use super::geometry::TARGETS;
use super::mark::MARKS;

const SQUARES: usize = Square::COUNT;
const CARDS: usize = Card::COUNT;
/// What a card can lead to: off the board, an empty square, an opponent's rose, a rose of the
/// holder.
const GROUNDS: usize = 4;
/// The number of buckets of gains.
const GAINS: usize = 12;
/// The sizes of a hand, and the numbers of its playable cards.
const HANDS: usize = 6;
const HEROES: usize = Position::HEROES as usize + 1;
const SUPPLIES: usize = Position::ROSES as usize + 1;
/// The number of buckets of leads: either way, and none.
const LEADS: usize = 2 * MAX_LEAD as usize + 1;
const MAX_LEAD: i32 = 32;

/// The kinds of blockade rule: the worth of a full hand depends on it.
const ENDINGS: usize = 2;

/// A rose: owner, size of its group, whether it is a joint, square. Or the gain of an empty
/// square: for whom, how much, square.
const MARK: usize = 0;
/// Where the crown stands.
const CROWN: usize = MARK + MARKS * SQUARES;
/// A square that a hand reaches: owner, with a hero or without, square.
const REACH: usize = CROWN + SQUARES;
/// A card in hand: owner, card, what it leads to.
const HELD: usize = REACH + 2 * 2 * SQUARES;
/// The gain of playing a card: owner, with a hero or without, how much.
const GAIN: usize = HELD + 2 * CARDS * GROUNDS;
/// A card of the pile: card, what it would lead the viewer to.
const PILE: usize = GAIN + 2 * 2 * GAINS;
/// A hand: blockade rule, owner, number of cards, number of playable cards.
const HAND: usize = PILE + CARDS * GROUNDS;
/// The heroes left: owner, number.
const HERO: usize = HAND + ENDINGS * 2 * HANDS * HANDS;
/// The number of roses left.
const SUPPLY: usize = HERO + 2 * HEROES;
/// The number of cards in the pile, capped at 23.
const HEIGHT: usize = SUPPLY + SUPPLIES;
/// The viewer's lead: now, after its best gain, after the opponent's, after both. The end of a
/// game is a race decided by single points.
const LEAD: usize = HEIGHT + CARDS;
/// The opponent's draw is pending.
const PENDING: usize = LEAD + 4 * LEADS;
/// The points of the ruleset.
const RULES: usize = PENDING + 1;

/// The number of features.
pub const INPUTS: usize = RULES + 3;
/// An upper bound on the active features of a position: 69 for cards, crown and counts, and one
/// for each rose plus at most four for its adjacent squares, but at most two for each empty
/// square.
pub const MAX_ACTIVE_INPUTS: usize = 69 + 135;

/// The layout of the feature indices, for networks that look at the board as an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputLayout {
    /// The number of planes of 81 squares, which come first: feature `plane` × 81 + square.
    pub planes: usize,
    /// The first feature of cards in hand: own, then theirs; by card and by what it leads to.
    pub held: usize,
    /// The first feature of cards in the pile, by card and by what it leads to.
    pub pile: usize,
    /// The number of kinds of squares that a card can lead to, off the board included.
    pub grounds: usize,
}

/// The layout of this version.
pub const INPUT_LAYOUT: InputLayout =
    InputLayout { planes: HELD / SQUARES, held: HELD, pile: PILE, grounds: GROUNDS };

/// The active features of a position. A feature may occur more than once: two cards with the
/// same gain count twice.
#[derive(Clone, Copy)]
pub struct Inputs {
    list: [u16; MAX_ACTIVE_INPUTS],
    count: usize,
}

impl Inputs {
    /// No features.
    pub(super) const NONE: Self = Self { list: [0; MAX_ACTIVE_INPUTS], count: 0 };

    /// The features of a position.
    pub fn of(position: &Position) -> Self {
        let board = Board::of(position, position.side());
        let mut inputs = Self::NONE;
        inputs.push_board(&board);
        inputs.push_rest(&View { position, viewer: position.side(), board: &board });
        inputs
    }

    /// The features of a pending draw, as seen by the opponent, who acts next.
    pub fn of_draw(pending: &PendingDraw) -> Self {
        let position = pending.position();
        let viewer = !position.side();
        let board = Board::of(position, viewer);
        let mut inputs = Self::NONE;
        inputs.push_board(&board);
        inputs.push_pending(&View { position, viewer, board: &board });
        inputs
    }

    /// The indices, in no particular order.
    pub fn numbers(&self) -> &[u16] {
        &self.list[..self.count]
    }

    #[inline]
    pub(super) fn push(&mut self, number: usize) {
        debug_assert!(number < INPUTS, "feature index out of range");
        self.list[self.count] = number as u16;
        self.count += 1;
    }

    pub(super) fn push_board(&mut self, board: &Board) {
        for (square, mark) in board.marks() {
            self.push(marked(square, mark));
        }
    }

    /// Everything but the board.
    pub(super) fn push_rest(&mut self, view: &View<'_>) {
        let offers = self.push_table(view);
        self.push_theirs(view, view.hand(Who::Theirs).len(), offers);
        self.push_pile(view, view.pile());
        self.push_height(view.position.pile());
    }

    /// Everything but the board, while the opponent's draw is pending.
    pub(super) fn push_pending(&mut self, view: &View<'_>) {
        self.push_rest(view);
        self.push(PENDING);
    }

    /// Everything that a drawn card leaves unchanged: crown, heroes, supply, lead, rules and the
    /// cards already held. Returns what the hands offer, own and theirs.
    pub(super) fn push_table(&mut self, view: &View<'_>) -> [Offer; 2] {
        let position = view.position;
        self.push(CROWN + position.crown().index());
        self.push(SUPPLY + usize::from(position.supply()));
        let ruleset = position.ruleset();
        let special = [
            ruleset.reshuffle == Reshuffle::WhenEmptied,
            ruleset.cards == CardView::Holder,
            ruleset.ties == Ties::Roses,
        ];
        for (n, _) in special.iter().enumerate().filter(|(_, special)| **special) {
            self.push(RULES + n);
        }
        for who in [Who::Own, Who::Theirs] {
            let heroes = usize::from(position.heroes(view.side(who)));
            self.push(HERO + who as usize * HEROES + heroes);
        }
        let own = self.push_cards(view, Who::Own, view.hand(Who::Own));
        self.push_hand(view, Who::Own, view.hand(Who::Own).len(), own.playable);
        let lead = view.board.lead();
        self.push_lead(0, lead);
        self.push_lead(1, lead + own.best);
        [own, self.push_cards(view, Who::Theirs, view.hand(Who::Theirs))]
    }

    /// Everything that depends on the opponent's hand as a whole: its size and what it offers.
    pub(super) fn push_theirs(&mut self, view: &View<'_>, cards: u32, [own, theirs]: [Offer; 2]) {
        self.push_hand(view, Who::Theirs, cards, theirs.playable);
        let lead = view.board.lead() - theirs.best;
        self.push_lead(2, lead);
        self.push_lead(3, lead + own.best);
    }

    fn push_lead(&mut self, when: usize, lead: i32) {
        self.push(LEAD + when * LEADS + (MAX_LEAD + lead_step(lead)) as usize);
    }

    /// Cards in a hand, in board directions. Returns what they offer.
    pub(super) fn push_cards(&mut self, view: &View<'_>, who: Who, cards: Cards) -> Offer {
        let side = view.side(who);
        let targets = &TARGETS[view.position.crown().index()];
        let mut offer = Offer::default();
        for card in cards.unordered() {
            let target = targets[card.index()];
            let ground = view.ground(target, who);
            self.push(HELD + (who as usize * CARDS + card.index()) * GROUNDS + ground);
            let Some(target) = target else { continue };
            let (kind, gain) = match ground {
                1 => (0, view.board.gain(target, who)),
                2 if view.position.heroes(side) > 0 => {
                    let lost = view.board.loss(target, who.other());
                    (1, view.board.gain(target, who) + lost)
                }
                _ => continue,
            };
            offer = offer.or(Offer { playable: 1, best: gain });
            let kind = 2 * who as usize + kind;
            self.push(REACH + kind * SQUARES + target.index());
            self.push(GAIN + kind * GAINS + step(gain));
        }
        offer
    }

    fn push_hand(&mut self, view: &View<'_>, who: Who, cards: u32, playable: u32) {
        let whose = view.ending() * 2 + who as usize;
        self.push(HAND + (whose * HANDS + cards as usize) * HANDS + playable as usize);
    }

    pub(super) fn push_pile(&mut self, view: &View<'_>, cards: Cards) {
        let targets = &TARGETS[view.position.crown().index()];
        for card in cards.unordered() {
            let ground = view.ground(targets[card.index()], Who::Own);
            self.push(PILE + card.index() * GROUNDS + ground);
        }
    }

    pub(super) fn push_height(&mut self, pile: Cards) {
        self.push(HEIGHT + (pile.len() as usize).min(CARDS - 1));
    }
}

/// What a set of cards offers its holder.
#[derive(Clone, Copy, Default)]
pub(super) struct Offer {
    /// The number of playable cards.
    playable: u32,
    /// The largest gain.
    best: i32,
}

impl Offer {
    /// What two sets of cards offer together.
    pub(super) fn or(self, other: Self) -> Self {
        Self { playable: self.playable + other.playable, best: self.best.max(other.best) }
    }
}

/// The feature index of a mark on a square.
#[inline]
pub(super) fn marked(square: usize, mark: usize) -> usize {
    MARK + mark * SQUARES + square
}

/// A position from one side's point of view.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) viewer: Side,
    pub(super) board: &'a Board,
}

impl View<'_> {
    fn side(&self, who: Who) -> Side {
        match who {
            Who::Own => self.viewer,
            Who::Theirs => !self.viewer,
        }
    }

    /// A hand, in board directions.
    pub(super) fn hand(&self, who: Who) -> Cards {
        let side = self.side(who);
        self.position.turned_for(side, self.position.hand(side))
    }

    /// Cards that nobody holds, in the board directions they would have for the viewer.
    pub(super) fn turned(&self, cards: Cards) -> Cards {
        self.position.turned_for(self.viewer, cards)
    }

    fn pile(&self) -> Cards {
        self.turned(self.position.pile())
    }

    fn ending(&self) -> usize {
        match self.position.ruleset().ending {
            Ending::BothBlocked => 0,
            Ending::EitherBlocked => 1,
        }
    }

    #[inline]
    fn ground(&self, target: Option<Square>, who: Who) -> usize {
        match target.map(|target| self.board.rose(target.index())) {
            None => 0,
            Some(None) => 1,
            Some(Some(owner)) if owner != who => 2,
            Some(Some(_)) => 3,
        }
    }
}

/// The bucket of a lead, at most [`MAX_LEAD`] either way: 2 points wide where a single play
/// decides, wider further out.
fn lead_step(lead: i32) -> i32 {
    let step = match lead.unsigned_abs() as i32 {
        0 => 0,
        most @ 1..16 => 1 + most / 2,
        most @ 16..48 => 9 + (most - 16) / 4,
        most @ 48..112 => 17 + (most - 48) / 8,
        most @ 112..224 => 25 + (most - 112) / 16,
        _ => MAX_LEAD,
    };
    if lead < 0 { -step } else { step }
}

/// The bucket of a gain.
fn step(gain: i32) -> usize {
    const STEPS: [i32; GAINS - 1] = [2, 4, 6, 10, 15, 21, 29, 41, 57, 81, 121];
    STEPS.iter().take_while(|&&step| gain >= step).count()
}

/// The permutation of the features under a symmetry, for data augmentation in training.
pub fn turned_inputs(symmetry: bosworth_rules::Symmetry) -> Vec<u16> {
    let mut to: Vec<u16> = (0..INPUTS as u16).collect();
    let blocks =
        |start: usize, end: usize, count: usize| (start..end).step_by(count).collect::<Vec<_>>();
    for start in blocks(MARK, HELD, SQUARES) {
        for square in Square::all() {
            to[start + square.index()] = (start + symmetry.square(square).index()) as u16;
        }
    }
    let cards = [blocks(HELD, GAIN, CARDS * GROUNDS), blocks(PILE, HAND, CARDS * GROUNDS)];
    for start in cards.concat() {
        for card in Card::ALL {
            for ground in 0..GROUNDS {
                let place = |card: Card| start + card.index() * GROUNDS + ground;
                to[place(card)] = place(symmetry.card(card)) as u16;
            }
        }
    }
    to
}
