//! Small building blocks of online pages: functions over type-erased views, for a smaller
//! binary.

use bosworth_protocol::PlayerView;
use bosworth_view::event;
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;

use super::labels::{player_name, player_note};
use crate::app::AppContext;
use crate::browser;
use crate::language::tr;
use crate::route::Route;

use crate::parts::{arms, computer_arms};
pub use crate::parts::{button, copy_link};

/// A section with a title.
pub fn panel(id: &str, title: String, body: View) -> View {
    let (id, label) = (id.to_string(), format!("{id}-title"));
    let labelled = label.clone();
    view! {
        <section class="panel" id=id aria-labelledby=labelled><h2 id=label tabindex="-1">{title}</h2>{body}</section>
    }
}

/// The arms of a player.
pub fn player_arms(player: &PlayerView) -> View {
    match player {
        PlayerView::Account { person, .. } => arms(&person.name),
        PlayerView::Computer { .. } => computer_arms(),
    }
}

/// A place in a list; the first three are on a shield.
pub fn place(number: usize) -> View {
    if number > 3 {
        return view! { {number} };
    }
    view! { <span class="shield-number">{number}</span> }
}

/// A section whose body is folded.
pub fn folded_panel(id: &str, title: String, body: View) -> View {
    let id = id.to_string();
    view! { <details class="panel fold" id=id><summary>{title}</summary>{body}</details> }
}

/// A player's name, linked to their profile.
pub fn player_link(player: &PlayerView) -> View {
    let name = player_name(player);
    let note = player_note(player);
    let name = match player {
        PlayerView::Account { person, .. } => {
            let route = Route::Person(person.name.clone()).to_string();
            view! { <a class="player" href=route>{name}</a> }
        }
        PlayerView::Computer { .. } => view! { <span class="player">{name}</span> },
    };
    view! { {name}" "<small class="note">{note}</small> }
}

/// A single-line text or password field.
pub fn field(
    id: &'static str,
    kind: &'static str,
    hint: &'static str,
    value: RwSignal<String>,
) -> View {
    view! {
        <label class="field"><span>{tr(id)}</span>
            <input id=id type=kind autocomplete=hint autocapitalize="off" spellcheck="false" required
                maxlength="200" prop:value=move || value.get()
                on:input=move |event| value.set(event::value(&event))/>
        </label>
    }
}

/// The field of a new name, with the rule for names.
pub fn name_field(id: &'static str, hint: &'static str, value: RwSignal<String>) -> View {
    let rule = format!("{id}-rule");
    view! {
        <label class="field"><span>{tr(id)}</span>
            <input id=id type="text" autocomplete=hint autocapitalize="off" spellcheck="false" required
                maxlength="200" aria-describedby=rule.clone() prop:value=move || value.get()
                on:input=move |event| value.set(event::value(&event))/>
        </label>
        <p class="note" id=rule>{tr("name-rule")}</p>
    }
}

/// A form handled in script, without navigation.
pub fn form(id: &'static str, submit: impl Fn() + 'static, body: View) -> View {
    plain_form(id, Box::new(submit), body)
}

fn plain_form(id: &'static str, submit: Box<dyn Fn()>, body: View) -> View {
    view! {
        <form id=id on:submit=move |event| {
            event.prevent_default();
            submit();
        }>{body}</form>
    }
}

/// A checkbox.
pub fn check(
    id: &'static str,
    text: String,
    on: Signal<bool>,
    change: impl Fn(bool) + 'static,
) -> View {
    plain_check(id, text, on, Box::new(change))
}

fn plain_check(
    id: &'static str,
    text: String,
    on: Signal<bool>,
    change: Box<dyn Fn(bool)>,
) -> View {
    view! {
        <label class="check"><input type="checkbox" id=id prop:checked=move || on.get()
            on:change=move |event| change(event::checked(&event))/>{text}</label>
    }
}

/// A radio button in a row of a few, which chooses a value.
pub fn radio(
    name: &'static str,
    value: &'static str,
    text: String,
    chosen: RwSignal<&'static str>,
) -> View {
    view! {
        <label class="segment"><input type="radio" name=name id=format!("{name}-{value}") value=value
            prop:checked=move || chosen.get() == value on:change=move |_| chosen.set(value)/>{text}</label>
    }
}

/// A link, with buttons to copy or share it.
pub fn link_row(app: AppContext, title: String, route: &Route) -> View {
    let link = format!("{}{route}", browser::address());
    let (shown, copied) = (link.clone(), link.clone());
    let copy = move || copy_link(app, copied.clone());
    let select = |event: bosworth_view::event::FocusEvent| {
        if let Some(input) = event.target() {
            input.unchecked_into::<web_sys::HtmlInputElement>().select();
        }
    };
    let share = browser::can_share().then(|| {
        button("share-link", "", tr("share-link"), move || {
            browser::share(&title, &link);
        })
    });
    view! {
        <div class="link-row">
            <input type="text" id="link" readonly aria-label=tr("link-label") prop:value=shown
                on:focus=select/>
            {button("copy-link", "", tr("copy-link"), copy)}
            {share}
        </div>
    }
}
