use bosworth_engine::Forecast;
use bosworth_rules::{Cards, Position};

use crate::Texts;

/// More cards than this are counted and not named.
const MAX_NAMED_CARDS: u32 = 5;

impl Texts {
    /// How the game ends, as a sentence: `White wins unless E3 comes: 13 of 14 cards.`
    pub fn forecast(&self, forecast: Forecast, position: &Position) -> String {
        let (id, side, chance, wins, others) = match forecast {
            Forecast::Certain(None) => return self.get("will-draw"),
            Forecast::Certain(Some(side)) => ("", side, 0.0, Cards::EMPTY, Cards::EMPTY),
            Forecast::Chance(chance) => {
                ("-chance", position.side(), chance, Cards::EMPTY, Cards::EMPTY)
            }
            Forecast::Card { side, wins, others } => {
                let id = match () {
                    () if wins.len().min(others.len()) > MAX_NAMED_CARDS => "-with",
                    () if others.len() <= wins.len() => "-unless",
                    () => "-only",
                };
                (id, side, 0.0, wins, others)
            }
        };
        let named = if id == "-unless" { others } else { wins };
        let values = [
            ("side", self.side(side, position.ruleset()).into()),
            ("chance", self.percent(100.0 * chance, 1).into()),
            ("cards", self.either(named).into()),
            ("count", wins.len().into()),
            ("all", (wins | others).len().into()),
        ];
        self.format(&format!("will-win{id}"), &values)
    }

    /// One of several cards: `N2, S1 or E3`.
    fn either(&self, cards: Cards) -> String {
        let all = self.short_cards(cards.iter());
        match all.rsplit_once(", ") {
            Some((list, last)) => {
                self.format("either", &[("list", list.into()), ("last", last.into())])
            }
            None => all,
        }
    }
}

#[cfg(test)]
mod tests {
    use bosworth_rules::{Card, Ruleset, Side};

    use super::*;
    use crate::Language;

    fn sentences(position: &str) -> Vec<String> {
        let position: Position = position.parse().expect("a position");
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
            Forecast::Chance(0.934),
        ];
        let texts = Language::ALL.map(|language| Texts::new(language, &[]));
        let all = texts.iter().flat_map(|texts| {
            forecasts.iter().map(|&forecast| texts.forecast(forecast, &position))
        });
        all.collect()
    }

    #[test]
    fn a_forecast_is_a_sentence() {
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic";
        assert_eq!(
            sentences(start),
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
        let start = "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 -";
        let blue = Ruleset::PRESETS
            .iter()
            .map(|(name, _)| sentences(&format!("{start} {name}"))[0].clone());
        assert!(blue.into_iter().any(|sentence| sentence == "Blue wins, whatever comes."));
    }
}
