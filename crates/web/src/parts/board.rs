mod marks;

use bosworth_board::{Arrow, Board as BoardState, Press, Scene, square_at};
use bosworth_rules::{Colours, Side, Square};
use bosworth_texts::Fixed;
use bosworth_view::event::{KeyboardEvent, PointerEvent};
use bosworth_view::prelude::*;
use web_sys::HtmlElement;

use self::marks::{
    area_labels, flight, last_mark, last_plays, opening_rose, reach_mark, rose_view, roses,
    target_marks, washes,
};
use crate::app::use_app;
use crate::geometry::{CELL, FRAME, SIZE, centre};
use crate::language::{fill, texts, tr};
use crate::settings::Coordinates;

/// The board: an SVG drawing, overlaid with one button per square.
#[component]
pub fn Board(
    /// What it shows.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Its UI state.
    board: RwSignal<BoardState>,
    /// Called when a square is pressed or the crown is dragged; absent if the board is read-only.
    #[prop(into, optional)]
    on_press: Option<Callback<Press>>,
) -> View {
    let app = use_app();
    let frame = NodeRef::<HtmlElement>::new();
    // The position of the pointer that drags the crown.
    let dragged = RwSignal::new(None::<(f64, f64)>);
    let cursor = Memo::new(move |_| scene.with(|scene| scene.cursor));
    // The drawing excludes the cursor, so that moving it does not redraw anything.
    let scene = Memo::new(move |_| {
        let mut scene = scene.get();
        scene.cursor = scene.crown;
        scene
    });
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let colours = move || {
        scene.with(|scene| match scene.position.ruleset().colours {
            Colours::RedWhite => "white",
            Colours::RedBlue => "blue",
        })
    };
    // The coordinates of a pointer in the drawing.
    let point = move |event: &PointerEvent| {
        let rect = frame.get_untracked()?.get_bounding_client_rect();
        let scale = SIZE / rect.width();
        let x = (f64::from(event.client_x()) - rect.left()) * scale;
        let y = (f64::from(event.client_y()) - rect.top()) * scale;
        Some((x, y))
    };
    let square_under = move |(x, y): (f64, f64)| {
        let (column, row) = ((x - FRAME) / CELL, (y - FRAME) / CELL);
        let inside = (0.0..9.0).contains(&column) && (0.0..9.0).contains(&row);
        inside.then(|| square_at(column as u8, row as u8, bottom.get_untracked())).flatten()
    };
    let down = move |event: PointerEvent| {
        let crown = scene.with_untracked(|scene| scene.crown);
        let Some(at) = point(&event) else { return };
        if on_press.is_some() && square_under(at) == Some(crown) {
            dragged.set(Some(at));
            if let Some(frame) = frame.get_untracked() {
                let _ = frame.set_pointer_capture(event.pointer_id());
            }
        }
    };
    let drag = move |event: PointerEvent| {
        if dragged.with_untracked(Option::is_some)
            && let Some(at) = point(&event)
        {
            dragged.set(Some(at));
        }
    };
    let up = move |event: PointerEvent| {
        if dragged.get_untracked().is_none() {
            return;
        }
        dragged.set(None);
        let crown = scene.with_untracked(|scene| scene.crown);
        if let Some(on_press) = on_press
            && let Some(to) = point(&event).and_then(square_under)
            && to != crown
        {
            on_press.run(Press::Drag(to));
        }
    };
    let keys = move |event: KeyboardEvent| {
        let Some(arrow) = Arrow::named(&event.key()) else { return };
        event.prevent_default();
        event.stop_propagation();
        let (from, bottom) = (cursor.get_untracked(), bottom.get_untracked());
        let to = board.try_update(|board| board.move_cursor(arrow, from, bottom));
        if let Some(to) = to {
            crate::browser::focus(&format!("#square-{to}"));
        }
    };
    let crown_at = move || {
        let (x, y) =
            dragged.get().unwrap_or_else(|| scene.with(|scene| centre(scene.crown, scene.bottom)));
        place_on_board(x - CROWN / 2.0, y - CROWN * 0.7, CROWN)
    };
    let coordinates = Signal::derive(move || app.settings.with(|settings| settings.coordinates));
    view! {
        <div class="board" node_ref=frame data-colours=colours
            class:dragging=move || dragged.get().is_some()
            on:pointerdown=down on:pointermove=drag on:pointerup=up
            on:pointercancel=move |_| dragged.set(None)>
            <svg viewBox=format!("0 0 {0} {0}", Fixed(SIZE, 0)) aria-hidden="true" focusable="false">
                <use href="#ground" width=SIZE height=SIZE/>
                {move || scene.with(washes)}
                {move || scene.with(last_mark)}
                {keyed(move || scene.with(roses), |rose| *rose, move |rose| rose_view(rose, scene))}
                {move || app.layer.get().map(|draw| draw.run(bottom.get()))}
                {move || names(bottom.get(), coordinates.get())}
                {move || scene.with(target_marks)}
                {move || scene.with(|scene| reach_mark(scene, app.pointed.get()))}
                {move || scene.with(area_labels)}
                {move || app.overlay.get().map(|draw| draw.run(bottom.get()))}
            </svg>
            // Layers of their own, so that their motion repaints nothing.
            {keyed(move || scene.with(last_plays), |play| *play, opening_rose)}
            {keyed(move || scene.with(last_plays), |play| *play, move |play| flight(play, scene))}
            <div class="crown" style:transform=crown_at>
                <svg viewBox="-24 -28 48 48" aria-hidden="true" focusable="false">
                    <ellipse cx="0" cy="16" rx="19" ry="4" class="crown-shadow"/>
                    <use href="#crown" x="-24" y="-23" width="48" height="42"/>
                </svg>
            </div>
            <div class="squares" role="grid" aria-label=tr("board-label") on:keydown=keys>
                {(0..9u8).map(|row| view! {
                    <div role="row" class="row">
                        {(0..9u8).map(|column| {
                            let here = Memo::new(move |_| square_at(column, row, bottom.get()));
                            let id = move || here.get().map(|here| format!("square-{here}"));
                            let label = move || here.get().map(|here| scene.with(|scene| describe(scene, here)));
                            let tab = move || if here.get() == Some(cursor.get()) { "0" } else { "-1" };
                            let is_target = move || here.get().is_some_and(|here| scene.with(|scene| scene.target_at(here).is_some()));
                            // A finger that drags the crown must not scroll the page.
                            let has_crown = move || on_press.is_some() && here.get().is_some_and(|here| scene.with(|scene| scene.crown == here));
                            view! {
                                <button type="button" role="gridcell" id=id aria-label=label
                                    tabindex=tab class:can=is_target class:crowned=has_crown
                                    on:focus=move |_| if let Some(here) = here.get_untracked() { board.update(|board| board.focus(here)) }
                                    on:click=move |_| if let (Some(here), Some(on_press)) = (here.get_untracked(), on_press) { on_press.run(Press::Square(here)) }>
                                </button>
                            }
                        }).collect_view()}
                    </div>
                }).collect_view()}
            </div>
        </div>
    }
}

