use bosworth_protocol::{
    AccountId, AccountKind, AccountRole, AdminAction, AdminPerson, NameAndReason,
};
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::{ModerationControl, answer_state, date_and_time, unfolding};
use super::question::ExtraField;
use crate::browser;
use crate::language::{fill, texts, tr};
use crate::online::api;
use crate::parts::{arms, choice};
use crate::route::Route;

const FILTERS: [(&str, &str); 4] = [
    ("", "moderation-filter-all"),
    ("muted", "moderation-filter-muted"),
    ("disabled", "moderation-filter-disabled"),
    ("role", "moderation-filter-role"),
];

/// The accounts of the server: `name` is searched for first.
pub fn people(control: ModerationControl, name: String) -> View {
    let is_open = !name.is_empty();
    let (text, only) = (RwSignal::new(name), RwSignal::new(String::new()));
    let found = control.fetch::<Vec<AdminPerson>>(move || {
        let only =
            only.with(|only| if only.is_empty() { String::new() } else { format!("&only={only}") });
        format!("api/admin/people?find={}{only}", text.with(|text| api::part(text.trim())))
    });
    let filters = FILTERS.map(|(value, label)| (value.to_string(), tr(label)));
    let ids = move || -> Vec<AccountId> {
        found.with(|found| match found {
            Some(Ok(people)) => people.iter().map(|person| person.id).collect(),
            _ => Vec::new(),
        })
    };
    let row = move |id: AccountId| {
        let person = Memo::new(move |_| {
            found.with(|found| match found {
                Some(Ok(people)) => people.iter().find(|person| person.id == id).cloned(),
                _ => None,
            })
        });
        person_item(control, person, is_open)
    };
    view! {
        <div class="panel filters">
            <label class="field"><span>{tr("moderation-find")}</span>
                <input type="search" id="moderation-find" maxlength="20" autocomplete="off" autocapitalize="off" spellcheck="false"
                    prop:value=move || text.get() on:input=move |event| text.set(event::value(&event))/>
            </label>
            {choice("moderation-only", tr("moderation-filter"), filters.into(), only.into(), move |value| only.set(value))}
        </div>
        {answer_state(found)}
        {move || found.with(|found| matches!(found, Some(Ok(people)) if people.is_empty())).then(|| view! {
            <p class="note" role="status">{tr("moderation-nobody")}</p>
        })}
        <ul class="cases">{keyed(ids, |id| *id, row)}</ul>
    }
}

/// An account in the list.
fn person_item(
    control: ModerationControl,
    person: Memo<Option<AdminPerson>>,
    is_open: bool,
) -> View {
    let Some(first) = person.get_untracked() else { return View::Empty };
    let label = format!("{}: {}", tr("moderation-act"), first.name);
    let id = format!("person-{}", first.id);
    view! {
        <li class="panel case">
            {move || person.get().map(|person| person_head(&person))}
            {unfolding(id, tr("moderation-act"), label, is_open, move || {
                view! { {move || person.get().map(|person| person_buttons(control, &person))} }
            })}
        </li>
    }
}

/// Who somebody is, and what has been done to them.
fn person_head(person: &AdminPerson) -> View {
    let route = Route::Person(person.name.clone()).to_string();
    view! {
        <div class="case-head">
            {arms(&person.name)}
            <div><a class="player" href=route>{person.name.clone()}</a>" "<span class="note">{since_text(person)}</span></div>
            {case_marks(person)}
        </div>
    }
}

/// The kind of an account, and when it was created.
fn since_text(person: &AdminPerson) -> String {
    let kind = tr(match person.kind {
        AccountKind::Guest => "kind-guest",
        AccountKind::Person => "kind-person",
        AccountKind::Bot => "kind-bot",
    });
    let since = browser::day(person.created as f64, texts().language().code());
    fill("person-since", &[("kind", kind.into()), ("date", since.into())])
}

/// The role of an account, and what has been done to it.
fn case_marks(person: &AdminPerson) -> View {
    let since = |id, at: Option<i64>| {
        at.map(|at| view! { <span class="case-mark">{fill(id, &[("date", date_and_time(at).into())])}</span> })
    };
    let role =
        person.role.map(|role| view! { <span class="case-mark role">{role_text(role)}</span> });
    view! {
        <div class="case-marks">
            {role}
            {since("moderation-muted-since", person.muted)}
            {since("moderation-disabled-since", person.disabled)}
        </div>
    }
}

fn role_text(role: AccountRole) -> String {
    tr(match role {
        AccountRole::Moderator => "moderation-role-moderator",
        AccountRole::Admin => "moderation-role-admin",
    })
}

/// What the visitor can do to somebody.
fn person_buttons(control: ModerationControl, person: &AdminPerson) -> View {
    if person.role >= Some(control.role) {
        return view! { <p class="note">{tr("moderation-same-rank")}</p> };
    }
    let about = |verb, extra, action: fn(NameAndReason) -> AdminAction| {
        let name = person.name.clone();
        let act = move |reason, _| action(NameAndReason { name: name.clone(), reason });
        control.button(verb, &person.name, extra, act)
    };
    let simple = |verb, action| about(verb, ExtraField::Nothing, action);
    let mute = match person.muted {
        None => simple("mute", AdminAction::Mute),
        Some(_) => simple("unmute", AdminAction::Unmute),
    };
    let ban = match person.disabled {
        None => simple("ban", AdminAction::Disable),
        Some(_) => simple("unban", AdminAction::Enable),
    };
    let old = person.name.clone();
    let rename = control.button("rename", &person.name, ExtraField::NewName, move |reason, to| {
        AdminAction::Rename { name: old.clone(), to, reason }
    });
    let appoints = control.role == AccountRole::Admin && person.kind == AccountKind::Person;
    let name = person.name.clone();
    let (verb, role) = match person.role {
        None => ("appoint", Some(AccountRole::Moderator)),
        Some(_) => ("dismiss", None),
    };
    let appoint = appoints.then(|| {
        control.button(verb, &person.name, ExtraField::Nothing, move |reason, _| {
            AdminAction::Role { name: name.clone(), role, reason }
        })
    });
    view! {
        <div class="buttons">
            {mute}
            {ban}
            {(person.kind != AccountKind::Bot).then(|| simple("logout", AdminAction::Logout))}
            {rename}
            {appoint}
            {about("close", ExtraField::SameName, AdminAction::Delete)}
        </div>
    }
}

/// Somebody by their name, and what the visitor can do to them.
pub fn person_tools(control: ModerationControl, name: &str) -> View {
    let path = format!("api/admin/people?find={}", api::part(name));
    let found = control.fetch::<Vec<AdminPerson>>(move || path.clone());
    let name = name.to_string();
    let person = Memo::new(move |_| {
        found.with(|found| match found {
            Some(Ok(people)) => people.iter().find(|person| person.name == name).cloned(),
            _ => None,
        })
    });
    view! {
        {answer_state(found)}
        {move || person.get().map(|person| view! {
            <div class="case-person"><span class="note">{since_text(&person)}</span>{case_marks(&person)}</div>
            {person_buttons(control, &person)}
        })}
    }
}
