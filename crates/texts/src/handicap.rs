use bosworth_engine::{Level, Odds};
use bosworth_rules::{GivenHandicap, Handicap, Position, Ruleset};

use crate::Texts;

/// Games with a handicap. The messages are in files of their own, which the web app loads late.
impl Texts {
    /// What a handicap changes for its giver and the other player: `White plays with 2 heroes`.
    pub fn handicap(&self, handicap: Handicap, giver: &str, other: &str) -> String {
        let say = |id: &str, count: u8| {
            let values =
                [("giver", giver.into()), ("other", other.into()), ("count", count.into())];
            self.format(id, &values)
        };
        let heroes = if handicap.heroes() == 0 { "handicap-no-hero" } else { "handicap-heroes" };
        let parts = [
            (handicap.heroes() < Position::HEROES).then(|| say(heroes, handicap.heroes())),
            (handicap.cards() < Handicap::NONE.cards())
                .then(|| say("handicap-cards", handicap.cards())),
            (handicap.roses() > 0).then(|| say("handicap-roses", handicap.roses())),
            handicap.is_second().then(|| say("handicap-second", 0)),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    /// The same with the names of the sides.
    pub fn given_handicap(&self, given: GivenHandicap, ruleset: Ruleset) -> String {
        let [giver, other] = [given.by, !given.by].map(|side| self.side(side, ruleset));
        self.handicap(given.handicap, &giver, &other)
    }

    /// The odds of a game between two levels, in words: whether it is about even, and how many games
    /// of a hundred the giver of the handicap wins.
    pub fn odds(&self, odds: Odds, giver: Level, receiver: Level) -> String {
        let [low, high] = odds.of_hundred();
        let player = self.format("odds-level", &[("level", giver.number().into())]);
        let values = [("player", player.into()), ("low", low.into()), ("high", high.into())];
        let range = self.format(if high >= 99 { "odds-least" } else { "odds-range" }, &values);
        if !odds.is_even() {
            return range;
        }
        let values = [("weaker", receiver.number().into()), ("stronger", giver.number().into())];
        format!("{} {range}", self.format("odds-even", &values))
    }
}
