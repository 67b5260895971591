//! The geometry of the board drawing, and the outlines of territories.

use bosworth_texts::Fixed;
use std::fmt::Write as _;

use bosworth_board::place;
use bosworth_rules::{Side, Square, Squares};

/// The side length of a square in the drawing.
pub const CELL: f64 = 60.0;
/// The width of the frame around the squares.
pub const FRAME: f64 = 20.0;
/// The side length of the whole drawing.
pub const SIZE: f64 = 9.0 * CELL + 2.0 * FRAME;

/// The centre of a square in the drawing.
pub fn centre(square: Square, bottom: Side) -> (f64, f64) {
    let (column, row) = place(square, bottom);
    (FRAME + CELL * (f64::from(column) + 0.5), FRAME + CELL * (f64::from(row) + 0.5))
}

/// An SVG path around connected squares, inset from their edges and with rounded corners.
pub fn outline(squares: Squares, bottom: Side, inset: f64, radius: f64) -> String {
    let mut filled = [[false; 9]; 9];
    for square in squares {
        let (column, row) = place(square, bottom);
        filled[usize::from(row)][usize::from(column)] = true;
    }
    let mut path = String::new();
    for corners in contours(&filled) {
        let points = inner(&corners, inset);
        trace(&points, radius, &mut path);
    }
    path
}

/// The contours of the filled cells as closed polygons, with the inside on the right.
fn contours(filled: &[[bool; 9]; 9]) -> Vec<Vec<(i32, i32)>> {
    let inside = |column: i32, row: i32| {
        (0..9).contains(&column) && (0..9).contains(&row) && filled[row as usize][column as usize]
    };
    // The directed boundary edges of filled cells. Two can start at the same corner, where cells
    // touch diagonally.
    let mut edges: Vec<((i32, i32), (i32, i32))> = Vec::new();
    for row in 0..9 {
        for column in 0..9 {
            if !inside(column, row) {
                continue;
            }
            let sides = [
                ((0, -1), (column, row), (column + 1, row)),
                ((1, 0), (column + 1, row), (column + 1, row + 1)),
                ((0, 1), (column + 1, row + 1), (column, row + 1)),
                ((-1, 0), (column, row + 1), (column, row)),
            ];
            for ((x, y), from, to) in sides {
                if !inside(column + x, row + y) {
                    edges.push((from, to));
                }
            }
        }
    }
    let mut contours = Vec::new();
    while let Some((start, mut at)) = edges.pop() {
        let mut before = start;
        let mut line = vec![start];
        while at != start {
            let way = (at.0 - before.0, at.1 - before.1);
            // Turn right where contours meet: cells that touch diagonally are not connected.
            let right = (at.0 - way.1, at.1 + way.0);
            let next = edges
                .iter()
                .position(|edge| edge.0 == at && edge.1 == right)
                .or_else(|| edges.iter().position(|edge| edge.0 == at));
            let Some(next) = next else { break };
            let (_, to) = edges.swap_remove(next);
            if (to.0 - at.0, to.1 - at.1) != way {
                line.push(at);
            }
            before = at;
            at = to;
        }
        contours.push(corners_only(line));
    }
    contours
}

/// Removes the first vertex if it is collinear with its neighbours.
fn corners_only(mut line: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    if let [first, second, .., last] = line[..] {
        let straight = (first.0 == second.0 && first.0 == last.0)
            || (first.1 == second.1 && first.1 == last.1);
        if straight {
            line.remove(0);
        }
    }
    line
}

/// The polygon, inset.
fn inner(corners: &[(i32, i32)], inset: f64) -> Vec<(f64, f64)> {
    let count = corners.len();
    (0..count)
        .map(|n| {
            let (before, at, after) =
                (corners[(n + count - 1) % count], corners[n], corners[(n + 1) % count]);
            let unit = |from: (i32, i32), to: (i32, i32)| {
                (f64::from((to.0 - from.0).signum()), f64::from((to.1 - from.1).signum()))
            };
            let (come, go) = (unit(before, at), unit(at, after));
            // The inside is on the right, which is (-y, x) on a drawing with y downwards.
            let (x, y) = (-come.1 - go.1, come.0 + go.0);
            (FRAME + CELL * f64::from(at.0) + inset * x, FRAME + CELL * f64::from(at.1) + inset * y)
        })
        .collect()
}

/// Appends a closed polygon with rounded corners to an SVG path.
fn trace(points: &[(f64, f64)], radius: f64, path: &mut String) {
    let count = points.len();
    for n in 0..count {
        let (before, at, after) =
            (points[(n + count - 1) % count], points[n], points[(n + 1) % count]);
        let towards = |to: (f64, f64)| {
            let (x, y) = (to.0 - at.0, to.1 - at.1);
            let length = x.hypot(y);
            let part = (radius.min(length / 2.0)) / length;
            (at.0 + x * part, at.1 + y * part)
        };
        let (come, go) = (towards(before), towards(after));
        let command = if n == 0 { 'M' } else { 'L' };
        let _ = write!(
            path,
            "{command}{} {}Q{} {} {} {}",
            Fixed(come.0, 1),
            Fixed(come.1, 1),
            Fixed(at.0, 1),
            Fixed(at.1, 1),
            Fixed(go.0, 1),
            Fixed(go.1, 1),
        );
    }
    path.push('Z');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &[&str]) -> Squares {
        let mut squares = Squares::EMPTY;
        for name in names {
            squares.insert(name.parse().expect("a square"));
        }
        squares
    }

    /// `index.html` has a drawing of the empty board, which is shown before the program runs.
    #[test]
    fn the_drawing_in_index_html_has_the_same_dimensions() {
        let page = include_str!("../public/index.html");
        let (_, drawing) = page.split_once("<symbol id=\"ground\"").expect("a drawing");
        let (drawing, _) = drawing.split_once("</symbol>").expect("its end");
        assert!(drawing.contains(&format!("viewBox=\"0 0 {SIZE} {SIZE}\"")));
        let edge = 9.0 * CELL;
        for n in 1..9 {
            let at = FRAME + f64::from(n) * CELL;
            assert!(drawing.contains(&format!("M{at} {FRAME}v{edge}M{FRAME} {at}h{edge}")));
        }
        let crown = centre("e5".parse().expect("a square"), Side::Red);
        assert_eq!(crown, (SIZE / 2.0, SIZE / 2.0), "where the page draws the crown");
    }

    #[test]
    fn one_square_has_four_corners() {
        let path = outline(squares(&["a9"]), Side::Red, 0.0, 0.0);
        assert_eq!(path.matches('Q').count(), 4);
        assert_eq!(path.matches('Z').count(), 1);
    }

    #[test]
    fn a_ring_has_two_lines_and_a_bend_six_corners() {
        let ring = ["d4", "e4", "f4", "d5", "f5", "d6", "e6", "f6"];
        assert_eq!(outline(squares(&ring), Side::Red, 3.0, 8.0).matches('Z').count(), 2);
        let bend = outline(squares(&["e5", "e6", "f5"]), Side::Red, 3.0, 8.0);
        assert_eq!(bend.matches('Z').count(), 1);
        assert_eq!(bend.matches('Q').count(), 6);
    }

    #[test]
    fn squares_that_touch_at_a_corner_stay_apart() {
        assert_eq!(outline(squares(&["e5", "f6"]), Side::Red, 3.0, 8.0).matches('Z').count(), 2);
    }
}
