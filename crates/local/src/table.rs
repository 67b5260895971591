use bosworth_fair::{Deck, Proof, Secret, VerifyError};
use bosworth_rules::{
    Action, BySide, Game, GameResult, IllegalAction, Next, Ply, Position, Record, Ruleset, Side,
};
use serde::{Deserialize, Serialize};

/// A game at one screen: who plays, the game, the cards still to come.
pub struct Table {
    /// What it is called where games are kept.
    pub id: String,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// Who gave up or ran out of time.
    pub lost: Option<Loss>,
    proof: Proof,
    game: Game,
    deck: Deck,
    /// What was taken back, the last one first.
    undone: Vec<Action>,
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

/// A game that was lost before its end.
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
    /// A side gave up.
    pub fn resigned(side: Side) -> Self {
        if side == Side::Red { Self::RedResigned } else { Self::WhiteResigned }
    }

    /// A side's time is up.
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

    /// Whether it was the clock.
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
        };
        let (start, deck) = proof.deal(ruleset);
        let game = Game::new(start);
        Self { id, seats, lost: None, proof, game, deck, undone: Vec::new() }
    }

    /// The table of a record, with its deck: only a game that proves its shuffle can go on.
    pub fn restore(id: &str, record: &Record, seats: BySide<Seat>) -> Result<Self, VerifyError> {
        let proof = Proof::of(record)?;
        let game = proof.verify(record)?;
        let (start, deck) = proof.deal(record.start.ruleset());
        let start = Game::new(start);
        let undone = Vec::new();
        let mut table = Self { id: id.into(), seats, lost: None, proof, game: start, deck, undone };
        table.go_to(game.plies());
        if let (GameResult::Won(winner), false) = (record.result, table.position().is_over()) {
            table.lost = Some(Loss::resigned(!winner));
        }
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether nothing more can be done.
    pub fn is_over(&self) -> bool {
        self.lost.is_some() || self.position().is_over()
    }

    /// Who is to act: none when it is over.
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.seats[self.position().side()])
    }

    /// A number that tells this game from others.
    pub fn number(&self) -> u64 {
        self.game.start().key()
    }

    /// Does an action and says which ply it was. What was taken back is forgotten.
    pub fn act(&mut self, action: Action) -> Result<Ply, IllegalAction> {
        let ply = self.do_act(action)?;
        self.undone.clear();
        Ok(ply)
    }

    fn do_act(&mut self, action: Action) -> Result<Ply, IllegalAction> {
        if self.lost.is_some() {
            return Err(IllegalAction::GameOver);
        }
        let ply = match (self.position().act(action)?, action) {
            (Next::Draw(pending), _) => Ply::Draw(self.deck.draw_card(&pending)),
            (Next::Position(_), Action::Play(card)) => Ply::Play(card),
            (Next::Position(_), Action::Hero(card)) => Ply::Hero(card),
            (Next::Position(_), _) => Ply::Pass,
        };
        match self.game.push(ply) {
            Ok(_) => Ok(ply),
            Err(why) => unreachable!("the action was legal: {why}"),
        }
    }

    /// Whether a person has chosen anything that could be taken back.
    pub fn can_undo(&self) -> bool {
        self.last_choice().is_some()
    }

    /// Whether something was taken back.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty() && self.lost.is_none()
    }

    /// The ply of the last choice of a person, or of anybody where no person plays.
    fn last_choice(&self) -> Option<usize> {
        let nobody = Side::ALL.iter().all(|&side| self.seats[side] != Seat::Person);
        let sides = self.game.positions().iter().map(Position::side);
        let plies = self.game.plies().iter().zip(sides);
        let chosen: Vec<_> = plies
            .map(|(ply, side)| *ply != Ply::Pass && (nobody || self.seats[side] == Seat::Person))
            .collect();
        chosen.iter().rposition(|chosen| *chosen)
    }

    /// Takes everything back to the last choice of a person.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.last_choice() else { return false };
        self.lost = None;
        let mut undone = core::mem::take(&mut self.undone);
        let plies = self.game.plies().to_vec();
        undone.extend(plies[last..].iter().rev().map(|ply| ply.action()));
        self.go_to(&plies[..last]);
        self.undone = undone;
        true
    }

    /// Does again what was taken back, to the next choice of a person.
    pub fn redo(&mut self) -> bool {
        let mut done = false;
        while let Some(action) = self.undone.pop() {
            if self.do_act(action).is_err() {
                self.undone.clear();
                break;
            }
            done = true;
            if self.turn() == Some(Seat::Person) && !self.position().actions().pass {
                break;
            }
        }
        done
    }

    /// The deck cannot go back: dealing again brings the same cards in the same order.
    fn go_to(&mut self, plies: &[Ply]) {
        let (start, deck) = self.proof.deal(self.game.start().ruleset());
        self.game = Game::new(start);
        self.deck = deck;
        for ply in plies {
            if self.do_act(ply.action()) != Ok(*ply) {
                break;
            }
        }
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
        self.proof.write(&mut record);
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
    fn taking_back_and_again_brings_the_same_game() {
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
        assert!(!table.can_redo(), "after something else there is nothing to do again");
    }

    #[test]
    fn against_the_computer_its_answer_goes_too() {
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
    fn who_gave_up_has_lost_and_can_come_back() {
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
    fn a_record_goes_on_with_the_same_cards() {
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
