//! One tournament.

use bosworth_protocol::tournament::{TournamentFormat, TournamentStage};
use bosworth_view::prelude::*;

use super::boards::boards;
use super::bracket::bracket;
use super::chat::chat;
use super::control::EventControl;
use super::cross::cross;
use super::entry::entry;
use super::facts::facts;
use super::head::{head, podium};
use super::players::players;
use super::share::share;
use super::standings::standings;
use super::tools::tools;
use super::words::fault_text;
use crate::language::tr;
use crate::pages::online::door::door;
use crate::parts::link_button;
use crate::route::Route;

/// What a page about a tournament shows beside its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    Standings,
    Bracket,
    Rounds,
    Cross,
    Players,
}

impl Tab {
    /// The message that names it.
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

    /// Those that say something, the most interesting first.
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
pub fn EventPage(
    /// Its id.
    id: String,
    /// The password of the link that led here.
    invitation: Option<String>,
) -> View {
    let control = EventControl::new(id);
    let invitation = StoredValue::new(invitation);
    view! {
        <main id="main" class="online event">
            {head(control)}
            {door(move || {
                let here = Memo::new(move |_| control.is_here());
                view! {
                    {move || if here.get() { shown(control, invitation.get_value()) } else { missing(control) }}
                }
            })}
        </main>
    }
}

/// What is shown before there is anything, or instead.
fn missing(control: EventControl) -> View {
    view! {
        {move || match control.fault.get() {
            None => view! { <p class="note" role="status">{tr("online-asking")}</p> },
            Some(fault) => view! {
                <section class="panel" role="alert">
                    <p>{fault_text(&fault)}</p>
                    <div class="buttons">{link_button("", "", tr("events-to-list"), Route::Events.to_string())}</div>
                </section>
            },
        }}
    }
}

fn shown(control: EventControl, invitation: Option<String>) -> View {
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
                {tools(control)}
                {share(control)}
                {chat(control)}
            </div>
        </div>
    }
}

/// The views of a tournament, one at a time.
fn views(control: EventControl) -> View {
    let tabs = Memo::new(move |_| {
        control
            .with(|view| (view.summary.format, Tab::all(view.summary.format, view.summary.stage)))
            .unwrap_or((TournamentFormat::Knockout, Vec::new()))
    });
    let chosen = RwSignal::new(None::<Tab>);
    // The round that is looked at; the last one unless another was chosen.
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
    // Rounds and players have a title of their own.
    let titled = move || {
        let tab = tab.get().filter(|tab| !matches!(tab, Tab::Rounds | Tab::Players))?;
        Some(view! { <h2 class="unseen">{tab.name(tabs.get().0)}</h2> })
    };
    let body = move || match tab.get() {
        Some(Tab::Standings) => standings(control),
        Some(Tab::Bracket) => bracket(control),
        Some(Tab::Rounds) => boards(control, round),
        Some(Tab::Cross) => cross(control, go),
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
