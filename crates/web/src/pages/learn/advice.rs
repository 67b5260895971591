//! Advice after a first game: a sentence that its record proves, and the lesson about it.

use bosworth_rules::{BySide, Game, Ply, Position, Score, Side, Square, Squares, Territories};
use bosworth_view::prelude::*;

use super::number;
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{fill, texts, tr};
use crate::route::Route;
use crate::store;

/// What a player could have done better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Advice {
    /// Even the largest of the player's territories was a small part of all roses.
    Scattered { roses: u32, territories: usize, largest: u32 },
    /// A hero would have split the opponent's largest territory, but was not used.
    Split { ply: usize, square: Square, points: u32 },
    /// Cards were drawn although one in hand would have enlarged a territory.
    Draws { count: usize },
    /// Heroes were left at the end of a game that was played to its end.
    Heroes { left: u8 },
}

/// The number of games after which a player gets advice.
const ADVISED_GAMES: usize = 3;
/// The least number of roses that can be called scattered.
const MIN_ROSES: u32 = 8;
/// Roses are scattered if the largest territory has at most one part of this many.
const SCATTERED_PARTS: u32 = 4;
/// The least number of points that a missed split has to cost to be worth mentioning.
const MIN_POINTS: u32 = 15;
/// The least number of needless draws that is worth mentioning.
const MIN_DRAWS: usize = 3;
/// The least number of unused heroes that is worth mentioning.
const MIN_HEROES: u8 = 2;

impl Advice {
    /// The advice to a side after a game. Each game begins with another kind, so that those who
    /// repeat a mistake do not read the same again.
    fn after(game: &Game, side: Side, earlier_games: usize) -> Option<Self> {
        let kinds = [Self::scattered, Self::split, Self::draws, Self::heroes];
        (0..kinds.len()).find_map(|n| kinds[(earlier_games + n) % kinds.len()](game, side))
    }

    fn scattered(game: &Game, side: Side) -> Option<Self> {
        let roses = game.position().roses(side);
        let Score { roses: count, largest, .. } = Score::of(roses);
        let is_scattered = count >= MIN_ROSES && largest * SCATTERED_PARTS <= count;
        let territories = Territories::of(roses).count();
        is_scattered.then_some(Self::Scattered { roses: count, territories, largest })
    }

    /// The missed split that would have cost the opponent most.
    fn split(game: &Game, side: Side) -> Option<Self> {
        let missed = decisions(game, side)
            .filter(|(_, _, ply)| !matches!(ply, Ply::Hero(_)))
            .flat_map(|(n, position, _)| {
                let heroes = position.actions().heroes;
                heroes.iter().filter_map(move |card| {
                    let square = position.target(side, card)?;
                    let points = split_points(position.roses(!side), square)?;
                    Some((points, n, square))
                })
            });
        // The earliest of several that are equally good.
        let (points, ply, square) = missed.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        (points >= MIN_POINTS).then_some(Self::Split { ply, square, points })
    }

    fn draws(game: &Game, side: Side) -> Option<Self> {
        let needless = |position: &Position| {
            let own = position.roses(side);
            position.actions().plays.iter().any(|card| {
                let target = position.target(side, card);
                target.is_some_and(|target| !(Squares::of(target).neighbours() & own).is_empty())
            })
        };
        let count = decisions(game, side)
            .filter(|(_, position, ply)| matches!(ply, Ply::Draw(_)) && needless(position))
            .count();
        (count >= MIN_DRAWS).then_some(Self::Draws { count })
    }

    fn heroes(game: &Game, side: Side) -> Option<Self> {
        let left = game.position().heroes(side);
        (left >= MIN_HEROES && game.position().is_over()).then_some(Self::Heroes { left })
    }

    /// The lesson about it.
    const fn lesson(self) -> &'static str {
        match self {
            Self::Scattered { .. } => "territory",
            Self::Split { .. } | Self::Heroes { .. } => "hero",
            Self::Draws { .. } => "draw",
        }
    }

    fn text(self, opponent: &str) -> String {
        match self {
            Self::Scattered { roses, territories, largest } => fill(
                "advice-scattered",
                &[
                    ("roses", roses.into()),
                    ("territories", territories.into()),
                    ("largest", largest.into()),
                ],
            ),
            Self::Split { ply, square, points } => {
                let square = square.to_string();
                fill(
                    "advice-split",
                    &[
                        ("number", (ply + 1).into()),
                        ("square", square.as_str().into()),
                        ("side", opponent.into()),
                        ("points", points.into()),
                    ],
                )
            }
            Self::Draws { count } => fill("advice-draws", &[("count", count.into())]),
            Self::Heroes { left } => fill("advice-heroes", &[("count", u32::from(left).into())]),
        }
    }
}

/// The plies of a side, each with its index and the position before it.
fn decisions(game: &Game, side: Side) -> impl Iterator<Item = (usize, &Position, Ply)> {
    let plies = game.positions().iter().zip(game.plies().iter().copied()).enumerate();
    plies
        .map(|(n, (position, ply))| (n, position, ply))
        .filter(move |(_, position, _)| position.side() == side)
}

/// How many points roses lose without the one on a square, if it splits their largest territory.
fn split_points(roses: Squares, square: Square) -> Option<u32> {
    let before = Score::of(roses);
    let territory = roses.joined_to(Squares::of(square));
    let rest = territory - Squares::of(square);
    let is_split = territory.len() == before.largest && Territories::of(rest).count() > 1;
    is_split.then(|| before.points - Score::of(roses - Squares::of(square)).points)
}

