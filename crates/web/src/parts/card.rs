use bosworth_rules::{Card, Direction, Side};
use bosworth_view::prelude::*;

/// The angle of a direction, clockwise from east, in degrees.
fn angle(direction: Direction) -> i32 {
    (direction as i32) * 45 - 90
}

/// The direction on a card's face: where it points on the screen, given the board's orientation.
pub fn turned(direction: Direction, bottom: Side) -> Direction {
    if bottom == Side::Red { direction.turned(4) } else { direction }
}

/// The drawing of a card: a sword on a compass, and a Roman numeral.
#[component]
pub fn CardFace(
    /// The card.
    card: Card,
    /// Where the sword points on the screen.
    direction: Direction,
) -> View {
    // A drawing rather than text: the card has an accessible label.
    let numeral = format!("#numeral-{}", card.steps as u8 + 1);
    let turn = format!("rotate({} 31 36)", angle(direction));
    view! {
        <svg class="face" viewBox="0 0 62 86" aria-hidden="true" focusable="false">
            <use href="#compass" x="9" y="14" width="44" height="44"/>
            <use href="#sword" x="9" y="14" width="44" height="44" transform=turn/>
            <use href=numeral x="21" y="65" width="20" height="14"/>
        </svg>
    }
}
