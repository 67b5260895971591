//! Entering and leaving the tournament, or why that is not possible.

use bosworth_protocol::tournament::{
    DealSharing, Departure, EntrantView, PlayerId, ProposalView, TournamentCommandRequest,
    TournamentFormat, TournamentRefusal, TournamentStage, TournamentView,
};
use bosworth_protocol::{AccountKind, Me, Person};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use super::labels::{clock_of, entry_of, refusal_text, seat_of};
use crate::language::{fill, tr};
use crate::pages::online::widgets::{button, form};
use crate::parts::{Dialog, link_button};
use crate::route::Route;

/// The visitor's relation to a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
enum EntryState {
    /// They can enter: possibly with a password, with a teammate, onto the waiting list, or again.
    Free { password: bool, team: bool, waits: bool, again: bool },
    /// They cannot enter, and why.
    Refused(TournamentRefusal),
    /// They have proposed a team, which this player has to accept.
    Proposed(String),
    /// They are taking part.
    In,
    /// They are on the waiting list, at this place.
    Waiting(usize),
    /// They have been eliminated from a running knockout.
    Out,
    /// The tournament is over.
    Over,
}

/// The visitor's relation to a tournament.
fn entry_state(view: &TournamentView, me: Option<&Me>) -> EntryState {
    let player = me.map(|me| PlayerId(me.person.id.0));
    let entry = player.and_then(|player| entry_of(view, player));
    if view.summary.stage == TournamentStage::Over {
        return EntryState::Over;
    }
    let again = match entry {
        None => false,
        Some(EntrantView { gone: Some(Departure::Removed), .. }) => {
            return EntryState::Refused(TournamentRefusal::Removed);
        }
        Some(EntrantView { gone: Some(_), .. }) => true,
        Some(EntrantView { waiting: true, player, .. }) => {
            let waiting = view.entrants.iter().filter(|entrant| entrant.waiting);
            let place = waiting.take_while(|entrant| entrant.player != *player).count();
            return EntryState::Waiting(place + 1);
        }
        Some(entry) => return participation(view, entry.player),
    };
    let proposed = |one: &&ProposalView| player.is_some_and(|me| one.captain.id.0 == me.0);
    let proposal = view.proposals.iter().find(proposed);
    match (refusal(view, me), proposal) {
        (Some(refusal), _) => EntryState::Refused(refusal),
        (None, Some(proposal)) => EntryState::Proposed(proposal.mate.name.clone()),
        (None, None) => EntryState::Free {
            password: view.summary.limits.invited,
            team: view.summary.deal == DealSharing::Teams,
            waits: view.summary.stage == TournamentStage::Coming
                && view.summary.players >= view.summary.seats,
            again,
        },
    }
}

/// A player who has lost a knockout match is out.
fn participation(view: &TournamentView, player: PlayerId) -> EntryState {
    let lost = view.bracket.rounds.iter().flatten().any(|two| {
        let there = two.one == Some(player) || two.other == Some(player);
        there && two.winner.is_some_and(|winner| winner != player)
    });
    if lost { EntryState::Out } else { EntryState::In }
}

/// Why the visitor cannot enter, as far as the page can tell; the server decides.
fn refusal(view: &TournamentView, me: Option<&Me>) -> Option<TournamentRefusal> {
    let (event, limits) = (&view.summary, &view.summary.limits);
    if event.stage == TournamentStage::Running {
        let open = match event.format {
            TournamentFormat::Swiss { .. } | TournamentFormat::Field { .. } => {
                event.rounds <= view.late.into()
            }
            TournamentFormat::Arena { .. } => true,
            TournamentFormat::League { seasons, .. } => view.season < seasons.into(),
            TournamentFormat::RoundRobin { .. } | TournamentFormat::Knockout => false,
        };
        if !open {
            return Some(TournamentRefusal::TooLate);
        }
    }
    let kind = me.map_or(AccountKind::Guest, |me| me.person.kind);
    if kind == AccountKind::Guest && !limits.guests {
        return Some(TournamentRefusal::Guests);
    }
    if kind == AccountKind::Bot && !limits.bots {
        return Some(TournamentRefusal::Bots);
    }
    let speed = clock_of(event)?.speed();
    let rating = me.and_then(|me| me.ratings.iter().find(|rating| rating.speed == speed));
    let rating = rating.map_or(1500, |rating| rating.rating.round() as i32);
    let fits =
        limits.from.is_none_or(|from| from <= rating) && limits.to.is_none_or(|to| rating <= to);
    (!fits).then_some(TournamentRefusal::Rating)
}

