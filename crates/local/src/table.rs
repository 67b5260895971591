use bosworth_fair::{Deck, Proof, Reshuffles, Secret, VerifyError};
use bosworth_rules::{
    Action, BySide, Game, GameResult, GivenHandicap, IllegalAction, Ply, Position, Record, Ruleset,
    Side,
};

use crate::{Loss, Seat};

/// A game on one screen: the seats, the game and its deck.
pub struct LocalTable {
    /// The name under which the game is stored.
    pub id: String,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// Who resigned or ran out of time.
    pub lost: Option<Loss>,
    /// The proof of the shuffle, including the reshuffles so far.
    proof: Proof,
    game: Game,
    deck: Deck,
    /// The lowest shuffle number never used, not even in plies that were taken back.
    shuffle: u64,
    /// What can be redone, until another action discards it.
    undone: Option<Undone>,
}

/// The redo history: a game that extends the current one.
struct Undone {
    /// All plies, including those of the current game.
    plies: Vec<Ply>,
    reshuffles: Reshuffles,
}

impl LocalTable {
    /// Deals an even game.
    pub fn deal(id: String, secret: Secret, ruleset: Ruleset, seats: BySide<Seat>) -> Self {
        Self::deal_with(id, secret, ruleset, seats, None)
    }

    /// Deals a game, perhaps with a handicap.
    pub fn deal_with(
        id: String,
        secret: Secret,
        ruleset: Ruleset,
        seats: BySide<Seat>,
        handicap: Option<GivenHandicap>,
    ) -> Self {
        let proof = Proof::of_dealer(secret, &id).with_handicap(handicap);
        let (start, deck) = proof.deal(ruleset);
        let game = Game::new(start);
        Self {
            id,
            seats,
            lost: None,
            proof,
            game,
            shuffle: deck.next_shuffle(),
            deck,
            undone: None,
        }
    }

    /// Restores a table with its deck from a record. Only a game that proves its shuffle can be
    /// continued.
    pub fn restore(id: &str, record: &Record, seats: BySide<Seat>) -> Result<Self, VerifyError> {
        let proof = Proof::of(record)?;
        let game = proof.verify(record)?;
        let deck = Deck::follow(&proof.key(), &game, &proof.reshuffles, proof.handicap)?;
        let (shuffle, undone) = (deck.next_shuffle(), None);
        let mut table =
            Self { id: id.into(), seats, lost: None, proof, game, deck, shuffle, undone };
        if let (GameResult::Won(winner), false) = (record.result, table.position().is_over()) {
            table.lost = Some(Loss::resigned(!winner));
        }
        Ok(table)
    }

    /// The handicap, if there is one.
    pub fn handicap(&self) -> Option<GivenHandicap> {
        self.proof.handicap
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether the game has ended, on the board or by a loss.
    pub fn is_over(&self) -> bool {
        self.lost.is_some() || self.position().is_over()
    }

    /// The seat to act, or `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.seats[self.position().side()])
    }

    /// A number that identifies the deal, to seed the computer's noise.
    pub fn number(&self) -> u64 {
        self.game.start().key()
    }

    /// Applies an action and returns the resulting ply. Discards the redo history; if it contained
    /// a draw, the pile is reshuffled first.
    pub fn act(&mut self, action: Action) -> Result<Ply, IllegalAction> {
        if self.lost.is_some() {
            return Err(IllegalAction::GameOver);
        }
        self.position().choose(action)?;
        self.proof.reshuffles = self.reshuffles();
        if self.shuffles_anew() && !self.deck.reshuffle(self.shuffle) {
            unreachable!("the shuffle number is fresh");
        }
        self.undone = None;
        let done = self.game.act_with(action, |pending| self.deck.draw_card(pending));
        self.shuffle = self.shuffle.max(self.deck.next_shuffle());
        match done {
            Ok(ply) => Ok(ply),
            Err(why) => unreachable!("the action was legal: {why}"),
        }
    }

