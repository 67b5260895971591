use bosworth_rules::{BySide, Side};
use serde::Serialize;

use crate::{
    Announcement, DealSharing, GameSlot, Pairing, PlayerId, Tournament, TournamentFormat, id,
};

/// A game that is to be played now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GamePlan {
    /// Its place in the event.
    pub slot: GameSlot,
    /// The number its id is made of.
    #[serde(skip)]
    pub number: u128,
    /// Who plays Red.
    pub red: Opponent,
    /// Who plays White.
    pub white: Opponent,
    /// What it has of the deal in common with other games.
    pub shared: Option<SharedDeal>,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// A player.
    Player(PlayerId),
    /// The computer, at a level.
    Computer(u8),
}

/// What a game has of the deal in common with all games of the same number.
///
/// Red has the same hand in all of them, and so has White: those who play swap sides, and with them
/// the hands. Whoever deals has to see to the rest: a pile that is shared must not become known to
/// anybody who plays or watches one of the games before all of them have ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct SharedDeal {
    /// The number of the deal.
    #[serde(skip)]
    pub deal: u128,
    /// Whether the pile is shared, too.
    pub pile: bool,
}

impl Tournament {
    /// The games that are to be played now and have not ended, in the order of rounds and boards.
    /// Starting one that was started already must do nothing.
    pub fn games(&self) -> impl Iterator<Item = GamePlan> + '_ {
        self.open_boards().flat_map(move |(round, board)| {
            let pairing = &self.rounds()[usize::from(round) - 1].pairings[usize::from(board) - 1];
            let open = pairing.results.iter().position(Option::is_none).unwrap_or(0);
            // The two tables of a team match begin together; all else is played one by one.
            let together = self.opening().deal == DealSharing::Teams;
            let games = if together { 0..pairing.results.len() } else { open..open + 1 };
            games
                .filter(|&game| pairing.results[game].is_none())
                .map(move |game| self.plan(pairing, GameSlot { round, board, game: game as u8 }))
        })
    }

    /// The name of the deal whose hands and pile a game shares with others, if it does: `EVENT/ROUND`
    /// in a field, `EVENT/ROUND.BOARD` for two teams.
    pub fn sealed_deal(&self, slot: GameSlot) -> Option<String> {
        let Announcement { event, deal, kind, .. } = self.opening();
        match (deal, kind) {
            (_, TournamentFormat::Field { .. }) => Some(format!("{event}/{}", slot.round)),
            (DealSharing::Teams, _) => Some(format!("{event}/{}.{}", slot.round, slot.board)),
            (DealSharing::Fresh | DealSharing::Hands, _) => None,
        }
    }

    /// Whether games are to be played now whose pile others draw from, too: nobody who knows one of
    /// them may tell.
    pub fn is_sealed(&self) -> bool {
        self.games().any(|plan| plan.shared.is_some_and(|shared| shared.pile))
    }

    /// Whether a game with a deal is to be played now, so that its secret must be kept.
    pub fn plays_deal(&self, name: &str) -> bool {
        self.games().any(|plan| self.sealed_deal(plan.slot).is_some_and(|deal| deal == name))
    }

    /// The game of a slot, whether it has ended or not.
    pub fn game(&self, slot: GameSlot) -> Option<GamePlan> {
        let pairing = self.pairing(slot.round, slot.board)?;
        (usize::from(slot.game) < pairing.results.len()).then(|| self.plan(pairing, slot))
    }

    fn plan(&self, pairing: &Pairing, slot: GameSlot) -> GamePlan {
        let game = usize::from(slot.game);
        let seats = BySide::from_fn(|seat| self.sits(pairing, seat, slot.game));
        let red_seat = pairing.side(game, Side::Red);
        let deal = |text: String| id::spread(&format!("{}/deal/{text}", self.opening().event));
        let shared = match (self.opening().deal, self.opening().kind) {
            (_, TournamentFormat::Field { .. }) => {
                Some(SharedDeal { deal: deal(slot.round.to_string()), pile: true })
            }
            (DealSharing::Fresh, _) => None,
            (form @ (DealSharing::Hands | DealSharing::Teams), _) => Some(SharedDeal {
                deal: deal(format!("{}.{}", slot.round, slot.board)),
                pile: form == DealSharing::Teams,
            }),
        };
        let number = slot.number(self.opening().event);
        // The seat whose side is Red in this game.
        let (red, white) = match red_seat {
            Side::Red => (seats.red, seats.white),
            Side::White => (seats.white, seats.red),
        };
        GamePlan { slot, number, red, white, shared }
    }

    /// Who plays for a seat in a game: of a team, the captain in the first and the mate in the
    /// second.
    fn sits(&self, pairing: &Pairing, seat: Side, game: u8) -> Opponent {
        let Some(player) = pairing.player(seat) else {
            let TournamentFormat::Field { level, .. } = self.opening().kind else {
                return Opponent::Computer(1);
            };
            return Opponent::Computer(level);
        };
        let mate = self.entrant(player).and_then(|entrant| entrant.mate);
        Opponent::Player(if game % 2 == 1 { mate.unwrap_or(player) } else { player })
    }
}
