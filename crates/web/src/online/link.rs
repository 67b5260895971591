use bosworth_protocol::{Command, FromClient, GameId, Key};

use super::outbox::Outbox;

/// How long to wait before the first new try, and at most, in milliseconds.
const FIRST_WAIT: u32 = 500;
const LONGEST_WAIT: u32 = 8_000;
/// After so long without a word the connection is taken for dead, in milliseconds. Servers
/// ask every 2.5 seconds whether we are there while we look at a game, else every 30.
const SILENCE_IN_GAME: f64 = 10_000.0;
const SILENCE: f64 = 75_000.0;

/// The connection to the server as a state machine: it decides, whoever drives it acts.
///
/// It knows what the server has to be told after every new connection: which game is looked
/// at and how much of it is known, whether open offers are wanted, and every command that was
/// not answered.
#[derive(Clone, Debug, Default)]
pub struct Link {
    state: State,
    /// How many tries failed since the last connection.
    tries: u32,
    /// When something was heard last.
    heard: f64,
    watching: Option<(GameId, u32)>,
    lobby: bool,
    outbox: Outbox,
}

/// How the connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Not wanted.
    #[default]
    Off,
    /// On its way.
    Connecting,
    /// There.
    Open,
    /// Lost; a new try comes in a moment.
    Waiting,
    /// The server has sent us away; only a person starts it again.
    Ended,
}

/// What is to be done outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Open a connection, and listen to no older one.
    Connect,
    /// Close the connection.
    Close,
    /// Say something.
    Send(FromClient),
    /// Call [`Link::timer`] with this number after so many milliseconds.
    Wait(u32, u32),
}

impl Link {
    /// How it stands.
    pub fn state(&self) -> State {
        self.state
    }

    /// Commands that wait for an answer in a game.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// It is wanted from now on.
    pub fn start(&mut self) -> Vec<Step> {
        match self.state {
            State::Off | State::Ended => {
                self.tries = 0;
                self.connect()
            }
            State::Connecting | State::Open | State::Waiting => Vec::new(),
        }
    }

    /// It is not wanted any more.
    pub fn stop(&mut self) -> Vec<Step> {
        self.state = State::Off;
        vec![Step::Close]
    }

    /// Somebody else plays here: connect anew, and send nothing that another has said.
    pub fn renew(&mut self) -> Vec<Step> {
        self.outbox.clear();
        self.tries = 0;
        let mut steps = vec![Step::Close];
        steps.extend(self.connect());
        steps
    }

    fn connect(&mut self) -> Vec<Step> {
        self.state = State::Connecting;
        vec![Step::Connect]
    }

    /// The server has greeted us: it is told all it has to know.
    pub fn welcomed(&mut self, now: f64) -> Vec<Step> {
        self.state = State::Open;
        self.tries = 0;
        self.heard = now;
        let lobby = self.lobby.then_some(FromClient::Lobby(true));
        let watch = self.watching.map(|(game, since)| FromClient::Watch { game, since });
        lobby.into_iter().chain(watch).chain(self.outbox.messages()).map(Step::Send).collect()
    }

    /// Something was heard.
    pub fn heard(&mut self, now: f64) {
        self.heard = now;
    }

    /// The connection is gone or could not be made.
    pub fn lost(&mut self) -> Vec<Step> {
        if matches!(self.state, State::Off | State::Ended) {
            return Vec::new();
        }
        self.state = State::Waiting;
        let wait = FIRST_WAIT.saturating_mul(1 << self.tries.min(8)).min(LONGEST_WAIT);
        self.tries += 1;
        vec![Step::Wait(wait, self.tries)]
    }

    /// The time of a wait is up.
    pub fn timer(&mut self, number: u32) -> Vec<Step> {
        if number == self.tries { self.wake() } else { Vec::new() }
    }

    /// A good moment to try: the network is back, or the page is looked at again.
    pub fn wake(&mut self) -> Vec<Step> {
        if self.state == State::Waiting { self.connect() } else { Vec::new() }
    }

    /// The server ends the connection and says whether to come back.
    pub fn bye(&mut self, again: bool) -> Vec<Step> {
        let mut steps = vec![Step::Close];
        if again {
            steps.extend(self.lost());
        } else {
            self.state = State::Ended;
        }
        steps
    }

    /// Looks whether the connection is dead without having been closed.
    pub fn look(&mut self, now: f64) -> Vec<Step> {
        let patience = if self.watching.is_some() { SILENCE_IN_GAME } else { SILENCE };
        if self.state != State::Open || now - self.heard < patience {
            return Vec::new();
        }
        let mut steps = vec![Step::Close];
        steps.extend(self.lost());
        // The first try comes at once: the silence has been long enough.
        steps.extend(self.wake());
        steps
    }

    /// Looks at a game of which so many entries are known.
    pub fn watch(&mut self, game: GameId, since: u32) -> Vec<Step> {
        self.watching = Some((game, since));
        self.say(FromClient::Watch { game, since })
    }

