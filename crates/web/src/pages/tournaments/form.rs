//! The form that announces a tournament.

mod format_fields;
mod number_field;
mod start_time;

use bosworth_protocol::tournament::{
    DealSharing, EligibilityRequest, Series, TournamentAnnounced, TournamentRequest,
};
use bosworth_protocol::{AccountKind, TimeControl};
use bosworth_view::event;
use bosworth_view::prelude::*;

use self::format_fields::FormatFields;
use self::number_field::{NumberField, fault_line};
use self::start_time::StartTimeField;
use super::labels::fault_text;
use crate::browser;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::online::api;
use crate::online::session::{Session, use_session};
use crate::pages::online::require_server::require_server;
use crate::pages::online::widgets::check;
use crate::pages::online::{Edition, TimeControlFields};
use crate::parts::{Select, link_button};
use crate::route::Route;
use crate::settings::SelectOption;

/// The page that announces a tournament.
#[component]
pub fn NewTournament() -> View {
    view! {
        <main id="main" class="online events new-event">
            <h1 tabindex="-1">{tr("title-new-event")}</h1>
            {require_server(|| {
                let session = use_session();
                let account = Memo::new(move |_| session.me.with(|me| {
                    me.as_ref().is_some_and(|me| me.person.kind != AccountKind::Guest)
                }));
                view! {
                    {move || if account.get() { untrack(|| TournamentForm::new(session).view()) } else { for_guests() }}
                }
            })}
        </main>
    }
}

fn for_guests() -> View {
    view! {
        <section class="panel" id="new-event-guest">
            <p>{tr("new-event-guest")}</p>
            <div class="buttons">
                {link_button("", "primary", tr("event-account"), Route::Account.to_string())}
                {link_button("", "", tr("events-to-list"), Route::Tournaments.to_string())}
            </div>
        </section>
    }
}

/// The games of a pairing, and how they share the deal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SeriesChoice(Series, DealSharing);

impl SelectOption for SeriesChoice {
    const ALL: &'static [Self] = &[
        Self(Series::One, DealSharing::Fresh),
        Self(Series::Two, DealSharing::Fresh),
        Self(Series::Two, DealSharing::Hands),
        Self(Series::Two, DealSharing::Teams),
        Self(Series::BestOf(3), DealSharing::Fresh),
        Self(Series::BestOf(5), DealSharing::Fresh),
        Self(Series::BestOf(7), DealSharing::Fresh),
    ];

    fn key(self) -> &'static str {
        match (self.0, self.1) {
            (Series::One, _) => "1",
            (Series::Two, DealSharing::Hands) => "hands",
            (Series::Two, DealSharing::Teams) => "teams",
            (Series::Two, _) => "2",
            (Series::BestOf(3), _) => "bo3",
            (Series::BestOf(5), _) => "bo5",
            (Series::BestOf(_), _) => "bo7",
        }
    }
}

/// The state of the form.
#[derive(Clone, Copy)]
struct TournamentForm {
    session: Session,
    page: Lifetime,
    title: RwSignal<String>,
    about: RwSignal<String>,
    format: FormatFields,
    series: RwSignal<SeriesChoice>,
    clock: TimeControlFields,
    edition: RwSignal<Edition>,
    rated: RwSignal<bool>,
    start: StartTimeField,
    rest: NumberField,
    seats: NumberField,
    late: NumberField,
    from: NumberField,
    to: NumberField,
    guests: RwSignal<bool>,
    bots: RwSignal<bool>,
    invited: RwSignal<bool>,
    /// Whether the form was submitted once: errors are shown from then on.
    tried: RwSignal<bool>,
    /// Why the server refused the request.
    refused: RwSignal<Option<String>>,
    sent: RwSignal<bool>,
}

