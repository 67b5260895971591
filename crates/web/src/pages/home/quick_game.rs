//! The game that "Play now" starts.

use bosworth_rules::{BySide, Ruleset};

use crate::app::AppContext;
use crate::clocked_table::{ClockedTable, Seat};
use crate::pages::play::LocalGameOptions;

/// The level of a first game.
const FIRST_LEVEL: u8 = 1;

/// A game with the settings of the last one; for a first game, an easy opponent.
pub fn quick_game(app: AppContext) -> LocalGameOptions {
    app.table.with_untracked(|table| table.as_ref().and_then(like)).unwrap_or(LocalGameOptions {
        ruleset: Ruleset::CLASSIC,
        seats: BySide { red: Seat::Person, white: Seat::Level(FIRST_LEVEL) },
        clock: None,
        handicap: None,
    })
}

/// The settings of another game, unless only computers play in it.
fn like(table: &ClockedTable) -> Option<LocalGameOptions> {
    let seats = table.seats;
    let watched = matches!((seats.red, seats.white), (Seat::Level(_), Seat::Level(_)));
    (!watched).then(|| LocalGameOptions {
        ruleset: table.position().ruleset(),
        seats,
        clock: table.clock.map(|clock| (clock.minutes, clock.increment)),
        handicap: table.handicap(),
    })
}

/// The level of the computer in a game.
pub fn level(game: LocalGameOptions) -> u8 {
    match (game.seats.red, game.seats.white) {
        (Seat::Level(level), _) | (_, Seat::Level(level)) => level,
        (Seat::Person, Seat::Person) => FIRST_LEVEL,
    }
}
