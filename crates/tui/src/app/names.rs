//! Names of sides, seats, actions, hints and numbers.

use bosworth_engine::Analysis;
use bosworth_local::Seat;
use bosworth_rules::{Action, Card, Side};

use super::{GameSource, TerminalApp};
use crate::reasons::reasons;

impl TerminalApp {
    pub(crate) fn side_name(&self, side: Side) -> String {
        self.texts.side(side, self.ruleset())
    }

    /// The player of a side, if known.
    pub(crate) fn seat_name(&self, side: Side) -> String {
        match &self.source {
            GameSource::Table(table) => match table.seats[side] {
                Seat::Level(level) => self.texts.format("tui-computer", &[("level", level.into())]),
                Seat::Person if table.seats[!side] == Seat::Person => self.texts.get("tui-person"),
                Seat::Person => self.texts.get("tui-you"),
            },
            // The name is on its own line.
            GameSource::Online(_) | GameSource::Training(_) => String::new(),
            GameSource::Records { games, place, .. } => {
                let tag = if side == Side::Red { "Red" } else { "White" };
                let record = &games[*place].0;
                let seat = record.tag(if side == Side::Red { "RedSeat" } else { "WhiteSeat" });
                let level = seat.and_then(|seat| seat.strip_prefix("level "));
                if let Some(level) = level.and_then(|level| level.parse::<u8>().ok()) {
                    return self.texts.format("tui-computer", &[("level", level.into())]);
                }
                let name = record.tag(tag).filter(|name| *name != "?");
                name.unwrap_or_default().to_string()
            }
        }
    }

    /// A card as displayed: `NE2`.
    pub(crate) fn card_name(&self, card: Card) -> String {
        self.texts.short_card(card)
    }

    /// An action as displayed: `NE2`, `NE2*`, draw.
    pub(crate) fn action_name(&self, action: Action) -> String {
        match action {
            Action::Draw => self.texts.get("tui-draw-short"),
            Action::Pass => self.texts.get("tui-pass-short"),
            action => self.texts.short_action(action),
        }
    }

    pub(super) fn hint_text(&self, analysis: &Analysis) -> String {
        let Some(best) = analysis.best() else { return String::new() };
        let chance = self.texts.number(100.0 * analysis.win_chance(), 0);
        let margin = self.signed(f64::from(analysis.value.margin));
        let values = [
            ("action", self.action_name(best).into()),
            ("chance", chance.into()),
            ("margin", margin.into()),
        ];
        let hint = self.texts.format("tui-hint", &values);
        let known = analysis.forecast.map(|it| self.texts.forecast(it, self.ruleset()));
        let why = reasons(self.position(), analysis, &self.texts).into_iter().next();
        [Some(hint), known, why].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn signed(&self, number: f64) -> String {
        let text = self.texts.number(number.abs(), 1);
        let sign = if number < -0.05 { "\u{2212}" } else { "+" };
        format!("{sign}{text}")
    }
}
