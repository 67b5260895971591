use std::collections::VecDeque;

use bosworth_protocol::FromClient;

use crate::backoff::Backoff;
use crate::{Millis, RandomSource};

/// Back-off between connection attempts.
const INITIAL_BACKOFF: Millis = 500;
const MAX_BACKOFF: Millis = 8_000;
/// Handshake timeout: a connection without a welcome by then has failed.
const HANDSHAKE_TIMEOUT: Millis = 20_000;
/// Idle timeout: an open connection without traffic for this long is dead, because networks fail
/// silently. Servers ping every 2.5 seconds while we follow a game, and every 30 otherwise.
const IDLE_TIMEOUT_IN_GAME: Millis = 10_000;
const IDLE_TIMEOUT: Millis = 75_000;

/// The state of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LinkState {
    /// Disconnected on request.
    #[default]
    Off,
    /// Connecting, or waiting for the server's welcome.
    Connecting,
    /// The server has sent its welcome.
    Open,
    /// Lost; reconnects after a back-off.
    Waiting,
    /// Closed by the server for good; never retried automatically.
    Ended,
}

/// An operation for the socket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SocketOperation {
    /// Open a connection, ignoring all older ones.
    Connect,
    /// Close the connection, ignoring whatever still arrives over it.
    Close,
    /// Send this over the open connection.
    Send(FromClient),
}

/// The connection as a state machine: when to connect, when to time out, what to send.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    state: LinkState,
    backoff: Backoff,
    /// When to reconnect, while waiting.
    retry: Millis,
    /// When the current timeout started: the last message, or the connection attempt.
    heard: Millis,
    in_game: bool,
    steps: VecDeque<SocketOperation>,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            state: LinkState::Off,
            backoff: Backoff::new(INITIAL_BACKOFF, MAX_BACKOFF),
            retry: 0,
            heard: 0,
            in_game: false,
            steps: VecDeque::new(),
        }
    }
}

impl Link {
    pub(crate) fn state(&self) -> LinkState {
        self.state
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state == LinkState::Open
    }

    /// Whether messages from the socket are accepted.
    pub(crate) fn listens(&self) -> bool {
        matches!(self.state, LinkState::Connecting | LinkState::Open)
    }

    pub(crate) fn step(&mut self) -> Option<SocketOperation> {
        self.steps.pop_front()
    }

    /// Connects, unless already connected or reconnecting.
    pub(crate) fn start(&mut self, now: Millis) {
        if matches!(self.state, LinkState::Off | LinkState::Ended) {
            self.backoff.reset();
            self.connect(now);
        }
    }

    /// Disconnects, and stays disconnected.
    pub(crate) fn stop(&mut self) {
        self.hang_up();
        self.state = LinkState::Off;
    }

    /// Reconnects, unless stopped.
    pub(crate) fn renew(&mut self, now: Millis) {
        if self.state != LinkState::Off {
            self.hang_up();
            self.backoff.reset();
            self.connect(now);
        }
    }

    fn connect(&mut self, now: Millis) {
        self.state = LinkState::Connecting;
        self.heard = now;
        self.steps.push_back(SocketOperation::Connect);
    }

    /// Closes the connection; unsent messages are dropped.
    fn hang_up(&mut self) {
        self.steps.clear();
        self.steps.push_back(SocketOperation::Close);
    }

    /// The server has sent its welcome.
    pub(crate) fn welcomed(&mut self, now: Millis) {
        self.state = LinkState::Open;
        self.heard = now;
    }

    /// Resets the idle timeout.
    pub(crate) fn heard(&mut self, now: Millis) {
        self.heard = now;
    }

    /// Resets the back-off: the connection works. A welcome alone does not prove that: a
    /// half-broken server may send one and close, and must not be hammered with reconnects.
    pub(crate) fn proven(&mut self) {
        self.backoff.reset();
    }

    /// The connection was lost or could not be established; returns whether the state changed.
    pub(crate) fn lost(&mut self, now: Millis, random: RandomSource<'_>) -> bool {
        if !self.listens() {
            return false;
        }
        self.hang_up();
        self.state = LinkState::Waiting;
        self.retry = now + self.backoff.wait(random);
        true
    }

    /// The server has closed the connection for good.
    pub(crate) fn end(&mut self) {
        self.hang_up();
        self.state = LinkState::Ended;
    }

    /// Cuts the back-off short.
    pub(crate) fn nudge(&mut self, now: Millis) {
        if self.state == LinkState::Waiting {
            self.connect(now);
        }
    }

    /// Switches between the idle timeouts in a game and outside, along with the server's ping
    /// interval.
    pub(crate) fn set_in_game(&mut self, now: Millis, in_game: bool) {
        if in_game && !self.in_game {
            // The last ping may date from the long interval.
            self.heard = self.heard.max(now);
        }
        self.in_game = in_game;
    }

