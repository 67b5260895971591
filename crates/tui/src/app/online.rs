use bosworth_client::protocol::{Command, Event, MAX_CHAT_CHARS, Offer, Refusal};
use bosworth_rules::{Action, Game};
use bosworth_texts::Texts;
use ratatui::crossterm::event::KeyCode;

use super::resign::PendingQuestion;
use super::{AppEffect, GameSource, TerminalApp};
use crate::online::{Destination, SaveReport, Snapshot, TableDescription, refusal};

/// An online table that has been dealt, and the local input state.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    /// The latest snapshot.
    pub(crate) snapshot: Snapshot,
    /// Whether the connection is lost.
    pub(crate) lost: bool,
    /// The chat message being typed.
    pub(crate) typing: Option<String>,
    /// The result of verifying and saving the finished game.
    pub(crate) kept: Option<SaveReport>,
    /// The local wall clock, in milliseconds since 1970.
    pub(crate) now: i64,
    /// How many other games wait for the player.
    pub(crate) elsewhere: usize,
    /// The revision of the position for which an automatic pass was sent.
    passed: Option<u32>,
}

impl OnlineGame {
    /// A table; none before it is dealt.
    pub fn new(snapshot: Snapshot, now: i64) -> Option<Self> {
        snapshot.game()?;
        Some(Self {
            snapshot,
            lost: false,
            typing: None,
            kept: None,
            now,
            elsewhere: 0,
            passed: None,
        })
    }

    pub(super) fn game(&self) -> &Game {
        self.snapshot.game().expect("a table that was dealt stays dealt")
    }

    pub(super) fn may_act(&self) -> bool {
        self.snapshot.is_my_turn() && !self.snapshot.sending && !self.snapshot.must_pass()
    }

    pub(super) fn result_line(&self, texts: &Texts) -> Option<String> {
        TableDescription::new(texts, &self.snapshot).ending().pop()
    }

    pub(super) fn end_lines(&self, texts: &Texts) -> Vec<String> {
        let mut lines = TableDescription::new(texts, &self.snapshot).ending();
        lines.extend(self.kept.iter().flat_map(|kept| kept.lines(texts)));
        lines
    }
}

impl TerminalApp {
    /// The online table, if one is shown.
    pub fn online(&self) -> Option<&OnlineGame> {
        match &self.source {
            GameSource::Online(online) => Some(online),
            _ => None,
        }
    }

    fn online_mut(&mut self) -> Option<&mut OnlineGame> {
        match &mut self.source {
            GameSource::Online(online) => Some(online),
            _ => None,
        }
    }

    /// Sets the local wall clock, in milliseconds since 1970.
    pub fn set_time(&mut self, now: i64) {
        if let Some(online) = self.online_mut() {
            online.now = now;
        }
    }

    /// The time until a displayed clock changes; none while none runs.
    pub fn tick(&self) -> Option<std::time::Duration> {
        self.online().and_then(|online| online.snapshot.tick(online.now))
    }

    /// Applies a newer snapshot and its events.
    pub fn update(&mut self, snapshot: Snapshot, events: &[Event]) {
        let plies = self.game().plies().len();
        let Some(online) = self.online_mut() else { return };
        let was_over = online.snapshot.is_over();
        let had_next = online.snapshot.table.rematch().is_some();
        online.snapshot = snapshot;
        if online.game().plies().len() != plies {
            self.board.clear();
            self.discard_analyses();
        }
        let description: Vec<_> =
            events.iter().filter(|event| !has_a_place(event)).cloned().collect();
        let Some(online) = self.online() else { return };
        let lines = TableDescription::new(&self.texts, &online.snapshot).events(&description);
        let snapshot = &online.snapshot;
        let (ended, plays) = (snapshot.is_over() && !was_over, snapshot.side.is_some());
        let next = snapshot.table.rematch().filter(|_| !had_next);
        if ended {
            self.message = None;
            self.asks = None;
            self.board.clear();
            if plays {
                self.effects.push(AppEffect::VerifyAndSave);
            }
        } else if !lines.is_empty() {
            self.message = Some(lines.join(" "));
        }
        if let Some(next) = next {
            self.effects.push(AppEffect::Go(Destination::Game(next)));
        }
    }

    /// Sets whether the connection is lost.
    pub fn set_lost(&mut self, lost: bool) {
        let Some(online) = self.online_mut() else { return };
        if std::mem::replace(&mut online.lost, lost) && !lost {
            self.say("online-back");
        }
    }

    /// Shows why a command was refused.
    pub fn refused(&mut self, command: Command, why: &Refusal) {
        self.message = Some(refusal(&self.texts, why));
        // Typed again, unless another line has been begun.
        if let Command::Chat { text } = command
            && let Some(online) = self.online_mut()
        {
            online.typing.get_or_insert(text);
        }
    }

