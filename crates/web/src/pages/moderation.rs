//! The page of moderators: reports, people, games, the announcement, tournaments, and the audit log.

mod announcement;
mod audit_log;
mod chat;
mod control;
mod games;
mod people;
mod question;
mod reports;
mod tournaments;

use bosworth_protocol::AccountRole;
use bosworth_view::prelude::*;

use self::control::ModerationControl;
use self::question::question_dialog;
use crate::language::tr;
use crate::online::visitor::use_visitor;
use crate::pages::online::require_server::require_server;
use crate::parts::link_button;
use crate::route::Route;

/// A section of the page: its address, its title, and its content for the rest of the address.
type Section = (&'static str, &'static str, fn(ModerationControl, String) -> View);

const SECTIONS: [Section; 6] = [
    ("", "moderation-reports", reports::reports),
    ("people", "moderation-people", people::people),
    ("games", "moderation-games", games::games),
    ("announcement", "moderation-announcement", announcement::announcement),
    ("events", "moderation-events", tournaments::tournaments),
    ("log", "moderation-log", audit_log::audit_log),
];

/// The page.
#[component]
pub fn ModerationPage(
    /// The address of the section, and whom or what it is about.
    place: String,
) -> View {
    let visitor = use_visitor();
    let role = Memo::new(move |_| visitor.me.with(|me| me.as_ref().and_then(|me| me.role)));
    view! {
        <main id="main" class="online moderation">
            <h1 tabindex="-1">{tr("title-moderation")}</h1>
            {require_server(move || {
                let place = place.clone();
                view! {
                    {move || match role.get() {
                        Some(role) => untrack(|| section(role, &place)),
                        None => refused(),
                    }}
                }
            })}
        </main>
    }
}

/// In place of the page, for everybody else.
fn refused() -> View {
    view! {
        <section class="panel" id="moderation-refused">
            <p>{tr("moderation-only")}</p>
            <div class="buttons">{link_button("", "", tr("title-account"), Route::Account.to_string())}</div>
        </section>
    }
}

fn section(role: AccountRole, place: &str) -> View {
    let control = ModerationControl::new(role);
    let (address, about) = place.split_once('/').unwrap_or((place, ""));
    let known = SECTIONS.iter().find(|section| section.0 == address);
    let &(here, title, content) = known.unwrap_or(&SECTIONS[0]);
    let tab = |&(address, title, _): &Section| {
        let current = (address == here).then_some("page");
        let route = Route::Moderation(address.into()).to_string();
        view! { <a class="button" href=route aria-current=current>{tr(title)}</a> }
    };
    view! {
        <nav class="tabs" aria-label=tr("title-moderation")>{SECTIONS.iter().map(tab).collect_view()}</nav>
        <section id="moderation" aria-labelledby="moderation-title">
            <h2 id="moderation-title" tabindex="-1">{tr(title)}</h2>
            {content(control, about.into())}
        </section>
        {question_dialog(control)}
    }
}
