use alloc::vec::Vec;

use bosworth_rules::{Action, BySide, Card, IllegalAction, Next, Ply, Position, Side, Square};

/// A square that a card leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The square.
    pub square: Square,
    /// The card's index in the hand, from 1.
    pub number: usize,
    /// The action that leads there.
    pub action: Action,
    /// The side that holds the card.
    pub side: Side,
    /// The change in points of both sides.
    pub gain: BySide<i32>,
}

impl Target {
    /// Whether it costs a hero.
    pub fn is_hero(&self) -> bool {
        matches!(self.action, Action::Hero(_))
    }

    /// The change in the margin of its side: its own gain minus the opponent's.
    pub fn worth(&self) -> i32 {
        self.gain[self.side] - self.gain[!self.side]
    }
}

/// The targets of the side to act.
pub fn targets(position: &Position) -> Vec<Target> {
    let side = position.side();
    let before = position.scores();
    let actions: Vec<_> = position.actions().iter().collect();
    let hand: Vec<_> = position.hand(side).iter().collect();
    actions
        .into_iter()
        .filter_map(|action| {
            let card = card_of(action)?;
            let Ok(Next::Position(next)) = position.act(action) else { return None };
            let after = next.scores();
            Some(Target {
                square: position.target(side, card)?,
                number: hand.iter().position(|held| *held == card)? + 1,
                action,
                side,
                gain: BySide::from_fn(|side| {
                    after[side].points as i32 - before[side].points as i32
                }),
            })
        })
        .collect()
}

/// Where the cards of a side could lead if it were to act in this position. Their gain is zero: the
/// board will have changed by the time they can be played.
pub fn threats(position: &Position, side: Side) -> Vec<Target> {
    let hand = position.hand(side).iter();
    hand.enumerate()
        .filter_map(|(n, card)| {
            let Reach { to, action, .. } = Reach::of(position, side, card)?;
            Some(Target {
                square: to?,
                number: n + 1,
                action: action?,
                side,
                gain: BySide::default(),
            })
        })
        .collect()
}

/// Where a card in a hand leads from the crown, no matter which side is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The side that holds the card.
    pub side: Side,
    /// The square of the crown.
    pub from: Square,
    /// The square that the card leads to; `None` if that is off the board.
    pub to: Option<Square>,
    /// The action that would lead there if its side were to act; `None` if the card cannot be played.
    pub action: Option<Action>,
}

impl Reach {
    /// The reach of a card; `None` if the side does not hold it, or the game is over.
    pub fn of(position: &Position, side: Side, card: Card) -> Option<Self> {
        if position.is_over() || !position.hand(side).contains(card) {
            return None;
        }
        let (plays, heroes) = position.playable(side);
        let action = match () {
            () if heroes.contains(card) => Some(Action::Hero(card)),
            () if plays.contains(card) => Some(Action::Play(card)),
            () => None,
        };
        let (from, to) = (position.crown(), position.target(side, card));
        Some(Self { side, from, to, action })
    }
}

/// The card of an action.
pub fn card_of(action: Action) -> Option<Card> {
    match action {
        Action::Play(card) | Action::Hero(card) => Some(card),
        Action::Draw | Action::Pass => None,
    }
}

/// The action of a card of the side to act, or why it cannot be played. A card that leads to a
/// rose of the opponent is played with a hero.
pub fn action_of(position: &Position, card: Card) -> Result<Action, IllegalAction> {
    let action = match position.choose(Action::Play(card)) {
        Err(IllegalAction::NeedsHero { .. }) => Action::Hero(card),
        _ => Action::Play(card),
    };
    position.choose(action).map(|_| action)
}

/// The move of the crown in a ply: from and to.
pub fn movement(before: &Position, ply: Ply) -> Option<(Square, Square)> {
    let (Ply::Play(card) | Ply::Hero(card)) = ply else { return None };
    Some((before.crown(), before.target(before.side(), card)?))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn targets_are_the_legal_plays_with_their_gains() {
        let text = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";
        let position: Position = text.parse().expect("a position");
        let targets = targets(&position);
        assert_eq!(targets.len(), position.actions().len() as usize);
        let hero = targets.iter().find(|target| target.is_hero()).expect("E1 lands on a rose");
        assert_eq!(hero.square, "f5".parse().expect("a square"));
        assert_eq!(hero.gain, BySide { red: -3, white: 1 });
        assert_eq!(hero.worth(), 4, "the opponent's loss counts, too");
        assert_eq!(threats(&position, Side::Red).len(), 5);
    }

    #[test]
    fn the_reach_of_a_card_does_not_depend_on_whose_turn_it_is() {
        let text = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";
        let position: Position = text.parse().expect("a position");
        let reach = |side, card: &str| {
            let reach = Reach::of(&position, side, card.parse().expect("a card"))?;
            Some((reach.to.map(|square| square.to_string()), reach.action.is_some()))
        };
        assert_eq!(reach(Side::Red, "S2"), Some((Some("e3".into()), true)));
        assert_eq!(reach(Side::White, "SW3"), Some((Some("b2".into()), true)));
        assert_eq!(reach(Side::White, "S2"), None, "Red holds it");
        let hero = Reach::of(&position, Side::White, "E1".parse().expect("a card"));
        assert!(matches!(hero.and_then(|reach| reach.action), Some(Action::Hero(_))));
    }

    #[test]
    fn a_card_that_leads_off_the_board_reaches_nothing() {
        let text = "r8/9/9/9/9/9/9/9/9 a9 w NE2,E3,S2,W3,NW3 N1,SE2,SW2,SW3,W1 4 4 - classic";
        let position: Position = text.parse().expect("a position");
        let reach = Reach::of(&position, Side::White, "N1".parse().expect("a card"));
        assert_eq!(reach.map(|reach| (reach.to, reach.action)), Some((None, None)));
    }

    #[test]
    fn a_card_maps_to_an_action_or_to_a_refusal() {
        let card: Card = "E1".parse().expect("a card");
        let check = |heroes: &str, expected: Result<Action, IllegalAction>| {
            let text = format!(
                "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 {heroes} - classic"
            );
            let position: Position = text.parse().expect("a position");
            assert_eq!(action_of(&position, card), expected);
        };
        check("4 4", Ok(Action::Hero(card)));
        check("4 0", Err(IllegalAction::NoHeroLeft { side: Side::White }));
    }
}
