//! Handling lines of input.

use std::io::{self, Write};

use bosworth_client::protocol::{Command, MAX_CHAT_CHARS, Offer, TimeControl};
use bosworth_rules::Side;
use bosworth_texts::{Speech, TextCommand, Texts};

use super::{PlainOnline, PlainQuestion, PlainState, listener};
use crate::online::lobby_list::{computer, offer};
use crate::online::network::NetworkRequest;
use crate::online::sanitise::sanitise;
use crate::online::snapshot::Snapshot;
use crate::online::table_description::TableDescription;
use crate::plain_command::{PlainCommand, explain, name};

/// The commands in addition to those of every table, in the order in which they are listed.
const TABLE_COMMANDS: [&str; 10] = [
    "players", "chat", "takeback", "resign", "claim", "rematch", "decline", "next", "list", "quit",
];

/// The commands that help explains.
const HELP_COMMANDS: [&str; 22] = [
    "hand", "opp", "targets", "crown", "pile", "area", "score", "last", "clock", "board",
    "players", "chat", "takeback", "resign", "claim", "rematch", "yes", "decline", "next", "list",
    "help", "quit",
];

impl<O: Write> PlainOnline<'_, O> {
    pub(super) fn line(&mut self, line: &str, now: i64) -> io::Result<()> {
        if let PlainState::Lobby(lobby) = &self.place
            && let Ok(number) = line.parse::<usize>()
        {
            let place = number.checked_sub(1);
            let serious = place.is_some_and(|place| lobby.is_serious(place));
            let declined = place.and_then(|place| lobby.declined(place));
            self.asked = None;
            return match place.and_then(|place| lobby.destination(place)) {
                Some(destination) if declined.is_some() => {
                    let (yes, no) = (destination, declined.map(NetworkRequest::Go));
                    self.asked = Some(PlainQuestion { yes: NetworkRequest::Go(yes), no });
                    self.say_text("plain-ask-team")
                }
                Some(destination) if serious => {
                    self.asked = Some(NetworkRequest::Go(destination).into());
                    self.say_text("plain-ask-withdraw")
                }
                Some(destination) => {
                    self.requests.push(NetworkRequest::Go(destination));
                    Ok(())
                }
                None => self.say_text("plain-no-number"),
            };
        }
        let phrase = PlainCommand::read(line, self.texts);
        let asked = self.asked.take();
        match (phrase, asked) {
            (Ok(PlainCommand::Quit), _) => self.quit(),
            (Ok(PlainCommand::List), _) => match &self.place {
                PlainState::Lobby(_) => return self.list(|_| ()),
                _ => self.go_to_list(),
            },
            (Ok(PlainCommand::Next), _) => match &self.place {
                PlainState::Lobby(lobby) => match lobby.next() {
                    Some(destination) => self.requests.push(NetworkRequest::Go(destination)),
                    None => return self.say_text("online-none-waits"),
                },
                _ => self.requests.push(NetworkRequest::Next),
            },
            (Ok(PlainCommand::Offer(clock)), _) if matches!(self.place, PlainState::Lobby(_)) => {
                match clock.parse::<TimeControl>() {
                    Ok(clock) => self.requests.push(NetworkRequest::Go(offer(clock, false))),
                    Err(_) => return self.say_text("plain-lobby-how"),
                }
            }
            (Ok(PlainCommand::Level(level)), _) if matches!(self.place, PlainState::Lobby(_)) => {
                match level.parse::<u8>() {
                    Ok(level @ 1..=8) => self.requests.push(NetworkRequest::Go(computer(level))),
                    _ => return self.say_text("plain-lobby-how"),
                }
            }
            (Ok(PlainCommand::Yes), Some(question)) => self.requests.push(question.yes),
            (Ok(PlainCommand::Decline), Some(question)) => self.requests.extend(question.no),
            (phrase, _) => {
                let place = std::mem::replace(&mut self.place, PlainState::Connecting);
                let said = match &place {
                    PlainState::Table(snapshot) => self.at_table(snapshot, line, phrase.ok(), now),
                    PlainState::Lobby(_) => {
                        self.say_text("plain-lobby").and_then(|()| self.say_text("plain-lobby-how"))
                    }
                    PlainState::Connecting => self.say_text("plain-offered"),
                };
                self.place = place;
                self.mark_sending();
                return said;
            }
        }
        self.mark_sending();
        Ok(())
    }

    fn at_table(
        &mut self,
        snapshot: &Snapshot,
        line: &str,
        phrase: Option<PlainCommand>,
        now: i64,
    ) -> io::Result<()> {
        let description = TableDescription::new(self.texts, snapshot);
        let plays = snapshot.side.is_some();
        let offers = [Offer::Takeback, Offer::Rematch];
        match phrase {
            Some(PlainCommand::Word(word)) if word != TextCommand::Undo => {
                return self.word(snapshot, word, now);
            }
            Some(PlainCommand::Players) => {
                let lines = players(self.texts, snapshot);
                return self.say_all(&lines);
            }
            None if line.is_empty() => {
                self.turn(snapshot, now)?;
                return self.say_all(&description.waiting(now, false));
            }
            None
            | Some(
                PlainCommand::Redo
                | PlainCommand::Review
                | PlainCommand::Offer(_)
                | PlainCommand::Level(_),
            ) => {
                let words = self.words(snapshot);
                let short: String = sanitise(line).chars().take(40).collect();
                let values = [("word", short.into()), ("words", words.into())];
                return self.say(&self.texts.format("say-unknown", &values));
            }
            Some(_) if !plays => return self.say_text("online-no-spectator"),
            Some(PlainCommand::Chat(text)) if text.chars().count() > MAX_CHAT_CHARS => {
                return self.say_text("online-no-bad-text");
            }
            Some(PlainCommand::Chat(text)) => self.send(Command::Chat { text }),
            Some(PlainCommand::Resign) if snapshot.is_over() => {
                return self.say_text("online-no-over");
            }
            Some(PlainCommand::Resign) => {
                let (command, question) = match snapshot.may_abort() {
                    true if snapshot.abort_forfeits() => (Command::Abort, "plain-ask-forfeit"),
                    true => (Command::Abort, "plain-ask-abort"),
                    false => (Command::Resign, "plain-ask-resign"),
                };
                self.asked = Some(NetworkRequest::Do(command).into());
                return self.say_text(question);
            }
            Some(PlainCommand::Takeback | PlainCommand::Word(_)) => {
                self.send(Command::Offer(Offer::Takeback));
            }
            Some(PlainCommand::Rematch | PlainCommand::Again) if !snapshot.is_over() => {
                return self.say_text("online-rematch-later");
            }
            Some(PlainCommand::Rematch | PlainCommand::Again) => {
                self.send(Command::Offer(Offer::Rematch));
            }
            Some(PlainCommand::Claim) if snapshot.claimable_in(now) == Some(0) => {
                self.send(Command::Claim { draw: false });
            }
            Some(PlainCommand::Claim) => {
                self.say_text("online-no-not-gone")?;
                return self.say_all(&description.waiting(now, false));
            }
            Some(PlainCommand::Yes) => {
                match offers.into_iter().find(|offer| snapshot.is_offered(*offer)) {
                    Some(offer) => self.send(Command::Offer(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(PlainCommand::Decline) => {
                let standing =
                    |offer: &Offer| snapshot.is_offered(*offer) || snapshot.offers(*offer);
                match offers.into_iter().find(standing) {
                    Some(offer) => self.send(Command::Decline(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(PlainCommand::Quit | PlainCommand::List | PlainCommand::Next) => {}
        }
        Ok(())
    }

    fn word(&mut self, snapshot: &Snapshot, word: TextCommand, now: i64) -> io::Result<()> {
        let texts = self.texts;
        let Some(game) = snapshot.game() else { return self.say_text("online-undealt") };
        let speech = Speech::new(texts, game, listener(snapshot));
        match word {
            TextCommand::Act(_) if snapshot.side.is_none() => self.say_text("online-no-spectator"),
            TextCommand::Act(_) if snapshot.is_over() => self.say_text("online-no-over"),
            TextCommand::Act(_) if !snapshot.is_my_turn() => self.say_text("tui-not-your-turn"),
            TextCommand::Act(_) if snapshot.sending => self.say_text("online-sending"),
            TextCommand::Act(action) => {
                if let Err(why) = game.position().act(action) {
                    return self.say(&texts.refusal(why, game.position()));
                }
                let ply = game.plies().len() as u16;
                let revision = Some(snapshot.table.revision());
                self.send(Command::Act { action, ply, revision });
                Ok(())
            }
            TextCommand::Clock => self.say_all(&TableDescription::new(texts, snapshot).clocks(now)),
            TextCommand::Hint => self.say_text("online-no-engine"),
            TextCommand::Help => {
                self.say(&self.words(snapshot))?;
                self.say_all(&explain(texts, &HELP_COMMANDS))
            }
            word => self.say_all(&speech.answer(word).unwrap_or_default()),
        }
    }

    fn words(&self, snapshot: &Snapshot) -> String {
        let known = TextCommand::QUESTIONS.iter().map(|(name, _)| *name);
        let playing = |name: &&str| !matches!(*name, "hint" | "undo") || snapshot.side.is_none();
        let known = known.filter(playing).map(|name| self.texts.command_name(name));
        let names: Vec<_> = known.chain(TABLE_COMMANDS.map(|id| name(self.texts, id))).collect();
        self.texts.commands(&names)
    }

    fn send(&mut self, command: Command) {
        self.requests.push(NetworkRequest::Do(command));
    }

    /// Marks sent requests as awaiting acknowledgement.
    fn mark_sending(&mut self) {
        if let PlainState::Table(snapshot) = &mut self.place
            && self.requests.iter().any(|request| matches!(request, NetworkRequest::Do(_)))
        {
            snapshot.sending = true;
        }
    }
}

/// The players, their presence, and the spectators.
fn players(texts: &Texts, snapshot: &Snapshot) -> Vec<String> {
    let description = TableDescription::new(texts, snapshot);
    let line = |side: Side| {
        let id = if snapshot.table.is_connected(side) {
            "plain-player-here"
        } else {
            "plain-player-away"
        };
        let colour = texts.side(side, snapshot.table.setup().ruleset);
        texts.format(id, &[("side", colour.into()), ("name", description.rated_name(side).into())])
    };
    let mut lines: Vec<_> = Side::ALL.into_iter().map(line).collect();
    lines.push(texts.count("online-watchers", snapshot.watchers));
    lines
}
