use crate::{Next, Position};

/// Counts the leaves of the game tree at a depth. Each outcome of a draw counts separately, a
/// pass is a ply, and a finished game has no children.
///
/// ```
/// use bosworth_rules::{Position, perft};
///
/// let start: Position =
///     "9/9/9/9/9/9/9/9/9 e5 r NE2,E3,S2,W3,NW3 SE1,SE2,SW2,SW3,W1 4 4 - classic".parse()?;
/// assert_eq!(perft(&start, 3), 327);
/// # Ok::<(), bosworth_rules::ParsePositionError>(())
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else {
        return 1;
    };
    position
        .choices()
        .iter()
        .map(|choice| match choice.take() {
            Next::Position(next) => perft(&next, rest),
            Next::Draw(pending) if rest == 0 => u64::from(pending.outcomes().len()),
            Next::Draw(pending) => pending.each().map(|(_, next)| perft(&next, rest)).sum(),
        })
        .sum()
}
