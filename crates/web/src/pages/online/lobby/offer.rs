use bosworth_protocol::{Challenge, Clock, Terms};
use bosworth_rules::Side;
use leptos::prelude::*;

use super::{CLOCKS, clock, make_offer};
use crate::language::tr;
use crate::online::session::Session;
use crate::pages::online::pieces::{check, form};
use crate::pages::online::words::clock_text;
use crate::parts::Select;
use crate::settings::Choice;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edition {
    Classic,
    Brettspielnetz,
    Kingofroses,
}

impl Choice for Edition {
    const ALL: &'static [Self] = &[Self::Classic, Self::Brettspielnetz, Self::Kingofroses];

    fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Brettspielnetz => "brettspielnetz",
            Self::Kingofroses => "kingofroses",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MySide {
    Lot,
    Red,
    White,
}

impl Choice for MySide {
    const ALL: &'static [Self] = &[Self::Lot, Self::Red, Self::White];

    fn key(self) -> &'static str {
        match self {
            Self::Lot => "lot",
            Self::Red => "red",
            Self::White => "white",
        }
    }
}

/// The form for a custom offer.
pub fn offer_form(session: Session) -> AnyView {
    let edition = RwSignal::new(Edition::Classic);
    let side = RwSignal::new(MySide::Lot);
    let chosen = RwSignal::new("10+5");
    let rated = RwSignal::new(true);
    let public = RwSignal::new(true);
    let can_rate = Memo::new(move |_| session.can_rate() && clock(chosen.get()) != Clock::Untimed);
    let submit = move || {
        let terms = Terms {
            ruleset: edition.get_untracked().key().into(),
            clock: clock(chosen.get_untracked()),
            rated: can_rate.get_untracked() && rated.get_untracked(),
            side: match side.get_untracked() {
                MySide::Lot => None,
                MySide::Red => Some(Side::Red),
                MySide::White => Some(Side::White),
            },
        };
        let public = public.get_untracked();
        make_offer(session, Challenge { public, ..Challenge::open(terms) });
    };
    let ways = [("offer-public", true), ("offer-link", false)];
    let body = view! {
        <fieldset><legend>{tr("offer-clock")}</legend>
            <div class="chips-row">
                {CLOCKS.map(|text| view! {
                    <label class="level chip"><input type="radio" name="offer-clock" value=text
                        prop:checked=move || chosen.get() == text on:change=move |_| chosen.set(text)/>
                        <b>{clock_text(clock(text))}</b></label>
                })}
            </div>
        </fieldset>
        <Select name="setup-edition" value=edition.into() on_change=Callback::new(move |choice| edition.set(choice))/>
        <Select name="setup-side" value=side.into() on_change=Callback::new(move |choice| side.set(choice))/>
        {move || can_rate.get().then(|| check("offer-rated", tr("offer-rated"), rated.into(), move |on| rated.set(on)))}
        <fieldset><legend>{tr("offer-who")}</legend>
            {ways.map(|(id, open)| view! {
                <label class="check"><input type="radio" name="offer-who" id=id prop:checked=move || public.get() == open
                    on:change=move |_| public.set(open)/>{tr(id)}</label>
            })}
        </fieldset>
        <button type="submit" class="button primary wide" id="offer">{tr("offer-make")}</button>
    };
    form("offer-form", submit, body.into_any())
}
