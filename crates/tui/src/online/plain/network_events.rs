//! Reporting the server's messages.

use std::io::{self, Write};

use bosworth_client::protocol::{Command, Event};
use bosworth_rules::{Action, Side};
use bosworth_texts::{Speech, TextCommand};

use super::{PlainOnline, PlainState, listener};
use crate::online::SessionEnd;
use crate::online::error_text::{fault, refusal};
use crate::online::lobby_list::LobbyList;
use crate::online::network::{Destination, NetworkEvent, NetworkRequest};
use crate::online::screen::offered;
use crate::online::snapshot::Snapshot;
use crate::online::table_description::TableDescription;

impl<O: Write> PlainOnline<'_, O> {
    pub(super) fn network_event(&mut self, news: NetworkEvent, now: i64) -> io::Result<()> {
        if matches!(news, NetworkEvent::Lobby(_) | NetworkEvent::Denied(_)) {
            self.awaits_list = false;
        }
        match news {
            NetworkEvent::Lobby(listed) => self.list(|lobby| lobby.fill(listed)),
            NetworkEvent::Offered(seek) => {
                self.say_all(&offered(self.texts, &seek, self.server))?;
                self.say_text("plain-offered")
            }
            NetworkEvent::Table(snapshot, events) => self.table(snapshot, &events, now),
            NetworkEvent::Refused(_, why) => self.say(&refusal(self.texts, &why)),
            NetworkEvent::Denied(why) => self.say(&fault(self.texts, &why, self.server)),
            NetworkEvent::Lost(_) if !self.lost => {
                self.lost = true;
                self.say_text("plain-lost")
            }
            NetworkEvent::Back if self.lost => {
                self.lost = false;
                self.say_text("online-back")
            }
            NetworkEvent::Lost(_) | NetworkEvent::Back | NetworkEvent::Elsewhere(0) => Ok(()),
            NetworkEvent::Elsewhere(others) => {
                self.say(&self.texts.count("plain-elsewhere", others as u32))
            }
            NetworkEvent::NoneWaiting => match &self.place {
                PlainState::Table(snapshot) if snapshot.side.is_some() && !snapshot.is_over() => {
                    self.say_text("online-none-waits")
                }
                _ => {
                    self.go_to_list();
                    Ok(())
                }
            },
            NetworkEvent::Failed(why) => {
                let mut text = fault(self.texts, &why, self.server);
                if let PlainState::Table(snapshot) = &self.place
                    && !snapshot.is_over()
                {
                    text += &format!("\n{}", self.how_back(snapshot));
                }
                self.session_end = Some(SessionEnd::Failed(text));
                Ok(())
            }
        }
    }

    /// Asks for the list. Scripted input waits for it.
    pub(super) fn go_to_list(&mut self) {
        self.awaits_list = true;
        self.requests.push(NetworkRequest::Go(Destination::Lobby));
    }

    /// Prints the list if it has changed.
    pub(super) fn list(&mut self, fill: impl FnOnce(&mut LobbyList)) -> io::Result<()> {
        let mut lobby = match std::mem::replace(&mut self.place, PlainState::Connecting) {
            PlainState::Lobby(lobby) => lobby,
            _ => LobbyList::default(),
        };
        fill(&mut lobby);
        let lines = lobby.lines(self.texts);
        self.place = PlainState::Lobby(lobby);
        if lines.is_empty() {
            self.say_text("online-lobby-empty")?;
            return self.say_text("plain-lobby-how");
        }
        for (number, line) in (1..).zip(&lines) {
            self.say(&format!("{number}. {line}"))?;
        }
        self.say_text("plain-lobby")?;
        self.say_text("plain-lobby-how")
    }

    fn table(&mut self, snapshot: Box<Snapshot>, events: &[Event], now: i64) -> io::Result<()> {
        let old = match std::mem::replace(&mut self.place, PlainState::Connecting) {
            PlainState::Table(old) if old.table.id() == snapshot.table.id() => Some(old),
            _ => None,
        };
        let texts = self.texts;
        let description = TableDescription::new(texts, &snapshot);
        let dealt = old.as_ref().is_some_and(|old| old.game().is_some());
        if old.is_none() {
            self.welcome(&snapshot)?;
        }
        // After a reconnection only the last action is reported, not everything missed.
        let silent = events.is_empty() && old.as_ref().is_some_and(|old| differs(old, &snapshot));
        if silent && let Some(game) = snapshot.game() {
            let speech = Speech::new(texts, game, listener(&snapshot));
            self.say_all(&speech.answer(TextCommand::Last).unwrap_or_default())?;
        }
        self.say_all(&description.events(events))?;
        let was_over = old.as_ref().is_some_and(|old| old.is_over());
        let had_next = old.as_ref().is_none_or(|old| old.table.rematch().is_some());
        let ends = snapshot.is_over() && !was_over;
        if ends {
            if !events.iter().any(|event| matches!(event, Event::End { .. })) {
                self.say_all(&description.ending())?;
            }
            self.ended = snapshot.side.is_some();
            self.asked = None;
        }
        let turned = match (&old, snapshot.game()) {
            (_, None) => false,
            (Some(old), Some(_)) if dealt => differs(old, &snapshot),
            _ => true,
        };
        if turned && !snapshot.is_over() {
            self.turn(&snapshot, now)?;
        }
        let revision = Some(snapshot.table.revision());
        if snapshot.must_pass() && !snapshot.sending && self.passed != revision {
            self.passed = revision;
            let ply = snapshot.table.plies() as u16;
            let command = Command::Act { action: Action::Pass, ply, revision };
            self.requests.push(NetworkRequest::Do(command));
        }
        if let (Some(next), false) = (snapshot.table.rematch(), had_next) {
            self.requests.push(NetworkRequest::Go(Destination::Game(next)));
        }
        if ends && snapshot.side.is_some() && self.talk {
            self.say_text("plain-over")?;
        }
        self.place = PlainState::Table(snapshot);
        Ok(())
    }

    /// Introduces the players and the available commands.
    fn welcome(&mut self, snapshot: &Snapshot) -> io::Result<()> {
        self.passed = None;
        let description = TableDescription::new(self.texts, snapshot);
        let names = [
            ("red", description.rated_name(Side::Red).into()),
            ("white", description.rated_name(Side::White).into()),
        ];
        let between = self.texts.format("online-between", &names);
        self.say(&format!("{between} {}", description.terms()))?;
        self.say(&match snapshot.side {
            Some(side) => {
                let side = self.texts.side(side, snapshot.table.setup().ruleset);
                self.texts.format("plain-you-play", &[("side", side.into())])
            }
            None => self.texts.get("plain-you-watch"),
        })?;
        if snapshot.game().is_none() && !snapshot.is_over() {
            self.say_text("online-undealt")?;
        }
        self.say_text("plain-online-help")
    }

    /// Whose turn it is, and which offers are pending.
    pub(super) fn turn(&mut self, snapshot: &Snapshot, now: i64) -> io::Result<()> {
        let Some(game) = snapshot.game() else { return Ok(()) };
        let texts = self.texts;
        if snapshot.is_my_turn() {
            let side = texts.side(game.position().side(), game.position().ruleset());
            self.say(&texts.format("tui-your-turn", &[("side", side.into())]))?;
        } else {
            self.say(&Speech::new(texts, game, Side::Red).turn())?;
        }
        let left = snapshot.left(now).zip(snapshot.side);
        if left.is_some_and(|(left, side)| snapshot.is_low(left[side])) {
            self.say_all(&TableDescription::new(texts, snapshot).clocks(now))?;
        }
        Ok(())
    }
}

/// Whether the game advanced between two snapshots.
fn differs(old: &Snapshot, new: &Snapshot) -> bool {
    old.game().map(|game| game.plies()) != new.game().map(|game| game.plies())
}