/// The advice after a game against the computer, if it is one of the first.
pub fn advice(table: &ClockedTable) -> Option<View> {
    let (game, side) = (table.game(), person(table.seats)?);
    let others = store::games().into_iter().filter(|entry| entry.id != table.id);
    let earlier_games =
        others.filter(|entry| !entry.looks_open() && person(entry.seats()).is_some()).count();
    let advice =
        Advice::after(game, side, earlier_games).filter(|_| earlier_games < ADVISED_GAMES)?;
    let text = advice.text(&texts().side(!side, game.position().ruleset()));
    let lesson = Route::Learn(Some(number(advice.lesson()))).to_string();
    let title = tr(&format!("learn-{}", advice.lesson()));
    let label = fill("advice-lesson", &[("title", title.as_str().into())]);
    Some(view! { <p class="note" id="advice">{text}" "<a href=lesson>{label}</a></p> })
}

/// The side of the person in a game against the computer.
fn person(seats: BySide<Seat>) -> Option<Side> {
    match (seats.red, seats.white) {
        (Seat::Person, Seat::Level(_)) => Some(Side::Red),
        (Seat::Level(_), Seat::Person) => Some(Side::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: &str, plies: &str) -> Game {
        let mut game = Game::new(start.parse().expect("a position"));
        for ply in plies.split_whitespace() {
            game.push(ply.parse().expect("a ply")).expect("a legal ply");
        }
        game
    }

    #[test]
    fn roses_are_scattered_if_none_of_their_territories_is_large() {
        let scattered = game("r1r1r1r1r/9/r1r1r1r2/9/9/9/9/9/9 a9 r - - 4 4 - classic", "");
        assert_eq!(
            Advice::scattered(&scattered, Side::Red),
            Some(Advice::Scattered { roses: 9, territories: 9, largest: 1 })
        );
        assert_eq!(Advice::scattered(&scattered, Side::White), None);
        let joined = game("rrr1r1r1r/9/r1r1r1r2/9/9/9/9/9/9 a9 r - - 4 4 - classic", "");
        assert_eq!(Advice::scattered(&joined, Side::Red), None);
        let few = game("r1r1r4/9/9/9/9/9/9/9/9 a9 r - - 4 4 - classic", "");
        assert_eq!(Advice::scattered(&few, Side::Red), None);
    }

    /// White's territory of seven is split into two of three: 49 points become 18.
    const SPLIT: &str = "9/9/9/9/1wwwwwww1/4r4/9/9/9 e4 r N1,E1 N3 4 4 - classic";

    #[test]
    fn a_missed_split_is_counted_in_points() {
        let split = Advice::Split { ply: 0, square: "e5".parse().expect("a square"), points: 31 };
        assert_eq!(Advice::split(&game(SPLIT, "E1"), Side::Red), Some(split));
    }

    #[test]
    fn a_split_is_not_missed_if_it_is_played_or_needs_a_hero_that_is_gone() {
        assert_eq!(Advice::split(&game(SPLIT, "N1*"), Side::Red), None);
        assert_eq!(Advice::split(&game(&SPLIT.replace("4 4", "0 4"), "E1"), Side::Red), None);
        assert_eq!(Advice::split(&game(SPLIT, ""), Side::Red), None);
    }

    #[test]
    fn an_end_of_a_territory_does_not_split_it() {
        let roses: Position = SPLIT.parse().expect("a position");
        let roses = roses.roses(Side::White);
        assert_eq!(split_points(roses, "h5".parse().expect("a square")), None);
        assert_eq!(split_points(roses, "c5".parse().expect("a square")), Some(49 - 1 - 25));
    }

    /// Red's E1 leads from the crown to a square beside its rose, until White moves the crown away.
    #[test]
    fn draws_are_needless_if_a_card_would_have_enlarged_a_territory() {
        let start = "9/9/9/9/4w1r2/9/9/9/9 e5 r E1 W1 4 4 - classic";
        let needless = game(start, "+N1 +N2 +N3 +S1 +S2");
        assert_eq!(Advice::draws(&needless, Side::Red), Some(Advice::Draws { count: 3 }));
        assert_eq!(Advice::draws(&needless, Side::White), None);
        let two = game(start, "+N1 +N2 +N3 W1 +S2");
        assert_eq!(Advice::draws(&two, Side::Red), None);
    }

    #[test]
    fn heroes_are_mentioned_if_two_are_left_at_the_end() {
        let left = |heroes: &str, plies: &str| {
            let board = "1wwrrrrww/1wwrrrwww/3rrrwww/3rwwrrr/3wwwrrr/3wrrrrr/3wwww2/3wwwrr1/4rw3";
            let start = format!("{board} f1 r NE2,E1,E2,W2 - {heroes} 0 - classic");
            Advice::heroes(&game(&start, plies), Side::Red)
        };
        assert_eq!(left("2", "E1"), Some(Advice::Heroes { left: 2 }));
        assert_eq!(left("1", "E1"), None);
        assert_eq!(left("2", ""), None, "given up before the last rose");
    }

    #[test]
    fn each_game_begins_with_another_kind() {
        let over = "rwrwrwrwr/wwwwwwwww/rwrwrwrww/wwwwwwwww/wwwwwwwww/wwwwwww2/9/9/9";
        let both = game(&format!("{over} a9 r - - 4 4 - classic"), "");
        let kind = |earlier| Advice::after(&both, Side::Red, earlier).map(Advice::lesson);
        assert_eq!([kind(0), kind(1), kind(2)], [Some("territory"), Some("hero"), Some("hero")]);
        let nothing = game("9/9/9/9/9/9/9/9/9 e5 r E1 W1 1 4 - classic", "");
        assert_eq!(Advice::after(&nothing, Side::Red, 0), None);
    }
}
