use bosworth_board::{Board as BoardState, Scene};
use bosworth_rules::{Position, Side};
use bosworth_view::prelude::*;

use crate::app::AppContext;
use crate::language::tr;
use crate::lifetime::Lifetime;
use crate::parts::{Board, button};
use crate::settings::HandTargets;

/// The positions before and after a move of the crown.
const BEFORE: &str = "9/3r5/2rw5/2rrw4/3ww4/4r4/5w3/9/9 e5 r N2,E2,SW1 N1,NE1,W3 4 4 - classic";
const AFTER: &str = "9/3r5/2rw5/2rrw4/3ww1r2/4r4/5w3/9/9 g5 w N2,SW1 N1,NE1,W3 4 4 - classic";

/// The pause before a move is shown, in milliseconds.
const PAUSE_MS: u32 = 350;

/// A board that shows what the settings do, and a move at their pace.
pub(super) fn preview(app: AppContext) -> Option<View> {
    let (before, after): (Position, Position) = (BEFORE.parse().ok()?, AFTER.parse().ok()?);
    let life = Lifetime::new();
    let has_moved = RwSignal::new(false);
    let board = RwSignal::new(BoardState::default());
    let scene = Signal::derive(move || {
        let (both, areas) =
            app.settings.with(|settings| (settings.hands == HandTargets::Both, settings.areas));
        board.with(|board| {
            if has_moved.get() {
                let last = Some((before.crown(), after.crown()));
                return Scene { last, areas, ..board.scene(after, Side::White) };
            }
            let mut scene = Scene { areas, ..board.scene(before, Side::White) };
            scene.offer(board, both);
            scene
        })
    });
    let show = move || {
        has_moved.set(false);
        life.after(PAUSE_MS, move || has_moved.set(true));
    };
    // A change of the motion shows itself, as one of the colours does.
    let animation = Memo::new(move |_| app.settings.with(|settings| settings.animation));
    Effect::new(move |before: Option<()>| {
        animation.get();
        if before.is_some() {
            show();
        }
    });
    Some(view! {
        <div class="settings-preview">
            <div aria-hidden="true" inert=""><Board scene board/></div>
            {button("settings-move", "small", tr("settings-move"), show)}
        </div>
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bosworth_rules::Action;

    #[test]
    fn the_preview_shows_a_legal_move() {
        let before: Position = BEFORE.parse().expect("a position");
        let after: Position = AFTER.parse().expect("a position");
        let to = before.actions().iter().find_map(|action| match action {
            Action::Play(card) => before.target(Side::Red, card).filter(|to| *to == after.crown()),
            _ => None,
        });
        assert_eq!(to, Some(after.crown()));
        let rose = after.roses(Side::Red) - before.roses(Side::Red);
        assert_eq!(rose.first(), Some(after.crown()));
    }
}