    /// More of the game is known.
    pub fn knows(&mut self, game: GameId, entries: u32) {
        if let Some((of, since)) = &mut self.watching
            && *of == game
        {
            *since = entries;
        }
    }

    /// Looks at no game any more.
    pub fn leave(&mut self) -> Vec<Step> {
        match self.watching.take() {
            Some((game, _)) => self.say(FromClient::Leave { game }),
            None => Vec::new(),
        }
    }

    /// Wants to hear of open offers, or no more.
    pub fn lobby(&mut self, on: bool) -> Vec<Step> {
        self.lobby = on;
        self.say(FromClient::Lobby(on))
    }

    /// Wants something done.
    pub fn command(&mut self, game: GameId, key: Key, command: Command) -> Vec<Step> {
        self.outbox.keep(game, key, command.clone());
        self.say(FromClient::Do { game, key, command })
    }

    /// A command was answered; whether it was waited for.
    pub fn answered(&mut self, game: GameId, key: Key) -> bool {
        self.outbox.answered(game, key)
    }

    /// Says something if somebody hears it. All that matters is said again at every welcome.
    pub fn say(&self, message: FromClient) -> Vec<Step> {
        if self.state == State::Open { vec![Step::Send(message)] } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> Link {
        let mut link = Link::default();
        assert_eq!(link.start(), [Step::Connect]);
        assert_eq!(link.welcomed(0.0), []);
        link
    }

    #[test]
    fn after_a_lost_connection_the_server_is_told_everything_again() {
        let game = GameId::from_random(7);
        let (key, command) = (Key(5), Command::Resign);
        let mut link = open();
        link.watch(game, 0);
        link.knows(game, 12);
        link.command(game, key, command.clone());
        assert_eq!(link.lost(), [Step::Wait(500, 1)]);
        assert_eq!(link.state(), State::Waiting);
        assert_eq!(link.timer(1), [Step::Connect]);
        let again = [
            Step::Send(FromClient::Watch { game, since: 12 }),
            Step::Send(FromClient::Do { game, key, command }),
        ];
        assert_eq!(link.welcomed(1.0), again);
        assert!(link.answered(game, key));
        link.lost();
        link.wake();
        assert_eq!(link.welcomed(2.0), again[..1], "what was answered is not sent again");
    }

    #[test]
    fn waits_grow_from_half_a_second_to_eight() {
        let mut link = open();
        let waits: Vec<_> = (0..7)
            .map(|_| match link.lost()[..] {
                [Step::Wait(wait, number)] => {
                    assert_eq!(link.timer(number), [Step::Connect]);
                    wait
                }
                _ => 0,
            })
            .collect();
        assert_eq!(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
        link.welcomed(0.0);
        assert_eq!(link.lost(), [Step::Wait(500, 1)], "a success begins anew");
    }

    #[test]
    fn an_old_timer_does_nothing() {
        let mut link = open();
        link.lost();
        link.wake();
        link.lost();
        assert_eq!(link.timer(1), []);
        assert_eq!(link.timer(2), [Step::Connect]);
    }

    #[test]
    fn a_silent_connection_is_given_up() {
        let mut link = open();
        link.heard(5_000.0);
        assert_eq!(link.look(79_000.0), []);
        link.watch(GameId::from_random(1), 0);
        assert_eq!(link.look(14_000.0), []);
        let steps = link.look(16_000.0);
        assert_eq!(steps.first(), Some(&Step::Close));
        assert_eq!(steps.last(), Some(&Step::Connect));
        assert_eq!(link.state(), State::Connecting);
    }

    #[test]
    fn who_is_sent_away_stays_away() {
        let mut link = open();
        assert_eq!(link.bye(false), [Step::Close]);
        assert_eq!((link.lost(), link.wake()), (vec![], vec![]));
        assert_eq!(link.start(), [Step::Connect], "unless somebody asks for it");
    }

    #[test]
    fn what_is_not_wanted_stays_off_until_it_is() {
        let mut link = open();
        link.lobby(true);
        assert_eq!(link.stop(), [Step::Close]);
        assert_eq!((link.lost(), link.wake(), link.look(1e9)), (vec![], vec![], vec![]));
        assert_eq!(link.start(), [Step::Connect]);
        assert_eq!(link.welcomed(0.0), [Step::Send(FromClient::Lobby(true))]);
    }

    #[test]
    fn who_is_asked_to_come_back_comes_back() {
        let mut link = open();
        assert_eq!(link.bye(true), [Step::Close, Step::Wait(500, 1)]);
        assert_eq!(link.timer(1), [Step::Connect]);
    }

    #[test]
    fn another_account_says_nothing_of_the_first_one() {
        let mut link = open();
        link.command(GameId::from_random(1), Key(1), Command::Resign);
        assert_eq!(link.renew(), [Step::Close, Step::Connect]);
        assert_eq!(link.welcomed(0.0), []);
    }
}