impl TournamentForm {
    fn new(session: Session) -> Self {
        let tried = RwSignal::new(false);
        let format = FormatFields::new(tried);
        let seats = NumberField::new("new-event-seats", 32, tried)
            .between(Signal::derive(move || (2, format.format().max_players().into())));
        let rounds = Signal::derive(move || (0, format.rounds_to_enter()));
        Self {
            session,
            page: Lifetime::new(),
            title: RwSignal::default(),
            about: RwSignal::default(),
            format,
            series: RwSignal::new(SeriesChoice(Series::One, DealSharing::Fresh)),
            clock: TimeControlFields::new("10+5", false),
            edition: RwSignal::new(Edition::Classic),
            rated: RwSignal::new(false),
            start: StartTimeField::new(session.now(), tried),
            rest: NumberField::new("new-event-rest", 1, tried).between(Signal::stored((0, 44_640))),
            seats,
            late: NumberField::new("new-event-late", 1, tried).between(rounds),
            from: NumberField::optional("new-event-from", tried).between(Signal::stored((0, 4000))),
            to: NumberField::optional("new-event-to", tried).between(Signal::stored((0, 4000))),
            guests: RwSignal::new(true),
            bots: RwSignal::new(false),
            invited: RwSignal::new(false),
            tried,
            refused: RwSignal::new(None),
            sent: RwSignal::new(false),
        }
    }

    /// Whether several games share a deal: these are casual, and for accounts only.
    fn is_sealed(self) -> bool {
        self.format.is_field()
            || self.format.has_series() && self.series.get().1 == DealSharing::Teams
    }

    fn title_fault(self) -> Option<String> {
        let title = self.title.get();
        let title = title.trim();
        let bad = title.is_empty() || title.chars().count() > 80;
        bad.then(|| tr("new-event-bad-title"))
    }

    fn about_fault(self) -> Option<String> {
        let long = self.about.with(|about| about.chars().count() > 2000);
        long.then(|| tr("new-event-bad-about"))
    }

    fn limits_fault(self) -> Option<String> {
        let (from, to) = (self.from.value(), self.to.value());
        let bad = matches!((from, to), (Some(from), Some(to)) if from > to);
        bad.then(|| tr("new-event-bad-limits"))
    }

    fn clock_fault(self) -> Option<String> {
        let days = matches!(self.clock.clock(), TimeControl::Days(_));
        if self.format.is_together() && !days {
            return Some(tr("new-event-bad-pace"));
        }
        (self.format.is_arena() && days).then(|| tr("new-event-bad-arena"))
    }

    /// The request, or what is wrong with the first field that is not valid.
    fn request(self) -> Result<TournamentRequest, String> {
        let faults = [
            self.title_fault(),
            self.about_fault(),
            self.limits_fault(),
            self.clock_fault(),
            self.start.fault(self.session.now()),
            self.rest.named_fault().filter(|_| self.format.has_breaks()),
            self.seats.named_fault(),
            self.late.named_fault().filter(|_| self.format.takes_late_entries()),
            self.from.named_fault(),
            self.to.named_fault(),
            self.format.named_fault(),
        ];
        if let Some(fault) = faults.into_iter().flatten().next() {
            return Err(fault);
        }
        let rating = |number: NumberField| number.value().map(|rating| rating as i32);
        let rated = self.rated.get() && !self.is_sealed();
        let limits = EligibilityRequest {
            from: rating(self.from),
            to: rating(self.to),
            // Guests cannot play rated games.
            guests: Some(self.guests.get() && !rated && !self.is_sealed()),
            bots: self.bots.get() && !self.is_sealed(),
            invited: self.invited.get(),
        };
        let format = self.format.format();
        let (series, deal) = if self.format.has_series() {
            let SeriesChoice(series, deal) = self.series.get();
            (series, deal)
        } else {
            (Series::One, DealSharing::Fresh)
        };
        Ok(TournamentRequest {
            title: self.title.get().trim().into(),
            about: self.about.get().trim().into(),
            format,
            series,
            deal,
            ruleset: self.edition.get().key().into(),
            clock: self.clock.clock(),
            rated,
            starts: self.start.at().ok_or_else(|| tr("event-bad-start"))?,
            rest: self.rest.value().unwrap_or(0) * 60_000,
            seats: self.seats.value().map(|seats| seats as u16),
            limits,
            late: self.format.late(self.late.value().unwrap_or(0) as u8),
            ties: None,
        })
    }

