use bosworth_rules::{BySide, Ply, Position, Ruleset, Side};
use bosworth_table::{EndReason, Event, Offer};

use crate::{Language, Texts};

/// Says what happened at an online table, to one of those who follow it.
#[derive(Clone, Debug)]
pub struct Narrator<'a> {
    /// The messages.
    pub texts: &'a Texts,
    /// The players' names.
    pub names: BySide<String>,
    /// The side of the listener; `None` for a spectator.
    pub listener: Option<Side>,
    /// Writes a time, in milliseconds since 1970.
    pub date: fn(i64, Language) -> String,
}

impl Narrator<'_> {
    /// An event in words; nothing where there is nothing to say. `before` is the position before
    /// it. For the end, see [`Texts::reason`].
    pub fn event(&self, event: &Event, before: Option<&Position>) -> Vec<String> {
        let text = |id: &str| vec![self.texts.get(id)];
        match event {
            Event::Deal { .. } => text("table-dealt"),
            Event::Act { ply, .. } => {
                before.map(|before| self.texts.ply(before, *ply)).into_iter().collect()
            }
            Event::Takeback { plies, shuffle } => {
                let mut lines = vec![self.texts.count("table-taken-back", u32::from(*plies))];
                lines.extend(shuffle.map(|_| self.texts.get("shuffled-anew")));
                lines
            }
            Event::Offer { side, offer } => vec![self.offer(*side, *offer)],
            Event::Decline { side, offer } => vec![match offer {
                Offer::Takeback => self.named("table-declines-takeback", *side),
                Offer::Rematch => self.named("table-declines-rematch", *side),
            }],
            Event::Came { side } if self.listener != Some(*side) => {
                vec![self.named("table-came", *side)]
            }
            Event::Left { side } if self.listener != Some(*side) => {
                vec![self.named("table-left", *side)]
            }
            Event::Chat { side, text } => vec![self.said(*side, text)],
            Event::Credit { ms, .. } if *ms >= 1_000 => {
                vec![self.texts.format("table-credit", &[("seconds", (ms / 1_000).into())])]
            }
            Event::Holiday { side, until } => vec![self.holiday(*side, *until)],
            Event::Next { .. } => text("table-rematch"),
            _ => Vec::new(),
        }
    }

    /// An offer that is open.
    pub fn offer(&self, side: Side, offer: Offer) -> String {
        match (offer, self.listener == Some(side)) {
            (Offer::Takeback, true) => self.texts.get("table-asked-takeback"),
            (Offer::Takeback, false) => self.named("table-offers-takeback", side),
            (Offer::Rematch, true) => self.texts.get("table-asked-rematch"),
            (Offer::Rematch, false) => self.named("table-offers-rematch", side),
        }
    }

    /// Who forfeits a tournament game; `None` if nobody does.
    pub fn forfeit(&self, forfeits: BySide<bool>) -> Option<String> {
        let mut sides = Side::ALL.into_iter().filter(|&side| forfeits[side]);
        match (sides.next()?, sides.next()) {
            (_, Some(_)) => Some(self.texts.get("end-forfeit-both")),
            (side, None) if self.listener == Some(side) => Some(self.texts.get("end-forfeit-you")),
            (side, None) => Some(self.named("end-forfeit", side)),
        }
    }

    /// A chat message.
    pub fn said(&self, side: Side, text: &str) -> String {
        self.texts.labelled(&self.names[side], text)
    }

    /// That a player is on holiday until then, or is back.
    pub fn holiday(&self, side: Side, until: Option<i64>) -> String {
        let Some(until) = until else { return self.named("table-holiday-over", side) };
        let until = (self.date)(until, self.texts.language());
        let values = [("name", self.names[side].clone().into()), ("until", until.into())];
        self.texts.format("table-holiday", &values)
    }

    fn named(&self, id: &str, side: Side) -> String {
        self.texts.format(id, &[("name", self.names[side].clone().into())])
    }
}

