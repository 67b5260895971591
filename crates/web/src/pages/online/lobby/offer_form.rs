use bosworth_protocol::{Challenge, Days, OfferTerms, TimeControl};
use bosworth_rules::Side;
use bosworth_view::prelude::*;

use super::{TIME_CONTROL_PRESETS, clock, make_offer};
use crate::language::tr;
use crate::online::session::Session;
use crate::pages::online::labels::{clock_text, speed_text};
use crate::pages::online::widgets::{check, form};
use crate::parts::{Select, number};
use crate::settings::{SelectOption, select_options};

select_options! {
    /// An edition of the game.
    pub enum Edition {
        Classic = "classic",
        Brettspielnetz = "brettspielnetz",
        Kingofroses = "kingofroses",
    }
}
select_options! { enum MySide { Lot = "lot", Red = "red", White = "white" } }

/// The choices of a custom time control, in addition to the presets: in minutes, and in days.
const CUSTOM_MINUTES: &str = "own";
const CUSTOM_DAYS: &str = "own-days";

/// The chosen time control.
#[derive(Clone, Copy)]
pub struct TimeControlFields {
    /// One of the presets, [`CUSTOM_MINUTES`] or [`CUSTOM_DAYS`].
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
    /// Creates the fields, with or without the untimed choice.
    pub fn new(untimed: bool) -> Self {
        let (minutes, increment) = (RwSignal::new(15), RwSignal::new(10));
        let (days, more, weekends_off) = (RwSignal::new(7), RwSignal::new(1), RwSignal::new(false));
        let chosen = RwSignal::new("10+5");
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

    /// The presets as chips, with the fields of a custom time control.
    pub fn view(self) -> View {
        let chosen = self.chosen;
        let chip = move |value: &'static str, text: String| {
            view! {
                <label class="level chip"><input type="radio" name="offer-clock" value=value
                    prop:checked=move || chosen.get() == value on:change=move |_| chosen.set(value)/>
                    <b>{text}</b></label>
            }
        };
        let own = Memo::new(move |_| match chosen.get() {
            CUSTOM_MINUTES => Some(false),
            CUSTOM_DAYS => Some(true),
            _ => None,
        });
        let number = |id: &'static str, least: i64, most: i64, value: RwSignal<u8>| {
            let now = Signal::derive(move || value.get().into());
            number(id, least..=most, now, move |number| value.set(number as u8))
        };
        view! {
            <fieldset><legend>{tr("offer-clock")}</legend>
                <div class="chips-row">
                    {TIME_CONTROL_PRESETS.into_iter().filter(|text| self.untimed || *text != "-")
                        .map(|text| chip(text, clock_text(clock(text)))).collect_view()}
                    {chip(CUSTOM_MINUTES, tr("clock-own"))}
                    {chip(CUSTOM_DAYS, tr("clock-own-days"))}
                </div>
                {move || own.get().map(|days| view! {
                    <div class="own-clock">
                        {if days {
                            let weekends = move |off| self.weekends_off.set(off);
                            view! {
                                {number("clock-days-all", 1, 30, self.days)}
                                {number("clock-days-more", 0, 30, self.more)}
                                {check("clock-weekends-off", tr("clock-weekends-off"), self.weekends_off.into(), weekends)}
                            }
                        } else {
                            view! {
                                {number("clock-minutes", 1, 180, self.minutes)}
                                {number("clock-seconds", 0, 180, self.increment)}
                            }
                        }}
                        <p class="note" id="own-clock">{move || {
                            let clock = self.clock();
                            format!("{} · {}", clock_text(clock), speed_text(clock.speed()))
                        }}</p>
                    </div>
                })}
            </fieldset>
        }
    }
}

/// The form for an offer, or for a challenge to another user.
pub fn offer_form(session: Session, to: Option<String>) -> View {
    let edition = RwSignal::new(Edition::Classic);
    let side = RwSignal::new(MySide::Lot);
    let time = TimeControlFields::new(true);
    let rated = RwSignal::new(true);
    let public = RwSignal::new(true);
    let can_rate = Memo::new(move |_| session.can_rate() && time.clock() != TimeControl::Untimed);
    let challenged = to.is_some();
    let submit = move || {
        let terms = OfferTerms {
            ruleset: edition.get_untracked().key().into(),
            clock: untrack(|| time.clock()),
            rated: can_rate.get_untracked() && rated.get_untracked(),
            side: match side.get_untracked() {
                MySide::Lot => None,
                MySide::Red => Some(Side::Red),
                MySide::White => Some(Side::White),
            },
        };
        let public = public.get_untracked() && !challenged;
        make_offer(session, Challenge { public, to: to.clone(), ..Challenge::open(terms) });
    };
    let ways = [("offer-public", true), ("offer-link", false)];
    let who = (!challenged).then(|| {
        view! {
            <fieldset><legend>{tr("offer-who")}</legend>
                {ways.map(|(id, open)| view! {
                    <label class="check"><input type="radio" name="offer-who" id=id prop:checked=move || public.get() == open
                        on:change=move |_| public.set(open)/>{tr(id)}</label>
                })}
            </fieldset>
        }
    });
    let body = view! {
        {time.view()}
        <Select name="setup-edition" value=edition.into() on_change=Callback::new(move |choice| edition.set(choice))/>
        <Select name="setup-side" value=side.into() on_change=Callback::new(move |choice| side.set(choice))/>
        {move || can_rate.get().then(|| check("offer-rated", tr("offer-rated"), rated.into(), move |on| rated.set(on)))}
        {who}
        <button type="submit" class="button primary wide" id="offer">{tr(if challenged { "challenge-make" } else { "offer-make" })}</button>
    };
    form("offer-form", submit, body)
}
