use bosworth_protocol::{Days, TimeControl};
use bosworth_view::prelude::*;

use super::clock;
use crate::language::tr;
use crate::pages::online::labels::{clock_text, speed_text};
use crate::pages::online::widgets::{check, radio};
use crate::parts::number;

/// The time controls that one press chooses.
const TIME_CONTROL_PRESETS: [&str; 7] = ["1+0", "3+2", "5+3", "10+5", "30+20", "1d", "3d"];

/// The others: in minutes, in days, and without a clock.
const CUSTOM_MINUTES: &str = "own";
const CUSTOM_DAYS: &str = "own-days";
const UNTIMED: &str = "-";

/// The chosen time control.
#[derive(Clone, Copy)]
pub struct TimeControlFields {
    /// One of the presets, [`CUSTOM_MINUTES`], [`CUSTOM_DAYS`] or [`UNTIMED`].
    chosen: RwSignal<&'static str>,
    minutes: RwSignal<u8>,
    increment: RwSignal<u8>,
    days: RwSignal<u8>,
    /// The days that each action adds; 0 if it restores all of them.
    more: RwSignal<u8>,
    weekends_off: RwSignal<bool>,
    /// Whether untimed games can be chosen.
    untimed: bool,
}

impl TimeControlFields {
    /// Creates the fields with a preset, with or without the untimed choice.
    pub fn new(preset: &'static str, untimed: bool) -> Self {
        let (minutes, increment) = (RwSignal::new(15), RwSignal::new(10));
        let (days, more, weekends_off) = (RwSignal::new(7), RwSignal::new(1), RwSignal::new(false));
        let chosen = RwSignal::new(preset);
        Self { chosen, minutes, increment, days, more, weekends_off, untimed }
    }

    /// Without an increment, the limit is 14 days; an increment is at most the total.
    fn days(self) -> Days {
        let (days, more) = (self.days.get(), self.more.get());
        Days {
            days: if more == 0 { days.min(14) } else { days },
            increment: (more > 0).then(|| more.min(days)),
            weekends_off: self.weekends_off.get(),
        }
    }

    /// The chosen time control.
    pub fn clock(self) -> TimeControl {
        match self.chosen.get() {
            CUSTOM_MINUTES => {
                TimeControl::Live { minutes: self.minutes.get(), increment: self.increment.get() }
            }
            CUSTOM_DAYS => TimeControl::Days(self.days()),
            text => clock(text),
        }
    }

    /// The presets as tiles, and the fields of another time control behind the last one.
    pub fn view(self) -> View {
        let chosen = self.chosen;
        let is_preset = move || TIME_CONTROL_PRESETS.contains(&chosen.get());
        let preset = move |value: &'static str| {
            let clock = clock(value);
            let caption =
                if clock.is_live() { speed_text(clock.speed()) } else { tr("clock-per-action") };
            let id = format!("pair-{}", value.replace('+', "-"));
            view! {
                <label class="level"><input type="radio" name="offer-clock" id=id value=value
                    prop:checked=move || chosen.get() == value on:change=move |_| chosen.set(value)/>
                    <b>{clock_text(clock)}</b><span>{caption}</span></label>
            }
        };
        let custom = Memo::new(move |_| (!is_preset()).then(|| chosen.get()));
        view! {
            <fieldset><legend>{tr("offer-clock")}</legend>
                <div class="clocks">
                    {TIME_CONTROL_PRESETS.map(preset).into_iter().collect_view()}
                    <label class="level"><input type="radio" name="offer-clock" value=CUSTOM_MINUTES
                        prop:checked=move || !is_preset() on:change=move |_| chosen.set(CUSTOM_MINUTES)/>
                        <b aria-hidden="true">"…"</b><span>{tr("clock-other")}</span></label>
                </div>
            </fieldset>
            {move || custom.get().map(|custom| self.custom_fields(custom))}
        }
    }

    /// The fields of a time control that is not a preset.
    fn custom_fields(self, custom: &'static str) -> View {
        let number = |id: &'static str, least: i64, most: i64, value: RwSignal<u8>| {
            let now = Signal::derive(move || value.get().into());
            number(id, least..=most, now, move |number| value.set(number as u8))
        };
        let kinds = [
            (CUSTOM_MINUTES, tr("clock-own")),
            (CUSTOM_DAYS, tr("clock-own-days")),
            (UNTIMED, tr("clock-none")),
        ];
        let kinds = kinds.into_iter().filter(|(value, _)| self.untimed || *value != UNTIMED);
        let fields = match custom {
            CUSTOM_DAYS => {
                let weekends = move |off| self.weekends_off.set(off);
                view! {
                    {number("clock-days-all", 1, 30, self.days)}
                    {number("clock-days-more", 0, 30, self.more)}
                    {check("clock-weekends-off", tr("clock-weekends-off"), self.weekends_off.into(), weekends)}
                }
            }
            CUSTOM_MINUTES => view! {
                {number("clock-minutes", 1, 180, self.minutes)}
                {number("clock-seconds", 0, 180, self.increment)}
            },
            _ => View::Empty,
        };
        view! {
            <div class="own-clock">
                <div class="segments" role="radiogroup" aria-label=tr("clock-other")>
                    {kinds.map(|(value, text)| radio("offer-own", value, text, self.chosen)).collect_view()}
                </div>
                {fields}
                <p class="note" id="own-clock">{move || {
                    let clock = self.clock();
                    format!("{} · {}", clock_text(clock), speed_text(clock.speed()))
                }}</p>
            </div>
        }
    }
}
