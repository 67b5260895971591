use bosworth_client::clocks;
use bosworth_client::protocol::{EndReason, Event, Offer, Stage};
use bosworth_rules::{BySide, Date, Side};
use bosworth_texts::{MessageArgument, Narrator, Texts};

use super::sanitise::sanitise;
use super::snapshot::{Snapshot, time_text};

/// Describes an online table in sentences.
#[derive(Clone, Copy)]
pub struct TableDescription<'a> {
    texts: &'a Texts,
    snapshot: &'a Snapshot,
}

impl<'a> TableDescription<'a> {
    /// Creates a description of a table.
    pub fn new(texts: &'a Texts, snapshot: &'a Snapshot) -> Self {
        Self { texts, snapshot }
    }

    fn ruleset(&self) -> bosworth_rules::Ruleset {
        self.snapshot.table.setup().ruleset
    }

    fn side(&self, side: Side) -> MessageArgument<'static> {
        self.texts.side(side, self.ruleset()).into()
    }

    /// The display name of a player.
    pub fn name(&self, side: Side) -> String {
        match (self.snapshot.name(side), self.snapshot.level(side)) {
            (Some(name), _) => name,
            (None, Some(level)) => self.texts.format("tui-computer", &[("level", level.into())]),
            (None, None) => String::new(),
        }
    }

    /// The display name of a player, with the rating.
    pub fn rated_name(&self, side: Side) -> String {
        match self.snapshot.rating(side) {
            Some(rating) => format!("{} {rating}", self.name(side)),
            None => self.name(side),
        }
    }

    /// The terms of the game: `classic · 5+3 · rated`.
    pub fn terms(&self) -> String {
        let setup = self.snapshot.table.setup();
        let rated = if setup.rated { "online-rated" } else { "online-casual" };
        let clock = clock_name(self.texts, &setup.clock.to_string());
        let rules = self.texts.ruleset(setup.ruleset);
        let terms = format!("{rules} · {clock} · {}", self.texts.get(rated));
        match setup.handicap {
            None => terms,
            Some(given) => {
                format!("{terms} · {}", self.texts.given_handicap(given, setup.ruleset))
            }
        }
    }

    /// Describes events, where there is something to say. The snapshot is the one after them.
    pub fn events(&self, events: &[Event]) -> Vec<String> {
        let acts = |event: &&Event| matches!(event, Event::Act { .. });
        let mut to_come = events.iter().filter(acts).count();
        let mut lines = Vec::new();
        for event in events {
            if let Event::Act { ply, .. } = event {
                let game = self.snapshot.game();
                let before = game.and_then(|game| {
                    game.positions().get(game.plies().len().checked_sub(to_come)?)
                });
                to_come -= 1;
                lines.extend(before.map(|before| self.texts.ply(before, *ply)));
                continue;
            }
            lines.extend(match event {
                Event::Chat { text, .. } if text.is_empty() => Vec::new(),
                Event::Chat { side, text } => vec![self.said(*side, &sanitise(text))],
                Event::End { .. } => self.ending(),
                event => self.narrator().event(event, None),
            });
        }
        lines
    }

    fn narrator(&self) -> Narrator<'a> {
        Narrator {
            texts: self.texts,
            names: BySide::from_fn(|side| self.name(side)),
            listener: self.snapshot.side,
            date: |at, _| Date::from_timestamp(at).to_iso(),
        }
    }

    /// A chat message.
    pub fn said(&self, side: Side, text: &str) -> String {
        self.narrator().said(side, text)
    }

    /// The result, once the game is over.
    pub fn ending(&self) -> Vec<String> {
        let Some(ending) = self.snapshot.table.ending() else { return Vec::new() };
        if let (EndReason::Played, Some(position)) = (ending.reason, self.snapshot.table.position())
        {
            let mut lines = self.texts.taken_off(position);
            lines.extend(self.texts.standing(position));
            return lines;
        }
        let reason =
            self.texts.reason(ending.reason, ending.winner, self.snapshot.side, self.ruleset());
        let mut lines: Vec<_> = reason.into_iter().collect();
        if ending.reason == EndReason::Aborted {
            lines.extend(self.narrator().forfeit(self.snapshot.table.forfeits()));
            return lines;
        }
        lines.push(match ending.winner {
            Some(side) => self.texts.format(
                "online-won",
                &[("side", self.side(side)), ("name", self.name(side).into())],
            ),
            None => self.texts.get("online-drawn"),
        });
        lines
    }

    /// Pending offers and claims, for the player here.
    pub fn waiting(&self, now: i64, keys: bool) -> Vec<String> {
        let snapshot = self.snapshot;
        let mut lines = Vec::new();
        let Some(side) = snapshot.side else { return lines };
        let id = |id: &str| if keys { format!("{id}-keys") } else { format!("{id}-words") };
        let named = [("name", self.name(!side).into())];
        if snapshot.is_offered(Offer::Takeback) {
            lines.push(self.texts.format(&id("online-takeback-answer"), &named));
        }
        if snapshot.is_offered(Offer::Rematch) {
            lines.push(self.texts.format(&id("online-rematch-answer"), &named));
        }
        if snapshot.offers(Offer::Takeback) {
            lines.push(self.narrator().offer(side, Offer::Takeback));
        }
        if snapshot.offers(Offer::Rematch) {
            lines.push(self.narrator().offer(side, Offer::Rematch));
        }
        match snapshot.claimable_in(now) {
            Some(0) => lines.push(self.texts.format(&id("online-claim-now"), &named)),
            Some(left) => {
                let seconds = ("seconds", clocks::seconds(left).into());
                let values = [("name", self.name(!side).into()), seconds];
                lines.push(self.texts.format("online-claim-later", &values));
            }
            None => {}
        }
        let holiday = snapshot.table.holiday(!side, now + snapshot.ahead);
        lines.extend(holiday.map(|until| self.narrator().holiday(!side, Some(until))));
        if let Some(left) = snapshot.first_within(now)
            && snapshot.table.stage() == Stage::Running
        {
            let seconds = ("seconds", clocks::seconds(left).into());
            let forfeits = snapshot.is_my_turn() && snapshot.abort_forfeits();
            let id = if forfeits { "online-first-within-forfeit" } else { "online-first-within" };
            lines.push(self.texts.format(id, &[seconds]));
        }
        lines
    }

    /// Both clocks in words.
    pub fn clocks(&self, now: i64) -> Vec<String> {
        let Some(left) = self.snapshot.left(now) else {
            return vec![self.texts.get("plain-no-clock")];
        };
        let clock = self.snapshot.table.setup().clock;
        let line = |side: Side| {
            let id = match (
                self.snapshot.table.turn() == Some(side),
                self.snapshot.is_low(left[side]),
            ) {
                (true, true) => "online-clock-low",
                (true, false) => "online-clock-runs",
                (false, _) => "online-clock",
            };
            let time = time_text(left[side], clock);
            let values = [
                ("side", self.side(side)),
                ("name", self.name(side).into()),
                ("time", time.into()),
            ];
            self.texts.format(id, &values)
        };
        Side::ALL.into_iter().map(line).collect()
    }
}

/// The name of a time control; `-` is spelled out.
pub fn clock_name(texts: &Texts, clock: &str) -> String {
    if clock == "-" { texts.get("online-untimed") } else { clock.into() }
}

/// The name of the rules sent by a server, if this program knows them.
pub fn rules_name(texts: &Texts, rules: &str) -> String {
    rules.parse().map_or_else(|_| sanitise(rules), |rules| texts.ruleset(rules))
}
