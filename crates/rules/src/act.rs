//! Acting: the transition from one position to the next.

use core::fmt;

use crate::{Action, Card, Cards, Choice, Ply, Position, Side, Square, zobrist};

/// The result of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A new position.
    Position(Position),
    /// A draw whose card is not known yet.
    Draw(PendingDraw),
}

/// A draw whose card is not known yet: a chance node.
///
/// It must be resolved before the game continues: by a shuffled deck at a table, by the record in a
/// replay, or by enumerating every card in a search.
///
/// ```
/// use bosworth_rules::{Action, Next, Position};
///
/// let position: Position = "9/9/9/9/4r4/9/9/9/9 e5 r N1 S1 4 4 - classic".parse()?;
/// let Ok(Next::Draw(pending)) = position.act(Action::Draw) else { panic!() };
/// assert_eq!(pending.outcomes().len(), 22);
/// let after = pending.resolve("NE3".parse()?)?;
/// assert_eq!(after.hand(position.side()).to_string(), "N1,NE3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingDraw {
    // Invariant: the side to act may draw.
    position: Position,
}

impl PendingDraw {
    /// The position in which the draw was chosen.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The cards that may come up, all equally likely; never empty. If the pile is empty, they
    /// are the cards of the discard, which is reshuffled first.
    #[inline]
    pub fn outcomes(&self) -> Cards {
        let pile = self.position.pile();
        if pile.is_empty() { self.position.discard } else { pile }
    }

    /// The position after this card comes up.
    #[inline]
    pub fn resolve(&self, card: Card) -> Result<Position, NotInPile> {
        if self.outcomes().contains(card) { Ok(self.drawn(card)) } else { Err(NotInPile { card }) }
    }

    /// The position after the `n`-th outcome in the order of [`Cards::pick`]; meant for random
    /// sampling.
    #[inline]
    pub fn pick(&self, n: u32) -> Option<Position> {
        self.outcomes().pick(n).map(|card| self.drawn(card))
    }

    /// Every card that may come up and the position it leads to, in the order of
    /// [`Cards::unordered`].
    pub fn each(&self) -> impl Iterator<Item = (Card, Position)> {
        self.outcomes().unordered().map(|card| (card, self.drawn(card)))
    }

    /// The position after one of the outcomes.
    #[inline]
    fn drawn(&self, card: Card) -> Position {
        let mut next = self.position;
        if next.pile().is_empty() {
            next.discard = Cards::EMPTY;
        }
        next.hands.own.insert(card);
        if next.state.refills_at_once() && next.pile().is_empty() {
            next.discard = Cards::EMPTY;
        }
        next.end_turn();
        next
    }
}

/// The card cannot come up: it is not in the pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotInPile {
    /// The card.
    pub card: Card,
}

impl fmt::Display for NotInPile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be drawn: it is not in the pile", self.card)
    }
}

impl core::error::Error for NotInPile {}

/// The rule that an action would break, with the evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IllegalAction {
    /// The game is over.
    GameOver,
    /// The card is not in the hand of the side to act.
    NotInHand { side: Side, card: Card },
    /// The card leads off the board.
    OffBoard { crown: Square, card: Card },
    /// The target carries a rose of the side to act.
    OwnRose { target: Square, card: Card },
    /// The target carries an opponent's rose, and no hero was played.
    NeedsHero { target: Square, card: Card },
    /// A hero was played, but the target is empty.
    NothingToFlip { target: Square, card: Card },
    /// A hero was played, but none is left.
    NoHeroLeft { side: Side },
    /// A draw with a full hand.
    HandFull { side: Side },
    /// A pass although another action is legal.
    MustAct { side: Side },
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotInHand { side, card } => write!(f, "{side} does not hold {card}"),
            Self::OffBoard { crown, card } => {
                write!(f, "{card} would take the crown from {crown} off the board")
            }
            Self::OwnRose { target, card } => {
                write!(f, "{card} leads to {target}, which carries your own rose")
            }
            Self::NeedsHero { target, card } => write!(
                f,
                "{card} leads to {target}, which carries an opponent's rose: only {card}* with a \
                 hero may land there"
            ),
            Self::NothingToFlip { target, card } => write!(
                f,
                "{card}* leads to {target}, which is empty: a hero needs an opponent's rose"
            ),
            Self::NoHeroLeft { side } => write!(f, "{side} has no hero left"),
            Self::HandFull { side } => {
                write!(f, "{side} cannot draw: the hand is full with {} cards", Position::HAND)
            }
            Self::MustAct { side } => {
                write!(f, "{side} cannot pass while another action is possible")
            }
        }
    }
}

impl core::error::Error for IllegalAction {}

/// Why a ply is illegal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalPly {
    /// The action is illegal.
    Action(IllegalAction),
    /// Drawing is legal, but this card cannot come up.
    Card(NotInPile),
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(illegal) => fmt::Display::fmt(illegal, f),
            Self::Card(missing) => fmt::Display::fmt(missing, f),
        }
    }
}

