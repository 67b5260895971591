//! Entering and leaving the tournament, or why that is not possible.

use bosworth_protocol::Person;
use bosworth_protocol::tournament::{
    DealSharing, EntryStatus, PlayerId, ProposalView, TournamentCommandRequest, TournamentRefusal,
    TournamentStage, TournamentView,
};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{record_text, refusal_text, seat_of};
use crate::language::{fill, tr};
use crate::pages::online::widgets::{button, field, form};
use crate::parts::{confirm_dialog, link_button};
use crate::route::Route;

/// The visitor's panel.
pub fn entry(control: TournamentControl, invitation: Option<String>) -> View {
    let password = RwSignal::new(invitation.unwrap_or_default());
    let mate = RwSignal::new(String::new());
    let asking = RwSignal::new(false);
    let status =
        Memo::new(move |_| control.with(|view| view.summary.entry).unwrap_or(EntryStatus::Over));
    let join = move || {
        let typed = password.get_untracked().trim().to_string();
        let invitation = (!typed.is_empty()).then_some(typed);
        let mate = mate.get_untracked().trim().to_string();
        let mate = (!mate.is_empty()).then_some(mate);
        let told = if mate.is_some() { "event-proposed-told" } else { "event-joined" };
        control.command(TournamentCommandRequest::Join { invitation, mate }, move || {
            control.session.app.toast(tr(told));
        });
    };
    let leave = move || {
        control.command(TournamentCommandRequest::Leave, move || {
            control.session.app.toast(tr("event-left"));
        });
    };
    // Before the start, leaving needs no confirmation.
    let ask = move || {
        let begun =
            control.with(|view| view.summary.stage != TournamentStage::Coming).unwrap_or(false);
        if begun { asking.set(true) } else { leave() }
    };
    let asks = |view: &TournamentView| {
        (view.summary.deal == DealSharing::Teams, view.summary.limits.invited)
    };
    let withdraw = move || button("event-leave", "danger", tr("event-leave"), ask);
    let body = move || match status.get() {
        EntryStatus::Over => None,
        EntryStatus::Open { waits, again } => {
            let (team, asked) = control.with(asks).unwrap_or_default();
            let fields = view! {
                {team.then(|| field("event-mate", "text", "off", mate))}
                {asked.then(|| field("event-password", "text", "off", password))}
            };
            Some(free(fields, waits, again, join))
        }
        EntryStatus::Proposed => {
            let mate = proposals(control, true).pop().map(|person| person.name);
            let mate = mate.unwrap_or_default();
            Some(view! {
                <p id="event-proposed">{fill("event-proposed", &[("name", mate.into())])}</p>
                {button("event-leave", "", tr("event-propose-not"), leave)}
            })
        }
        EntryStatus::Refused(why) => Some(refused(why)),
        EntryStatus::Entered => Some(view! { {inside(control)}{withdraw()} }),
        EntryStatus::Waiting { place } => Some(view! {
            <p>{fill("event-in-waiting", &[("place", place.into())])}</p>
            {withdraw()}
        }),
        EntryStatus::Eliminated => Some(view! { <p>{tr("event-in-out")}</p> }),
    };
    view! {
        {move || team_proposals(control)}
        {move || body().map(|body| view! { <section class="panel event-entry" id="event-entry">{body}</section> })}
        {confirm_dialog("event-leave", asking, tr("event-leave-title"), Signal::derive(|| tr("event-leave-text")), "event-leave", leave)}
    }
}

/// Those to whom the visitor has proposed a team, or whose proposals the visitor can accept.
fn proposals(control: TournamentControl, own: bool) -> Vec<Person> {
    let me = control.me();
    let other = |one: &ProposalView| {
        let mine = me.is_some_and(|me| one.captain.id.0 == me.0);
        let other = if own { &one.mate } else { &one.captain };
        (mine == own && (own || one.refusal.is_none())).then(|| other.clone())
    };
    control.with(|view| view.proposals.iter().filter_map(other).collect()).unwrap_or_default()
}

