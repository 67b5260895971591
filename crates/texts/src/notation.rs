use bosworth_rules::{Action, Card, Ply};

use crate::Texts;

/// The notation of actions with the compass letters of the language, for people. Records and the
/// engine protocol have English letters in every language.
impl Texts {
    /// A card: `NE2`, in German `NO2`.
    pub fn short_card(&self, card: Card) -> String {
        let letters = self.get("compass");
        let letters = letters.split(' ').nth(card.direction as usize).unwrap_or_default();
        format!("{letters}{}", card.steps as u8 + 1)
    }

    /// An action, as it can also be typed: `NE2`, `NE2*`, `+`, `pass`.
    pub fn short_action(&self, action: Action) -> String {
        match action {
            Action::Play(card) => self.short_card(card),
            Action::Hero(card) => format!("{}*", self.short_card(card)),
            Action::Draw => "+".into(),
            Action::Pass => self.command_name("pass"),
        }
    }

    /// A ply: an action with the card that was drawn, `+NE2`.
    pub fn short_ply(&self, ply: Ply) -> String {
        match ply {
            Ply::Draw(card) => format!("+{}", self.short_card(card)),
            _ => self.short_action(ply.action()),
        }
    }

    /// Several cards: `NE2, S1`.
    pub fn short_cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.short_card(card)).collect::<Vec<_>>().join(", ")
    }

    /// Parses a card that is played, with or without a hero, whatever its case.
    pub(crate) fn parse_play(&self, text: &str) -> Option<Action> {
        let text = text.to_ascii_uppercase();
        let (name, hero) = match text.strip_suffix('*') {
            Some(name) => (name, true),
            None => (text.as_str(), false),
        };
        let card = Card::ALL.into_iter().find(|&card| self.short_card(card) == name)?;
        Some(if hero { Action::Hero(card) } else { Action::Play(card) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, TextCommand};

    #[test]
    fn compass_letters_follow_the_language() {
        let cards = ["NE2", "E1", "SE3", "SW2", "W3", "NW1"].map(|card| card.parse().unwrap());
        let [english, german, french] =
            Language::ALL.map(|language| Texts::new(language, &[]).short_cards(cards));
        assert_eq!(english, "NE2, E1, SE3, SW2, W3, NW1");
        assert_eq!(german, "NO2, O1, SO3, SW2, W3, NW1");
        assert_eq!(french, "NE2, E1, SE3, SO2, O3, NO1");
    }

    /// Every language parses the notation it displays, and English notation too; no abbreviation is
    /// ambiguous.
    #[test]
    fn displayed_notation_can_be_typed() {
        let plays = Card::ALL.into_iter().flat_map(|card| [Action::Play(card), Action::Hero(card)]);
        let actions: Vec<_> = plays.chain([Action::Draw, Action::Pass]).collect();
        for language in Language::ALL {
            let texts = Texts::new(language, &[]);
            for &action in &actions {
                let shown = texts.short_action(action);
                assert_eq!(texts.word(&shown), Ok(TextCommand::Act(action)), "{shown}");
                assert_eq!(
                    texts.word(&shown.to_lowercase()),
                    Ok(TextCommand::Act(action)),
                    "{shown}"
                );
                assert_eq!(
                    texts.word(&action.to_string()),
                    Ok(TextCommand::Act(action)),
                    "{action}"
                );
            }
        }
    }
}
