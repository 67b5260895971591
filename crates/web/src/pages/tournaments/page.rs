//! One tournament.

use bosworth_protocol::ProblemKind;
use bosworth_protocol::tournament::{TournamentFormat, TournamentStage};
use bosworth_view::prelude::*;

use super::bracket::bracket;
use super::chat::chat;
use super::control::TournamentControl;
use super::cross_table::cross_table;
use super::entry::entry;
use super::facts::facts;
use super::header::{header, podium};
use super::labels::fault_text;
use super::organiser::organiser_tools;
use super::players::players;
use super::rounds::rounds;
use super::share::share;
use super::standings::standings;
use crate::language::tr;
use crate::pages::online::require_server::require_server;
use crate::parts::link_button;
use crate::route::Route;

/// The tabs of a tournament page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    Standings,
    Bracket,
    Rounds,
    Cross,
    Players,
}

impl Tab {
    /// The label of the tab.
    fn name(self, kind: TournamentFormat) -> String {
        tr(match self {
            Self::Standings => "event-tab-standings",
            Self::Bracket => "event-tab-bracket",
            Self::Rounds if matches!(kind, TournamentFormat::Arena { .. }) => "event-tab-games",
            Self::Rounds => "event-tab-rounds",
            Self::Cross => "event-tab-cross",
            Self::Players => "event-tab-players",
        })
    }

    fn key(self) -> &'static str {
        match self {
            Self::Standings => "standings",
            Self::Bracket => "bracket",
            Self::Rounds => "rounds",
            Self::Cross => "cross",
            Self::Players => "players",
        }
    }

    /// The tabs that have content, the most interesting first.
    fn all(kind: TournamentFormat, stage: TournamentStage) -> Vec<Self> {
        if stage == TournamentStage::Coming {
            return vec![Self::Players];
        }
        match kind {
            TournamentFormat::Knockout => {
                vec![Self::Bracket, Self::Rounds, Self::Standings, Self::Players]
            }
            TournamentFormat::RoundRobin { .. } | TournamentFormat::League { .. } => {
                vec![Self::Standings, Self::Rounds, Self::Cross, Self::Players]
            }
            _ => vec![Self::Standings, Self::Rounds, Self::Players],
        }
    }
}

/// The page of a tournament.
#[component]
pub fn TournamentPage(
    /// The id of the tournament.
    id: String,
    /// The password from the link.
    invitation: Option<String>,
) -> View {
    let control = TournamentControl::new(id);
    let invitation = StoredValue::new(invitation);
    view! {
        <main id="main" class="online event">
            {header(control)}
            {require_server(move || {
                let here = Memo::new(move |_| control.is_loaded());
                view! {
                    {move || if here.get() { shown(control, invitation.get_value()) } else { missing(control) }}
                }
            })}
        </main>
    }
}

/// The placeholder: loading, or an error.
fn missing(control: TournamentControl) -> View {
    view! {
        {move || match control.fault.get() {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(fault) => view! {
                <section class="panel" role="alert">
                    <p>{match fault.kind() {
                        Some(ProblemKind::NotFound) => tr("event-missing"),
                        _ => fault_text(&fault),
                    }}</p>
                    <div class="buttons">{link_button("", "", tr("events-to-list"), Route::Tournaments.to_string())}</div>
                </section>
            },
        }}
    }
}

fn shown(control: TournamentControl, invitation: Option<String>) -> View {
    let about = Memo::new(move |_| control.with(|view| view.about.clone()).unwrap_or_default());
    view! {
        <div class="lobby">
            <div class="lobby-main">
                {podium(control)}
                {entry(control, invitation)}
                {views(control)}
            </div>
            <div class="lobby-side">
                {move || Some(about.get()).filter(|about| !about.is_empty()).map(|about| view! {
                    <section class="panel event-about" id="event-about">{about}</section>
                })}
                {facts(control)}
                {organiser_tools(control)}
                {share(control)}
                {chat(control)}
            </div>
        </div>
    }
}

/// The tabs of a tournament, one shown at a time.
fn views(control: TournamentControl) -> View {
    let tabs = Memo::new(move |_| {
        control
            .with(|view| (view.summary.format, Tab::all(view.summary.format, view.summary.stage)))
            .unwrap_or((TournamentFormat::Knockout, Vec::new()))
    });
    let chosen = RwSignal::new(None::<Tab>);
    // The selected round; `None` follows the latest one.
    let round = RwSignal::new(None::<u16>);
    let tab = Memo::new(move |_| {
        let (_, tabs) = tabs.get();
        chosen.get().filter(|tab| tabs.contains(tab)).or_else(|| tabs.first().copied())
    });
    let button = move |kind: TournamentFormat, of: Tab| {
        view! {
            <button type="button" class="button" id=format!("tab-{}", of.key())
                aria-pressed=move || (tab.get() == Some(of)).to_string()
                on:click=move |_| chosen.set(Some(of))>{of.name(kind)}</button>
        }
    };
    let go = Callback::new(move |number: u16| {
        round.set(Some(number));
        chosen.set(Some(Tab::Rounds));
    });
    // The rounds and players tabs have their own titles.
    let titled = move || {
        let tab = tab.get().filter(|tab| !matches!(tab, Tab::Rounds | Tab::Players))?;
        Some(view! { <h2 class="unseen">{tab.name(tabs.get().0)}</h2> })
    };
    let body = move || match tab.get() {
        Some(Tab::Standings) => standings(control),
        Some(Tab::Bracket) => bracket(control),
        Some(Tab::Rounds) => rounds(control, round),
        Some(Tab::Cross) => cross_table(control, go),
        Some(Tab::Players) => players(control),
        None => View::Empty,
    };
    view! {
        <section class="panel event-views" aria-label=tr("event-tabs")>
            {move || {
                let (kind, tabs) = tabs.get();
                (tabs.len() > 1).then(|| view! {
                    <div class="tabs" role="group" aria-label=tr("event-tabs")>
                        {tabs.into_iter().map(|tab| button(kind, tab)).collect_view()}
                    </div>
                })
            }}
            {titled}
            {body}
        </section>
    }
}
