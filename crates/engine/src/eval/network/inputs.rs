//! What a network looks at: a position as a short list of numbers.
//!
//! Every fact that is true of a position has a number, and a position is the list of the numbers
//! of its facts. All of them are seen by the side that is to act next, so exchanging the sides
//! changes nothing. Cards are taken as the board sees them.

use bosworth_rules::{
    Card, CardView, Cards, Ending, PendingDraw, Position, Reshuffle, Side, Square, Ties,
};

use super::board::{Board, Who};
use super::geometry::TARGETS;
use super::mark::MARKS;

const SQUARES: usize = Square::COUNT;
const CARDS: usize = Card::COUNT;
/// What can be at the place where a card leads: nothing, as it is off the board; an empty
/// square; the other side's rose; a rose of the card's own side.
const GROUNDS: usize = 4;
/// How many sizes of gains are told apart.
const GAINS: usize = 12;
/// Sizes of a hand, and how many cards of it can be played.
const HANDS: usize = 6;
const HEROES: usize = Position::HEROES as usize + 1;
const SUPPLIES: usize = Position::ROSES as usize + 1;
/// How many leads are told apart: to either side, and none.
const LEADS: usize = 2 * MOST_LEAD as usize + 1;
const MOST_LEAD: i32 = 32;

/// The ways a game can end: what a full hand is worth depends on it.
const ENDINGS: usize = 2;

/// A rose: whose, in how large a group, whether it holds the group together, where. Or what an
/// empty square would bring: whom, how much, where.
const MARK: usize = 0;
/// Where the crown stands.
const CROWN: usize = MARK + MARKS * SQUARES;
/// A square that a hand reaches: whose, with a hero or without, where.
const REACH: usize = CROWN + SQUARES;
/// A card in hand: whose, which, where it leads.
const HELD: usize = REACH + 2 * 2 * SQUARES;
/// What playing a card brings: whose, with a hero or without, how much.
const GAIN: usize = HELD + 2 * CARDS * GROUNDS;
/// A card of the pile: which, where it would lead the side to act.
const PILE: usize = GAIN + 2 * 2 * GAINS;
/// How many cards a hand has and how many of them can be played: how the game ends, whose.
const HAND: usize = PILE + CARDS * GROUNDS;
/// How many heroes: whose.
const HERO: usize = HAND + ENDINGS * 2 * HANDS * HANDS;
/// How many roses are left.
const SUPPLY: usize = HERO + 2 * HEROES;
/// How many cards the pile has; all of them count as all but one.
const HEIGHT: usize = SUPPLY + SUPPLIES;
/// How far the side to act leads: now, after its best gain, after theirs, after both. The end of a
/// game is a race, and who wins it is a matter of single points.
const LEAD: usize = HEIGHT + CARDS;
/// The opponent waits for a card that is not known yet.
const PENDING: usize = LEAD + 4 * LEADS;
/// How the rules differ.
const RULES: usize = PENDING + 1;

/// How many facts there are.
pub const INPUTS: usize = RULES + 3;
/// No position has more facts than this: 69 of cards, crown and counts, and one for each rose
/// and at most four for the squares beside it, but two for each empty square.
pub const MOST_INPUTS: usize = 69 + 135;

/// Where facts lie among all of them, for whoever looks at the board as a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputLayout {
    /// The first facts are so many for each square: fact `n` of a square is `n` × 81 + square.
    pub planes: usize,
    /// Cards in hand begin here: first own, then theirs; by card and by what it leads to.
    pub held: usize,
    /// Cards of the pile begin here, by card and by what they lead to.
    pub pile: usize,
    /// How many things a card can lead to.
    pub grounds: usize,
}

/// Where this program's facts lie.
pub const INPUT_LAYOUT: InputLayout =
    InputLayout { planes: HELD / SQUARES, held: HELD, pile: PILE, grounds: GROUNDS };

/// The facts that are true of a position. A few are in it more than once: two cards that bring
/// as much count twice.
#[derive(Clone, Copy)]
pub struct Inputs {
    list: [u16; MOST_INPUTS],
    count: usize,
}

