use alloc::vec::Vec;

use bosworth_rules::{BySide, Position, Side, Square, Squares, Territory, Verdict};

use crate::place;

/// What decided a game that was won on points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecidingTerritory {
    /// The winner.
    pub winner: Side,
    /// The largest territory that is left after equal ones of both sides have cancelled out.
    pub territory: Territory,
    /// What it means for the result.
    pub weight: TerritoryWeight,
}

/// What the largest territory that is left means for the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerritoryWeight {
    /// It is the winner's, and worth more than all territories of the loser.
    Outweighs,
    /// It is the winner's, who would not have won without it and the largest territory that the
    /// loser has left, whose size this is; 0 if the loser has none left.
    Decides(u32),
    /// It is the winner's, who would have won without it, too.
    Leads,
    /// It is the loser's: the winner's smaller ones are together worth more.
    Loses,
}

impl DecidingTerritory {
    /// What decided a position in which the game is over; `None` unless points decided.
    pub fn of(position: &Position) -> Option<Self> {
        let Verdict::Points(winner) = position.outcome()?.verdict else { return None };
        let left = uncancelled(position);
        let points = position.scores().map(|score| score.points);
        let own = left[winner].first().copied()?;
        let other = left[!winner].first().copied();
        let against = other.map(Territory::points).unwrap_or_default();
        let (territory, weight) = match other {
            _ if own.points() > points[!winner] => (own, TerritoryWeight::Outweighs),
            Some(other) if against > own.points() => (other, TerritoryWeight::Loses),
            _ if points[winner] - own.points() <= points[!winner] - against => {
                (own, TerritoryWeight::Decides(other.map(Territory::size).unwrap_or_default()))
            }
            _ => (own, TerritoryWeight::Leads),
        };
        Some(Self { winner, territory, weight })
    }

    /// The side whose territory it is.
    pub fn owner(&self) -> Side {
        if self.weight == TerritoryWeight::Loses { !self.winner } else { self.winner }
    }
}

/// The territories of both sides that are left when equal ones cancel out, the largest first.
pub fn uncancelled(position: &Position) -> BySide<Vec<Territory>> {
    let mut left = BySide::from_fn(|side| {
        let mut all: Vec<Territory> = Vec::new();
        for territory in position.territories(side) {
            all.insert(all.partition_point(|other| other.size() >= territory.size()), territory);
        }
        all
    });
    let BySide { red, white } = &mut left;
    red.retain(|territory| {
        let equal = white.iter().position(|other| other.size() == territory.size());
        equal.map(|place| white.remove(place)).is_none()
    });
    left
}

/// The square of a territory that is nearest to its centre.
pub fn heart(squares: Squares) -> Option<Square> {
    let count = squares.len() as i32;
    let at = |square: Square| {
        let (column, row) = place(square, Side::White);
        (i32::from(column), i32::from(row))
    };
    let sum = squares.iter().map(at).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    squares.iter().min_by_key(|&square| {
        let (column, row) = at(square);
        (column * count - sum.0).pow(2) + (row * count - sum.1).pow(2)
    })
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    /// What decided a board with all 52 roses, which ends a game.
    fn decision(board: &str) -> Option<DecidingTerritory> {
        let text = format!("{board} a9 r - - 0 0 - classic");
        DecidingTerritory::of(&text.parse().expect("a position"))
    }

    #[test]
    fn a_territory_worth_more_than_everything_else_outweighs_it() {
        let found = decision(
            "rrrrrrrrr/rrrrrrrrr/rrrrrrrrr/rr7/w1w1w1w1w/1w1w1w1w1/w1w1w1w1w/1w1w1w1w1/w1w1w1w1w",
        )
        .expect("won on points");
        assert_eq!((found.winner, found.weight), (Side::Red, TerritoryWeight::Outweighs));
        assert_eq!((found.territory.size(), found.owner()), (29, Side::Red));
        let heart = heart(found.territory.squares).expect("a square");
        assert_eq!(heart.to_string(), "e8");
    }

    #[test]
    fn the_largest_pair_left_decides_if_the_winner_needs_it() {
        // 9 and 8 cancel out: 8 against 7 and three single roses is left.
        let found =
            decision("rrrrrrrrr/wwwwwwwww/rrrrrrrr1/wwwwwwww1/rrrrrrrr1/wwwwwww2/9/w1w1w4/9");
        let found = found.expect("won on points");
        assert_eq!((found.winner, found.territory.size()), (Side::Red, 8));
        assert_eq!(found.weight, TerritoryWeight::Decides(7));
    }

    #[test]
    fn a_winner_who_leads_without_the_largest_pair_is_not_said_to_need_it() {
        let found = decision("rrrrrrrrr/wwwwwwwww/rrrrrrrr1/wwwwwwww1/rrrrrrrr1/wwwwwww2/rrr6/9/9");
        let found = found.expect("won on points");
        assert_eq!((found.territory.size(), found.weight), (8, TerritoryWeight::Leads));
    }

    #[test]
    fn several_smaller_territories_can_beat_the_largest_one() {
        let found =
            decision("rrrrrrrr1/wwwwwwwww/rrrrrrrr1/wwww1wwww/rrrrrrrr1/wwww1wwww/9/w1w1w4/9");
        let found = found.expect("won on points");
        assert_eq!((found.winner, found.owner()), (Side::Red, Side::White));
        assert_eq!(found.weight, TerritoryWeight::Loses);
    }

    #[test]
    fn nothing_decides_a_game_that_is_not_over_or_not_won_on_points() {
        let text = "9/9/9/9/4rr3/9/9/9/9 e5 w NE2,E3,S2,W3,NW3 E1,SE2,SW2,SW3,W1 4 4 - classic";
        assert_eq!(DecidingTerritory::of(&text.parse().expect("a position")), None);
        let drawn = decision("rrrrrrrrr/rrrrrrrrr/rrrrrrrr1/9/9/9/wwwwwwww1/wwwwwwwww/wwwwwwwww");
        assert_eq!(drawn, None);
    }
}
