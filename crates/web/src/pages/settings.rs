mod device;
mod mail;
mod notifications;
mod preview;

use bosworth_texts::Language;
use bosworth_view::event;
use bosworth_view::prelude::*;

use self::notifications::notifications;
use self::preview::preview;
use crate::app::{AppContext, use_app};
use crate::install;
use crate::language::{texts, tr};
use crate::parts::{Select, link_button};
use crate::route::Route;
use crate::settings::{SelectOption, Settings};
use crate::sound::Sound;

/// The settings page.
#[component]
pub fn SettingsPage() -> View {
    let app = use_app();
    let language = texts().language();
    view! {
        <main id="main" class="setup">
            <h1 tabindex="-1">{tr("title-settings")}</h1>
            <p class="note">{tr("settings-note")}</p>
            <section class="panel settings-look">
                <h2>{tr("settings-look")}</h2>
                {preview(app)}
                <div class="fields">
                    <label class="field">
                        <span>{tr("settings-language")}</span>
                        <select id="settings-language" on:change=move |event| {
                            let code = event::value(&event);
                            app.settings.update(|settings| settings.language = Some(code));
                        }>
                            {Language::ALL.map(|other| view! {
                                <option value=other.code() lang=other.code() selected=other == language>{other.name()}</option>
                            })}
                        </select>
                    </label>
                    {choose(app, "settings-theme", |settings| &mut settings.theme)}
                    {choose(app, "settings-coordinates", |settings| &mut settings.coordinates)}
                    {choose(app, "settings-animation", |settings| &mut settings.animation)}
                    {choose(app, "settings-sound", |settings| &mut settings.sound)}
                </div>
                <button type="button" class="button" id="settings-try" on:click=move |_| app.sound(Sound::Join)>{tr("settings-try")}</button>
            </section>
            <section class="panel">
                <h2>{tr("settings-play")}</h2>
                <div class="fields">
                    {choose(app, "settings-confirm", |settings| &mut settings.confirm)}
                    {choose(app, "settings-hands", |settings| &mut settings.hands)}
                    {choose(app, "bar", |settings| &mut settings.bar)}
                </div>
                {switch(app, "points-areas", |settings| &mut settings.areas)}
                {switch(app, "words-mode", |settings| &mut settings.words)}
                <p class="note">{tr("settings-words-note")}</p>
            </section>
            <section class="panel">
                <h2>{tr("title-train")}</h2>
                <p class="note">{tr("settings-training-note")}</p>
                {link_button("settings-training", "", tr("settings-training"), Route::Train("progress".into()).to_string())}
            </section>
            <button type="button" class="button" id="settings-reset" on:click=move |_| {
                app.settings.set(Settings::default());
                app.toast(tr("settings-reset-done"));
            }>{tr("settings-reset")}</button>
            {notifications()}
            // Placed last: the browser may offer installation at any time, and nothing should move
            // then.
            {install::panel()}
        </main>
    }
}

/// A select element for a setting.
fn choose<C: SelectOption>(
    app: AppContext,
    name: &'static str,
    field: fn(&mut Settings) -> &mut C,
) -> View {
    let value = Signal::derive(move || *field(&mut app.settings.get()));
    let change =
        Callback::new(move |choice| app.settings.update(|settings| *field(settings) = choice));
    view! { <Select name value on_change=change/> }
}

/// A switch for a setting.
fn switch(app: AppContext, name: &'static str, field: fn(&mut Settings) -> &mut bool) -> View {
    view! {
        <label class="check">
            <input type="checkbox" id=name prop:checked=move || *field(&mut app.settings.get())
                on:change=move |event| app.settings.update(|settings| *field(settings) = event::checked(&event))/>
            {tr(name)}
        </label>
    }
}
