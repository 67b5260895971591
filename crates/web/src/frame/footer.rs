use bosworth_view::prelude::*;

use crate::app::use_app;
use crate::language::{texts, tr};

/// The languages, and what this program is.
#[component]
pub(super) fn Footer() -> View {
    let app = use_app();
    view! {
        <footer class="foot">
            <div class="languages" role="group" aria-label=tr("language-label")>
                {bosworth_texts::Language::ALL.map(|language| {
                    let now = texts().language() == language;
                    view! {
                        <button type="button" lang=language.code() aria-pressed=now.to_string()
                            on:click=move |_| app.settings.update(|settings| {
                                settings.language = Some(language.code().into());
                            })>{language.name()}</button>
                    }
                })}
            </div>
            <p>{tr("home-note")}</p>
        </footer>
    }
}
