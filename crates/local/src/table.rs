use bosworth_fair::{Deck, Proof, Reshuffles, Secret, VerifyError};
use bosworth_rules::{
    Action, BySide, Game, GameResult, IllegalAction, Next, Ply, Position, Record, Ruleset, Side,
};
use serde::{Deserialize, Serialize};

/// A game at one screen: the seats, the game and its deck.
pub struct Table {
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

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Seat {
    /// Somebody at this screen.
    #[serde(rename = "person")]
    Person,
    /// The computer, from level 1 to 8.
    #[serde(rename = "level")]
    Level(u8),
}

/// A loss before the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Loss {
    #[serde(rename = "red-resigned")]
    RedResigned,
    #[serde(rename = "white-resigned")]
    WhiteResigned,
    #[serde(rename = "red-time")]
    RedTime,
    #[serde(rename = "white-time")]
    WhiteTime,
}

impl Loss {
    /// A side resigned.
    pub fn resigned(side: Side) -> Self {
        if side == Side::Red { Self::RedResigned } else { Self::WhiteResigned }
    }

    /// A side ran out of time.
    pub fn time(side: Side) -> Self {
        if side == Side::Red { Self::RedTime } else { Self::WhiteTime }
    }

    /// Who lost.
    pub fn side(self) -> Side {
        match self {
            Self::RedResigned | Self::RedTime => Side::Red,
            Self::WhiteResigned | Self::WhiteTime => Side::White,
        }
    }

    /// Whether it was a loss on time.
    pub fn is_time(self) -> bool {
        matches!(self, Self::RedTime | Self::WhiteTime)
    }
}