impl Inputs {
    /// No facts.
    pub(super) const NONE: Self = Self { list: [0; MOST_INPUTS], count: 0 };

    /// The facts of a position.
    pub fn of(position: &Position) -> Self {
        let board = Board::of(position, position.side());
        let mut inputs = Self::NONE;
        inputs.push_board(&board);
        inputs.push_rest(&View { position, viewer: position.side(), board: &board });
        inputs
    }

    /// The facts of a draw whose card is not known, seen by the opponent, who is next to act.
    pub fn of_draw(pending: &PendingDraw) -> Self {
        let position = pending.position();
        let viewer = !position.side();
        let board = Board::of(position, viewer);
        let mut inputs = Self::NONE;
        inputs.push_board(&board);
        inputs.push_pending(&View { position, viewer, board: &board });
        inputs
    }

    /// Their numbers, in no order.
    pub fn numbers(&self) -> &[u16] {
        &self.list[..self.count]
    }

    #[inline]
    pub(super) fn push(&mut self, number: usize) {
        debug_assert!(number < INPUTS, "there is no such fact");
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

    /// Everything but the board, while the opponent of the viewer waits for a card.
    pub(super) fn push_pending(&mut self, view: &View<'_>) {
        self.push_rest(view);
        self.push(PENDING);
    }

    /// What a card that comes up does not change: crown, heroes, supply, lead, rules, the cards
    /// that are held already. Returns what the hands offer, own and theirs.
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

    /// What depends on all cards of the other hand: how many there are and what they offer.
    pub(super) fn push_theirs(&mut self, view: &View<'_>, cards: u32, [own, theirs]: [Offer; 2]) {
        self.push_hand(view, Who::Theirs, cards, theirs.playable);
        let lead = view.board.lead() - theirs.best;
        self.push_lead(2, lead);
        self.push_lead(3, lead + own.best);
    }

    fn push_lead(&mut self, when: usize, lead: i32) {
        self.push(LEAD + when * LEADS + (MOST_LEAD + lead_step(lead)) as usize);
    }

    /// Cards in a side's hand, as the board sees them. Returns what they offer.
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

/// What cards offer their holder.
#[derive(Clone, Copy, Default)]
pub(super) struct Offer {
    /// How many of them can be played.
    playable: u32,
    /// The most points that one of them brings.
    best: i32,
}

impl Offer {
    /// What these cards and others offer together.
    pub(super) fn or(self, other: Self) -> Self {
        Self { playable: self.playable + other.playable, best: self.best.max(other.best) }
    }
}

/// The number of a mark on a square.
#[inline]
pub(super) fn marked(square: usize, mark: usize) -> usize {
    MARK + mark * SQUARES + square
}

/// A position with the eyes of one side.
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

    /// A hand as the board sees it.
    pub(super) fn hand(&self, who: Who) -> Cards {
        let side = self.side(who);
        self.position.turned_for(side, self.position.hand(side))
    }

    /// Cards that nobody holds, as they would lead the viewer.
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

/// Which step of leads a lead is on, at most [`MOST_LEAD`] to either side: steps of 2 points
/// where a single play decides, wider ones where it does not.
fn lead_step(lead: i32) -> i32 {
    let step = match lead.unsigned_abs() as i32 {
        0 => 0,
        most @ 1..16 => 1 + most / 2,
        most @ 16..48 => 9 + (most - 16) / 4,
        most @ 48..112 => 17 + (most - 48) / 8,
        most @ 112..224 => 25 + (most - 112) / 16,
        _ => MOST_LEAD,
    };
    if lead < 0 { -step } else { step }
}

/// Which step of gains a gain is on.
fn step(gain: i32) -> usize {
    const STEPS: [i32; GAINS - 1] = [2, 4, 6, 10, 15, 21, 29, 41, 57, 81, 121];
    STEPS.iter().take_while(|&&step| gain >= step).count()
}

/// Where each fact goes when the board is turned or mirrored, for training.
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
