use std::fmt::Write as _;

use bosworth_board::{Arrow, Board as Touched, Press, Scene, Target, square_at};
use bosworth_rules::{Colours, Side, Square, Squares};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

use crate::app::use_app;
use crate::language::{fill, texts, tr};
use crate::settings::Coordinates;
use crate::shape::{CELL, FRAME, SIZE, centre, outline};

/// The board: an SVG drawing, overlaid with one button per square.
#[component]
pub fn Board(
    /// What it shows.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Its UI state.
    board: RwSignal<Touched>,
    /// Called when a square is pressed or the crown is dragged; absent for a read-only board.
    #[prop(into, optional)]
    on_press: Option<Callback<Press>>,
) -> impl IntoView {
    let app = use_app();
    let frame = NodeRef::<Div>::new();
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
        format!("translate({x:.1}px, {:.1}px)", y - 5.0)
    };
    let coordinates = move || app.settings.with(|settings| settings.coordinates);
    view! {
        <div class="board" node_ref=frame data-colours=colours
            class:dragging=move || dragged.get().is_some()
            on:pointerdown=down on:pointermove=drag on:pointerup=up
            on:pointercancel=move |_| dragged.set(None)>
            <svg viewBox=format!("0 0 {SIZE} {SIZE}") aria-hidden="true" focusable="false">
                <Ground bottom coordinates/>
                {move || scene.with(washes)}
                {move || scene.with(last_mark)}
                <For each=move || scene.with(roses) key=|rose| *rose let:rose>
                    {rose_view(rose, scene)}
                </For>
                {move || scene.with(target_marks)}
                <g class="crown" style:transform=crown_at>
                    <ellipse cx="0" cy="16" rx="19" ry="4" class="crown-shadow"/>
                    <use href="#crown" x="-24" y="-23" width="48" height="42"/>
                </g>
                {move || scene.with(area_labels)}
            </svg>
            <div class="squares" role="grid" aria-label=tr("board-label") on:keydown=keys>
                {(0..9u8).map(|row| view! {
                    <div role="row" class="row">
                        {(0..9u8).map(|column| {
                            let here = Memo::new(move |_| square_at(column, row, bottom.get()));
                            let id = move || here.get().map(|here| format!("square-{here}"));
                            let label = move || here.get().map(|here| scene.with(|scene| describe(scene, here)));
                            let tab = move || if here.get() == Some(cursor.get()) { "0" } else { "-1" };
                            let is_target = move || here.get().is_some_and(|here| scene.with(|scene| scene.target_at(here).is_some()));
                            view! {
                                <button type="button" role="gridcell" id=id aria-label=label
                                    tabindex=tab class:can=is_target
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

/// The background: paper and grid, which the page has a drawing of, and coordinates.
#[component]
fn Ground(
    #[prop(into)] bottom: Signal<Side>,
    coordinates: impl Fn() -> Coordinates + Send + Sync + 'static,
) -> impl IntoView {
    let names = move || {
        let place = coordinates();
        if place == Coordinates::Off {
            return None;
        }
        let inside = place == Coordinates::Inside;
        let texts: Vec<_> = (0..9u8)
            .flat_map(|n| {
                let corner = bottom.get();
                let at = FRAME + CELL * f64::from(n);
                let file = square_at(n, 8, corner).map(|at| (b'a' + at.file()) as char);
                let rank = square_at(0, n, corner).map(|at| at.rank() + 1);
                let (file_at, rank_at) = if inside {
                    ((at + CELL - 8.0, SIZE - FRAME - 6.0), (FRAME + 7.0, at + 15.0))
                } else {
                    ((at + CELL / 2.0, SIZE - 14.5), (16.0, at + CELL / 2.0 + 4.0))
                };
                [
                    (file_at, file.map(|file| file.to_string())),
                    (rank_at, rank.map(|rank| rank.to_string())),
                ]
            })
            .map(|((x, y), text)| view! { <text x=x y=y class="coordinate">{text}</text> })
            .collect();
        Some(texts)
    };
    view! {
        <use href="#ground" width=SIZE height=SIZE/>
        {names}
    }
}

/// The territories of both sides as soft shapes. During the count at the end, those that were
/// counted are outlined.
fn washes(scene: &Scene) -> impl IntoView + use<> {
    let bottom = scene.bottom;
    let shapes: Vec<_> = scene
        .territories()
        .map(|(side, territory)| {
            let path = outline(territory.squares, bottom, 3.0, 12.0);
            let class = if side == Side::Red { "wash red" } else { "wash white" };
            let counted = scene.tally.is_some() && is_counted(scene, territory.squares);
            let latest = is_latest(scene, territory.squares);
            view! { <path d=path class=class class:outlined=counted class:latest=latest/> }
        })
        .collect();
    let all = scene.areas && scene.tally.is_none();
    view! { <g class:outlined=all>{shapes}</g> }
}

/// Whether a territory has been counted; outside of a count, all have.
fn is_counted(scene: &Scene, squares: Squares) -> bool {
    scene.tally.is_none_or(|tally| squares & tally.counted == squares)
}

/// Whether a territory was counted in the last step.
fn is_latest(scene: &Scene, squares: Squares) -> bool {
    let latest = scene.tally.and_then(|tally| tally.latest);
    latest.is_some_and(|latest| squares & latest.squares == squares)
}

/// Sizes and points of the territories.
fn area_labels(scene: &Scene) -> Option<impl IntoView + use<>> {
    let bottom = scene.bottom;
    scene.areas.then(|| {
        let labels: Vec<_> = scene
            .territories()
            .filter(|(_, territory)| territory.size() > 1)
            .filter(|(_, territory)| is_counted(scene, territory.squares))
            .filter_map(|(side, territory)| {
                let (x, y) = centre(territory.squares.first()?, bottom);
                let class = if side == Side::Red { "area-label red" } else { "area-label white" };
                let text = format!("{}² = {}", territory.size(), territory.points());
                let width = 7.0 * text.chars().count() as f64 + 10.0;
                // Labels near the right edge are drawn to the left.
                let x = (x - 24.0).min(SIZE - FRAME - width);
                Some(view! {
                    <g class=class transform=format!("translate({x:.1} {:.1})", y - 31.0)>
                        <rect width=width height="18" rx="9"/>
                        <text x=width / 2.0 y="13">{text}</text>
                    </g>
                })
            })
            .collect();
        labels
    })
}

/// The mark of the last move. Its trail leaves out the squares with a target, whose number it
/// would run through.
fn last_mark(scene: &Scene) -> Option<impl IntoView + use<>> {
    let (from, to) = scene.last?;
    let targets: Vec<_> =
        scene.targets.iter().map(|target| centre(target.square, scene.bottom)).collect();
    let (from, to) = (centre(from, scene.bottom), centre(to, scene.bottom));
    let steps = ((to.0 - from.0).abs().max((to.1 - from.1).abs()) / CELL).round().max(1.0);
    let at = |step: f64| {
        (from.0 + (to.0 - from.0) * step / steps, from.1 + (to.1 - from.1) * step / steps)
    };
    let mut trail = String::new();
    // Half a square at a time: each half belongs to one square.
    for half in 0..(2.0 * steps) as u32 {
        let half = f64::from(half) / 2.0;
        let ((x, y), (x2, y2)) = (at(half), at(half + 0.5));
        let square = at((half + 0.25).round());
        let near = |at: &(f64, f64)| (at.0 - square.0).abs() + (at.1 - square.1).abs() < 1.0;
        if !targets.iter().any(near) {
            let _ = write!(trail, "M{x:.1} {y:.1}L{x2:.1} {y2:.1}");
        }
    }
    let begins = scene
        .last
        .is_some_and(|(from, _)| scene.targets.iter().all(|target| target.square != from));
    Some(view! {
        <g class="last">
            <path d=trail/>
            {begins.then(|| view! { <circle cx=from.0 cy=from.1 r="5"/> })}
            <rect x=to.0 - CELL / 2.0 + 2.0 y=to.1 - CELL / 2.0 + 2.0 width=CELL - 4.0 height=CELL - 4.0 rx="8"/>
        </g>
    })
}

/// A rose on the board: where, whose, and with whose side at the bottom.
type Rose = (Square, Side, Side);

fn roses(scene: &Scene) -> Vec<Rose> {
    let on = |side| scene.position.roses(side).iter().map(move |square| (square, side));
    on(Side::Red)
        .chain(on(Side::White))
        .map(|(square, side)| (square, side, scene.bottom))
        .collect()
}

fn rose_view((at, side, bottom): Rose, scene: Memo<Scene>) -> impl IntoView {
    let (x, y) = centre(at, bottom);
    // Only a newly placed rose is animated.
    let new = scene.with_untracked(|scene| scene.last.is_some_and(|(_, to)| to == at));
    let href = if side == Side::Red { "#rose-red" } else { "#rose-white" };
    view! {
        <g transform=format!("translate({x} {y})")>
            <use href=href x="-26" y="-26" width="52" height="52" class="rose" class:new=new/>
        </g>
    }
}

/// The marks on the squares that cards lead to.
fn target_marks(scene: &Scene) -> impl IntoView + use<> {
    let mark = |target: &Target| {
        let (x, y) = centre(target.square, scene.bottom);
        let mover = target.side == scene.position.side();
        let chosen = mover && scene.chosen == Some(target.action);
        let shape = if target.is_hero() {
            "M-24 -25h48v27c0 13-13 20-24 24c-11-4-24-11-24-24z"
        } else {
            "M-23 0a23 23 0 1 1 46 0a23 23 0 1 1-46 0z"
        };
        let gain = mover
            .then(|| view! { <text y="6" class="gain">{format!("+{}", target.worth())}</text> });
        view! {
            <g class="target" class:chosen=chosen class:theirs=!mover class:hero=target.is_hero()
                transform=format!("translate({x} {y})")>
                {target.is_hero().then(|| view! { <path d=shape class="halo"/> })}
                <path d=shape/>
                {gain}
                <g class="badge" transform="translate(20 -20)">
                    <circle r="10"/>
                    <text y="4.2">{target.number}</text>
                </g>
            </g>
        }
    };
    let marks: Vec<_> = scene.targets.iter().map(mark).collect();
    let hints: Vec<_> = scene
        .hints
        .iter()
        .map(|at| {
            let (x, y) = centre(*at, scene.bottom);
            view! {
                <g class="hint-mark" transform=format!("translate({x} {y})")>
                    <path d="M-28 -16V-28H-16M16 -28H28V-16M28 16V28H16M-16 28H-28V16"/>
                </g>
            }
        })
        .collect();
    view! { {marks}{hints} }
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
        let id = if target.is_hero() { "square-target-hero" } else { "square-target" };
        let gain = target.gain[target.side];
        parts.push(fill(id, &[("number", target.number.into()), ("gain", gain.into())]));
        if scene.chosen == Some(target.action) {
            parts.push(tr("square-chosen"));
        }
    }
    parts.join(", ")
}
