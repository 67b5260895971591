//! Pause, single-step and speed of an engine-vs-engine game.

use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use crate::language::tr;

/// The controls of a game between engines, in place of the action button.
pub fn watching(control: LocalGameControl) -> View {
    let pause = move |_| control.paused.update(|paused| *paused = !*paused);
    view! {
        <label class="preview speed"><span>{tr("watch-speed")}</span>
            <input type="range" min="0" max="3" step="1" prop:value=move || speed(control.pace.get())
                on:input=move |event| control.pace.set(pace(&event::value(&event)))/>
        </label>
        <div class="act-buttons">
            <button type="button" class="button primary wide" id="pause" on:click=pause>
                {move || if control.paused.get() { tr("watch-go") } else { tr("watch-pause") }}
            </button>
            <button type="button" class="button" id="step" on:click=move |_| control.step()>{tr("watch-step")}</button>
        </div>
    }
}

const PACES_MS: [u32; 4] = [2000, 700, 250, 0];

fn pace(value: &str) -> u32 {
    value.parse::<usize>().ok().and_then(|n| PACES_MS.get(n).copied()).unwrap_or(700)
}

fn speed(pace: u32) -> String {
    PACES_MS.iter().position(|known| *known == pace).unwrap_or(1).to_string()
}