impl Texts {
    /// Why a game ended, for a reader who may have played it; `None` if it was played to the end,
    /// which [`Self::standing`] describes.
    pub fn reason(
        &self,
        reason: EndReason,
        winner: Option<Side>,
        reader: Option<Side>,
        ruleset: Ruleset,
    ) -> Option<String> {
        let loser = !winner.unwrap_or(Side::White);
        let lost = |id: &str| {
            if reader == Some(loser) {
                return Some(self.get(&format!("{id}-you")));
            }
            Some(self.format(id, &[("side", self.side(loser, ruleset).into())]))
        };
        match reason {
            EndReason::Played => None,
            EndReason::Resigned => lost("end-resigned"),
            EndReason::Time => lost("end-time"),
            EndReason::Gone if winner.is_none() => Some(self.get("end-gone-draw")),
            EndReason::Gone => lost("end-gone"),
            EndReason::Aborted => Some(self.get("end-aborted")),
        }
    }

    /// A ply that was just played; a pass with its reason.
    pub fn played(&self, before: &Position, ply: Ply) -> String {
        if ply != Ply::Pass {
            return self.ply(before, ply);
        }
        let side = self.side(before.side(), before.ruleset());
        self.format("forced-pass", &[("side", side.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_told_from_the_point_of_view_of_its_listener() {
        let texts = Texts::new(Language::English, &[]);
        let date = |at: i64, _: Language| at.to_string();
        let names = BySide { red: "Anne".to_string(), white: "Bert".to_string() };
        let narrator = Narrator { texts: &texts, names, listener: Some(Side::Red), date };
        let side = Side::Red;
        let cases = [
            (Event::Came { side: Side::White }, "Bert is here."),
            (Event::Came { side }, ""),
            (Event::Left { side: Side::White }, "Bert has left."),
            (Event::Offer { side, offer: Offer::Rematch }, "You have offered a rematch."),
            (
                Event::Offer { side: Side::White, offer: Offer::Takeback },
                "Bert asks for a takeback.",
            ),
            (
                Event::Decline { side: Side::White, offer: Offer::Rematch },
                "Bert declines the rematch.",
            ),
            (Event::Takeback { plies: 2, shuffle: None }, "2 actions were taken back."),
            (Event::Chat { side, text: "hello".into() }, "Anne: hello"),
            (Event::Holiday { side, until: Some(9) }, "Anne is on holiday until 9."),
            (Event::Holiday { side, until: None }, "Anne is back from holiday."),
        ];
        for (event, expected) in cases {
            assert_eq!(narrator.event(&event, None).join(" "), expected, "{event:?}");
        }
    }

    #[test]
    fn a_forfeit_names_who_forfeits() {
        let texts = Texts::new(Language::English, &[]);
        let names = BySide { red: "Anne".to_string(), white: "Bert".to_string() };
        let date = |at: i64, _: Language| at.to_string();
        let narrator = Narrator { texts: &texts, names, listener: Some(Side::Red), date };
        for (red, white, expected) in [
            (false, false, None),
            (true, false, Some("You forfeit this game of the tournament.")),
            (false, true, Some("Bert forfeits this game of the tournament.")),
            (true, true, Some("Both players forfeit this game of the tournament.")),
        ] {
            assert_eq!(narrator.forfeit(BySide { red, white }).as_deref(), expected);
        }
    }

    #[test]
    fn every_end_has_its_reason() {
        let texts = Texts::new(Language::English, &[]);
        let reason = |reason, winner| texts.reason(reason, winner, None, Ruleset::CLASSIC);
        let red = Some(Side::Red);
        assert_eq!(reason(EndReason::Played, red), None);
        assert_eq!(reason(EndReason::Time, red).as_deref(), Some("White ran out of time."));
        assert_eq!(reason(EndReason::Gone, red).as_deref(), Some("White left the game."));
        let to_the_loser = |reason| {
            texts.reason(reason, red, Some(Side::White), Ruleset::CLASSIC).unwrap_or_default()
        };
        assert_eq!(to_the_loser(EndReason::Resigned), "You resigned.");
        assert_eq!(to_the_loser(EndReason::Time), "You ran out of time.");
        assert_eq!(to_the_loser(EndReason::Gone), "You left the game.");
        let draw = "A player left, and the other called it a draw.";
        assert_eq!(reason(EndReason::Gone, None).as_deref(), Some(draw));
    }
}
