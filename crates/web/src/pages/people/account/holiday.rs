use bosworth_protocol::{HolidayRequest, HolidayView};
use bosworth_view::prelude::*;

use crate::browser;
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::online::api::{self, RequestError};
use crate::online::visitor::Visitor;
use crate::pages::online::widgets::{button, form, panel};
use crate::parts::number;

const PATH: &str = "api/me/holiday";

/// The holiday from correspondence games: the days left, and a form to start or end it.
pub fn holiday(visitor: Visitor) -> View {
    let page = Lifetime::new();
    let shown = RwSignal::new(None::<HolidayView>);
    let days = RwSignal::new(7_i64);
    let show = move |told: Result<HolidayView, RequestError>| match told {
        Ok(holiday) => shown.set(Some(holiday)),
        Err(fault) => visitor.app.toast(fault.text()),
    };
    page.spawn(async move {
        // A failure is not reported: the section stays empty.
        if let Ok(holiday) = api::get(PATH).await {
            shown.set(Some(holiday));
        }
    });
    let take = move || {
        let request = HolidayRequest { days: days.get_untracked() };
        page.spawn(async move { show(api::post(PATH, &request).await) });
    };
    let end = move || {
        page.spawn(async move {
            show(match api::delete(PATH).await {
                Ok(()) => api::get(PATH).await,
                Err(fault) => Err(fault),
            });
        });
    };
    let body = move || {
        let Some(holiday) = shown.get() else { return View::Empty };
        let left = fill(
            "holiday-left",
            &[("left", holiday.left.into()), ("allowance", holiday.allowance.into())],
        );
        let Some(until) = holiday.until else {
            return view! { <p id="holiday-left">{left}</p>{holiday_form(holiday.left, days, take)} };
        };
        let until = browser::date_and_time(until as f64, texts().language().code());
        view! {
            <p role="status" id="holiday-until">{fill("holiday-until", &[("until", until.into())])}</p>
            <p>{left}</p>
            {button("holiday-end", "primary", tr("holiday-end"), end)}
        }
    };
    let note = view! { <p class="note">{tr("holiday-note")}</p> };
    panel("holiday", tr("holiday-title"), view! { {note}{body} })
}

/// The form to start a holiday.
fn holiday_form(most: i64, days: RwSignal<i64>, take: impl Fn() + 'static) -> View {
    if most < 1 {
        return View::Empty;
    }
    days.update(|days| *days = (*days).min(most));
    let body = view! {
        <div class="fields">
            {number("holiday-days", 1..=most, days.into(), move |number| days.set(number))}
        </div>
        <button type="submit" class="button" id="holiday-take">{tr("holiday-take")}</button>
    };
    form("holiday-form", take, body)
}
