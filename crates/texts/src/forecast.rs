use bosworth_engine::Forecast;
use bosworth_rules::{Cards, Ruleset};

use crate::Texts;

/// More cards than this are counted and not named.
const MAX_NAMED_CARDS: u32 = 5;

impl Texts {
    /// How the game ends, as a sentence: `White wins unless E3 comes: 13 of 14 cards.`
    pub fn forecast(&self, forecast: Forecast, ruleset: Ruleset) -> String {
        let mut values = Vec::new();
        let (id, side) = match forecast {
            Forecast::Certain(None) => return self.get("will-draw"),
            Forecast::Certain(Some(side)) => ("will-win", side),
            Forecast::Chance { side, win_chance } => {
                values.push(("chance", self.percent(100.0 * win_chance, 1).into()));
                ("will-win-chance", side)
            }
            Forecast::Card { side, wins, others } => {
                let (count, other_count) = (wins.len(), others.len());
                let (id, named) = match () {
                    () if count.min(other_count) > MAX_NAMED_CARDS => {
                        ("will-win-with", Cards::EMPTY)
                    }
                    () if other_count <= count => ("will-win-unless", others),
                    () => ("will-win-only", wins),
                };
                values.push(("cards", self.either(named).into()));
                values.push(("count", count.into()));
                values.push(("all", (count + other_count).into()));
                (id, side)
            }
        };
        values.push(("side", self.side(side, ruleset).into()));
        self.format(id, &values)
    }

    /// One of several cards: `N2, S1 or E3`.
    fn either(&self, cards: Cards) -> String {
        let mut text = String::new();
        for (place, card) in cards.iter().enumerate() {
            if place > 0 && place + 1 == cards.len() as usize {
                text += " ";
                text += &self.get("or");
                text += " ";
            } else if place > 0 {
                text += ", ";
            }
            text += &self.short_card(card);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::{Card, Side};

    use super::*;
    use crate::Language;

    fn sentences(ruleset: Ruleset) -> Vec<String> {
        let cards =
            |range: core::ops::Range<usize>| Card::ALL[range].iter().copied().collect::<Cards>();
        let card = |wins, others| Forecast::Card {
            side: Side::Red,
            wins: cards(wins),
            others: cards(others),
        };
        let forecasts = [
            Forecast::Certain(Some(Side::White)),
            Forecast::Certain(None),
            card(1..14, 0..1),
            card(0..1, 1..14),
            card(3..6, 6..14),
            card(0..7, 7..14),
            Forecast::Chance { side: Side::Red, win_chance: 0.934 },
        ];
        let texts = Language::ALL.map(|language| Texts::new(language, &[]));
        let all = texts
            .iter()
            .flat_map(|texts| forecasts.iter().map(|&forecast| texts.forecast(forecast, ruleset)));
        all.collect()
    }

    #[test]
    fn a_forecast_is_a_sentence() {
        assert_eq!(
            sentences(Ruleset::CLASSIC),
            [
                "White wins, whatever comes.",
                "The game ends in a draw, whatever comes.",
                "Red wins unless N1 comes: 13 of 14 cards.",
                "Red wins only if N1 comes: 1 of 14 cards.",
                "Red wins only if NE1, NE2 or NE3 comes: 3 of 11 cards.",
                "Red wins with 7 of 14 cards.",
                "Exact: 93.4% for Red.",
                "Weiß gewinnt, egal was kommt.",
                "Die Partie endet unentschieden, egal was kommt.",
                "Rot gewinnt, außer wenn N1 kommt: 13 von 14 Karten.",
                "Rot gewinnt nur, wenn N1 kommt: 1 von 14 Karten.",
                "Rot gewinnt nur, wenn NO1, NO2 oder NO3 kommt: 3 von 11 Karten.",
                "Rot gewinnt mit 7 von 14 Karten.",
                "Exakt: 93,4\u{a0}% für Rot.",
                "Blanc gagne, quoi qu’il arrive.",
                "La partie sera nulle, quoi qu’il arrive.",
                "Rouge gagne, sauf si N1 sort\u{202f}: 13 cartes sur 14.",
                "Rouge ne gagne que si N1 sort\u{202f}: 1 carte sur 14.",
                "Rouge ne gagne que si NE1, NE2 ou NE3 sort\u{202f}: 3 cartes sur 11.",
                "Rouge gagne avec 7 cartes sur 14.",
                "Exact\u{202f}: 93,4\u{202f}% pour Rouge.",
            ]
        );
    }

    #[test]
    fn a_forecast_names_the_sides_as_the_edition_does() {
        assert_eq!(sentences(Ruleset::KINGOFROSES)[0], "Blue wins, whatever comes.");
    }
}
