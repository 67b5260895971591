use bosworth_engine::Analysis;
use bosworth_rules::{Action, Next, Position, Setup, Side, Square};

/// What an action changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aspect {
    /// The game ends.
    End,
    /// A rose is placed or flipped.
    Rose,
    /// The crown moves.
    Crown,
    /// A card is spent or drawn.
    Card,
    /// A hero is spent.
    Hero,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 5] = [Self::End, Self::Rose, Self::Crown, Self::Card, Self::Hero];

    /// Its name in machine-readable output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Rose => "rose",
            Self::Crown => "crown",
            Self::Card => "card",
            Self::Hero => "hero",
        }
    }
}

/// The win chance of an action, split into what each of its aspects adds.
///
/// It is the sum over a chain of positions, each of which differs from the one before in one thing:
/// the opponent is to act and nothing else has changed; the rose is on its square; the crown stands on
/// it; the hero is gone; the card is in the discard. All are searched alike, so that `idle` and the
/// parts add up to `after`.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceAccount {
    /// The action.
    pub action: Action,
    /// The win chance if the side could leave it at that: the opponent is to act.
    pub idle: f64,
    /// What each aspect adds.
    pub parts: Vec<(Aspect, f64)>,
    /// The win chance after the action.
    pub after: f64,
}

impl ChanceAccount {
    /// What an aspect adds; 0 if the action does not have it.
    pub fn part(&self, aspect: Aspect) -> f64 {
        self.parts.iter().filter(|(other, _)| *other == aspect).map(|(_, part)| part).sum()
    }

    /// The account of a legal action; `None` for a pass, which changes nothing, and for an action
    /// that is illegal. `search` analyses a position; it should make the same effort for each.
    pub(crate) fn of(
        position: &Position,
        action: Action,
        idle: f64,
        search: &mut dyn FnMut(&Position) -> Analysis,
    ) -> Option<Self> {
        let side = position.side();
        let mut value = |position: &Position| chance_of(side, position, &search(position));
        match position.act(action).ok()? {
            Next::Draw(pending) => {
                let chances: Vec<_> = pending.each().map(|(_, next)| value(&next)).collect();
                let after = chances.iter().sum::<f64>() / chances.len() as f64;
                Some(Self { action, idle, parts: vec![(Aspect::Card, after - idle)], after })
            }
            Next::Position(_) if action == Action::Pass => None,
            Next::Position(next) => {
                let after = value(&next);
                let mut parts = Vec::new();
                let mut before = idle;
                for (aspect, link) in links(position, action, &next) {
                    let reached = link.map_or(after, |link| value(&link));
                    parts.push((aspect, reached - before));
                    before = reached;
                }
                Some(Self { action, idle, parts, after })
            }
        }
    }
}

/// The position as if the side to act did nothing.
pub(crate) fn idle_position(position: &Position) -> Option<Position> {
    let setup = Setup { side: !position.side(), ..Setup::from(*position) };
    Position::try_from(setup).ok()
}

/// The win chance of a side.
pub(crate) fn chance_of(side: Side, position: &Position, analysis: &Analysis) -> f64 {
    let own = analysis.win_chance();
    if position.side() == side { own } else { 1.0 - own }
}

/// The positions between doing nothing and having played a card, each with the aspect that leads to
/// it; the last is the position after the action, given as `None`. One that is impossible, or that
/// would end the game although the action does not, is left out: its aspect is part of the next.
fn links(position: &Position, action: Action, next: &Position) -> Vec<(Aspect, Option<Position>)> {
    if next.is_over() {
        return vec![(Aspect::End, None)];
    }
    let side = position.side();
    let hero = matches!(action, Action::Hero(_));
    let mut setup = Setup { side: !side, ..Setup::from(*position) };
    let mut found = Vec::new();
    let mut add = |aspect: Aspect, setup: Setup| {
        if let Some(link) = Position::try_from(setup).ok().filter(|link| !link.is_over()) {
            found.push((aspect, Some(link)));
        }
    };
    let target: Square = next.crown();
    setup.roses[side].insert(target);
    setup.roses[!side].remove(target);
    add(Aspect::Rose, setup);
    setup.crown = target;
    add(Aspect::Crown, setup);
    if hero {
        setup.heroes[side] -= 1;
        add(Aspect::Hero, setup);
    }
    // Last, so that a card is worth what it can still do from the new place of the crown.
    found.push((Aspect::Card, None));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(text: &str, action: &str) -> Vec<(Aspect, Option<String>)> {
        let position: Position = text.parse().expect("a position");
        let action = action.parse().expect("an action");
        let Ok(Next::Position(next)) = position.act(action) else { panic!("{action} is legal") };
        let links = links(&position, action, &next);
        links.into_iter().map(|(aspect, link)| (aspect, link.map(|it| it.to_string()))).collect()
    }

    #[test]
    fn each_link_changes_one_thing() {
        let found = chain("9/9/9/9/4r4/4w4/9/9/9 e5 r N1,S1 E1 4 4 - classic", "S1*");
        let board = "9/9/9/9/4r4/4r4/9/9/9";
        assert_eq!(
            found,
            [
                (Aspect::Rose, Some(format!("{board} e5 w N1,S1 E1 4 4 - classic"))),
                (Aspect::Crown, Some(format!("{board} e4 w N1,S1 E1 4 4 - classic"))),
                (Aspect::Hero, Some(format!("{board} e4 w N1,S1 E1 3 4 - classic"))),
                (Aspect::Card, None),
            ]
        );
    }

    #[test]
    fn the_first_rose_cannot_be_placed_without_the_crown() {
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        let aspects: Vec<_> = chain(start, "E3").into_iter().map(|(aspect, _)| aspect).collect();
        assert_eq!(aspects, [Aspect::Crown, Aspect::Card]);
    }
}