    fn submit(self) {
        self.tried.set(true);
        let request = match untrack(|| self.request()) {
            Ok(request) => request,
            Err(fault) => {
                self.refused.set(Some(fault));
                browser::focus_later("#new-event-form [aria-invalid=true]");
                return;
            }
        };
        // A double press announces only one tournament.
        if self.sent.get_untracked() {
            return;
        }
        self.sent.set(true);
        self.refused.set(None);
        self.page.spawn(async move {
            let made = api::post::<TournamentAnnounced>("api/events", &request).await;
            self.sent.set(false);
            match made {
                Ok(made) => {
                    self.session.app.toast(tr("new-event-made"));
                    browser::go(&Route::Tournament(made.event.to_string(), None));
                }
                Err(fault) => self.refused.set(Some(fault_text(&fault))),
            }
        });
    }

    fn view(self) -> View {
        let shown = move |fault: Option<String>| fault.filter(|_| self.tried.get());
        let games = view! {
            {move || self.format.has_series().then(|| view! {
                <Select name="new-event-series" value=self.series.into() on_change=Callback::new(move |to| self.series.set(to))/>
            })}
            {self.clock.view()}
            {fault_line("new-event-clock-fault", Signal::derive(move || shown(self.clock_fault())))}
            <Select name="setup-edition" value=self.edition.into() on_change=Callback::new(move |to| self.edition.set(to))/>
            {move || (!self.is_sealed()).then(|| {
                check("new-event-rated", tr("new-event-rated"), self.rated.into(), move |on| self.rated.set(on))
            })}
        };
        view! {
            <p class="lead">{tr("new-event-lead")}</p>
            <form id="new-event-form" novalidate on:submit=move |event| {
                event.prevent_default();
                self.submit();
            }>
                <div>
                    <section class="panel">{self.names()}</section>
                    <section class="panel">{self.format.view()}</section>
                    <section class="panel"><h2>{tr("event-tab-games")}</h2>{games}</section>
                </div>
                <div>
                    <section class="panel"><h2>{tr("new-event-when")}</h2>
                        {self.start.view(self.session)}
                        {move || self.format.has_breaks().then(|| self.rest.view())}
                    </section>
                    <section class="panel"><h2>{tr("new-event-who")}</h2>{self.people()}</section>
                    {move || self.refused.get().map(|why| view! { <p class="fault" id="new-event-fault" role="alert">{why}</p> })}
                    <button type="submit" class="button primary wide" id="new-event-go">{tr("new-event-go")}</button>
                </div>
            </form>
        }
    }

    fn names(self) -> View {
        let shown = move |fault: Option<String>| fault.filter(|_| self.tried.get());
        let title = Signal::derive(move || shown(self.title_fault()));
        let about = Signal::derive(move || shown(self.about_fault()));
        view! {
            <label class="field"><span>{tr("event-title")}</span>
                <input id="new-event-title" type="text" maxlength="80" autocomplete="off"
                    placeholder=tr("new-event-title-example") aria-describedby="new-event-title-fault"
                    aria-invalid=move || title.with(Option::is_some).to_string()
                    prop:value=move || self.title.get() on:input=move |event| self.title.set(event::value(&event))/>
            </label>
            {fault_line("new-event-title-fault", title)}
            <label class="field"><span>{tr("event-about")}</span>
                <textarea id="new-event-about" rows="3" maxlength="2000" aria-describedby="new-event-about-fault"
                    aria-invalid=move || about.with(Option::is_some).to_string()
                    prop:value=move || self.about.get() on:input=move |event| self.about.set(event::value(&event))></textarea>
            </label>
            {fault_line("new-event-about-fault", about)}
        }
    }

    fn people(self) -> View {
        let limits = Signal::derive(move || self.limits_fault().filter(|_| self.tried.get()));
        view! {
            <div class="fields">
                {self.seats.view()}
                {move || self.format.takes_late_entries().then(|| self.late.view())}
            </div>
            {move || (!self.rated.get() && !self.is_sealed()).then(|| {
                check("new-event-guests", tr("new-event-guests"), self.guests.into(), move |on| self.guests.set(on))
            })}
            {move || (!self.is_sealed()).then(|| {
                check("new-event-bots", tr("new-event-bots"), self.bots.into(), move |on| self.bots.set(on))
            })}
            {check("new-event-invited", tr("new-event-invited"), self.invited.into(), move |on| self.invited.set(on))}
            <div class="fields">{self.from.view()}{self.to.view()}</div>
            {fault_line("new-event-limits-fault", limits)}
        }
    }
}
