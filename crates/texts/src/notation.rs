use bosworth_rules::{Action, Card, Ply};

use crate::Texts;

/// The notation of actions with the compass letters of the language, for people. Records and the
/// engine protocol have English letters in every language.
impl Texts {
    /// A card: `NE2`, in German `NO2`, with numerals `NE II`.
    pub fn short_card(&self, card: Card) -> String {
        let letters = self.compass_letters(card);
        if self.numerals {
            return format!("{letters}\u{a0}{}", card.steps.numeral());
        }
        format!("{letters}{}", card.steps as u8 + 1)
    }

    fn compass_letters(&self, card: Card) -> String {
        let letters = self.get("compass");
        letters.split(' ').nth(card.direction as usize).unwrap_or_default().into()
    }

    /// An action, as it can also be typed: `NE2`, `NE2*`, `+`, `pass`, with numerals `NE II`, `NE II*`,
    /// `draw`, `pass`.
    pub fn short_action(&self, action: Action) -> String {
        match action {
            Action::Play(card) => self.short_card(card),
            Action::Hero(card) => format!("{}*", self.short_card(card)),
            Action::Draw if self.numerals => self.command_name("draw"),
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

    /// Parses a card that is played, with or without a hero, whatever its case; the number can be a
    /// digit or a numeral.
    pub(crate) fn parse_play(&self, text: &str) -> Option<Action> {
        let text: String = text.split_whitespace().collect();
        let text = text.to_ascii_uppercase();
        let (name, hero) = match text.strip_suffix('*') {
            Some(name) => (name, true),
            None => (text.as_str(), false),
        };
        let is_named = |card: &Card| {
            let number = name.strip_prefix(&*self.compass_letters(*card));
            let digit = (card.steps as u8 + 1).to_string();
            number.is_some_and(|number| number == digit || number == card.steps.numeral())
        };
        let card = Card::ALL.into_iter().find(is_named)?;
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

    #[test]
    fn notation_with_numerals_is_as_on_the_cards_and_can_be_typed() {
        for language in Language::ALL {
            let texts = Texts::new(language, &[]).with_numerals();
            let cards = Card::ALL.into_iter();
            let plays = cards.flat_map(|card| [Action::Play(card), Action::Hero(card)]);
            for action in plays.chain([Action::Draw, Action::Pass]) {
                let shown = texts.short_action(action);
                assert_eq!(texts.word(&shown), Ok(TextCommand::Act(action)), "{shown}");
            }
        }
        let texts = Texts::new(Language::English, &[]).with_numerals();
        assert_eq!(texts.short_ply("+NE2".parse().unwrap()), "+NE\u{a0}II");
        assert_eq!(texts.word("ne2*"), texts.word("NE ii*"));
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