    /// Handles timeouts; returns the reason if the connection timed out.
    pub(crate) fn tick(&mut self, now: Millis, random: RandomSource<'_>) -> Option<&'static str> {
        if self.wake_at().is_none_or(|due| now < due) {
            return None;
        }
        match self.state {
            LinkState::Waiting => {
                self.connect(now);
                None
            }
            LinkState::Connecting => {
                self.lost(now, random);
                Some("it does not answer")
            }
            LinkState::Open => {
                // The timeout was wait enough: the first attempt is immediate.
                self.lost(now, random);
                self.connect(now);
                Some("nothing is heard from it")
            }
            LinkState::Off | LinkState::Ended => None,
        }
    }

    pub(crate) fn wake_at(&self) -> Option<Millis> {
        match self.state {
            LinkState::Waiting => Some(self.retry),
            LinkState::Connecting => Some(self.heard + HANDSHAKE_TIMEOUT),
            LinkState::Open if self.in_game => Some(self.heard + IDLE_TIMEOUT_IN_GAME),
            LinkState::Open => Some(self.heard + IDLE_TIMEOUT),
            LinkState::Off | LinkState::Ended => None,
        }
    }

    /// Sends a message if connected, and drops it otherwise: every welcome restores the
    /// subscriptions and retransmits the commands.
    pub(crate) fn say(&mut self, message: FromClient) {
        if self.is_open() {
            self.steps.push_back(SocketOperation::Send(message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> u64 {
        0
    }

    fn steps(link: &mut Link) -> Vec<SocketOperation> {
        core::iter::from_fn(|| link.step()).collect()
    }

    fn open() -> Link {
        let mut link = Link::default();
        link.start(0);
        assert_eq!(steps(&mut link), [SocketOperation::Connect]);
        link.welcomed(0);
        link
    }

    #[test]
    fn connection_attempts_back_off_until_one_proves_useful() {
        let mut link = open();
        let mut now = 0;
        for wait in [500, 1_000, 2_000, 4_000, 8_000, 8_000] {
            assert!(link.lost(now, &mut none));
            assert_eq!((link.state(), link.wake_at()), (LinkState::Waiting, Some(now + wait)));
            assert_eq!(steps(&mut link), [SocketOperation::Close]);
            assert_eq!(link.tick(now + wait - 1, &mut none), None);
            assert_eq!(steps(&mut link), []);
            now += wait;
            link.tick(now, &mut none);
            assert_eq!(steps(&mut link), [SocketOperation::Connect]);
            // A welcome alone does not reset the back-off.
            link.welcomed(now);
        }
        link.proven();
        link.lost(now, &mut none);
        assert_eq!(link.wake_at(), Some(now + 500));
    }

    #[test]
    fn a_silent_connection_is_replaced_at_once() {
        let mut link = open();
        link.heard(5_000);
        assert_eq!(link.wake_at(), Some(80_000));
        assert_eq!(link.tick(79_999, &mut none), None);
        assert!(link.tick(80_000, &mut none).is_some());
        assert_eq!(steps(&mut link), [SocketOperation::Close, SocketOperation::Connect]);
        assert_eq!(link.state(), LinkState::Connecting);
    }

    #[test]
    fn the_idle_timeout_in_a_game_starts_when_pings_become_frequent() {
        let mut link = open();
        link.set_in_game(29_000, true);
        assert_eq!(
            link.wake_at(),
            Some(39_000),
            "not 10 000: the timeout restarts when pings become frequent"
        );
        link.heard(31_000);
        link.set_in_game(35_000, true);
        assert_eq!(link.wake_at(), Some(41_000), "setting it twice does not reset the timeout");
    }

    #[test]
    fn a_missing_welcome_is_retried_after_a_delay() {
        let mut link = Link::default();
        link.start(100);
        assert_eq!(link.wake_at(), Some(20_100));
        assert!(link.tick(20_100, &mut none).is_some());
        assert_eq!((link.state(), link.wake_at()), (LinkState::Waiting, Some(20_600)));
    }

    #[test]
    fn a_connection_closed_for_good_is_never_retried() {
        let mut link = open();
        link.end();
        assert_eq!(steps(&mut link), [SocketOperation::Close]);
        assert!(!link.lost(1, &mut none));
        link.nudge(2);
        assert_eq!((link.wake_at(), steps(&mut link)), (None, vec![]));
        link.start(3);
        assert_eq!(steps(&mut link), [SocketOperation::Connect], "unless started again");
    }

    #[test]
    fn a_stopped_link_stays_disconnected_until_started() {
        let mut link = open();
        link.stop();
        assert_eq!(steps(&mut link), [SocketOperation::Close]);
        link.nudge(1);
        link.renew(1);
        assert!(!link.lost(1, &mut none));
        assert_eq!((link.wake_at(), steps(&mut link)), (None, vec![]));
        link.start(2);
        assert_eq!(steps(&mut link), [SocketOperation::Connect]);
    }

    #[test]
    fn unsent_messages_are_dropped_on_close() {
        let mut link = open();
        link.say(FromClient::Lobby(true));
        link.lost(0, &mut none);
        link.say(FromClient::Lobby(false));
        assert_eq!(steps(&mut link), [SocketOperation::Close]);
    }
}
