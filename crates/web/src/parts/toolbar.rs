//! The toolbar of a game: labelled icons, in the same place on every screen.

use bosworth_view::prelude::*;

use crate::app::use_app;
use crate::language::tr;
use crate::settings::HandTargets;

/// The icon of a tool: a path in a 24 × 24 drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// A light bulb.
    Hint,
    /// An arrow back.
    Back,
    /// An arrow forward.
    Forward,
    /// Two arrows around each other.
    Turn,
    /// Two fans of cards.
    Reach,
    /// A flag.
    Resign,
    /// Three dots.
    More,
    /// The lines of a list.
    List,
    /// A speech bubble.
    Chat,
    /// A check mark.
    Check,
    /// A chart.
    Chart,
    /// A crown.
    Crown,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Hint => "M9.5 20.5h5M9 17.5h6c0-3 3-4.4 3-8.1a6 6 0 0 0-12 0c0 3.7 3 5.1 3 8.1z",
            Self::Back => "M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-3",
            Self::Forward => "M15.5 5L20 9.5 15.5 14M19.5 9.5H10a5.5 5.5 0 0 0 0 11h3",
            Self::Turn => {
                "M5 10a7.5 7.5 0 0 1 13.5-2.5M19 3.5v4.5h-4.5M19 14a7.5 7.5 0 0 1-13.5 2.5M5 20.5V16h4.5"
            }
            Self::Reach => {
                "M12 5.5v-3M12 21.5v-3M5.5 12h-3M21.5 12h-3M17.5 12a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0M12 12h.01"
            }
            Self::Resign => "M6 21V4M6 4.5c4-2.5 8 2.5 12.5 0v9c-4.5 2.5-8.5-2.5-12.5 0",
            Self::More => "M5.5 12h.01M12 12h.01M18.5 12h.01",
            Self::List => "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
            Self::Chat => "M4 5h16v11.5h-9L6.5 20v-3.5H4z",
            Self::Check => "M4.5 12.5l5 5L19.5 7",
            Self::Chart => "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
            Self::Crown => "M5.5 18.5h13M5.5 15.5L4 7l4.5 3.5L12 5l3.5 5.5L20 7l-1.5 8.5z",
        }
    }
}

/// A tool that leads to another page.
pub fn link_tool(id: &'static str, icon: Icon, label: String, address: String) -> View {
    view! {
        <a class="tool" id=id href=address>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=icon.path()/></svg>
            <span>{label}</span>
        </a>
    }
}

/// A tool. While it is off, it stays in place and focusable, but does nothing.
pub fn tool(
    id: &'static str,
    icon: Icon,
    label: impl Fn() -> String + 'static,
    off: impl Fn() -> bool + 'static,
    press: impl Fn() + 'static,
) -> View {
    erased_tool(id, icon, Box::new(label), Box::new(off), Box::new(press))
}

fn erased_tool(
    id: &'static str,
    icon: Icon,
    label: Box<dyn Fn() -> String>,
    off: Box<dyn Fn() -> bool>,
    press: Box<dyn Fn()>,
) -> View {
    let label = StoredValue::new(label);
    let label = move || label.with_value(|label| label());
    view! {
        <button type="button" class="tool" id=id title=label aria-disabled=move || off().then_some("true")
            on:click=move |_| press()>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=icon.path()/></svg>
            <span>{label}</span>
        </button>
    }
}

/// The switch that shows where the cards of both sides lead.
pub fn reach_switch() -> View {
    let settings = use_app().settings;
    let on = Memo::new(move |_| settings.with(|settings| settings.hands == HandTargets::Both));
    let switch = move |_| {
        let hands = if on.get_untracked() { HandTargets::Own } else { HandTargets::Both };
        settings.update(|settings| settings.hands = hands);
    };
    view! {
        <button type="button" class="tool" id="reach" title=tr("reach-title")
            aria-pressed=move || on.get().to_string() on:click=switch>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=Icon::Reach.path()/></svg>
            <span>{tr("reach")}</span>
        </button>
    }
}

/// A tool that opens a panel as a sheet. It is shown only in layouts without room for the panel
/// (`styles/3-play.css`).
pub fn sheet_tool(id: &'static str, icon: Icon, label: String, panel: &'static str) -> View {
    let title = label.clone();
    view! {
        <button type="button" class="tool sheet-tool" id=id title=title popovertarget=panel>
            <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=icon.path()/></svg>
            <span>{label}</span>
        </button>
    }
}

/// The button that closes a panel that is open as a sheet.
pub fn sheet_close(panel: &'static str) -> View {
    view! {
        <button type="button" class="quiet sheet-close" aria-label=tr("close") popovertarget=panel popovertargetaction="hide">"×"</button>
    }
}
