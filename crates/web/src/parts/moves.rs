use bosworth_rules::{Game, Ply, Side};
use bosworth_view::prelude::*;

use super::elements::paragraph;
use crate::language::{texts, tr};

/// Scrolls the current entry of a list into view after the next render, without scrolling the
/// page.
pub fn keep_in_sight(list: &'static str) {
    crate::browser::after(0, move || {
        let document = crate::browser::document();
        let now = document.query_selector(&format!("{list} .now")).ok().flatten();
        let list = document.query_selector(list).ok().flatten();
        if let (Some(now), Some(list)) = (now, list) {
            let (inner, outer) = (now.get_bounding_client_rect(), list.get_bounding_client_rect());
            if inner.top() < outer.top() || inner.bottom() > outer.bottom() {
                let by = inner.top() - outer.top() - outer.height() / 2.0;
                list.set_scroll_top(list.scroll_top() + by as i32);
            }
        }
    });
}

/// The move list, two plies per row; pressing one navigates there.
#[component]
pub fn Moves(
    /// The game.
    #[prop(into)]
    game: Signal<Game>,
    /// The displayed ply.
    #[prop(into)]
    at: Signal<usize>,
    /// Called to navigate to a ply.
    #[prop(into)]
    on_go: Callback<usize>,
    /// The annotation of a ply: a short symbol, and its class, which is also the suffix of its
    /// message id (`review-mistake`).
    #[prop(into, optional)]
    mark: Option<Callback<usize, Option<(&'static str, &'static str)>>>,
) -> View {
    // Keep the current entry visible.
    Effect::new(move |_| {
        at.track();
        keep_in_sight(".moves");
    });
    let rows = move || {
        game.with(|game| {
            let first = game.start().side();
            let skip = usize::from(first == Side::White);
            let count = game.plies().len() + skip;
            (0..count.div_ceil(2))
                .map(|row| {
                    let cell = |column: usize| {
                        let ply = (row * 2 + column).checked_sub(skip)?;
                        let done = *game.plies().get(ply)?;
                        let texts = texts();
                        let said = texts.ply(&game.positions()[ply], done);
                        let spoken = texts.labelled(&texts.short_ply(done), &said);
                        Some((ply + 1, done, spoken))
                    };
                    (row + 1, cell(0), cell(1))
                })
                .collect::<Vec<_>>()
        })
    };
    let entry = move |cell: Option<(usize, Ply, String)>| match cell {
        None => view! { <span></span> },
        Some((number, ply, spoken)) => {
            // Reactive: annotations arrive while the list is shown.
            let mark = move || mark.and_then(|mark| mark.run(number - 1));
            let title = spoken.clone();
            let label = move || match mark() {
                Some((_, class)) => format!("{spoken} {}", tr(&format!("review-{class}"))),
                None => spoken.clone(),
            };
            view! {
                <button type="button" class="ply" class:now=move || at.get() == number
                    aria-current=move || (at.get() == number).then_some("step")
                    aria-label=label title=title
                    on:click=move |_| on_go.run(number)>
                    {texts().short_ply(ply)}
                    <span class=move || mark().map_or("mark", |(_, class)| class)>{move || mark().map_or("", |(sign, _)| sign)}</span>
                </button>
            }
        }
    };
    view! {
        <div class="moves" role="group" aria-label=tr("moves-label") tabindex="0">
            {move || game.with(|game| game.plies().is_empty()).then(|| paragraph("note", "", tr("say-last-none")))}
            {move || rows().into_iter().map(|(number, first, second)| view! {
                <span class="move-number">{number}</span>
                {entry(first)}
                {entry(second)}
            }).collect_view()}
        </div>
    }
}
