use bosworth_rules::{Action, BySide, Next, Position, Side};
use bosworth_view::event;
use bosworth_view::prelude::*;

use crate::app::use_app;
use crate::language::{fill, texts, tr};

/// The points of both sides.
#[component]
pub fn Points(
    /// The position.
    #[prop(into)]
    position: Signal<Position>,
    /// An additional note.
    #[prop(into, optional)]
    note: Signal<Option<String>>,
    /// The points counted so far, during the count at the end.
    #[prop(into, optional)]
    counted: Signal<Option<BySide<u32>>>,
) -> View {
    let app = use_app();
    let side = move |side: Side| {
        move || {
            let position = position.get();
            let score = position.scores()[side];
            let name = texts().side(side, position.ruleset());
            let class = if side == Side::Red { "score-side red" } else { "score-side white" };
            let roses =
                fill("points-roses", &[("side", name.into()), ("count", score.roses.into())]);
            view! {
                <div class=class>
                    <b class="score-number">{counted.get().map_or(score.points, |counted| counted[side])}</b>" "
                    <small>{roses}</small>
                </div>
            }
        }
    };
    let areas = Memo::new(move |_| app.settings.with(|settings| settings.areas));
    view! {
        <section class="panel points" aria-labelledby="points-title">
            <h2 id="points-title" class="unseen">{tr("points-title")}</h2>
            <div class="score">{side(Side::Red)}<span aria-hidden="true">":"</span>{side(Side::White)}</div>
            {move || note.get().map(|text| view! { <p class="note">{text}</p> })}
            <label class="check"><input type="checkbox" id="areas" prop:checked=move || areas.get()
                on:change=move |event| app.settings.update(|settings| settings.areas = event::checked(&event))/>
                {tr("points-areas")}</label>
        </section>
    }
}

/// The change in points caused by an action.
pub fn preview(position: &Position, action: Action) -> Option<String> {
    match position.act(action).ok()? {
        Next::Draw(pending) => {
            let count = pending.outcomes().len();
            Some(fill("preview-draw", &[("count", count.into())]))
        }
        Next::Position(next) => {
            let (before, after) = (position.scores(), next.scores());
            let change = |side: Side| {
                let (before, after) = (before[side].points, after[side].points);
                let name = texts().side(side, position.ruleset());
                (before != after).then(|| format!("{name} {before} → {after}"))
            };
            let changes: Vec<_> =
                [position.side(), !position.side()].into_iter().filter_map(change).collect();
            Some(texts().labelled(&tr("points-title"), &changes.join(" · ")))
        }
    }
}
