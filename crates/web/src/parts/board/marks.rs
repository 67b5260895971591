//! The drawings on the board: territories, the last move, roses, targets.

use std::fmt::Write as _;

use bosworth_board::{DecidingTerritory, Reach, Scene, Target};
use bosworth_rules::{Action, Card, Side, Square, Squares};
use bosworth_texts::Fixed;
use bosworth_view::prelude::*;

use super::place_on_board;
use crate::geometry::{CELL, FRAME, SIZE, centre, outline};
use crate::parts::{CardFace, turned};

/// The territories of both sides as soft shapes. During the count at the end, counted ones are
/// outlined.
pub fn washes(scene: &Scene) -> View {
    let bottom = scene.bottom;
    // At the end, the territory that decided stands out.
    let deciding = DecidingTerritory::of(&scene.position).filter(|_| scene.tally.is_none());
    let deciding = deciding.map(|deciding| deciding.territory.squares);
    let shapes: Vec<_> = scene
        .territories()
        .map(|(side, territory)| {
            let path = outline(territory.squares, bottom, 3.0, 12.0);
            let class = if side == Side::Red { "wash red" } else { "wash white" };
            let counted = scene.tally.is_some() && is_counted(scene, territory.squares);
            let latest = is_latest(scene, territory.squares);
            view! { <path d=path class=class class:outlined=counted class:latest=latest class:deciding={deciding == Some(territory.squares)}/> }
        })
        .collect();
    let all = scene.areas && scene.tally.is_none();
    view! { <g class:outlined=all>{shapes}</g> }
}

/// Whether a territory has been counted; always true outside of a count.
fn is_counted(scene: &Scene, squares: Squares) -> bool {
    scene.tally.is_none_or(|tally| squares & tally.counted == squares)
}

/// Whether a territory was counted in the last step.
fn is_latest(scene: &Scene, squares: Squares) -> bool {
    let latest = scene.tally.and_then(|tally| tally.latest);
    latest.is_some_and(|latest| squares & latest.squares == squares)
}

/// The sizes and points of the territories, between two rows, so that they cover little of the roses.
pub fn area_labels(scene: &Scene) -> Option<View> {
    let bottom = scene.bottom;
    scene.areas.then(|| {
        let labels: Vec<_> = scene
            .territories()
            .filter(|(_, territory)| territory.size() > 1)
            .filter(|(_, territory)| is_counted(scene, territory.squares))
            .filter_map(|(side, territory)| {
                // The crown would cover it.
                let squares = || territory.squares.iter();
                let square = squares().find(|square| *square != scene.crown);
                let (x, y) = centre(square.or_else(|| squares().next())?, bottom);
                let class = if side == Side::Red { "area-label red" } else { "area-label white" };
                let (size, points) = (format!("{}² = ", territory.size()), territory.points());
                let letters = size.chars().count() + points.to_string().len();
                let width = 7.0 * letters as f64 + 10.0;
                // Labels near the right edge are drawn to the left.
                let x = (x - 24.0).min(SIZE - FRAME - width);
                Some(view! {
                    <g class=class transform=translate(x, y - 30.0)>
                        <rect y="-9" width=width height="18" rx="9"/>
                        <text x="5" y="4"><tspan class="area-size">{size}</tspan>{points}</text>
                    </g>
                })
            })
            .collect();
        labels.into_view()
    })
}

/// The mark of the last move.
pub fn last_mark(scene: &Scene) -> Option<View> {
    let (from, to) = scene.last?;
    let begins = scene.targets.iter().all(|target| target.square != from);
    let targets: Vec<_> =
        scene.targets.iter().map(|target| centre(target.square, scene.bottom)).collect();
    let (from, to) = (centre(from, scene.bottom), centre(to, scene.bottom));
    Some(view! {
        <g class="last">
            <path d=trail(from, to, &targets)/>
            {begins.then(|| view! { <circle cx=from.0 cy=from.1 r="5"/> })}
            <rect x=to.0 - CELL / 2.0 + 2.0 y=to.1 - CELL / 2.0 + 2.0 width=CELL - 4.0 height=CELL - 4.0 rx="8"/>
        </g>
    })
}

