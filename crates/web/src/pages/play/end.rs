use bosworth_rules::Side;
use bosworth_texts::ResultForReader;
use bosworth_view::prelude::*;

use super::control::LocalGameControl;
use super::names::seat_name;
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{texts, tr};
use crate::sound::Sound;

/// The winner of a game that is over; `None` for a draw.
pub fn winner(table: &ClockedTable) -> Option<Side> {
    match table.lost {
        Some(loss) => Some(!loss.side()),
        None => table.position().outcome().and_then(|outcome| outcome.verdict.winner()),
    }
}

/// Calls a function with how the game ended, from the point of view of its only person.
pub fn with_ending<T>(table: &ClockedTable, call: impl FnOnce(ResultForReader<'_>) -> T) -> T {
    let winner = winner(table);
    let seats = table.seats;
    let name = winner.map(|side| seat_name(seats, side, table.position().ruleset()));
    let reader = match (seats.red, seats.white) {
        (Seat::Person, Seat::Level(_)) => Some(Side::Red),
        (Seat::Level(_), Seat::Person) => Some(Side::White),
        _ => None,
    };
    let name = name.unwrap_or_default();
    call(ResultForReader { winner, name: &name, reader, played: table.lost.is_none() })
}

/// The result in a few words, addressed to the player.
pub fn headline(table: &ClockedTable) -> String {
    with_ending(table, |ending| texts().headline(table.position(), ending))
}

/// The sound of the result.
pub fn result_sound(table: &ClockedTable) -> Sound {
    with_ending(table, |ending| Sound::of_result(ending.winner, ending.reader))
}

/// The end of a game in place of the action button: the count, then the result and what follows; in
/// a few words as long as the code for it is not here.
pub fn finale(control: LocalGameControl) -> View {
    if let Some(parts) = control.late_parts.get() {
        return (parts.finale)(control);
    }
    let words = if control.counting.is_on() {
        tr("finale-counting")
    } else {
        control.with(headline).unwrap_or_default()
    };
    // The rest of the rail appears together with the result, so that nothing moves.
    let waits = !control.lacks_late_parts.get();
    view! { <p class="status finale" class:waits=waits>{words}</p> }
}
