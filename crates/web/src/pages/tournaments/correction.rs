//! The organiser's correction of a result.

use bosworth_protocol::tournament::{GameSlot, SlotResult, TournamentCommandRequest};
use bosworth_view::prelude::*;

use super::control::TournamentControl;
use crate::language::{fill, tr};
use crate::pages::online::widgets::{button, form};
use crate::parts::{Dialog, choice};

/// The game whose result is to be corrected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The game slot.
    pub slot: GameSlot,
    /// The names of Red and of the other side.
    pub names: [String; 2],
}

/// The possible results. A correction has no margin.
const RESULTS: [(&str, SlotResult); 6] = [
    ("red", SlotResult::Red { margin: 0 }),
    ("other", SlotResult::White { margin: 0 }),
    ("drawn", SlotResult::Drawn),
    ("no-red", SlotResult::NoRed),
    ("no-other", SlotResult::NoWhite),
    ("nobody", SlotResult::Nobody),
];

fn result_name(key: &str, names: &[String; 2]) -> String {
    let name = |id: &str, at: usize| fill(id, &[("name", names[at].clone().into())]);
    match key {
        "red" => name("event-correct-wins", 0),
        "other" => name("event-correct-wins", 1),
        "no-red" => name("event-correct-absent", 0),
        "no-other" => name("event-correct-absent", 1),
        "nobody" => tr("event-correct-nobody"),
        _ => tr("event-correct-drawn"),
    }
}

/// The dialog that corrects a result.
pub fn correction(control: TournamentControl, about: RwSignal<Option<Correction>>) -> View {
    let open = RwSignal::new(false);
    let chosen = RwSignal::new("red".to_string());
    Effect::new(move |_| {
        if about.with(Option::is_some) {
            chosen.set("red".into());
            open.set(true);
        }
    });
    Effect::new(move |_| {
        if !open.get() {
            about.set(None);
        }
    });
    let submit = move || {
        let Some(Correction { slot, .. }) = about.get_untracked() else { return };
        let key = chosen.get_untracked();
        let Some((_, result)) = RESULTS.into_iter().find(|(name, _)| *name == key) else { return };
        open.set(false);
        control.command(TournamentCommandRequest::Correct { slot, result }, move || {
            control.session.app.toast(tr("event-done-corrected"));
        });
    };
    let choices = move || {
        let names = about.get().map(|about| about.names).unwrap_or_default();
        RESULTS.map(|(key, _)| (key.to_string(), result_name(key, &names)))
    };
    let between = move || about.get().map(|about| about.names.join(" – "));
    view! {
        <Dialog open title=tr("event-correct-title")>
            <p><b>{between}</b></p>
            {form("correct-form", submit, view! {
                {choice("correct-result", tr("event-correct-who"), untrack(choices).into(), chosen.into(), move |key| chosen.set(key))}
                <p class="note">{tr("event-correct-note")}</p>
                <div class="buttons">
                    <button type="submit" class="button primary" id="correct-yes">{tr("event-correct")}</button>
                    {button("correct-no", "", tr("cancel"), move || open.set(false))}
                </div>
            })}
        </Dialog>
    }
}
