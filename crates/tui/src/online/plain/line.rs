//! Handling lines of input.

use std::io::{self, Write};

use bosworth_client::protocol::{Command, Offer, TimeControl};
use bosworth_rules::Side;
use bosworth_texts::{Speech, TextCommand, Texts};

use super::{PlainOnline, Whereabouts, listener};
use crate::app::LONGEST;
use crate::online::lobby::{computer, offer};
use crate::online::messenger::{Order, Wish};
use crate::online::snapshot::Snapshot;
use crate::online::tame::tame;
use crate::online::told::Told;
use crate::phrase::{Phrase, explain, name};

/// The words beyond those of every table, in the order in which they are listed.
const NAMES: [&str; 10] = [
    "players", "chat", "takeback", "resign", "claim", "rematch", "decline", "next", "list", "quit",
];

/// The words that help explains.
const WORDS: [&str; 22] = [
    "hand", "opp", "targets", "crown", "pile", "area", "score", "last", "clock", "board",
    "players", "chat", "takeback", "resign", "claim", "rematch", "yes", "decline", "next", "list",
    "help", "quit",
];

impl<O: Write> PlainOnline<'_, O> {
    pub(super) fn line(&mut self, line: &str, now: i64) -> io::Result<()> {
        if let Whereabouts::Lobby(lobby) = &self.place
            && let Ok(number) = line.parse::<usize>()
        {
            let place = number.checked_sub(1);
            let serious = place.is_some_and(|place| lobby.is_serious(place));
            self.asked = None;
            return match place.and_then(|place| lobby.wish(place)) {
                Some(wish) if serious => {
                    self.asked = Some(Order::Go(wish));
                    self.say_text("plain-ask-withdraw")
                }
                Some(wish) => {
                    self.orders.push(Order::Go(wish));
                    Ok(())
                }
                None => self.say_text("plain-no-number"),
            };
        }
        let phrase = Phrase::read(line, self.texts);
        let asked = self.asked.take();
        match (phrase, asked) {
            (Ok(Phrase::Quit), _) => self.quit(),
            (Ok(Phrase::List), _) => match &self.place {
                Whereabouts::Lobby(_) => return self.list(|_| ()),
                _ => self.orders.push(Order::Go(Wish::Lobby)),
            },
            (Ok(Phrase::Next), _) => match &self.place {
                Whereabouts::Lobby(lobby) => match lobby.next() {
                    Some(wish) => self.orders.push(Order::Go(wish)),
                    None => return self.say_text("online-none-waits"),
                },
                _ => self.orders.push(Order::Next),
            },
            (Ok(Phrase::Offer(clock)), _) if matches!(self.place, Whereabouts::Lobby(_)) => {
                match clock.parse::<TimeControl>() {
                    Ok(clock) => self.orders.push(Order::Go(offer(clock, false))),
                    Err(_) => return self.say_text("plain-lobby-how"),
                }
            }
            (Ok(Phrase::Level(level)), _) if matches!(self.place, Whereabouts::Lobby(_)) => {
                match level.parse::<u8>() {
                    Ok(level @ 1..=8) => self.orders.push(Order::Go(computer(level))),
                    _ => return self.say_text("plain-lobby-how"),
                }
            }
            (Ok(Phrase::Yes), Some(order)) => self.orders.push(order),
            (Ok(Phrase::Decline), Some(_)) => {}
            (phrase, _) => {
                let place = std::mem::replace(&mut self.place, Whereabouts::OnTheWay);
                let said = match &place {
                    Whereabouts::Table(snapshot) => self.at_table(snapshot, line, phrase.ok(), now),
                    Whereabouts::Lobby(_) => {
                        self.say_text("plain-lobby").and_then(|()| self.say_text("plain-lobby-how"))
                    }
                    Whereabouts::OnTheWay => self.say_text("plain-offered"),
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
        phrase: Option<Phrase>,
        now: i64,
    ) -> io::Result<()> {
        let told = Told::new(self.texts, snapshot);
        let plays = snapshot.side.is_some();
        let offers = [Offer::Takeback, Offer::Rematch];
        match phrase {
            Some(Phrase::Word(word)) if word != TextCommand::Undo => {
                return self.word(snapshot, word, now);
            }
            Some(Phrase::Players) => {
                let lines = players(self.texts, snapshot);
                return self.say_all(&lines);
            }
            None if line.is_empty() => {
                self.turn(snapshot, now)?;
                return self.say_all(&told.waiting(now, false));
            }
            None | Some(Phrase::Redo | Phrase::Review | Phrase::Offer(_) | Phrase::Level(_)) => {
                let words = self.words(snapshot);
                let short: String = tame(line).chars().take(40).collect();
                let values = [("word", short.into()), ("words", words.into())];
                return self.say(&self.texts.format("say-unknown", &values));
            }
            Some(_) if !plays => return self.say_text("online-no-spectator"),
            Some(Phrase::Chat(text)) if text.chars().count() > LONGEST => {
                return self.say_text("online-no-bad-text");
            }
            Some(Phrase::Chat(text)) => self.send(Command::Chat { text }),
            Some(Phrase::Resign) if snapshot.is_over() => return self.say_text("online-no-over"),
            Some(Phrase::Resign) => {
                let abort = snapshot.may_abort();
                let command = if abort { Command::Abort } else { Command::Resign };
                self.asked = Some(Order::Do(command));
                return self.say_text(if abort { "plain-ask-abort" } else { "plain-ask-resign" });
            }
            Some(Phrase::Takeback | Phrase::Word(_)) => self.send(Command::Offer(Offer::Takeback)),
            Some(Phrase::Rematch | Phrase::Again) if !snapshot.is_over() => {
                return self.say_text("online-rematch-later");
            }
            Some(Phrase::Rematch | Phrase::Again) => self.send(Command::Offer(Offer::Rematch)),
            Some(Phrase::Claim) if snapshot.claimable_in(now) == Some(0) => {
                self.send(Command::Claim { draw: false });
            }
            Some(Phrase::Claim) => {
                self.say_text("online-no-not-gone")?;
                return self.say_all(&told.waiting(now, false));
            }
            Some(Phrase::Yes) => {
                match offers.into_iter().find(|offer| snapshot.is_offered(*offer)) {
                    Some(offer) => self.send(Command::Offer(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(Phrase::Decline) => {
                let standing =
                    |offer: &Offer| snapshot.is_offered(*offer) || snapshot.offers(*offer);
                match offers.into_iter().find(standing) {
                    Some(offer) => self.send(Command::Decline(offer)),
                    None => return self.say_text("online-no-offer"),
                }
            }
            Some(Phrase::Quit | Phrase::List | Phrase::Next) => {}
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
            TextCommand::Clock => self.say_all(&Told::new(texts, snapshot).clocks(now)),
            TextCommand::Hint => self.say_text("online-no-engine"),
            TextCommand::Help => {
                self.say(&self.words(snapshot))?;
                self.say_all(&explain(texts, &WORDS))
            }
            word => self.say_all(&speech.answer(word).unwrap_or_default()),
        }
    }

    fn words(&self, snapshot: &Snapshot) -> String {
        let known = TextCommand::QUESTIONS.iter().map(|(name, _)| *name);
        let playing = |name: &&str| !matches!(*name, "hint" | "undo") || snapshot.side.is_none();
        let known = known.filter(playing).map(|name| self.texts.command_name(name));
        let names: Vec<_> = known.chain(NAMES.map(|id| name(self.texts, id))).collect();
        self.texts.commands(&names)
    }

    fn send(&mut self, command: Command) {
        self.orders.push(Order::Do(command));
    }

    /// Marks sent orders as awaiting acknowledgement.
    fn mark_sending(&mut self) {
        if let Whereabouts::Table(snapshot) = &mut self.place
            && self.orders.iter().any(|order| matches!(order, Order::Do(_)))
        {
            snapshot.sending = true;
        }
    }
}

/// The players, their presence, and the spectators.
fn players(texts: &Texts, snapshot: &Snapshot) -> Vec<String> {
    let told = Told::new(texts, snapshot);
    let line = |side: Side| {
        let id = if snapshot.table.is_connected(side) {
            "plain-player-here"
        } else {
            "plain-player-away"
        };
        let colour = texts.side(side, snapshot.table.setup().ruleset);
        texts.format(id, &[("side", colour.into()), ("name", told.rated_name(side).into())])
    };
    let mut lines: Vec<_> = Side::ALL.into_iter().map(line).collect();
    lines.push(texts.count("online-watchers", snapshot.watchers));
    lines
}
