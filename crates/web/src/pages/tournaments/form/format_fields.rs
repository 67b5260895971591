use bosworth_protocol::tournament::{Pace, TournamentFormat};
use bosworth_view::prelude::*;

use super::number_field::NumberField;
use crate::language::tr;
use crate::parts::Select;
use crate::settings::{SelectOption, select_options};

select_options! {
    /// A tournament format without its parameters.
    enum FormatChoice {
        Swiss = "swiss",
        RoundRobin = "roundrobin",
        Knockout = "knockout",
        Arena = "arena",
        League = "league",
        Field = "field",
    }
}
select_options! { enum Cycles { Once = "once", Twice = "twice" } }
select_options! { impl Pace { Rounds = "rounds", Together = "together" } }

/// The chosen format, with its parameters.
#[derive(Clone, Copy)]
pub struct FormatFields {
    choice: RwSignal<FormatChoice>,
    rounds: NumberField,
    cycles: RwSignal<Cycles>,
    pace: RwSignal<Pace>,
    minutes: NumberField,
    division: NumberField,
    moving: NumberField,
    seasons: NumberField,
    level: NumberField,
    deals: NumberField,
    minutes_per_deal: NumberField,
}

impl FormatFields {
    /// Starts with Swiss, which suits most occasions.
    pub fn new(tried: RwSignal<bool>) -> Self {
        let number = |id, value, least: i64, most: i64| {
            NumberField::new(id, value, tried).between(Signal::stored((least, most)))
        };
        let division = number("new-event-division", 8, 3, 32);
        let half = Signal::derive(move || (0, division.value().unwrap_or(2) / 2));
        Self {
            choice: RwSignal::new(FormatChoice::Swiss),
            rounds: number("new-event-rounds", 5, 1, 30),
            cycles: RwSignal::new(Cycles::Once),
            pace: RwSignal::new(Pace::Rounds),
            minutes: number("new-event-minutes", 60, 5, 1440),
            division,
            moving: NumberField::new("new-event-moving", 2, tried).between(half),
            seasons: number("event-seasons", 3, 1, 50),
            level: number("new-event-level", 4, 1, 8),
            deals: number("new-event-deals", 4, 1, 50),
            minutes_per_deal: number("new-event-window", 60, 1, 20_160),
        }
    }

    /// The format with its parameters.
    pub fn format(self) -> TournamentFormat {
        let small = |number: NumberField| number.value().unwrap_or(0).clamp(0, 255) as u8;
        let cycles = if self.cycles.get() == Cycles::Once { 1 } else { 2 };
        let pace = self.pace.get();
        match self.choice.get() {
            FormatChoice::Swiss => TournamentFormat::Swiss { rounds: small(self.rounds) },
            FormatChoice::RoundRobin => TournamentFormat::RoundRobin { cycles, pace },
            FormatChoice::Knockout => TournamentFormat::Knockout,
            FormatChoice::Arena => {
                let minutes = self.minutes.value().unwrap_or(0).clamp(0, 1440) as u16;
                TournamentFormat::Arena { minutes }
            }
            FormatChoice::League => TournamentFormat::League {
                cycles,
                pace,
                division: small(self.division),
                moving: small(self.moving),
                seasons: small(self.seasons),
            },
            FormatChoice::Field => TournamentFormat::Field {
                level: small(self.level),
                deals: small(self.deals),
                minutes: self.minutes_per_deal.value().unwrap_or(0).clamp(0, 20_160) as u16,
            },
        }
    }

    /// The error message of the first invalid parameter, with its label.
    pub fn named_fault(self) -> Option<String> {
        self.numbers().iter().find_map(|number| number.named_fault())
    }

    fn numbers(self) -> Vec<NumberField> {
        match self.choice.get() {
            FormatChoice::Swiss => vec![self.rounds],
            FormatChoice::Arena => vec![self.minutes],
            FormatChoice::League => vec![self.division, self.moving, self.seasons],
            FormatChoice::Field => vec![self.level, self.deals, self.minutes_per_deal],
            FormatChoice::RoundRobin | FormatChoice::Knockout => Vec::new(),
        }
    }

    /// Whether it is an arena.
    pub fn is_arena(self) -> bool {
        self.choice.get() == FormatChoice::Arena
    }

    /// Whether all players play the same deals against the computer.
    pub fn is_field(self) -> bool {
        self.choice.get() == FormatChoice::Field
    }

    /// Whether a pairing can have several games.
    pub fn has_series(self) -> bool {
        !self.is_arena() && !self.is_field()
    }

    /// Whether it is a Swiss tournament.
    fn is_swiss(self) -> bool {
        self.choice.get() == FormatChoice::Swiss
    }

    /// Whether all rounds start at the same time.
    pub fn is_together(self) -> bool {
        self.has_cycles() && self.pace.get() == Pace::Together
    }

    /// Whether there is a break between rounds.
    pub fn has_breaks(self) -> bool {
        !self.is_arena() && !self.is_together()
    }

    fn has_cycles(self) -> bool {
        matches!(self.choice.get(), FormatChoice::RoundRobin | FormatChoice::League)
    }

    /// The maximum number of rounds with late entry.
    pub fn rounds_to_enter(self) -> i64 {
        self.rounds.value().unwrap_or(1).max(1) - 1
    }

    /// Whether late entry is possible, which requires a Swiss tournament with more than one round.
    pub fn takes_late_entries(self) -> bool {
        self.is_swiss() && self.rounds_to_enter() > 0
    }

    /// The number of rounds with late entry; 0 if it is not possible.
    pub fn late(self, rounds: u8) -> u8 {
        if self.takes_late_entries() { rounds } else { 0 }
    }

    /// The formats as cards, with the fields of the chosen one.
    pub fn view(self) -> View {
        let choice = self.choice;
        let card = move |of: FormatChoice| {
            let key = of.key();
            view! {
                <label class="level kind-card"><input type="radio" name="new-event-kind" value=key id=format!("kind-{key}")
                    prop:checked=move || choice.get() == of on:change=move |_| choice.set(of)/>
                    <b>{tr(&format!("new-event-kind-{key}"))}</b><span>{tr(&format!("event-about-{key}"))}</span></label>
            }
        };
        let fields = move || {
            let mut parts: Vec<View> =
                self.numbers().into_iter().map(|number| number.view()).collect();
            if self.has_cycles() {
                parts.push(
                    view! {
                        <Select name="new-event-cycles" value=self.cycles.into() on_change=Callback::new(move |to| self.cycles.set(to))/>
                        <Select name="new-event-pace" value=self.pace.into() on_change=Callback::new(move |to| self.pace.set(to))/>
                    },
                );
            }
            parts
        };
        view! {
            <fieldset><legend>{tr("event-what")}</legend>
                <div class="kind-cards">{FormatChoice::ALL.iter().copied().map(card).collect_view()}</div>
            </fieldset>
            <div class="fields">{fields}</div>
        }
    }
}
