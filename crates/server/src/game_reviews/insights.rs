use std::collections::BTreeMap;

use bosworth_engine::Level;
use bosworth_protocol::{InsightGroup, InsightStretch, InsightsView, MeanCost};
use bosworth_rules::Side;

use super::decision_costs::{Cost, DecisionCosts, SideCosts};
use crate::store::ReviewedGame;

/// The number of games that insights are about.
pub(crate) const MAX_INSIGHT_GAMES: u32 = 1_000;
/// The number of stretches that the games are divided into.
const MAX_STRETCHES: usize = 24;
/// A rating difference above which opponents are called stronger or weaker.
const RATING_MARGIN: f64 = 100.0;
/// The number of standard deviations within which a normal distribution has 95 %.
const DEVIATIONS: f64 = 1.96;

/// A game, from the point of view of the player.
struct OwnGame {
    ended: i64,
    score: f64,
    without_luck: f64,
    costs: SideCosts,
    /// The groups that all of its decisions belong to.
    groups: Vec<(&'static str, String)>,
}

impl From<&ReviewedGame> for OwnGame {
    fn from(game: &ReviewedGame) -> Self {
        let red = game.side == Side::Red;
        let review = &game.review;
        let share = |of_red: f64| if red { of_red } else { 1.0 - of_red };
        let lead = game.ratings.as_ref().map(|it| it[!game.side].before - it[game.side].before);
        let opponent = match lead {
            Some(lead) if lead > RATING_MARGIN => "stronger",
            Some(lead) if lead < -RATING_MARGIN => "weaker",
            _ => "similar",
        };
        Self {
            ended: game.ended,
            score: share(review.result),
            without_luck: share(review.result - review.luck),
            costs: DecisionCosts::of_side(&review.body, game.side),
            groups: vec![
                ("side", if red { "red" } else { "white" }.into()),
                ("edition", game.ruleset.clone()),
                ("opponent", opponent.into()),
            ],
        }
    }
}

/// What reviews found in somebody's games, which are given newest first.
pub(crate) fn insights(games: &[ReviewedGame]) -> InsightsView {
    let games: Vec<_> = games.iter().rev().map(OwnGame::from).collect();
    let without_luck: Vec<_> = games.iter().map(|game| game.without_luck).collect();
    let mut groups: BTreeMap<(&str, &str), Vec<Cost>> = BTreeMap::new();
    for game in &games {
        let of_game = game.groups.iter().map(|(by, group)| (*by, &**group, game.costs.all));
        let phases = game.costs.phase.iter().map(|(group, cost)| ("phase", &**group, *cost));
        let kinds = game.costs.kind.iter().map(|(group, cost)| ("kind", &**group, *cost));
        for (by, group, cost) in of_game.chain(phases).chain(kinds) {
            groups.entry((by, group)).or_default().push(cost);
        }
    }
    let group = |((by, group), costs): (&(&str, &str), &Vec<Cost>)| InsightGroup {
        by: (*by).into(),
        group: (*group).into(),
        cost: mean(costs.iter().copied()),
    };
    let all = mean(games.iter().map(|game| game.costs.all));
    let length = games.len().div_ceil(MAX_STRETCHES).max(1);
    InsightsView {
        games: games.len() as u32,
        score: games.iter().map(|game| game.score).sum(),
        without_luck: without_luck.iter().sum(),
        interval: deviation(&without_luck)
            .map(|deviation| DEVIATIONS * deviation * (games.len() as f64).sqrt()),
        all,
        level: (all.decisions > 0).then(|| Level::of_mean_loss(all.loss / 100.0).number()),
        groups: groups.iter().map(group).collect(),
        course: games.chunks(length).map(stretch).collect(),
    }
}

fn stretch(games: &[OwnGame]) -> InsightStretch {
    InsightStretch {
        at: games.last().map_or(0, |game| game.ended),
        score: games.iter().map(|game| game.score).sum(),
        without_luck: games.iter().map(|game| game.without_luck).sum(),
        cost: mean(games.iter().map(|game| game.costs.all)),
    }
}

/// The mean cost of decisions of several games. Decisions of one game are not independent, games are.
fn mean(games: impl Iterator<Item = Cost>) -> MeanCost {
    let games: Vec<_> = games.filter(|cost| cost.0 > 0).collect();
    let decisions: u32 = games.iter().map(|cost| cost.0).sum();
    let mean = games.iter().map(|cost| cost.1).sum::<f64>() / f64::from(decisions.max(1));
    let residuals: Vec<_> = games.iter().map(|cost| cost.1 - mean * f64::from(cost.0)).collect();
    let error = |deviation: f64| deviation * (games.len() as f64).sqrt() / f64::from(decisions);
    MeanCost {
        games: games.len() as u32,
        decisions,
        loss: 100.0 * mean,
        interval: deviation(&residuals).map(|deviation| 100.0 * DEVIATIONS * error(deviation)),
    }
}

/// The standard deviation of a sample; none of fewer than two values.
fn deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use bosworth_rules::BySide;
    use bosworth_table::GameId;

    use super::*;
    use crate::store::{RatingChange, StoredReview};

    const COSTS: &str = r#"{"red":{"all":[10,0.5],"phase":{"opening":[10,0.5]},"kind":{"draw":[4,0.1],"play":[6,0.4]}},
        "white":{"all":[8,0.16]}}"#;

    /// A win of Red with luck of a quarter of a win.
    fn game(number: u128, side: Side) -> ReviewedGame {
        let rating = |before| RatingChange { before, after: before };
        ReviewedGame {
            side,
            ended: number as i64,
            ruleset: "classic".into(),
            ratings: Some(BySide { red: rating(1500.0), white: rating(1650.0) }),
            review: StoredReview {
                game: GameId::from_random(number),
                result: 1.0,
                luck: 0.25,
                body: COSTS.into(),
            },
        }
    }

    #[test]
    fn results_and_costs_are_those_of_the_own_side() {
        let view = insights(&[game(2, Side::White), game(1, Side::Red)]);
        assert_eq!((view.games, view.score, view.without_luck), (2, 1.0, 1.0));
        assert_eq!((view.all.games, view.all.decisions), (2, 18));
        assert!(view.level.is_some());
        assert!((view.all.loss - 100.0 * 0.66 / 18.0).abs() < 1e-9, "{view:?}");
        let found = |by: &str, group: &str| {
            let group = view.groups.iter().find(|it| it.by == by && it.group == group);
            group.map(|group| (group.cost.games, group.cost.decisions))
        };
        assert_eq!(found("side", "red"), Some((1, 10)));
        assert_eq!(found("opponent", "stronger"), Some((1, 10)));
        assert_eq!(found("opponent", "weaker"), Some((1, 8)));
        assert_eq!(found("kind", "draw"), Some((1, 4)));
        assert_eq!(found("phase", "opening"), Some((1, 10)));
        assert_eq!(found("edition", "classic"), Some((2, 18)));
        assert_eq!(view.course.iter().map(|it| it.at).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn one_game_has_no_interval_and_many_are_few_stretches() {
        let one = insights(&[game(1, Side::Red)]);
        assert_eq!((one.interval, one.all.interval), (None, None));
        assert_eq!(insights(&[]).games, 0);
        let games: Vec<_> = (1..=100).rev().map(|number| game(number, Side::Red)).collect();
        let many = insights(&games);
        assert!(many.course.len() <= MAX_STRETCHES);
        assert_eq!(many.course.iter().map(|it| it.cost.games).sum::<u32>(), 100);
        assert_eq!(many.interval, Some(0.0), "all games are equal");
    }
}