fn translate(x: f64, y: f64) -> String {
    format!("translate({} {})", Fixed(x, 1), Fixed(y, 1))
}

/// The trail of a move, as an SVG path. It skips squares with a target, so as not to cross their
/// numbers.
fn trail(from: (f64, f64), to: (f64, f64), targets: &[(f64, f64)]) -> String {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let steps = (x.abs().max(y.abs()) / CELL).round().max(1.0);
    let at = |step: f64| (from.0 + x * step / steps, from.1 + y * step / steps);
    let mut trail = String::new();
    // In half squares, each of which belongs to one square.
    for half in 0..(2.0 * steps) as u32 {
        let half = f64::from(half) / 2.0;
        let square = at((half + 0.25).round());
        let near = |at: &(f64, f64)| (at.0 - square.0).abs() + (at.1 - square.1).abs() < 1.0;
        if !targets.iter().any(near) {
            let ((x, y), (x2, y2)) = (at(half), at(half + 0.5));
            let [x, y, x2, y2] = [x, y, x2, y2].map(|at| Fixed(at, 1));
            let _ = write!(trail, "M{x} {y}L{x2} {y2}");
        }
    }
    trail
}

/// A rose on the board: its square, its side, and the side at the bottom.
pub type Rose = (Square, Side, Side);

pub fn roses(scene: &Scene) -> Vec<Rose> {
    let on = |side| scene.position.roses(side).iter().map(move |square| (square, side));
    on(Side::Red)
        .chain(on(Side::White))
        .map(|(square, side)| (square, side, scene.bottom))
        .collect()
}

pub fn rose_view((at, side, bottom): Rose, scene: Memo<Scene>) -> View {
    let (x, y) = centre(at, bottom);
    // Only a newly placed rose is animated.
    let new = scene.with_untracked(|scene| scene.last.is_some_and(|(_, to)| to == at));
    let href = if side == Side::Red { "#rose-red" } else { "#rose-white" };
    view! {
        <g transform=translate(x, y)>
            <use href=href x="-26" y="-26" width="52" height="52" class="rose" class:new=new/>
        </g>
    }
}

/// The last play: where the crown came from, and the rose that was placed.
pub type LastPlay = (Square, Rose);

/// The last play, if the board shows the current position.
pub fn last_plays(scene: &Scene) -> Vec<LastPlay> {
    let play = scene
        .last
        .filter(|_| !scene.past)
        .and_then(|(from, to)| Some((from, (to, scene.position.rose_at(to)?, scene.bottom))));
    play.into_iter().collect()
}

/// The side length of the layer of a rose that opens, in the units of the drawing.
const ROSE: f64 = 52.0;

/// The newest rose while it opens, above the one in the drawing.
pub fn opening_rose((_, (at, side, bottom)): LastPlay) -> View {
    let (x, y) = centre(at, bottom);
    let href = if side == Side::Red { "#rose-red" } else { "#rose-white" };
    let spot = place_on_board(x - ROSE / 2.0, y - ROSE / 2.0, ROSE);
    view! {
        <div class="opening" style:transform=spot aria-hidden="true">
            <svg viewBox="-16 -16 32 32"><use href=href x="-16" y="-16" width="32" height="32"/></svg>
        </div>
    }
}

/// The card that was just played, on its way from the hand to the board.
pub fn flight((from, (at, side, bottom)): LastPlay, scene: Memo<Scene>) -> View {
    let (x, y) = centre(at, bottom);
    let spot = place_on_board(x - ROSE / 2.0, y - ROSE / 2.0, ROSE);
    let near = scene.with_untracked(|scene| scene.near == side);
    let Some(card) = card_between(from, at) else { return View::Empty };
    let direction = turned(card.direction, bottom);
    view! {
        <div class="flight" class:near=near style:transform=spot aria-hidden="true">
            <span class="flying"><CardFace card direction/></span>
        </div>
    }
}

