use bosworth_client::protocol::{Command, FromClient, FromServer, IdempotencyKey, LogEntry, Stage};
use bosworth_client::{Conversation, LinkState, RandomSource, SocketOperation};
use bosworth_rules::Side;

use crate::peer::Peer;
use crate::server::{EPOCH, RED, Server, WHITE, game};

/// Ping interval of the server.
const PING: u64 = 2_500;

/// The fault injection of a network: probabilities in percent, times in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    /// A message is lost.
    pub lose: u64,
    /// A message is duplicated.
    pub double: u64,
    /// The maximum latency of a message. Slower messages are overtaken: reordering.
    pub delay: u64,
    /// The chance per second that a connection breaks.
    pub cut: u64,
    /// The chance per second that the server restarts.
    pub restart: u64,
}

impl Weather {
    /// A perfect network: everything is delivered once and in order.
    pub const CALM: Self = Self { lose: 0, double: 0, delay: 0, cut: 0, restart: 0 };
}

/// A seeded random number generator (`SplitMix64`).
pub struct Dice(pub u64);

impl Dice {
    pub fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.throw() % limit
    }
}

/// A message in flight.
#[derive(Clone)]
enum Freight {
    Up(FromClient),
    Down(FromServer),
    Broken,
}

struct Flight {
    at: u64,
    peer: usize,
    connection: u32,
    freight: Freight,
}

/// Two players, a spectator, a server, and the simulated network between them.
pub struct World {
    pub now: u64,
    pub weather: Weather,
    pub server: Server,
    pub peers: Vec<Peer>,
    dice: Dice,
    flights: Vec<Flight>,
    /// When the server is back from its restart.
    away: u64,
}

impl World {
    pub fn new(seed: u64, page: usize, weather: Weather) -> Self {
        let peers = [Some(RED), Some(WHITE), None].map(Peer::new).into();
        let server = Server::new("-", page);
        let dice = Dice(seed);
        let mut world = Self { now: 0, weather, server, peers, dice, flights: Vec::new(), away: 0 };
        for number in 0..world.peers.len() {
            world.drive(number, |talk, now, random| {
                talk.start(now);
                talk.follow(now, game(), random);
            });
        }
        world
    }

    /// Lets the players play for a number of seconds.
    pub fn play(&mut self, seconds: u64) {
        for _ in 0..seconds {
            self.disturb();
            for player in 0..2 {
                if self.dice.below(2) == 0 {
                    self.want(player);
                }
            }
            self.run(self.now + 1_000);
        }
    }

    /// Stops playing and repairs the network, until everything has been delivered.
    pub fn settle(&mut self, seconds: u64) {
        self.weather = Weather::CALM;
        self.run(self.now + seconds * 1_000);
    }

    /// Chats from another device of Red's.
    pub fn speak_from_elsewhere(&mut self) {
        let key = IdempotencyKey(self.dice.throw() >> 11);
        let chat = Command::Chat { text: "from elsewhere".into() };
        let entry = self.server.command(Side::Red, key, &chat, self.time()).entry;
        self.spread(entry);
    }

    pub fn break_all(&mut self) {
        for number in 0..self.peers.len() {
            self.break_off(number);
        }
    }

    fn time(&self) -> i64 {
        EPOCH + self.now as i64
    }

    fn disturb(&mut self) {
        for number in 0..self.peers.len() {
            if self.dice.below(100) < self.weather.cut {
                self.break_off(number);
            }
        }
        if self.dice.below(100) < self.weather.restart {
            self.break_all();
            self.away = self.now + self.dice.below(5_000);
        }
    }

    /// A player acts if it can, and occasionally chats otherwise.
    fn want(&mut self, number: usize) {
        let throw = self.dice.throw();
        let peer = &mut self.peers[number];
        let Some(table) = peer.talk.live().map(|live| &live.table) else { return };
        let acts = peer.talk.outbox().of(game()).any(|it| matches!(it, Command::Act { .. }));
        let mine = table.turn().is_some() && table.turn() == peer.talk.side();
        let action = table.position().filter(|_| mine && !acts).and_then(|position| {
            let actions = position.actions();
            actions.iter().nth(throw as usize % actions.len().max(1) as usize)
        });
        let command = match (action, throw % 7) {
            (None, 0) if table.stage() != Stage::Waiting => Command::Chat { text: "hm".into() },
            (None, _) => return,
            (Some(_), 1) if throw.is_multiple_of(97) => Command::Resign,
            (Some(action), _) => {
                let (ply, revision) = (table.plies() as u16, Some(table.revision()));
                Command::Act { action, ply, revision }
            }
        };
        let mut key = None;
        self.drive(number, |talk, now, random| {
            key = Some(talk.command(now, game(), command, random));
        });
        self.peers[number].issued.extend(key);
    }

