use bosworth_practice::Progress;
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::place::TrainPlace;
use super::training::{Training, use_training};
use crate::browser;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::parts::{button, headline, link_button, paragraph};

/// Export and import of the progress.
pub fn progress_page() -> View {
    let training = use_training();
    let page = Lifetime::new();
    let save = move || {
        let date = browser::date(browser::now()).replace('.', "-");
        let text = training.progress.with_untracked(Progress::to_json);
        browser::download(&format!("bosworth-training-{date}.json"), &text);
    };
    let load = move |event: web_sys::Event| {
        let input = event.target().and_then(|at| at.dyn_into::<HtmlInputElement>().ok());
        let Some(file) = input.as_ref().and_then(|it| it.files()).and_then(|files| files.get(0))
        else {
            return;
        };
        browser::read_file(&file, page.bind_once(move |text: Option<String>| read(training, text)));
        if let Some(input) = input {
            input.set_value("");
        }
    };
    let id = "training-file";
    view! {
        <main id="main" class="training">
            {headline(tr("train-progress"))}
            {paragraph("lead", "", tr("train-progress-about"))}
            <div class="buttons">
                {button("training-save", "primary", tr("train-export"), save)}
                <label class="button" for=id>{tr("train-import")}</label>
                <input class="unseen" id=id type="file" accept=".json,application/json" on:change=load/>
                {link_button("train-home", "", tr("train-to-home"), TrainPlace::Home.address())}
            </div>
        </main>
    }
}

/// Takes over what a file says.
fn read(training: Training, text: Option<String>) {
    let found = text.and_then(|text| Progress::from_json(&text).ok());
    training.app.toast(match found {
        Some(progress) => {
            training.change(|own| own.merge(&progress));
            tr("train-imported")
        }
        None => tr("train-not-imported"),
    });
}