/// The card that moves the crown between two squares, as White reads it.
fn card_between(from: Square, to: Square) -> Option<Card> {
    Card::ALL.into_iter().find(|card| from.step(card.direction, card.steps) == Some(to))
}

const FREE_TARGET: &str = "M-23 0a23 23 0 1 1 46 0a23 23 0 1 1-46 0z";
const HERO_TARGET: &str = "M-24 -25h48v27c0 13-13 20-24 24c-11-4-24-11-24-24z";

/// Where the card under the pointer leads: a line from the crown, and a ring, a shield, or a cross
/// if it cannot be played.
pub fn reach_mark(scene: &Scene, pointed: Option<(Side, Card)>) -> Option<View> {
    let (side, card) = pointed?;
    let reach = Reach::of(&scene.position, side, card)?;
    let (from, to) = (centre(reach.from, scene.bottom), centre(reach.to?, scene.bottom));
    let shape = match reach.action {
        Some(Action::Hero(_)) => HERO_TARGET,
        Some(_) => FREE_TARGET,
        None => "M-12 -12L12 12M12 -12L-12 12",
    };
    let line =
        format!("M{} {}L{} {}", Fixed(from.0, 1), Fixed(from.1, 1), Fixed(to.0, 1), Fixed(to.1, 1));
    Some(view! {
        <g class="reach" class:white={side == Side::White}>
            <path d=line.clone() class="halo"/>
            <path d=line/>
            <g transform=translate(to.0, to.1)><path d=shape class="halo"/><path d=shape/></g>
        </g>
    })
}

/// The marks on the target squares.
pub fn target_marks(scene: &Scene) -> View {
    let mark = |target: &Target, threat: bool| {
        let (x, y) = centre(target.square, scene.bottom);
        let chosen = !threat && scene.chosen == Some(target.action);
        let shape = if target.is_hero() { HERO_TARGET } else { FREE_TARGET };
        let gain = (!threat && scene.gains)
            .then(|| view! { <text y="6" class="gain">{format!("+{}", target.worth())}</text> });
        view! {
            <g class="target" class:chosen=chosen class:theirs=threat class:white={target.side == Side::White}
                class:hero=target.is_hero() transform=translate(x, y)>
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
    let threats = scene.threats.iter().map(|target| mark(target, true));
    let marks: Vec<_> =
        threats.chain(scene.targets.iter().map(|target| mark(target, false))).collect();
    let hints: Vec<_> = scene
        .hints
        .iter()
        .map(|at| {
            let (x, y) = centre(*at, scene.bottom);
            view! {
                <g class="hint-mark" transform=translate(x, y)>
                    <path d="M-28 -16V-28H-16M16 -28H28V-16M28 16V28H16M-16 28H-28V16"/>
                </g>
            }
        })
        .collect();
    view! { {marks}{hints} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flying_card_is_the_one_that_moved_the_crown() {
        let at = |name: &str| name.parse::<Square>().expect("a square");
        let card = |from, to| card_between(at(from), at(to)).map(|card| card.to_string());
        assert_eq!(card("e5", "g7").as_deref(), Some("NE2"));
        assert_eq!(card("e5", "b5").as_deref(), Some("W3"));
        assert_eq!(card("e5", "e5"), None);
    }

    #[test]
    fn the_trail_of_the_last_move_skips_target_squares() {
        let at = |name: &str| centre(name.parse().expect("a square"), Side::White);
        let (from, to) = (at("e5"), at("e2"));
        assert_eq!(trail(from, to, &[]).matches('M').count(), 6);
        assert_eq!(trail(from, to, &[at("e3"), at("a1")]).matches('M').count(), 4);
        assert_eq!(trail(from, to, &[at("e5")]).matches('M').count(), 5);
    }
}
