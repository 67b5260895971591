use bosworth_board::{HandCard, Press, Scene};
use bosworth_rules::{Card, Position, Side, Square};
use bosworth_view::event::{KeyboardEvent, PointerEvent};
use bosworth_view::prelude::*;
use wasm_bindgen::JsCast;

use super::card::{CardFace, turned};
use crate::app::use_app;
use crate::browser;
use crate::language::{fill, texts};

/// The distance after which a press becomes a drag, in pixels.
const DRAG_THRESHOLD_PX: i32 = 8;

/// A card held by a pointer.
#[derive(Clone, Copy, PartialEq)]
struct Drag {
    card: Card,
    /// Where the pointer was pressed.
    from: (i32, i32),
    /// The distance moved.
    by: (i32, i32),
    /// Whether the distance makes it a drag rather than a press.
    moved: bool,
}

/// The cards of a hand. They can be pressed, and dragged to a square of the board.
#[component]
pub fn Hand(
    /// The side.
    #[prop(into)]
    side: Signal<Side>,
    /// The scene of the board.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Called when a card is pressed or dragged.
    on_press: Callback<Press>,
) -> View {
    let position = Memo::new(move |_| scene.with(|scene| scene.position));
    let bottom = Memo::new(move |_| scene.with(|scene| scene.bottom));
    let open = Memo::new(move |_| scene.with(|scene| scene.is_open_for(side.get())));
    let pointed = use_app().pointed;
    on_cleanup(move || pointed.set(None));
    let drag = RwSignal::new(None::<Drag>);
    // A drag ends with a click event, which must not count as a press.
    let dropped = StoredValue::new(false);
    let cards = Memo::new(move |_| {
        let side = side.get();
        position.with(|position| position.hand(side).iter().collect::<Vec<_>>())
    });
    let down = move |card: Card| {
        move |event: PointerEvent| {
            dropped.set_value(false);
            if event.button() != 0 || !open.get_untracked() {
                return;
            }
            let target = event.target().and_then(|at| at.dyn_into::<web_sys::Element>().ok());
            if let Some(card) = target.and_then(|at| at.closest(".card").ok().flatten()) {
                let _ = card.set_pointer_capture(event.pointer_id());
            }
            let from = (event.client_x(), event.client_y());
            drag.set(Some(Drag { card, from, by: (0, 0), moved: false }));
        }
    };
    let go = move |event: PointerEvent| {
        let Some(held) = drag.get_untracked() else { return };
        let by = (event.client_x() - held.from.0, event.client_y() - held.from.1);
        let moved = held.moved || by.0.abs().max(by.1.abs()) > DRAG_THRESHOLD_PX;
        if moved {
            drag.set(Some(Drag { by, moved, ..held }));
        }
    };
    let up = move |event: PointerEvent| {
        let Some(held) = drag.get_untracked() else { return };
        if held.moved {
            dropped.set_value(true);
            if let Some(square) = square_under(&event) {
                on_press.run(Press::DragCard(held.card, square));
            }
        }
        drag.set(None);
    };
    let card = move |(n, held): (usize, Card)| {
        let look = Memo::new(move |_| scene.with(|scene| scene.held(side.get(), held)));
        let label = move || {
            let (side, position) = (side.get(), position.get());
            format!("{}: {}", n + 1, card_label(&position, side, held, look.get()))
        };
        let direction = position.with_untracked(|position| position.direction(side.get(), held));
        let direction = turned(direction, bottom.get());
        let enter = move |event: KeyboardEvent| {
            // The synthetic click of Enter would deselect the card again.
            if event.key() == "Enter" {
                event.prevent_default();
                event.stop_propagation();
                if open.get_untracked() && !event.repeat() {
                    on_press.run(Press::EnterOn(held));
                }
            }
        };
        let click = move |_| {
            // A press on a card of the opponent is refused with the reason.
            if !dropped.get_value() {
                on_press.run(Press::Card(held));
            }
            dropped.set_value(false);
        };
        let dragged = Memo::new(move |_| drag.get().filter(|drag| drag.moved && drag.card == held));
        let place = move || match dragged.get() {
            Some(drag) => format!("{}px {}px", drag.by.0, drag.by.1),
            None => "none".into(),
        };
        let point = move || pointed.set(Some((side.get_untracked(), held)));
        let leave = move || {
            if pointed.get_untracked() == Some((side.get_untracked(), held)) {
                pointed.set(None);
            }
        };
        let number = n + 1;
        view! {
            <button type="button" class="card" id=move || format!("card-{}-{number}", side.get().letter())
                class:dim=move || !look.get().playable class:sel=move || look.get().chosen
                class:premove=move || look.get().premove
                class:hero=move || look.get().hero && look.get().playable
                class:new=move || look.get().new
                class:dragged=move || dragged.get().is_some()
                style:translate=place
                aria-disabled=move || (!open.get()).then_some("true")
                aria-pressed=move || open.get().then(|| (look.get().chosen || look.get().premove).to_string())
                aria-label=label on:keydown=enter
                on:pointerdown=down(held) on:pointermove=go on:pointerup=up
                on:pointercancel=move |_| drag.set(None)
                on:pointerenter=move |_| point() on:pointerleave=move |_| leave()
                on:focus=move |_| point() on:blur=move |_| leave()
                on:click=click>
                <CardFace card=held direction/>
                <span class="number" aria-hidden="true" data-number=number></span>
            </button>
        }
    };
    let gaps = move || {
        let gap = |_| view! { <span class="card-gap" aria-hidden="true"></span> };
        (cards.get().len()..Position::HAND as usize).map(gap).collect_view()
    };
    view! {
        <div class="cards" role="group" aria-label=move || hand_label(side.get(), &position.get())>
            {move || cards.get().into_iter().enumerate().map(card).collect_view()}
            {gaps}
        </div>
    }
}

/// The square of the board under a pointer. The styles make the dragged card transparent to pointer
/// events.
fn square_under(event: &PointerEvent) -> Option<Square> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let id = browser::document().element_from_point(x, y)?.id();
    id.strip_prefix("square-")?.parse().ok()
}

fn hand_label(side: Side, position: &Position) -> String {
    fill("hand-label", &[("side", texts().side(side, position.ruleset()).into())])
}

fn card_label(position: &Position, side: Side, held: Card, look: HandCard) -> String {
    let name = texts().card(position, side, held);
    let target = position.target(side, held).map(|target| target.to_string());
    let id = match &target {
        None => "card-off",
        Some(_) if look.playable && look.hero => "card-hero",
        Some(_) if look.playable => "card-free",
        Some(_) => "card-barred",
    };
    fill(id, &[("name", name.into()), ("target", target.unwrap_or_default().into())])
}
