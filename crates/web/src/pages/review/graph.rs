//! The evaluation graph: Red's win chance or lead, ply by ply.

use bosworth_texts::Fixed;
use core::fmt::Write;

use bosworth_engine::{Mark, PlyReview, Review};
use bosworth_rules::Side;
use bosworth_view::event;
use bosworth_view::prelude::*;

use super::control::ReviewControl;
use super::errors;
use crate::language::tr;
use crate::parts::{evaluation_text, group, live, title};
use crate::settings::BarKind;

/// The dimensions of the drawing and of the plot area.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 392.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 136.0;
const MIDDLE: f64 = f64::midpoint(TOP, BOTTOM);

/// The markers on the curve: the class, which is also the suffix of the message id, and the shape.
const SHAPES: [(&str, &str); 5] = [
    ("inaccuracy", "m0-5.5 5.5 5.5-5.5 5.5-5.5-5.5z"),
    ("mistake", "m-6.5-5.5h13l-6.5 11z"),
    ("blunder", "m-5-5 10 10m0-10-10 10"),
    ("lucky", STAR),
    ("unlucky", STAR),
];
const STAR: &str = "m0-7.5 2.2 4.6 5.1.7-3.7 3.5.9 5-4.5-2.4-4.5 2.4.9-5-3.7-3.5 5.1-.7z";

/// The markers of a ply.
fn shapes(ply: &PlyReview) -> impl Iterator<Item = usize> {
    let mark = ply.mark().and_then(|mark| Mark::ALL.iter().position(|known| *known == mark));
    let luck = ply.luck().filter(|luck| luck.abs() >= errors::MIN_MARKED_LUCK);
    let luck = luck.map(|luck| if luck > 0.0 { 3 } else { 4 });
    mark.into_iter().chain(luck)
}

/// The x coordinate of a ply.
fn across(ply: usize, last: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * ply as f64 / last.max(1) as f64
}

/// The range of the y axis, in points.
fn scale(plies: &[PlyReview]) -> f64 {
    let most = plies.iter().map(|ply| ply.margin.abs()).fold(0.0, f64::max);
    (most / 20.0).ceil().max(1.0) * 20.0
}

/// The points of the curve.
fn points(review: &Review, last: usize, margin: bool) -> Vec<(f64, f64)> {
    let scale = scale(&review.plies);
    let height = |share: f64| BOTTOM - (BOTTOM - TOP) * share;
    let of = |ply: &PlyReview| if margin { 0.5 + ply.margin / scale / 2.0 } else { ply.after };
    let first =
        (!margin && !review.plies.is_empty()).then(|| (across(0, last), height(review.first)));
    let rest = review.plies.iter().map(|ply| (across(ply.number, last), height(of(ply))));
    first.into_iter().chain(rest).collect()
}

/// A point of a path.
fn at(x: f64, y: f64) -> String {
    format!("{} {}", Fixed(x, 1), Fixed(y, 1))
}

/// A line from one side of the drawing to the other.
fn across_all(y: f64) -> String {
    format!("M{}H{}", at(LEFT, y), Fixed(RIGHT, 1))
}

/// All paths of the drawing, with their classes.
fn paths(review: &Review, last: usize, margin: bool) -> Vec<(&'static str, String)> {
    let points = points(review, last, margin);
    let line = |points: &[(f64, f64)]| {
        let mut path = String::new();
        for (n, (x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{}", if n == 0 { 'M' } else { 'L' }, at(*x, *y));
        }
        path
    };
    // Split the segments that cross the middle, for the areas above and below.
    let mut cut: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in &points {
        if let Some(&(before, height)) = cut.last()
            && (height - MIDDLE) * (y - MIDDLE) < 0.0
        {
            cut.push((before + (x - before) * (MIDDLE - height) / (y - height), MIDDLE));
        }
        cut.push((x, y));
    }
    let area = |side: fn(f64, f64) -> f64| match (cut.first(), cut.last()) {
        (Some((first, _)), Some((last, _))) => {
            let half: Vec<_> = cut.iter().map(|(x, y)| (*x, side(*y, MIDDLE))).collect();
            format!("{}L{}L{}z", line(&half), at(*last, MIDDLE), at(*first, MIDDLE))
        }
        _ => String::new(),
    };
    let mut paths =
        vec![("area red", area(f64::min)), ("area white", area(f64::max)), ("line", line(&points))];
    let skip = points.len() - review.plies.len();
    for (n, (class, shape)) in SHAPES.into_iter().enumerate() {
        let mut path = String::new();
        for (ply, (x, y)) in review.plies.iter().zip(&points[skip..]) {
            if shapes(ply).any(|shape| shape == n) {
                // A draw can have two markers, for an error and for luck: avoid an overlap.
                let y = if n > 2 { (y - 15.0).max(9.0) } else { *y };
                let _ = write!(path, "M{}{shape}", at(*x, y));
            }
        }
        paths.push((class, path));
    }
    paths
}

/// The heading of the graph, and the switch between win chance and lead.
pub fn head(control: ReviewControl) -> Vec<View> {
    let shown = control.shows_margin.get();
    let kind = |id: &'static str, margin: bool| {
        view! {
            <button type="button" class="button small" id=id aria-pressed=(shown == margin).to_string()
                on:click=move |_| control.shows_margin.set(margin)>{tr(id)}</button>
        }
    };
    let kinds = view! {
        <div class="kinds-row" role="group" aria-label=tr("review-kind")>
            {[kind("review-chance", false), kind("review-margin", true)]}
        </div>
    };
    vec![title("review-course", tr("review-course")), kinds]
}

