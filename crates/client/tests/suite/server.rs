use bosworth_client::protocol::{
    AccountId, Command, FromClient, FromServer, GameId, IdempotencyKey, LogEntry, PlayerView,
    Players, Seated, TableSetup,
};
use bosworth_fair::Secret;
use bosworth_rules::{Ruleset, Side};
use bosworth_table::{AuthoritativeTable, Decision, TableOrder};

pub const RED: AccountId = AccountId(1);
pub const WHITE: AccountId = AccountId(2);
/// When the server was started, in milliseconds since the Unix epoch.
pub const EPOCH: i64 = 1_794_757_652_004;

pub fn game() -> GameId {
    GameId::from_random(1485)
}

pub fn players() -> Players {
    let player = |level| PlayerView::Computer { level };
    Players { red: player(1), white: player(2) }
}

/// A model of a server with one table, whose only state is the log.
pub struct Server {
    host: AuthoritativeTable,
    pub log: Vec<LogEntry>,
    /// The page size, in entries.
    page: usize,
}

/// The effects of a message: an answer to the sender, and an entry to broadcast.
#[derive(Default)]
pub struct Outcome {
    pub answer: Option<FromServer>,
    pub entry: Option<LogEntry>,
}

impl Server {
    pub fn new(clock: &str, page: usize) -> Self {
        let secret = Secret::new([7; 32]);
        let setup = TableSetup {
            game: game(),
            red: Seated::Account(RED),
            white: Seated::Account(WHITE),
            ruleset: Ruleset::CLASSIC,
            clock: clock.parse().expect("a clock"),
            rated: false,
            commitment: secret.commit(game().as_str()),
            after: None,
            tournament_slot: None,
            hands: None,
            seek: None,
            sealed: None,
            handicap: None,
        };
        let log = vec![AuthoritativeTable::first_entry(setup, EPOCH)];
        let host = AuthoritativeTable::replay(&log, secret).expect("a first entry");
        Self { host, log, page }
    }

    /// A table with its cards dealt.
    pub fn dealt(clock: &str, page: usize) -> Self {
        let mut server = Self::new(clock, page);
        for (key, side) in (1..).zip(Side::ALL) {
            server.command(
                side,
                IdempotencyKey(key),
                &Command::Ready { nonce: format!("{side}'s") },
                EPOCH,
            );
        }
        server
    }

    pub fn host(&self) -> &AuthoritativeTable {
        &self.host
    }

    /// Carries out a command; returns its answer and the new entry, if any.
    pub fn command(
        &mut self,
        side: Side,
        key: IdempotencyKey,
        command: &Command,
        now: i64,
    ) -> Outcome {
        let answer = match self.host.decide(side, key, command, now, 0, GameId::from_random(2)) {
            Ok(Decision::Append(entry)) => {
                self.host.fold(&entry).expect("a valid decision");
                self.log.push(entry.clone());
                let seq = entry.seq;
                let answer = Some(FromServer::Done { game: game(), key, seq });
                return Outcome { answer, entry: Some(entry) };
            }
            Ok(Decision::AlreadyDone(seq)) => FromServer::Done { game: game(), key, seq },
            Ok(Decision::Nothing) => {
                FromServer::Done { game: game(), key, seq: self.host.length() - 1 }
            }
            Err(refusal) => FromServer::Refused { game: game(), key, refusal },
        };
        Outcome { answer: Some(answer), entry: None }
    }

    /// Carries out an order of the service; returns the new entry, if any.
    pub fn order(&mut self, order: &TableOrder, now: i64) -> Option<LogEntry> {
        let Ok(Decision::Append(entry)) = self.host.decide_order(order, now) else { return None };
        self.host.fold(&entry).expect("a valid decision");
        self.log.push(entry.clone());
        Some(entry)
    }

    /// The side to act takes its first legal action.
    pub fn act(&mut self, key: u64, now: i64) -> LogEntry {
        let side = self.host.turn().expect("a game in progress");
        let action = self.host.position().expect("cards").actions().iter().next().expect("one");
        let (ply, revision) = (self.host.plies() as u16, Some(self.host.revision()));
        let command = Command::Act { action, ply, revision };
        self.command(side, IdempotencyKey(key), &command, now).entry.expect("a legal action")
    }

    /// The page of the log that starts at an entry.
    pub fn table(&self, since: u32, now: i64) -> FromServer {
        let rest = self.log.get(since as usize..).unwrap_or_default();
        FromServer::Table {
            game: game(),
            players: Box::new(players()),
            entries: rest.iter().take(self.page).cloned().collect(),
            watchers: 1,
            now,
            more: rest.len() > self.page,
        }
    }

    /// Handles a message from an account.
    pub fn take(&mut self, account: Option<AccountId>, message: FromClient, now: i64) -> Outcome {
        match message {
            FromClient::Watch { since, .. } => {
                Outcome { answer: Some(self.table(since, now)), entry: None }
            }
            FromClient::Do { key, command, .. } => {
                let side = account.and_then(|account| self.host.setup().side_of(account));
                self.command(side.expect("a player"), key, &command, now)
            }
            FromClient::Leave { .. }
            | FromClient::Lobby(_)
            | FromClient::Follow { .. }
            | FromClient::Unfollow { .. }
            | FromClient::Pong(_) => Outcome::default(),
        }
    }
}