impl Table {
    /// Deals a game.
    pub fn deal(id: String, secret: Secret, ruleset: Ruleset, seats: BySide<Seat>) -> Self {
        let proof = Proof {
            commitment: secret.commit(&id),
            game: id.clone(),
            nonces: BySide::default(),
            secret,
            reshuffles: Reshuffles::default(),
        };
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
        let deck = Deck::follow(&proof.key(), &game, &proof.reshuffles)?;
        let (shuffle, undone) = (deck.next_shuffle(), None);
        let mut table =
            Self { id: id.into(), seats, lost: None, proof, game, deck, shuffle, undone };
        if let (GameResult::Won(winner), false) = (record.result, table.position().is_over()) {
            table.lost = Some(Loss::resigned(!winner));
        }
        Ok(table)
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
        let next = self.position().act(action)?;
        self.proof.reshuffles = self.reshuffles();
        if self.shuffles_anew() && !self.deck.reshuffle(self.shuffle) {
            unreachable!("the shuffle number is fresh");
        }
        self.undone = None;
        let ply = match (next, action) {
            (Next::Draw(pending), _) => Ply::Draw(self.deck.draw_card(&pending)),
            (Next::Position(_), Action::Play(card)) => Ply::Play(card),
            (Next::Position(_), Action::Hero(card)) => Ply::Hero(card),
            (Next::Position(_), _) => Ply::Pass,
        };
        self.shuffle = self.shuffle.max(self.deck.next_shuffle());
        match self.game.push(ply) {
            Ok(_) => Ok(ply),
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

    /// The index of the last ply chosen by a person, or by anybody if only computers play.
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

    /// Rewinds or forwards to a ply of the redo history. A deck cannot be rewound, so it is dealt
    /// again from its seed and replayed.
    fn go_to(&mut self, ply: usize, undone: &Undone) {
        let mut game = Game::new(*self.game.start());
        for &ply in &undone.plies[..ply] {
            if game.push(ply).is_err() {
                unreachable!("the ply was legal before");
            }
        }
        self.proof.reshuffles = undone.reshuffles.up_to(ply);
        match Deck::follow(&self.proof.key(), &game, &self.proof.reshuffles) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn table(seats: BySide<Seat>) -> Table {
        let secret = Secret::new([7; 32]);
        Table::deal("test".into(), secret, Ruleset::CLASSIC, seats)
    }

    fn people() -> Table {
        table(BySide { red: Seat::Person, white: Seat::Person })
    }

    fn act_any(table: &mut Table, n: usize) {
        let actions: Vec<_> = table.position().actions().iter().collect();
        table.act(actions[n % actions.len()]).expect("a legal action");
    }

    fn names() -> BySide<String> {
        BySide { red: "Anne".into(), white: "Level 3".into() }
    }

    #[test]
    fn undo_then_redo_restores_the_game() {
        let mut table = people();
        for n in 0..40 {
            act_any(&mut table, n * 7);
        }
        let game = table.game().clone();
        for _ in 0..15 {
            assert!(table.undo());
        }
        assert!(table.game().plies().len() < game.plies().len());
        while table.redo() {}
        assert_eq!(table.game(), &game);
        assert!(table.undo());
        act_any(&mut table, 1);
        assert!(!table.can_redo(), "another action discards the redo history");
    }

    /// Acts until somebody may draw, and draws.
    fn draw(table: &mut Table) -> Ply {
        for n in 0.. {
            if table.position().actions().draw {
                break;
            }
            act_any(table, n);
        }
        table.act(Action::Draw).expect("a draw")
    }

    #[test]
    fn a_draw_after_undoing_a_draw_is_reshuffled() {
        let mut table = people();
        let mut cards = Vec::new();
        for _ in 0..20 {
            cards.push(draw(&mut table));
            assert!(!table.shuffles_anew());
            assert!(table.undo());
            assert!(table.shuffles_anew());
        }
        assert!(table.redo());
        assert_eq!(table.game().plies().last(), cards.last(), "a redo draws the same card");
        cards.sort_by_key(ToString::to_string);
        cards.dedup();
        assert!(cards.len() > 5, "{cards:?}");
    }

    #[test]
    fn undoing_past_a_draw_still_reshuffles() {
        let mut table = people();
        act_any(&mut table, 0);
        let first = draw(&mut table);
        let plies = table.game().plies().len();
        table.undo();
        table.undo();
        let mut other = 0;
        for _ in 0..20 {
            // The same actions up to the draw, whose card is known.
            while table.game().plies().len() + 1 < plies {
                act_any(&mut table, 0);
            }
            assert!(!table.can_redo());
            other += usize::from(table.act(Action::Draw) != Ok(first));
            table.undo();
            table.undo();
        }
        assert!(other > 10, "{other} of 20");
    }

    #[test]
    fn a_due_reshuffle_survives_saving_and_restoring() {
        let mut same = 0;
        for n in 0..40 {
            let seats = BySide { red: Seat::Person, white: Seat::Person };
            let secret = Secret::new([n; 32]);
            let mut table = Table::deal("test".into(), secret, Ruleset::CLASSIC, seats);
            let card = draw(&mut table);
            table.undo();
            let record = table.record(&names(), "2026.11.15");
            assert!(record.tag("Reshuffles").is_some());
            let record = record.to_string().parse().expect("a record");
            let mut restored = Table::restore("test", &record, seats).expect("it is whole");
            assert_eq!(restored.game(), table.game());
            let (one, other) = (table.act(Action::Draw), restored.act(Action::Draw));
            assert_eq!(one, other);
            same += usize::from(one == Ok(card));
            // The rest of the game is provable too.
            table.undo();
            act_any(&mut table, 3);
            let record = table.record(&names(), "2026.11.15");
            let proof = Proof::of(&record).expect("a proof");
            assert_eq!(proof.verify(&record).as_ref(), Ok(table.game()));
        }
        assert!(same < 10, "{same} of 40");
    }

    #[test]
    fn a_record_without_reshuffles_can_be_continued() {
        let mut table = people();
        for n in 0..31 {
            act_any(&mut table, n * 5);
        }
        let record = table.record(&names(), "2026.11.15");
        assert_eq!(record.tag("Reshuffles"), None, "nothing was taken back");
        let mut restored = Table::restore("test", &record, table.seats).expect("it is whole");
        assert!(restored.undo());
        assert!(restored.redo());
        assert_eq!(restored.game(), table.game());
    }

    #[test]
    fn undo_takes_back_the_computers_reply_too() {
        let mut table = table(BySide { red: Seat::Person, white: Seat::Level(3) });
        assert!(!table.undo());
        act_any(&mut table, 0);
        act_any(&mut table, 0);
        assert!(table.undo());
        assert!(table.game().plies().is_empty());
        assert!(table.redo());
        assert_eq!(table.game().plies().len(), 2);
    }

    #[test]
    fn a_resignation_loses_and_can_be_undone() {
        let mut table = people();
        act_any(&mut table, 0);
        table.lost = Some(Loss::resigned(Side::White));
        assert!(table.is_over());
        assert_eq!(table.act(Action::Draw), Err(IllegalAction::GameOver));
        assert_eq!(table.record(&names(), "x").result, GameResult::Won(Side::Red));
        assert!(table.undo());
        assert!(!table.is_over());
    }

    #[test]
    fn a_restored_game_continues_with_the_same_cards() {
        let mut table = people();
        for n in 0..31 {
            act_any(&mut table, n * 5);
        }
        let text = table.record(&names(), "2026.11.15").to_string();
        let record = text.parse().expect("a record");
        let mut restored = Table::restore("test", &record, table.seats).expect("it is whole");
        for n in 0..60 {
            if table.is_over() {
                break;
            }
            act_any(&mut table, n * 3);
            act_any(&mut restored, n * 3);
        }
        assert_eq!(table.game(), restored.game());
    }
}
