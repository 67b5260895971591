//! A closer look at a position: games that the engine worker plays on from each action, and whose each
//! square will be at their end.

use bosworth_rules::{Action, Position, Side, Square};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;
use bosworth_web_engine::wire::{EngineRequest, EngineResponse, RolloutFindings};

use super::elements::{paragraph, table};
use crate::app::{AppContext, use_app};
use crate::engine::{self, Lane};
use crate::geometry::{CELL, centre};
use crate::language::{fill, texts, tr};
use crate::lifetime::Lifetime;
use crate::pages::action_name;

/// The state of the panel.
#[derive(Clone, Copy)]
struct Rollouts {
    app: AppContext,
    page: Lifetime,
    position: Memo<Option<Position>>,
    running: RwSignal<bool>,
    /// Whether the worker is playing games; a new request would end it, and its games.
    asked: RwSignal<bool>,
    found: RwSignal<Option<RolloutFindings>>,
    /// Whether the board shows whose each square will be.
    owners: RwSignal<bool>,
}

/// A button that plays games on from a position and pauses, what they say about each action, and a
/// layer on the board.
pub fn rollouts(page: Lifetime, position: Memo<Option<Position>>) -> View {
    let it = Rollouts {
        app: use_app(),
        page,
        position,
        running: RwSignal::new(false),
        asked: RwSignal::new(false),
        found: RwSignal::new(None),
        owners: RwSignal::new(false),
    };
    Effect::new(move |_| {
        position.track();
        it.found.set(None);
        // The layer goes with the board; a list that nobody looks at would only use the processor.
        it.running.set(it.owners.get_untracked() && it.can_run());
        it.ask_if_running();
    });
    let draw = Callback::new(move |bottom| it.layer(bottom));
    Effect::new(move |_| it.app.layer.set(it.owners.get().then_some(draw)));
    // The worker plays its last few games to their end, and keeps them for the next visit.
    on_cleanup(move || it.app.layer.set(None));
    let can_run = Memo::new(move |_| it.can_run());
    let panel = move || {
        can_run.get().then(|| {
            view! {
                <div class="rollouts">
                    <div class="buttons">
                        <button type="button" id="roll-out" class="button brush" aria-pressed=move || it.running.get().to_string()
                            on:click=move |_| it.toggle()>{tr("roll-out")}</button>
                        <button type="button" id="owners" class="button brush" aria-pressed=move || it.owners.get().to_string()
                            on:click=move |_| it.toggle_owners()>{tr("owners")}</button>
                    </div>
                    {move || it.list()}
                </div>
            }
        })
    };
    panel.into_view()
}

impl Rollouts {
    fn can_run(self) -> bool {
        self.position.with(|at| at.is_some_and(|at| !at.is_over()))
    }

    fn toggle(self) {
        self.running.update(|running| *running = !*running);
        self.ask_if_running();
    }

    fn ask_if_running(self) {
        if self.running.get_untracked() && !self.asked.get_untracked() {
            self.ask();
        }
    }

    /// Without any game, nothing can be shown: then it starts.
    fn toggle_owners(self) {
        self.owners.update(|owners| *owners = !*owners);
        let is_empty = self.found.with_untracked(Option::is_none);
        if self.owners.get_untracked() && is_empty && !self.running.get_untracked() {
            self.toggle();
        }
    }

    /// Asks for more games, again and again until it is paused or enough is known.
    fn ask(self) {
        let Some(position) = self.position.get_untracked() else { return };
        let ask = EngineRequest::RollOut { position: position.to_string() };
        self.asked.set(true);
        engine::ask(self.page, Lane::Rollouts, &ask, move |answer| {
            self.asked.set(false);
            match answer {
                EngineResponse::RolledOut(found) => {
                    // The board may show another position by now.
                    if self.position.get_untracked() == Some(position) {
                        self.show(found);
                    }
                    if self.running.get_untracked() {
                        self.ask();
                    }
                }
                EngineResponse::Failed(why) => {
                    self.running.set(false);
                    self.app.toast(fill("engine-failed", &[("why", why.into())]));
                }
                _ => {}
            }
        });
    }

    fn show(self, found: RolloutFindings) {
        if found.done {
            self.running.set(false);
            self.app.say(tr("rollouts-done"));
        }
        self.found.set(Some(found));
    }

    /// The actions with their intervals.
    fn list(self) -> Option<View> {
        let position = self.position.get()?;
        let found = self.found.get()?;
        let percent = |part: f64| texts().number(100.0 * part, 1);
        let games: u32 = found.actions.iter().map(|it| it.4).sum();
        let row = |(action, win, low, high, games): (String, f64, f64, f64, u32)| {
            let name = action.parse::<Action>().map(|action| action_name(action, &position));
            let interval = format!("{}\u{2009}–\u{2009}{}", percent(low), percent(high));
            let cells = [name.unwrap_or(action), percent(win), interval, games.to_string()];
            (false, cells.into_iter().map(IntoView::into_view).collect())
        };
        let rows = found.actions.into_iter().map(row).collect();
        let heads = ["hint-action", "hint-chance", "rollouts-interval", "rollouts-games"];
        let note = fill("rollouts-note", &[("count", games.into())]);
        let list = table(tr("roll-out"), heads.map(tr).to_vec(), rows);
        Some(view! { {list}{paragraph("note", "rollouts-note", note)} })
    }

    /// Whose each square will be, as a drawing on the board.
    fn layer(self, bottom: Side) -> View {
        let found = self.found.get().map(|found| found.owners).unwrap_or_default();
        let squares: Vec<_> = Square::all()
            .zip(found)
            .filter_map(|(at, shares)| square(at, shares, bottom))
            .collect();
        view! { <g class="owners">{squares}</g> }
    }
}

/// The least chance that is shown, in percent.
const MIN_SHOWN: u8 = 5;

/// A square in the colour of the side that probably gets it, with the chance beside it.
fn square(at: Square, (red, white): (u8, u8), bottom: Side) -> Option<View> {
    let (class, share) = if red >= white { ("red", red) } else { ("white", white) };
    let (x, y) = centre(at, bottom);
    let [left, top] = [x, y].map(|at| at - CELL / 2.0 + 1.0);
    (share >= MIN_SHOWN).then(|| {
        view! {
            <g class=class>
                <rect x=left y=top width=CELL - 2.0 height=CELL - 2.0 fill-opacity=Fixed(f64::from(share) / 125.0, 2).to_string()/>
                <text x=x - CELL / 2.0 + 5.0 y=y + CELL / 2.0 - 5.0>{share.to_string()}</text>
            </g>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_that_stay_empty_are_not_coloured() {
        let at: Square = "e5".parse().expect("a square");
        assert!(square(at, (4, 3), Side::Red).is_none());
        assert!(square(at, (4, 90), Side::Red).is_some());
    }
}