/// The graph, overlaid with an invisible slider for accessible navigation.
pub fn view(control: ReviewControl) -> View {
    let slider = view! {
        <input type="range" id="review-graph" data-board-keys="" min="0" max=control.last() aria-label=tr("review-place")
            aria-valuetext=move || spoken(control) prop:value=move || control.at.get().to_string()
            on:input=move |event| control.go_to(event::value(&event).parse().unwrap_or_default())/>
    };
    group("graph", vec![live("", move || vec![drawing(control)]), slider])
}

/// The text of the slider's value, for screen readers.
fn spoken(control: ReviewControl) -> String {
    let kind = if control.shows_margin.get() { BarKind::Margin } else { BarKind::Chance };
    let value = control.value().map(|value| evaluation_text(kind, value, control.ruleset()));
    let at = control.at.get();
    format!("{}: {} {}", control.ply_label(at), control.sentence(at), value.unwrap_or_default())
}

fn path(class: &'static str, d: String) -> View {
    view! { <path class=class d=d/> }
}

fn label(class: &'static str, x: f64, y: f64, text: String) -> View {
    view! { <text class=class x=x y=y>{text}</text> }
}

fn drawing(control: ReviewControl) -> View {
    let (last, margin) = (control.last(), control.shows_margin.get());
    let now = across(control.shown(), last);
    let parts = control.progress.with(|progress| {
        let most = scale(&progress.review.plies);
        let labels = if margin {
            let most = Fixed(most, 0);
            [format!("+{most}"), "0".into(), format!("\u{2212}{most}")]
        } else {
            ["100", "50", "0"].map(String::from)
        };
        let mut parts = vec![
            path("grid", format!("{}{}", across_all(TOP), across_all(BOTTOM))),
            path("grid middle", across_all(MIDDLE)),
        ];
        for (text, y) in labels.into_iter().zip([TOP, MIDDLE, BOTTOM]) {
            parts.push(label("", LEFT - 6.0, y + 4.0, text));
        }
        let curve = paths(&progress.review, last, margin).into_iter();
        parts.extend(curve.map(|(class, d)| path(class, d)));
        parts.push(path("now", format!("M{}V{}", at(now, TOP - 8.0), Fixed(BOTTOM + 8.0, 1))));
        parts.push(label("of", LEFT + 4.0, TOP + 12.0, control.side(Side::Red)));
        parts.push(label("of", LEFT + 4.0, BOTTOM - 5.0, control.side(Side::White)));
        parts
    });
    view! { <svg viewBox=format!("0 0 {}", at(WIDTH, HEIGHT)) aria-hidden="true">{parts}</svg> }
}

/// The legend of the markers.
pub fn legend() -> View {
    let entry = |(class, shape): (&'static str, &str)| {
        let shape = path(class, format!("M0 0{shape}"));
        view! { <li><svg viewBox="-9 -9 18 18">{shape}</svg>{tr(&format!("review-{class}"))}</li> }
    };
    let entries: Vec<_> = SHAPES.into_iter().map(entry).collect();
    view! { <ul class="legend" aria-hidden="true">{entries}</ul> }
}

#[cfg(test)]
mod tests {
    use bosworth_engine::{CardChance, DecisionReview, DrawLuck};

    use super::*;

    fn ply(number: usize, after: f64, loss: f64, luck: f64) -> PlyReview {
        let card = "W1".parse().expect("a card");
        let best = "N2".parse().expect("an action");
        PlyReview {
            number,
            side: Side::Red,
            ply: "+W1".parse().expect("a ply"),
            before: 0.5,
            after,
            margin: -30.0,
            forecast: None,
            decision: Some(DecisionReview {
                best,
                loss,
                exact: false,
                actions: Vec::new(),
                rollout: Vec::new(),
            }),
            draw: Some(DrawLuck {
                mean: 0.5,
                red: luck,
                cards: vec![CardChance { card, win_chance: 0.5 + luck }],
            }),
        }
    }

    fn review(plies: Vec<PlyReview>) -> Review {
        Review { start: 0.5, first: 0.75, plies, finished: false }
    }

    #[test]
    fn both_areas_meet_where_the_curve_crosses_the_middle() {
        let paths = paths(&review(vec![ply(1, 0.25, 0.0, 0.0)]), 2, false);
        // From 75 at the left to 25 in the middle of the drawing: it crosses half-way.
        assert_eq!(paths[0].1, "M34.0 44.5L123.5 75.0L213.0 75.0L213.0 75.0L34.0 75.0z");
        assert_eq!(paths[1].1, "M34.0 75.0L123.5 75.0L213.0 105.5L213.0 75.0L34.0 75.0z");
        assert_eq!(paths[2].1, "M34.0 44.5L213.0 105.5");
    }

    #[test]
    fn errors_and_luck_have_different_markers() {
        let plies = vec![ply(1, 0.5, 0.2, 0.1), ply(2, 0.5, 0.0, -0.06), ply(3, 0.5, 0.04, 0.04)];
        let found: Vec<Vec<_>> = plies.iter().map(|ply| shapes(ply).collect()).collect();
        assert_eq!(found, [vec![2, 3], vec![4], vec![]]);
        let paths = paths(&review(plies), 3, true);
        let drawn: Vec<_> =
            paths[3..].iter().filter(|(_, d)| !d.is_empty()).map(|(class, _)| *class).collect();
        assert_eq!(drawn, ["blunder", "lucky", "unlucky"]);
    }

    #[test]
    fn an_empty_review_draws_nothing() {
        let paths = paths(&review(Vec::new()), 0, false);
        assert!(paths.iter().all(|(_, d)| d.is_empty()));
        assert_eq!(scale(&[ply(1, 0.5, 0.0, 0.0)]).to_string(), "40");
        assert_eq!(scale(&[]).to_string(), "20");
    }
}
