use crate::{Action, Actions, Cards, IllegalAction, Next, Position};

/// An action that is known to be legal, together with the position it is legal in.
///
/// Holding one is the proof of legality, so taking it is infallible: loops over all actions have
/// no error to handle and check nothing twice.
///
/// ```
/// use bosworth_rules::{Next, Position};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// for choice in start.choices().iter() {
///     match choice.take() {
///         Next::Position(next) => println!("{} leads to {next}", choice.action()),
///         Next::Draw(pending) => println!("{} cards may come", pending.outcomes().len()),
///     }
/// }
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<'p> {
    // Invariant: the action is one of the position's actions.
    position: &'p Position,
    way: Way,
    /// The card that is played as a singleton, or the empty set.
    card: Cards,
}

/// The four kinds of action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Play,
    Hero,
    Draw,
    Pass,
}

impl<'p> Choice<'p> {
    /// `action` must be legal.
    #[inline]
    fn new(position: &'p Position, action: Action) -> Self {
        let (way, card) = match action {
            Action::Play(card) => (Way::Play, Cards::of(card)),
            Action::Hero(card) => (Way::Hero, Cards::of(card)),
            Action::Draw => (Way::Draw, Cards::EMPTY),
            Action::Pass => (Way::Pass, Cards::EMPTY),
        };
        Self { position, way, card }
    }

    /// The action itself.
    #[inline]
    pub fn action(self) -> Action {
        match (self.way, self.card.unordered().next()) {
            (Way::Play, Some(card)) => Action::Play(card),
            (Way::Hero, Some(card)) => Action::Hero(card),
            (Way::Draw, _) => Action::Draw,
            _ => Action::Pass,
        }
    }

    /// Applies the action.
    #[inline]
    pub fn take(self) -> Next {
        match self.way {
            Way::Play => Next::Position(self.position.after_play(self.card, false)),
            Way::Hero => Next::Position(self.position.after_play(self.card, true)),
            Way::Draw => Next::Draw(self.position.after_draw()),
            Way::Pass => Next::Position(self.position.after_pass()),
        }
    }
}

/// All legal actions of a position, ready to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<'p> {
    // Invariant: these are the position's actions.
    position: &'p Position,
    actions: Actions,
}

impl<'p> Choices<'p> {
    /// The number of choices: at most five, and zero when the game is over.
    #[inline]
    pub fn len(self) -> u32 {
        self.actions.len()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.actions.is_empty()
    }

    /// The `n`-th choice in a fixed, non-canonical order; meant for random sampling.
    #[inline]
    pub fn pick(self, n: u32) -> Option<Choice<'p>> {
        let Self { position, actions } = self;
        let cards = actions.plays | actions.heroes;
        let card = cards.pick_set(n);
        let way = if !(card & actions.plays).is_empty() {
            Way::Play
        } else if !card.is_empty() {
            Way::Hero
        } else if n != cards.len() {
            return None;
        } else if actions.draw {
            Way::Draw
        } else if actions.pass {
            Way::Pass
        } else {
            return None;
        };
        Some(Choice { position, way, card })
    }

    /// The choices in the order of [`Actions::iter`].
    pub fn iter(self) -> impl Iterator<Item = Choice<'p>> {
        let Self { position, actions } = self;
        actions.iter().map(move |action| Choice::new(position, action))
    }
}

impl Position {
    /// The legal actions of the side to act, ready to be taken.
    #[inline]
    pub fn choices(&self) -> Choices<'_> {
        Choices { position: self, actions: self.actions() }
    }

    /// Checks whether an action is legal.
    #[inline]
    pub fn choose(&self, action: Action) -> Result<Choice<'_>, IllegalAction> {
        if self.actions().contains(action) {
            Ok(Choice::new(self, action))
        } else {
            Err(self.why_illegal(action))
        }
    }
}