    /// Advances the simulated time, event by event.
    fn run(&mut self, until: u64) {
        loop {
            let flight = self.flights.iter().map(|flight| flight.at).min();
            let wake = self.peers.iter().filter_map(|peer| peer.talk.wake_at()).min();
            let watched = self.peers.iter().filter(|peer| peer.up && peer.watches);
            let ping = watched.map(|peer| peer.pinged + PING).min();
            let next = [flight, wake, ping].into_iter().flatten().min().unwrap_or(until);
            if next > until {
                self.now = until;
                return;
            }
            self.now = self.now.max(next);
            self.land();
            for number in 0..self.peers.len() {
                if self.peers[number].talk.wake_at().is_some_and(|at| at <= self.now) {
                    self.drive(number, Conversation::tick);
                }
                let peer = &mut self.peers[number];
                if peer.up && peer.watches && peer.pinged + PING <= self.now {
                    peer.pinged = self.now;
                    self.send(number, Freight::Down(FromServer::Ping { n: 1, lag: Some(9) }));
                }
            }
        }
    }

    /// Delivers the messages that are due.
    fn land(&mut self) {
        while let Some(place) = self.flights.iter().position(|flight| flight.at <= self.now) {
            let Flight { peer: number, connection, freight, .. } = self.flights.remove(place);
            let peer = &mut self.peers[number];
            if peer.connection != connection {
                continue;
            }
            match freight {
                Freight::Broken => {
                    self.drive(number, |talk, now, random| talk.lost(now, "broken".into(), random));
                }
                Freight::Down(message) => {
                    self.drive(number, |talk, now, random| talk.receive(now, message, random));
                }
                Freight::Up(message) if peer.up => {
                    peer.watches |= matches!(message, FromClient::Watch { .. });
                    let outcome = self.server.take(peer.account, message, self.time());
                    self.spread(outcome.entry);
                    if let Some(answer) = outcome.answer {
                        self.send(number, Freight::Down(answer));
                    }
                }
                Freight::Up(_) => {}
            }
        }
    }

    /// Broadcasts an entry to all watchers.
    fn spread(&mut self, entry: Option<LogEntry>) {
        let Some(entry) = entry else { return };
        for number in 0..self.peers.len() {
            if self.peers[number].up && self.peers[number].watches {
                let entry = FromServer::Entry { game: game(), entry: entry.clone() };
                self.send(number, Freight::Down(entry));
            }
        }
    }

    /// Sends a message through the unreliable network.
    fn send(&mut self, number: usize, freight: Freight) {
        if self.dice.below(100) < self.weather.lose {
            return;
        }
        let copies = 1 + usize::from(self.dice.below(100) < self.weather.double);
        let connection = self.peers[number].connection;
        for freight in std::iter::repeat_n(freight, copies) {
            let at = self.now + 20 + self.dice.below(self.weather.delay + 1);
            self.flights.push(Flight { at, peer: number, connection, freight });
        }
    }

    fn break_off(&mut self, number: usize) {
        let peer = &mut self.peers[number];
        if std::mem::take(&mut peer.up) {
            let connection = peer.connection;
            // Not every client is notified of the broken connection.
            if self.dice.below(4) != 0 {
                let at = self.now + 5;
                self.flights.push(Flight {
                    at,
                    peer: number,
                    connection,
                    freight: Freight::Broken,
                });
            }
        }
    }

    /// Changes a conversation, carries out its steps, and checks its updates.
    fn drive(
        &mut self,
        number: usize,
        change: impl FnOnce(&mut Conversation, u64, RandomSource<'_>),
    ) {
        let dice = &mut self.dice;
        change(&mut self.peers[number].talk, self.now, &mut || dice.throw());
        while let Some(step) = self.peers[number].talk.step() {
            self.perform(number, step);
        }
        while let Some(update) = self.peers[number].talk.update() {
            self.peers[number].hear(update);
        }
    }

    fn perform(&mut self, number: usize, step: SocketOperation) {
        let peer = &mut self.peers[number];
        match step {
            SocketOperation::Connect => {
                peer.connection += 1;
                (peer.watches, peer.pinged) = (false, self.now);
                peer.up = self.now >= self.away;
                let (connection, at) = (peer.connection, self.now + 40);
                if peer.up {
                    let welcome = FromServer::Welcome { you: None, now: self.time() };
                    self.send(number, Freight::Down(welcome));
                } else {
                    let freight = Freight::Broken;
                    self.flights.push(Flight { at, peer: number, connection, freight });
                }
            }
            SocketOperation::Close => {
                peer.connection += 1;
                peer.up = false;
            }
            SocketOperation::Send(message) => {
                assert_eq!(peer.talk.state(), LinkState::Open);
                if let FromClient::Watch { since, .. } = message {
                    assert!(since >= peer.asked, "asked from {} and from {since}", peer.asked);
                    assert!(since >= peer.expects.unwrap_or(0), "{since} was known");
                    peer.asked = since;
                }
                self.send(number, Freight::Up(message));
            }
        }
    }
}
