//! Starting a new local game.

use bosworth_rules::{BySide, GivenHandicap, Ruleset, Side};
use bosworth_texts::Speech;

use super::record::keep;
use crate::app::AppContext;
use crate::browser;
use crate::chess_clock::ChessClock;
use crate::clocked_table::{ClockedTable, Seat};
use crate::language::{fill, texts};
use crate::sound;
use crate::store;

/// The parameters of a new game.
#[derive(Clone, Copy, Debug)]
pub struct LocalGameOptions {
    /// The edition.
    pub ruleset: Ruleset,
    /// The seats.
    pub seats: BySide<Seat>,
    /// The initial minutes and the increment in seconds, if the game is timed.
    pub clock: Option<(u32, u32)>,
    /// The handicap.
    pub handicap: Option<GivenHandicap>,
}

/// Starts a new game. The old one stays in the library.
pub fn start_local_game(app: AppContext, options: LocalGameOptions) {
    make_current(app, deal(options));
}

/// Deals a new game, which is not stored yet.
pub fn deal(options: LocalGameOptions) -> ClockedTable {
    let clock = options.clock.map(|(minutes, increment)| ChessClock::new(minutes, increment));
    let (id, secret) = (store::new_id(), browser::secret());
    let LocalGameOptions { ruleset, seats, handicap, .. } = options;
    ClockedTable::deal(id, secret, ruleset, seats, handicap, clock, browser::now())
}

/// Makes a table the current one.
pub fn make_current(app: AppContext, table: ClockedTable) {
    sound::wake(app.settings.with_untracked(|settings| settings.sound));
    let seats = table.seats;
    let people: Vec<_> =
        Side::ALL.into_iter().filter(|&side| seats[side] == Seat::Person).collect();
    let mut said = {
        let texts = texts();
        Speech::new(&texts, table.game(), Side::Red).turn()
    };
    if let [side] = people[..] {
        let side = texts().side(side, table.position().ruleset());
        said = format!("{} {said}", fill("seat-you-play", &[("side", side.into())]));
    }
    // The first game in this browser is guided.
    app.guides.set(app.table.with_untracked(Option::is_none));
    app.table.set(Some(table));
    keep(app);
    app.say(said);
}
