use bosworth_rules::{Position, Side};
use bosworth_view::prelude::*;

use super::card::{CardFace, turned};
use crate::language::{fill, texts, tr};

/// The pile, the discard pile and the remaining roses.
#[component]
pub fn Pile(
    /// The position.
    #[prop(into)]
    position: Signal<Position>,
    /// The side at the bottom of the board.
    #[prop(into)]
    bottom: Signal<Side>,
) -> View {
    let open = RwSignal::new(false);
    let counts = move || {
        position.with(|position| {
            fill(
                "pile-counts",
                &[
                    ("pile", position.pile().len().into()),
                    ("discard", position.discard().len().into()),
                    ("roses", position.supply().into()),
                ],
            )
        })
    };
    let cards = move |title: &'static str, cards: bosworth_rules::Cards| {
        view! {
            <h3>{tr(title)}</h3>
            <ul class="small-cards">
                {cards.iter().map(|card| {
                    let side = bottom.get();
                    let position = position.get();
                    // Cards are drawn as the side at the bottom reads them.
                    let direction = turned(position.direction(side, card), side);
                    let label = texts().card(&position, side, card);
                    let title = label.clone();
                    view! { <li class="small-card" title=title><CardFace card direction/><span class="unseen">{label}</span></li> }
                }).collect_view()}
            </ul>
        }
    };
    view! {
        <section class="panel pile" aria-labelledby="pile-title">
            <h2 id="pile-title">{tr("pile-title")}</h2>
            <p>{counts}</p>
            <details on:toggle=move |_| open.set(true)>
                <summary>{tr("pile-show")}</summary>
                {move || open.get().then(|| {
                    let (pile, discard) = position.with(|position| (position.pile(), position.discard()));
                    view! { {cards("pile-unseen", pile)} {cards("pile-discard", discard)} }
                })}
            </details>
        </section>
    }
}