/// The team proposals to the visitor.
fn team_proposals(control: TournamentControl) -> Vec<View> {
    let row = |person: Person| {
        let captain = PlayerId(person.id.0);
        let accept = move || {
            control.command(TournamentCommandRequest::Accept { captain }, move || {
                control.session.app.toast(tr("event-joined"));
            });
        };
        let decline = move || control.command(TournamentCommandRequest::Decline { captain }, || {});
        view! {
            <section class="panel event-entry event-asked">
                <p>{fill("event-asked", &[("name", person.name.into())])}</p>
                <div class="buttons">
                    <button type="button" class="button primary accept" on:click=move |_| accept()>{tr("event-accept")}</button>
                    <button type="button" class="button decline" on:click=move |_| decline()>{tr("event-decline")}</button>
                </div>
            </section>
        }
    };
    proposals(control, false).into_iter().map(row).collect()
}

fn free(fields: View, waits: bool, again: bool, join: impl Fn() + 'static) -> View {
    let text = tr(match (waits, again) {
        (true, _) => "event-join-waiting",
        (_, true) => "event-join-again",
        _ => "event-join",
    });
    let body = view! {
        {fields}
        <button type="submit" class="button primary wide" id="event-join">{text}</button>
    };
    form("event-join-form", join, body)
}

fn refused(why: TournamentRefusal) -> View {
    let account = (why == TournamentRefusal::Guests).then(|| {
        link_button("event-account", "primary", tr("event-account"), Route::Account.to_string())
    });
    view! {
        <p id="event-refused">{tr("event-cannot")}" "<b>{refusal_text(why)}</b></p>
        {account}
    }
}

/// The current game of a participant, and their rank.
fn inside(control: TournamentControl) -> View {
    let game = Memo::new(move |_| {
        let me = control.me();
        control.with(|view| {
            let mine = view.summary.game?;
            let game = view.games.iter().find(|game| game.game == mine)?;
            let opponent = if game.red == me { game.white } else { game.red };
            Some((mine.to_string(), seat_of(view, opponent)))
        })?
    });
    let stage = move || control.with(|view| view.summary.stage);
    let words = move || {
        let status = control.with(|view| {
            let byes = view.round.as_ref().map(|round| &round.byes[..]).unwrap_or_default();
            let bye = view.me.is_some_and(|me| byes.contains(&me));
            idle_status(view.summary.stage, bye, view.last)
        });
        tr(status.unwrap_or("event-in-coming"))
    };
    let place = move || {
        let (row, count) =
            control.my_row().filter(|_| stage() == Some(TournamentStage::Running))?;
        let values = [
            ("rank", row.rank.into()),
            ("count", count.into()),
            ("points", row.points.to_string().into()),
        ];
        Some(view! {
            <p class="event-place" id="event-place"><span class="shield-number" aria-hidden="true">{row.rank}</span>
                <b>{fill("event-in-place", &values)}</b><span class="note">{record_text(&row)}</span></p>
        })
    };
    view! {
        {move || match game.get() {
            Some((id, name)) => view! {
                <a class="button primary wide two-lines" id="event-my-game" href=Route::Game(id).to_string()>
                    {tr("event-my-game")}<small>{fill("event-my-game-against", &[("name", name.into())])}</small>
                </a>
            },
            None => view! { <p id="event-in">{words()}</p> },
        }}
        {place}
    }
}

/// What a participant without an open game is told, as a message id.
fn idle_status(stage: TournamentStage, has_bye: bool, is_last_round: bool) -> &'static str {
    match stage {
        TournamentStage::Running if has_bye => "event-in-bye",
        TournamentStage::Running if is_last_round => "event-in-last",
        TournamentStage::Running => "event-in-running",
        TournamentStage::Coming | TournamentStage::Over => "event-in-coming",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_next_game_is_promised_in_the_last_round() {
        let running = |bye, last| idle_status(TournamentStage::Running, bye, last);
        assert_eq!(running(false, false), "event-in-running");
        assert_eq!(running(true, false), "event-in-bye");
        assert_eq!(running(false, true), "event-in-last");
        assert_eq!(running(true, true), "event-in-bye");
        assert_eq!(idle_status(TournamentStage::Coming, false, false), "event-in-coming");
    }
}