/// The side length of the layer of the crown, in the units of the drawing.
const CROWN: f64 = 48.0;

/// The transform that puts a layer of this side length at a point of the drawing.
fn place_on_board(x: f64, y: f64, length: f64) -> String {
    format!("translate({}%, {}%)", Fixed(100.0 * x / length, 1), Fixed(100.0 * y / length, 1))
}

/// The coordinates: in the corners of squares, where a rose leaves room for them, or on the frame.
fn names(bottom: Side, place: Coordinates) -> Option<View> {
    let inside = match place {
        Coordinates::Off => return None,
        Coordinates::Inside => true,
        Coordinates::Outside => false,
    };
    let text = |(x, y): (f64, f64), class: &'static str, name: String| {
        view! { <text x=x y=y class=class>{name}</text> }
    };
    let both = |n: u8| {
        let at = FRAME + CELL * f64::from(n);
        let file = square_at(n, 8, bottom).map(|at| (b'a' + at.file()) as char);
        let rank = square_at(0, n, bottom).map(|at| at.rank() + 1);
        let file = file.map(String::from).unwrap_or_default();
        let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
        // On a phone, those of the corners move to the frame (`styles/2-board.css`).
        let edge = if inside { "coordinate edge narrow" } else { "coordinate edge" };
        let middle = at + CELL / 2.0;
        let corners = inside.then(|| {
            view! {
                {text((at + CELL - 8.0, SIZE - FRAME - 6.0), "coordinate", file.clone())}
                {text((FRAME + 8.0, at + 15.0), "coordinate", rank.clone())}
            }
        });
        view! {
            {corners}
            {text((middle, SIZE - 6.0), edge, file)}
            {text((9.5, middle + 4.0), edge, rank)}
        }
    };
    Some(view! { {(0..9u8).map(both).collect_view()} })
}

/// The accessible label of a square.
fn describe(scene: &Scene, at: Square) -> String {
    let position = &scene.position;
    let mut parts = vec![at.to_string()];
    if scene.crown == at {
        parts.push(tr("square-crown"));
    }
    match position.rose_at(at) {
        Some(side) => {
            let name = texts().side(side, position.ruleset());
            parts.push(fill("side-rose", &[("side", name.into())]));
            let count = position.roses(side).joined_to(bosworth_rules::Squares::of(at)).len();
            parts.push(fill("square-territory", &[("count", count.into())]));
        }
        None => parts.push(tr("say-empty")),
    }
    if let Some(target) = scene.target_at(at) {
        let id = match (target.is_hero(), scene.gains) {
            (false, true) => "square-target",
            (true, true) => "square-target-hero",
            (false, false) => "square-target-only",
            (true, false) => "square-target-hero-only",
        };
        let gain = target.worth();
        parts.push(fill(id, &[("number", target.number.into()), ("gain", gain.into())]));
        if scene.chosen == Some(target.action) {
            parts.push(tr("square-chosen"));
        }
    }
    parts.join(", ")
}
