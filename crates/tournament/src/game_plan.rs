use std::collections::BTreeSet;

use bosworth_rules::{BySide, Side};
use serde::Serialize;

use crate::{
    Announcement, DealSharing, GameSlot, Pairing, PlayerId, Tournament, TournamentFormat, id,
};

/// A game to be played now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GamePlan {
    /// Its place in the tournament.
    pub slot: GameSlot,
    /// The number that its id is made from.
    #[serde(skip)]
    pub number: u128,
    /// Red's player.
    pub red: Opponent,
    /// White's player.
    pub white: Opponent,
    /// The deal it shares with other games, if any.
    pub shared: Option<SharedDeal>,
}

/// A player of a tournament game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// A human player or bot.
    Player(PlayerId),
    /// The computer at a level.
    Computer(u8),
}

/// A deal shared between all games with the same deal number.
///
/// Red has the same hand in all of them, and so has White; the players swap sides, and hands with
/// them. The caller must keep a shared pile secret from the players and spectators of all these
/// games until the last one has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SharedDeal {
    /// The deal number.
    #[serde(skip)]
    pub deal: u128,
    /// Whether the pile is shared as well.
    pub pile: bool,
}

impl Tournament {
    /// The unfinished games to be played now, by round and board. Starting a game again must have
    /// no effect.
    pub fn games(&self) -> impl Iterator<Item = GamePlan> + '_ {
        self.open_boards().flat_map(move |(round, board)| {
            let pairing = &self.rounds()[usize::from(round) - 1].pairings[usize::from(board) - 1];
            let open = pairing.results.iter().position(Option::is_none).unwrap_or(0);
            // The two tables of a team match start together; other series are played one game at a
            // time.
            let together = self.announcement().deal == DealSharing::Teams;
            let games = if together { 0..pairing.results.len() } else { open..open + 1 };
            games
                .filter(|&game| pairing.results[game].is_none())
                .map(move |game| self.plan(pairing, GameSlot { round, board, game: game as u8 }))
        })
    }

    /// The name of the deal whose hands and pile a game shares with others, if any:
    /// `TOURNAMENT/ROUND` in a field, `TOURNAMENT/ROUND.BOARD` between two teams.
    pub fn sealed_deal(&self, slot: GameSlot) -> Option<String> {
        let Announcement { id, deal, format, .. } = self.announcement();
        match (deal, format) {
            (_, TournamentFormat::Field { .. }) => Some(format!("{id}/{}", slot.round)),
            (DealSharing::Teams, _) => Some(format!("{id}/{}.{}", slot.round, slot.board)),
            (DealSharing::Fresh | DealSharing::Hands, _) => None,
        }
    }

    /// The shared deals whose games are not all finished: their secrets must be kept, only players
    /// may see these games, and chat about them must be closed.
    pub fn sealed_deals(&self) -> BTreeSet<String> {
        self.games().filter_map(|plan| self.sealed_deal(plan.slot)).collect()
    }

    /// Whether games with a shared pile are in progress.
    pub fn is_sealed(&self) -> bool {
        !self.sealed_deals().is_empty()
    }

    /// The game in a slot, finished or not.
    pub fn game(&self, slot: GameSlot) -> Option<GamePlan> {
        let pairing = self.pairing(slot.round, slot.board)?;
        (usize::from(slot.game) < pairing.results.len()).then(|| self.plan(pairing, slot))
    }

    fn plan(&self, pairing: &Pairing, slot: GameSlot) -> GamePlan {
        let game = usize::from(slot.game);
        let seats = BySide::from_fn(|seat| self.player_in_seat(pairing, seat, slot.game));
        let red_seat = pairing.side(game, Side::Red);
        let deal = |text: String| id::spread(&format!("{}/deal/{text}", self.announcement().id));
        let shared = match (self.announcement().deal, self.announcement().format) {
            (_, TournamentFormat::Field { .. }) => {
                Some(SharedDeal { deal: deal(slot.round.to_string()), pile: true })
            }
            (DealSharing::Fresh, _) => None,
            (form @ (DealSharing::Hands | DealSharing::Teams), _) => Some(SharedDeal {
                deal: deal(format!("{}.{}", slot.round, slot.board)),
                pile: form == DealSharing::Teams,
            }),
        };
        let number = slot.number(self.announcement().id);
        // The seat that plays Red in this game.
        let (red, white) = match red_seat {
            Side::Red => (seats.red, seats.white),
            Side::White => (seats.white, seats.red),
        };
        GamePlan { slot, number, red, white, shared }
    }

    /// The player of a seat in a game: for a team, the captain in the first game and the teammate
    /// in the second.
    fn player_in_seat(&self, pairing: &Pairing, seat: Side, game: u8) -> Opponent {
        let Some(player) = pairing.player(seat) else {
            let TournamentFormat::Field { level, .. } = self.announcement().format else {
                return Opponent::Computer(1);
            };
            return Opponent::Computer(level);
        };
        let mate = self.entrant(player).and_then(|entrant| entrant.mate);
        Opponent::Player(if game % 2 == 1 { mate.unwrap_or(player) } else { player })
    }
}
