//! A table for tests.

use bosworth_fair::Secret;
use bosworth_rules::{Action, BySide, Ply, Ruleset, Side};
use bosworth_table::{
    AccountId, AuthoritativeTable, Command, Decision, GameId, IdempotencyKey, LogEntry, Refusal,
    Seated, Table, TableOrder, TableSetup,
};

pub const RED: AccountId = AccountId(1);
pub const WHITE: AccountId = AccountId(2);

pub fn id(number: u128) -> GameId {
    GameId::from_random(number)
}

pub fn secret(number: u64) -> Secret {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Secret::new(bytes)
}

/// A table with its log, as on a server, and a client that follows it.
pub struct TableFixture {
    pub authoritative: AuthoritativeTable,
    pub log: Vec<LogEntry>,
    pub client: Table,
    pub now: i64,
    pub keys: u64,
}

impl TableFixture {
    pub fn open(clock: &str, rated: bool, seats: BySide<Seated>, number: u64) -> Self {
        Self::of(Ruleset::CLASSIC, clock, rated, seats, number)
    }

    pub fn of(
        ruleset: Ruleset,
        clock: &str,
        rated: bool,
        seats: BySide<Seated>,
        number: u64,
    ) -> Self {
        let game = id(u128::from(number));
        let setup = TableSetup {
            game,
            red: seats.red,
            white: seats.white,
            ruleset,
            clock: clock.parse().unwrap(),
            rated,
            commitment: secret(number).commit(game.as_str()),
            after: None,
            tournament_slot: None,
            hands: None,
            seek: None,
            sealed: None,
            handicap: None,
        };
        Self::set_up(setup, secret(number))
    }

    pub fn set_up(setup: TableSetup, secret: Secret) -> Self {
        let first = AuthoritativeTable::first_entry(setup, 1_000);
        let log = vec![first];
        let authoritative = AuthoritativeTable::replay(&log, secret).unwrap();
        Self { authoritative, client: Table::replay(&log).unwrap(), log, now: 1_000, keys: 0 }
    }

    pub fn people(clock: &str, rated: bool) -> Self {
        let seats = BySide { red: Seated::Account(RED), white: Seated::Account(WHITE) };
        Self::open(clock, rated, seats, 1485)
    }

    /// Two connected people, with the cards dealt.
    pub fn dealt(clock: &str, rated: bool) -> Self {
        Self::in_tournament(clock, rated, None)
    }

    /// Two connected people in a slot of a tournament, with the cards dealt.
    pub fn in_tournament(clock: &str, rated: bool, slot: Option<&str>) -> Self {
        let setup = Self::people(clock, rated).client.setup().clone();
        let tournament_slot = slot.map(str::to_owned);
        let mut fixture = Self::set_up(TableSetup { tournament_slot, ..setup }, secret(1485));
        for side in Side::ALL {
            fixture.say(side, Command::Ready { nonce: format!("{side}'s part") }).unwrap();
        }
        fixture
    }

    pub fn keep(&mut self, decision: Decision) -> Decision {
        if let Decision::Append(entry) = &decision {
            let text = serde_json::to_string(entry).unwrap();
            let read: LogEntry = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *entry, "{text}");
            self.authoritative.fold(entry).unwrap();
            self.client.fold(&read).unwrap();
            self.log.push(read);
        }
        decision
    }

    #[expect(clippy::needless_pass_by_value, reason = "commands are created at the call")]
    pub fn say(&mut self, side: Side, command: Command) -> Result<Decision, Refusal> {
        self.keys += 1;
        self.say_again(side, self.keys, &command, 0)
    }

    pub fn say_again(
        &mut self,
        side: Side,
        key: u64,
        command: &Command,
        lag: i64,
    ) -> Result<Decision, Refusal> {
        let decision =
            self.authoritative.decide(side, IdempotencyKey(key), command, self.now, lag, id(99))?;
        Ok(self.keep(decision))
    }

    pub fn order(&mut self, order: &TableOrder) -> Decision {
        let decision = self.authoritative.decide_order(order, self.now).unwrap();
        self.keep(decision)
    }

    /// The side to act performs its first legal action, preferably a play.
    pub fn act(&mut self) -> Side {
        let side = self.authoritative.turn().unwrap();
        let action = self.authoritative.position().unwrap().actions().iter().next().unwrap();
        let command = self.answer(action);
        self.say(side, command).unwrap();
        side
    }

    /// An action for the current position.
    pub fn answer(&self, action: Action) -> Command {
        let (ply, revision) =
            (self.authoritative.plies() as u16, Some(self.authoritative.revision()));
        Command::Act { action, ply, revision }
    }

    /// A computer action for the current position.
    pub fn computed(&self) -> TableOrder {
        let action = self.authoritative.position().unwrap().actions().iter().next().unwrap();
        TableOrder::Compute(action, self.authoritative.revision())
    }

    pub fn against_the_computer(number: u64) -> Self {
        let seats = BySide { red: Seated::Computer(3), white: Seated::Account(WHITE) };
        let mut fixture = Self::open("-", false, seats, number);
        fixture.say(Side::White, Command::Ready { nonce: "w".into() }).unwrap();
        fixture
    }

    /// Plays until a side can draw, and draws. Returns that side.
    pub fn draw(&mut self) -> Side {
        while !self.authoritative.position().unwrap().actions().draw {
            self.act();
        }
        let side = self.authoritative.turn().unwrap();
        self.say(side, self.answer(Action::Draw)).unwrap();
        side
    }

    pub fn last(&self) -> Ply {
        *self.authoritative.game().unwrap().plies().last().unwrap()
    }

    pub fn left(&self) -> BySide<i64> {
        self.authoritative.time_left(self.now).unwrap()
    }
}

pub fn act(action: &str, ply: u16) -> Command {
    Command::Act { action: action.parse().unwrap(), ply, revision: None }
}