/// The visitor's panel.
pub fn entry(control: TournamentControl, invitation: Option<String>) -> View {
    let password = RwSignal::new(invitation.unwrap_or_default());
    let mate = RwSignal::new(String::new());
    let asking = RwSignal::new(false);
    let state = Memo::new(move |_| {
        control
            .with(|view| control.session.me.with(|me| entry_state(view, me.as_ref())))
            .unwrap_or(EntryState::Over)
    });
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
        asking.set(false);
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
    let withdraw = move || button("event-leave", "", tr("event-leave"), ask);
    let body = move || match state.get() {
        EntryState::Over => None,
        EntryState::Free { password: asked, team, waits, again } => {
            let fields = view! {
                {team.then(|| field("event-mate", "event-join-mate", mate))}
                {asked.then(|| field("event-password", "event-join-password", password))}
            };
            Some(free(fields, waits, again, join))
        }
        EntryState::Proposed(name) => Some(view! {
            <p id="event-proposed">{fill("event-proposed", &[("name", name.into())])}</p>
            {button("event-leave", "", tr("event-propose-not"), leave)}
        }),
        EntryState::Refused(why) => Some(refused(why)),
        EntryState::In => Some(view! { {inside(control)}{withdraw()} }),
        EntryState::Waiting(place) => Some(view! {
            <p>{fill("event-in-waiting", &[("place", place.into())])}</p>
            {withdraw()}
        }),
        EntryState::Out => Some(view! { <p>{tr("event-in-out")}</p> }),
    };
    view! {
        {move || team_proposals(control)}
        {move || body().map(|body| view! { <section class="panel event-entry" id="event-entry">{body}</section> })}
        <Dialog open=asking title=tr("event-leave-title")>
            <p>{tr("event-leave-text")}</p>
            <div class="buttons">
                {button("event-leave-yes", "primary", tr("event-leave"), leave)}
                {button("event-leave-no", "", tr("cancel"), move || asking.set(false))}
            </div>
        </Dialog>
    }
}

/// The team proposals to the visitor.
fn team_proposals(control: TournamentControl) -> Vec<View> {
    let me = control.me();
    let asked = |view: &TournamentView| {
        let late = control.session.me.with(|me| refusal(view, me.as_ref()));
        if view.summary.stage == TournamentStage::Over || late == Some(TournamentRefusal::TooLate) {
            return Vec::new();
        }
        let mine = |one: &&ProposalView| me.is_some_and(|me| one.mate.id.0 == me.0);
        view.proposals.iter().filter(mine).map(|one| one.captain.clone()).collect::<Vec<_>>()
    };
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
    control.with(asked).unwrap_or_default().into_iter().map(row).collect()
}

/// A text field of the entry form.
fn field(id: &'static str, label: &'static str, value: RwSignal<String>) -> View {
    view! {
        <label class="field"><span>{tr(label)}</span>
            <input id=id type="text" autocomplete="off" autocapitalize="off" spellcheck="false"
                required maxlength="60" prop:value=move || value.get()
                on:input=move |event| value.set(event::value(&event))/>
        </label>
    }
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
        link_button("event-account", "primary", tr("new-event-account"), Route::Account.to_string())
    });
    view! {
        <p id="event-refused">{tr("event-cannot")}" "<b>{refusal_text(why)}</b></p>
        {account}
    }
}

/// The current game of a participant, and their rank.
fn inside(control: TournamentControl) -> View {
    let game = Memo::new(move |_| {
        let game = control.my_game()?;
        let me = control.me();
        let opponent = if game.red == me { game.white } else { game.red };
        let name = control.with(|view| seat_of(view, opponent))?;
        Some((game.game.to_string(), name))
    });
    let bye = move || {
        let me = control.me()?;
        control.with(|view| view.round.as_ref().is_some_and(|round| round.byes.contains(&me)))
    };
    let stage = move || control.with(|view| view.summary.stage);
    let words = move || {
        tr(match stage() {
            Some(TournamentStage::Running) if bye() == Some(true) => "event-in-bye",
            Some(TournamentStage::Running) => "event-in-running",
            _ => "event-in-coming",
        })
    };
    let place = move || {
        let (row, count) =
            control.my_row().filter(|_| stage() == Some(TournamentStage::Running))?;
        let values = [
            ("rank", row.rank.into()),
            ("count", count.into()),
            ("points", row.points.to_string().into()),
        ];
        Some(
            view! { <p class="event-place" id="event-place">{fill("event-in-place", &values)}</p> },
        )
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
