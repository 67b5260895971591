use bosworth_view::event;
use bosworth_view::prelude::*;

use super::super::times::{
    MAX_TIME_AHEAD_MS, at_hour, date_and_time, days_to_saturday, field, parse_field, relative_time,
};
use super::number_field::fault_line;
use crate::language::tr;
use crate::online::session::Session;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// The field for the start time, in local time.
#[derive(Clone, Copy)]
pub struct StartTimeField {
    text: RwSignal<String>,
    tried: RwSignal<bool>,
}

impl StartTimeField {
    /// Starts with the first full hour at least 30 minutes from now.
    pub fn new(now: i64, tried: RwSignal<bool>) -> Self {
        let at = (now + 30 * MINUTE_MS + HOUR_MS - 1) / HOUR_MS * HOUR_MS;
        Self { text: RwSignal::new(field(at)), tried }
    }

    /// The time, if it is valid.
    pub fn at(self) -> Option<i64> {
        self.text.with(|text| parse_field(text))
    }

    /// The error message, if the value is invalid.
    pub fn fault(self, now: i64) -> Option<String> {
        let fits = self.at().is_some_and(|at| (now..=now + MAX_TIME_AHEAD_MS).contains(&at));
        (!fits).then(|| tr("event-bad-start"))
    }

    /// The field, with buttons for common times.
    pub fn view(self, session: Session) -> View {
        let now = session.now();
        let text = self.text;
        let saturday = days_to_saturday(now);
        let usual = [
            ("new-event-quarter", (now + 15 * MINUTE_MS) / MINUTE_MS * MINUTE_MS),
            ("new-event-hour", (now + HOUR_MS) / MINUTE_MS * MINUTE_MS),
            ("new-event-evening", at_hour(now, 0, 20)),
            ("new-event-morrow", at_hour(now, 1, 20)),
            ("new-event-weekend", at_hour(now, saturday, 15)),
        ];
        let chip = move |(id, at): (&'static str, i64)| {
            let value = field(at);
            let (here, there) = (value.clone(), value);
            view! {
                <button type="button" class="button small" id=id aria-pressed=move || (text.get() == here).to_string()
                    on:click=move |_| text.set(there.clone())>{tr(id)}</button>
            }
        };
        let fault = Signal::derive(move || self.fault(session.now()).filter(|_| self.tried.get()));
        let words = move || {
            let at = self.at()?;
            (at > now).then(|| format!("{} · {}", date_and_time(at), relative_time(at, now)))
        };
        let usual = usual.into_iter().filter(|(_, at)| *at > now + 5 * MINUTE_MS);
        view! {
            <div class="tabs usual">{usual.map(chip).collect_view()}</div>
            <label class="field"><span>{tr("event-start-at")}</span>
                <input id="new-event-start" type="datetime-local" aria-describedby="new-event-start-fault"
                    aria-invalid=move || fault.with(Option::is_some).to_string()
                    prop:value=move || text.get() on:input=move |event| text.set(event::value(&event))/>
            </label>
            <p class="note" id="new-event-start-words">{words}</p>
            {fault_line("new-event-start-fault", fault)}
        }
    }
}