    /// Whether the next action, other than a redo, reshuffles the pile: a draw was taken back,
    /// and a card that was seen must not be predictable.
    pub fn shuffles_anew(&self) -> bool {
        let Some(undone) = &self.undone else { return false };
        let mut whole = self.game.clone();
        for &ply in &undone.plies[whole.plies().len()..] {
            if whole.push(ply).is_err() {
                break;
            }
        }
        undone.reshuffles.needs(&whole, self.game.plies().len())
    }

    /// The reshuffles so far, with the one that is due if the game continues from here.
    fn reshuffles(&self) -> Reshuffles {
        let mut reshuffles = self.proof.reshuffles.clone();
        if self.shuffles_anew() {
            reshuffles.take_back(self.game.plies().len(), Some(self.shuffle));
        }
        reshuffles
    }

    /// Whether there is a choice to take back.
    pub fn can_undo(&self) -> bool {
        self.last_choice().is_some()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        self.undone.is_some() && self.lost.is_none()
    }

    /// The index of the last ply chosen by a person, or by either side if only computers play.
    fn last_choice(&self) -> Option<usize> {
        let nobody = Side::ALL.iter().all(|&side| self.seats[side] != Seat::Person);
        let sides = self.game.positions().iter().map(Position::side);
        let plies = self.game.plies().iter().zip(sides);
        let chosen: Vec<_> = plies
            .map(|(ply, side)| *ply != Ply::Pass && (nobody || self.seats[side] == Seat::Person))
            .collect();
        chosen.iter().rposition(|chosen| *chosen)
    }

    /// Takes back everything from the last choice of a person on.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.last_choice() else { return false };
        self.lost = None;
        let undone = self.undone.take().unwrap_or_else(|| Undone {
            plies: self.game.plies().to_vec(),
            reshuffles: self.proof.reshuffles.clone(),
        });
        self.go_to(last, &undone);
        self.undone = Some(undone);
        true
    }

    /// Redoes plies up to the next choice of a person, with the same cards.
    pub fn redo(&mut self) -> bool {
        let Some(undone) = self.undone.take().filter(|_| self.lost.is_none()) else { return false };
        let mut game = self.game.clone();
        for &ply in &undone.plies[game.plies().len()..] {
            if game.push(ply).is_err() {
                break;
            }
            let next = game.position();
            if !next.is_over() && self.seats[next.side()] == Seat::Person && !next.actions().pass {
                break;
            }
        }
        let ply = game.plies().len();
        self.go_to(ply, &undone);
        self.undone = (ply < undone.plies.len()).then_some(undone);
        true
    }

    /// Goes back or forward to a ply of the redo history. A deck cannot be rewound, so it is dealt
    /// again from its seed and replayed.
    fn go_to(&mut self, ply: usize, undone: &Undone) {
        let mut game = Game::new(*self.game.start());
        for &ply in &undone.plies[..ply] {
            if game.push(ply).is_err() {
                unreachable!("the ply was legal before");
            }
        }
        self.proof.reshuffles = undone.reshuffles.up_to(ply);
        let Proof { reshuffles, handicap, .. } = &self.proof;
        match Deck::follow(&self.proof.key(), &game, reshuffles, *handicap) {
            Ok(deck) => self.deck = deck,
            Err(why) => unreachable!("the deck produced these plies: {why}"),
        }
        self.game = game;
    }

    /// The record of the game, with tags and the proof of its shuffle.
    pub fn record(&self, names: &BySide<String>, date: &str) -> Record {
        let mut record = Record::of(&self.game);
        record.set_tag("Event", "Bosworth");
        record.set_tag("Date", date);
        record.set_tag("Red", &names.red);
        record.set_tag("White", &names.white);
        if let Some(loss) = self.lost {
            record.result = GameResult::Won(!loss.side());
        }
        let proof = Proof { reshuffles: self.reshuffles(), ..self.proof.clone() };
        proof.write(&mut record);
        record
    }
}