    /// Shows a message on the message line.
    pub fn tell(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Sets how many other games wait for the player.
    pub fn set_waiting_elsewhere(&mut self, others: usize) {
        let Some(online) = self.online_mut() else { return };
        if std::mem::replace(&mut online.elsewhere, others) < others {
            self.message = Some(self.texts.count("online-elsewhere", others as u32));
        }
    }

    /// No other game waits for the player: goes to the lobby, unless a game of the player's is
    /// still in progress.
    pub fn none_waiting(&mut self) {
        let Some(online) = self.online() else { return };
        if online.snapshot.side.is_none() || online.snapshot.is_over() {
            self.effects.push(AppEffect::Go(Destination::Lobby));
        } else {
            self.say("online-none-waits");
        }
    }

    /// Sends a command; the screen shows it as pending until it is acknowledged.
    pub(super) fn send(&mut self, command: Command) {
        let Some(online) = self.online_mut() else { return };
        online.snapshot.sending = true;
        self.message = None;
        self.effects.push(AppEffect::Do(command));
    }

    pub(super) fn send_action(&mut self, action: Action) {
        let Some(online) = self.online() else { return };
        let table = &online.snapshot.table;
        let (ply, revision) = (table.plies() as u16, Some(table.revision()));
        self.board.clear();
        self.send(Command::Act { action, ply, revision });
    }

    /// Passes automatically when nothing else is legal.
    pub(super) fn drive_pass(&mut self) {
        let Some(online) = self.online_mut() else { return };
        let revision = Some(online.snapshot.table.revision());
        if online.snapshot.must_pass() && !online.snapshot.sending && online.passed != revision {
            online.passed = revision;
            self.send_action(Action::Pass);
        }
    }

    pub(super) fn is_typing(&self) -> bool {
        self.online().is_some_and(|online| online.typing.is_some())
    }

    pub(super) fn type_key(&mut self, code: KeyCode) {
        let Some(online) = self.online_mut() else { return };
        let Some(typed) = &mut online.typing else { return };
        match code {
            KeyCode::Char(letter) if typed.chars().count() < MAX_CHAT_CHARS => typed.push(letter),
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Esc => online.typing = None,
            KeyCode::Enter => {
                let text = online.typing.take().unwrap_or_default();
                let text = text.trim().to_string();
                if !text.is_empty() {
                    self.send(Command::Chat { text });
                }
            }
            _ => {}
        }
    }

    /// Handles a key that is specific to online games; returns whether it did.
    pub(super) fn online_key(&mut self, code: KeyCode) -> bool {
        let Some(online) = self.online() else { return false };
        let snapshot = &online.snapshot;
        let (plays, over) = (snapshot.side.is_some(), snapshot.is_over());
        let offered =
            [Offer::Takeback, Offer::Rematch].into_iter().find(|offer| snapshot.is_offered(*offer));
        let standing =
            [Offer::Takeback, Offer::Rematch].into_iter().find(|offer| snapshot.offers(*offer));
        match code {
            KeyCode::Char('n' | 'N') => self.effects.push(AppEffect::Next),
            KeyCode::Char('h' | 'e') if plays && !over => self.say("online-no-engine"),
            KeyCode::Char('u' | 'r' | 'm' | 'y' | 'x' | 'c' | '/' | ':' | 'R') if !plays => {
                self.say("online-no-spectator");
            }
            KeyCode::Char('u') => self.send(Command::Offer(Offer::Takeback)),
            KeyCode::Char('m') if over => self.send(Command::Offer(Offer::Rematch)),
            KeyCode::Char('m') => self.say("online-rematch-later"),
            KeyCode::Char('y') => match offered {
                Some(offer) => self.send(Command::Offer(offer)),
                None => self.say("online-no-offer"),
            },
            KeyCode::Char('x') => match offered.or(standing) {
                Some(offer) => self.send(Command::Decline(offer)),
                None => self.say("online-no-offer"),
            },
            KeyCode::Char('c') => match snapshot.claimable_in(online.now) {
                Some(0) => self.asks = Some(PendingQuestion::Claim),
                _ => self.say("online-no-not-gone"),
            },
            KeyCode::Char('/' | ':') => {
                if let Some(online) = self.online_mut() {
                    online.typing = Some(String::new());
                }
            }
            KeyCode::Char('r') => {}
            _ => return false,
        }
        true
    }
}

/// Presence, chat, offers and the result have dedicated places on the screen.
fn has_a_place(event: &Event) -> bool {
    matches!(
        event,
        Event::Came { .. }
            | Event::Left { .. }
            | Event::Chat { .. }
            | Event::Offer { .. }
            | Event::End { .. }
    )
}