impl core::error::Error for IllegalPly {}

impl From<IllegalAction> for IllegalPly {
    fn from(illegal: IllegalAction) -> Self {
        Self::Action(illegal)
    }
}

impl From<NotInPile> for IllegalPly {
    fn from(missing: NotInPile) -> Self {
        Self::Card(missing)
    }
}

impl Position {
    /// Applies an action of the side to act.
    ///
    /// An illegal action is an error that names the rule it breaks.
    ///
    /// ```
    /// use bosworth_rules::{Action, IllegalAction, Position};
    ///
    /// let corner: Position = "8r/9/9/9/9/9/9/9/9 i9 w N1,S1 - 4 4 - classic".parse()?;
    /// let north = Action::Play("N1".parse()?);
    /// assert!(matches!(corner.act(north), Err(IllegalAction::NotInHand { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn act(&self, action: Action) -> Result<Next, IllegalAction> {
        self.choose(action).map(Choice::take)
    }

    /// Performs an action and returns the ply and the position after it. If the action is a draw,
    /// `draw` chooses the card; it is called only once the action is known to be legal.
    ///
    /// ```
    /// use bosworth_rules::{Action, Ply, Position};
    ///
    /// let position: Position = "9/9/9/9/4r4/9/9/9/9 e5 r N1 S1 4 4 - classic".parse()?;
    /// let card = "NE3".parse()?;
    /// let (ply, after) = position.act_with(Action::Draw, |_| card)?;
    /// assert_eq!(ply, Ply::Draw(card));
    /// assert_eq!(position.follow(ply), Ok(after));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act_with(
        &self,
        action: Action,
        draw: impl FnOnce(&PendingDraw) -> Card,
    ) -> Result<(Ply, Self), IllegalPly> {
        let (drawn, after) = match self.act(action)? {
            Next::Position(after) => (None, after),
            Next::Draw(pending) => {
                let card = draw(&pending);
                (Some(card), pending.resolve(card)?)
            }
        };
        match action.resolved(drawn) {
            Some(ply) => Ok((ply, after)),
            None => unreachable!("a draw is a pending draw"),
        }
    }

    /// Applies a ply: an action together with the card that came up.
    pub fn follow(&self, ply: Ply) -> Result<Self, IllegalPly> {
        match (self.act(ply.action())?, ply) {
            (Next::Draw(pending), Ply::Draw(card)) => Ok(pending.resolve(card)?),
            (Next::Position(next), _) => Ok(next),
            (Next::Draw(_), _) => unreachable!("only `Action::Draw` is pending"),
        }
    }

    /// The position after legally playing `card`, a singleton, with or without a hero.
    #[inline]
    pub(crate) fn after_play(&self, card: Cards, hero: bool) -> Self {
        let mut next = *self;
        let side = next.side();
        let target = next.turned_for(side, card).target_from(next.crown());
        if hero {
            next.state.take_hero(side);
            next.roses.theirs.remove(target);
            next.rose_key ^= zobrist::rose(!side, target);
        } else {
            next.state.take_rose();
        }
        next.roses.own.insert(target);
        next.rose_key ^= zobrist::rose(side, target);
        next.state.move_crown(target);
        next.hands.own = next.hands.own - card;
        next.discard |= card;
        next.end_turn();
        next
    }

    #[inline]
    pub(crate) fn after_draw(&self) -> PendingDraw {
        PendingDraw { position: *self }
    }

    #[inline]
    pub(crate) fn after_pass(&self) -> Self {
        let mut next = *self;
        next.end_turn();
        next
    }

    #[inline]
    fn end_turn(&mut self) {
        self.roses = self.roses.swapped();
        self.hands = self.hands.swapped();
        self.state.pass_turn();
    }

    /// The rule that an illegal action breaks.
    #[cold]
    pub(crate) fn why_illegal(&self, action: Action) -> IllegalAction {
        let side = self.side();
        let (card, hero) = match action {
            _ if self.is_over() => return IllegalAction::GameOver,
            Action::Play(card) => (card, false),
            Action::Hero(card) => (card, true),
            Action::Draw => return IllegalAction::HandFull { side },
            Action::Pass => return IllegalAction::MustAct { side },
        };
        if !self.hand(side).contains(card) {
            return IllegalAction::NotInHand { side, card };
        }
        let Some(target) = self.target(side, card) else {
            return IllegalAction::OffBoard { crown: self.crown(), card };
        };
        match (self.rose_at(target), hero) {
            (Some(owner), _) if owner == side => IllegalAction::OwnRose { target, card },
            (Some(_), false) => IllegalAction::NeedsHero { target, card },
            (Some(_), true) => IllegalAction::NoHeroLeft { side },
            (None, _) => IllegalAction::NothingToFlip { target, card },
        }
    }
}
